//! Battles that differ in one thing, fought with the same dice: only how often
//! they end alike is kept, so memory does not grow with the trials.

use std::ops::{ControlFlow, Range};

use fracas_core::odds::{Effort, Fighter, drive};

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
pub fn paired(
    b: &Battle,
    variants: &[Battle],
    seed: u64,
    trials: Range<u64>,
    effort: &Effort<'_>,
) -> PairedCounts {
    let none =
        PairedCounts { variants: vec![Pair::default(); variants.len()], ..Default::default() };
    let hire = || {
        let others: Vec<Fighter<Andor>> = variants.iter().map(Fighter::new).collect();
        (Fighter::<Andor>::new(b), others, none.clone())
    };
    let driven = drive(trials, effort, hire, |(fighter, others, counts), trial| {
        let won = fighter.fight(seed, trial) == WIN;
        counts.trials += 1;
        counts.won += u64::from(won);
        counts.turns += fighter.values()[TURNS.index()];
        for (pair, fighter) in counts.variants.iter_mut().zip(others.iter_mut()) {
            *match (fighter.fight(seed, trial) == WIN, won) {
                (true, true) => &mut pair.both,
                (true, false) => &mut pair.only_variant,
                (false, true) => &mut pair.only_battle,
                (false, false) => &mut pair.neither,
            } += 1;
            pair.turns += fighter.values()[TURNS.index()];
        }
        ControlFlow::Continue(())
    });
    let mut counts = none.clone();
    for (_, _, more) in &driven.workers {
        counts.merge(more);
    }
    counts
}
