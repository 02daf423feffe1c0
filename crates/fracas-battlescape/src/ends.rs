//! From which end of the map a unit looks at it (B-289).

use crate::field::{ColRow, Field, Spot};
use crate::hex::Dir;

/// The end of the map a unit began at: of equal hexes and directions it takes
/// the first as seen from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// Of the far end the last hex, which is the first from there.
    far: Option<Spot>,
}

impl End {
    /// That of a unit which began on a hex.
    pub fn of(field: &Field, began: Spot) -> Self {
        let ColRow(col, row) = field.col_row(began);
        let twice = (2 * usize::from(col) + 1, 2 * usize::from(row) + 1);
        let is_far = twice > (field.cols(), field.rows());
        Self { far: is_far.then(|| Spot(field.count() as u16 - 1)) }
    }

    /// The place of a hex among all of them.
    #[inline]
    pub fn place(self, spot: Spot) -> u16 {
        self.far.map_or(spot.0, |last| last.0 - spot.0)
    }

    /// The middle of the map: of the hexes around it the last.
    pub fn middle(self, field: &Field) -> Option<Spot> {
        let half = |length: usize| (length - usize::from(self.far.is_some())) / 2;
        field.at(half(field.cols()), half(field.rows()))
    }

    /// The place of a direction among all of them, or the direction of a
    /// place.
    #[inline]
    pub fn turned(self, dir: Dir) -> Dir {
        if self.far.is_some() { dir.back() } else { dir }
    }

    /// The neighbours of a hex that are on the map, in their order.
    #[inline]
    pub fn neighbours(self, field: &Field, of: Spot) -> impl Iterator<Item = (Dir, Spot)> + '_ {
        let dirs = Dir::ALL.into_iter().map(move |dir| self.turned(dir));
        dirs.filter_map(move |dir| Some((dir, field.step(of, dir)?)))
    }
}
