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
        out.put(u64::from(side), 1);
        out.put(u64::from(attacker), b.fighters.len() as u64);
        out.put(u64::from(made), most_attacks(b));
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
            if most_attacks(b) > 1 {
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
        st.progress = Progress {
            open: from.take(1) == 1,
            side: from.take(1) as u8,
            attacker: from.take(b.fighters.len() as u64) as u32,
            made: from.take(most_attacks(b)) as u32,
        };
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
            if most_attacks(b) > 1 && from.take(1) == 1 {
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

    /// F-38, F-39: an attack looks at the foes, and of its own side at who lived
    /// when the round began: whatever HP these have, here they have 1. Not so
    /// where somebody comes or is healed before it, nor where it may be the last
    /// of its round, whose end is about everybody.
    fn part(b: &Battle, key: &Self::Key) -> Option<Self::Key> {
        let mut from = Unpacker::new(key);
        let mut out = Packer::new();
        let round = from.copy(&mut out, u64::from(b.limit));
        let open = from.copy(&mut out, 1) == 1;
        if b.compat() || (!open && round < u64::from(b.last_event)) {
            return None;
        }
        let side = SideId::BOTH[from.copy(&mut out, 1) as usize];
        let attacker = from.copy(&mut out, b.fighters.len() as u64);
        from.copy(&mut out, most_attacks(b));
        let mut living = 0;
        for (who, fighter) in b.fighters.iter().enumerate() {
            let most = most_hp(b, who) + 1;
            if fighter.side == side {
                let lives = from.take(most).min(1);
                out.put(2 * lives, most);
                living += lives;
            } else {
                from.copy(&mut out, most);
            }
            if most_attacks(b) > 1 {
                from.copy(&mut out, 1);
            }
        }
        for _side in SideId::BOTH {
            from.copy(&mut out, 1);
        }
        let ends_round = side == SideId::BOTH[1] && attacker + 1 >= living;
        if ends_round { None } else { out.finish() }
    }

    /// Progress and foes are those of the next, its own side that of the whole:
    /// whatever part and next have in common is exchanged for the whole's.
    fn put_back(whole: &Self::Key, part: &Self::Key, next: &Self::Key) -> Self::Key {
        std::array::from_fn(|word| whole[word] ^ part[word] ^ next[word])
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

#[cfg(test)]
mod tests {
    use std::collections::{HashSet, VecDeque};

    use fracas_core::chance::Enumerated;
    use fracas_core::ruleset::{Next, Ruleset};
    use fracas_core::watch::Scores;

    use super::*;

    type Key = <Mfd as Enumerable>::Key;

    /// All that one step leads to, with probabilities; `None` is an end.
    fn steps(b: &Battle, key: &Key) -> Vec<(Option<Key>, f64)> {
        let mut dice = Enumerated::new();
        let mut scores = Scores::new(Mfd::measures(b).iter().map(|m| m.start).collect());
        let mut found = Vec::new();
        loop {
            let mut state = Mfd::start(b).clone();
            Mfd::restore(b, key, &mut state);
            let next = Mfd::step(b, &mut state, &mut dice, &mut scores);
            let key = Mfd::key(b, &state).expect("the battle is small");
            found.push(((next == Next::On).then_some(key), dice.probability()));
            if !dice.next_path() {
                return found;
            }
        }
    }

    /// F-38, F-39: whatever comes of a part of a state comes of the state.
    #[test]
    fn f_38_f_39_attacks_look_at_their_part_of_a_state() {
        let battles = [
            "heroes.fighters = [{ name = 'A', xp = 9000, bonus_hp = 2 }, { name = 'B', xp = 9000, bonus_hp = 2 },
                { name = 'C', xp = 2000, bodyguard_for = 'A', buffs = [{ name = 'T', who = ['B'], offense = 0.2, defense = 0.1 }] }]
             villains.fighters = [{ name = 'X', xp = 8000, bonus_hp = 1, aoe = 2 }, { name = 'Y', xp = 3000, linked_to = 'X' },
                { name = 'Z', xp = 3000, linked_to = 'X' }]",
            "heroes.fighters = [{ name = 'A', xp = 5000 }, { name = 'B', xp = 5000, bonus_hp = 3 }]
             villains.fighters = [{ name = 'X', xp = 4000 }, { name = 'Y', xp = 4000 }]
             villains.reinforcements = [{ round = 2, fighters = [{ name = 'Z', xp = 4000 }] }]
             heroes.healing = [{ round = 2, hp = 1, up_to = 2 }]
             heroes.retreat = { below = 0.6 }",
        ];
        for text in battles {
            let b = &fracas_testing::battle::<Mfd>(text, &[]);
            let mut known = HashSet::new();
            let start = Mfd::key(b, Mfd::start(b)).expect("the battle is small");
            let mut waiting = VecDeque::from([start]);
            let mut parts = HashSet::new();
            let mut shared = 0;
            while let Some(whole) = waiting.pop_front().filter(|_| known.len() < 4_000) {
                if !known.insert(whole) {
                    continue;
                }
                let found = steps(b, &whole);
                if let Some(part) = Mfd::part(b, &whole) {
                    let of_part = steps(b, &part).into_iter();
                    let put_back = |next: Key| Mfd::put_back(&whole, &part, &next);
                    let of_part: Vec<_> = of_part.map(|(key, p)| (key.map(put_back), p)).collect();
                    assert_eq!(found, of_part, "{whole:?} by its part {part:?}");
                    shared += usize::from(!parts.insert(part));
                }
                waiting.extend(found.into_iter().filter_map(|(next, _)| next));
            }
            assert!(shared > 100, "{shared} of {}", known.len());
        }
    }
}
