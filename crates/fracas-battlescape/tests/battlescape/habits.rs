//! What the AI never does, over random battles that it fights for all sides
//! (B-270, B-273, B-274, B-277, B-279).

use fracas_battlescape::ai::{Decision, decide};
use fracas_battlescape::battle::{Battle, Side, UnitId};
use fracas_battlescape::data::Mode;
use fracas_battlescape::state::{Mind, State};
use fracas_battlescape::view::View;

use crate::common;
use crate::random::Numbers;
use crate::wilds::{self, Wild};

/// B-273: nobody of good health and morale withdraws whose mode it is not.
fn check_mode(battle: &Battle, state: &State, unit: UnitId, mind: &Mind) {
    let (now, sheet) = (state.unit(unit), battle.sheet(unit));
    let limit = u32::from(battle.data.ai[sheet.mode as usize].withdraws_at);
    let well = u32::from(now.hp) * 100 > limit * u32::from(sheet.max_hp) && now.morale >= 25;
    if well && sheet.mode != Mode::Retreat && state.side(battle, unit) != Side::Neutral {
        assert_ne!(mind.mode, Mode::Retreat, "{}", sheet.name);
    }
}

/// B-274: every order of the AI is carried out as it stands; B-270: at most
/// twelve in a unit's phase; B-277: at most two moves to a better place. So a
/// turn has an end (B-268; how long it takes is for the benchmark to say).
#[test]
fn b_274_orders_of_the_ai_are_legal() {
    let mut numbers = Numbers(2740);
    let mut given = 0;
    for (seed, biome) in wilds::BIOMES.iter().cycle().take(90).enumerate() {
        let battle = wilds::battle(&mut numbers, biome);
        let mut wild = Wild::new(&battle, seed as u64);
        while let Some(unit) = wild.next() {
            let view = View::of_unit(&battle, &wild.state, unit);
            let Decision { order, mind, .. } = decide(&view, unit);
            assert!(mind.orders <= 13 && mind.moves <= 2, "{mind:?}");
            check_mode(&battle, &wild.state, unit, &mind);
            wild.state.unit_mut(unit).mind = mind;
            let name = &battle.sheet(unit).name;
            wild.act(unit, &order).unwrap_or_else(|why| panic!("{name}: {order:?}: {why}"));
            given += 1;
        }
        assert!(wild.state.ended.is_some());
    }
    assert!(given > 10_000, "{given}");
}

/// B-279: from the first turn on a squad goes ahead, not along its own edge,
/// though it has not seen all of that.
#[test]
fn b_279_searching_goes_ahead() {
    let battle = common::battle(include_str!("../../../../examples/battlescape/mirror_woods.toml"));
    for seed in 0..6 {
        let mut wild = Wild::new(&battle, seed);
        let start: Vec<_> = wild.state.units.iter().map(|unit| unit.at()).collect();
        while let Some(unit) = wild.next().filter(|_| wild.state.turn <= 2) {
            let view = View::of_unit(&battle, &wild.state, unit);
            let Decision { order, mind, .. } = decide(&view, unit);
            wild.state.unit_mut(unit).mind = mind;
            wild.act(unit, &order).expect("a legal order");
        }
        let col = |spot| battle.field.hex(spot).col_row().0;
        let ahead = |(unit, from): (&_, &_)| {
            let unit: &fracas_battlescape::state::Unit = unit;
            unit.is_here().then(|| (col(unit.at()) - col(*from)).abs())
        };
        let steps: Vec<i32> = wild.state.units.iter().zip(&start).filter_map(ahead).collect();
        let mean = steps.iter().sum::<i32>() / steps.len() as i32;
        assert!(mean >= 5, "seed {seed}: {steps:?} columns in two turns");
    }
}

/// B-279: a squad that sees nobody goes where it has not been, until it has
/// seen nearly all of the map.
#[test]
fn b_279_searching_shows_the_map() {
    let battle = common::battle(
        "[map.generate]\nbiome = 'desert'\nsize = [30, 12]\nseed = 4\n\
         [[squad]]\nside = 'player'\nunits = [{ class = 'scout', count = 2 }]\n\
         [[squad]]\nside = 'enemy'\nmode = 'hold'\nunits = [{ class = 'sectoid' }]\n\
         [[objective]]\nkind = 'survive'\nturns = 12\nprimary = true\n\
         [[objective]]\nkind = 'eliminate'\n",
    );
    let mut wild = Wild::new(&battle, 1);
    let enemy = UnitId(2);
    wild.state.take_off(enemy);
    wild.state.unit_mut(enemy).fate = fracas_battlescape::state::Fate::Escaped;
    let unseen = |state: &State| {
        let never = |spot: &_| state.known[0].last_seen(*spot, state.turn) == 0;
        battle.field.spots().filter(never).count()
    };
    let first = unseen(&wild.state);
    while let Some(unit) = wild.next().filter(|_| wild.state.turn <= 8) {
        let view = View::of_unit(&battle, &wild.state, unit);
        let Decision { order, mind, .. } = decide(&view, unit);
        wild.state.unit_mut(unit).mind = mind;
        wild.act(unit, &order).expect("a legal order");
    }
    let last = unseen(&wild.state);
    assert!(first > 150 && last < first / 10, "{first}, then {last}");
}
