//! Units as a viewer shows them.

use fracas_core::capability::{SceneUnit, UnitState};

use crate::battle::{Battle, Side, UnitId};
use crate::state::{Cover, Fate, Stance, State};
use crate::view::{Seen, View};

use super::board::place;

/// A unit as it is, and the side it acts for.
pub fn truth(battle: &Battle, state: &State, unit: UnitId) -> (Side, SceneUnit) {
    let now = state.unit(unit);
    let side = state.side(battle, unit);
    let seen = Seen::of(battle, state, unit);
    let shown = looks(battle, &seen);
    let shown = match now.fate {
        Fate::Here => shown,
        Fate::Escaped => SceneUnit { at: None, facing: None, ..shown.now(UnitState::Fled) },
        Fate::Dead => SceneUnit { facing: None, signs: Vec::new(), ..shown.now(UnitState::Dead) },
    };
    (side, shown)
}

/// A unit as far as a side knows of it.
pub fn known(
    battle: &Battle,
    state: &State,
    view: &View<'_>,
    unit: UnitId,
) -> Option<(Side, SceneUnit)> {
    if let Some(seen) = view.seen(unit) {
        return Some((seen.side, looks(battle, &seen)));
    }
    let sheet = battle.sheet(unit);
    let bare = SceneUnit::new(&sheet.name, &battle.data.classes[sheet.class].id);
    // B-98: an enemy seen before.
    if let Some(ghost) = view.ghosts().iter().find(|ghost| ghost.unit == unit) {
        let signs = vec![format!("seen in turn {}", ghost.turn)];
        let at = Some(place(view.field(), ghost.at));
        return Some((sheet.side, SceneUnit { at, signs, ..bare }.now(UnitState::Unseen)));
    }
    // A side knows its own by name, and what became of them: their fate is told
    // to it wherever they are.
    let own = sheet.side == view.side();
    let fate = match state.unit(unit).fate {
        Fate::Here => UnitState::Unseen,
        Fate::Escaped => UnitState::Fled,
        Fate::Dead => UnitState::Dead,
    };
    own.then(|| (sheet.side, bare.now(fate)))
}

/// What shows of a unit (B-105).
fn looks(battle: &Battle, seen: &Seen<'_>) -> SceneUnit {
    let said = [
        (seen.stunned, "stunned"),
        (seen.panicked, "panicked"),
        (seen.burning, "burning"),
        (seen.poisoned, "poisoned"),
        (seen.suppressed, "suppressed"),
        (seen.stance == Stance::Prone, "prone"),
        (seen.cover == Cover::Half, "half cover"),
        (seen.cover == Cover::Full, "full cover"),
    ];
    let signs = said.into_iter().filter(|(shows, _)| *shows).map(|(_, sign)| sign.to_owned());
    let state = if seen.is_able() { UnitState::Fighting } else { UnitState::Down };
    let unit = SceneUnit {
        at: Some(place(&battle.field, seen.at)),
        facing: Some(seen.facing.name()),
        signs: signs.collect(),
        ..SceneUnit::new(seen.name(), &battle.data.classes[seen.class()].id)
    };
    unit.health(seen.hp.into(), seen.max_hp().into()).now(state)
}
