//! Links (F-52..F-54): those who die with somebody.

use fracas_core::watch::Watch;

use crate::battle::Battle;
use crate::events::Event;
use crate::rules::ledger;
use crate::state::{Cause, Presence, State};

/// F-53: goes through the fallen from place `from` on, new ones included,
/// until nobody new dies.
pub fn follow<W: Watch<Event>>(b: &Battle, st: &mut State, from: usize, w: &mut W) {
    let mut next = from;
    while next < st.fallen.len() {
        let anchor = st.fallen[next];
        for &who in &b.fighters[anchor as usize].dependants {
            let place = who as usize;
            if st.presence(place) == Presence::Living && st.hp[place] > 0 {
                st.hp[place] = 0;
                st.fallen.push(who);
                ledger::death::<W>(st, who, Cause::Linked(anchor));
                w.event(|| Event::link(b, who, anchor));
            }
        }
        next += 1;
    }
}
