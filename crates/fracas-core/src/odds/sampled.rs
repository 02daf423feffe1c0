//! Many trials on many threads.

use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use super::counts::Counts;
use super::{Fighter, Tally, Trials};
use crate::ruleset::Ruleset;

/// Trials are handed to threads in pieces of this many: few, because a single
/// battle may take a second and no thread should wait long for another.
pub const CHUNK: u64 = 64;

/// How hard to work, and who may look on or call a halt.
#[derive(Clone, Copy, Default)]
pub struct Effort<'a> {
    /// How many threads fight; 0 counts as 1. The result does not depend on it.
    pub threads: usize,
    /// Told the number of finished and of planned trials after each chunk, by
    /// whatever thread finished it.
    pub progress: Option<&'a (dyn Fn(u64, u64) + Sync)>,
    /// Once set, no further chunk is begun.
    pub stop: Option<&'a AtomicBool>,
}

/// Fights the given trials and counts what comes of them.
///
/// After a halt the tally covers the first of them only, at least one chunk
/// and always whole ones: its [`Tally::trials`] say how many.
pub fn sample<R: Ruleset>(
    battle: &R::Battle,
    seed: u64,
    trials: Range<u64>,
    effort: &Effort<'_>,
) -> Tally {
    let mut tally = Tally::new::<R>(battle, seed);
    let work = Work {
        chunks: trials.end.saturating_sub(trials.start).div_ceil(CHUNK),
        trials,
        next: AtomicU64::new(0),
        done: AtomicU64::new(0),
        effort,
    };
    let helpers = work.chunks.min(effort.threads as u64).saturating_sub(1);
    let empty = &tally.counts;
    let counts = thread::scope(|scope| {
        let spawn = |_| scope.spawn(|| work.share::<R>(battle, seed, empty.clone()));
        let helpers: Vec<_> = (0..helpers).map(spawn).collect();
        let mut counts = work.share::<R>(battle, seed, empty.clone());
        for helper in helpers {
            match helper.join() {
                Ok(share) => counts.merge(&share),
                Err(panic) => resume_unwind(panic),
            }
        }
        counts
    });
    tally.counts = counts;
    tally.trials = work.fought();
    tally
}

/// The trials to be fought, and how far the threads have come.
struct Work<'a> {
    trials: Range<u64>,
    chunks: u64,
    next: AtomicU64,
    done: AtomicU64,
    effort: &'a Effort<'a>,
}

impl Work<'_> {
    /// Fights chunks until none is left.
    fn share<R: Ruleset>(&self, battle: &R::Battle, seed: u64, mut counts: Counts) -> Counts {
        let mut fighter = Fighter::<R>::new(battle);
        while let Some(chunk) = self.take() {
            let length = chunk.end - chunk.start;
            for trial in chunk {
                let outcome = fighter.fight(seed, trial);
                counts.add(trial, outcome, fighter.values(), fighter.draws());
            }
            if let Some(progress) = self.effort.progress {
                let done = self.done.fetch_add(length, Ordering::Relaxed) + length;
                progress(done, self.trials.end - self.trials.start);
            }
        }
        counts
    }

    /// The next chunk. Once taken it is fought, so that what was fought never
    /// has holes.
    fn take(&self) -> Option<Range<u64>> {
        let stopped = || self.effort.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        if self.next.load(Ordering::Relaxed) > 0 && stopped() {
            return None;
        }
        let chunk = self.next.fetch_add(1, Ordering::Relaxed);
        (chunk < self.chunks).then(|| self.begin(chunk)..self.begin(chunk + 1))
    }

    /// The first trial of a chunk.
    fn begin(&self, chunk: u64) -> u64 {
        self.trials.end.min(self.trials.start + chunk * CHUNK)
    }

    /// All trials of the chunks that were taken.
    fn fought(self) -> Trials {
        let taken = self.next.into_inner().min(self.chunks);
        Trials::of(self.trials.start..self.trials.end.min(self.trials.start + taken * CHUNK))
    }
}
