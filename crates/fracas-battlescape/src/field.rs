//! The hexes of a map: places, neighbours, distances and lines.

use serde::{Serialize, Serializer};

use crate::hex::{Dir, Hex, Nudge, on_line};
use crate::lines::{READY, lines};

/// The longest side of a map (B-22).
pub const MAX_SIDE: usize = 96;

/// A hex of a map, by its place in row-major order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot(pub u16);

impl Spot {
    /// The place.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A hex as players write it: `[col, row]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColRow(pub u8, pub u8);

impl Serialize for ColRow {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        [self.0, self.1].serialize(out)
    }
}

impl std::fmt::Display for ColRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "[{},{}]", self.0, self.1)
    }
}

/// The shape of a map, without what lies on it.
#[derive(Clone, Debug)]
pub struct Field {
    cols: usize,
    rows: usize,
    hexes: Vec<Hex>,
    neighbours: Vec<[Option<Spot>; 6]>,
}

impl Field {
    /// A field of so many columns and rows, at most [`MAX_SIDE`] each.
    pub fn new(cols: usize, rows: usize) -> Self {
        let hexes: Vec<Hex> = (0..rows * cols)
            .map(|place| Hex::at((place % cols) as i32, (place / cols) as i32))
            .collect();
        let mut field = Self { cols, rows, hexes, neighbours: Vec::new() };
        field.neighbours =
            field.hexes.iter().map(|hex| Dir::ALL.map(|dir| field.spot(hex.step(dir)))).collect();
        field
    }

    /// How many columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// How many rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many hexes.
    pub fn count(&self) -> usize {
        self.hexes.len()
    }

    /// All hexes, row-major.
    pub fn spots(&self) -> impl Iterator<Item = Spot> + use<> {
        (0..self.hexes.len() as u16).map(Spot)
    }

    /// The hex of a column and row.
    pub fn at(&self, col: usize, row: usize) -> Option<Spot> {
        (col < self.cols && row < self.rows).then(|| Spot((row * self.cols + col) as u16))
    }

    /// Column and row of a hex.
    pub fn col_row(&self, spot: Spot) -> ColRow {
        ColRow((spot.index() % self.cols) as u8, (spot.index() / self.cols) as u8)
    }

    /// The axial coordinates of a hex.
    #[inline]
    pub fn hex(&self, spot: Spot) -> Hex {
        self.hexes[spot.index()]
    }

    /// The place of a hex, if it is on the map.
    #[inline]
    pub fn spot(&self, hex: Hex) -> Option<Spot> {
        let (col, row) = hex.col_row();
        if col < 0 || row < 0 {
            return None;
        }
        self.at(col as usize, row as usize)
    }

    /// The neighbour in a direction.
    #[inline]
    pub fn step(&self, from: Spot, dir: Dir) -> Option<Spot> {
        self.neighbours[from.index()][dir.index()]
    }

