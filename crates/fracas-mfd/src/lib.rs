//! The ruleset `mfd`: heroes against villains in dice pools, from CSV files
//! and back into them. The rulebook is `docs/rules/mfd.md`; rule numbers in
//! the code (F-30, C-5, E-9) are its.

mod aftermath;
pub mod battle;
pub mod csv;
pub mod events;
mod exact;
mod facts;
mod finals;
mod inspect;
mod kinds;
pub mod measures;
mod mfd;
mod muster;
pub mod rate;
mod report;
pub mod rules;
mod scenario;
mod scenes;
pub mod sheet;
mod sides;
pub mod state;
pub mod tables;

pub use aftermath::written_out;
pub use mfd::Mfd;
