//! The rules, one file a chapter of the rulebook or a part of one.

pub mod attack;
pub mod breaking;
pub mod flight;
pub mod heirs;
pub mod hits;
pub mod limits;
mod lines;
mod lists;
pub mod melee;
pub mod ratings;
pub mod rows;
pub mod settling;
pub mod skirmish;
pub mod spoils;
pub mod structures;
pub mod throng;
pub mod weeks;
