//! The mission summary (B-253): everything a campaign needs to go on.

use fracas_core::order::Ordered;
use serde::Serialize;

use super::{status, words};
use crate::battle::{Battle, Side, UnitId};
use crate::rules::objectives::{escaped, is_missing};
use crate::state::{Ending, Fate, State, Unit};

/// What a battle came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// The outcome; none while the battle goes on.
    pub outcome: Option<&'static str>,
    /// Why.
    pub reason: Option<&'static str>,
    /// The number of the last turn.
    pub turns: u32,
    /// The objectives, in order.
    pub objectives: Vec<ObjectiveStatus>,
    /// The dead, and those left behind or taken.
    pub casualties: Casualties,
    /// How many of the player's units left the map (B-251).
    pub escaped: usize,
    /// Who is left of the player's side.
    pub survivors: Vec<Survivor>,
    /// Items of dead enemies and on the ground; only on victory.
    pub salvage: Vec<String>,
    /// Items lost; only on defeat.
    pub lost: Vec<String>,
    /// What they were worth.
    pub lost_value: u32,
    /// What can be done next.
    pub options: Vec<&'static str>,
}

/// How an objective stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ObjectiveStatus {
    /// Its number, from 1.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: &'static str,
    /// Whether it is the primary one.
    pub primary: bool,
    /// `done`, `lost` or `open`.
    pub status: &'static str,
}

/// Who was lost, by side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Casualties {
    /// Of the player's side.
    pub player: Vec<Casualty>,
    /// Of the enemy's.
    pub enemy: Vec<Casualty>,
    /// Civilians.
    pub neutral: Vec<Casualty>,
}

/// A unit that was lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Casualty {
    /// Its name.
    pub unit: String,
    /// `dead`, or `missing` (B-256, B-257).
    pub fate: &'static str,
    /// Who killed it, if somebody did.
    pub killer: Option<String>,
}

/// A unit that came through.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Survivor {
    /// Its name.
    pub unit: String,
    /// Hit points, now and unhurt.
    pub hp: [u16; 2],
    /// All states it is in.
    pub status: Vec<String>,
    /// Rounds of all weapons, loaded and spare.
    pub ammo: u32,
    /// Experience won in this battle.
    pub xp: u32,
    /// Experience with that of earlier battles.
    pub total_xp: u32,
    /// The rank that gives (B-254), from 0.
    pub rank: usize,
}

/// Sums up a battle.
pub fn summary(battle: &Battle, state: &State) -> Summary {
    let ending = state.ended.map(|(ending, _)| ending);
    let mut casualties = Casualties::default();
    let mut survivors = Vec::new();
    for unit in battle.units() {
        let side = battle.sheet(unit).side;
        match casualty(battle, state, unit) {
            Some(lost) => match side {
                Side::Player => casualties.player.push(lost),
                Side::Enemy => casualties.enemy.push(lost),
                Side::Neutral => casualties.neutral.push(lost),
            },
            None if side == Side::Player => survivors.push(survivor(battle, state, unit)),
            None => {}
        }
    }
    let (lost, lost_value) = match ending {
        Some(Ending::Defeat) => lost(battle, state),
        _ => (Vec::new(), 0),
    };
    let mut options = vec!["reload", "abort"];
    if !survivors.is_empty() {
        options.push("continue");
    }
    Summary {
        outcome: ending.map(words::ending_key),
        reason: state.ended.map(|(_, reason)| words::reason_key(reason)),
        turns: state.turn,
        objectives: objectives(battle, state),
        casualties,
        escaped: escaped(battle, state, |_| true),
        survivors,
        salvage: if ending == Some(Ending::Victory) { salvage(battle, state) } else { Vec::new() },
        lost,
        lost_value,
        options,
    }
}

