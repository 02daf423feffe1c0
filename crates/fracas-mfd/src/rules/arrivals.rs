//! Reinforcements (F-72) and healing (F-73), at the start of a round.

use fracas_core::watch::Watch;

use crate::battle::{Battle, SideId, Treatment};
use crate::events::Event;
use crate::rate::Rate;
use crate::state::{Stands, State};

/// Those who come this round, then healing (F-75).
pub fn arrive<W: Watch<Event>>(b: &Battle, st: &mut State, w: &mut W) {
    if st.round > b.last_event {
        return;
    }
    for side in SideId::BOTH {
        join(b, st, side, w);
    }
    for side in SideId::BOTH {
        for treatment in &b.side(side).healing {
            if treatment.round == st.round {
                heal(b, st, side, treatment, w);
            }
        }
    }
}

/// F-72: at the end of the side, in the order written, fresh.
fn join<W: Watch<Event>>(b: &Battle, st: &mut State, side: SideId, w: &mut W) {
    let mut came = false;
    for who in b.side(side).fighters.clone() {
        if b.fighters[who].joins == st.round && st.stands[who] == Stands::Away {
            st.take_place(b, who as u32);
            came = true;
        }
    }
    if came {
        st.living[side.index()].sort_by_key(|&who| b.fighters[who as usize].turn);
        w.event(|| Event::joined(b, st, side));
    }
}

/// F-73: the named, or everybody living.
fn heal<W: Watch<Event>>(b: &Battle, st: &mut State, side: SideId, t: &Treatment, w: &mut W) {
    match &t.who {
        Some(named) => {
            for &who in named {
                treat(b, st, who as usize, t, w);
            }
        }
        None => {
            for place in 0..st.living[side.index()].len() {
                treat(b, st, st.living[side.index()][place] as usize, t, w);
            }
        }
    }
}

/// As if BonusHP and BonusToDefend had been raised in the files. Nobody is
/// brought back to life.
fn treat<W: Watch<Event>>(b: &Battle, st: &mut State, who: usize, t: &Treatment, w: &mut W) {
    if st.stands[who] != Stands::Living {
        return;
    }
    let before = st.hp[who];
    let room = t.up_to.unwrap_or(i64::MAX).saturating_sub(before);
    let given = t.hp.min(room).max(0);
    st.hp[who] = before + given;
    st.raw[who].to_defend += t.to_defend;
    st.healed[who].hp += given;
    st.healed[who].to_defend += t.to_defend;
    if given > 0 || t.to_defend != Rate::ZERO {
        w.event(|| Event::healed(b, who, given, t.to_defend, before + given));
    }
}
