//! Fights of two sides that only dwindle: a step takes one from one of several
//! counts of a side, or changes nothing at all.
//!
//! What a side can do and suffer is told by its own counts alone. So the rules
//! look at each side by itself, once for all that may be left of it, and for a
//! pair of both only products are left to be made. A state needs neither hash
//! nor key: it is a row, which is what one side has left, and a place in that
//! row, which is what the other has. Rows are worked off from the most to the
//! least, and so are the places: whatever leads to a state comes before it.

mod endings;
mod row;
mod rows;
mod side;

pub(super) use endings::Endings;
pub(super) use row::Swept;
pub(super) use rows::Rows;

use crate::ruleset::OutcomeId;
use crate::watch::{MeasureId, Scores};

/// A fight of two sides of which every step takes one from one of several
/// counts, or changes nothing. Nothing is drawn before the first step. Keys are
/// those of the ruleset's states.
pub trait Dwindle<K> {
    /// The counts of both sides before the first step.
    fn counts(&self) -> [Vec<u32>; 2];

    /// The one measure that the fight counts: its steps.
    fn steps(&self) -> MeasureId;

    /// Looks at a side with so much left of each of its counts.
    fn look(&mut self, side: usize, left: &[u32], stand: &mut Stand);

    /// How the fight ends once a side is beaten, or nobody can strike any more.
    fn outcome(&self, beaten: Option<usize>) -> OutcomeId;

    /// The measures that are read off the end, by the side whose counts tell
    /// them: each of them is one side's.
    fn finals(&self) -> [Vec<MeasureId>; 2];

    /// Sets those of a side with so much left.
    fn read(&self, side: usize, left: &[u32], scores: &mut Scores);

    /// The key of a fight that is over, with so much left, once the final
    /// measures are read and what only they tell is
    /// [forgotten](super::Enumerable::forget_finals). `None` where a key cannot
    /// hold it.
    fn over(&mut self, left: [&[u32]; 2], outcome: OutcomeId) -> Option<K>;
}

/// How a side stands. A step is made by one of those of both sides who can
/// strike, each as likely.
#[derive(Clone, Debug, Default)]
pub struct Stand {
    /// It has lost: the fight is over, and the rest does not matter.
    pub beaten: bool,
    /// How many can strike.
    pub strikers: f64,
    /// By count: how likely a strike of the foe is aimed at one of it.
    pub aimed: Vec<f64>,
    /// By count of the foe: how many of the strikers would take one from it,
    /// each with his probability, if they were all aiming at it.
    pub takes: Vec<f64>,
    /// What the aftermath asks of this side when the other has lost: sides with
    /// the same number lead to the same key.
    pub kept: u64,
}

impl Stand {
    /// Nobody, before a look at a side of so many counts.
    fn clear(&mut self, own: usize, foe: usize) {
        self.beaten = false;
        self.strikers = 0.0;
        self.kept = 0;
        for (list, length) in [(&mut self.aimed, own), (&mut self.takes, foe)] {
            list.clear();
            list.resize(length, 0.0);
        }
    }
}
