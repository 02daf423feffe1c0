//! Which keys of a scenario are whose.

use fracas_core::capability::{Side, Sides};

use crate::olympia::Olympia;
use crate::rules::breaking::{ATTACKER_WINS, DEFENDER_WINS};

/// An army attacks or is attacked.
impl Sides for Olympia {
    fn sides(&self) -> [Side; 2] {
        [
            Side { name: "attacker", keys: &["attacker"], wins: &[ATTACKER_WINS] },
            Side { name: "defender", keys: &["defender"], wins: &[DEFENDER_WINS] },
        ]
    }

    fn swap(&self) -> bool {
        true
    }
}
