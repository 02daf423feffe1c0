//! Random play: a hundred thousand actions by both sides over made-up maps of
//! all biomes. Nothing panics, every battle ends, and after every action the
//! state keeps its promises.

use std::sync::Arc;

use fracas_battlescape::aftermath;
use fracas_battlescape::battle::{Battle, UnitId};
use fracas_battlescape::orders::Order;
use fracas_battlescape::play::Game;
use fracas_battlescape::rules::cover::cover_toward;
use fracas_battlescape::state::{Cover, Fate, Observer, Phase, Stance, State, Unit, Vigil};
use fracas_core::capability::Session;

use crate::common;
use crate::random::Numbers;
use crate::wilds::{self, Wild};

/// Over the six biomes more than 100,000.
const ACTIONS: usize = 17_000;
/// Of the twenty kinds of orders at least so many are carried out; some maps
/// have no doors.
const KINDS: usize = 19;

/// Rounds loaded and rounds carried in all.
fn rounds(unit: &Unit) -> (u32, u32) {
    let loaded = unit.weapons.iter().map(|armed| u32::from(armed.loaded)).sum();
    let spare: u32 =
        unit.weapons.iter().flat_map(|armed| &armed.spares).copied().map(u32::from).sum();
    (loaded, loaded + spare)
}

/// B-60, B-220, B-65, B-230, B-214: figures stay in their bounds; B-119,
/// B-221, B-222, B-213: states exclude each other.
fn check_unit(battle: &Battle, state: &State, id: UnitId) {
    let (unit, sheet) = (state.unit(id), battle.sheet(id));
    assert!(unit.tu <= 150 && unit.morale <= 100 && unit.suppression <= 10, "{unit:?}");
    assert!(unit.hp <= sheet.max_hp && unit.energy <= sheet.max_energy, "{unit:?}");
    assert_eq!(unit.hp == 0, unit.fate == Fate::Dead, "{unit:?}");
    if unit.fate != Fate::Here {
        return;
    }
    assert_eq!(state.occupant(unit.at()), Some(id), "{}", sheet.name);
    assert!(unit.controlled != Some(sheet.side), "{} controls itself", sheet.name);
    if unit.cover != Cover::None {
        assert_eq!(unit.stance, Stance::Standing, "{} lies in cover", sheet.name);
        assert!(
            unit.cover <= cover_toward(battle, state, unit.at(), unit.facing),
            "{}",
            sheet.name
        );
    }
    if unit.stun > 0 {
        assert_eq!(unit.tu, 0, "{} is stunned", sheet.name);
    }
    if unit.stun > 0 || unit.panic.is_some() {
        assert_eq!((unit.cover, unit.vigil), (Cover::None, Vigil::None), "{}", sheet.name);
    }
    if unit.cover == Cover::Full || unit.suppression >= battle.data.suppression.suppressed {
        assert_eq!(unit.vigil, Vigil::None, "{}", sheet.name);
    }
}

/// B-16: one living unit to a hex; B-96, B-98: what observers know is what
/// they see.
fn check_state(battle: &Battle, state: &State) {
    battle.units().for_each(|unit| check_unit(battle, state, unit));
    let here = state.units.iter().filter(|unit| unit.is_here()).count();
    assert_eq!(battle.field.spots().filter(|spot| state.occupant(*spot).is_some()).count(), here);
    assert!(state.ground.smoke.iter().all(|smoke| *smoke <= 3));
    for who in (0..state.known.len() as u8).map(Observer) {
        let known = &state.known[who.index()];
        for unit in battle.units() {
            let other = state.observer(battle, unit) != who;
            let seen = other && state.sees(who, unit);
            assert_eq!(known.units.has(unit), seen, "{who:?}, {}", battle.sheet(unit).name);
        }
        for ghost in &known.ghosts {
            assert!(!known.visible.has(ghost.at) && !known.units.has(ghost.unit), "{ghost:?}");
            assert!(ghost.turn + 5 >= state.turn || state.phase == Phase::Resolution, "{ghost:?}");
        }
    }
}

/// B-67: rounds do not come from nowhere; B-96: nothing seen is forgotten.
fn check_change(battle: &Battle, before: &State, after: &State, reloaded: Option<UnitId>) {
    for id in battle.units() {
        let ((was_loaded, had), (loaded, has)) = (rounds(before.unit(id)), rounds(after.unit(id)));
        assert!(has <= had, "{} found rounds", battle.sheet(id).name);
        assert!(loaded <= was_loaded || reloaded == Some(id), "{}", battle.sheet(id).name);
    }
    for (was, is) in before.known.iter().zip(&after.known) {
        for spot in battle.field.spots() {
            let (then, now) = (was.last_seen(spot, before.turn), is.last_seen(spot, after.turn));
            assert!(
                now >= then,
                "{} was seen in turn {then}, then {now}",
                battle.field.col_row(spot)
            );
            if is.visible.has(spot) {
                assert_eq!(is.terrain[spot.index()], after.ground.terrain[spot.index()]);
            }
        }
    }
}

