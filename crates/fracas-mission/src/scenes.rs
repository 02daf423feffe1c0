//! What a viewer shows of a battle: the squad, whoever holds the site, and how
//! tired they are.

use fracas_core::capability::{Scene, SceneSide, SceneUnit, UnitState};

use crate::battle::{Battle, Side, Who};
use crate::state::{Fighter, Outcome, State};

/// The battle as it is now, of a chain the one under way.
pub fn scene(b: &Battle, st: &State) -> Scene {
    let round = match st.fight.round {
        0 => "before the first round".to_owned(),
        round => format!("round {round}"),
    };
    let when = match b.chain.len() {
        1 => round,
        _ => format!("{}, {round}", b.chain[st.battle].called()),
    };
    let sides = Side::BOTH.map(|side| {
        // M-35: retreat and reports compare effective skill with that before round 1.
        let strength = SceneSide::new(side.key(), st.fight.base[side.index()]);
        let units = match side {
            Side::Agents => (0..b.squad).map(|unit| agent(b, st, unit)).collect(),
            Side::Enemies => st.fight.side(side).iter().map(|enemy| fighter(b, enemy)).collect(),
        };
        SceneSide { units, ..strength.now(st.fight.skill(side)) }
    });
    Scene { when, sides: sides.into(), board: None }
}

/// Somebody of the squad; who is not deployed waits, or fell in a battle before.
fn agent(b: &Battle, st: &State, unit: usize) -> SceneUnit {
    let agents = st.fight.side(Side::Agents);
    if let Ok(place) = agents.binary_search_by_key(&(unit as u32), |agent| agent.unit) {
        let agent = fighter(b, &agents[place]);
        let back = st.outcome == Some(Outcome::Retreat) && agent.state == UnitState::Fighting;
        return if back { agent.now(UnitState::Fled) } else { agent };
    }
    let Unit { name, kind } = called(b, unit);
    let Who::Agent(place) = b.units[unit].who else { return SceneUnit::new(name, kind) };
    let (hp, full) = (st.roster[place].now.hp, b.world.agents[place].max_hp);
    let state = if hp == 0 { UnitState::Dead } else { UnitState::Waiting };
    SceneUnit::new(name, kind).health(hp.into(), full.into()).now(state)
}

fn fighter(b: &Battle, fighter: &Fighter) -> SceneUnit {
    let Unit { name, kind } = called(b, fighter.unit as usize);
    let mut unit = SceneUnit::new(name, kind).health(fighter.hp.into(), fighter.max_hp.into());
    if fighter.exhaustion > 0 {
        unit.signs.push(format!("exhaustion {}", fighter.exhaustion));
    }
    unit.now(if fighter.hp == 0 { UnitState::Dead } else { UnitState::Fighting })
}

/// What a unit is called.
struct Unit<'a> {
    name: &'a str,
    kind: &'a str,
}

fn called(b: &Battle, unit: usize) -> Unit<'_> {
    let kind = match b.enemy(unit) {
        Some(enemy) => enemy.kind.as_deref().unwrap_or("enemy"),
        None => "agent",
    };
    Unit { name: &b.units[unit].id, kind }
}
