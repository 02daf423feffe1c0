//! The solver for battles in which hit points come and go.
//!
//! Conditions and effects heal and wear off, a hero on the run steps from
//! tile to tile, a fight comes to a halt: there is no ladder to climb down.
//! So all states that can be reached are found first, each once, with the
//! ways from one to the other. Then probability is sent along these ways,
//! round after round, until next to nothing of it is left in the fight.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use fracas_core::chance::Enumerated;
use fracas_core::odds::{Budget, Exact, Refusal};
use fracas_core::ruleset::Next;
use fracas_core::watch::{MeasureId, Watch};

use super::ending::Ending;
use super::figures::Found;
use super::grid::Mass;
use super::keys::{Key, pack, unpack};
use crate::battle::Battle;
use crate::events::Event;
use crate::measures::{TURNS, potions};
use crate::rules::turns::{self, GUARD};
use crate::rules::{conditions, rewards};
use crate::state::{State, Verdict, Who};

/// Probability left in the fight at which it is counted as decided.
const DECIDED: f64 = 1e-13;
/// Probability of a state that is not worth following.
const NEGLIGIBLE: f64 = 1e-22;
/// To follow a branch costs so many times what it costs the other solvers: it
/// may run through effects and ticks, and work out statistics anew.
const DEAR: u64 = 8;
/// To send probability along a way costs so many times less.
const CHEAP: u64 = 40;
/// States and ways in memory at once.
const MOST_STATES: usize = 4_000_000;
const MOST_WAYS: usize = 30_000_000;
/// States that say nothing yet about how many there will be.
const FEW: usize = 10_000;

/// The odds.
pub fn solve(b: &Battle, budget: Budget) -> Result<Exact, Refusal> {
    let map = Map::explore(b, budget)?;
    let (masses, left) = map.send(budget)?;
    let mut found = Found::default();
    let mut st = b.start.clone();
    for (key, mass) in map.keys.iter().zip(masses) {
        if mass.p > 0.0 {
            unpack(b, key, &mut st);
            book(b, &st, mass, &mut found)?;
        }
    }
    let states = map.keys.len() as u64;
    let why = format!("exact: {states} states and {} ways between them", map.ways.len());
    Ok(found.into_exact(why, left, states, map.branches))
}

/// A way from one state to another.
#[derive(Clone, Copy, Debug)]
struct Way {
    p: f64,
    to: u32,
    /// Whether a turn of the hero begins on it.
    turn: bool,
}

/// All states that can be reached.
struct Map {
    keys: Vec<Key>,
    /// The ways from each state end here; those of the one before it come
    /// first.
    ends: Vec<usize>,
    ways: Vec<Way>,
    /// States that are not over, in the order in which most ways lead.
    order: Vec<u32>,
    branches: u64,
    /// Where it begins.
    begin: Mass,
}

/// Where each state stands among the keys.
type Places = HashMap<Key, u32, BuildHasherDefault<QuickHasher>>;

/// Hashes keys that nobody chooses in order to do harm: one multiplication for
/// eight bytes.
#[derive(Default)]
struct QuickHasher(u64);

