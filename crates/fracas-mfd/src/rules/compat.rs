//! `compat = "fight.rkt"` (C-1..C-9): the odds of the original program.
//!
//! Stats differ in `stats.rs` (C-3, C-4), first choices in `matchups.rs`
//! (C-2), final files in `finals.rs` (C-8), the announcement in the report
//! (C-9). What is left is here: full HP every round (C-1), and how attacks of
//! one attacker on one defender undo each other (C-5, C-6).

use std::ops::Range;

use fracas_core::chance::Chance;
use fracas_core::watch::Watch;

use crate::battle::{Battle, SideId};
use crate::events::Event;
use crate::rules::{ledger, links, matchups, rolls};
use crate::state::{Attack, Cause, Count, State};

/// C-1: every survivor starts each round with full HP, healing included.
pub fn restore_hp(b: &Battle, st: &mut State) {
    for side in SideId::BOTH {
        for place in 0..st.living(side).len() {
            let who = st.living(side)[place] as usize;
            st.hp[who] = st.full_hp(b, who);
        }
    }
}

/// The turns of all attackers, in the order of their attacks.
pub fn roll_all<C, W>(b: &Battle, st: &mut State, c: &mut C, w: &mut W)
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    let mut first = 0;
    while first < st.scratch.attacks.len() {
        let by = st.scratch.attacks[first].by;
        let rest = &st.scratch.attacks[first..];
        let end = first + rest.iter().take_while(|attack| attack.by == by).count();
        turn(b, st, first..end, c, w);
        first = end;
    }
    st.note_fallen();
}

/// The turn of one attacker. C-5: the HP of its defenders are noted when it
/// begins, and every attack is taken off the noted HP. C-6: those who are down
/// by then are not attacked.
pub fn turn<C, W>(b: &Battle, st: &mut State, attacks: Range<usize>, c: &mut C, w: &mut W)
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    let mut noted = std::mem::take(&mut st.scratch.noted);
    noted.clear();
    noted.extend(attacks.clone().map(|place| st.hp[st.scratch.attacks[place].at as usize]));
    st.scratch.by_hand.clear();
    for (place, &hp) in attacks.zip(&noted) {
        if hp > 0 {
            let attack = st.scratch.attacks[place];
            matchups::tell_interception(b, attack, w);
            if C::PATIENT && !b.written.report {
                let damage = rolls::damage_up_to(st, attack, hp, c);
                stand_or_fall(b, st, attack, hp - damage, w);
            } else {
                strike(b, st, attack, hp, c, w);
            }
        }
    }
    st.scratch.noted = noted;
    if C::PATIENT {
        st.note_fallen();
    }
}

/// One attack against the HP noted at the start of the turn.
fn strike<C, W>(b: &Battle, st: &mut State, attack: Attack, noted: i64, c: &mut C, w: &mut W)
where
    C: Chance + ?Sized,
    W: Watch<Event>,
{
    let roll = rolls::roll(st, attack, c);
    let hp = noted - roll.damage();
    ledger::attack(b, st, w, attack, roll);
    // A kill of this turn is undone; if this attack kills too it counts again.
    if let Some(place) = st.scratch.by_hand.iter().position(|&who| who == attack.at) {
        st.scratch.by_hand.swap_remove(place);
        ledger::count::<W>(b, st, w, attack.by, Count::Kills, -1);
    }
    if W::LOUD {
        st.ledger[attack.at as usize].death = None;
    }
    w.event(|| Event::attack(b, attack, roll, hp));
    if hp <= 0 && (W::LOUD || b.written.report) {
        st.scratch.by_hand.push(attack.at);
        ledger::count::<W>(b, st, w, attack.by, Count::Kills, 1);
        ledger::death::<W>(st, attack.at, Cause::Killer(attack.by));
    }
    stand_or_fall(b, st, attack, if C::PATIENT { hp.max(0) } else { hp }, w);
}

/// The defender's HP is what the last attack left. C-6: link deaths take
/// effect at once.
fn stand_or_fall<W: Watch<Event>>(b: &Battle, st: &mut State, attack: Attack, hp: i64, w: &mut W) {
    st.hp[attack.at as usize] = hp;
    if hp <= 0 {
        st.fallen.clear();
        st.fallen.push(attack.at);
        links::follow(b, st, 0, w);
    }
}
