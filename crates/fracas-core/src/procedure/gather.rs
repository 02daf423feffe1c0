//! Trials that are wanted, handed out in pieces, lost, found and put together.

use std::ops::Range;

use super::piece::Counted;
use crate::odds::{CHUNK, Trials};

/// The trials of one variant from when they are wanted until all are counted.
///
/// Results may come in any order, in other parts than were handed out, late,
/// twice or not at all: each trial is counted once.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/toss.rs"));
/// use fracas_core::odds::{Effort, Tally, sample};
/// use fracas_core::procedure::Gather;
///
/// # fn main() {
/// let battle = Points { left: [3, 4], turn: 0 };
/// let fight = |trials| sample::<Toss>(&battle, 7, trials, &Effort::default());
/// let mut gather = Gather::<Tally>::new(0..100);
/// let handed = gather.hand_out(2, 1000);
/// assert_eq!(handed, [0..50, 50..100]);
/// gather.take(50..100, Some(&fight(50..100)));
/// // A piece that is lost is handed out again.
/// gather.take(0..50, None);
/// assert_eq!(gather.hand_out(1, 1000), [0..50]);
/// gather.take(0..50, Some(&fight(0..50)));
/// assert!(gather.is_complete());
/// assert_eq!(gather.counted(), Some(&fight(0..100)));
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Gather<T> {
    wanted: Range<u64>,
    /// What nobody is fighting: never handed out, or lost.
    waiting: Trials,
    counted: Option<T>,
}

impl<T: Counted> Gather<T> {
    /// These trials, nothing of them counted yet.
    pub fn new(wanted: Range<u64>) -> Self {
        Self { waiting: Trials::of(wanted.clone()), wanted, counted: None }
    }

    /// Wants more of them, up to here.
    pub fn extend(&mut self, end: u64) {
        if end > self.wanted.end {
            let more = self.wanted.end..end;
            self.wanted.end = end;
            self.wait_for(more);
        }
    }

    /// Hands out what nobody is fighting, lowest first, in at most so many
    /// stretches of at most this length.
    pub fn hand_out(&mut self, stretches: usize, longest: u64) -> Vec<Range<u64>> {
        let share = self.waiting.count().div_ceil(stretches.max(1) as u64);
        let share = if share > CHUNK { share.next_multiple_of(CHUNK) } else { share };
        let length = share.min(longest).max(1);
        let mut handed: Vec<Range<u64>> = Vec::new();
        for mut stretch in self.waiting.stretches() {
            while handed.len() < stretches && !stretch.is_empty() {
                let end = stretch.end.min(stretch.start.saturating_add(length));
                handed.push(stretch.start..end);
                stretch.start = end;
            }
        }
        self.waiting = std::mem::take(&mut self.waiting).without(handed.clone());
        handed
    }

    /// Takes what came of a stretch that was handed out: nothing if it was
    /// lost. What is missing of it will be handed out again, what was known
    /// before changes nothing. False if nothing was taken.
    pub fn take(&mut self, handed: Range<u64>, found: Option<&T>) -> bool {
        let taken = found.is_some_and(|found| self.add(found));
        self.wait_for(handed);
        taken
    }

    /// Has what is missing of a stretch handed out.
    fn wait_for(&mut self, stretch: Range<u64>) {
        let start = stretch.start.max(self.wanted.start);
        let end = stretch.end.min(self.wanted.end);
        let waiting = std::mem::take(&mut self.waiting).without(vec![start..end]);
        // Just made disjoint.
        let waiting = waiting.union(&Trials::of(start..end)).unwrap_or(waiting);
        let known = self.counted.iter().flat_map(|counted| counted.trials().stretches());
        self.waiting = waiting.without(known.collect());
    }

    fn add(&mut self, found: &T) -> bool {
        let within = |stretch: Range<u64>| {
            self.wanted.start <= stretch.start && stretch.end <= self.wanted.end
        };
        if found.trials().count() == 0 || !found.trials().stretches().all(within) {
            return false;
        }
        match &mut self.counted {
            Some(counted) => counted.add(found),
            None => {
                self.counted = Some(found.clone());
                true
            }
        }
    }

    /// Whether all that is wanted is counted.
    pub fn is_complete(&self) -> bool {
        self.done() >= self.planned()
    }

    /// How many trials are counted.
    pub fn done(&self) -> u64 {
        self.counted.as_ref().map_or(0, |counted| counted.trials().count())
    }

    /// How many trials are wanted.
    pub fn planned(&self) -> u64 {
        self.wanted.end.saturating_sub(self.wanted.start)
    }

    /// What is counted so far.
    pub fn counted(&self) -> Option<&T> {
        self.counted.as_ref()
    }

    /// What was counted in the end.
    pub fn into_counted(self) -> Option<T> {
        self.counted
    }
}
