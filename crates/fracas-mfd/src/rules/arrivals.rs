//! Reinforcements (F-72) and healing (F-73), at the start of a round.

use fracas_core::watch::Watch;

use crate::battle::{Battle, SideId, Treatment};
use crate::events::Event;
use crate::rate::Rate;
use crate::rules::limits;
use crate::state::{Healed, Presence, Raw, State};

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
    if st.join(b, side) {
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
            for place in 0..st.living(side).len() {
                treat(b, st, st.living(side)[place] as usize, t, w);
            }
        }
    }
}

/// As if BonusHP and BonusToDefend had been raised in the files. Nobody is
/// brought back to life.
fn treat<W: Watch<Event>>(b: &Battle, st: &mut State, who: usize, t: &Treatment, w: &mut W) {
    if st.presence(who) != Presence::Living {
        return;
    }
    let (hp, rest) = st.heal(b, who, t);
    if hp > 0 || rest != Rate::ZERO {
        w.event(|| Event::healed(b, who, hp, rest, st.hp[who]));
    }
}

impl Healed {
    /// Adds what a treatment gives a fighter of that many HP: HP, and raw
    /// ToDefend (F-73).
    pub fn add(&mut self, b: &Battle, who: usize, hp: i64, t: &Treatment) -> (i64, Rate) {
        let fighter = &b.fighters[who];
        let most_hp = t.up_to.unwrap_or(limits::HP).min(limits::HP);
        let given = t.hp.min(most_hp - hp).max(0);
        let raw =
            Raw { own_to_defend: fighter.row.bonus_to_defend + self.to_defend, ..Raw::default() };
        let tired = i64::from(t.round.saturating_sub(fighter.joins));
        let gathered = b.constants().exhaustion * tired;
        let counted = raw.exhaustion(b.constants(), tired);
        let room = fighter.most_to_defend - (raw.own_to_defend - counted);
        let rest = t.to_defend.min(room).max(Rate::ZERO);
        // Whoever is as tired as can be rests from there.
        let forgiven = if rest > Rate::ZERO { gathered - counted } else { Rate::ZERO };
        self.hp += given;
        self.to_defend += rest + forgiven;
        (given, rest)
    }
}
