//! The ruleset `andor`: one hero with action points against monsters, with
//! equipment, potions, loot and experience. The rulebook is
//! `docs/rules/andor.md`; rule numbers in the code are its, and bad
//! input number 4 of its section 11 is E-4.

mod aftermath;
mod andor;
pub mod battle;
pub mod conditions;
pub mod data;
pub mod decide;
pub mod events;
mod exact;
mod facts;
mod hints;
mod inspect;
pub mod items;
pub mod measures;
mod muster;
mod parts;
pub mod play;
mod report;
pub mod rules;
mod scenario;
mod scenes;
mod sides;
pub mod skills;
pub mod state;
pub mod stats;
pub mod studies;

pub use andor::Andor;
pub use scenario::read_all;
