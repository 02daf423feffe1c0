//! What only the ruleset `mission` has: plans of whom to send.

mod squad;

pub use fracas_mission::*;
pub use squad::squad;
