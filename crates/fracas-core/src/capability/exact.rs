//! Odds without sampling.

use crate::odds::{Budget, Exact, HearEnds, Refusal};
use crate::ruleset::Ruleset;

/// A ruleset that has exact odds, at least of some battles.
pub trait ExactOdds<R: Ruleset = Self>: Sync {
    /// Exact odds within a budget. A ruleset that is
    /// [`Enumerable`](crate::odds::Enumerable) calls
    /// [`odds::exact`](crate::odds::exact()).
    fn exact(&self, battle: &R::Battle, budget: Budget) -> Result<Exact, Refusal>;

    /// The same, telling every end, for questions about several measures at
    /// once; [`odds::exact_ends`](crate::odds::exact_ends()) does so. A ruleset
    /// that cannot tells none, and such questions are answered by sampling.
    fn exact_ends(
        &self,
        battle: &R::Battle,
        budget: Budget,
        _hear: HearEnds<'_>,
    ) -> Result<Exact, Refusal> {
        let exact = self.exact(battle, budget)?;
        Ok(Exact { told: Vec::new(), ..exact })
    }

    /// An attempt before sampling: exact odds if that takes no more than a
    /// small budget, or if it is known early that `sure` will do. One that
    /// fails costs little: no more than the small budget, and 64 MiB. A ruleset
    /// that is [`Enumerable`](crate::odds::Enumerable) calls
    /// [`odds::attempt`](crate::odds::attempt()).
    fn attempt(
        &self,
        battle: &R::Battle,
        budget: Budget,
        _sure: Budget,
        hear: HearEnds<'_>,
    ) -> Result<Exact, Refusal> {
        self.exact_ends(battle, budget, hear)
    }
}
