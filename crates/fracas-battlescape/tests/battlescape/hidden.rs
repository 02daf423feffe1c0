//! B-98, B-105, B-267, B-274: a side neither receives nor uses what it cannot
//! know. The hidden facts of battles that the AI fights are changed: units out
//! of sight, what does not show of those in sight, and the ground behind the
//! fog. What is sent and shown, what is legal with its previews, and what the AI
//! decides stays the same.

use fracas_battlescape::ai::{Decision, decide};
use fracas_battlescape::battle::{Battle, Side, UnitId};
use fracas_battlescape::data::{FireMode, ItemId, TerrainId};
use fracas_battlescape::field::{Spot, Spots};
use fracas_battlescape::hex::{Dir, Nudge};
use fracas_battlescape::orders::Order;
use fracas_battlescape::query::answer;
use fracas_battlescape::rules::phases::Command;
use fracas_battlescape::scenes::scene;
use fracas_battlescape::state::{Carried, Cover, Fate, Mind, Observer, Stance, State, Vigil};
use fracas_battlescape::view::{Preview, Stand, View};
use fracas_core::capability::Scene;
use serde_json::Value;

use crate::random::Numbers;
use crate::stage::field_of;
use crate::wilds::{self, Wild};

/// All that a side gets to know, and what it makes of it.
#[derive(Debug, PartialEq)]
struct Known {
    sent: String,
    /// What a viewer shows to the side; nothing to a civilian.
    scene: Option<Scene>,
    legal: Vec<(Order, Preview)>,
    /// What it is answered.
    answers: Vec<Value>,
    order: Order,
    mind: Mind,
}

/// What whoever decides for a unit knows; what is legal only if asked, since
/// that takes time.
fn known(battle: &Battle, state: &State, unit: UnitId, legal: bool) -> Known {
    let view = View::of_unit(battle, state, unit);
    let Decision { order, mind, .. } = decide(&view, unit);
    let answers = if legal { answers(&view, unit) } else { Vec::new() };
    let legal = if legal { view.legal(unit) } else { Vec::new() };
    let sent = serde_json::to_string(&view.send()).unwrap();
    let scene = (view.side() != Side::Neutral).then(|| scene(battle, state, Some(view.side())));
    Known { sent, scene, legal, answers, order, mind }
}

fn answers(view: &View<'_>, unit: UnitId) -> Vec<Value> {
    let name = &view.sheet(unit).name;
    let about = |word: &str| answer(view, &format!("{word} {name}")).unwrap();
    let mut answers = vec![answer(view, "squad").unwrap()];
    answers.extend(["reach", "sight", "targets", "actions"].map(about));
    let hexes = answers[1]["hexes"].as_array().unwrap().clone();
    for hex in hexes.iter().step_by(5) {
        let line = format!("preview {name}: move {},{}", hex[0][0], hex[0][1]);
        answers.push(answer(view, &line).unwrap());
    }
    answers
}

/// Units of the other side that an observer does not see and whose place
/// shows in nothing it sees: neither burning nor in cover.
fn hidden(battle: &Battle, state: &State, who: Observer) -> Vec<UnitId> {
    let unseen = |unit: &UnitId| {
        let body = state.unit(*unit);
        state.observer(battle, *unit) != who
            && body.is_here()
            && !state.sees(who, *unit)
            && body.burn.is_none()
            && body.cover == Cover::None
    };
    battle.units().filter(unseen).collect()
}

/// Two units change places.
fn swap(state: &mut State, one: UnitId, other: UnitId) {
    let (here, there) = (state.unit(one).at(), state.unit(other).at());
    state.take_off(one);
    state.move_to(other, here);
    state.move_to(one, there);
}

