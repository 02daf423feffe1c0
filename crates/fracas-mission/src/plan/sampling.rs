//! Battles fought for a plan: the one place where they are.

use fracas_core::odds::{CHUNK, Effort, Fighter, Tally, sample};

use crate::battle::Battle;
use crate::mission::Mission;
use crate::state::State;

/// Which battles are fought where exact odds would take long, and how.
#[derive(Clone, Copy, Debug)]
pub struct Sampling<'a> {
    /// How many.
    pub trials: u64,
    /// Their seed.
    pub seed: u64,
    /// Threads, progress and cancelling.
    pub effort: Effort<'a>,
}

impl Default for Sampling<'_> {
    fn default() -> Self {
        Self { trials: 20_000, seed: 0, effort: Effort::default() }
    }
}

impl Sampling<'_> {
    /// Whether somebody has called a halt: what is fought from now on is next to
    /// nothing.
    pub fn is_stopped(&self) -> bool {
        self.effort.is_stopped()
    }

    /// The same with so many trials at most.
    pub fn at_most(self, trials: u64) -> Self {
        Self { trials: self.trials.min(trials), ..self }
    }

    /// Fights them and counts what comes of them.
    pub fn tally(&self, b: &Battle) -> Tally {
        sample::<Mission>(b, self.seed, 0..self.trials.max(1), &self.effort)
    }

    /// Fights them one after another and shows what each leaves. How many it
    /// were: all of them, unless a halt is called.
    pub fn each(&self, b: &Battle, mut show: impl FnMut(&State)) -> u64 {
        let mut fighter = Fighter::<Mission>::new(b);
        let trials = self.trials.max(1);
        for trial in 0..trials {
            if trial > 0 && trial % CHUNK == 0 && self.is_stopped() {
                return trial;
            }
            fighter.fight(self.seed, trial);
            show(fighter.state());
        }
        trials
    }
}
