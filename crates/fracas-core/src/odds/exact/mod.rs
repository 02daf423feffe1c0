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

mod books;
mod distribution;
mod fold;
mod ladder;
mod settling;

use std::hash::Hash;

pub use distribution::Distribution;

use super::{Method, Odds, OutcomeOdds, plan::CONFIDENCE};
use crate::chance::Enumerated;
use crate::ruleset::{Next, Ruleset};
use crate::watch::Scores;
use books::{Books, Ledger};
use fold::{Body, Leaving};
use ladder::Ladder;
use settling::settle;

/// A ruleset whose battles can be followed branch by branch.
pub trait Enumerable: Ruleset {
    /// A state packed small. Two states of the same key have the same future.
    type Key: Clone + Eq + Hash;

    /// Packs a state, in the fight or in its aftermath. What was booked, and
    /// what only a log would tell, is forgotten. `None` where the battle has
    /// more to it than a key can hold.
    fn key(battle: &Self::Battle, state: &Self::State) -> Option<Self::Key>;

    /// Makes a state of a key again; whatever the key forgot may be anything.
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
}

/// How many branches are followed before exact odds are given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget(pub u64);

impl Budget {
    /// What is tried before sampling: a fraction of a second.
    pub const USUAL: Self = Self(5_000_000);
    /// What is tried when exact odds are asked for: some minutes.
    pub const PATIENT: Self = Self(5_000_000_000);
}

/// Why there are no exact odds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The ruleset has no way to find them.
    NotOffered,
    /// The battle has too many parts to be followed.
    TooManyParts,
    /// More branches than the budget allows.
    OverBudget {
        /// The budget.
        budget: Budget,
    },
    /// The ruleset's own reason.
    Because(String),
}

impl std::error::Error for Refusal {}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refusal::NotOffered => write!(f, "this ruleset has no exact odds"),
            Refusal::TooManyParts => write!(f, "the battle has too many parts for exact odds"),
            Refusal::OverBudget { budget } => {
                write!(f, "exact odds would take more than {} branches", super::grouped(budget.0))
            }
            Refusal::Because(reason) => f.write_str(reason),
        }
    }
}

/// Exact odds, and how each measure is distributed where that is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Exact {
    /// The odds.
    pub odds: Odds,
    /// By measure; `None` for what is counted on the way.
    pub distributions: Vec<Option<Distribution>>,
    /// How many different states there were.
    pub states: u64,
    /// How many branches were followed.
    pub branches: u64,
}

/// Probability so small that its state is not followed: a million times a
/// million of them are still nothing.
const NEGLIGIBLE: f64 = 1e-20;

/// Combinations for each branch of the budget that are beyond hope. Most
/// combinations never come up, or with a probability that is negligible.
const HOPELESS: f64 = 1_000.0;

/// Follows every branch of a battle.
pub fn exact<R: Enumerable>(battle: &R::Battle, budget: Budget) -> Result<Exact, Refusal> {
    let combinations: f64 = R::ranges(battle).iter().map(|&values| values as f64).product();
    if combinations > HOPELESS * budget.0 as f64 {
        return Err(Refusal::OverBudget { budget });
    }
    let mut solver = Solver::<R>::new(battle, budget);
    solver.begin()?;
    solver.climb()?;
    settle::<R>(battle, &mut solver)?;
    Ok(solver.answer())
}

/// Exact odds while they are worked out.
struct Solver<'a, R: Enumerable> {
    battle: &'a R::Battle,
    budget: Budget,
    branches: u64,
    states: u64,
    unresolved: f64,
    dice: Enumerated,
    /// The state a path is run on, and the one it begins from.
    state: R::State,
    from: R::State,
    ladder: Ladder<R::Key>,
    /// States that are over, by outcome.
    over: Vec<ladder::Rung<R::Key>>,
    ledger: Ledger,
    books: Books,
}

impl<'a, R: Enumerable> Solver<'a, R> {
    fn new(battle: &'a R::Battle, budget: Budget) -> Self {
        let ledger = Ledger::new(R::measures(battle));
        let moments = ledger.counted();
        Self {
            battle,
            budget,
            branches: 0,
            states: 0,
            unresolved: 0.0,
            dice: Enumerated::new(),
            state: R::start(battle).clone(),
            from: R::start(battle).clone(),
            ladder: Ladder::new(moments),
            over: R::OUTCOMES.iter().map(|_| ladder::Rung::new(moments)).collect(),
            ledger,
            books: Books::default(),
        }
    }

    /// Counts a branch against the budget.
    fn branch(&mut self) -> Result<(), Refusal> {
        self.branches += 1;
        if self.branches > self.budget.0 {
            return Err(Refusal::OverBudget { budget: self.budget });
        }
        Ok(())
    }

    fn key(&self) -> Result<R::Key, Refusal> {
        R::key(self.battle, &self.state).ok_or(Refusal::TooManyParts)
    }

