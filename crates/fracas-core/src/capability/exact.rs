//! Odds without sampling.

use crate::odds::{Budget, Exact, Refusal};
use crate::ruleset::Ruleset;

/// A ruleset that has exact odds, at least of some battles.
pub trait ExactOdds<R: Ruleset = Self>: Sync {
    /// Exact odds within a budget. A ruleset that is
    /// [`Enumerable`](crate::odds::Enumerable) calls
    /// [`odds::exact`](crate::odds::exact()).
    fn exact(&self, battle: &R::Battle, budget: Budget) -> Result<Exact, Refusal>;

    /// An attempt before sampling: exact odds if that takes no more than a
    /// small budget, or if it is known early that `sure` will do. One that
    /// fails costs little: no more than the small budget, and 64 MiB. A ruleset
    /// that is [`Enumerable`](crate::odds::Enumerable) calls
    /// [`odds::attempt`](crate::odds::attempt()).
    fn attempt(&self, battle: &R::Battle, budget: Budget, _sure: Budget) -> Result<Exact, Refusal> {
        self.exact(battle, budget)
    }
}
