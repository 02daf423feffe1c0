//! The ruleset `olympia`: stacks of nobles and men, rows, forts, sieges,
//! prisoners, loot. The rulebook is `docs/rules/olympia.md`; rule numbers in
//! the code (O-30, E-4) are its.

mod aftermath;
pub mod battle;
mod decide;
mod dwindle;
pub mod events;
mod exact;
mod facts;
mod inspect;
pub mod kinds;
pub mod measures;
mod muster;
mod olympia;
mod parts;
mod report;
pub mod rules;
mod scenario;
mod scenes;
mod sides;
pub mod state;

pub use olympia::Olympia;
