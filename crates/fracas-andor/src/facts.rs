//! Facts of one fought battle, for JSON.

use serde_json::{Map, Value, json};

use crate::battle::Battle;
use crate::events::name;
use crate::state::{Actor, Cause, State};

/// The monsters, the bag, and where the damage came from.
pub fn facts(b: &Battle, st: &State) -> Vec<(&'static str, Value)> {
    let monsters = st.monsters.iter().enumerate().map(|(monster, now)| {
        let who = Actor::Monster(monster as u8);
        json!({ "name": name(b, st, who), "hp": now.hp, "alive": st.lives(monster) })
    });
    let mut bag = Map::new();
    for (place, count) in st.bag.iter().enumerate() {
        if *count > 0 {
            bag.insert(b.stocked(place).id.clone(), json!(count));
        }
    }
    let damage = st.accounts.entries.iter().map(|(source, sum)| {
        let cause = match source.cause {
            Cause::Hit => "hit".to_owned(),
            Cause::Critical => "critical".to_owned(),
            Cause::Condition(condition) => b.conditions[usize::from(condition)].id.clone(),
            Cause::Effect => "effect".to_owned(),
        };
        let by = source.by.map(|by| b.party_name(by));
        json!({ "hurt": b.party_name(source.hurt), "by": by, "cause": cause, "damage": sum })
    });
    vec![
        ("fight", json!(st.fight + 1)),
        ("monsters", monsters.collect()),
        ("bag", Value::Object(bag)),
        ("damage", damage.collect()),
    ]
}