    /// What is drawn before the first step.
    fn begin(&mut self) -> Result<(), Refusal> {
        let mut body = Body::<R::Key>::new(self.ledger.counted());
        loop {
            self.branch()?;
            self.state.clone_from(R::start(self.battle));
            self.books.clear();
            R::begin(self.battle, &mut self.state, &mut self.dice, &mut self.books);
            let key = self.key()?;
            let p = self.dice.probability();
            // A battle that begins in the middle of a round waits below all rungs.
            let rung = R::rung(self.battle, &self.state).unwrap_or(0);
            body.leave(Leaving::On { rung, key }, p, self.ledger.split(&self.books, p));
            if !self.dice.next_path() {
                break;
            }
        }
        let whole = self.ledger.whole();
        self.share_out(&mut body, &whole)
    }

    /// Works off the ladder from its lowest rung.
    fn climb(&mut self) -> Result<(), Refusal> {
        let mut body = Body::new(self.ledger.counted());
        while let Some(mut rung) = self.ladder.take_lowest() {
            for index in 0..rung.len() {
                let (key, mass) = rung.get(index);
                if mass[0] < NEGLIGIBLE {
                    self.unresolved += mass[0];
                    continue;
                }
                self.states += 1;
                self.explore(key, &mut body)?;
                self.share_out(&mut body, mass)?;
            }
            self.ladder.recycle(&mut rung);
        }
        Ok(())
    }

    /// Follows a state until every branch has a rung again, or is over.
    fn explore(&mut self, start: &R::Key, body: &mut Body<R::Key>) -> Result<(), Refusal> {
        body.begin(start);
        let mut start_rung = None;
        while let Some((key, so_far)) = body.take_inner() {
            R::restore(self.battle, &key, &mut self.from);
            self.state.clone_from(&self.from);
            let at_start = key == *start;
            if at_start {
                start_rung = R::rung(self.battle, &self.from);
            }
            loop {
                self.branch()?;
                self.books.clear();
                let (battle, state) = (self.battle, &mut self.state);
                let next = R::step(battle, state, &mut self.dice, &mut self.books);
                let p = self.dice.probability();
                let rung = R::rung(self.battle, &self.state);
                // Any other state that can be reached stands higher.
                let stays = next == Next::On && rung.is_some() && rung == start_rung;
                let leaving = match (next, rung) {
                    _ if stays => Leaving::Stay,
                    (Next::Over(outcome), _) => Leaving::Over { outcome, key: self.key()? },
                    (Next::On, Some(rung)) => Leaving::On { rung, key: self.key()? },
                    (Next::On, None) => Leaving::Inner { key: self.key()? },
                };
                let counts = self.ledger.split(&self.books, so_far.p * p);
                body.follow(leaving, &so_far, p, counts);
                if !self.dice.next_path() {
                    break;
                }
                // A branch that led back at once left the state as it was.
                if !(stays && at_start) {
                    self.state.clone_from(&self.from);
                }
            }
        }
        Ok(())
    }

    /// Shares a state's probability out among the ways that leave it.
    fn share_out(&mut self, body: &mut Body<R::Key>, mass: &[f64]) -> Result<(), Refusal> {
        let Some(fold) = body.fold(mass) else {
            // Nothing ever leaves: it stays undecided for good.
            self.unresolved += mass[0];
            self.ledger.drop_once();
            return Ok(());
        };
        self.ledger.book_once(fold.weight());
        for way in body.ways() {
            let share = fold.share(way.mass());
            match way.to() {
                Leaving::On { rung, key } => self.ladder.add(*rung, key, &share),
                Leaving::Over { outcome, key } => self.over[outcome.index()].add(key, &share),
                Leaving::Stay | Leaving::Inner { .. } => {}
            }
        }
        Ok(())
    }

    /// The odds, once everything is booked.
    fn answer(self) -> Exact {
        let outcome = |(name, rung): (&&str, &ladder::Rung<R::Key>)| {
            let p = rung.probability();
            OutcomeOdds { name: (*name).to_owned(), p, low: p, high: p, example: None }
        };
        let outcomes: Vec<OutcomeOdds> = R::OUTCOMES.iter().zip(&self.over).map(outcome).collect();
        let (measures, distributions) = self.ledger.close(&outcomes);
        let odds = Odds {
            method: Method::Exact,
            why: format!(
                "exact: {} branches of {} {} followed",
                super::grouped(self.branches),
                super::grouped(self.states),
                if self.states == 1 { "state" } else { "states" }
            ),
            seed: None,
            trials: None,
            confidence: CONFIDENCE,
            outcomes,
            measures,
            unresolved: self.unresolved,
            provisional: false,
            draws_per_battle: None,
        };
        Exact { odds, distributions, states: self.states, branches: self.branches }
    }
}

/// Reads the final measures of every state that is over.
fn read_finals<R: Enumerable>(solver: &mut Solver<'_, R>) {
    let start: Vec<i64> = R::measures(solver.battle).iter().map(|measure| measure.start).collect();
    let mut scores = Scores::new(start);
    for (outcome, rung) in solver.over.iter().enumerate() {
        for index in 0..rung.len() {
            let (key, mass) = rung.get(index);
            R::restore(solver.battle, key, &mut solver.state);
            scores.reset();
            R::finals(solver.battle, &solver.state, &mut scores);
            solver.ledger.book_finals(outcome, mass[0], scores.values());
        }
    }
}
