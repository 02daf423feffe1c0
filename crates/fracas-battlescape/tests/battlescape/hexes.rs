//! Hex geometry (§1).

use fracas_battlescape::field::Field;
use fracas_battlescape::hex::{Dir, Hex, Nudge, on_line};

/// The hexes of a line, ends included.
fn line(a: Hex, b: Hex, nudge: Nudge) -> Vec<Hex> {
    (0..=a.distance(b)).map(|i| on_line(a, b, i, nudge)).collect()
}

fn disc(radius: i32) -> impl Iterator<Item = Hex> {
    (-radius..=radius)
        .flat_map(move |q| (-radius..=radius).map(move |r| Hex { q, r }))
        .filter(move |hex| Hex::default().distance(*hex) <= radius as u32)
}

/// B-10: six directions clockwise from east, each one step away and opposite
/// to the third after it.
#[test]
fn b_10_directions_and_distance() {
    let origin = Hex::default();
    let steps = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
    for (dir, (q, r)) in Dir::ALL.into_iter().zip(steps) {
        assert_eq!(origin.step(dir), Hex { q, r });
        assert_eq!(origin.distance(Hex { q, r }), 1);
        assert_eq!(origin.step(dir).step(dir.back()), origin);
        assert_eq!(Dir::named(dir.name()), Some(dir));
    }
    assert_eq!(Dir::ALL.map(Dir::name), ["E", "SE", "SW", "W", "NW", "NE"]);
    assert_eq!(origin.distance(Hex { q: 3, r: -5 }), 5);
    assert_eq!(origin.distance(Hex { q: 3, r: 5 }), 8);
    assert_eq!(Dir::number(5).turn_to(Dir::E), 1);
    assert_eq!(Dir::number(1).turn_to(Dir::number(4)), 3);
}

/// B-11: columns and rows, odd rows half a hex to the right.
#[test]
fn b_11_columns_and_rows() {
    for row in 0..8 {
        for col in 0..8 {
            let hex = Hex::at(col, row);
            assert_eq!(hex, Hex { q: col - (row - row % 2) / 2, r: row });
            assert_eq!(hex.col_row(), (col, row));
        }
    }
    let field = Field::new(4, 3);
    let spot = |col, row| field.at(col, row).unwrap();
    // Southeast of an even row is the same column, of an odd row the next.
    assert_eq!(field.step(spot(1, 0), Dir::number(1)), Some(spot(1, 1)));
    assert_eq!(field.step(spot(1, 1), Dir::number(1)), Some(spot(2, 2)));
    assert_eq!(field.step(spot(0, 0), Dir::number(2)), None);
    assert_eq!(field.neighbours(spot(3, 1)).count(), 3);
}

/// B-12: the bearing is the direction of the largest score; only diagonals
/// tie, and there the first clockwise holds.
#[test]
fn b_12_bearings() {
    let origin = Hex::default();
    assert_eq!(origin.bearing(origin), None);
    for dir in Dir::ALL {
        let mut far = origin;
        for _ in 0..7 {
            far = far.step(dir);
            assert_eq!(origin.bearings(far), Some((dir, None)));
        }
        // Two neighbouring directions equally far: the diagonal between them.
        let next = Dir::number(dir.index() + 1);
        let tied = origin.step(dir).step(next);
        assert_eq!(origin.bearing(tied), Some(dir));
        assert_eq!(origin.bearing_near(tied, dir), Some(dir));
        assert_eq!(origin.bearing_near(tied, next), Some(next));
    }
    for hex in disc(9).filter(|hex| *hex != origin) {
        let (first, second) = origin.bearings(hex).unwrap();
        let (x, z) = (hex.q, hex.r);
        let diagonal = x == z || x == -2 * z || z == -2 * x;
        assert_eq!(second.is_some(), diagonal, "{hex:?}");
        assert!(second.is_none_or(|second| first.turn_to(second) == 1));
    }
}

/// B-13: lines run from neighbour to neighbour, from end to end, and back the
/// same way; plus and minus differ only where a point lies between two hexes.
#[test]
fn b_13_lines_are_symmetric() {
    for from in [Hex::default(), Hex { q: 5, r: -3 }, Hex { q: -7, r: 11 }] {
        for by in disc(12) {
            let to = Hex { q: from.q + by.q, r: from.r + by.r };
            for nudge in [Nudge::Plus, Nudge::Minus] {
                let there = line(from, to, nudge);
                let mut back = line(to, from, nudge);
                back.reverse();
                assert_eq!(there, back);
                assert_eq!((there[0], there[there.len() - 1]), (from, to));
                assert!(there.windows(2).all(|pair| pair[0].distance(pair[1]) == 1));
                // The displacement does not lean on where the line begins.
                let moved: Vec<Hex> = line(Hex::default(), by, nudge)
                    .into_iter()
                    .map(|hex| Hex { q: hex.q + from.q, r: hex.r + from.r })
                    .collect();
                assert_eq!(there, moved);
            }
        }
    }
}

/// B-13: where a point of the line is nearest to one hex alone, both lines
/// take it; where it lies exactly between two, they take one each.
#[test]
fn b_13_plus_and_minus_differ_at_ties_only() {
    let origin = Hex::default();
    for to in disc(12).filter(|to| *to != origin) {
        let n = origin.distance(to) as i32;
        for i in 0..=n {
            // Distances to a centre in units of 1/n, squared and doubled.
            let apart = |hex: Hex| {
                let (q, r) = (hex.q * n - to.q * i, hex.r * n - to.r * i);
                q * q + q * r + r * r
            };
            let plus = on_line(origin, to, i as u32, Nudge::Plus);
            let minus = on_line(origin, to, i as u32, Nudge::Minus);
            let least = disc(13).map(apart).min().unwrap();
            let nearest = disc(13).filter(|hex| apart(*hex) == least).count();
            assert_eq!((apart(plus), apart(minus)), (least, least), "{to:?} {i}");
            assert_eq!(plus == minus, nearest == 1, "{to:?} {i}");
        }
    }
}

/// B-14: the hexes between the ends, none for those outside the map, are the
/// same for lines that are kept ready and for long ones.
#[test]
fn b_14_between_the_ends() {
    let field = Field::new(40, 9);
    for from in field.spots().step_by(7) {
        for to in field.spots() {
            for nudge in [Nudge::Plus, Nudge::Minus] {
                let whole = line(field.hex(from), field.hex(to), nudge);
                let inner = &whole[1.min(whole.len())..whole.len().saturating_sub(1).max(1)];
                let spots: Vec<_> = inner.iter().map(|hex| field.spot(*hex)).collect();
                assert!(field.between(from, to, nudge).eq(spots));
            }
        }
    }
}

/// A radius is what the distance says.
#[test]
fn b_10_within_a_radius() {
    let field = Field::new(11, 9);
    for centre in field.spots() {
        for radius in 0..12 {
            let near: Vec<_> = field.within(centre, radius).collect();
            let all = field.spots().filter(|spot| field.distance(centre, *spot) <= radius);
            assert!(all.eq(near));
        }
    }
}