/// B-105: what does not show of units in sight, and all of those out of it.
fn scramble(battle: &Battle, state: &mut State, numbers: &mut Numbers, who: Observer) {
    let suppressed = battle.data.suppression.suppressed;
    for id in battle.units() {
        if state.observer(battle, id) == who || !state.unit(id).is_here() {
            continue;
        }
        let seen = state.sees(who, id);
        let unit = state.unit_mut(id);
        unit.tu = numbers.below(151) as u16;
        unit.morale = numbers.below(101) as u8;
        unit.energy /= 2;
        unit.items.clear();
        unit.vigil = Vigil::Ready { max_shots: 2, min_accuracy: 50, shots: 0 };
        unit.xp += 10;
        unit.mind.contact += 1;
        unit.initiative += 5;
        (unit.moved, unit.ran, unit.ended) = (!unit.moved, !unit.ran, !unit.ended);
        (unit.slowed, unit.spurred) = (25 - unit.slowed.min(25), !unit.spurred);
        unit.suppression = if unit.suppression >= suppressed { 9 } else { 1 };
        if let Some(panic) = &mut unit.panic {
            panic.resolutions += 1;
        }
        if let Some(burn) = &mut unit.burn {
            burn.turns = 1;
        }
        for armed in &mut unit.weapons {
            armed.loaded /= 2;
            armed.spares.clear();
        }
        if !seen {
            unit.hp = 1 + numbers.below(usize::from(unit.hp)) as u16;
            unit.poison = 2;
            unit.slowed = 25;
            unit.suppression = numbers.below(11) as u8;
            unit.facing = Dir::number(numbers.below(6));
            unit.stance = [Stance::Standing, Stance::Prone][numbers.below(2)];
            unit.cover = Cover::None;
        }
    }
}

/// The hexes an observer does not see and over which none of its able units
/// looks along a line to a hex it sees (B-97): what happens there nobody
/// knows.
fn fogged(battle: &Battle, state: &State, who: Observer) -> Vec<Spot> {
    let visible = &state.known[who.index()].visible;
    let mut open = Spots::none(&battle.field);
    let able = |unit: &UnitId| state.unit(*unit).is_able() && state.observer(battle, *unit) == who;
    for unit in battle.units().filter(able) {
        for to in visible.iter() {
            for nudge in [Nudge::Plus, Nudge::Minus] {
                let line = battle.field.between(state.unit(unit).at(), to, nudge);
                line.flatten().for_each(|spot| open.put(spot));
            }
        }
    }
    battle.field.spots().filter(|spot| !visible.has(*spot) && !open.has(*spot)).collect()
}

/// Changes something on a hex in the fog: walls fall and rise, doors swing,
/// smoke and gas drift, fires last longer, items lie elsewhere.
fn disturb(battle: &Battle, state: &mut State, numbers: &mut Numbers, at: Spot) {
    let ground = &mut state.ground;
    let place = at.index();
    match numbers.below(6) {
        0 | 1 => {
            let terrain = &mut ground.terrain[place];
            let door = battle.data.terrain(*terrain).door;
            *terrain = door.unwrap_or(TerrainId(numbers.below(battle.data.terrains.len()) as u8));
            ground.changed = true;
        }
        2 => ground.smoke.set(at, (ground.smoke[place] + 2) % 4),
        3 => ground.gas[place] = 3 - ground.gas[place].min(3),
        4 if ground.fire[place] > 0 => ground.fire[place] = 5 - ground.fire[place].min(4),
        _ => {
            let had = ground.items.len();
            ground.items.retain(|(spot, _)| *spot != at);
            if ground.items.len() == had {
                let item = ItemId(numbers.below(battle.data.items.len()) as u8);
                ground.items.push((at, Carried { item, uses: 1, prepared: false }));
            }
        }
    }
}

