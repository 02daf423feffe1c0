//! Which keys of a scenario are whose.

use fracas_core::capability::{Side, Sides};

use crate::battle::Side as Of;
use crate::mission::Mission;
use crate::state::Outcome;

/// A squad goes to a site; a site goes nowhere.
impl Sides for Mission {
    fn sides(&self) -> [Side; 2] {
        [
            Side {
                name: "squad",
                keys: &["agent", "weapons", "player"],
                wins: Outcome::won_by(Of::Agents),
            },
            Side { name: "site", keys: &["mission"], wins: Outcome::won_by(Of::Enemies) },
        ]
    }

    fn swap(&self) -> bool {
        false
    }
}
