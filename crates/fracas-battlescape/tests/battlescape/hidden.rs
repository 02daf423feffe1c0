//! B-267, B-274: a side neither receives nor uses what it cannot know. The
//! hidden facts of battles that the AI fights are changed; what is sent, what
//! is legal and what the AI decides stays the same.

use fracas_battlescape::ai::{Decision, decide};
use fracas_battlescape::battle::{Battle, UnitId};
use fracas_battlescape::data::FireMode;
use fracas_battlescape::orders::Order;
use fracas_battlescape::rules::phases::Command;
use fracas_battlescape::state::{Cover, Mind, Observer, State, Vigil};
use fracas_battlescape::view::{Preview, Stand, View};

use crate::random::Numbers;
use crate::stage::field_of;
use crate::wilds::{self, Wild};

/// All that a side gets to know, and what it makes of it.
#[derive(Debug, PartialEq)]
struct Known {
    sent: String,
    legal: Vec<(Order, Preview)>,
    order: Order,
    mind: Mind,
}

/// What whoever decides for a unit knows; what is legal only if asked, since
/// that takes time.
fn known(battle: &Battle, state: &State, unit: UnitId, legal: bool) -> Known {
    let view = View::of_unit(battle, state, unit);
    let Decision { order, mind } = decide(&view, unit);
    let legal = if legal { view.legal(unit) } else { Vec::new() };
    Known { sent: serde_json::to_string(&view.send()).unwrap(), legal, order, mind }
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
    let (here, there) = (state.unit(one).at, state.unit(other).at);
    state.unit_mut(one).at = there;
    state.unit_mut(other).at = here;
    state.occupant.swap(here.index(), there.index());
}

/// B-105: what does not show of units in sight, and all of those out of it.
fn scramble(battle: &Battle, state: &mut State, numbers: &mut Numbers, who: Observer) {
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
        for armed in &mut unit.weapons {
            armed.loaded /= 2;
            armed.spares.clear();
        }
        if !seen {
            unit.hp = 1 + numbers.below(usize::from(unit.hp)) as u16;
            unit.poison = 2;
            unit.slowed = 25;
        }
    }
}

/// B-267, B-274: swapped and otherwise changed hidden units.
#[test]
fn b_274_hidden_facts_stay_hidden() {
    let mut numbers = Numbers(274);
    let (mut swapped, mut scrambled) = (0, 0);
    for (seed, biome) in wilds::BIOMES.iter().cycle().take(12).enumerate() {
        let battle = wilds::battle(&mut numbers, biome);
        let mut wild = Wild::new(&battle, seed as u64);
        let mut steps = 0;
        while let Some(unit) = wild.next().filter(|_| steps < 150) {
            steps += 1;
            let who = wild.state.observer(&battle, unit);
            let all = steps % 10 == 0;
            let before = known(&battle, &wild.state, unit, all);
            let mut other = Wild::new(&battle, 0);

            let unseen = hidden(&battle, &wild.state, who);
            if unseen.len() >= 2 {
                swapped += 1;
                let one = unseen[numbers.below(unseen.len())];
                let two = unseen[numbers.below(unseen.len())];
                other.state.clone_from(&wild.state);
                swap(&mut other.state, one, two);
                other.fight(|fight| fight.refresh_all());
                assert_eq!(known(&battle, &other.state, unit, all), before, "swapped");
            }
            scrambled += 1;
            other.state.clone_from(&wild.state);
            scramble(&battle, &mut other.state, &mut numbers, who);
            assert_eq!(known(&battle, &other.state, unit, all), before, "scrambled");
            wild.fight(|fight| fight.ai_turn(Command::Player));
        }
    }
    assert!(swapped > 300 && scrambled > 800, "{swapped} {scrambled}");
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
        let stand = Stand { at, lean: None, moved: true };
        let aim = view.aim(vega, stand, &view.seen(sid).unwrap());
        aim.is_some_and(|aim| aim.cost(FireMode::Strike).is_some())
    };
    let shut = stage.battle.data.terrain(stage.state.ground.terrain[at.index()]).door.unwrap();
    stage.state.ground.terrain[at.index()] = shut;
    assert!(strikes(&stage.state), "not seen yet");
    stage.state.known[0].terrain[at.index()] = shut;
    assert!(!strikes(&stage.state), "seen");
}
