//! States packed small, for the generic solver (M-111).
//!
//! A key holds who lives with how many hit points, how tired everybody is, who
//! was attacked in this pass, and whose turn it is. The dead are forgotten.
//!
//! The agents' skill points stand first, for no attack looks at them: what
//! comes of a state is the same whatever they are.

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
/// Bits of an agent at the beginning of a key: his points, and whether he lives.
const POINTS: u32 = 10;
const LIVES: u32 = 1;
/// So many agents stand in the first two words.
const FIRST: u32 = u128::BITS / (POINTS + LIVES);
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
        for agent in fight.side(Side::Agents) {
            let lives = agent.hp > 0;
            out.put(if lives { u64::from(agent.points) } else { 0 }, MOST_POINTS);
            out.put(u64::from(lives), 1);
        }
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
            if fighter.hp > 0 || !agent {
                out.put(u64::from(fighter.hp), u64::from(fighter.hp_before));
            }
            if fighter.hp == 0 {
                continue;
            }
            out.put(u64::from(fighter.exhaustion - fighter.exhaustion_before), MOST_TIRED);
            if st.outcome.is_none() {
                out.put(u64::from(attacked >> place & 1), 1);
            }
        }
        out.finish()
    }

    fn restore(b: &Battle, key: &Self::Key, st: &mut State) {
        st.clone_from(&b.start);
        let mut from = Unpacker::new(key);
        let agents = st.fight.agents;
        for agent in &mut st.fight.fighters[..agents] {
            agent.points = from.take(MOST_POINTS) as u32;
            agent.hp = from.take(1) as u32;
        }
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
            if fighter.hp > 0 || !agent {
                fighter.hp = from.take(u64::from(fighter.hp_before)) as u32;
            }
            if fighter.hp > 0 {
                fighter.exhaustion += from.take(MOST_TIRED) as u32;
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

    /// The same without points, of which a step must leave room for more.
    fn part(b: &Battle, key: &Self::Key) -> Option<Self::Key> {
        let agents = b.start.fight.agents as u32;
        let gain = b.points.iter().flatten().max().copied().unwrap_or(0);
        let points = all_points(agents);
        let (first, halves) = (first_of(key), points & !(points >> 1));
        let fits = agents <= FIRST && u64::from(gain) <= MOST_POINTS / 2 && first & halves == 0;
        fits.then(|| with_first(key, first & !points))
    }

    /// Adds the points of those who live on.
    fn put_back(whole: &Self::Key, part: &Self::Key, next: &Self::Key) -> Self::Key {
        let points = first_of(whole) ^ first_of(part);
        let lives = first_of(next) & lives(FIRST);
        let of_living = lives - (lives >> POINTS);
        with_first(next, first_of(next) + (points & of_living))
    }

    /// Hit points alone: exhaustion and points follow them more or less.
    fn ranges(b: &Battle) -> Vec<u64> {
        b.start.fight.fighters.iter().map(|fighter| u64::from(fighter.hp) + 1).collect()
    }
}

/// The first words of a key.
fn first_of(key: &[u64; WORDS]) -> u128 {
    u128::from(key[1]) << u64::BITS | u128::from(key[0])
}

fn with_first(key: &[u64; WORDS], first: u128) -> [u64; WORDS] {
    let mut key = *key;
    (key[0], key[1]) = (first as u64, (first >> u64::BITS) as u64);
    key
}

/// The bits that say of the first so many agents whether they live.
fn lives(agents: u32) -> u128 {
    let bits = (0..agents.min(FIRST)).map(|agent| 1 << (agent * (POINTS + LIVES) + POINTS));
    bits.fold(0, |all, bit: u128| all | bit)
}

/// The bits of the points of so many agents.
fn all_points(agents: u32) -> u128 {
    let lives = lives(agents);
    lives - (lives >> POINTS)
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

#[cfg(test)]
mod tests {
    use std::collections::{HashSet, VecDeque};

    use fracas_core::chance::Enumerated;
    use fracas_core::ruleset::{Next, Ruleset};
    use fracas_core::watch::Scores;

    use super::*;

    type Key = <Mission as Enumerable>::Key;

    /// All that one step leads to, how likely it is, and what it books.
    fn steps(b: &Battle, key: &Key) -> Vec<(Next, Key, f64, Vec<i64>)> {
        let mut dice = Enumerated::new();
        let mut found = Vec::new();
        loop {
            let mut scores = Scores::new(vec![0; Mission::measures(b).len()]);
            let mut state = Mission::start(b).clone();
            Mission::restore(b, key, &mut state);
            let next = Mission::step(b, &mut state, &mut dice, &mut scores);
            let key = Mission::key(b, &state).expect("the battle is small");
            found.push((next, key, dice.probability(), scores.values().to_vec()));
            if !dice.next_path() {
                return found;
            }
        }
    }

    fn battle(agents: &str, enemies: &str) -> Battle {
        let text = format!("[[agent]]\nid = 'a'\n{agents}\n[mission]\nenemies = '{enemies}'\n");
        fracas_testing::battle::<Mission>(&text, &[])
    }

    /// So many agents, the last of whom is the weakest, against one enemy, for one round: a
    /// key has room for eleven.
    fn crowd(agents: u32) -> Battle {
        let text = format!(
            "[[agent]]\nid = 'a'\nhp = 1\ncount = {}\n[[agent]]\nid = 'z'\nhp = 1\nskill = 60\n\
             [[enemy]]\nid = 'e'\nskill = 150\nhp = 15\nweapon = [0, 3]\n\
             [constants]\nmax_rounds = 1\n",
            agents - 1
        );
        fracas_testing::battle::<Mission>(&text, &[])
    }

    /// The state after what is drawn before the first step.
    fn begun(b: &Battle) -> State {
        let (mut dice, mut scores) = (Enumerated::new(), Scores::default());
        let mut state = Mission::start(b).clone();
        Mission::begin(b, &mut state, &mut dice, &mut scores);
        state
    }

    /// What was found of states that lead to each other.
    #[derive(Debug, Default)]
    struct Found {
        /// States whose part was known before,
        shared: usize,
        /// and steps that ended the battle.
        ended: usize,
        /// By whether the last agent lives: states that are stepped to.
        last: [usize; 2],
    }

    /// Expects up to so many states, from this one on, to lead where their parts do.
    fn parts_lead_on(b: &Battle, start: &State, most: usize) -> Found {
        let mut waiting = VecDeque::from([Mission::key(b, start).expect("small")]);
        let (mut known, mut parts) = (HashSet::new(), HashSet::new());
        let (mut found, agents) = (Found::default(), b.start.fight.agents as u32);
        let last = lives(agents) & !lives(agents - 1);
        while let Some(whole) = waiting.pop_front().filter(|_| known.len() < most) {
            if !known.insert(whole) {
                continue;
            }
            let of_whole = steps(b, &whole);
            let part = Mission::part(b, &whole).expect("few points");
            assert_eq!(first_of(&part) & all_points(agents), 0, "{part:?}");
            let of_part = steps(b, &part).into_iter().map(|(next, key, p, booked)| {
                (next, Mission::put_back(&whole, &part, &key), p, booked)
            });
            assert!(of_whole.iter().cloned().eq(of_part), "{whole:?} by its part {part:?}");
            found.shared += usize::from(!parts.insert(part));
            for (next, key, ..) in of_whole {
                found.last[usize::from(first_of(&key) & last != 0)] += 1;
                match next {
                    Next::On => waiting.push_back(key),
                    _ => found.ended += 1,
                }
            }
        }
        found
    }

    /// M-47 to M-49: no attack looks at points, so what comes of a state
    /// without any comes of all that have some; the dead have none.
    #[test]
    fn m_47_m_49_attacks_do_not_look_at_points() {
        for (agents, enemies) in
            [("count = 2\nhp = 7", "2 Initiate"), ("count = 3\nhp = 5", "1 Soldier")]
        {
            let b = &battle(agents, enemies);
            let found = parts_lead_on(b, &begun(b), 20_000);
            assert!(found.shared > 2_000 && found.ended > 100, "{found:?}");
        }
    }

    /// The same where points and who lives straddle two words of a key.
    #[test]
    fn m_47_m_49_points_of_many_agents() {
        for agents in [6, 11] {
            let b = &crowd(agents);
            let mut start = begun(b);
            for (place, agent) in start.fight.fighters[..agents as usize].iter_mut().enumerate() {
                agent.points = 311 + 17 * place as u32;
            }
            let found = parts_lead_on(b, &start, 1_500);
            assert!(found.ended > 20 && found.last.iter().all(|count| *count > 5), "{found:?}");
        }
    }

    /// A state of more agents than the first two words hold has no part.
    #[test]
    fn agents_for_whom_there_is_room() {
        let has_part = |agents| Mission::part(&crowd(agents), &[0; WORDS]).is_some();
        assert_eq!([6, 11, 12, 13].map(has_part), [true, true, false, false]);
    }

    /// Where a step may bring more points than there is room for, the whole
    /// state is followed, and refused if so.
    #[test]
    fn points_that_may_become_too_many_stay_in_sight() {
        let b = &battle("count = 2", "2 Initiate");
        let with_points = |points: u32| {
            let mut state = begun(b);
            state.fight.fighters[1].points = points;
            Mission::key(b, &state)
        };
        let has_part = |points| Mission::part(b, &with_points(points).expect("room")).is_some();
        assert!(has_part(0) && has_part(511) && !has_part(512) && !has_part(1_023));
        assert_eq!(with_points(1_024), None);
    }
}
