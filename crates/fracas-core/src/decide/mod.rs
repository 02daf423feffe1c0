//! The best decisions, worked out from the ends of a battle backwards.
//!
//! Where a ruleset lets somebody decide, a state has several ways on: one for
//! each choice, and of each choice one for every result of its dice. All
//! states that any choices can reach are found first (`graph`), each once. A
//! state is worth what the best of its choices is worth, and a choice what the
//! states it leads to are worth on average; so worth flows from the ends of
//! the battle to its beginning (`values`). Sets of states that lead back to
//! each other (`components`) are solved together.
//!
//! What a player needs is not a list of a million states but a page of rules
//! over what he sees (`table`). Such a page is a policy as any other, and
//! its worth is worked out like that of the best one.

mod answer;
mod components;
mod elimination;
mod gains;
mod graph;
mod play;
mod solve;
mod table;
#[cfg(test)]
mod tests;
mod tree;
mod values;
mod worth;

use std::hash::Hash;

use thiserror::Error;

pub use answer::{Condition, Decisions, Line, Row, State, Valued};
pub use solve::{Best, solve};
pub use worth::{BadWorth, Worth};

use crate::chance::Chance;
use crate::odds::{Budget, grouped};
use crate::ruleset::{Next, Ruleset};
use crate::watch::Watch;

/// Something that can be decided, by a number of the ruleset's own. The same
/// number means the same to a player in every state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Choice(pub u32);

/// Who decides, and how much is left to him.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// His place in [`Deciding::deciders`].
    pub decider: usize,
    /// The place in [`Deciding::freedoms`].
    pub freedom: usize,
}

/// A ruleset that lets somebody decide while a battle is fought.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/toss.rs"));
/// use fracas_core::decide::{Asked, Choice, Deciding, Question, Worth, solve};
/// use fracas_core::odds::Budget;
///
/// // Whoever begins may pass instead of tossing his coin.
/// const TOSS: Choice = Choice(0);
/// const PASS: Choice = Choice(1);
///
/// impl Deciding for Toss {
///     type Key = Points;
///
///     fn deciders(_: &Points) -> Vec<&'static str> {
///         vec!["first"]
///     }
///     fn freedoms(_: &Points, _: usize) -> Vec<String> {
///         vec!["toss or pass".to_owned()]
///     }
///     fn ready(battle: &Points, _: Option<Asked>, _: &Worth) -> Points {
///         *battle
///     }
///     fn key(_: &Points, now: &Points) -> Option<Points> {
///         Some(*now)
///     }
///     fn restore(_: &Points, key: &Points, now: &mut Points) {
///         *now = *key;
///     }
///     fn choices(_: &Points, now: &Points, out: &mut Vec<Choice>) {
///         if now.turn == 0 {
///             out.extend([TOSS, PASS]);
///         }
///     }
///     fn act<C: Chance + ?Sized, W: Watch<bool>>(
///         battle: &Points,
///         now: &mut Points,
///         choice: Choice,
///         chance: &mut C,
///         watch: &mut W,
///     ) -> Next {
///         if choice == TOSS {
///             return Toss::step(battle, now, chance, watch);
///         }
///         now.turn = 1;
///         Next::On
///     }
///     fn words(_: &Points, choice: Choice) -> String {
///         if choice == TOSS { "toss".to_owned() } else { "pass".to_owned() }
///     }
///     fn sees(_: &Points) -> Vec<String> {
///         vec!["own points".to_owned(), "other's points".to_owned()]
///     }
///     fn see(_: &Points, now: &Points, out: &mut Vec<i64>) {
///         out.extend(now.left);
///     }
/// }
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let battle = Points { left: [1, 1], turn: 0 };
/// let worth = Worth::read("first", Toss::OUTCOMES, &Toss::measures(&battle))?;
/// let question = Question { worth, decider: 0, budget: Budget::USUAL, rows: 12, whole: false };
/// let best = solve::<Toss>(&battle, &question)?;
/// let found = best.decisions()?;
/// assert!((found.best.worth - 2.0 / 3.0).abs() < 1e-12);
/// assert_eq!(found.rows[0].choice, "toss");
/// // The battle is worth the same when it is fought by these decisions.
/// let won = (0..1000).filter(|trial| best.fight(7, *trial).0 == OutcomeId(0)).count();
/// assert!((600..730).contains(&won));
/// # Ok(()) }
/// ```
pub trait Deciding: Ruleset {
    /// A state packed small. Two states of the same key have the same future,
    /// the same choices and the same facts.
    type Key: Clone + Eq + Hash;

