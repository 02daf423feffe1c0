//! Exact odds.
//!
//! [`ladder`] is made for this game and follows hit points by the grid.
//! [`branches`] gives the generic solver what it needs; the two must agree,
//! and it serves where monsters come over or leave something to drink.
//! [`rounds`] serves the rest: conditions, effects, steps aside, halts.

mod branches;
mod ending;
mod figures;
pub(crate) mod keys;
pub(crate) mod ladder;
mod layer;
mod rounds;

use fracas_core::odds::{Budget, Exact, Refusal, exact as follow};

use crate::Andor;
use crate::battle::Battle;

/// The exact odds of a battle.
pub fn exact(b: &Battle, budget: Budget) -> Result<Exact, Refusal> {
    if !b.lively
        && let Some(exact) = ladder::solve(b, budget)?
    {
        return Ok(exact);
    }
    if branches::has_rungs(b) { follow::<Andor>(b, budget) } else { rounds::solve(b, budget) }
}