fn objectives(battle: &Battle, state: &State) -> Vec<ObjectiveStatus> {
    let standing = battle.objectives.iter().zip(&state.progress).enumerate();
    let status = standing.map(|(place, (objective, progress))| ObjectiveStatus {
        number: place + 1,
        name: objective.name.clone(),
        kind: words::kind(&objective.task),
        primary: objective.primary,
        status: match (progress.done, progress.lost) {
            (true, _) => "done",
            (false, true) => "lost",
            (false, false) => "open",
        },
    });
    status.collect()
}

fn casualty(battle: &Battle, state: &State, unit: UnitId) -> Option<Casualty> {
    let now = state.unit(unit);
    let missing = state.ended.is_some() && is_missing(battle, state, unit);
    let fate = match now.fate {
        Fate::Dead => "dead",
        Fate::Here if missing => "missing",
        _ => return None,
    };
    let killer = now.killer.map(|killer| battle.sheet(killer).name.clone());
    Some(Casualty { unit: battle.sheet(unit).name.clone(), fate, killer })
}

fn survivor(battle: &Battle, state: &State, unit: UnitId) -> Survivor {
    let (sheet, now) = (battle.sheet(unit), state.unit(unit));
    let total_xp = sheet.xp + now.xp;
    Survivor {
        unit: sheet.name.clone(),
        hp: [now.hp, sheet.max_hp],
        status: status::states(&battle.data, battle.sheet(unit), state.unit(unit)),
        ammo: ammo(now),
        xp: now.xp,
        total_xp,
        rank: battle.data.xp.ranks.iter().filter(|from| total_xp >= **from).count(),
    }
}

/// Rounds of all weapons of a unit.
fn ammo(unit: &Unit) -> u32 {
    let rounds = |armed: &crate::state::Armed| {
        u32::from(armed.loaded) + armed.spares.iter().map(|spare| u32::from(*spare)).sum::<u32>()
    };
    unit.weapons.iter().map(rounds).sum()
}

/// What lies on the ground and what dead enemies carried in their hands.
fn salvage(battle: &Battle, state: &State) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for unit in battle.units() {
        let gone = state.unit(unit).fate == Fate::Dead || is_missing(battle, state, unit);
        if battle.sheet(unit).side == Side::Enemy && gone {
            found.extend(kit(battle, state, unit).into_iter().map(|(id, _)| id));
        }
    }
    let lying = state.ground.items.iter().map(|(_, carried)| battle.data.item(carried.item));
    found.extend(lying.map(|item| item.id.clone()));
    found.put_in_order();
    found
}

/// What the squad had with it that did not come back, and its value. What the
/// dead dropped lies where they fell.
fn lost(battle: &Battle, state: &State) -> (Vec<String>, u32) {
    let mut lost = Vec::new();
    let ours = |unit: &UnitId| battle.sheet(*unit).side == Side::Player;
    for unit in battle.units().filter(ours) {
        if state.unit(unit).fate != Fate::Escaped {
            lost.extend(kit(battle, state, unit));
        }
    }
    for (at, carried) in &state.ground.items {
        let fell =
            |unit: UnitId| state.unit(unit).fate == Fate::Dead && state.unit(unit).at() == *at;
        if battle.units().filter(ours).any(fell) {
            let item = battle.data.item(carried.item);
            lost.push((item.id.clone(), item.value));
        }
    }
    lost.put_in_order();
    let value = lost.iter().map(|(_, value)| value).sum();
    (lost.into_iter().map(|(id, _)| id).collect(), value)
}

/// Weapons, armour and items on a unit, with their values.
fn kit(battle: &Battle, state: &State, unit: UnitId) -> Vec<(String, u32)> {
    let data = &battle.data;
    let now = state.unit(unit);
    let weapons = now.weapons.iter().map(|armed| data.weapon(armed.weapon));
    let mut kit: Vec<(String, u32)> =
        weapons.map(|weapon| (weapon.id.clone(), weapon.value)).collect();
    if let Some(worn) = battle.sheet(unit).worn {
        kit.push((data.armours[worn].id.clone(), data.armours[worn].value));
    }
    let items = now.items.iter().map(|carried| data.item(carried.item));
    kit.extend(items.map(|item| (item.id.clone(), item.value)));
    kit
}
