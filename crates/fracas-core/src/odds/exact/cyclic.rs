//! Exact odds of battles whose states come back.
//!
//! Where things heal and wear off there is no ladder to climb. So all states
//! that can be reached are found first, each once, with the ways from one to
//! the other. Then probability is sent along these ways, round after round,
//! until next to nothing of it is left in the battle.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::hash::Hash;
use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

use super::ladder::Rung;
use super::{Budget, Refusal};
use crate::chance::Enumerated;
use crate::ruleset::{Next, OutcomeId, Ruleset};
use crate::watch::{MeasureId, Watch};

/// A ruleset whose battles can be followed though their states come back.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/toss.rs"));
/// use fracas_core::odds::{Budget, Cyclic, ends};
/// use fracas_core::watch::MeasureId;
///
/// impl Cyclic for Toss {
///     type Key = Points;
///     type Height = i64;
///     const COUNTED: MeasureId = MeasureId(0);
///
///     fn pack(_: &Points, now: &Points) -> Points {
///         *now
///     }
///     fn unpack(_: &Points, key: &Points, now: &mut Points) {
///         *now = *key;
///     }
///     fn height(_: &Points, now: &Points) -> i64 {
///         now.left.iter().sum()
///     }
/// }
///
/// # fn main() -> Result<(), fracas_core::odds::Refusal> {
/// // One point each: whoever begins wins two times in three.
/// let found = ends::<Toss>(&Points { left: [1, 1], turn: 0 }, Budget::USUAL)?;
/// let won = found.ends.iter().filter(|(_, outcome, _)| *outcome == OutcomeId(0));
/// let won: f64 = won.map(|(_, _, mass)| mass.p).sum();
/// assert!((won - 2.0 / 3.0).abs() < 1e-12);
/// # Ok(()) }
/// ```
pub trait Cyclic: Ruleset {
    /// A state packed small. Two states of the same key have the same future;
    /// those that are over and those that are not have different keys.
    type Key: Clone + Eq + Hash;

    /// What is farther from the end is higher: most ways lead downwards, and
    /// the better the guess the fewer rounds are needed.
    type Height: Ord;

    /// The one measure that is counted on the way.
    const COUNTED: MeasureId;

    /// Packs a state.
    fn pack(battle: &Self::Battle, state: &Self::State) -> Self::Key;

    /// Makes a state of a key again; whatever the key forgot may be anything.
    fn unpack(battle: &Self::Battle, key: &Self::Key, state: &mut Self::State);

    /// How far a state is from the end.
    fn height(battle: &Self::Battle, state: &Self::State) -> Self::Height;

    /// Bytes that a key holds besides its own.
    fn bytes_of_key(_key: &Self::Key) -> usize {
        0
    }
}

/// Probability, with the first two moments of what was counted so far.
///
/// ```
/// use fracas_core::odds::Mass;
/// // A blow that hits in one of four, struck until it does: four on average.
/// let struck = Mass::whole(1.0).looped(0.75, 0.25) * 0.25;
/// let struck = struck.later(1.0);
/// assert_eq!((struck.p, struck.first), (1.0, 4.0));
/// // Two of them, whatever came before.
/// assert_eq!(struck.with_count(2.0).second, 4.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mass {
    /// Probability.
    pub p: f64,
    /// Probability times the count.
    pub first: f64,
    /// Probability times the count squared.
    pub second: f64,
}

impl Mass {
    /// Probability `p`, nothing counted yet.
    pub fn whole(p: f64) -> Self {
        Self { p, first: 0.0, second: 0.0 }
    }

    /// The same with so much more counted.
    #[inline]
    pub fn later(self, count: f64) -> Self {
        Self {
            p: self.p,
            first: self.first + count * self.p,
            second: self.second + count * (2.0 * self.first + count * self.p),
        }
    }

    /// The same with this count, whatever it was.
    pub fn with_count(self, count: f64) -> Self {
        Self { p: self.p, first: self.p * count, second: self.p * count * count }
    }

