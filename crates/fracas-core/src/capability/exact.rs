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
}
