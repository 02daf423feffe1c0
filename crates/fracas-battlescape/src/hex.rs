//! Hexes, directions and lines (B-10..B-14).

use serde::Serialize;

/// A hex in axial coordinates (B-10). The third cube coordinate is
/// `y = -q - r`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hex {
    /// Along the row.
    pub q: i32,
    /// Down the rows.
    pub r: i32,
}

/// One of the six directions, clockwise from east (B-10).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(into = "&'static str")]
pub struct Dir(u8);

/// The names of the directions.
pub const DIRECTIONS: [&str; 6] = ["E", "SE", "SW", "W", "NW", "NE"];

const STEPS: [Hex; 6] = [
    Hex { q: 1, r: 0 },
    Hex { q: 0, r: 1 },
    Hex { q: -1, r: 1 },
    Hex { q: -1, r: 0 },
    Hex { q: 0, r: -1 },
    Hex { q: 1, r: -1 },
];

impl From<Dir> for &'static str {
    fn from(dir: Dir) -> Self {
        dir.name()
    }
}

impl Dir {
    /// East, the first.
    pub const E: Dir = Dir(0);
    /// All six, clockwise from east.
    pub const ALL: [Dir; 6] = [Dir(0), Dir(1), Dir(2), Dir(3), Dir(4), Dir(5)];

    /// The direction of this number, 0 to 5.
    #[inline]
    pub fn number(number: usize) -> Dir {
        Dir((number % 6) as u8)
    }

    /// The direction of this name.
    pub fn named(name: &str) -> Option<Dir> {
        DIRECTIONS.iter().position(|known| *known == name).map(Dir::number)
    }

    /// Its number, 0 to 5.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        DIRECTIONS[self.index()]
    }

    /// How many steps of 60 degrees lie between two directions, 0 to 3.
    #[inline]
    pub fn turn_to(self, other: Dir) -> u8 {
        let apart = self.0.abs_diff(other.0);
        apart.min(6 - apart)
    }

    /// The next direction clockwise.
    fn right(self) -> Dir {
        Dir((self.0 + 1) % 6)
    }

    /// The next direction counter-clockwise.
    fn left(self) -> Dir {
        Dir((self.0 + 5) % 6)
    }

    /// The opposite direction.
    pub fn back(self) -> Dir {
        Dir((self.0 + 3) % 6)
    }
}

impl Hex {
    /// The hex of a column and row (B-11): odd rows stand half a hex to the
    /// right.
    pub fn at(col: i32, row: i32) -> Hex {
        Hex { q: col - (row - (row & 1)) / 2, r: row }
    }

    /// Its column and row (B-11).
    pub fn col_row(self) -> (i32, i32) {
        (self.q + (self.r - (self.r & 1)) / 2, self.r)
    }

    /// The neighbour in a direction.
    #[inline]
    pub fn step(self, dir: Dir) -> Hex {
        let by = STEPS[dir.index()];
        Hex { q: self.q + by.q, r: self.r + by.r }
    }

    /// How many steps away another hex is (B-10).
    #[inline]
    pub fn distance(self, other: Hex) -> u32 {
        let (dq, dr) = (self.q - other.q, self.r - other.r);
        (dq.unsigned_abs() + dr.unsigned_abs() + (dq + dr).unsigned_abs()) / 2
    }

    /// How well each direction leads to another hex (B-12).
    #[inline]
    fn scores(self, other: Hex) -> [i32; 6] {
        let (x, z) = (other.q - self.q, other.r - self.r);
        let y = -x - z;
        [x - y, z - y, z - x, y - x, y - z, x - z]
    }

    /// The bearing of another hex and, exactly on a diagonal, the next
    /// direction that fits as well (B-12). None for the hex itself.
    pub fn bearings(self, other: Hex) -> Option<(Dir, Option<Dir>)> {
        let scores = self.scores(other);
        let best = *scores.iter().max()?;
        if best == 0 {
            return None;
        }
        // Clockwise, so of E and NE the latter comes first.
        let fits = |dir: &Dir| scores[dir.index()] == best;
        let first = Dir::ALL.into_iter().find(|dir| fits(dir) && !fits(&dir.left()))?;
        Some((first, Some(first.right()).filter(fits)))
    }

    /// The bearing of another hex, on a diagonal the first clockwise (B-12).
    pub fn bearing(self, other: Hex) -> Option<Dir> {
        self.bearings(other).map(|(first, _)| first)
    }

    /// The bearing nearer to a facing (B-12, for arcs).
    pub fn bearing_near(self, other: Hex, facing: Dir) -> Option<Dir> {
        let scores = self.scores(other);
        let best = *scores.iter().max()?;
        if best == 0 {
            return None;
        }
        // Straight on, then ever farther to both sides.
        let turns = [0, 1, 5, 2, 4, 3].into_iter();
        turns.map(|turn| Dir::number(facing.index() + turn)).find(|dir| scores[dir.index()] == best)
    }
}

/// One of the two lines between hexes, which differ only where a line runs
/// exactly between two hexes (B-13).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nudge {
    /// The plus line.
    Plus,
    /// The minus line.
    Minus,
}

/// The hex at place `i` of the line from `a` to `b` (B-13), which has
/// `a.distance(b) + 1` places.
pub fn on_line(a: Hex, b: Hex, i: u32, nudge: Nudge) -> Hex {
    let n = i64::from(a.distance(b));
    if n == 0 {
        return a;
    }
    let sign = match nudge {
        Nudge::Plus => 1,
        Nudge::Minus => -1,
    };
    let (i, scale) = (i64::from(i), 1000 * n);
    let cube = |h: Hex| [i64::from(h.q), i64::from(-h.q - h.r), i64::from(h.r)];
    let (from, to, nudges) = (cube(a), cube(b), [sign, 2 * sign, -3 * sign]);
    let point: [i64; 3] =
        std::array::from_fn(|k| 1000 * (from[k] * (n - i) + to[k] * i) + nudges[k]);
    let mut near: [i64; 3] = point.map(|p| (2 * p + scale).div_euclid(2 * scale));
    if near.iter().sum::<i64>() != 0 {
        let off: [i64; 3] = std::array::from_fn(|k| (near[k] * scale - point[k]).abs());
        let worst = (0..3).rev().max_by_key(|&k| off[k]).unwrap_or(0);
        near[worst] -= near.iter().sum::<i64>();
    }
    Hex { q: near[0] as i32, r: near[2] as i32 }
}