    /// What a loop adds up to that comes back with probability `stay`, one
    /// more counted, and leaves with probability `leave`.
    pub fn looped(self, stay: f64, leave: f64) -> Self {
        let p = self.p / leave;
        let first = (self.first + stay * p) / leave;
        let second = (self.second + stay * (2.0 * first + p)) / leave;
        Self { p, first, second }
    }

    /// The same and then another, each with its own count: both are added up.
    #[inline]
    pub fn then(self, next: Self) -> Self {
        Self {
            p: self.p * next.p,
            first: self.first * next.p + self.p * next.first,
            second: self.second * next.p + 2.0 * self.first * next.first + self.p * next.second,
        }
    }
}

impl Add for Mass {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self {
            p: self.p + other.p,
            first: self.first + other.first,
            second: self.second + other.second,
        }
    }
}

impl Sub for Mass {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self {
            p: self.p - other.p,
            first: self.first - other.first,
            second: self.second - other.second,
        }
    }
}

impl AddAssign for Mass {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Mass {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Mul<f64> for Mass {
    type Output = Self;
    #[inline]
    fn mul(self, by: f64) -> Self {
        Self { p: self.p * by, first: self.first * by, second: self.second * by }
    }
}

/// Where all probability went.
#[derive(Debug)]
pub struct Ends<K> {
    /// States in which the battle is over, with what arrived there.
    pub ends: Vec<(K, OutcomeId, Mass)>,
    /// What is still on its way.
    pub unresolved: f64,
    /// How many states there are.
    pub states: u64,
    /// How many ways lead from one to another.
    pub ways: u64,
    /// How many branches were followed to find them.
    pub branches: u64,
}

/// Probability left in the battle, alone and times what was counted, at which
/// it is counted as decided.
const DECIDED: f64 = 1e-13;
/// Probability of a state that is not worth following.
const NEGLIGIBLE: f64 = 1e-22;
/// To follow a branch costs so many times what it costs the other solvers: it
/// may run through effects, and work out much anew.
const DEAR: u64 = 8;
/// To send probability along a way costs so many times less.
const CHEAP: u64 = 40;
/// Bytes that states and ways may take.
const MEMORY: usize = 208 << 20;
/// Bytes of a state besides its key: what is noted of it, its place in the
/// table, what the allocator adds.
const NOTED: usize = 96;
/// States that say nothing yet about how many there will be.
const FEW: usize = 10_000;

/// Follows a battle to all its ends.
pub fn ends<R: Cyclic>(battle: &R::Battle, budget: Budget) -> Result<Ends<R::Key>, Refusal> {
    let map = Map::<R>::explore(battle, budget)?;
    let (masses, unresolved) = map.send(budget)?;
    let (states, ways) = (map.states.len() as u64, map.ways.len() as u64);
    let arrived = map.states.into_keys().into_iter().zip(map.over).zip(masses);
    let ends = arrived.filter_map(|((key, over), mass)| {
        let outcome = over?;
        (mass.p > 0.0).then_some((key, outcome, mass))
    });
    Ok(Ends { ends: ends.collect(), unresolved, states, ways, branches: map.branches })
}

/// A way from one state to another.
#[derive(Clone, Copy, Debug)]
struct Way {
    p: f64,
    to: u32,
    /// What is counted on it.
    count: u32,
}

/// All states that can be reached.
struct Map<R: Cyclic> {
    states: Rung<R::Key>,
    /// How the battle ended, by state.
    over: Vec<Option<OutcomeId>>,
    /// The ways from each state end here; those of the one before it come
    /// first.
    ends: Vec<usize>,
    ways: Vec<Way>,
    /// What the keys take.
    bytes: usize,
    /// States that are not over, the highest first.
    order: Vec<u32>,
    branches: u64,
    /// The ways to where it begins.
    begin: Vec<Way>,
}

/// Counts one measure and hears of nothing else.
struct Count {
    measure: MeasureId,
    sum: i64,
}

impl<E> Watch<E> for Count {
    const LOUD: bool = false;

