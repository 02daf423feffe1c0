//! The ruleset `mission`: squads of agents against mission sites, wounds,
//! exhaustion, retreat, turns and campaigns. The rulebook is
//! `docs/rules/mission.md`; rule numbers in the code (M-29) are its.

mod aftermath;
pub mod battle;
pub mod built_in;
pub mod campaign;
mod constants;
mod decide;
pub mod events;
mod exact;
mod facts;
mod inspect;
pub mod measures;
mod mission;
pub mod muster;
pub mod natural;
pub mod plan;
pub mod report;
pub mod rules;
mod scenario;
mod scenes;
mod sides;
pub mod state;
mod writing;

pub use mission::Mission;
