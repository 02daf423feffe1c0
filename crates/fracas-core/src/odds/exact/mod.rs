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
mod cyclic;
mod distribution;
mod explorer;
mod ladder;
mod pack;
mod successors;

use std::hash::Hash;

use thiserror::Error;

pub use cyclic::{Cyclic, Ends, Mass, ends};
pub use distribution::Distribution;
pub(crate) use ladder::QuickHasher;
pub use pack::{Packer, Unpacker};

use super::{Odds, OutcomeOdds, grouped};
use crate::ruleset::Ruleset;
use crate::watch::Scores;
use books::{Ledger, counted};
use explorer::Explorer;
use ladder::{Ladder, Rung};
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
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The ruleset has no way to find them.
    #[error("this ruleset has no exact odds")]
    NotOffered,
    /// The battle has too many parts to be followed.
    #[error("the battle has too many parts for exact odds")]
    TooManyParts,
    /// More branches than the budget allows.
    #[error("exact odds would take more than {} branches", grouped(budget.0))]
    OverBudget {
        /// The budget.
        budget: Budget,
    },
    /// More states waiting at once than memory is set apart for.
    #[error(
        "exact odds would have to keep more than {} states in memory at once",
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

/// Memory for states, in bytes. Lists that grow are moved to twice their size:
/// for a moment they take three times what is in them, which is 240 MiB.
const MEMORY: usize = 80 << 20;

/// Follows every branch of a battle.
pub fn exact<R: Enumerable>(battle: &R::Battle, budget: Budget) -> Result<Exact, Refusal> {
    let counted = counted(&R::measures(battle));
    exact_within::<R>(battle, budget, MEMORY / Rung::<R::Key>::bytes_of_state(counted))
}

/// Follows every branch of a battle with so many states in memory at most.
fn exact_within<R: Enumerable>(
    battle: &R::Battle,
    budget: Budget,
    most_states: usize,
) -> Result<Exact, Refusal> {
    let combinations: f64 = R::ranges(battle).iter().map(|&values| values as f64).product();
    if combinations > HOPELESS * budget.0 as f64 {
        return Err(Refusal::OverBudget { budget });
    }
    let mut solver = Solver::<R>::new(battle, budget, most_states);
    solver.begin()?;
    solver.climb()?;
    let ends = solver.read_finals()?;
    solver.settle(ends)?;
    Ok(solver.answer())
}

/// Exact odds while they are worked out.
struct Solver<'a, R: Enumerable> {
    battle: &'a R::Battle,
    explorer: Explorer<'a, R>,
    /// How many states may be kept at once.
    most_states: usize,
    states: u64,
    unresolved: f64,
    ladder: Ladder<R::Key>,
    /// States that are over, by outcome.
    over: Vec<Rung<R::Key>>,
    ledger: Ledger,
}

impl<'a, R: Enumerable> Solver<'a, R> {
    fn new(battle: &'a R::Battle, budget: Budget, most_states: usize) -> Self {
        let measures = R::measures(battle);
        let counted = counted(&measures);
        Self {
            battle,
            explorer: Explorer::new(battle, budget, most_states),
            most_states,
            states: 0,
            unresolved: 0.0,
            ladder: Ladder::new(counted),
            over: R::OUTCOMES.iter().map(|_| Rung::new(counted)).collect(),
            ledger: Ledger::new(measures),
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
            for (key, mass) in rung.iter() {
                if mass[0] < NEGLIGIBLE {
                    self.unresolved += mass[0];
                    continue;
                }
                self.states += 1;
                self.explorer.fight(key)?;
                self.share_out(mass);
                self.check_room(self.ladder.states() + rung.len())?;
            }
            self.ladder.recycle(rung);
        }
        Ok(())
    }

    /// Whether there is room for so many states beside those that are over.
    fn check_room(&self, states: usize) -> Result<(), Refusal> {
        let over: usize = self.over.iter().map(Rung::len).sum();
        if over + states > self.most_states {
            return Err(Refusal::TooManyStates { most: self.most_states as u64 });
        }
        Ok(())
    }

