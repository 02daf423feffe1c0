//! Odds without chance: every branch followed, equal states merged.
//!
//! Probability flows from state to state. States wait on rungs, numbers that
//! grow with every step that changes anything, so each is worked off once,
//! when all that can reach it has. The only way back is a loop on one rung,
//! "nothing changed": it is folded, its probability shared out among the ways
//! that leave it. The aftermath follows as a chain of small tests, each of
//! which books what it found and forgets it.
//!
//! What is counted on the way (attacks, turns) travels as two moments with
//! the probability, which gives mean and deviation but no quantiles; what is
//! read off the end has its whole distribution.

mod alike;
mod books;
mod cyclic;
mod distribution;
mod dwindle;
mod explorer;
mod file;
mod known;
mod ladder;
mod limits;
mod pack;
mod reading;
mod successors;

use std::hash::Hash;

use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use cyclic::{Cyclic, Ends, Mass, ends};
pub use distribution::Distribution;
pub use dwindle::{Dwindle, Stand};
pub(crate) use file::Bits;
pub(crate) use ladder::QuickHasher;
pub use pack::{Packer, Unpacker};

use super::{Odds, OutcomeOdds, grouped};
use crate::ruleset::{MeasureKind, Ruleset};
use crate::watch::MeasureId;
use alike::Alike;
use books::{Ledger, counted};
use dwindle::{Endings, Rows, Swept};
use explorer::Explorer;
use file::ExactJson;
use ladder::{Ladder, Rung};
use limits::{Limits, MEMORY, TRIED_MEMORY};
use reading::{Reading, add};
use successors::Exit;

/// A ruleset whose battles can be followed branch by branch.
pub trait Enumerable: Ruleset {
    /// A state packed small. Two states of the same key have the same future.
    type Key: Clone + Eq + Hash;

    /// Packs a state, in the fight or in its aftermath. What was booked, and
    /// what only a log would tell, is forgotten. `None` where the battle has
    /// more to it than a key can hold.
    fn key(battle: &Self::Battle, state: &Self::State) -> Option<Self::Key>;

    /// Makes a state of a key again; whatever the key forgot may be anything.
    /// The state given is that of the start or one made here before, and was
    /// not fought on since: what is the same in it need not be made anew.
    fn restore(battle: &Self::Battle, key: &Self::Key, state: &mut Self::State);

    /// Where the state stands on the ladder: a number that is larger than that
    /// of any other state which can lead to it. `None` in the middle of a
    /// round that may come back to where it began; such states are followed
    /// until the next that has a rung.
    fn rung(battle: &Self::Battle, state: &Self::State) -> Option<u64>;

    /// How many values each part of a state can take, where that is known.
    /// Battles with hopelessly many combinations are then refused at once
    /// instead of after the whole budget.
    fn ranges(_battle: &Self::Battle) -> Vec<u64> {
        Vec::new()
    }

    /// Once the final measures of a state are read: forgets what only they
    /// tell, so that the aftermath of states which differ in nothing else is
    /// followed once. The state is left as [`Self::restore`] would make it.
    fn forget_finals(_battle: &Self::Battle, _state: &mut Self::State) {}

    /// A smaller state in place of this one, where its next step looks at and
    /// changes only a part of it: what comes of the smaller one is then known for
    /// all states that have the same part. It stands on the same rung, and its
    /// step has the same branches, with the same probabilities, bookings and
    /// ends. [`Self::put_back`] says where they lead to.
    fn part(_battle: &Self::Battle, _key: &Self::Key) -> Option<Self::Key> {
        None
    }

    /// The key that a step from `whole` leads to, if the same step from its
    /// [`part`](Self::part) leads to `next`.
    fn put_back(_whole: &Self::Key, _part: &Self::Key, next: &Self::Key) -> Self::Key {
        next.clone()
    }

    /// The measures of parts that are alike, group by group: each 0 or 1, and
    /// read off the end. Keys of states that differ only in which of a group
    /// has what may be one key then. So it may be where nothing tells the
    /// parts of a group apart, neither at the start nor in the rules: however
    /// a battle goes, it goes the same way with any two of them exchanged.
    fn alike(_battle: &Self::Battle) -> Vec<Vec<MeasureId>> {
        Vec::new()
    }

