//! What a viewer shows of a battle: the hero and the monsters of the present
//! fight, on their tiles.

use fracas_core::capability::{Scene, SceneSide, SceneUnit, UnitState};

use crate::battle::{Battle, Tile};
use crate::state::{Actor, State, Verdict};

/// The battle as it is now, of a chain the fight under way.
pub fn scene(b: &Battle, st: &State) -> Scene {
    let turn = match st.turns {
        0 => "before the first turn".to_owned(),
        turns => format!("turn {turns}"),
    };
    let when = match b.fights.len() {
        1 => turn,
        _ => format!("fight {}, {turn}", st.fight + 1),
    };
    let stage = &b.fights[usize::from(st.fight)].stage;
    let at_first = stage.monsters.iter().map(|monster| points(monster.hp)).sum();
    let now = st.living().map(|monster| points(st.monsters[monster].hp)).sum();
    let hero = SceneSide {
        units: vec![hero(b, st)],
        ..SceneSide::new("hero", points(b.start.hero.hp)).now(points(st.hero.hp))
    };
    let units = (0..st.monsters.len()).map(|place| monster(b, st, place)).collect();
    let monsters = SceneSide { units, ..SceneSide::new("monsters", at_first).now(now) };
    Scene { when, sides: vec![hero, monsters], board: None }
}

/// Hit points; nobody has fewer than none.
fn points(hp: i32) -> u64 {
    hp.max(0) as u64
}

fn hero(b: &Battle, st: &State) -> SceneUnit {
    let now = &st.hero;
    let state = match st.verdict {
        Some(Verdict::Lose) => UnitState::Dead,
        Some(Verdict::Fled) => UnitState::Fled,
        _ => UnitState::Fighting,
    };
    let unit = SceneUnit::new(&b.hero.name, "hero").health(points(now.hp), points(now.max_hp));
    SceneUnit { at: at(now.at), signs: signs(b, st, Actor::Hero), ..unit }.now(state)
}

fn monster(b: &Battle, st: &State, place: usize) -> SceneUnit {
    let (now, fight) = (&st.monsters[place], usize::from(st.fight));
    let state = if st.lives(place) { UnitState::Fighting } else { UnitState::Dead };
    let unit = SceneUnit::new(&b.fights[fight].foes[place].name, b.kind(fight, place).class.0);
    let unit = unit.health(points(now.hp), points(now.max_hp));
    SceneUnit { at: at(now.at), signs: signs(b, st, Actor::Monster(place as u8)), ..unit }
        .now(state)
}

fn at(tile: Tile) -> Option<(i32, i32)> {
    Some((tile.x.into(), tile.y.into()))
}

/// The conditions that somebody has; one of no strength is an immunity.
fn signs(b: &Battle, st: &State, who: Actor) -> Vec<String> {
    let has = st.active.iter().filter(|active| active.who == who && active.magnitude > 0);
    has.map(|active| b.conditions[usize::from(active.condition)].name.clone()).collect()
}
