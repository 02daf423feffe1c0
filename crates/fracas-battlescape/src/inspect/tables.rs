//! The whole battle in tables.

use fracas_core::table::{Cell, Table};
use serde_json::{Value, json};

use super::shot::shot;
use crate::battle::{Battle, Side, UnitId};
use crate::report::{status, words};
use crate::rules::sight::vision;
use crate::set_up::opening_state;
use crate::state::{Cover, State, Unit};

/// Map, objectives, units, weapons, who sees whom, and who can hit whom.
pub fn inspect(battle: &Battle) -> Vec<Table> {
    let state = opening_state(battle);
    vec![
        map(battle),
        objectives(battle),
        units(battle, &state),
        figures(battle, &state),
        weapons(battle, &state),
        sight(battle, &state),
        shots(battle, &state),
        strengths(battle),
    ]
}

fn map(battle: &Battle) -> Table {
    let mut table = Table::new("map", &["cols", "rows", "light", "sight %", "time limit"]);
    let light = u32::from(battle.data.sight.light_pct[battle.light as usize]);
    let sight = u64::from(light * battle.weather / 100);
    table.row(vec![
        json!(battle.field.cols()),
        json!(battle.field.rows()),
        json!(words::light(battle.light)),
        json!(sight),
        json!(battle.time_limit),
    ]);
    table
}

fn objectives(battle: &Battle) -> Table {
    let heads = ["number", "kind", "primary", "from turn", "after", "task"];
    let mut table = Table::new("objectives", &heads);
    for (place, objective) in battle.objectives.iter().enumerate() {
        table.row(vec![
            json!(place + 1),
            json!(words::kind(&objective.task)),
            json!(objective.primary),
            json!(objective.trigger),
            json!(objective.after.map(|first| first + 1)),
            json!(words::task(battle, objective)),
        ]);
    }
    table
}

/// Who stands where, and in what state (B-55).
fn units(battle: &Battle, state: &State) -> Table {
    let heads =
        ["side", "unit", "class", "at", "facing", "mode", "hp", "tu", "energy", "rounds", "state"];
    let mut table = Table::new("units", &heads);
    for unit in battle.units() {
        let (sheet, now) = (battle.sheet(unit), state.unit(unit));
        let at = battle.field.col_row(now.at());
        let at = match battle.dealt().any(|dealt| dealt == unit) {
            true => Cell::told(Value::Null, "by dice".to_owned()),
            false => Cell::told(json!(at), at.to_string()),
        };
        let mut states = status::states(&battle.data, battle.sheet(unit), state.unit(unit));
        if now.cover != Cover::None {
            states.push("in cover".to_owned());
        }
        table.row(vec![
            json!(sheet.side.name()).into(),
            json!(sheet.name).into(),
            json!(battle.data.classes[sheet.class].id).into(),
            at,
            json!(now.facing.name()).into(),
            json!(sheet.mode.name()).into(),
            json!(now.hp).into(),
            json!(now.tu).into(),
            json!(now.energy).into(),
            rounds(battle, now),
            json!(states).into(),
        ]);
    }
    table
}

/// How strong the AI is that orders a side where nobody else does (B-281).
fn strengths(battle: &Battle) -> Table {
    let mut table = Table::new("AI", &["side", "strength"]);
    for side in [Side::Player, Side::Enemy] {
        table.row(vec![json!(side.name()), json!(battle.strengths(side))]);
    }
    table
}

/// What is loaded, the magazine, and what is left in spares.
fn rounds(battle: &Battle, now: &Unit) -> Cell {
    let (Some(armed), Some(told)) = (now.in_hand(), status::rounds(&battle.data, now)) else {
        return Value::Null.into();
    };
    let spare: u32 = armed.spares.iter().map(|rounds| u32::from(*rounds)).sum();
    let magazine = battle.data.weapon(armed.weapon).magazine;
    let value = json!({ "loaded": armed.loaded, "magazine": magazine, "spare": spare });
    Cell::told(value, told.trim_start_matches("rounds "))
}

/// What the units are made of.
fn figures(battle: &Battle, state: &State) -> Table {
    let heads =
        ["unit", "accuracy", "strength", "reactions", "bravery", "evasion", "armour", "vision"];
    let mut table = Table::new("figures", &heads);
    for unit in battle.units() {
        let sheet = battle.sheet(unit);
        table.row(vec![
            json!(sheet.name),
            json!(sheet.accuracy),
            json!(sheet.strength),
            json!(sheet.reactions),
            json!(sheet.bravery),
            json!(sheet.evasion),
            json!(sheet.armour),
            json!(vision(battle, state, unit)),
        ]);
    }
    table
}

/// Every weapon that is carried, with what its modes cost (B-63).
fn weapons(battle: &Battle, state: &State) -> Table {
    let heads =
        ["weapon", "dice", "type", "accuracy", "range", "snap", "aimed", "burst", "auto", "strike"];
    let mut table = Table::new("weapons", &heads);
    for (place, weapon) in battle.data.weapons.iter().enumerate() {
        let carried = |unit: UnitId| {
            let mut weapons = state.unit(unit).weapons.iter();
            weapons.any(|armed| usize::from(armed.weapon.0) == place)
        };
        if !battle.units().any(carried) {
            continue;
        }
        let mut row = vec![
            Cell::from(json!(weapon.id)),
            json!(words::dice(weapon.dice)).into(),
            json!(weapon.damage).into(),
            json!(weapon.accuracy).into(),
            json!(weapon.range()).into(),
        ];
        row.extend(weapon.modes.map(|mode| match mode {
            Some(mode) => {
                let several = mode.rounds > 1;
                let rounds = if several { format!(" ({})", mode.rounds) } else { String::new() };
                let value = json!({ "tu": mode.tu, "rounds": mode.rounds });
                Cell::told(value, format!("{}{rounds}", mode.tu))
            }
            None => Value::Null.into(),
        }));
        table.row(row);
    }
    table.note = Some("time units by mode, rounds in brackets".to_owned());
    table
}

/// Whom every unit sees by itself at the start.
fn sight(battle: &Battle, state: &State) -> Table {
    let mut table = Table::new("sight", &["unit", "hexes", "sees"]);
    for unit in battle.units() {
        let own = &state.sights[unit.index()];
        let seen = battle
            .units()
            .filter(|other| battle.sheet(*other).side != battle.sheet(unit).side)
            .filter(|other| own.has(state.unit(*other).at()))
            .map(|other| battle.sheet(other).name.as_str());
        table.row(vec![
            json!(battle.sheet(unit).name),
            json!(own.count()),
            json!(seen.collect::<Vec<_>>()),
        ]);
    }
    table
}

/// Every attack that line and range allow at the start, with exact odds.
fn shots(battle: &Battle, state: &State) -> Table {
    let heads = ["unit", "target", "distance", "weapon", "mode", "hit %", "damage", "kill %"];
    let mut table = Table::new("shots", &heads);
    let tenths = |number: f64| json!((10.0 * number).round() / 10.0);
    for unit in battle.units() {
        for target in battle.units().filter(|target| state.hostile(battle, unit, *target)) {
            let Ok(odds) = shot(battle, state, (unit, target), None, false) else { continue };
            table.row(vec![
                json!(battle.sheet(unit).name),
                json!(battle.sheet(target).name),
                json!(odds.distance),
                json!(odds.weapon),
                json!(odds.mode),
                tenths(100.0 * odds.p_hit),
                tenths(odds.mean),
                tenths(100.0 * odds.p_kill),
            ]);
        }
    }
    table.note = Some("with the first mode of the weapon in hand, from the start state".to_owned());
    table
}
