//! What the rules make of a scenario before the first die.

use fracas_core::table::{Cell, Table};
use serde_json::{Value, json};

use crate::battle::{Band, BandKind, Battle, CombatRole, Edition, SideId};
use crate::muster::ratings_of;
use crate::report::words;
use crate::rules::attack::{Target, Targets};

/// Sides, members, cover, hit chances, nobles and upkeep.
pub fn inspect(b: &Battle) -> Vec<Table> {
    let mut tables = vec![sides(b), members(b)];
    tables.extend(cover(b));
    tables.push(hit_chances(b));
    tables.push(nobles(b));
    tables.push(upkeep(b));
    tables
}

/// O-60, O-61: what each side is worth, and when it breaks.
fn sides(b: &Battle) -> Table {
    let heads = ["side", "leader", "men", "able", "exposed", "front row", "value", "breaks at"];
    let mut table = Table::new("sides", &heads);
    for id in SideId::BOTH {
        let side = &b.sides[id.index()];
        let force = &b.start.forces[id.index()];
        let exposed = force.exposed.total() + u64::from(force.wall.stands);
        table.row(vec![
            json!(id),
            json!(b.units[side.leader()].noble.name),
            json!(force.men),
            json!(force.able),
            json!(exposed),
            json!(force.front),
            json!(side.value),
            json!(side.break_point),
        ]);
    }
    table.note = Some(first_attack(b).to_owned());
    table
}

/// O-30, O-84: by whom the first attack is made.
fn first_attack(b: &Battle) -> &'static str {
    let able = SideId::BOTH.map(|side| b.start.forces[side.index()].able > 0);
    match (b.edition, able) {
        (_, [false, false]) => "nobody is able to attack",
        (Edition::First, _) => "the first attack is made by one of the able, each as likely",
        (Edition::Later, [true, true]) => {
            "the sides take turns; the first attack is made by one of the attacker's able, each as \
             likely"
        }
        (Edition::Later, [true, false]) => {
            "every attack is made by one of the attacker's able, each as likely"
        }
        (Edition::Later, [false, true]) => {
            "every attack is made by one of the defender's able, each as likely"
        }
    }
}

/// Ratings in this place and weather, and what each may do and suffer at first.
fn members(b: &Battle) -> Table {
    let heads =
        ["side", "unit", "who", "count", "row", "att", "def", "mis", "value", "strikes", "stands"];
    let mut table = Table::new("members", &heads);
    for (index, band) in b.bands.iter().enumerate() {
        let ratings = ratings_of(b, band.unit, band.who);
        let strength = b.start.stances[index].strength;
        table.row(vec![
            json!(band.stats.side),
            json!(b.units[band.unit].noble.name),
            json!(who(b, band)),
            json!(band.count),
            json!(band.stats.row),
            json!(ratings.attack),
            json!(ratings.defense),
            json!(ratings.missile),
            json!(band.stats.value),
            if strength > 0 { json!(strength) } else { Value::Null },
            json!(stands(b, index)),
        ]);
    }
    table
}

fn who(b: &Battle, band: &Band) -> String {
    match band.who {
        BandKind::Noble => "noble".to_owned(),
        BandKind::Men(kind) | BandKind::Engines(kind) => b.kind(kind).key.clone(),
    }
}

/// Where a band stands at first, and who covers it.
fn stands(b: &Battle, index: usize) -> String {
    let band = &b.bands[index];
    let stats = &band.stats;
    let force = &b.start.forces[stats.side.index()];
    let exposed = force.exposed.get(index - b.sides[stats.side.index()].bands.start) > 0;
    match stats.role {
        CombatRole::Baggage => "sits out".to_owned(),
        CombatRole::Engine if b.start.stances[index].strength == 0 && !exposed => "idle".to_owned(),
        _ if exposed => "exposed".to_owned(),
        _ if stats.row > force.front => format!("behind row {}", force.front),
        CombatRole::Noble if band.unit == b.sides[stats.side.index()].leader() => {
            "behind all others".to_owned()
        }
        CombatRole::Noble if b.units[band.unit].men.is_empty() => "behind the stack".to_owned(),
        _ => "behind the men".to_owned(),
    }
}

/// O-51, O-52: whom the structures cover at first.
fn cover(b: &Battle) -> Option<Table> {
    let heads = ["side", "structure", "kind", "defense", "damage", "covers", "covered at first"];
    let mut table = Table::new("cover", &heads);
    for id in SideId::BOTH {
        let Some(structure) = b.wall(id) else { continue };
        let covered = covered(b, id);
        let told = if covered.is_empty() { "nobody".to_owned() } else { words::list(&covered) };
        table.row(vec![
            json!(id).into(),
            json!(words::structure(structure)).into(),
            json!(structure.kind.key()).into(),
            json!(structure.defense).into(),
            json!(structure.damage).into(),
            json!(structure.kind.covers()).into(),
            Cell::told(covered, told),
        ]);
    }
    (!table.rows.is_empty()).then_some(table)
}