impl Hasher for QuickHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.write_u64(u64::from_le_bytes(*word));
        }
        for byte in rest {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        // Turned between the multiplications, so that all bits reach all.
        self.0 = (self.0.rotate_left(29) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

/// Hears of turns only.
#[derive(Default)]
struct TurnsBegun(i64);

impl Watch<Event> for TurnsBegun {
    const LOUD: bool = false;

    fn event(&mut self, _event: impl FnOnce() -> Event) {}

    fn book(&mut self, measure: MeasureId, by: i64) {
        if measure == TURNS {
            self.0 += by;
        }
    }
}

impl Map {
    fn explore(b: &Battle, budget: Budget) -> Result<Self, Refusal> {
        let mut dice = Enumerated::new();
        let mut st = b.start.clone();
        let mut begun = TurnsBegun::default();
        // The first turn draws nothing.
        turns::begin(b, &mut st, &mut dice, &mut begun);
        let start = pack(b, &st);
        let whole = Mass::whole(1.0);
        let begin = if begun.0 > 0 { whole.one_turn_more() } else { whole };
        let mut places = Places::default();
        places.insert(start.clone(), 0);
        let mut map = Self {
            keys: vec![start],
            ends: Vec::new(),
            ways: Vec::new(),
            order: Vec::new(),
            branches: 0,
            begin,
        };
        let most = budget.0 / DEAR;
        let mut heights = Vec::new();
        let mut from = st.clone();
        let mut place = 0;
        while place < map.keys.len() {
            unpack(b, &map.keys[place], &mut from);
            if from.verdict.is_none() {
                map.order.push(place as u32);
                heights.push(height(b, &from));
                let first = map.ways.len();
                loop {
                    map.branches += 1;
                    st.clone_from(&from);
                    let mut begun = TurnsBegun::default();
                    let next = turns::step(b, &mut st, &mut dice, &mut begun);
                    debug_assert_eq!(next == Next::On, st.verdict.is_none());
                    map.lead(first, pack(b, &st), begun.0 > 0, dice.probability(), &mut places);
                    if !dice.next_path() {
                        break;
                    }
                }
            }
            map.ends.push(map.ways.len());
            place += 1;
            // Whoever waits takes as many branches as those before, at least.
            let waiting = (map.keys.len() - place) as u64;
            let needed = map.branches + waiting * map.branches / place as u64;
            let many = map.keys.len() > MOST_STATES || map.ways.len() > MOST_WAYS;
            if many || map.branches > most || place > FEW && needed > most {
                return Err(Refusal::Because(format!(
                    "exact odds need more than {} states, for conditions, effects or steps aside \
                     make many",
                    map.keys.len()
                )));
            }
        }
        let mut sorted: Vec<usize> = (0..map.order.len()).collect();
        sorted.sort_by_key(|place| std::cmp::Reverse(heights[*place]));
        map.order = sorted.into_iter().map(|place| map.order[place]).collect();
        Ok(map)
    }

    /// Adds a way from the state whose ways begin at `first`.
    fn lead(&mut self, first: usize, key: Key, turn: bool, p: f64, places: &mut Places) {
        let to = match places.get(&key) {
            Some(place) => *place,
            None => {
                let place = self.keys.len() as u32;
                self.keys.push(key.clone());
                places.insert(key, place);
                place
            }
        };
        let known = self.ways[first..].iter_mut().find(|way| way.to == to && way.turn == turn);
        match known {
            Some(way) => way.p += p,
            None => self.ways.push(Way { p, to, turn }),
        }
    }

    /// Sends everything from the beginning to the ends: what arrives in each
    /// state that is over, and what is still on its way.
    fn send(&self, budget: Budget) -> Result<(Vec<Mass>, f64), Refusal> {
        let mut masses = vec![Mass::default(); self.keys.len()];
        masses[0] = self.begin;
        let mut lost = 0.0;
        let mut sent = 0;
        let most = budget.0.saturating_mul(CHEAP);
        loop {
            for &place in &self.order {
                let place = place as usize;
                let mass = std::mem::take(&mut masses[place]);
                if mass.p < NEGLIGIBLE {
                    lost += mass.p;
                    continue;
                }
                let first = if place == 0 { 0 } else { self.ends[place - 1] };
                let later = mass.one_turn_more();
                for way in &self.ways[first..self.ends[place]] {
                    let mass = if way.turn { later } else { mass };
                    masses[way.to as usize] += mass * way.p;
                }
                sent += (self.ends[place] - first) as u64;
            }
            let left: f64 = self.order.iter().map(|place| masses[*place as usize].p).sum();
            if left < DECIDED {
                for &place in &self.order {
                    masses[place as usize] = Mass::default();
                }
                return Ok((masses, left + lost));
            }
            if sent > most {
                let percent = 100.0 * left;
                return Err(Refusal::Because(format!(
                    "of {} states {percent:.2} % are still undecided after very many rounds",
                    self.keys.len()
                )));
            }
        }
    }
}

/// How far a state is from the end: most ways lead downwards.
fn height(b: &Battle, st: &State) -> (std::cmp::Reverse<u16>, i64) {
    let monsters: i64 = st.monsters.iter().map(|monster| i64::from(monster.hp)).sum();
    let drinks = potions(b, st) * i64::from(st.hero.max_hp);
    (std::cmp::Reverse(st.fight), monsters + i64::from(st.hero.hp) + drinks)
}

/// Books a state that is over.
fn book(b: &Battle, st: &State, mass: Mass, found: &mut Found) -> Result<(), Refusal> {
    // Only states that are over keep what arrived.
    let Some(verdict) = st.verdict else { return Ok(()) };
    let number = usize::from(st.fight);
    let mut mass = mass;
    if verdict == Verdict::Stalemate {
        if number > 0 {
            let say = "a later fight of the chain may come to a halt, and how many turns were \
                       fought before is not known";
            return Err(Refusal::Because(say.to_owned()));
        }
        mass = mass.with_turns(f64::from(GUARD));
    }
    if verdict == Verdict::Win {
        found.hp.add(i64::from(st.hero.hp), mass.p);
        found.potions.add(potions(b, st), mass.p);
    }
    let fallen: Vec<usize> = (0..st.monsters.len()).filter(|place| !st.lives(*place)).collect();
    let ending = match verdict {
        Verdict::Win => Ending::all(b),
        Verdict::Lose => Ending::early(b, number, &fallen, true),
        Verdict::Fled | Verdict::Stalemate => Ending::early(b, number, &fallen, false),
    };
    // the last tick may kill.
    let dies = if verdict == Verdict::Lose { 0.0 } else { dies_in_the_end(b, st) };
    ending.book(verdict, mass * (1.0 - dies), found);
    if dies > 0.0 {
        let loss = rewards::loss(b, &b.fights[number], rewards::granted_in_fight(b, st));
        ending.with_loss(loss).book(verdict, mass * dies, found);
    }
    Ok(())
}

/// The chance that the hero does not survive the tick after the fight.
fn dies_in_the_end(b: &Battle, st: &State) -> f64 {
    if !b.lively || st.active.is_empty() {
        return 0.0;
    }
    let mut dice = Enumerated::new();
    let mut dies = 0.0;
    loop {
        let mut after = st.clone();
        conditions::tick(b, &mut after, Who::Hero, &mut dice, &mut TurnsBegun::default());
        if after.hero.hp == 0 {
            dies += dice.probability();
        }
        if !dice.next_path() {
            return dies;
        }
    }
}
