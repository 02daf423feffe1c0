//! The one driver of trials: hands them out in chunks to threads, tells how
//! far they have come, and stops when asked. Whatever is counted over many
//! battles is counted through here.

use std::ops::{ControlFlow, Range};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::Trials;

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
    /// Once set, no further battle is begun, but for short ones that are counted
    /// in one go with others.
    pub stop: Option<&'a AtomicBool>,
}

impl std::fmt::Debug for Effort<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} threads", self.threads)
    }
}

impl Effort<'_> {
    /// Whether somebody has called a halt.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// What came of driving.
pub struct Driven<W> {
    /// The workers, one a thread, with what they have counted.
    pub workers: Vec<W>,
    /// The trials that were fought: at least the first of those asked for, and
    /// all of them unless somebody called a halt or a worker had enough.
    pub fought: Trials,
}

/// Lets workers fight the given trials, in chunks of rising order.
///
/// A worker that breaks says that nothing beyond this trial is needed any
/// more. A halt is heard between two trials, so that it never costs more than
/// a battle. Memory does not grow with trials.
pub fn drive<W: Send>(
    trials: Range<u64>,
    effort: &Effort<'_>,
    hire: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, u64) -> ControlFlow<()> + Sync,
) -> Driven<W> {
    drive_abreast(trials, effort, hire, |_| 1, |worker, trials| work(worker, trials.start))
}

