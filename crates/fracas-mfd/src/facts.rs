//! Facts of one fought battle, for JSON.

use serde_json::{Value, json};

use crate::battle::{Battle, SideId};
use crate::state::{Cause, Count, Presence, State};

/// The report by fighter (F-76), and who retreated (F-74).
pub fn facts(b: &Battle, st: &State) -> Vec<(&'static str, Value)> {
    let left: Vec<&str> = SideId::BOTH
        .into_iter()
        .filter(|side| st.retreated[side.index()])
        .map(SideId::key)
        .collect();
    vec![("retreated", json!(left)), ("fighters", fighters(b, st))]
}

fn fighters(b: &Battle, st: &State) -> Value {
    let mut found = Vec::new();
    for (who, fighter) in b.fighters.iter().enumerate() {
        let Some(record) = st.ledger.get(who) else { continue };
        if record.counts[Count::Rounds as usize] == 0 {
            continue;
        }
        let mut facts = serde_json::Map::new();
        facts.insert("side".to_owned(), json!(fighter.side));
        facts.insert("name".to_owned(), json!(fighter.row.name));
        for (count, name) in Count::NAMES {
            facts.insert(name.to_owned(), json!(record.counts[count as usize]));
        }
        let alive = st.presence(who) == Presence::Living;
        facts.insert("alive".to_owned(), json!(alive));
        let hp = if alive { st.hp_at_end(b, who) } else { st.hp[who] };
        facts.insert("hp".to_owned(), json!(hp));
        let death = record.death;
        let killer = death.and_then(|death| match death.cause {
            Cause::Killer(killer) => Some(b.fighters[killer as usize].row.name.as_str()),
            Cause::Linked(_) => None,
        });
        facts.insert("death_round".to_owned(), json!(death.map(|death| death.round)));
        facts.insert("killer".to_owned(), json!(killer));
        facts.insert("cause".to_owned(), json!(death.map(|death| cause(b, death.cause))));
        found.push(Value::Object(facts));
    }
    Value::Array(found)
}

/// Why a fighter died, in words.
pub fn cause(b: &Battle, cause: Cause) -> String {
    match cause {
        Cause::Killer(who) => format!("killed by {}", b.fighters[who as usize].called),
        Cause::Linked(who) => format!("linked to {}", b.fighters[who as usize].called),
    }
}
