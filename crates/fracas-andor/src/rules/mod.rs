//! The rules, one file a chapter of the rulebook.

pub mod attack;
pub mod board;
pub mod conditions;
pub mod effects;
pub mod equipment;
pub mod hero;
pub mod levels;
pub mod losses;
pub mod monsters;
pub mod plain;
pub mod policy;
pub mod rewards;
pub mod turns;
