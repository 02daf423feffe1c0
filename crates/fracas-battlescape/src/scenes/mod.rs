//! What a viewer shows of a battle: units on the hex map, in truth or as a side
//! knows it. What a side knows is asked of its [`View`] alone.

mod board;
mod units;

use fracas_core::capability::{Scene, SceneSide};

use crate::battle::{Battle, Side, UnitId};
use crate::state::State;
use crate::view::View;

const SIDES: [Side; 3] = [Side::Player, Side::Enemy, Side::Neutral];

/// The battle as it is now: as a side knows it, or the truth.
pub fn scene(battle: &Battle, state: &State, observer: Option<Side>) -> Scene {
    let view = observer.map(|side| View::of_side(battle, state, side));
    let mut sides = SIDES.map(|side| side_of(battle, state, side, observer));
    for unit in battle.units() {
        let shown = match &view {
            Some(view) => units::known(battle, state, view, unit),
            None => Some(units::truth(battle, state, unit)),
        };
        if let Some((side, unit)) = shown {
            sides[side as usize].units.push(unit);
        }
    }
    let phase = ["player", "enemy", "neutral", "resolution"][state.phase as usize];
    Scene {
        when: format!("turn {}, {phase}", state.turn),
        sides: sides.into(),
        board: Some(match &view {
            Some(view) => board::known(view),
            None => board::truth(battle, state),
        }),
    }
}

/// A side with its strength: hit points of those who can act for it. Nobody
/// counts those of others through the fog.
fn side_of(battle: &Battle, state: &State, side: Side, observer: Option<Side>) -> SceneSide {
    let sum = |state: &State| -> u64 {
        let of_side =
            |unit: &UnitId| state.unit(*unit).is_able() && state.side(battle, *unit) == side;
        battle.units().filter(of_side).map(|unit| u64::from(state.unit(unit).hp)).sum()
    };
    let known = observer.is_none_or(|observer| observer == side);
    let shown = SceneSide::new(side.name(), sum(&battle.start)).now(sum(state));
    SceneSide { strength: shown.strength.filter(|_| known), ..shown }
}
