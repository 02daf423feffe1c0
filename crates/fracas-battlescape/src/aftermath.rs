//! The scenario that is left (B-254, B-259): the file as it was, with the map
//! as it stands, whoever is alive, and what is still to be done.

use std::collections::BTreeMap;
use std::fmt::Write;

use fracas_core::document::write_text;
use toml_edit::DocumentMut;

use crate::battle::{Battle, Objective, Side, Task, UnitId};
use crate::data::Strength;
use crate::data::people::MOST_ALIKE;
use crate::field::Spot;
use crate::generate::print;
use crate::scenario::{LONGEST_NAME, MOST_XP};
use crate::state::{Armed, Carried, Fate, State};

/// Writes the scenario. It reads back without an error.
pub fn write(battle: &Battle, state: &State) -> String {
    let mut text = String::from("aftermath = true\n");
    text.push_str(&kept(battle));
    text.push('\n');
    text.push_str(&print(battle, state));
    for side in [Side::Player, Side::Enemy, Side::Neutral] {
        squad(&mut text, battle, state, side);
    }
    ground_items(&mut text, battle, state);
    let open: Vec<usize> =
        (0..battle.objectives.len()).filter(|number| is_open(battle, state, *number)).collect();
    for number in &open {
        let objective = &battle.objectives[*number];
        write_objective(&mut text, battle, state, objective);
        // What came before it is done, or stands in this file too.
        let first = objective.after.and_then(|first| open.iter().position(|left| *left == first));
        if let Some(first) = first {
            let _ = writeln!(text, "after = {}", first + 1);
        }
    }
    text
}

/// Whether an objective, and whatever has to be done before it, can still be
/// done.
fn is_open(battle: &Battle, state: &State, number: usize) -> bool {
    let (objective, progress) = (&battle.objectives[number], state.progress[number]);
    let comes = |first: usize| state.progress[first].done || is_open(battle, state, first);
    let standing = !progress.done && !progress.lost && can_be_done(state, &objective.task);
    standing && objective.after.is_none_or(comes)
}

/// What lies on the ground, hex by hex, items alike together.
fn ground_items(text: &mut String, battle: &Battle, state: &State) {
    let mut lying: BTreeMap<(u16, u8, u8), (Carried, usize)> = BTreeMap::new();
    for (at, item) in &state.ground.items {
        lying.entry((at.0, item.item.0, item.uses)).or_insert((*item, 0)).1 += 1;
    }
    for ((at, ..), (item, count)) in lying {
        for id in stacks(battle, &item, count) {
            let at = hex(battle, Spot(at));
            let _ = write!(text, "\n[[item]]\nid = {id}\nat = {at}\n");
        }
    }
}

/// Whether the dead leave enough of an objective, also where that has not come
/// to the end check (B-250).
fn can_be_done(state: &State, task: &Task) -> bool {
    let alive = |unit: UnitId| state.unit(unit).fate != Fate::Dead;
    match task {
        Task::Assassinate(unit) | Task::Capture(unit) | Task::Protect(unit, _) => alive(*unit),
        Task::Rescue { units, need, .. } => {
            let left = units.iter().filter(|unit| alive(*unit)).count();
            left >= need.map_or(1, |need| need as usize)
        }
        _ => true,
    }
}

/// What the file says and no battle changes: light, weather, rules, zones.
fn kept(battle: &Battle) -> String {
    // The battle was read from this text, so it can be read again.
    let Ok(mut file) = battle.text.parse::<DocumentMut>() else { return String::new() };
    for changed in ["aftermath", "map", "squad", "item", "objective"] {
        file.remove(changed);
    }
    file.to_string()
}

fn hex(battle: &Battle, spot: Spot) -> String {
    let at = battle.field.col_row(spot);
    format!("[{}, {}]", at.0, at.1)
}

fn squad(text: &mut String, battle: &Battle, state: &State, side: Side) {
    let alive =
        |unit: &UnitId| battle.sheet(*unit).side == side && state.unit(*unit).fate != Fate::Dead;
    let units: Vec<UnitId> = battle.units().filter(alive).collect();
    if units.is_empty() {
        return;
    }
    let usual = battle.sheets.iter().all(|sheet| sheet.skill == Strength::default());
    let skill = |unit: &UnitId| battle.sheet(*unit).skill;
    for alike in units.chunk_by(|one, other| skill(one) == skill(other)) {
        let _ = write!(text, "\n[[squad]]\nside = \"{}\"\n", side.name());
        if !usual {
            let _ = writeln!(text, "strength = \"{}\"", skill(&alike[0]).name());
        }
        text.push_str("units = [\n");
        for unit in alike {
            let keys = unit_keys(battle, state, *unit);
            let pairs: Vec<String> =
                keys.iter().map(|(key, value)| format!("{key} = {value}")).collect();
            let _ = writeln!(text, "  {{ {} }},", pairs.join(", "));
        }
        text.push_str("]\n");
    }
}

