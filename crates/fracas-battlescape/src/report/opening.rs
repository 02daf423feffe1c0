//! Who meets whom, where, and what for.

use super::{ascii, words};
use crate::battle::{Battle, Side};
use crate::state::{Fate, Observer, State};

/// Who orders both sides where nobody else does (B-281).
pub fn played_by(battle: &Battle) -> String {
    let [player, enemy] =
        [Side::Player, Side::Enemy].map(|side| battle.strengths(side).join(" and "));
    match player == enemy || enemy.is_empty() {
        true => format!("the AI plays both sides as {player}"),
        false => format!("the AI plays the player's side as {player}, the enemy as {enemy}"),
    }
}

/// The lines that open a report.
pub fn opening(battle: &Battle) -> String {
    let mut text = scene(battle);
    for side in [Side::Player, Side::Enemy, Side::Neutral] {
        text.push_str(&roll(battle, side));
    }
    text.push_str(&tasks(battle));
    text.push('\n');
    text.push_str(&ascii::map(battle, &before_the_dice(battle), None));
    let dealt = battle.dealt().map(|unit| battle.sheet(unit).name.clone());
    let dealt: Vec<String> = dealt.collect();
    if !dealt.is_empty() {
        text.push_str(&words::listed("Placed by dice", &dealt));
    }
    text
}

/// The start with those only whose place is known: where dice put the others
/// (B-41) is another place in every battle.
fn before_the_dice(battle: &Battle) -> State {
    let mut state = battle.start.clone();
    for unit in battle.dealt() {
        state.take_off(unit);
        state.unit_mut(unit).fate = Fate::Escaped;
    }
    state
}

/// The same as far as a side knows before it looks around: itself, and its
/// task if it has one (B-255).
pub fn opening_to(battle: &Battle, who: Observer) -> String {
    let mut text = scene(battle);
    if who == Observer::PLAYER {
        text.push_str(&roll(battle, Side::Player));
        text.push_str(&tasks(battle));
    } else {
        text.push_str(&roll(battle, Side::Enemy));
    }
    text
}

fn scene(battle: &Battle) -> String {
    let field = &battle.field;
    let mut text = String::new();
    if !battle.name.is_empty() {
        text.push_str(&format!("{}\n", battle.name));
    }
    let fog = if battle.weather < 100 { ", heavy fog" } else { "" };
    text.push_str(&format!(
        "Map {} x {}, {}{fog}.\n",
        field.cols(),
        field.rows(),
        words::light(battle.light)
    ));
    text
}

/// Who fights on a side.
fn roll(battle: &Battle, side: Side) -> String {
    let names: Vec<String> = battle
        .sheets
        .iter()
        .filter(|sheet| sheet.side == side)
        .map(|sheet| {
            let class = &battle.data.classes[sheet.class].id;
            match sheet.name.starts_with(class.as_str()) {
                true => sheet.name.clone(),
                false => format!("{} ({class})", sheet.name),
            }
        })
        .collect();
    if names.is_empty() { String::new() } else { words::listed(title(side), &names) }
}

fn tasks(battle: &Battle) -> String {
    let mut text = String::new();
    for (number, objective) in battle.objectives.iter().enumerate() {
        let rank = if objective.primary { "Primary objective" } else { "Objective" };
        let from = match objective.trigger {
            0 | 1 => String::new(),
            turn => format!(", from turn {turn} on"),
        };
        let task = words::task(battle, objective);
        let after = words::after(objective);
        text.push_str(&format!("{rank} {}: {task}{from}{after}.\n", number + 1));
    }
    if let Some(limit) = battle.time_limit {
        text.push_str(&format!("Time limit: {limit} turns.\n"));
    }
    text
}

/// A side at the beginning of a line.
pub fn title(side: Side) -> &'static str {
    ["Squad", "Enemies", "Civilians"][side as usize]
}