    /// The memory that a key takes, at most or usually.
    const KEY_BYTES: usize = size_of::<Self::Key>();

    /// Those who can decide, the usual one first.
    fn deciders(battle: &Self::Battle) -> Vec<&'static str>;

    /// What can be left to a decider, in words, the most first. Where that is
    /// too much to be worked out, the next is tried. None if he has nothing
    /// to decide in this battle.
    fn freedoms(battle: &Self::Battle, decider: usize) -> Vec<String>;

    /// The battle as it is followed: with somebody who is asked instead of
    /// the policy that the file names, or, where nobody is, by that policy.
    /// What is not weighed may be left out of it.
    fn ready(battle: &Self::Battle, asked: Option<Asked>, worth: &Worth) -> Self::Battle;

    /// Packs a state of a battle that was made ready. `None` where it has
    /// more to it than a key can hold.
    fn key(battle: &Self::Battle, state: &Self::State) -> Option<Self::Key>;

    /// Makes a state of a key again; whatever the key forgot may be anything.
    /// The state given is that of the start or one made here before, and was
    /// not fought on since.
    fn restore(battle: &Self::Battle, key: &Self::Key, state: &mut Self::State);

    /// What can be decided in a state, the most usual first; nothing where
    /// the rules alone say what comes next.
    fn choices(battle: &Self::Battle, state: &Self::State, out: &mut Vec<Choice>);

    /// Carries out one of the choices of a state.
    fn act<C: Chance + ?Sized, W: Watch<Self::Event>>(
        battle: &Self::Battle,
        state: &mut Self::State,
        choice: Choice,
        chance: &mut C,
        watch: &mut W,
    ) -> Next;

    /// A choice as a player would say it.
    fn words(battle: &Self::Battle, choice: Choice) -> String;

    /// What the decider sees of a state: the names of whole numbers.
    fn sees(battle: &Self::Battle) -> Vec<String>;

    /// These numbers of a state in which there is something to decide.
    fn see(battle: &Self::Battle, state: &Self::State, out: &mut Vec<i64>);

    /// Simple policies that a file could name, as one would write them there.
    fn lines(_battle: &Self::Battle) -> Vec<String> {
        Vec::new()
    }

    /// What one of them chooses, by its place among the choices of a state.
    fn by_line(
        _battle: &Self::Battle,
        _state: &Self::State,
        _line: usize,
        _choices: &[Choice],
    ) -> usize {
        0
    }
}

/// What is to be worked out.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// What is to be made as large as can be.
    pub worth: Worth,
    /// Who decides, by his place in [`Deciding::deciders`].
    pub decider: usize,
    /// How many branches may be followed.
    pub budget: Budget,
    /// Rows that the table may have.
    pub rows: usize,
    /// Whether every single state is to be told.
    pub whole: bool,
}

/// Why the best decisions are not known.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Undecided {
    /// Nobody decides in battles of these rules.
    #[error("nobody decides anything in this battle: its rules alone say what comes next")]
    Nobody,
    /// The ruleset's own reason.
    #[error("{0}")]
    Because(String),
    /// The battle has too many parts to be followed.
    #[error("the battle has too many parts for its situations to be told apart")]
    TooManyParts,
    /// More branches than the budget allows.
    #[error("the best decisions would weigh more than {} falls of the dice", grouped(budget.0))]
    OverBudget {
        /// The budget.
        budget: Budget,
    },
    /// More states than memory is set apart for.
    #[error("the best decisions would need more than {} situations in memory", grouped(*states))]
    TooManyStates {
        /// How many there were when memory was full.
        states: u64,
    },
}
