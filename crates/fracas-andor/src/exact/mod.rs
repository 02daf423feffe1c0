//! Exact odds.
//!
//! [`ladder`] is made for this game and follows hit points by the grid.
//! [`branches`] gives the generic solver what it needs; the two must agree,
//! and it serves where monsters come over or leave something to drink.
//! [`rounds`] serves the rest: conditions, effects, steps aside, halts.

mod blows;
mod branches;
mod ending;
mod figures;
pub(crate) mod keys;
pub(crate) mod ladder;
mod layer;
mod masses;
mod rounds;

use fracas_core::odds::{
    Budget, Exact, HearEnds, Refusal, attempt as try_to_follow, exact_ends as follow,
};

use crate::Andor;
use crate::battle::Battle;

/// The exact odds of a battle.
pub fn exact(b: &Battle, budget: Budget) -> Result<Exact, Refusal> {
    exact_ends(b, budget, &mut |_, _, _| {})
}

/// The same, every end told.
pub fn exact_ends(b: &Battle, budget: Budget, hear: HearEnds<'_>) -> Result<Exact, Refusal> {
    if !b.lively
        && let Some(exact) = ladder::solve(b, budget, hear)?
    {
        return Ok(exact);
    }
    match branches::has_rungs(b) {
        true => follow::<Andor>(b, budget, hear),
        false => rounds::solve(b, budget, hear),
    }
}

/// The same before sampling. A ladder knows its price beforehand.
pub fn attempt(
    b: &Battle,
    budget: Budget,
    sure: Budget,
    hear: HearEnds<'_>,
) -> Result<Exact, Refusal> {
    if !b.lively
        && let Some(exact) = ladder::solve(b, sure, hear)?
    {
        return Ok(exact);
    }
    match branches::has_rungs(b) {
        true => try_to_follow::<Andor>(b, budget, sure, hear),
        false => rounds::solve(b, budget, hear),
    }
}