/// The same where a worker fights some trials in a go, as many as he says, and
/// is handed chunks for one; a halt is heard between two goes.
pub(super) fn drive_abreast<W: Send>(
    trials: Range<u64>,
    effort: &Effort<'_>,
    hire: impl Fn() -> W + Sync,
    abreast: impl Fn(&W) -> u64 + Sync,
    work: impl Fn(&mut W, Range<u64>) -> ControlFlow<()> + Sync,
) -> Driven<W> {
    let queue = Queue {
        chunks: trials.end.saturating_sub(trials.start).div_ceil(CHUNK),
        next: AtomicU64::new(0),
        done: AtomicU64::new(0),
        needed: AtomicU64::new(u64::MAX),
        left: Mutex::new(Vec::new()),
        trials,
        effort,
    };
    let share = || {
        let mut worker = hire();
        let abreast = abreast(&worker);
        while let Some(Range { start, end }) = queue.take(abreast.div_ceil(CHUNK)) {
            let mut trial = start;
            while trial < end {
                if queue.is_halted(trial) {
                    queue.leave(trial..end);
                    return worker;
                }
                let next = end.min(trial.saturating_add(abreast));
                if work(&mut worker, trial..next).is_break() {
                    queue.needed.fetch_min(trial, Ordering::Relaxed);
                    queue.leave(next..end);
                    break;
                }
                trial = next;
            }
            queue.tell(end - start);
        }
        worker
    };
    let helpers = queue.chunks.min(effort.threads as u64).saturating_sub(1);
    let workers = thread::scope(|scope| {
        // A machine that gives no more threads works with those it gave.
        let spawn = |_| thread::Builder::new().spawn_scoped(scope, share).ok();
        let helpers: Vec<_> = (0..helpers).map_while(spawn).collect();
        let mut workers = vec![share()];
        for helper in helpers {
            workers.push(helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        workers
    });
    Driven { workers, fought: queue.fought() }
}

/// The trials to be fought, and how far the threads have come.
struct Queue<'a> {
    trials: Range<u64>,
    chunks: u64,
    next: AtomicU64,
    done: AtomicU64,
    /// Trials from here on are not needed.
    needed: AtomicU64,
    /// What was left of chunks that were begun.
    left: Mutex<Vec<Range<u64>>>,
    effort: &'a Effort<'a>,
}

impl Queue<'_> {
    /// The next chunks, so many of them.
    fn take(&self, count: u64) -> Option<Range<u64>> {
        let chunk = self.next.fetch_add(count, Ordering::Relaxed);
        if chunk >= self.chunks {
            return None;
        }
        let trials = self.begin(chunk)..self.begin(chunk + count);
        if trials.start >= self.needed.load(Ordering::Relaxed) {
            self.leave(trials);
            return None;
        }
        Some(trials)
    }

    /// Whether this trial is not to be begun. The first always is: something
    /// must be known.
    #[inline]
    fn is_halted(&self, trial: u64) -> bool {
        self.effort.is_stopped() && trial != self.trials.start
    }

    fn leave(&self, trials: Range<u64>) {
        self.left.lock().unwrap_or_else(PoisonError::into_inner).push(trials);
    }

    fn tell(&self, length: u64) {
        if let Some(progress) = self.effort.progress {
            let done = self.done.fetch_add(length, Ordering::Relaxed) + length;
            progress(done, self.trials.end - self.trials.start);
        }
    }

    /// The first trial of a chunk.
    fn begin(&self, chunk: u64) -> u64 {
        self.trials.end.min(self.trials.start.saturating_add(chunk.saturating_mul(CHUNK)))
    }

    /// All trials of the chunks that were taken, but for what was left.
    fn fought(self) -> Trials {
        let taken = self.next.load(Ordering::Relaxed).min(self.chunks);
        let end = self.begin(taken).max(self.trials.start);
        let left = self.left.into_inner().unwrap_or_else(PoisonError::into_inner);
        Trials::of(self.trials.start..end).without(left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(threads: usize, trials: Range<u64>) -> (u64, Trials) {
        let effort = Effort { threads, ..Effort::default() };
        let driven = drive(
            trials,
            &effort,
            || 0,
            |sum, trial| {
                *sum += trial % 1000;
                ControlFlow::Continue(())
            },
        );
        (driven.workers.iter().sum(), driven.fought)
    }

    #[test]
    fn every_trial_is_handed_out_once() {
        for threads in [0, 1, 2, 3, 7, 100] {
            assert_eq!(count(threads, 3..1000), ((3..1000).sum(), Trials::of(3..1000)));
        }
        assert_eq!(count(2, 5..5), (0, Trials::default()));
        let last = u64::MAX - 100..u64::MAX;
        assert_eq!(count(1, last.clone()).1, Trials::of(last));
    }

    #[test]
    fn what_is_not_needed_is_not_begun() {
        let effort = Effort { threads: 2, ..Effort::default() };
        let seen = Mutex::new(Vec::new());
        let work = |_: &mut (), trial: u64| {
            seen.lock().unwrap().push(trial);
            if trial == 200 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let driven = drive(0..1_000_000, &effort, || (), work);
        let seen = seen.into_inner().unwrap();
        assert!((0..=200).all(|trial| seen.contains(&trial)));
        assert_eq!(driven.fought.count(), seen.len() as u64);
        assert!(seen.len() < 10_000);
    }

    #[test]
    fn progress_ends_with_all_trials() {
        let seen = Mutex::new(Vec::new());
        let note = |done, _| seen.lock().unwrap().push(done);
        let effort = Effort { threads: 2, progress: Some(&note), stop: None };
        drive(0..200, &effort, || (), |_, _| ControlFlow::Continue(()));
        let mut seen = seen.into_inner().unwrap();
        seen.sort_unstable();
        assert_eq!((seen.len(), seen[3]), (4, 200));
    }

    #[test]
    fn a_halt_is_heard_between_two_trials() {
        for threads in [1, 3] {
            let stop = AtomicBool::new(false);
            let effort = Effort { threads, progress: None, stop: Some(&stop) };
            let work = |fought: &mut Vec<u64>, trial: u64| {
                fought.push(trial);
                if trial == 330 {
                    stop.store(true, Ordering::Relaxed);
                }
                ControlFlow::Continue(())
            };
            let driven = drive(0..10_000, &effort, Vec::new, work);
            let fought: Vec<u64> = driven.workers.concat();
            assert!(fought.len() < 10_000 && fought.contains(&330));
            assert_eq!(driven.fought.count(), fought.len() as u64);
            assert!(fought.iter().all(|trial| driven.fought.contains(*trial)));
        }
        let stop = AtomicBool::new(true);
        let effort = Effort { stop: Some(&stop), ..Effort::default() };
        let driven = drive(7..1000, &effort, || (), |_, _| ControlFlow::Continue(()));
        assert_eq!(driven.fought, Trials::of(7..8));
    }
}
