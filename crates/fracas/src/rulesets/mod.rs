//! The rulesets of fracas, and what each offers that no other has. Nothing
//! outside this folder names one.

pub mod andor;
pub mod battlescape;
mod cells;
pub mod mfd;
pub mod mission;

pub use fracas_olympia as olympia;

use crate::registry::Registry;
use crate::scenario::Scenario;
use crate::set::Set;

/// Changes to a scenario as it takes them, from changes as users write them:
/// some rulesets have a shorter way of writing them.
pub fn sets(scenario: &Scenario, typed: &[Set]) -> Vec<Set> {
    mfd::sets(scenario, typed)
}

/// All of them.
pub(crate) fn all() -> Registry {
    Registry::default()
        .with::<fracas_andor::Andor>()
        .with::<fracas_battlescape::Battlescape>()
        .with::<fracas_mfd::Mfd>()
        .with::<fracas_mission::Mission>()
        .with::<fracas_olympia::Olympia>()
}
