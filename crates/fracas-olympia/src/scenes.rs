//! What a viewer shows of a battle: bands of men in their rows, nobles with
//! their health, walls with their defense.

use fracas_core::capability::{Scene, SceneSide, SceneUnit, Structure, UnitState};

use crate::battle::{BandKind, Battle, SideId};
use crate::report::words::structure_name;
use crate::state::{NobleState, State};

/// The battle as it is now.
pub fn scene(b: &Battle, st: &State) -> Scene {
    let when = match st.attacks {
        0 => "before the first attack".to_owned(),
        attacks => format!("attack {attacks}"),
    };
    let sides = SideId::BOTH.map(|side| {
        let (of, now) = (&b.sides[side.index()], &st.forces[side.index()]);
        SceneSide {
            structure: structure(b, st, side),
            units: of.bands.clone().map(|band| unit(b, st, band)).collect(),
            // O-60: what a side is worth, and breaks by.
            ..SceneSide::new(side.key(), of.value).now(now.value)
        }
    });
    Scene { when, sides: sides.into(), board: None }
}

fn unit(b: &Battle, st: &State, band: usize) -> SceneUnit {
    let of = &b.bands[band];
    let noble = &b.units[of.unit].noble;
    let mut unit = match of.who {
        BandKind::Noble => {
            let now = st.nobles[of.unit];
            let kind = noble.kind.map_or("noble", |kind| b.kind(kind).key.as_str());
            let mut unit = SceneUnit::new(&noble.name, kind).health(now.health.into(), 100);
            if now.ill {
                unit.signs.push("ill".to_owned());
            }
            unit.now(fate(now))
        }
        BandKind::Men(kind) | BandKind::Engines(kind) => {
            let standing = st.standing[band];
            let unit = SceneUnit {
                count: standing.into(),
                of: of.count.into(),
                ..SceneUnit::new(&noble.name, &b.kind(kind).key)
            };
            unit.now(if standing == 0 { UnitState::Dead } else { UnitState::Fighting })
        }
    };
    // O-62: whoever has lost runs, but for the men of a noble who was taken.
    let lost = st.verdict.and_then(|verdict| verdict.winner()) == Some(of.stats.side.foe());
    if lost && unit.state == UnitState::Fighting {
        let taken = st.nobles[of.unit].captured;
        unit.state = if taken { UnitState::Captured } else { UnitState::Fled };
    }
    unit.row = Some(of.stats.row);
    unit
}

fn fate(noble: NobleState) -> UnitState {
    match noble {
        NobleState { drowned: true, .. } | NobleState { health: 0, .. } => UnitState::Dead,
        NobleState { captured: true, .. } => UnitState::Captured,
        NobleState { hit: true, .. } => UnitState::Down,
        _ => UnitState::Fighting,
    }
}

fn structure(b: &Battle, st: &State, side: SideId) -> Option<Structure> {
    let before = b.wall(side)?;
    let now = st.forces[side.index()].wall;
    Some(Structure {
        name: structure_name(b, side),
        defense: (now.defense, before.defense),
        damage: now.damage,
        stands: now.stands,
    })
}
