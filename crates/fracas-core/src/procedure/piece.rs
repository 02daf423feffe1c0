//! What is asked for and what comes back: plain data that can be sent, kept
//! and sent again.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::odds::{Budget, Exact, Journal, Pairs, Refusal, Tally, Trials};

/// A piece of work.
///
/// ```
/// use fracas_core::odds::Budget;
/// use fracas_core::procedure::{Piece, Work};
/// let piece = Piece { variant: 3, work: Work::Trials { seed: 7, trials: 0..2048 } };
/// let text = serde_json::to_string(&piece)?;
/// assert_eq!(text, r#"{"variant":3,"work":{"trials":{"seed":7,"trials":{"start":0,"end":2048}}}}"#);
/// assert_eq!(serde_json::from_str::<Piece>(&text)?, piece);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Piece {
    /// Which of the variants that the question is about; 0 where there is
    /// but one battle.
    pub variant: u64,
    /// What is to be done.
    pub work: Work,
}

impl Piece {
    /// Takes the trials of another piece too, if they go on where those of
    /// this one end. False, and nothing changes, if they do not.
    pub(super) fn join(&mut self, next: &Self) -> bool {
        let goes_on = |ours: &mut Range<u64>, theirs: &Range<u64>| {
            let fits = self.variant == next.variant && ours.end == theirs.start;
            ours.end = if fits { theirs.end } else { ours.end };
            fits
        };
        match (&mut self.work, &next.work) {
            (Work::Trials { seed, trials }, Work::Trials { seed: same, trials: more }) => {
                seed == same && goes_on(trials, more)
            }
            (
                Work::Journal { notes, seed, trials },
                Work::Journal { notes: alike, seed: same, trials: more },
            ) => notes == alike && seed == same && goes_on(trials, more),
            (
                Work::Pairs { others, seed, trials },
                Work::Pairs { others: alike, seed: same, trials: more },
            ) => others == alike && seed == same && goes_on(trials, more),
            _ => false,
        }
    }
}

/// What is to be done with a variant.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Work {
    /// Fight these trials and count them. They may be fought in any parts, and
    /// each part handed back by itself.
    Trials {
        /// The seed of their dice.
        seed: u64,
        /// Which ones.
        trials: Range<u64>,
    },
    /// Fight these trials and note of each what is asked, in words that whoever
    /// does the work understands. In parts as well.
    Journal {
        /// What is to be noted.
        notes: Vec<String>,
        /// The seed of the dice.
        seed: u64,
        /// Which trials.
        trials: Range<u64>,
    },
    /// Follow every branch, within a budget.
    Exact {
        /// The budget.
        budget: Budget,
        /// A larger one, if it is seen early that this will do.
        sure: Budget,
    },
    /// Fight this variant and others in the same trials, and count for each of
    /// the others how the two ended. In parts as well.
    Pairs {
        /// The others.
        others: Vec<u64>,
        /// The seed of the dice.
        seed: u64,
        /// Which trials.
        trials: Range<u64>,
    },
}

impl Work {
    /// The trials that are fought; none if every branch is followed.
    pub fn trials(&self) -> Option<&Range<u64>> {
        match self {
            Self::Trials { trials, .. }
            | Self::Journal { trials, .. }
            | Self::Pairs { trials, .. } => Some(trials),
            Self::Exact { .. } => None,
        }
    }
}

/// What came of a piece.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Found {
    /// Counted trials.
    Tally(Tally),
    /// Trials with what was noted of each.
    Journal(Journal),
    /// Exact odds.
    Exact(Box<Exact>),
    /// No exact odds, and why.
    Refused(Refusal),
    /// Paired trials, for each of the others.
    Pairs(Vec<Pairs>),
    /// This variant is no battle that can be fought, and why.
    Impossible(String),
}

/// Counts of trials that can be put together.
pub trait Counted: Clone {
    /// Which trials are counted.
    fn trials(&self) -> &Trials;
    /// Adds other trials; false, and nothing changes, if they do not belong
    /// together.
    fn add(&mut self, other: &Self) -> bool;
}

impl Counted for Tally {
    fn trials(&self) -> &Trials {
        self.trials()
    }

    fn add(&mut self, other: &Self) -> bool {
        self.merge(other).is_ok()
    }
}

impl Counted for Journal {
    fn trials(&self) -> &Trials {
        self.trials()
    }

    fn add(&mut self, other: &Self) -> bool {
        self.merge(other)
    }
}

impl Counted for Vec<Pairs> {
    fn trials(&self) -> &Trials {
        const NONE: &Trials = &Trials::NONE;
        self.first().map_or(NONE, Pairs::which)
    }

    fn add(&mut self, other: &Self) -> bool {
        let fits = self.len() == other.len()
            && self.iter().zip(other).all(|(ours, theirs)| ours.fits(theirs));
        if fits {
            for (ours, theirs) in self.iter_mut().zip(other) {
                ours.merge(theirs);
            }
        }
        fits
    }
}
