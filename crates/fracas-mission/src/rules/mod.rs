//! The rules, one file a chapter of the rulebook.

pub mod attack;
pub mod battle;
pub mod chain;
pub mod conclusion;
pub mod contest;
pub mod duel;
pub mod recovery;
pub mod skill;
pub mod squads;
pub mod turn;