    /// The fight as one that only [dwindles](Dwindle), where it is one: its
    /// states are then numbered, and many times cheaper.
    fn dwindle(_battle: &Self::Battle) -> Option<Box<dyn Dwindle<Self::Key> + '_>> {
        None
    }
}

/// How many branches are followed before exact odds are given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Budget(pub u64);

impl Budget {
    /// What is tried before sampling: a fraction of a second.
    pub const USUAL: Self = Self(5_000_000);
    /// What is tried when exact odds are asked for: some minutes.
    pub const PATIENT: Self = Self(5_000_000_000);
}

/// Why odds are exact, in words: so many states were followed.
///
/// ```
/// use fracas_core::odds::followed;
/// assert_eq!(
///     followed(24_682),
///     "exact: every way the dice can fall is weighed, through 24,682 situations"
/// );
/// ```
pub fn followed(states: u64) -> String {
    let situations = if states == 1 { "situation" } else { "situations" };
    format!(
        "exact: every way the dice can fall is weighed, through {} {situations}",
        grouped(states)
    )
}

/// Why there are no exact odds.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// The ruleset has no way to find them.
    #[error("this ruleset has no exact odds")]
    NotOffered,
    /// The battle has too many parts to be followed.
    #[error("the battle has too many parts for exact odds")]
    TooManyParts,
    /// More branches than the budget allows.
    #[error("exact odds would weigh more than {} falls of the dice", grouped(budget.0))]
    OverBudget {
        /// The budget.
        budget: Budget,
    },
    /// More states waiting at once than memory is set apart for.
    #[error(
        "exact odds would have to keep more than {} situations in memory at once",
        grouped(*most)
    )]
    TooManyStates {
        /// How many there may be.
        most: u64,
    },
    /// The ruleset's own reason.
    #[error("{0}")]
    Because(String),
}

/// Exact odds, and how each measure is distributed where that is known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "ExactJson", into = "ExactJson")]
pub struct Exact {
    /// The odds.
    pub odds: Odds,
    /// By measure; `None` for what is counted on the way.
    pub distributions: Vec<Option<Distribution>>,
    /// The same by outcome, then by measure; `None` also for what does not
    /// count the outcome's battles or was booked before it was known.
    pub by_outcome: Vec<Vec<Option<Distribution>>>,
    /// By measure: whether it was told with the ends, if somebody heard them.
    pub told: Vec<bool>,
    /// How likely conditions are, if somebody who heard the ends asked for any.
    pub that: Vec<ExactThat>,
    /// How many different states there were.
    pub states: u64,
    /// How many branches were followed.
    pub branches: u64,
}

/// How likely a condition is.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactThat {
    /// The condition as it was written.
    pub condition: String,
    /// Its probability, or why that is not known.
    pub p: Result<f64, Untold>,
}

/// What exact odds cannot say of a condition.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Untold {
    /// How this measure is distributed.
    #[error("{0} is counted on the way, and exact odds know only its mean and deviation")]
    Measure(String),
    /// How this measure goes together with the rest of the condition.
    #[error("exact odds know {0} apart from the rest only")]
    Together(String),
}

/// Probability so small that its state is not followed: a million times a
/// million of them are still nothing.
const NEGLIGIBLE: f64 = 1e-20;

/// Combinations for each branch of the budget that are beyond hope. Most
/// combinations never come up, or with a probability that is negligible.
const HOPELESS: f64 = 1_000.0;

/// Hears of every end of a battle, with the place of its outcome, its
/// measures and its probability. Which of the measures are known by then is
/// in [`Exact::told`]; the others may be anything.
pub type HearEnds<'a> = &'a mut dyn FnMut(usize, &[i64], f64);

/// Follows every branch of a battle.
pub fn exact<R: Enumerable>(battle: &R::Battle, budget: Budget) -> Result<Exact, Refusal> {
    exact_within::<R>(battle, Limits::of::<R>(battle, budget, budget, MEMORY), None)
}

/// The same, telling every end. The measures that are read off the end are
/// known there.
pub fn exact_ends<R: Enumerable>(
    battle: &R::Battle,
    budget: Budget,
    hear: HearEnds<'_>,
) -> Result<Exact, Refusal> {
    exact_within::<R>(battle, Limits::of::<R>(battle, budget, budget, MEMORY), Some(hear))
}