/// A unit: what its file said of it, and what the battle made of it.
fn unit_keys(battle: &Battle, state: &State, id: UnitId) -> Vec<(String, String)> {
    let (sheet, unit) = (battle.sheet(id), state.unit(id));
    let mut keys: Vec<(String, String)> = Vec::new();
    let mut put = |key: &str, value: String| keys.push((key.to_owned(), value));
    put("class", write_text(&battle.data.classes[sheet.class].id));
    put("name", write_text(&sheet.name));
    // One who has left the map has no place on it.
    if unit.fate == Fate::Here {
        put("at", hex(battle, unit.at()));
        put("facing", write_text(unit.facing.name()));
    }
    put("hp_now", unit.hp.to_string());
    let weapon = |armed: Option<&Armed>| {
        write_text(armed.map_or("none", |armed| battle.data.weapon(armed.weapon).id.as_str()))
    };
    put("weapon", weapon(unit.weapons.first()));
    put("secondary", weapon(unit.weapons.get(1)));
    for (key, armed) in ["ammo", "secondary_ammo"].into_iter().zip(&unit.weapons) {
        if battle.data.weapon(armed.weapon).magazine > 0 {
            let rounds = std::iter::once(&armed.loaded).chain(&armed.spares);
            let rounds: Vec<String> = rounds.map(u8::to_string).collect();
            put(key, format!("[{}]", rounds.join(", ")));
        }
    }
    put("items", format!("[{}]", items(battle, &unit.items).join(", ")));
    put("xp", sheet.xp.saturating_add(unit.xp).min(MOST_XP).to_string());
    put("mode", write_text(sheet.mode.name()));
    if !sheet.patrol.is_empty() {
        let hexes: Vec<String> = sheet.patrol.iter().map(|spot| hex(battle, *spot)).collect();
        put("patrol", format!("[{}]", hexes.join(", ")));
    }
    keys.extend(sheet.written.iter().cloned());
    keys
}

/// Items as the file writes them, those alike together.
fn items(battle: &Battle, carried: &[Carried]) -> Vec<String> {
    let alike = |a: &Carried, b: &Carried| (a.item, a.uses) == (b.item, b.uses);
    let mut texts = Vec::new();
    for (place, item) in carried.iter().enumerate() {
        if carried[..place].iter().any(|other| alike(other, item)) {
            continue;
        }
        let count = carried.iter().filter(|other| alike(other, item)).count();
        texts.extend(stacks(battle, item, count));
    }
    texts
}

/// So many items alike, in as few words as can be read back.
fn stacks(battle: &Battle, item: &Carried, count: usize) -> Vec<String> {
    let used = item.uses < battle.data.item(item.item).uses;
    let most = if used { 1 } else { MOST_ALIKE };
    let starts = (0..count).step_by(most);
    starts.map(|done| write_text(&item_text(battle, item, most.min(count - done)))).collect()
}

/// `id`, `id*count`, or `id:uses` for one that was used.
fn item_text(battle: &Battle, carried: &Carried, count: usize) -> String {
    let item = battle.data.item(carried.item);
    match count {
        _ if carried.uses < item.uses => format!("{}:{}", item.id, carried.uses),
        1 => item.id.clone(),
        count => format!("{}*{count}", item.id),
    }
}

fn write_objective(text: &mut String, battle: &Battle, state: &State, objective: &Objective) {
    let name = |unit: UnitId| write_text(&battle.sheet(unit).name);
    let zone = |zone: usize| write_text(&battle.zones[zone].name);
    let mut keys: Vec<(&str, String)> = Vec::new();
    let kind = match &objective.task {
        Task::Eliminate => "eliminate",
        Task::Assassinate(unit) => {
            keys.push(("unit", name(*unit)));
            "assassinate"
        }
        Task::Capture(unit) => {
            keys.push(("unit", name(*unit)));
            "capture"
        }
        Task::Reach(at, need) => {
            keys.push(("zone", zone(*at)));
            keys.extend(need.map(|need| ("need", need.to_string())));
            "reach"
        }
        Task::Escape(at, need) => {
            keys.push(("zone", zone(*at)));
            keys.extend(need.map(|need| ("need", need.to_string())));
            "escape"
        }
        Task::Hold(at, turns) => {
            keys.push(("zone", zone(*at)));
            keys.push(("turns", turns.to_string()));
            "hold"
        }
        Task::Survive(turns) => {
            keys.push(("turns", turns.to_string()));
            "survive"
        }
        Task::Interact(object) => {
            keys.push(("object", write_text(&battle.objects[*object].name)));
            "interact"
        }
        Task::Protect(unit, turns) => {
            keys.push(("unit", name(*unit)));
            keys.extend(turns.map(|turns| ("turns", turns.to_string())));
            "protect"
        }
        Task::Rescue { units, to, need } => {
            let alive = units.iter().filter(|unit| state.unit(*unit).fate != Fate::Dead);
            let names: Vec<String> = alive.map(name).collect();
            keys.push(("units", format!("[{}]", names.join(", "))));
            keys.extend(to.map(|to| ("to", zone(to))));
            keys.extend(need.map(|need| ("need", need.to_string())));
            "rescue"
        }
    };
    let _ = write!(text, "\n[[objective]]\nkind = \"{kind}\"\n");
    for (key, value) in keys {
        let _ = writeln!(text, "{key} = {value}");
    }
    if objective.primary {
        text.push_str("primary = true\n");
    }
    if objective.trigger > 1 {
        let _ = writeln!(text, "trigger = {}", objective.trigger);
    }
    // A longer one was made of what it is about, and is made so again.
    if objective.name.chars().count() <= LONGEST_NAME {
        let _ = writeln!(text, "name = {}", write_text(&objective.name));
    }
}
