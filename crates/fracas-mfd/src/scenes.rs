//! What a viewer shows of a battle: both sides' fighters with their hit points.

use fracas_core::capability::{Scene, SceneSide, SceneUnit, UnitState};

use crate::battle::{Battle, SideId};
use crate::state::{Presence, State};

/// The battle as it is now.
pub fn scene(b: &Battle, st: &State) -> Scene {
    let when = match st.round {
        0 => "before the first round".to_owned(),
        round => format!("round {round}"),
    };
    let sides = SideId::BOTH.map(|side| {
        let units: Vec<SceneUnit> =
            b.side(side).fighters.clone().map(|who| unit(b, st, who)).collect();
        let living = units.iter().filter(|unit| is_there(unit.state));
        let now = living.filter_map(|unit| unit.health).map(|health| health.0).sum();
        let at_first = b.side(side).fighters.clone().filter(|who| b.fighters[*who].joins <= 1);
        let first = at_first.map(|who| b.fighters[who].hp.max(0) as u64).sum();
        SceneSide { units, ..SceneSide::new(side.key(), first).now(now) }
    });
    Scene { when, sides: sides.into(), board: None }
}

fn is_there(state: UnitState) -> bool {
    matches!(state, UnitState::Fighting | UnitState::Fled)
}

fn unit(b: &Battle, st: &State, who: usize) -> SceneUnit {
    let fighter = &b.fighters[who];
    let state = match st.presence(who) {
        Presence::Away => UnitState::Waiting,
        Presence::Dead => UnitState::Dead,
        Presence::Living if st.retreated[fighter.side.index()] => UnitState::Fled,
        Presence::Living => UnitState::Fighting,
    };
    // F-50: the dead may be below 0.
    let hp = if state == UnitState::Dead { 0 } else { st.hp_at_end(b, who).max(0) };
    let full = st.full_hp(b, who).max(hp);
    SceneUnit::new(&fighter.row.name, "").health(hp as u64, full as u64).now(state)
}
