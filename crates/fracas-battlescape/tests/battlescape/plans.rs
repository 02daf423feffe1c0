//! §19: what veterans plan, seen over made-up battles: what is weighed once,
//! what cover serves and who walks (B-282), who fires (B-283), reasons (B-288), how far squads go on long maps (B-286).

use fracas_battlescape::ai::{Decision, Reason, decide};
use fracas_battlescape::battle::{Battle, Side, UnitId};
use fracas_battlescape::data::{FireMode, Mode, Strength};
use fracas_battlescape::orders::{Order, Pace, Target};
use fracas_battlescape::rules::accuracy::Shot;
use fracas_battlescape::state::{Stance, State};
use fracas_battlescape::view::View;

use crate::common::battle;
use crate::random::Numbers;
use crate::wilds::{self, Wild};

/// Plays made-up battles of veterans, all of them of one mode if one is given,
/// and shows every decision of those who are not civilians.
fn watch(mode: Option<Mode>, battles: usize, look: impl FnMut(&Battle, &State, UnitId, &Decision)) {
    watch_as(Strength::Veteran, mode, battles, look);
}

/// The same of another strength.
fn watch_as(
    skill: Strength,
    mode: Option<Mode>,
    battles: usize,
    mut look: impl FnMut(&Battle, &State, UnitId, &Decision),
) {
    let mut numbers = Numbers(276);
    for (seed, biome) in wilds::BIOMES.iter().cycle().take(battles).enumerate() {
        let mut battle = wilds::battle(&mut numbers, biome);
        for sheet in battle.sheets.iter_mut().filter(|sheet| sheet.side != Side::Neutral) {
            sheet.skill = skill;
            sheet.mode = mode.unwrap_or(sheet.mode);
        }
        let mut wild = Wild::new(&battle, seed as u64);
        while let Some(unit) = wild.next() {
            let decision = decide(&View::of_unit(&battle, &wild.state, unit), unit);
            if battle.sheet(unit).side != Side::Neutral {
                look(&battle, &wild.state, unit, &decision);
            }
            wild.state.unit_mut(unit).mind = decision.mind;
            wild.act(unit, &decision.order).expect("a legal order");
        }
    }
}

/// Where a unit is, who of the enemy is where, and how many are remembered.
fn who_is_where(battle: &Battle, state: &State, unit: UnitId) -> String {
    let view = View::of_unit(battle, state, unit);
    let able = view.enemies().filter(|seen| seen.is_able());
    let there: Vec<_> = able.map(|seen| (seen.unit, seen.at, seen.cover)).collect();
    format!("{:?} {there:?} {}", state.unit(unit).at(), view.ghosts().len())
}

/// B-282: who is where it was weighed to be, with nobody come or gone, and
/// keeps nothing to leave does not think about going again in that phase.
#[test]
fn b_282_weighed_once() {
    let mut stayed = 0;
    let mut last = None;
    watch(None, 40, |battle, state, unit, decision| {
        let now = (unit, state.turn, who_is_where(battle, state, unit));
        let contact = View::of_unit(battle, state, unit).enemies().any(|seen| seen.is_able());
        let beaten = decision.mind.mode == Mode::Retreat;
        if contact && !beaten && last.as_ref() == Some(&now) {
            stayed += 1;
            assert!(!matches!(decision.order, Order::Move { .. }), "{:?}", decision.why);
        }
        let weighed = matches!(
            decision.why,
            Reason::Attack { .. }
                | Reason::Force { .. }
                | Reason::Power { .. }
                | Reason::Steady { .. }
                | Reason::Cover { .. }
                | Reason::Lie { .. }
        );
        last = (weighed && !beaten && decision.mind.falls_back.is_none()).then_some(now);
    });
    assert!(stayed > 0);
}

/// B-282: who stands in the open takes cover only if it is less dangerous there.
#[test]
fn b_282_cover_that_serves() {
    let mut taken = 0;
    watch(None, 40, |_, state, unit, decision| {
        let me = state.unit(unit);
        let in_the_open = me.lean().is_none() && me.stance == Stance::Standing;
        if let (true, Reason::Cover { open, covered }) = (in_the_open, decision.why) {
            taken += 1;
            assert!(covered < open, "{:?}", decision.why);
        }
    });
    assert!(taken > 20, "{taken}");
}

