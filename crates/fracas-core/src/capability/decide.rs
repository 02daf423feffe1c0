//! The best decisions.

use crate::decide::{Decisions, Question, Undecided};
use crate::ruleset::Ruleset;

/// A ruleset that lets somebody decide, at least in some battles.
pub trait Decide<R: Ruleset = Self>: Sync {
    /// Those who can decide in a battle, the usual one first.
    fn deciders(&self, battle: &R::Battle) -> Vec<&'static str>;
    /// What is weighed if nobody says otherwise.
    fn usual_goal(&self, battle: &R::Battle, decider: usize) -> String;
    /// The best decisions. A ruleset that is
    /// [`Deciding`](crate::decide::Deciding) calls
    /// [`decide::solve`](crate::decide::solve()).
    fn decide(&self, battle: &R::Battle, question: &Question) -> Result<Decisions, Undecided>;
}
