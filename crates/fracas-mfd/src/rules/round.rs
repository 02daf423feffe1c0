//! The round (F-38..F-40, F-75): everything in its order.

use fracas_core::chance::Chance;
use fracas_core::ruleset::Next;
use fracas_core::watch::Watch;

use crate::battle::{Battle, SideId};
use crate::events::Event;
use crate::rules::{arrivals, compat, ends, ledger, links, matchups, rolls, stats};
use crate::state::{Progress, State};

/// A whole round; for those who follow every branch, one attack of it.
#[inline]
pub fn step<C, W>(b: &Battle, st: &mut State, c: &mut C, w: &mut W) -> Next
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    if C::PATIENT {
        return one_attack(b, st, c, w);
    }
    begin(b, st, w);
    matchups::choose(b, st, c, w);
    if b.compat() {
        compat::roll_all(b, st, c, w);
    } else {
        rolls::roll_all(b, st, c, w);
        links::follow(b, st, 0, w);
    }
    ends::end_round(b, st, w)
}

/// Reinforcements, healing, stats.
fn begin<W: Watch<Event>>(b: &Battle, st: &mut State, w: &mut W) {
    st.round += 1;
    ledger::open::<W>(b, st);
    w.event(|| Event::Round { round: st.round });
    if b.compat() {
        compat::restore_hp(b, st);
    }
    arrivals::arrive(b, st, w);
    stats::evaluate(b, st);
    st.fallen.clear();
}

/// One attack, drawn and rolled at once: matchups depend on nothing that
/// happens in the round, so whoever visits every branch need not draw them
/// beforehand. In compat all attacks of an attacker belong together (C-5).
fn one_attack<C, W>(b: &Battle, st: &mut State, c: &mut C, w: &mut W) -> Next
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    if !st.progress.open {
        begin(b, st, w);
        st.progress = Progress { open: true, ..Progress::default() };
        st.pool.clear();
    }
    let side = SideId::BOTH[usize::from(st.progress.side)];
    let by = st.living(side)[st.progress.attacker as usize];
    if b.compat() {
        st.scratch.attacks.clear();
        matchups::of_attacker(b, st, side, by, c, w);
        compat::turn(b, st, 0..st.scratch.attacks.len(), c, w);
        st.progress.made = b.fighters[by as usize].aoe;
    } else {
        let attack = matchups::next_alone(b, st, side, by, c, w);
        if b.written.report {
            rolls::strike(b, st, attack, c, w);
            st.hp[attack.at as usize] = st.hp[attack.at as usize].max(0);
        } else {
            rolls::strike_blindly(st, attack, c);
        }
        st.progress.made += 1;
    }
    if st.progress.made >= b.fighters[by as usize].aoe {
        st.pool.clear();
        st.progress = Progress { attacker: st.progress.attacker + 1, made: 0, ..st.progress };
        if st.progress.attacker as usize == st.living(side).len() {
            st.progress = Progress { side: st.progress.side + 1, attacker: 0, ..st.progress };
        }
    }
    if usize::from(st.progress.side) < SideId::BOTH.len() {
        return Next::On;
    }
    st.progress = Progress::default();
    if !b.compat() {
        links::follow(b, st, 0, w);
    }
    ends::end_round(b, st, w)
}
