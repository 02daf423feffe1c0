//! Facts of one fought battle, for JSON.

use serde_json::{Value, json};

use crate::battle::{Battle, Side};
use crate::report::site_report;
use crate::state::State;

/// Everything beside outcome and measures that a player asks for.
pub fn facts(b: &Battle, st: &State) -> Vec<(&'static str, Value)> {
    let report = site_report(b, st);
    let enemies = st.fight.side(Side::Enemies).iter().map(|fighter| {
        json!({
            "id": b.units[fighter.unit as usize].id,
            "hp": [fighter.hp_before, fighter.hp],
            "exhaustion": [fighter.exhaustion_before, fighter.exhaustion],
        })
    });
    vec![
        ("battles", json!(st.battle + 1)),
        ("enemies", Value::Array(enemies.collect())),
        // Plain numbers and texts always serialise.
        ("report", serde_json::to_value(report).unwrap_or_default()),
    ]
}
