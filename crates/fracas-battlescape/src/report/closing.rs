//! The lines that close a report: the mission summary in words (B-253).

use super::summary::{Casualty, Summary, summary};
use super::{opening, words};
use crate::battle::{Battle, Side};
use crate::state::State;

/// The summary as text.
pub fn closing(battle: &Battle, state: &State) -> String {
    let told = summary(battle, state);
    let mut text = String::new();
    if let Some((ending, reason)) = state.ended {
        let turns = words::count(told.turns as usize, "turn", "turns");
        let (ending, reason) = (words::ending(ending), words::reason(reason));
        text.push_str(&format!("{ending} after {turns}: {reason}.\n"));
    }
    // B-251: with how many.
    if told.escaped > 0 {
        let all = battle.sheets.iter().filter(|sheet| sheet.side == Side::Player).count();
        text.push_str(&format!("{} of {all} left the map.\n", told.escaped));
    }
    for objective in &told.objectives {
        let rank = if objective.primary { "Primary objective" } else { "Objective" };
        let (number, name, status) = (objective.number, &objective.name, objective.status);
        text.push_str(&format!("{rank} {number}, {name}: {status}.\n"));
    }
    let sides = [
        (Side::Player, &told.casualties.player),
        (Side::Enemy, &told.casualties.enemy),
        (Side::Neutral, &told.casualties.neutral),
    ];
    for (side, casualties) in sides {
        if !casualties.is_empty() {
            text.push_str(&losses(side, casualties));
        }
    }
    text.push_str(&survivors(&told));
    for (head, items) in [("Salvage", &told.salvage), ("Items lost", &told.lost)] {
        if !items.is_empty() {
            text.push_str(&words::listed(head, &gathered(items)));
        }
    }
    if told.lost_value > 0 {
        text.push_str(&format!("Worth of what was lost: {}.\n", told.lost_value));
    }
    text
}

fn losses(side: Side, casualties: &[Casualty]) -> String {
    let name = |lost: &Casualty| match (&lost.killer, lost.fate) {
        (Some(killer), _) => format!("{} (by {killer})", lost.unit),
        (None, "dead") => lost.unit.clone(),
        (None, fate) => format!("{} ({fate})", lost.unit),
    };
    let names: Vec<String> = casualties.iter().map(name).collect();
    words::listed(&format!("{} lost", opening::title(side)), &names)
}

fn survivors(told: &Summary) -> String {
    let mut text = String::new();
    for unit in &told.survivors {
        let status = if unit.status.is_empty() { "fit".to_owned() } else { unit.status.join(" ") };
        let [hp, most] = unit.hp;
        let rounds = words::count(unit.ammo as usize, "round", "rounds");
        text.push_str(&format!(
            "{}: HP {hp}/{most}, {status}, {rounds}, {} XP won, {} in all, rank {}.\n",
            unit.unit, unit.xp, unit.total_xp, unit.rank
        ));
    }
    text
}

/// Items with their numbers; they come sorted.
fn gathered(items: &[String]) -> Vec<String> {
    let runs = items.chunk_by(|one, next| one == next);
    let run = |same: &[String]| match same.len() {
        1 => same[0].clone(),
        many => format!("{many} {}", same[0]),
    };
    runs.map(run).collect()
}
