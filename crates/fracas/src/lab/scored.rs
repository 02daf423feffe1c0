//! One variant of a question: exact odds where they are cheap, else trials
//! with what was noted of each.

use std::ops::Range;
use std::sync::Arc;

use fracas_core::odds::Journal;
use fracas_core::odds::{Budget, CHUNK, Exact};
use fracas_core::procedure::{Found, Gather, Piece, Work};

use super::estimate::Known;

/// An attempt at exact odds that is not sure to succeed has this part of the
/// budget: it is small beside what sampling takes.
const UNSURE: u64 = 16;

/// What is known of a variant, and what is asked of it next.
#[derive(Clone, Debug)]
pub(crate) struct Scored {
    variant: u64,
    seed: u64,
    aims: Arc<[String]>,
    attempt: Attempt,
    gather: Option<Gather<Journal>>,
    impossible: Option<String>,
}

/// An attempt at exact odds.
#[derive(Clone, Debug)]
enum Attempt {
    /// Nobody wants one, or it failed.
    No,
    Wanted(Budget),
    Asked(Budget),
    Found(Vec<f64>),
}

impl Scored {
    /// Nothing is known and nothing asked yet. With a budget exact odds are
    /// tried first.
    pub fn new(variant: u64, seed: u64, aims: Arc<[String]>, budget: Option<Budget>) -> Self {
        let attempt = budget.map_or(Attempt::No, Attempt::Wanted);
        Self { variant, seed, aims, attempt, gather: None, impossible: None }
    }

    /// Which variant it is.
    pub fn variant(&self) -> u64 {
        self.variant
    }

    /// Wants exact odds, if they are to be had; what is noted stays.
    pub fn want_exact(&mut self, budget: Budget) {
        if matches!(self.attempt, Attempt::No) {
            self.attempt = Attempt::Wanted(budget);
        }
    }

    /// Wants these trials, or more of those that were wanted before.
    pub fn want(&mut self, trials: Range<u64>) {
        match &mut self.gather {
            Some(gather) => gather.extend(trials.end),
            None => self.gather = Some(Gather::new(trials)),
        }
    }

    /// Whether all that was wanted is known.
    pub fn is_ready(&self) -> bool {
        let counted = || self.gather.as_ref().is_none_or(Gather::is_complete);
        match self.attempt {
            _ if self.impossible.is_some() => true,
            Attempt::Found(_) => true,
            Attempt::Wanted(_) | Attempt::Asked(_) => false,
            Attempt::No => counted(),
        }
    }

    /// Whether exact odds were found.
    pub fn is_exact(&self) -> bool {
        matches!(self.attempt, Attempt::Found(_))
    }

    /// Why it cannot be fought, if it cannot.
    pub fn impossible(&self) -> Option<&str> {
        self.impossible.as_deref()
    }

    /// What is known so far.
    pub fn known(&self) -> Option<Known<'_>> {
        match &self.attempt {
            Attempt::Found(values) => Some(Known::Exact(values)),
            _ => Some(Known::Trials(self.gather.as_ref()?.counted()?)),
        }
    }

    /// Trials that are counted and that are wanted; none of exact odds.
    pub fn progress(&self) -> (u64, u64) {
        match (&self.attempt, &self.gather) {
            (Attempt::Found(_), _) | (_, None) => (0, 0),
            (_, Some(gather)) => (gather.done(), gather.planned()),
        }
    }

    /// Pieces to be worked on, at most so many.
    pub fn ask(&mut self, most: usize, longest: u64) -> Vec<Piece> {
        if self.is_ready() || most == 0 {
            return Vec::new();
        }
        let (variant, seed) = (self.variant, self.seed);
        if let Attempt::Wanted(budget) = self.attempt {
            self.attempt = Attempt::Asked(budget);
            let tried = Budget(budget.0 / UNSURE);
            return vec![Piece { variant, work: Work::Exact { budget: tried, sure: budget } }];
        }
        let (Attempt::No, Some(gather)) = (&self.attempt, &mut self.gather) else {
            return Vec::new();
        };
        let stretches = gather.hand_out(most, longest.max(CHUNK)).into_iter();
        let notes = || self.aims.to_vec();
        let piece =
            |trials| Piece { variant, work: Work::Journal { notes: notes(), seed, trials } };
        stretches.map(piece).collect()
    }

    /// Takes what came of a piece. `read` tells what exact odds say of the
    /// aims, if they know.
    pub fn take(
        &mut self,
        piece: &Piece,
        found: Found,
        read: impl FnOnce(&[String], &Exact) -> Option<Vec<f64>>,
    ) {
        match (&piece.work, found) {
            (_, Found::Impossible(why)) => self.impossible = Some(why),
            (Work::Exact { .. }, Found::Exact(exact)) => {
                self.attempt = read(&self.aims, &exact).map_or(Attempt::No, Attempt::Found);
            }
            (Work::Exact { .. }, Found::Refused(_)) => self.attempt = Attempt::No,
            (Work::Journal { trials, .. }, Found::Journal(journal))
                if journal.seed() == self.seed && journal.columns() == self.aims.len() =>
            {
                if let Some(gather) = &mut self.gather {
                    gather.take(trials.clone(), Some(&journal));
                }
            }
            _ => self.lose(piece),
        }
    }

    /// Asks for a piece again.
    pub fn lose(&mut self, piece: &Piece) {
        match (&piece.work, &mut self.gather) {
            (Work::Exact { .. }, _) => {
                if let Attempt::Asked(budget) = self.attempt {
                    self.attempt = Attempt::Wanted(budget);
                }
            }
            (Work::Journal { trials, .. }, Some(gather)) => {
                gather.take(trials.clone(), None);
            }
            _ => {}
        }
    }
}
