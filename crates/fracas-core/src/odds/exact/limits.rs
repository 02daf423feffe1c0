//! When exact odds are given up.

use super::books::counted;
use super::ladder::Rung;
use super::{Budget, Enumerable, Refusal};

/// Memory for states, in bytes. Lists that grow are moved to twice their size:
/// for a moment they take three times what is in them, which is 240 MiB.
pub(super) const MEMORY: usize = 80 << 20;
/// The same for an attempt that may fail, which is 64 MiB.
pub(super) const TRIED_MEMORY: usize = 21 << 20;

/// When exact odds are given up.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// After so many branches,
    pub budget: Budget,
    /// or after so many if it is sure that they will do.
    pub sure: Budget,
    /// With so many states in memory.
    pub most_states: usize,
    /// The bytes that rows and places of a fight that dwindles may take.
    pub memory: usize,
}

impl Limits {
    pub fn of<R: Enumerable>(
        battle: &R::Battle,
        budget: Budget,
        sure: Budget,
        memory: usize,
    ) -> Self {
        let counted = counted(&R::measures(battle));
        let most_states = memory / Rung::<R::Key>::bytes_of_state(counted);
        Self { budget, sure, most_states, memory }
    }

    /// Once half of a small budget is gone, it is seen whether the large one
    /// will do: if half of all combinations came up, with as many branches
    /// each as those so far. Later states have fewer, and more never come up.
    pub fn sure_to_do(&self, combinations: f64, branches: u64, states: u64) -> bool {
        if branches < self.budget.0 / 2 {
            return false;
        }
        combinations / 2.0 * branches as f64 / states as f64 <= self.sure.0 as f64
    }

    /// Whether there is room for so many states.
    pub fn check_room(&self, states: usize) -> Result<(), Refusal> {
        if states > self.most_states {
            return Err(Refusal::TooManyStates { most: self.most_states as u64 });
        }
        Ok(())
    }
}
