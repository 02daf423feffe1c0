//! The measures of a battle (B-258), in the order of the list.

use fracas_core::ruleset::{Measure, MeasureKind, measure};
use fracas_core::watch::{MeasureId, Scores};

use crate::battle::{Battle, Side};
use crate::state::{Fate, State};

/// The number of the last turn.
pub const TURNS: MeasureId = MeasureId(0);
/// Living units that began on the player's side.
pub const PLAYER_ALIVE: MeasureId = MeasureId(1);
/// Living units that began on the enemy's side.
pub const ENEMY_ALIVE: MeasureId = MeasureId(2);
/// Living civilians.
pub const CIVILIANS_ALIVE: MeasureId = MeasureId(3);
/// Rounds fired by anyone, reaction shots included.
pub const SHOTS: MeasureId = MeasureId(4);
/// Where the measures of single units begin.
const FIRST_UNIT: usize = 5;

/// The list for a battle: its own measures, then one for each unit and one
/// for each objective.
pub fn list(battle: &Battle) -> Vec<Measure> {
    let last = |name: String| Measure::new(name, MeasureKind::Final);
    let mut list: Vec<Measure> = ["turns", "player_alive", "enemy_alive", "civilians_alive"]
        .map(|name| last(name.to_owned()))
        .into();
    list.push(Measure::new("shots", MeasureKind::Counted));
    let unit = |name: &str| last(format!("unit.{name}.alive"));
    list.extend(battle.sheets.iter().map(|sheet| unit(&sheet.name)));
    let numbers = 1..=battle.objectives.len();
    list.extend(numbers.map(|number| last(format!("objective.{number}.done"))));
    list
}

/// Sets what is read off the state once the battle is over.
pub fn finals(battle: &Battle, state: &State, scores: &mut Scores) {
    let mut alive = [0; 3];
    for (place, (sheet, unit)) in battle.sheets.iter().zip(&state.units).enumerate() {
        let lives = i64::from(unit.fate != Fate::Dead);
        alive[sheet.side as usize] += lives;
        scores.set(measure(FIRST_UNIT + place), lives);
    }
    scores.set(TURNS, i64::from(state.turn));
    scores.set(PLAYER_ALIVE, alive[Side::Player as usize]);
    scores.set(ENEMY_ALIVE, alive[Side::Enemy as usize]);
    scores.set(CIVILIANS_ALIVE, alive[Side::Neutral as usize]);
    let first = FIRST_UNIT + battle.sheets.len();
    for (number, progress) in state.progress.iter().enumerate() {
        scores.set(measure(first + number), i64::from(progress.done));
    }
}
