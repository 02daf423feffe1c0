//! States packed small, for exact odds.
//!
//! Rounds never come back: a state is named by its round and how far that has
//! come, so nothing loops and even the number of rounds has its whole
//! distribution. Of fighters of one kind only how many have how much is
//! remembered.

use fracas_core::odds::{Enumerable, Packer, Unpacker};
use fracas_core::watch::MeasureId;

use crate::battle::{Battle, SideId};
use crate::kinds::MOST_FIGHTERS;
use crate::mfd::Mfd;
use crate::rules::stats;
use crate::state::{Presence, Progress, State};

impl Enumerable for Mfd {
    type Key = [u64; 2];

    fn key(b: &Battle, st: &State) -> Option<Self::Key> {
        if b.fighters.len() > MOST_FIGHTERS {
            return None;
        }
        let mut out = Packer::new();
        out.put(u64::from(st.round), u64::from(b.limit));
        let Progress { open, side, attacker, made } = st.progress;
        out.put(u64::from(open), 1);
        if open {
            out.put(u64::from(side), 1);
            out.put(u64::from(attacker), b.fighters.len() as u64);
            out.put(u64::from(made), most_attacks(b));
        }
        let with_pool = open && most_attacks(b) > 1;
        let mut conditions = [0; MOST_FIGHTERS];
        for (who, condition) in conditions.iter_mut().enumerate().take(b.fighters.len()) {
            // 0 is dead or away; who has fallen in this round has 0 HP.
            let value = match st.presence(who) {
                // C-1: no wound outlasts a round.
                Presence::Living if b.compat() && !open => 1,
                Presence::Living => st.hp[who].max(0).unsigned_abs() + 1,
                Presence::Away | Presence::Dead => 0,
            };
            let waits = with_pool && st.pool.contains(&(who as u32));
            *condition = value << 1 | u64::from(waits);
        }
        for group in &b.groups {
            exchange(group, &mut conditions);
        }
        for (who, condition) in conditions.iter().enumerate().take(b.fighters.len()) {
            out.put(condition >> 1, most_hp(b, who) + 1);
            if with_pool {
                out.put(condition & 1, 1);
            }
        }
        for side in SideId::BOTH {
            out.put(u64::from(st.retreated[side.index()]), 1);
        }
        out.finish()
    }

    fn restore(b: &Battle, key: &Self::Key, st: &mut State) {
        let mut from = Unpacker::new(key);
        st.round = from.take(u64::from(b.limit)) as u32;
        st.progress = Progress { open: from.take(1) == 1, ..Progress::default() };
        if st.progress.open {
            st.progress.side = from.take(1) as u8;
            st.progress.attacker = from.take(b.fighters.len() as u64) as u32;
            st.progress.made = from.take(most_attacks(b)) as u32;
        }
        st.pool.clear();
        for (who, fighter) in b.fighters.iter().enumerate() {
            let value = from.take(most_hp(b, who) + 1);
            let came = fighter.joins <= st.round.max(1);
            let presence = match value {
                0 if came => Presence::Dead,
                0 => Presence::Away,
                _ => Presence::Living,
            };
            st.put(who, presence);
            st.hp[who] = if value > 0 { value as i64 - 1 } else { fighter.hp * i64::from(!came) };
            if st.progress.open && most_attacks(b) > 1 && from.take(1) == 1 {
                st.pool.push(who as u32);
            }
        }
        for side in SideId::BOTH {
            st.retreated[side.index()] = from.take(1) == 1;
        }
        st.heal_until_now(b);
        st.line_up(b);
        st.fallen.clear();
        if st.progress.open {
            stats::evaluate(b, st);
            st.note_fallen();
        }
    }

    /// Time: round by round, attack by attack.
    fn rung(b: &Battle, st: &State) -> Option<u64> {
        let Progress { open, side, attacker, made } = st.progress;
        let attacks = most_attacks(b) + 1;
        let attackers = b.fighters.len() as u64 + 1;
        // A round has more room than it has attacks; the state before it is 0.
        let round_length = 2 * attackers * attacks + 1;
        let round = u64::from(st.round);
        if !open {
            return Some(round * round_length);
        }
        let done = (u64::from(side) * attackers + u64::from(attacker)) * attacks + u64::from(made);
        Some((round - 1) * round_length + 1 + done)
    }

    /// Everybody may be dead, have fallen in this round, or have any of his HP;
    /// and any attack of the round may be next.
    fn ranges(b: &Battle) -> Vec<u64> {
        let hp = (0..b.fighters.len()).map(|who| most_hp(b, who) + 2);
        let mut conditions: Vec<u64> = hp.collect();
        for group in &b.groups {
            // What n of a kind may have, whoever has it: n more each time.
            let values = conditions[group[0]];
            for (n, &who) in (1..).zip(group) {
                conditions[who] = (values + n - 1).div_ceil(n);
            }
        }
        let attacks = b.fighters.iter().map(|fighter| u64::from(fighter.aoe)).sum();
        conditions.push(attacks);
        conditions
    }

    fn alike(b: &Battle) -> Vec<Vec<MeasureId>> {
        let alive = |group: &Vec<usize>| group.iter().map(|&who| b.measures.alive(who)).collect();
        b.groups.iter().map(alive).collect()
    }
}

/// Exchanges the conditions of a kind so that the first of them has the best:
/// the dead are the last, and who lives stays the same within a round.
fn exchange(group: &[usize], conditions: &mut [u64]) {
    for place in 1..group.len() {
        let mut at = place;
        while at > 0 && conditions[group[at - 1]] < conditions[group[at]] {
            conditions.swap(group[at - 1], group[at]);
            at -= 1;
        }
    }
}

/// The most attacks one fighter makes in a round.
fn most_attacks(b: &Battle) -> u64 {
    u64::from(b.most_attacks)
}

/// The most HP a fighter can ever have.
fn most_hp(b: &Battle, who: usize) -> u64 {
    b.fighters[who].most_hp.unsigned_abs()
}
