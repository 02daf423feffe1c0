//! Exact odds.
//!
//! [`ladder`] is made for this game and follows hit points by the grid.
//! [`branches`] gives the generic solver what it needs; the two must agree,
//! and it serves where monsters come over or leave something to drink.
//! [`rounds`] serves the rest: conditions, effects, steps aside, halts.

mod branches;
mod ending;
mod figures;
mod keys;
mod ladder;
mod layer;
mod rounds;

use fracas_core::odds::{Budget, Exact, Refusal, attempt as try_to_follow, exact as follow};

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

/// The same before sampling. A ladder knows its price beforehand.
pub fn attempt(b: &Battle, budget: Budget, sure: Budget) -> Result<Exact, Refusal> {
    if !b.lively
        && let Some(exact) = ladder::solve(b, sure)?
    {
        return Ok(exact);
    }
    if branches::has_rungs(b) {
        try_to_follow::<Andor>(b, budget, sure)
    } else {
        rounds::solve(b, budget)
    }
}
