//! Facts of one fought battle, for JSON: the mission summary (B-253).

use serde_json::Value;

use crate::battle::Battle;
use crate::report::summary::summary;
use crate::state::State;

/// The summary under its key.
pub fn facts(battle: &Battle, state: &State) -> Vec<(&'static str, Value)> {
    // Plain numbers and texts always serialise.
    vec![("summary", serde_json::to_value(summary(battle, state)).unwrap_or_default())]
}