/// B-103: looking at everything anew changes nothing.
fn check_sight(wild: &Wild<'_>) {
    let anew = wild.looked_anew();
    for unit in wild.battle.units().filter(|unit| wild.state.unit(*unit).is_able()) {
        let (now, then) = (&wild.state.sights[unit.index()], &anew.sights[unit.index()]);
        assert_eq!(now, then, "{} sees otherwise", wild.battle.sheet(unit).name);
    }
    assert_eq!(wild.state.known, anew.known);
}

/// Plays battles on maps of a biome until there were enough actions. Orders
/// are mostly such as the side would try; a refused one changes nothing.
fn wander(biome: &str) {
    let mut numbers = Numbers(biome.bytes().map(u64::from).sum());
    let mut actions = 0;
    let mut kinds = Vec::new();
    while actions < ACTIONS {
        let battle = wilds::battle(&mut numbers, biome);
        let mut wild = Wild::new(&battle, actions as u64);
        let mut before = wild.state.clone();
        while let Some(unit) = wild.next() {
            check_state(&battle, &wild.state);
            check_change(&battle, &before, &wild.state, None);
            before.clone_from(&wild.state);
            let order = order(&mut wild, &mut numbers, unit);
            actions += 1;
            let kind = std::mem::discriminant(&order);
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
            check_state(&battle, &wild.state);
            let reloaded = (order == Order::Reload).then_some(unit);
            check_change(&battle, &before, &wild.state, reloaded);
            check_sight(&wild);
            before.clone_from(&wild.state);
        }
        assert!(wild.state.ended.is_some() && wild.state.turn <= 60);
        check_state(&battle, &wild.state);
        // B-259: what is left is a scenario.
        let left = aftermath::write(&battle, &wild.state);
        common::battle(&left);
    }
    assert!(kinds.len() >= KINDS, "{kinds:?}");
}

/// Gives a unit an order that is carried out, after some that are not.
fn order(wild: &mut Wild<'_>, numbers: &mut Numbers, unit: UnitId) -> Order {
    for _ in 0..6 {
        let order = wild.random_order(numbers, unit);
        if order == Order::End && !numbers.once_in(3) {
            continue;
        }
        let (before, draws) = (wild.state.clone(), wild.draws());
        match wild.act(unit, &order) {
            Ok(()) => return order,
            Err(why) => {
                assert_eq!(wild.state, before, "{order:?} was refused ({why})");
                assert_eq!(wild.draws(), draws, "{order:?} was refused ({why})");
            }
        }
    }
    wild.act(unit, &Order::End).expect("a turn can always be ended");
    Order::End
}

#[test]
fn in_the_forest() {
    wander("forest");
}

#[test]
fn in_farmland() {
    wander("farmland");
}

#[test]
fn in_town() {
    wander("urban");
}

#[test]
fn in_the_desert() {
    wander("desert");
}

#[test]
fn in_industry() {
    wander("industrial");
}

#[test]
fn at_a_crash_site() {
    wander("crash_site");
}

/// B-265: what can be taken back is taken back with everything, and done
/// again it comes out the same; B-267: the record gives the same battle.
#[test]
fn b_265_undo_restores_everything() {
    let mut numbers = Numbers(265);
    let (mut undone, mut stuck) = (0, 0);
    for biome in wilds::BIOMES.iter().cycle().take(24) {
        let battle = Arc::new(wilds::battle(&mut numbers, biome));
        let (mut game, _) = Game::new(battle.clone(), 4);
        let mut wild = Wild::new(&battle, 4);
        while game.ended().is_none() && game.state().turn < 6 {
            wild.state.clone_from(game.state());
            let Some(unit) = wild.next() else { break };
            let order = wild.random_order(&mut numbers, unit);
            let before = game.state().clone();
            if game.order(unit, order).is_err() {
                assert_eq!(*game.state(), before);
                if numbers.once_in(8) {
                    game.end_phase().expect("a phase can always be ended");
                }
                continue;
            }
            let after = game.state().clone();
            match game.undo() {
                Ok(()) => {
                    undone += 1;
                    assert_eq!(*game.state(), before, "{order:?}");
                    game.order(unit, order).expect("what went once goes again");
                    assert_eq!(*game.state(), after, "{order:?}");
                }
                Err(_) => {
                    stuck += 1;
                    assert_eq!(*game.state(), after, "{order:?}");
                }
            }
        }
        let (mut again, _) = Game::new(battle.clone(), 4);
        for order in game.orders() {
            again.line(&order).expect("what was ordered can be ordered again");
        }
        assert_eq!(again.state(), game.state());
    }
    assert!(undone > 300 && stuck > 60, "{undone} undone, {stuck} not");
}
