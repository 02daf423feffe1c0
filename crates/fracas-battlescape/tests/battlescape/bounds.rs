//! §19, B-286: how far units go that see nobody, and where they end.

use fracas_battlescape::ai::decide;
use fracas_battlescape::battle::Side;
use fracas_battlescape::orders::Order;
use fracas_battlescape::view::View;

use crate::table::{Table, man, rows, scene, vega, walk};

/// Time units kept on the way, and how many less in the first turns, where
/// these are few and where they are many.
const AGGRESSIVE: u16 = 115;
const DEFENSIVE: u16 = 110;
const OTHERS: u16 = 120;
const FIRST: u16 = 25;
const FIRST_OF_MANY: u16 = 45;
/// How much more or less is kept after them, turn by turn.
const PACE: u16 = 18;
/// A turn in which the first are over.
const LATE: u32 = 9;
/// The row that Vega goes along.
const ROW: usize = 2;

/// Open ground with a wall at its end and an enemy behind it.
fn ground(cols: usize, deep: usize) -> Vec<Vec<&'static str>> {
    let mut line = vec!["."; cols];
    line[cols - 2] = "#";
    vec![line; deep]
}

/// Vega on his way along a row to the wall, in a turn, with contact just lost.
fn way(ground: &[Vec<&str>], turn: u32, mode: &str, friends: &[(usize, usize)]) -> Table {
    let lines: Vec<String> = ground.iter().map(|line| line.join(" ")).collect();
    let cols = ground[0].len();
    let himself = format!("mode = '{mode}', patrol = [[{}, {ROW}]]", cols - 3);
    let mut ours = vec![vega(1, ROW, &himself)];
    for (n, (col, row)) in friends.iter().enumerate() {
        ours.push(man("rifleman", &format!("Ann {n}"), *col, *row, ""));
    }
    let enemy = man("sectoid", "Grey", cols - 1, ROW, "mode = 'hold'");
    let mut table = scene("", &rows(&lines.join("\n")), &ours.join(", "), &enemy);
    table.state.turn = turn;
    table.unit_mut("Vega").mind.contact = turn;
    table
}

fn decided(table: &Table) -> Order {
    let unit = table.id("Vega");
    decide(&View::of_unit(&table.battle, &table.state, unit), unit).order
}

/// Where he goes.
fn goes(table: &Table) -> Option<(usize, usize)> {
    let Order::Move { to, .. } = decided(table) else { return None };
    let at = table.battle.field.col_row(to);
    Some((at.0.into(), at.1.into()))
}

/// The least he keeps if he has a little more than this.
fn least_kept(table: &mut Table, about: u16) -> u16 {
    let before = table.state.clone();
    let kept = (about + 8..about + 14).map(|tu| {
        table.state = before.clone();
        table.unit_mut("Vega").tu = tu;
        let order = decided(table);
        assert!(matches!(order, Order::Move { .. }), "{order:?}");
        table.act("Vega", order, &[]);
        table.unit("Vega").tu
    });
    kept.min().expect("some")
}

/// What is kept in a turn after the first ones, by those who began in the west.
fn paced(table: &Table, keep: u16) -> u16 {
    let ours = table.battle.units().filter(|unit| table.battle.sheet(*unit).side == Side::Player);
    let places: u32 = ours.map(|unit| u32::from(table.state.unit(unit).mind.post.0)).sum();
    let fewer = (places + table.state.turn) % 3;
    keep + PACE - PACE * fewer as u16
}

/// B-286: what the modes keep.
#[test]
fn b_286_what_is_kept_on_the_way() {
    for (mode, keep) in [("aggressive", AGGRESSIVE), ("search", OTHERS), ("cautious", OTHERS)] {
        let mut table = way(&ground(20, 5), LATE, mode, &[]);
        let keep = paced(&table, keep);
        assert_eq!(least_kept(&mut table, keep), keep, "{mode}");
    }
    // Who defends goes back to his post.
    let mut table = way(&ground(20, 5), LATE, "defensive", &[]);
    table.put("Vega", 5, ROW);
    let keep = paced(&table, DEFENSIVE);
    assert_eq!(least_kept(&mut table, keep), keep);
}

/// B-286: the pace changes from turn to turn, and with where the squad began.
#[test]
fn b_286_uneven_bounds() {
    let kept = |turn: u32, began: usize| {
        let mut table = way(&ground(20, 5), turn, "aggressive", &[]);
        let post = table.hex(began, ROW);
        table.unit_mut("Vega").mind.post = post;
        let keep = paced(&table, AGGRESSIVE);
        assert_eq!(least_kept(&mut table, keep), keep, "turn {turn}, began at {began}");
        keep
    };
    let (more, fewer) = (AGGRESSIVE + PACE, AGGRESSIVE - PACE);
    assert_eq!([9, 10, 11, 12].map(|turn| kept(turn, 2)), [more, AGGRESSIVE, fewer, more]);
    assert_eq!([0, 1, 2].map(|began| kept(9, began)), [AGGRESSIVE, fewer, more]);
}

