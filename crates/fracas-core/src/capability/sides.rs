//! Which keys of a scenario are whose.

use crate::ruleset::OutcomeId;

/// A ruleset whose battles can be put together from two files, each of which
/// holds one side.
pub trait Sides: Sync {
    /// The two sides.
    fn sides(&self) -> [Side; 2];

    /// Whether either side can stand on the other's place.
    fn swap(&self) -> bool;
}

/// A side of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// What it is called.
    pub name: &'static str,
    /// The keys on top of a scenario that hold it, the first of them always.
    pub keys: &'static [&'static str],
    /// The outcomes it fights for: those in which the other loses.
    pub wins: &'static [OutcomeId],
}