/// The same, running the rules once for every branch, also where the fight
/// [dwindles](Dwindle): for tests that compare both.
pub fn exact_by_branches<R: Enumerable>(
    battle: &R::Battle,
    budget: Budget,
    hear: HearEnds<'_>,
) -> Result<Exact, Refusal> {
    let limits = Limits::of::<R>(battle, budget, budget, MEMORY);
    exact_within::<R>(battle, Limits { memory: 0, ..limits }, Some(hear))
}

/// Follows every branch of a battle if that takes no more than a small budget,
/// or if it is seen by then that a larger one will do for sure: because the
/// values of the parts of a state make no more combinations.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/toss.rs"));
/// use fracas_core::odds::{Budget, attempt, exact};
/// # fn main() {
/// let battle = Points { left: [30, 40], turn: 0 };
/// let found = attempt::<Toss>(&battle, Budget(1_000_000), Budget::USUAL, &mut |_, _, _| {});
/// assert_eq!(found, exact::<Toss>(&battle, Budget::USUAL));
/// assert!(attempt::<Toss>(&battle, Budget(50), Budget(100), &mut |_, _, _| {}).is_err());
/// # }
/// ```
pub fn attempt<R: Enumerable>(
    battle: &R::Battle,
    budget: Budget,
    sure: Budget,
    hear: HearEnds<'_>,
) -> Result<Exact, Refusal> {
    exact_within::<R>(battle, Limits::of::<R>(battle, budget, sure, TRIED_MEMORY), Some(hear))
}

/// Follows every branch of a battle within limits.
fn exact_within<R: Enumerable>(
    battle: &R::Battle,
    limits: Limits,
    hear: Option<HearEnds<'_>>,
) -> Result<Exact, Refusal> {
    let ranges = R::ranges(battle);
    let combinations: f64 = ranges.iter().map(|&values| values as f64).product();
    let Limits { budget, sure, .. } = limits;
    if combinations > HOPELESS * sure.0.max(budget.0) as f64 {
        return Err(Refusal::OverBudget { budget });
    }
    let known = if ranges.is_empty() { f64::INFINITY } else { combinations };
    let mut solver = Solver::<R>::new(battle, limits, known);
    let dwindling = R::dwindle(battle)
        .and_then(|mut fight| Some((Rows::new(&mut *fight, limits.memory)?, fight)));
    let ends = match dwindling {
        Some((rows, mut fight)) => solver.sweep(rows, &mut *fight, hear)?,
        None => {
            solver.begin()?;
            solver.climb()?;
            solver.read_finals(hear.unwrap_or(&mut |_, _, _| {}))?
        }
    };
    solver.settle(ends)?;
    Ok(solver.answer())
}

/// Exact odds while they are worked out.
struct Solver<'a, R: Enumerable> {
    battle: &'a R::Battle,
    explorer: Explorer<'a, R>,
    limits: Limits,
    /// There are no more states than this.
    combinations: f64,
    states: u64,
    unresolved: f64,
    ladder: Ladder<R::Key>,
    /// States that are over, by outcome, as long as they are not read.
    over: Vec<Rung<R::Key>>,
    /// The probability of each outcome.
    decided: Vec<f64>,
    /// The numbers of a mass.
    stride: usize,
    ledger: Ledger,
}

impl<'a, R: Enumerable> Solver<'a, R> {
    fn new(battle: &'a R::Battle, limits: Limits, combinations: f64) -> Self {
        let measures = R::measures(battle);
        let counted = counted(&measures);
        Self {
            battle,
            explorer: Explorer::new(battle, limits.budget, limits.most_states),
            limits,
            combinations,
            states: 0,
            unresolved: 0.0,
            ladder: Ladder::new(counted),
            over: R::OUTCOMES.iter().map(|_| Rung::new(counted)).collect(),
            decided: vec![0.0; R::OUTCOMES.len()],
            stride: 1 + 2 * counted,
            ledger: Ledger::new(measures, R::OUTCOMES.len()),
        }
    }

