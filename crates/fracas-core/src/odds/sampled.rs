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
        // Where the machine gives no further thread, those there are do the work.
        let spawn = |_| {
            let share = || work.share::<R>(battle, seed, empty.clone());
            thread::Builder::new().spawn_scoped(scope, share).ok()
        };
        let helpers: Vec<_> = (0..helpers).map_while(spawn).collect();
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
    fn fought(&self) -> Trials {
        let taken = self.next.load(Ordering::Relaxed).min(self.chunks);
        Trials::of(self.trials.start..self.begin(taken))
    }
}

#[cfg(test)]
mod tests {
    use super::super::toy::{Duel, Scenario};
    use super::*;
    use std::sync::Mutex;

    fn battle() -> Scenario {
        Scenario::new([6, 5], [40, 45])
    }

    fn with_threads(threads: usize, trials: Range<u64>) -> Tally {
        let effort = Effort { threads, ..Effort::default() };
        sample::<Duel>(&battle(), 7, trials, &effort)
    }

    #[test]
    fn threads_do_not_change_the_tally() {
        let alone = with_threads(1, 3..1000);
        for threads in [0, 2, 3, 7, 100] {
            assert_eq!(with_threads(threads, 3..1000), alone);
        }
        assert_eq!(alone.trials(), &Trials::of(3..1000));
    }

    #[test]
    fn a_tally_counts_every_battle_once() {
        let battle = battle();
        let tally = with_threads(2, 10..300);
        let mut fighter = Fighter::<Duel>::new(&battle);
        let (mut outcomes, mut draws, mut blows) = ([0; 3], 0, 0);
        for trial in 10..300 {
            outcomes[fighter.fight(7, trial).index()] += 1;
            draws += fighter.draws();
            blows += fighter.values()[0];
        }
        assert_eq!(tally.outcomes(), outcomes);
        assert_eq!(tally.draws(), draws);
        assert_eq!(tally.spread(0).unwrap().mean(), blows as f64 / 290.0);
        for outcome in &tally.counts.outcomes {
            let first = (10..300)
                .find(|&trial| Duel::OUTCOMES[fighter.fight(7, trial).index()] == outcome.name);
            assert_eq!(outcome.first, first);
        }
    }

    #[test]
    fn no_trials_are_no_battles() {
        assert_eq!(with_threads(2, 5..5).trials().count(), 0);
    }

    #[test]
    fn a_halt_leaves_whole_chunks_without_holes() {
        for threads in [1, 3] {
            let stop = AtomicBool::new(false);
            let halt = |done, planned| {
                assert_eq!(planned, 10_000);
                if done >= 5 * CHUNK {
                    stop.store(true, Ordering::Relaxed);
                }
            };
            let effort = Effort { threads, progress: Some(&halt), stop: Some(&stop) };
            let tally = sample::<Duel>(&battle(), 7, 0..10_000, &effort);
            let fought = tally.trials().count();
            assert!((5 * CHUNK..10_000).contains(&fought) && fought.is_multiple_of(CHUNK));
            assert_eq!(tally, with_threads(2, 0..fought));
        }
    }

    #[test]
    fn a_halt_before_the_start_still_fights_a_chunk() {
        let stop = AtomicBool::new(true);
        let effort = Effort { stop: Some(&stop), ..Effort::default() };
        let tally = sample::<Duel>(&battle(), 7, 0..1000, &effort);
        assert_eq!(tally.trials(), &Trials::of(0..CHUNK));
    }

    #[test]
    fn progress_ends_with_all_trials() {
        let seen = Mutex::new(Vec::new());
        let note = |done, _| seen.lock().unwrap().push(done);
        let effort = Effort { threads: 2, progress: Some(&note), stop: None };
        sample::<Duel>(&battle(), 7, 0..200, &effort);
        let mut seen = seen.into_inner().unwrap();
        seen.sort_unstable();
        assert_eq!(seen.len(), 4);
        assert_eq!(seen[3], 200);
    }
}
