//! Which keys of a scenario are whose.

use fracas_core::capability::{Side, Sides};

use crate::mfd::Mfd;
use crate::rules::ends::{HEROES, VILLAINS};

impl Sides for Mfd {
    fn sides(&self) -> [Side; 2] {
        [
            Side { name: "heroes", keys: &["heroes"], wins: &[HEROES] },
            Side { name: "villains", keys: &["villains"], wins: &[VILLAINS] },
        ]
    }

    fn swap(&self) -> bool {
        true
    }
}