    fn event(&mut self, _event: impl FnOnce() -> E) {}

    fn book(&mut self, measure: MeasureId, by: i64) {
        if measure == self.measure {
            self.sum += by;
        }
    }
}

impl<R: Cyclic> Map<R> {
    fn explore(battle: &R::Battle, budget: Budget) -> Result<Self, Refusal> {
        let mut map = Self {
            // Their masses are sent when all are known.
            states: Rung::with_stride(0),
            over: Vec::new(),
            ends: Vec::new(),
            ways: Vec::new(),
            bytes: 0,
            order: Vec::new(),
            branches: 0,
            begin: Vec::new(),
        };
        let mut dice = Enumerated::new();
        let mut state = R::start(battle).clone();
        loop {
            state.clone_from(R::start(battle));
            let mut count = Count { measure: R::COUNTED, sum: 0 };
            R::begin(battle, &mut state, &mut dice, &mut count);
            let to = map.place(R::pack(battle, &state), None);
            map.begin.push(Way { p: dice.probability(), to, count: count.sum as u32 });
            if !dice.next_path() {
                break;
            }
        }
        let most = budget.0 / DEAR;
        let mut heights: BTreeMap<_, Vec<u32>> = BTreeMap::new();
        let mut from = state.clone();
        let mut place = 0;
        while place < map.states.len() {
            if map.over[place].is_none() {
                R::unpack(battle, map.states.get(place).0, &mut from);
                let height = Reverse(R::height(battle, &from));
                heights.entry(height).or_default().push(place as u32);
                map.follow(battle, &from, &mut state, &mut dice);
            }
            map.ends.push(map.ways.len());
            place += 1;
            // Whoever waits takes as many branches as those before, at least.
            let waiting = (map.states.len() - place) as u64;
            let needed = map.branches + waiting * map.branches / place as u64;
            let much = map.bytes + map.ways.len() * size_of::<Way>() > MEMORY;
            if much || map.branches > most || place > FEW && needed > most {
                let states = map.states.len();
                let say =
                    format!("exact odds need more than {states} situations, for they come back");
                return Err(Refusal::Because(say));
            }
        }
        map.order = heights.into_values().flatten().collect();
        Ok(map)
    }

    /// Follows every branch of one step of a state.
    fn follow(
        &mut self,
        battle: &R::Battle,
        from: &R::State,
        state: &mut R::State,
        dice: &mut Enumerated,
    ) {
        let first = self.ways.len();
        loop {
            self.branches += 1;
            state.clone_from(from);
            let mut count = Count { measure: R::COUNTED, sum: 0 };
            let over = match R::step(battle, state, dice, &mut count) {
                Next::On => None,
                Next::Over(outcome) => Some(outcome),
            };
            let to = self.place(R::pack(battle, state), over);
            let count = count.sum as u32;
            let p = dice.probability();
            let mut known = self.ways[first..].iter_mut();
            match known.find(|way| way.to == to && way.count == count) {
                Some(way) => way.p += p,
                None => self.ways.push(Way { p, to, count }),
            }
            if !dice.next_path() {
                return;
            }
        }
    }

    /// The place of a state, which may be new.
    fn place(&mut self, key: R::Key, over: Option<OutcomeId>) -> u32 {
        let bytes = size_of::<R::Key>() + R::bytes_of_key(&key) + NOTED;
        let place = self.states.enter_if_new(key);
        if place == self.over.len() {
            self.bytes += bytes;
            self.over.push(over);
        }
        place as u32
    }

