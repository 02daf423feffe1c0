//! Which keys of a scenario are whose.

use fracas_core::capability::{Side, Sides};
use fracas_core::ruleset::OutcomeId;

use crate::andor::Andor;
use crate::measures::WIN;
use crate::state::Verdict;

/// A hero meets monsters; monsters meet nobody but heroes.
impl Sides for Andor {
    fn sides(&self) -> [Side; 2] {
        [
            Side { name: "hero", keys: &["player", "policy", "item", "condition"], wins: &[WIN] },
            Side { name: "monsters", keys: &["monster"], wins: &[OutcomeId(Verdict::Lose as u8)] },
        ]
    }

    fn swap(&self) -> bool {
        false
    }
}
