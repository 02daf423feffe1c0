//! Facts of one fought battle, for JSON (section 15 of the rulebook).

use serde_json::{Map, Value, json};

use crate::battle::{Battle, SideId};
use crate::measures::kind_of;
use crate::rules::flight::whereabouts;
use crate::rules::spoils::{Holdings, share_out};
use crate::state::{State, Verdict};

/// Everything beside outcome and measures that a player asks for.
pub fn facts(b: &Battle, st: &State) -> Vec<(&'static str, Value)> {
    let units = (0..b.units.len()).map(|unit| unit_facts(b, st, unit)).collect();
    let mut facts = Vec::new();
    if st.verdict == Some(Verdict::Stalemate) {
        facts.push(("stalemate", Value::Bool(true)));
    }
    facts.push(("units", Value::Array(units)));
    facts.push(("structures", structures(b, st)));
    facts.push(("loot", loot(b, st)));
    facts.push(("positions", positions(b, st)));
    facts
}

fn unit_facts(b: &Battle, st: &State, unit: usize) -> Value {
    let of_unit = &b.units[unit];
    let now = st.nobles[unit];
    let fate = match () {
        () if now.drowned => "drowned",
        () if now.health == 0 => "killed",
        () if now.captured => "captured",
        () if now.hit => "wounded",
        () => "unhurt",
    };
    let mut lost = Map::new();
    for band in of_unit.bands.clone() {
        if let Some(kind) = kind_of(b.bands[band].who) {
            let count = b.bands[band].count - st.standing[band];
            lost.insert(b.kind(kind).key.clone(), json!(count));
        }
    }
    json!({
        "side": of_unit.side,
        "noble": of_unit.noble.name,
        "fate": fate,
        "health": now.health,
        "ill": now.ill,
        "lost": lost,
    })
}

fn structures(b: &Battle, st: &State) -> Value {
    let mut found = Map::new();
    for side in SideId::BOTH {
        let Some(before) = b.wall(side) else { continue };
        let after = st.forces[side.index()].wall;
        let facts = json!({
            "kind": before.kind.key(),
            "name": before.name,
            "before": { "defense": before.defense, "damage": before.damage },
            "after": { "defense": after.defense, "damage": after.damage },
            "collapsed": !after.stands,
        });
        found.insert(side.key().to_owned(), facts);
    }
    Value::Object(found)
}

/// What changed sides.
fn loot(b: &Battle, st: &State) -> Value {
    let spoils = share_out(b, st);
    let of_foe = spoils.passings.iter().filter(|p| b.units[p.from].side != b.units[p.to].side);
    let entries = of_foe.map(|passing| {
        json!({
            "from": b.units[passing.from].noble.name,
            "to": b.units[passing.to].noble.name,
            "things": things(b, &passing.things),
        })
    });
    Value::Array(entries.collect())
}

fn things(b: &Battle, things: &Holdings) -> Value {
    let mut found = Map::new();
    for (kind, count) in &things.men {
        found.insert(b.kind(*kind).key.clone(), json!(count));
    }
    for (name, count) in &things.goods {
        found.insert(name.clone(), json!(count));
    }
    for item in &things.items {
        found.insert(item.name.clone(), json!(1));
    }
    for noble in &things.prisoners {
        found.insert(noble.name.clone(), json!("prisoner"));
    }
    Value::Object(found)
}

fn positions(b: &Battle, st: &State) -> Value {
    let places = whereabouts(b, st);
    let mut found = Map::new();
    for (side, place) in SideId::BOTH.into_iter().zip(places) {
        let inside = place.structure.map(|structure| {
            structure.name.unwrap_or_else(|| format!("the {}", structure.kind.words()))
        });
        let facts = json!({
            "position": place.position,
            "inside": inside,
            "where": place.moved.and_then(|moved| moved.words()),
        });
        found.insert(side.key().to_owned(), facts);
    }
    Value::Object(found)
}
