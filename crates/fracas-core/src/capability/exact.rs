//! Odds without sampling.

use crate::odds::{Budget, Exact, Refusal};
use crate::ruleset::Ruleset;

/// A ruleset that has exact odds, at least of some battles.
pub trait ExactOdds<R: Ruleset = Self>: Sync {
    /// Exact odds within a budget. A ruleset that is
    /// [`Enumerable`](crate::odds::Enumerable) calls
    /// [`odds::exact`](crate::odds::exact()).
    fn exact(&self, battle: &R::Battle, budget: Budget) -> Result<Exact, Refusal>;
}
