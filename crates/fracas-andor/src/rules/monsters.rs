//! What monsters do in their turn.

use fracas_core::chance::Chance;
use fracas_core::ruleset::Next;
use fracas_core::watch::Watch;

use super::{board, effects, hero, turns};
use crate::battle::Battle;
use crate::events::{Event, name};
use crate::state::{Actor, Bits, Phase, State};

/// The next action of the first monster that can act; with none left it is
/// the hero's turn.
#[inline(always)]
pub fn act<const LIVELY: bool, C, W>(b: &Battle, st: &mut State, c: &mut C, w: &mut W) -> Next
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    // nobody who could not act can act again, unless effects give
    // action points.
    let first = match st.phase {
        Phase::Monster(first) if !LIVELY => first,
        _ => 0,
    };
    let worn_out = LIVELY && turns::worn_out(st);
    let waiting = st.living & (u64::MAX << first);
    for monster in Bits(if worn_out { 0 } else { waiting }) {
        let now = &st.monsters[monster];
        let near = st.adjacent & State::bit(monster) != 0;
        if near && now.ap >= now.attack_cost {
            st.phase = Phase::Monster(monster as u8);
            return attack::<LIVELY, C, W>(b, st, monster, c, w);
        }
        // it comes over while it can afford it.
        if !near && now.mobile && now.ap >= now.move_cost {
            st.phase = Phase::Monster(monster as u8);
            approach(b, st, monster, w);
            return Next::On;
        }
    }
    turns::begin_hero_turn::<LIVELY, C, W>(b, st, c, w)
}

#[inline(always)]
fn attack<const LIVELY: bool, C, W>(
    b: &Battle,
    st: &mut State,
    monster: usize,
    c: &mut C,
    w: &mut W,
) -> Next
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    let now = &mut st.monsters[monster];
    let (blow, cost, before) = (now.blow, now.attack_cost, st.hero.hp);
    let (mut ap, mut hp) = (now.ap, before);
    // It strikes until it cannot.
    let struck = loop {
        ap -= cost;
        let struck = blow.strike(c);
        hp = (hp - struck.loss).max(0);
        if LIVELY || C::PATIENT || W::LOUD || hp == 0 || ap < cost {
            break struck;
        }
    };
    now.ap = ap;
    st.hero.hp = hp;
    let by = Actor::Monster(monster as u8);
    if W::LOUD && struck.hit {
        let lost = i64::from(before - hp);
        hero::account(b, st, Actor::Hero, by, struck.critical, lost);
    }
    w.event(|| Event::attack(b, st, by, Actor::Hero, &blow, struck));
    if LIVELY {
        return effects::after_blow(b, st, by, Actor::Hero, &blow, struck, c, w);
    }
    if st.hero.hp > 0 { Next::On } else { turns::hero_falls(b, st, w) }
}

/// a step towards the hero, if one leads nearer.
fn approach<W: Watch<Event>>(b: &Battle, st: &mut State, monster: usize, w: &mut W) {
    let step = board::step_towards(st, monster);
    let now = &mut st.monsters[monster];
    now.ap -= now.move_cost;
    if let Some(tile) = step {
        now.at = tile;
    }
    let distance = st.monsters[monster].at.distance(st.hero.at);
    if distance == 1 {
        st.adjacent |= State::bit(monster);
    }
    w.event(|| Event::Approached {
        by: name(b, st, Actor::Monster(monster as u8)),
        distance,
        moved: step.is_some(),
    });
}