    /// The neighbours that are on the map, in the order of directions.
    pub fn neighbours(&self, of: Spot) -> impl Iterator<Item = (Dir, Spot)> + '_ {
        Dir::ALL.into_iter().filter_map(move |dir| Some((dir, self.step(of, dir)?)))
    }

    /// How many steps apart two hexes are.
    #[inline]
    pub fn distance(&self, a: Spot, b: Spot) -> u32 {
        self.hex(a).distance(self.hex(b))
    }

    /// Whether two hexes touch.
    #[inline]
    pub fn adjacent(&self, a: Spot, b: Spot) -> bool {
        self.distance(a, b) == 1
    }

    /// The direction of a neighbour.
    pub fn direction(&self, from: Spot, to: Spot) -> Option<Dir> {
        Dir::ALL.into_iter().find(|dir| self.step(from, *dir) == Some(to))
    }

    /// The bearing of another hex, on a diagonal the first clockwise (B-12).
    pub fn bearing(&self, from: Spot, to: Spot) -> Option<Dir> {
        self.hex(from).bearing(self.hex(to))
    }

    /// All hexes within a radius, row-major.
    pub fn within(&self, centre: Spot, radius: u32) -> impl Iterator<Item = Spot> + '_ {
        let middle = self.hex(centre);
        let first = (middle.r - radius as i32).max(0) as usize;
        let last = (middle.r + radius as i32).min(self.rows as i32 - 1) as usize;
        (first..=last)
            .flat_map(move |row| {
                let half = radius as i32 - (row as i32 - middle.r).abs() / 2 + 1;
                let column = i32::from(self.col_row(centre).0);
                let (low, high) =
                    ((column - half).max(0), (column + half).min(self.cols as i32 - 1));
                (low..=high).filter_map(move |col| self.at(col as usize, row))
            })
            .filter(move |spot| self.distance(centre, *spot) <= radius)
    }

    /// The hexes between the ends of a line (B-13, B-14), from `a` to `b`;
    /// none for one outside the map.
    #[inline]
    pub fn between(&self, a: Spot, b: Spot, nudge: Nudge) -> impl Iterator<Item = Option<Spot>> {
        let (from, to) = (self.hex(a), self.hex(b));
        let length = from.distance(to);
        let (kept, made) = if length <= READY {
            (lines().between(to.q - from.q, to.r - from.r, nudge), 0)
        } else {
            (&[][..], length)
        };
        let kept = kept.iter().map(move |&(q, r)| shift(from, q, r));
        let made = (1..made).map(move |i| on_line(from, to, i, nudge));
        kept.chain(made).map(|hex| self.spot(hex))
    }

    /// The ends of all lines from a hex that run over another, the nearest
    /// first; lines of more than [`READY`] are left out.
    pub(crate) fn behind(&self, from: Spot, over: Spot) -> impl Iterator<Item = Spot> + '_ {
        let (from, over) = (self.hex(from), self.hex(over));
        let ends = if from.distance(over) <= READY {
            lines().behind(over.q - from.q, over.r - from.r)
        } else {
            &[]
        };
        ends.iter().filter_map(move |&(q, r)| self.spot(shift(from, q, r)))
    }

    /// Whether the plus and the minus line between two hexes are the same;
    /// long ones are not looked at and count as different.
    #[inline]
    pub(crate) fn single_line(&self, a: Spot, b: Spot) -> bool {
        let (from, to) = (self.hex(a), self.hex(b));
        from.distance(to) <= READY && lines().single(to.q - from.q, to.r - from.r)
    }
}

#[inline]
fn shift(hex: Hex, q: i8, r: i8) -> Hex {
    Hex { q: hex.q + i32::from(q), r: hex.r + i32::from(r) }
}

/// A set of hexes.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Spots(Vec<u64>);

impl Clone for Spots {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }

    fn clone_from(&mut self, source: &Self) {
        self.0.clone_from(&source.0);
    }
}

impl Spots {
    /// None of a field's hexes.
    pub fn none(field: &Field) -> Self {
        Self(vec![0; field.count().div_ceil(64)])
    }

    /// Makes it none of a field's hexes.
    pub(crate) fn reset(&mut self, field: &Field) {
        self.0.clear();
        self.0.resize(field.count().div_ceil(64), 0);
    }

    /// Whether a hex is in it.
    #[inline]
    pub fn has(&self, spot: Spot) -> bool {
        self.0[spot.index() / 64] >> (spot.index() % 64) & 1 == 1
    }

    /// Puts a hex in.
    #[inline]
    pub fn put(&mut self, spot: Spot) {
        self.0[spot.index() / 64] |= 1 << (spot.index() % 64);
    }

    /// Takes a hex out.
    #[inline]
    pub fn remove(&mut self, spot: Spot) {
        self.0[spot.index() / 64] &= !(1 << (spot.index() % 64));
    }

    /// Takes all out.
    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Puts all of another set in.
    pub fn join(&mut self, other: &Spots) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine |= theirs;
        }
    }

    /// Sixty-four hexes at once, row-major.
    #[inline]
    pub(crate) fn words(&self) -> &[u64] {
        &self.0
    }

    /// Sixty-four hexes at once, to be changed.
    #[inline]
    pub(crate) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }

    /// Puts a hex in or takes it out.
    #[inline]
    pub(crate) fn set(&mut self, spot: Spot, there: bool) {
        if there {
            self.put(spot);
        } else {
            self.remove(spot);
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// Whether anything in it is not in the other.
    pub fn exceeds(&self, other: &Spots) -> bool {
        self.0.iter().zip(&other.0).any(|(mine, theirs)| mine & !theirs != 0)
    }

    /// All of them, row-major.
    pub fn iter(&self) -> impl Iterator<Item = Spot> + '_ {
        self.0.iter().enumerate().flat_map(|(word, bits)| {
            let mut left = *bits;
            std::iter::from_fn(move || {
                (left != 0).then(|| {
                    let bit = left.trailing_zeros() as usize;
                    left &= left - 1;
                    Spot((word * 64 + bit) as u16)
                })
            })
        })
    }
}
