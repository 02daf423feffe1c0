//! What the rules make of a scenario before the first die: the referee's view
//! (B-269).

pub mod questions;
pub mod shot;
mod tables;

pub use tables::inspect;
