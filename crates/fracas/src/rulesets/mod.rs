//! The rulesets of fracas, and what each offers that no other has. Nothing
//! outside this folder names one.

pub mod andor;
pub mod battlescape;

pub use fracas_mfd as mfd;
pub use fracas_mission as mission;
pub use fracas_olympia as olympia;

use crate::registry::Registry;

/// All of them.
pub(crate) fn all() -> Registry {
    Registry::default()
        .with::<fracas_andor::Andor>()
        .with::<fracas_battlescape::Battlescape>()
        .with::<fracas_mfd::Mfd>()
        .with::<fracas_mission::Mission>()
        .with::<fracas_olympia::Olympia>()
}