/// B-96: changes the ground where an observer cannot know it, as long as that
/// changes nothing it sees. Says how many changes there are.
fn disturb_fog(wild: &mut Wild<'_>, numbers: &mut Numbers, who: Observer) -> usize {
    let battle = wild.battle;
    let fog = fogged(battle, &wild.state, who);
    if fog.is_empty() {
        return 0;
    }
    // Mostly where it would matter: at the edge of what is seen.
    let visible = &wild.state.known[who.index()].visible;
    let seen_from = |spot: &Spot| battle.field.within(*spot, 2).any(|near| visible.has(near));
    let edge: Vec<Spot> = fog.iter().copied().filter(seen_from).collect();
    let mut changes = 0;
    for _ in 0..6 {
        let mut trial = wild.twin();
        let from = if edge.is_empty() || numbers.once_in(3) { &fog } else { &edge };
        let at = from[numbers.below(from.len())];
        disturb(battle, &mut trial.state, numbers, at);
        trial.fight(|fight| fight.refresh_all());
        let [was, is] = [&wild.state, &trial.state].map(|state| &state.known[who.index()]);
        if was.visible == is.visible {
            wild.state = trial.state;
            changes += 1;
        }
    }
    // Bodies out of sight.
    for unit in battle.units() {
        let (at, dead) = (wild.state.unit(unit).at(), wild.state.unit(unit).fate == Fate::Dead);
        if dead && !wild.state.known[who.index()].visible.has(at) {
            wild.state.move_to(unit, fog[numbers.below(fog.len())]);
            wild.state.take_off(unit);
            changes += 1;
        }
    }
    changes
}

/// What is compared at a decision of a battle.
fn compare(wild: &Wild<'_>, unit: UnitId, numbers: &mut Numbers, legal: bool) -> [usize; 3] {
    let battle = wild.battle;
    let who = wild.state.observer(battle, unit);
    let before = known(battle, &wild.state, unit, legal);
    let mut done = [0, 1, 0];

    let unseen = hidden(battle, &wild.state, who);
    if unseen.len() >= 2 {
        done[0] = 1;
        let one = unseen[numbers.below(unseen.len())];
        let two = unseen[numbers.below(unseen.len())];
        let mut other = wild.twin();
        swap(&mut other.state, one, two);
        other.fight(|fight| fight.refresh_all());
        assert_eq!(known(battle, &other.state, unit, legal), before, "swapped");
    }
    let mut other = wild.twin();
    scramble(battle, &mut other.state, numbers, who);
    assert_eq!(known(battle, &other.state, unit, legal), before, "scrambled");

    let mut other = wild.twin();
    done[2] = disturb_fog(&mut other, numbers, who);
    assert_eq!(known(battle, &other.state, unit, legal), before, "disturbed");
    done
}

/// B-98, B-105, B-267, B-274: swapped and otherwise changed hidden units,
/// secrets of units in sight, and changed ground out of sight.
#[test]
fn b_274_hidden_facts_stay_hidden() {
    let mut numbers = Numbers(274);
    let mut done = [0; 3];
    for (seed, biome) in wilds::BIOMES.iter().cycle().take(12).enumerate() {
        let battle = wilds::battle(&mut numbers, biome);
        let mut wild = Wild::new(&battle, seed as u64);
        let mut steps = 0;
        while let Some(unit) = wild.next().filter(|_| steps < 150) {
            steps += 1;
            let more = compare(&wild, unit, &mut numbers, steps % 10 == 0);
            done = [done[0] + more[0], done[1] + more[1], done[2] + more[2]];
            wild.fight(|fight| fight.ai_turn(Command::Player));
        }
    }
    let [swapped, scrambled, disturbed] = done;
    assert!(swapped > 300 && scrambled > 800 && disturbed > 3000, "{done:?}");
}

/// B-80, B-267: whether a strike would reach from another hex goes by the
/// ground as the side remembers it, not by a door that was shut unseen.
#[test]
fn b_80_strikes_over_remembered_ground() {
    let rows = format!("{0}\n{0}\n.../....................\n{0}\n{0}\n", ".".repeat(24));
    let mut stage = field_of(&rows, 3, "", "", "");
    let (vega, sid, at) = (stage.id("Vega"), stage.id("Sid"), stage.spot(3, 2));
    let strikes = |state: &State| {
        let view = View::of_unit(&stage.battle, state, vega);
        let stand = Stand { at, lean: None, steps: 1 };
        let aim = view.aim(vega, stand, &view.seen(sid).unwrap());
        aim.is_some_and(|aim| aim.cost(FireMode::Strike).is_some())
    };
    let shut = stage.battle.data.terrain(stage.state.ground.terrain[at.index()]).door.unwrap();
    stage.state.ground.terrain[at.index()] = shut;
    assert!(strikes(&stage.state), "not seen yet");
    stage.state.known[0].terrain[at.index()] = shut;
    assert!(!strikes(&stage.state), "seen");
}