    /// Sends everything from the beginning to the ends: what arrives in each
    /// state that is over, and what is still on its way.
    fn send(&self, budget: Budget) -> Result<(Vec<Mass>, f64), Refusal> {
        let mut masses = vec![Mass::default(); self.states.len()];
        for way in &self.begin {
            masses[way.to as usize] += Mass::whole(way.p).later(f64::from(way.count));
        }
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
                for way in &self.ways[first..self.ends[place]] {
                    masses[way.to as usize] += mass.later(f64::from(way.count)) * way.p;
                }
                sent += (self.ends[place] - first) as u64;
            }
            let under_way = self.order.iter().map(|place| masses[*place as usize]);
            let left = under_way.fold(Mass::default(), Add::add);
            // Whoever fights on for long has counted much by then.
            if left.p.max(left.first).max(left.second) < DECIDED {
                return Ok((masses, left.p + lost));
            }
            if sent > most {
                let (states, percent) = (self.states.len(), 100.0 * left.p);
                return Err(Refusal::Because(format!(
                    "of {states} situations {percent:.2} % are still undecided after very many rounds"
                )));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::toy::{Duel, Scenario, State, WIN};
    use super::*;

    /// Keys forget whose blow it is, so the first strikes on and on.
    impl Cyclic for Duel {
        type Key = [i64; 2];
        type Height = i64;
        const COUNTED: MeasureId = MeasureId(0);

        fn pack(_: &Scenario, state: &State) -> [i64; 2] {
            state.hp
        }

        fn unpack(battle: &Scenario, key: &[i64; 2], state: &mut State) {
            state.clone_from(Duel::start(battle));
            state.hp = *key;
        }

        fn height(_: &Scenario, state: &State) -> i64 {
            state.hp[0] + state.hp[1]
        }
    }

    #[test]
    fn misses_lead_back_until_all_has_arrived() {
        let battle = Scenario::new([6, 3], [40, 45]);
        let found = ends::<Duel>(&battle, Budget::USUAL).unwrap();
        let [(key, outcome, mass)] = found.ends[..] else { panic!("{:?}", found.ends) };
        assert_eq!((key, outcome), ([6, 0], WIN));
        assert_eq!((found.states, found.ways, found.branches), (4, 6, 6));
        assert!((mass.p - 1.0).abs() < 1e-12 && found.unresolved < 1e-12);
        // Three hits of 40%: as often as a negative binomial has it.
        let (mean, variance) = (3.0 / 0.4, 3.0 * 0.6 / 0.16);
        assert!((mass.first - mean).abs() < 1e-9, "{mass:?}");
        assert!((mass.second - mean * mean - variance).abs() < 1e-9, "{mass:?}");
    }

    /// What is left after thousands of misses is next to nothing, but not
    /// times all that was counted by then.
    #[test]
    fn what_is_counted_arrives_too() {
        let found = ends::<Duel>(&Scenario::new([6, 1], [1, 45]), Budget::USUAL).unwrap();
        let [(_, _, mass)] = found.ends[..] else { panic!("{:?}", found.ends) };
        assert!((mass.first - 100.0).abs() < 5e-11, "{mass:?}");
    }

    #[test]
    fn too_many_states_are_refused() {
        let battle = Scenario::new([6, 30], [40, 45]);
        let refused = ends::<Duel>(&battle, Budget(100)).err().unwrap();
        assert!(refused.to_string().contains("more than"), "{refused}");
    }

    #[test]
    fn masses_count_and_loop() {
        let mass = Mass::whole(0.5).later(2.0).later(1.0);
        assert_eq!(mass, Mass::whole(0.5).with_count(3.0));
        // A loop left with 1/4 is passed four times on average.
        let looped = Mass::whole(1.0).looped(0.75, 0.25);
        assert_eq!((looped.p, looped.first), (4.0, 12.0));
        // To go round a loop is the same as to have gone round it, and then that.
        let (mass, round) = (mass.later(0.5), Mass::whole(1.0).later(2.0).looped(0.75, 0.25));
        let (then, gone) = (mass.then(round), mass.later(2.0).looped(0.75, 0.25));
        assert_eq!((then.p, then.first, then.second), (gone.p, gone.first, gone.second));
    }
}