/// The men of each band that are covered before the first attack.
fn covered(b: &Battle, id: SideId) -> Vec<String> {
    let side = &b.sides[id.index()];
    let exposed = &b.start.forces[id.index()].exposed;
    let mut places = side.structure.as_ref().map_or(0, |structure| structure.kind.covers());
    let mut found = Vec::new();
    for (index, band) in side.bands.clone().enumerate() {
        let band = &b.bands[band];
        if !band.stats.housed {
            continue;
        }
        let covered = u64::from(exposed.get(index)).min(places);
        places -= covered;
        match band.who {
            _ if covered == 0 => {}
            BandKind::Noble => found.push(b.units[band.unit].noble.name.clone()),
            BandKind::Men(kind) | BandKind::Engines(kind) => {
                found.push(words::men(b.kind(kind), covered))
            }
        }
    }
    found
}

/// O-35: every strength against every defense that can meet at first.
fn hit_chances(b: &Battle) -> Table {
    let heads = ["side", "attacker", "target", "A", "B", "chance %"];
    let mut table = Table::new("hit_chances", &heads);
    for id in SideId::BOTH {
        let targets = target_list(b, id.foe());
        for (striker, strength, engine) in strikers(b, id) {
            for (target, defense, wall) in &targets {
                if engine && !wall {
                    continue;
                }
                let percent = 100.0 * f64::from(strength) / f64::from(strength + defense);
                table.row(vec![
                    json!(id),
                    json!(striker),
                    json!(target),
                    json!(strength),
                    json!(defense),
                    json!((percent * 10.0).round() / 10.0),
                ]);
            }
        }
    }
    table.note = Some("A in A + B; cover included in B".to_owned());
    table
}

/// Who is able at first and how strong, each kind once.
fn strikers(b: &Battle, id: SideId) -> Vec<(String, u32, bool)> {
    let mut found: Vec<(String, u32, bool)> = Vec::new();
    for band in b.sides[id.index()].bands.clone() {
        let strength = b.start.stances[band].strength;
        let engine = b.bands[band].stats.role == CombatRole::Engine;
        let entry = (called(b, band), strength, engine);
        if strength > 0 && !found.contains(&entry) {
            found.push(entry);
        }
    }
    found
}

/// Who is exposed at first and how well defended, each kind once.
fn target_list(b: &Battle, id: SideId) -> Vec<(String, u32, bool)> {
    use fracas_core::chance::Runs;
    let targets = Targets::<true>::of(b, &b.start, id);
    let mut found: Vec<(String, u32, bool)> = Vec::new();
    let mut place = 0;
    targets.each(|length| {
        if length > 0 {
            let entry = match targets.at(place) {
                Target::Wall { defense } => (words::structure_name(b, id), defense, true),
                Target::Member { band, defense } => {
                    let covered = defense > b.bands[band].stats.defense;
                    let cover = if covered { ", covered" } else { "" };
                    (format!("{}{cover}", called(b, band)), defense, false)
                }
            };
            if !found.contains(&entry) {
                found.push(entry);
            }
            place += length;
        }
    });
    found
}

fn called(b: &Battle, band: usize) -> String {
    match b.bands[band].who {
        BandKind::Noble => b.units[b.bands[band].unit].noble.name.clone(),
        BandKind::Men(kind) | BandKind::Engines(kind) => b.kind(kind).singular.clone(),
    }
}

/// O-42: what a hit would mean to each noble.
fn nobles(b: &Battle) -> Table {
    let heads = ["side", "noble", "under", "health", "ill", "dies if hit %"];
    let mut table = Table::new("nobles", &heads);
    for unit in &b.units {
        let noble = &unit.noble;
        let dies = if noble.survive_fatal { 0 } else { 101 - u32::from(noble.health) };
        table.row(vec![
            json!(unit.side),
            json!(noble.name),
            json!(unit.under.map(|over| &b.units[over].noble.name)),
            json!(noble.health),
            json!(noble.ill),
            json!(dies),
        ]);
    }
    table
}

/// O-91: gold a month by unit, and by side.
fn upkeep(b: &Battle) -> Table {
    let mut table = Table::new("upkeep", &["side", "unit", "gold a month"]);
    for id in SideId::BOTH {
        let mut sum = 0;
        for unit in b.sides[id.index()].units.clone() {
            let men = b.units[unit].men.iter();
            let gold: u64 =
                men.map(|(kind, count)| u64::from(*count) * u64::from(b.kind(*kind).upkeep)).sum();
            sum += gold;
            table.row(vec![json!(id), json!(b.units[unit].noble.name), json!(gold)]);
        }
        table.row(vec![json!(id), json!("all"), json!(sum)]);
    }
    table
}