/// B-283: nobody fires below a tenth, an ambush that is but hoped for (B-102)
/// not counted; recruits neither.
#[test]
fn b_283_hoped_for_ambushes_do_not_count() {
    let mut in_vain = 0;
    for skill in [Strength::Recruit, Strength::Veteran] {
        let mut fired = 0;
        watch_as(skill, None, 60, |battle, state, unit, decision| {
            let Order::Attack { target: Target::Unit(target), mode, .. } = decision.order else {
                return;
            };
            let Some(hand) = state.unit(unit).in_hand() else { return };
            let weapon = battle.data.weapon(hand.weapon);
            if mode == FireMode::Strike || weapon.blast.is_some() {
                return;
            }
            let shot = Shot::at_unit(battle, state, (unit, target), weapon, mode);
            fired += 1;
            assert!(shot.accuracy(1) >= 10, "{:?}", decision.why);
            if let Reason::Attack { accuracy, .. } = decision.why {
                in_vain += i32::from(shot.accuracy(1) < accuracy);
            }
        });
        assert!(fired > 100, "{fired}");
    }
    assert!(in_vain > 0);
}

/// B-288: recruits and civilians tell their reasons, too, of every kind.
#[test]
fn b_288_recruits_tell_their_reasons() {
    let mut told = std::collections::BTreeSet::new();
    watch_as(Strength::Recruit, None, 40, |battle, state, unit, decision| {
        let view = View::of_unit(battle, state, unit);
        let why = decision.why.tell(&view, unit);
        told.insert(why.split(|sign: char| sign.is_ascii_digit()).next_back().map(str::to_owned));
        let ends = matches!(decision.order, Order::End);
        assert!(ends || decision.why != Reason::Done, "{:?}", decision.order);
    });
    assert!(told.len() >= 8, "{told:?}");
}

/// B-272, B-282: cautious units crouch while nobody is in sight, and walk when
/// somebody is.
#[test]
fn b_282_cautious_units_walk_in_contact() {
    let mut paces = [0; 2];
    watch(Some(Mode::Cautious), 20, |_, _, _, decision| {
        let Order::Move { pace, .. } = decision.order else { return };
        match decision.why {
            _ if decision.mind.mode != Mode::Cautious => {}
            Reason::Go { .. } => {
                paces[0] += 1;
                assert_eq!(pace, Pace::Walk);
            }
            Reason::Advance => {
                paces[1] += 1;
                assert_eq!(pace, Pace::Crouch);
            }
            _ => {}
        }
    });
    assert!(paces.iter().all(|count| *count > 0), "{paces:?}");
}

/// B-286: where there are three first turns or more, 70 time units are kept in
/// the first instead of 90.
#[test]
fn b_286_long_ways() {
    let kept = |length: usize| {
        let b = battle(&format!(
            "[map.generate]\nbiome = 'desert'\nsize = [{length}, 12]\nseed = 4\n\
             [[squad]]\nside = 'player'\nunits = [{{ class = 'rifleman', count = 4 }}]\n\
             [[squad]]\nside = 'enemy'\nmode = 'hold'\nunits = [{{ class = 'sectoid' }}]\n\
             [[objective]]\nkind = 'eliminate'\nprimary = true\n",
        ));
        let mut wild = Wild::new(&b, 1);
        let mut least = u16::MAX;
        while let Some(unit) = wild.next().filter(|_| wild.state.turn == 1) {
            let decision = decide(&View::of_unit(&b, &wild.state, unit), unit);
            wild.state.unit_mut(unit).mind = decision.mind;
            wild.act(unit, &decision.order).expect("a legal order");
            if matches!(decision.order, Order::Move { .. }) {
                least = least.min(wild.state.unit(unit).tu);
            }
        }
        least
    };
    assert!((70..90).contains(&kept(44)));
    assert!((90..115).contains(&kept(30)));
}
