//! Battles that differ in one thing, fought with the same dice: only how often
//! they end alike is kept, so memory does not grow with the trials.

use std::ops::Range;

use fracas_core::odds::{CHUNK, Fighter};

use crate::Andor;
use crate::battle::Battle;
use crate::measures::{TURNS, WIN};

/// What came of a battle and of its variants.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairedCounts {
    /// How many trials were fought.
    pub trials: u64,
    /// How many of them the battle itself won.
    pub won: u64,
    /// All its turns.
    pub turns: i64,
    /// Each variant beside it.
    pub variants: Vec<Pair>,
}

/// A variant beside the battle itself, by trials.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pair {
    /// Both were won.
    pub both: u64,
    /// Only the variant was won.
    pub only_variant: u64,
    /// Only the battle itself was won.
    pub only_battle: u64,
    /// Neither was won.
    pub neither: u64,
    /// All turns of the variant.
    pub turns: i64,
}

impl Pair {
    /// Trials that the variant won.
    pub fn won(&self) -> u64 {
        self.both + self.only_variant
    }

    /// Trials that ended otherwise.
    pub fn differ(&self) -> u64 {
        self.only_variant + self.only_battle
    }
}

impl PairedCounts {
    /// Adds what came of other trials of the same battles.
    pub fn merge(&mut self, other: &Self) {
        self.trials += other.trials;
        self.won += other.won;
        self.turns += other.turns;
        self.variants.resize(self.variants.len().max(other.variants.len()), Pair::default());
        for (pair, more) in self.variants.iter_mut().zip(&other.variants) {
            pair.both += more.both;
            pair.only_variant += more.only_variant;
            pair.only_battle += more.only_battle;
            pair.neither += more.neither;
            pair.turns += more.turns;
        }
    }
}

/// Fights these trials of a battle and of all its variants.
pub fn paired(b: &Battle, variants: &[Battle], seed: u64, trials: Range<u64>) -> PairedCounts {
    let mut counts =
        PairedCounts { variants: vec![Pair::default(); variants.len()], ..Default::default() };
    let mut fighter = Fighter::<Andor>::new(b);
    let mut others: Vec<Fighter<Andor>> = variants.iter().map(Fighter::new).collect();
    let mut won = Vec::with_capacity(CHUNK as usize);
    let mut start = trials.start;
    while start < trials.end {
        let chunk = start..(start + CHUNK).min(trials.end);
        won.clear();
        for trial in chunk.clone() {
            won.push(fighter.fight(seed, trial) == WIN);
            counts.turns += fighter.values()[TURNS.index()];
        }
        counts.trials += won.len() as u64;
        counts.won += won.iter().filter(|won| **won).count() as u64;
        for (pair, fighter) in counts.variants.iter_mut().zip(&mut others) {
            for (trial, won) in chunk.clone().zip(&won) {
                *match (fighter.fight(seed, trial) == WIN, *won) {
                    (true, true) => &mut pair.both,
                    (true, false) => &mut pair.only_variant,
                    (false, true) => &mut pair.only_battle,
                    (false, false) => &mut pair.neither,
                } += 1;
                pair.turns += fighter.values()[TURNS.index()];
            }
        }
        start = chunk.end;
    }
    counts
}

/// The same on several threads, each with a share of the trials.
pub fn paired_on_threads(
    b: &Battle,
    variants: &[Battle],
    seed: u64,
    trials: u64,
    threads: usize,
) -> PairedCounts {
    let share = trials.div_ceil(threads.max(1) as u64).max(1);
    let starts = (0..trials).step_by(share as usize);
    std::thread::scope(|scope| {
        let fight = |start: u64| paired(b, variants, seed, start..(start + share).min(trials));
        let workers: Vec<_> = starts.map(|start| scope.spawn(move || fight(start))).collect();
        let mut counts = PairedCounts::default();
        for worker in workers {
            let more = worker.join().unwrap_or_else(|why| std::panic::resume_unwind(why));
            counts.merge(&more);
        }
        counts
    })
}
