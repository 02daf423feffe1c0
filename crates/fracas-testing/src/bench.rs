//! What the benchmarks of all rulesets share.
//!
//! They count processor time, so that others at work on the same machine
//! matter little, and the best of several measurements. A benchmark called
//! with `lines` measures every case once and prints a line for each, which
//! `scripts/bench-compare.sh` reads; with `callgrind NAME` it does a little of
//! the cases of that name, for instruction counts; with `threads` it compares
//! two threads with one.

use std::hint::black_box;
use std::time::Instant;

use fracas_core::odds::{Effort, Odds, Tally, sample};
use fracas_core::ruleset::Ruleset;

/// What a benchmark was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A table of everything.
    Table,
    /// One measurement of every case, a line each.
    Lines,
    /// A little of the cases whose name begins so, for instruction counts.
    Callgrind(String),
    /// How much faster two threads are than one.
    Threads,
    /// Something of its own.
    Other(String),
}

impl Asked {
    /// As the command line says.
    pub fn now() -> Self {
        let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
        match words.next().as_deref() {
            None => Self::Table,
            Some("lines") => Self::Lines,
            Some("threads") => Self::Threads,
            Some("callgrind") => Self::Callgrind(words.next().unwrap_or_default()),
            Some(other) => Self::Other(other.to_owned()),
        }
    }
}

/// The processor seconds that some work takes, all its threads together, and
/// what came of it.
pub fn seconds_of<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = processor_seconds();
    let found = black_box(work());
    (processor_seconds() - start, found)
}

/// The best of so many measurements.
pub fn best_of<T>(repeats: usize, mut work: impl FnMut() -> T) -> (f64, T) {
    let mut best = seconds_of(&mut work);
    for _ in 1..repeats {
        let next = seconds_of(&mut work);
        if next.0 < best.0 {
            best = next;
        }
    }
    best
}

/// The processor time of this process so far.
#[cfg(unix)]
pub fn processor_seconds() -> f64 {
    use nix::time::{ClockId, clock_gettime};
    let now = clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID);
    let now = now.expect("every unix counts the time of a process");
    now.tv_sec() as f64 + now.tv_nsec() as f64 * 1e-9
}

/// Where nobody counts it, the time that has passed.
#[cfg(not(unix))]
pub fn processor_seconds() -> f64 {
    use std::sync::LazyLock;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_secs_f64()
}

/// Fights so many battles of seed 7 on one thread, all measures on.
pub fn fought<R: Ruleset>(battle: &R::Battle, battles: u64) -> Tally {
    let effort = Effort { threads: 1, ..Effort::default() };
    sample::<R>(battle, 7, 0..battles, &effort)
}

/// Prints how much faster two threads are than one: by the processor time of a
/// battle, as it would be if each had a core of its own, and by the clock. The
/// best of several measurements in turn counts.
pub fn print_threads<R: Ruleset>(name: &str, battle: &R::Battle, battles: u64) {
    let fight = |threads| {
        let effort = Effort { threads, ..Effort::default() };
        let begin = Instant::now();
        let (seconds, _) = seconds_of(|| sample::<R>(battle, 7, 0..battles, &effort));
        [seconds, begin.elapsed().as_secs_f64()]
    };
    let mut best = [[f64::INFINITY; 2]; 2];
    for _ in 0..11 {
        for (threads, best) in (1..).zip(&mut best) {
            let [processor, clock] = fight(threads);
            *best = [best[0].min(processor), best[1].min(clock)];
        }
    }
    let [one, two] = best;
    let (processor, clock) = (2.0 * one[0] / two[0], one[1] / two[1]);
    println!("{name:<28}two threads {processor:.2} times one; by the clock {clock:.2}");
}

/// A line for `scripts/bench-compare.sh`: what was done so many times in so
/// many seconds.
pub fn line(name: &str, times: u64, seconds: f64) {
    println!("{name}\t{:.3}", seconds * 1e9 / times as f64);
}

/// The mean of a measure.
pub fn mean(tally: &Tally, name: &str) -> f64 {
    let odds = Odds::sampled(tally, 0.05, "");
    let found = odds.measures.iter().find(|measure| measure.name == name);
    found.and_then(|measure| measure.mean).unwrap_or(f64::NAN)
}

/// FNV over outcome counts and draws: the same on every machine.
pub fn checksum(tally: &Tally) -> u64 {
    let words = tally.outcomes().into_iter().chain([tally.draws()]);
    words.fold(0xcbf2_9ce4_8422_2325, |sum, word| (sum ^ word).wrapping_mul(0x0100_0000_01b3))
}
