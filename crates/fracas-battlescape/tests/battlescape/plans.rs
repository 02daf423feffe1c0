//! §19: what veterans plan, seen over made-up battles: where throws are aimed
//! (B-276) and what they need (B-283), what is weighed once and who walks
//! (B-282), how far squads go on long maps (B-286).

use fracas_battlescape::ai::{Decision, Reason, decide};
use fracas_battlescape::battle::{Battle, Side, UnitId};
use fracas_battlescape::data::{Mode, Strength};
use fracas_battlescape::orders::{Order, Pace};
use fracas_battlescape::state::State;
use fracas_battlescape::view::View;

use crate::common::battle;
use crate::random::Numbers;
use crate::wilds::{self, Wild};

/// What a throw needs of those who keep their place or their distance, and of
/// others, in hundredths (B-283).
const LITTLE: i64 = 350;
const MUCH: i64 = 640;

/// Plays made-up battles of veterans, all of them of one mode if one is given,
/// and shows every decision of those who are not civilians.
fn watch(
    mode: Option<Mode>,
    battles: usize,
    mut look: impl FnMut(&Battle, &State, UnitId, &Decision),
) {
    let mut numbers = Numbers(276);
    for (seed, biome) in wilds::BIOMES.iter().cycle().take(battles).enumerate() {
        let mut battle = wilds::battle(&mut numbers, biome);
        for sheet in battle.sheets.iter_mut().filter(|sheet| sheet.side != Side::Neutral) {
            sheet.skill = Strength::Veteran;
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

/// Checks by B-276 where a throw is aimed; whether that is beside an enemy.
fn aimed_beside(view: &View<'_>, unit: UnitId, order: &Order) -> Option<bool> {
    let Order::Throw { item, at, live: true } = *order else { return None };
    let mut grenades = view.grenades(unit, item)?;
    assert!(grenades.on_target(at) >= LITTLE, "nobody counts on missing");
    let able = view.enemies().filter(|seen| seen.is_able());
    let enemies: Vec<_> = able.map(|seen| seen.at).collect();
    if enemies.contains(&at) {
        return Some(false);
    }
    let field = view.field();
    let with_reason = enemies.iter().any(|enemy| {
        let within = |at, most| (1..=most).contains(&field.distance(at, *enemy));
        let mut friends = view.own().map(|friend| view.mine(friend).at());
        field.adjacent(*enemy, at)
            && (!grenades.can_reach(*enemy)
                || enemies.iter().any(|other| within(*other, 3))
                || friends.any(|friend| within(friend, 2)))
    });
    assert!(with_reason, "aimed at {at:?}, enemies at {enemies:?}");
    Some(true)
}

/// B-276: a throw is aimed at an enemy's hex, or beside it where there is a
/// reason, and takes something where it is aimed.
#[test]
fn b_276_where_throws_are_aimed() {
    let mut thrown = [0; 2];
    watch(None, 60, |battle, state, unit, decision| {
        let view = View::of_unit(battle, state, unit);
        if let Some(beside) = aimed_beside(&view, unit, &decision.order) {
            thrown[usize::from(beside)] += 1;
        }
    });
    assert!(thrown.iter().all(|count| *count > 0), "{thrown:?}");
}

/// B-283: cautious units throw where aggressive ones do not.
#[test]
fn b_283_what_throws_need() {
    let least = |mode: Mode| {
        let mut least = i64::MAX;
        watch(Some(mode), 40, |battle, state, unit, decision| {
            let Order::Throw { item, at, live: true } = decision.order else { return };
            let grenades = View::of_unit(battle, state, unit).grenades(unit, item);
            let expected = grenades.and_then(|mut grenades| grenades.thrown_at(at));
            if decision.mind.mode == mode
                && let Some(expected) = expected
            {
                least = least.min(expected);
            }
        });
        least
    };
    let (cautious, aggressive) = (least(Mode::Cautious), least(Mode::Aggressive));
    assert!((LITTLE..MUCH).contains(&cautious), "{cautious}");
    assert!((MUCH..i64::MAX).contains(&aggressive), "{aggressive}");
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
                | Reason::Cover { .. }
                | Reason::Lie { .. }
        );
        last = (weighed && !beaten && decision.mind.reserve == 0).then_some(now);
    });
    assert!(stayed > 0);
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
