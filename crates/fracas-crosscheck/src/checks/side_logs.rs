//! What a side is told against what truly happened.

use std::ops::ControlFlow;

use fracas::{Battle, Log};
use serde_json::{Map, Value};

use crate::difference::{Difference, same};

/// Every event that a side is told is one that truly happened, and holds
/// nothing that the true one does not.
pub fn known(battle: &Battle, seed: u64) -> Result<(), Difference> {
    if battle.rules().observers().is_empty() {
        return Ok(());
    }
    let (truth, fought) = (events(battle, seed, None), battle.run(seed, 0, None));
    for (place, name) in battle.rules().observers().iter().enumerate() {
        let told = events(battle, seed, Some(place));
        let mut rest = truth.iter();
        for line in &told {
            if !rest.any(|event| tells_no_more(line, event)) {
                return Err(Difference(format!("only {name} knows of {line:?}")));
            }
        }
    }
    same("a battle after its logs", &battle.run(seed, 0, None), &fought)
}

fn events(battle: &Battle, seed: u64, observer: Option<usize>) -> Vec<Map<String, Value>> {
    let mut events = Vec::new();
    let mut hear = |line: &str| {
        // Every event is an object of plain data.
        events.extend(serde_json::from_str(line).ok());
        ControlFlow::Continue(())
    };
    battle.run(seed, 0, Some(Log::Json(observer, &mut hear)));
    events
}

/// What is said of whom a side has not in view.
const UNSEEN: [&str; 2] = ["somebody unseen", "something"];

/// Events that a side knows under another name, and the true ones.
const RENAMED: [(&str, &str); 2] = [("felt", "round"), ("explosion", "blast")];

/// Whether a line of a side's log can be of this event.
fn tells_no_more(line: &Map<String, Value>, event: &Map<String, Value>) -> bool {
    line.iter().all(|(key, value)| match value {
        // Nothing was felt, or nothing is known.
        Value::Null | Value::Bool(false) => true,
        Value::Number(number) if number.as_i64() == Some(0) => true,
        Value::String(word) if UNSEEN.contains(&word.as_str()) => event.contains_key(key),
        Value::String(word) if key == "event" => {
            let renamed = RENAMED.iter().find(|(name, _)| name == word);
            event.get(key).is_some_and(|truth| truth == renamed.map_or(word.as_str(), |r| r.1))
        }
        // From where: the true log need not say it, for it says who.
        _ if key == "heard" => true,
        _ => holds(event, key, value),
    })
}

/// Whether an event says this of this key, however deep.
fn holds(event: &Map<String, Value>, key: &str, value: &Value) -> bool {
    let inside = |part: &Value| part.as_object().is_some_and(|part| holds(part, key, value));
    event.get(key) == Some(value) || event.values().any(inside)
}
