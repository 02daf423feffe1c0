//! Exact odds.
//!
//! Two ways that must agree: [`ladder`] is made for this game and follows hit
//! points by the grid, [`branches`] packs states for the generic solver and
//! serves what the ladder does not: monsters that come over, healing loot.

mod branches;
mod ending;
mod figures;
mod floor;
mod grid;
mod ladder;

use fracas_core::odds::{Budget, Exact, Refusal, exact as follow};

use crate::Andor;
use crate::battle::Battle;

/// The exact odds of a battle.
pub fn exact(b: &Battle, budget: Budget) -> Result<Exact, Refusal> {
    if b.lively {
        let why = "conditions and effects raise hit points again: no exact odds for them";
        return Err(Refusal::Because(why.to_owned()));
    }
    match ladder::solve(b, budget)? {
        Some(exact) => Ok(exact),
        None => follow::<Andor>(b, budget),
    }
}
