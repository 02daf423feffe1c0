//! Lines between hexes and enemies over the ground as the side knows it,
//! found once for all plans that are weighed together.

use std::cell::Cell;

use super::Scene;
use crate::field::Spot;
use crate::hex::Dir;
use crate::rules::sight::Line;
use crate::state::Cover;

/// How many are kept.
const KEPT: usize = 128;

/// Whoever stands where, leans how and looks at which enemy.
type Between = (Spot, Option<Dir>, usize);

/// The lines found lately.
pub(super) struct KnownLines([Cell<Option<(Between, Line)>>; KEPT]);

impl Default for KnownLines {
    fn default() -> Self {
        Self(std::array::from_fn(|_| Cell::new(None)))
    }
}

impl Scene<'_, '_> {
    /// The line between a hex, where the unit leans or does not, and an enemy
    /// by its place, who leans as it is seen to.
    pub(super) fn line(&self, at: Spot, lean: Option<Dir>, foe: usize) -> Line {
        let between = (at, lean, foe);
        let leaning = lean.map_or(0, |dir| 1 + dir.index());
        let cell = &self.lines.0[(7 * (at.index() + 61 * foe) + leaning) % KEPT];
        if let Some((kept, line)) = cell.get()
            && kept == between
        {
            return line;
        }
        let foe = &self.foes[foe];
        let its = foe.seen.filter(|seen| seen.cover != Cover::None).map(|seen| seen.facing);
        let line = self.brain.view.known_line((at, lean), (foe.at, its));
        cell.set(Some((between, line)));
        line
    }
}
