//! Facts of one fought battle, for JSON (section 15 of the rulebook).

use serde_json::{Map, Value, json};

use crate::battle::{Battle, SideId};
use crate::measures::kind_of;
use crate::rules::flight;
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

/// Quantities by name; things of one name are added up (O-74).
fn things(b: &Battle, things: &Holdings) -> Value {
    let men = things.men.iter().map(|(kind, count)| (b.kind(*kind).key.as_str(), *count));
    let goods = things.goods.iter().map(|(name, count)| (name.as_str(), *count));
    let items = things.items.iter().map(|item| (item.name.as_str(), 1));
    let mut found = Map::new();
    for (name, quantity) in men.chain(goods).chain(items) {
        let so_far = found.get(name).and_then(Value::as_u64).unwrap_or(0);
        found.insert(name.to_owned(), json!(so_far + quantity));
    }
    for noble in &things.prisoners {
        // A noble may be called like a thing.
        let taken = found.contains_key(&noble.name);
        let name = if taken { format!("{} (noble)", noble.name) } else { noble.name.clone() };
        found.insert(name, json!("prisoner"));
    }
    Value::Object(found)
}

fn positions(b: &Battle, st: &State) -> Value {
    let places = flight::whereabouts(b, st, |unit| flight::is_free(st, unit));
    let mut found = Map::new();
    for (side, place) in SideId::BOTH.into_iter().zip(places) {
        let inside = place.structure.map(|housing| {
            let kind = housing.structure.kind;
            housing.structure.name.unwrap_or_else(|| format!("the {}", kind.words()))
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
