//! Questions as plain state machines; who does the work is plugged in.
//!
//! A [`Procedure`] has no threads, no clock and no files. It is asked for
//! [pieces](Piece) of work, is handed what came of them, and tells what is
//! known by then. Decisions are made at fixed trial numbers from whole tallies,
//! so the answer cannot depend on who did the work, in which order, in which
//! parts, or how often a piece was lost and done again. Pieces and what is
//! [`Found`] are plain data: they may go to threads ([`carry_out`]), to a
//! worker of a page, to another machine, or into a store that knows them the
//! next time.
//!
//! The ruleset of this example stands in full in [`ruleset`](crate::ruleset).
//!
//! ```
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/toss.rs"));
//! use fracas_core::odds::{Effort, Goal, MOST_DRAWS, Way, attempt, sample};
//! use fracas_core::procedure::{Found, Piece, Procedure, Weigh, Weighed, Work, carry_out};
//!
//! // How the rules of this battle carry out a piece.
//! fn work(battle: &Points, piece: &Piece, effort: &Effort<'_>) -> Found {
//!     match &piece.work {
//!         Work::Trials { seed, trials } => {
//!             Found::Tally(sample::<Toss>(battle, *seed, trials.clone(), effort))
//!         }
//!         Work::Exact { budget, sure } => match attempt::<Toss>(battle, *budget, *sure, &mut |_, _, _| {}) {
//!             Ok(exact) => Found::Exact(Box::new(exact)),
//!             Err(refusal) => Found::Refused(refusal),
//!         },
//!         Work::Pairs { .. } | Work::Journal { .. } => unreachable!("odds ask for neither"),
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let battle = Points { left: [3, 4], turn: 0 };
//! let question = Weigh::new(Way::Sampled(Goal::Error(0.02)), 7, MOST_DRAWS)?;
//!
//! // By two threads.
//! let mut by_threads = question.clone();
//! let effort = Effort { threads: 2, ..Effort::default() };
//! carry_out(&mut by_threads, &effort, |piece, effort| work(&battle, piece, effort), |_| {});
//!
//! // By hand, the last piece first, the first one lost.
//! let mut by_hand = question;
//! let lost = by_hand.ask(1);
//! by_hand.lose(&lost[0]);
//! while !by_hand.is_done() {
//!     for piece in by_hand.ask(5).iter().rev() {
//!         by_hand.take(piece, work(&battle, piece, &Effort::default()));
//!     }
//! }
//! assert_eq!(by_hand.answer(), by_threads.answer());
//! let Some(Ok(Weighed::Sampled(answer))) = by_hand.answer() else { return Err("no answer".into()) };
//! assert!(answer.odds.outcomes[0].high - answer.odds.outcomes[0].low < 0.041);
//! # Ok(()) }
//! ```

mod gather;
mod longer;
mod piece;
mod threads;
mod weigh;

pub use gather::Gather;
pub use longer::Longer;
pub use piece::{Counted, Found, Piece, Work};
pub use threads::carry_out;
pub use weigh::{Unweighed, Weigh, Weighed};

/// A question that asks for pieces of work until it is answered.
pub trait Procedure {
    /// What it tells.
    type Answer;

    /// Pieces to be worked on now, for so many who can work at once. Each is
    /// asked for once, unless it is lost. None if it is done, or has to wait
    /// for pieces that are under way.
    fn ask(&mut self, capacity: usize) -> Vec<Piece>;

    /// Takes what came of a piece. Of trials it may be a part, and the rest is
    /// asked for again; what is known already, or was never asked for, changes
    /// nothing.
    fn take(&mut self, piece: &Piece, found: Found);

    /// A piece that nobody will hand back is asked for again.
    fn lose(&mut self, piece: &Piece);

    /// Whether the answer is final.
    fn is_done(&self) -> bool;

    /// What is known: final, or provisional and marked so. None if that is
    /// nothing yet.
    fn answer(&self) -> Option<Self::Answer>;

    /// How far it has come.
    fn progress(&self) -> Progress;
}

/// How far a question has come, in trials. What is planned may grow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Trials that are counted.
    pub done: u64,
    /// Trials that will be, as far as is known.
    pub planned: u64,
}

#[cfg(test)]
mod tests;
