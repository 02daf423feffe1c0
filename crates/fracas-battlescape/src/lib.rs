//! The ruleset `battlescape`: hex tactics with time units, sight, cover,
//! flanks, fog of war and an AI. The rulebook is `docs/rules/battlescape.md`;
//! rule numbers in the code (B-76) are its.

pub mod aftermath;
pub mod ai;
pub mod battle;
mod battlescape;
pub mod data;
pub mod dice;
pub mod ends;
pub mod events;
mod facts;
pub mod field;
pub mod generate;
pub mod hex;
pub mod inspect;
mod lines;
pub mod measures;
pub mod order_text;
pub mod orders;
mod parts;
pub mod play;
pub mod query;
pub mod report;
pub mod rules;
pub mod scenario;
pub mod scenes;
pub mod set_up;
pub mod smoke;
pub mod state;
pub mod view;

pub use battlescape::Battlescape;

/// Raised whenever the same scenario and dice would fight otherwise.
const VERSION: u32 = 10;
