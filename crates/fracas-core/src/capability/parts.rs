//! Who takes part and can be left out.

use crate::ruleset::{OutcomeId, Ruleset};

/// A ruleset in which the worth of those who take part can be told by leaving
/// them out.
pub trait Parts<R: Ruleset = Self>: Sync {
    /// Everybody who can be left out.
    fn parts(&self, battle: &R::Battle) -> Vec<Part>;
    /// The battle without one of [`Self::parts`]; none if nothing is left to
    /// be fought without it.
    fn without(&self, battle: &R::Battle, part: usize) -> Option<R::Battle>;
}

/// Somebody who takes part in a battle and can be left out of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: &'static str,
    /// The outcomes that its side fights for: those in which the others lose.
    pub wins: &'static [OutcomeId],
}