    /// What is drawn before the first step.
    fn begin(&mut self) -> Result<(), Refusal> {
        self.explorer.begin()?;
        self.share_out(&self.ledger.whole());
        Ok(())
    }

    /// Works off the ladder from its lowest rung.
    fn climb(&mut self) -> Result<(), Refusal> {
        while let Some(rung) = self.ladder.take_lowest() {
            self.explorer.next_rung();
            for (key, mass) in rung.iter() {
                if mass[0] < NEGLIGIBLE {
                    self.unresolved += mass[0];
                    continue;
                }
                self.states += 1;
                self.explorer.fight(key)?;
                self.share_out(mass);
                self.check_room(self.ladder.states() + rung.len())?;
                self.raise_budget();
            }
            self.ladder.recycle(rung);
        }
        Ok(())
    }

    /// Raises the budget where that is sure to do.
    fn raise_budget(&mut self) {
        if self.limits.sure_to_do(self.combinations, self.explorer.branches, self.states) {
            self.explorer.budget = self.limits.sure;
        }
    }

    /// Follows a fight that dwindles, and books its ends as they come.
    fn sweep(
        &mut self,
        rows: Rows,
        fight: &mut dyn Dwindle<R::Key>,
        hear: Option<HearEnds<'_>>,
    ) -> Result<Rung<R::Key>, Refusal> {
        let (limits, combinations) = (self.limits, self.combinations);
        let budget = &mut self.explorer.budget;
        let within = |swept: &Swept| {
            if swept.branches <= budget.0 {
                return Ok(());
            }
            // The last look before it is given up.
            if limits.sure_to_do(combinations, swept.branches, swept.states) {
                *budget = limits.sure;
            }
            match swept.branches <= budget.0 {
                true => Ok(()),
                false => Err(Refusal::OverBudget { budget: *budget }),
            }
        };
        let (ledger, decided) = (&mut self.ledger, &mut self.decided);
        let mut ends = Endings::<R>::new(self.battle, fight, limits, ledger, decided, hear);
        let swept = rows.sweep(fight, &mut ends, within)?;
        let waiting = ends.waiting();
        self.states = swept.states;
        self.explorer.branches = swept.branches;
        self.unresolved = swept.unresolved;
        Ok(waiting)
    }

    /// Whether there is room for so many states beside those that are over.
    fn check_room(&self, states: usize) -> Result<(), Refusal> {
        let over: usize = self.over.iter().map(Rung::len).sum();
        self.limits.check_room(over + states)
    }

    /// Shares the explored state's mass out among the ways that leave it.
    fn share_out(&mut self, mass: &[f64]) {
        let Some(weight) = self.explorer.successors.share_out(mass) else {
            // Nothing ever leaves: it stays undecided for good.
            self.unresolved += mass[0];
            return;
        };
        self.ledger.book_once(None, &self.explorer.notes, weight);
        for (exit, key, share) in self.explorer.successors.iter() {
            match exit {
                Exit::Rung(rung) => self.ladder.add(rung, key, share),
                Exit::Over(outcome) => self.over[outcome.index()].add(key, share),
            }
        }
    }

    /// Reads the final measures of every state that is over.
    fn read_finals(&mut self, hear: HearEnds<'_>) -> Result<Rung<R::Key>, Refusal> {
        let mut ends = Reading::<R>::new(self.battle, self.stride);
        for (outcome, rung) in self.over.iter().enumerate() {
            self.decided[outcome] = rung.probability();
            for (key, mass) in rung.iter() {
                R::restore(self.battle, key, &mut ends.state);
                ends.read(self.battle, &mut self.ledger, outcome, mass, &mut *hear)?;
                self.check_room(ends.waiting.len() * self.over.len())?;
            }
        }
        Ok(ends.waiting)
    }

    /// No states that are over yet, with room for a mass of each outcome.
    fn ends(&self) -> Rung<R::Key> {
        Rung::with_stride(self.stride * self.over.len())
    }

