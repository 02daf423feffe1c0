//! The rules, one file a chapter of the rulebook.

pub mod arrivals;
pub mod compat;
pub mod ends;
pub mod ledger;
pub mod limits;
pub mod links;
pub mod matchups;
pub mod rolls;
pub mod round;
pub mod stats;
