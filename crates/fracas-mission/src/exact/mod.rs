//! Exact odds (M-111).
//!
//! Two ways that must agree: [`duel`] goes through one against one by rounds,
//! also through a chain of such battles; [`branches`] packs states of any
//! squad for the generic solver.

mod branches;
mod chain;
mod duel;
mod figures;

use fracas_core::odds::{Budget, Exact, HearEnds, Refusal, exact_ends as follow};

use crate::battle::Battle;
use crate::mission::Mission;

/// The exact odds of a battle or chain.
pub fn exact(b: &Battle, budget: Budget) -> Result<Exact, Refusal> {
    exact_ends(b, budget, &mut |_, _, _| {})
}

/// The same, every end told.
pub fn exact_ends(b: &Battle, budget: Budget, hear: HearEnds<'_>) -> Result<Exact, Refusal> {
    if let Some(found) = chain::solve(b, budget, hear)? {
        return Ok(found);
    }
    if b.chain.len() > 1 {
        let why = "exact odds of a chain are offered for one against one: what a squad carries \
                   over to the next battle has too many values";
        return Err(Refusal::Because(why.to_owned()));
    }
    follow::<Mission>(b, budget, hear)
}