    /// Settles the states that are over: small tests one after another.
    fn settle(&mut self, mut waiting: Rung<R::Key>) -> Result<(), Refusal> {
        let stride = self.stride;
        while waiting.len() > 0 {
            let mut next = self.ends();
            for (key, masses) in waiting.iter() {
                if masses.iter().step_by(stride).sum::<f64>() < NEGLIGIBLE {
                    continue;
                }
                self.explorer.settle(key)?;
                let (notes, ledger) = (&self.explorer.notes, &mut self.ledger);
                // Tests do not loop: something always leaves.
                let masses = masses.chunks_exact(stride);
                self.explorer.successors.share_out_each(masses, |outcome, weight, shared| {
                    ledger.book_once(Some(outcome), notes, weight);
                    for (exit, key, share) in shared.iter() {
                        match exit {
                            Exit::Rung(_) => add(next.mass_of(key), stride, outcome, share),
                            Exit::Over(_) => ledger.book_done(outcome, share),
                        }
                    }
                });
                self.check_room((waiting.len() + next.len()) * self.over.len())?;
            }
            waiting = next;
        }
        Ok(())
    }

    /// The odds, once everything is booked.
    fn answer(self) -> Exact {
        let outcomes = R::OUTCOMES.iter().zip(&self.decided);
        let outcomes: Vec<OutcomeOdds> =
            outcomes.map(|(name, p)| OutcomeOdds::exactly(name, *p)).collect();
        let measures = R::measures(self.battle);
        let alike = Alike::of(R::alike(self.battle));
        let told = measures.iter().enumerate();
        let told = told
            .map(|(place, measure)| measure.kind == MeasureKind::Final && alike.tells(place))
            .collect();
        let figures = self.ledger.close(&outcomes);
        let why = followed(self.states);
        let mut odds = Odds::exactly(why, outcomes, figures.measures, self.unresolved);
        odds.by_outcome = figures.by_outcome;
        Exact {
            odds,
            distributions: figures.distributions,
            by_outcome: figures.distributions_by_outcome,
            told,
            that: Vec::new(),
            states: self.states,
            branches: self.explorer.branches,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::toy::{Duel, Scenario, WIN};
    use super::*;

    #[test]
    fn a_duel_is_followed_to_its_end() {
        let found = exact::<Duel>(&Scenario::new([1, 1], [50, 50]), Budget::USUAL).unwrap();
        // Who strikes first: 1/2 + 1/8 + 1/32 and so on, for twenty blows each.
        let win = found.odds.outcomes[WIN.index()].p;
        assert!((win - 2.0 / 3.0 * (1.0 - 0.25_f64.powi(20))).abs() < 1e-15, "{win}");
        let total: f64 = found.odds.outcomes.iter().map(|outcome| outcome.p).sum();
        assert!((total - 1.0).abs() < 1e-15);
    }

    /// Every end is told once, with what is read off it.
    #[test]
    fn ends_are_told_with_their_measures() {
        let battle = Scenario::new([6, 5], [40, 45]);
        let (mut ends, mut hp) = ([0.0; 3], 0.0);
        let found = exact_ends::<Duel>(&battle, Budget::USUAL, &mut |outcome, values, p| {
            ends[outcome] += p;
            hp += values[1] as f64 * p;
        });
        let found = found.unwrap();
        for (outcome, p) in found.odds.outcomes.iter().zip(ends) {
            assert!((outcome.p - p).abs() < 1e-12);
        }
        assert!((found.odds.measures[1].mean.unwrap() - hp).abs() < 1e-12);
        assert_eq!(found.told, [false, true, false, true, false, false]);
        // By outcome: what is read off the end or settled after it is known,
        // a wound on the way is not.
        let known = |measure: usize| found.by_outcome.iter().all(|of| of[measure].is_some());
        assert!(known(1) && known(5) && !known(0) && !known(2));
    }

    #[test]
    fn more_states_than_there_is_room_for_are_refused() {
        let duel = Scenario::new([6, 6], [50, 50]);
        let within = |most_states| {
            let limits =
                Limits { budget: Budget::USUAL, sure: Budget::USUAL, most_states, memory: 0 };
            exact_within::<Duel>(&duel, limits, None)
        };
        let whole = within(10_000).unwrap();
        assert_eq!(within(4_000).unwrap(), whole);
        let refused = within(40).unwrap_err();
        assert_eq!(refused, Refusal::TooManyStates { most: 40 });
        let says = "exact odds would have to keep more than 40 situations in memory at once";
        assert_eq!(refused.to_string(), says);
    }
}