/// B-286: less is kept in the first turns: one, or one for every ten hexes that
/// the map is longer than ten; still less where these are three or more.
#[test]
fn b_286_what_is_kept_in_the_first_turns() {
    for (cols, deep, turns, less) in [
        (12, 5, 1, FIRST),
        (29, 5, 1, FIRST),
        (30, 5, 2, FIRST),
        (12, 30, 2, FIRST),
        (39, 5, 2, FIRST),
        (40, 5, 3, FIRST_OF_MANY),
        (50, 5, 4, FIRST_OF_MANY),
    ] {
        let ground = ground(cols, deep);
        for turn in [1, turns, turns + 1] {
            let mut table = way(&ground, turn, "aggressive", &[]);
            let late = paced(&table, AGGRESSIVE);
            let keep = if turn <= turns { AGGRESSIVE - less } else { late };
            assert_eq!(least_kept(&mut table, keep), keep, "{cols} x {deep}, turn {turn}");
        }
    }
}

/// Vega with time for so many hexes on ground where crates stand.
fn bound(steps: u16, crates: &[(usize, usize)], friends: &[(usize, usize)]) -> Table {
    let mut ground = ground(22, 5);
    for (col, row) in crates {
        ground[*row][*col] = "c";
    }
    let mut table = way(&ground, LATE, "aggressive", friends);
    table.unit_mut("Vega").tu = paced(&table, AGGRESSIVE) + 4 * steps;
    table
}

/// The hex nearest to the way's end that five steps lead to.
const NEAREST: Option<(usize, usize)> = Some((6, ROW));

/// B-286: to the best hex within three of the one nearest to the way's end;
/// cover ahead counts, cover behind does not.
#[test]
fn b_286_cover_at_the_end_of_a_bound() {
    assert_eq!(goes(&bound(5, &[], &[])), NEAREST);
    assert_eq!(goes(&bound(5, &[(4, 0)], &[])), Some((3, 1)), "three behind the nearest");
    assert_eq!(goes(&bound(5, &[(3, 0)], &[])), NEAREST, "four behind the nearest");
    assert_eq!(goes(&bound(5, &[(2, 1)], &[])), NEAREST, "three, with the crate behind");
}

/// B-286: cover is worth a little less than a friend within two hexes takes
/// from a place, and a little more than that and a hex aside.
#[test]
fn b_286_friends_at_the_end_of_a_bound() {
    let off = |table: &Table| {
        let (col, row) = goes(table).expect("a move");
        let field = &table.battle.field;
        let far = |col, row| field.distance(table.hex(col, row), table.hex(19, ROW));
        let (to, ann) = (table.hex(col, row), table.unit("Ann 0").at());
        (far(col, row) - far(6, ROW), field.distance(to, ann) <= 2)
    };
    assert_eq!(off(&bound(5, &[], &[(7, 3)])), (1, false), "away from her");
    assert_eq!(off(&bound(5, &[(7, ROW)], &[(7, 3)])), (0, true), "for the cover");
    assert!(!off(&bound(5, &[(7, ROW)], &[(7, 3), (7, 1)])).1, "not with two of them");
    assert_eq!(goes(&bound(5, &[(5, 0)], &[(3, 0)])), NEAREST, "no cover beside her");
}

/// B-286: a bound leads nearer to where it goes, however good the cover beside
/// the way.
#[test]
fn b_286_bounds_lead_on() {
    assert_eq!(goes(&bound(2, &[(2, 0)], &[])), Some((3, ROW)));
}

/// B-286: once in a phase; whom a player has moved has had his way.
#[test]
fn b_286_one_bound_in_a_phase() {
    let mut table = bound(5, &[], &[]);
    let unit = table.id("Vega");
    let first = decide(&View::of_unit(&table.battle, &table.state, unit), unit);
    table.unit_mut("Vega").mind = first.mind;
    table.act("Vega", first.order, &[]);
    table.unit_mut("Vega").tu = 150;
    assert_eq!(goes(&table), None);

    let mut table = bound(5, &[], &[]);
    let to = table.hex(2, ROW);
    table.act("Vega", walk(to), &[]);
    table.unit_mut("Vega").tu = 150;
    assert_eq!(goes(&table), None, "moved by a player");
}

/// B-286, B-278: an impatient side goes to the way's end itself.
#[test]
fn b_286_impatient_bounds() {
    let mut table = bound(5, &[], &[]);
    for known in &mut table.state.known {
        known.quiet = 3;
    }
    assert_eq!(goes(&table), Some((19, ROW)));
}

/// B-286: where the way ends he takes cover ahead, or else lies down, then gets
/// ready.
#[test]
fn b_286_the_end_of_a_way() {
    for (crates, down) in [(&[(2, ROW)][..], "TakeCover"), (&[(0, ROW)], "Prone")] {
        let mut table = bound(5, crates, &[]);
        table.unit_mut("Vega").mind.moves = 1;
        let order = decided(&table);
        assert!(format!("{order:?}").starts_with(down), "{order:?}");
        table.act("Vega", order, &[]);
        let order = decided(&table);
        assert!(matches!(order, Order::Ready { .. }), "{order:?}");
    }
}
