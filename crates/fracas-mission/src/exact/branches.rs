//! States packed small, for the generic solver (M-111).
//!
//! A key holds who lives with how many hit points, how tired everybody is, who
//! was attacked in this pass, and whose turn it is. The dead are forgotten.

use fracas_core::odds::{Enumerable, Packer, Unpacker};
use fracas_core::order::Ordered;

use crate::battle::{Battle, Side};
use crate::mission::Mission;
use crate::rules::conclusion;
use crate::state::{Fight, Outcome, State, Target};

/// Words of a key.
const WORDS: usize = 4;
/// Exhaustion gained in the battle for which there is room.
const MOST_TIRED: u64 = 255;
/// Skill points gained in the battle for which there is room.
const MOST_POINTS: u64 = 1_023;
/// Turns of a pass for which there is room.
const MOST_TURNS: u64 = 63;
/// Exact odds of more fighters would never end.
const MOST_FIGHTERS: usize = 32;

impl Enumerable for Mission {
    type Key = [u64; WORDS];

    /// Of one battle: a chain carries over more than a key can hold.
    fn key(b: &Battle, st: &State) -> Option<Self::Key> {
        let fight = &st.fight;
        if b.chain.len() > 1 || fight.fighters.len() > MOST_FIGHTERS {
            return None;
        }
        let mut out = Packer::<WORDS>::new();
        out.put(st.outcome.map_or(0, |outcome| outcome.index() as u64 + 1), MOST_OUTCOME);
        out.put(u64::from(fight.round), u64::from(b.world.constants.max_rounds));
        if st.outcome.is_none() {
            out.put(fight.phase as u64, 1);
            out.put(fight.turn as u64, MOST_TURNS);
        }
        let attacked = attacked(fight);
        for (place, fighter) in fight.fighters.iter().enumerate() {
            let agent = place < fight.agents;
            if st.outcome.is_some() && !agent {
                // Once it is over, only whether an enemy lives is of account.
                out.put(u64::from(fighter.hp > 0), 1);
                continue;
            }
            out.put(u64::from(fighter.hp), u64::from(fighter.hp_before));
            if fighter.hp == 0 {
                continue;
            }
            out.put(u64::from(fighter.exhaustion - fighter.exhaustion_before), MOST_TIRED);
            if agent {
                out.put(u64::from(fighter.points), MOST_POINTS);
            }
            if st.outcome.is_none() {
                out.put(u64::from(attacked >> place & 1), 1);
            }
        }
        out.finish()
    }

    fn restore(b: &Battle, key: &Self::Key, st: &mut State) {
        st.clone_from(&b.start);
        let mut from = Unpacker::new(key);
        let outcome = OUTCOMES[from.take(MOST_OUTCOME) as usize];
        let fight = &mut st.fight;
        fight.round = from.take(u64::from(b.world.constants.max_rounds)) as u32;
        if outcome.is_none() {
            fight.phase = from.take(1) as usize;
            fight.turn = from.take(MOST_TURNS) as usize;
        }
        let free = b.world.constants.exhaustion_free;
        let mut attacked = 0_u32;
        for (place, fighter) in fight.fighters.iter_mut().enumerate() {
            let agent = place < fight.agents;
            if outcome.is_some() && !agent {
                fighter.hp = from.take(1) as u32;
                continue;
            }
            fighter.hp = from.take(u64::from(fighter.hp_before)) as u32;
            if fighter.hp > 0 {
                fighter.exhaustion += from.take(MOST_TIRED) as u32;
                if agent {
                    fighter.points = from.take(MOST_POINTS) as u32;
                }
                if outcome.is_none() {
                    attacked |= (from.take(1) as u32) << place;
                }
            }
            fighter.evaluate(free);
        }
        line_up_again(fight, attacked);
        if let Some(outcome) = outcome {
            conclusion::conclude(b, st, outcome);
        }
    }

    /// Every attack is a step up.
    fn rung(_b: &Battle, st: &State) -> Option<u64> {
        let fight = &st.fight;
        let turns = fight.fighters.len() as u64 + 1;
        Some((u64::from(fight.round) * 2 + fight.phase as u64) * turns + fight.turn as u64)
    }

    /// Hit points alone: exhaustion and points follow them more or less.
    fn ranges(b: &Battle) -> Vec<u64> {
        b.start.fight.fighters.iter().map(|fighter| u64::from(fighter.hp) + 1).collect()
    }
}

/// The largest place in [`OUTCOMES`].
const MOST_OUTCOME: u64 = 7;

const OUTCOMES: [Option<Outcome>; 8] = [
    None,
    Some(Outcome::Success),
    Some(Outcome::Retreat),
    Some(Outcome::Wiped),
    Some(Outcome::Stalemate),
    None,
    None,
    None,
];

/// Who was attacked in this pass, one bit a fighter.
fn attacked(fight: &Fight) -> u32 {
    let targets = &fight.targets[fight.phase ^ 1];
    let done = &targets[..fight.aim.min(targets.len())];
    done.iter().fold(0, |found, target| found | 1 << target.place())
}

/// Puts the living in the order of attack, and the targets of the pass in
/// theirs: those that were attacked, then those that wait, weakest first.
fn line_up_again(fight: &mut Fight, attacked: u32) {
    let fighters = &fight.fighters;
    for side in Side::BOTH {
        let order = &mut fight.order[side.index()];
        order.retain(|&place| fighters[place as usize].hp > 0);
        fight.living[side.index()] = order.len();
        let targets = &mut fight.targets[side.index()];
        targets.clear();
        let living = order.iter().map(|&place| place as usize);
        targets.extend(living.map(|place| Target::new(fighters[place].eff, place)));
        targets.put_few_in_order_by_key(|target| (attacked >> target.place() & 1 == 0, *target));
    }
    fight.aim = attacked.count_ones() as usize;
}