    /// Shares the explored state's mass out among the ways that leave it.
    fn share_out(&mut self, mass: &[f64]) {
        let Some(weight) = self.explorer.successors.share_out(mass) else {
            // Nothing ever leaves: it stays undecided for good.
            self.unresolved += mass[0];
            return;
        };
        self.ledger.book_once(&self.explorer.notes, weight);
        for (exit, key, share) in self.explorer.successors.iter() {
            match exit {
                Exit::Rung(rung) => self.ladder.add(rung, key, share),
                Exit::Over(outcome) => self.over[outcome.index()].add(key, share),
            }
        }
    }

    /// Reads the final measures of every state that is over. What is left to
    /// be settled is the same whatever the outcome was.
    fn read_finals(&mut self) -> Result<Rung<R::Key>, Refusal> {
        let start = R::measures(self.battle).iter().map(|measure| measure.start).collect();
        let mut scores = Scores::new(start);
        let mut state = R::start(self.battle).clone();
        let mut ends = self.ladder.empty_rung();
        for (outcome, rung) in self.over.iter().enumerate() {
            for (key, mass) in rung.iter() {
                R::restore(self.battle, key, &mut state);
                scores.reset();
                R::finals(self.battle, &state, &mut scores);
                self.ledger.book_finals(outcome, mass[0], scores.values());
                R::forget_finals(self.battle, &mut state);
                let key = R::key(self.battle, &state).ok_or(Refusal::TooManyParts)?;
                ends.add(&key, mass);
                self.check_room(ends.len())?;
            }
        }
        Ok(ends)
    }

    /// Settles the states that are over: small tests one after another.
    fn settle(&mut self, mut waiting: Rung<R::Key>) -> Result<(), Refusal> {
        while waiting.len() > 0 {
            let mut next = self.ladder.empty_rung();
            for (key, mass) in waiting.iter().filter(|(_, mass)| mass[0] >= NEGLIGIBLE) {
                self.explorer.settle(key)?;
                // Tests do not loop: something always leaves.
                let Some(weight) = self.explorer.successors.share_out(mass) else { continue };
                self.ledger.book_once(&self.explorer.notes, weight);
                for (exit, key, share) in self.explorer.successors.iter() {
                    match exit {
                        Exit::Rung(_) => next.add(key, share),
                        Exit::Over(_) => self.ledger.book_done(share),
                    }
                }
                self.check_room(waiting.len() + next.len())?;
            }
            waiting = next;
        }
        Ok(())
    }

    /// The odds, once everything is booked.
    fn answer(self) -> Exact {
        let outcomes = R::OUTCOMES.iter().zip(&self.over);
        let outcomes: Vec<OutcomeOdds> =
            outcomes.map(|(name, rung)| OutcomeOdds::exactly(name, rung.probability())).collect();
        let (measures, distributions) = self.ledger.close(&outcomes);
        let why = format!(
            "exact: {} branches of {} {} followed",
            grouped(self.explorer.branches),
            grouped(self.states),
            if self.states == 1 { "state" } else { "states" }
        );
        let odds = Odds::exactly(why, outcomes, measures, self.unresolved);
        Exact { odds, distributions, states: self.states, branches: self.explorer.branches }
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

    #[test]
    fn more_states_than_there_is_room_for_are_refused() {
        let duel = Scenario::new([6, 6], [50, 50]);
        let whole = exact_within::<Duel>(&duel, Budget::USUAL, 10_000).unwrap();
        assert_eq!(exact_within::<Duel>(&duel, Budget::USUAL, 2_000).unwrap(), whole);
        let refused = exact_within::<Duel>(&duel, Budget::USUAL, 40).unwrap_err();
        assert_eq!(refused, Refusal::TooManyStates { most: 40 });
        let says = "exact odds would have to keep more than 40 states in memory at once";
        assert_eq!(refused.to_string(), says);
    }
}
