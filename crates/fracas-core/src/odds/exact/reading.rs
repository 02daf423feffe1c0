//! States that are over: what is read off them, and where they wait.

use super::alike::Alike;
use super::books::Ledger;
use super::ladder::Rung;
use super::{Enumerable, HearEnds, Refusal};
use crate::watch::Scores;

/// States that are over while they are read. What is left to be settled is the
/// same whatever the outcome was: states of different outcomes wait together,
/// with a mass for each.
pub(super) struct Reading<R: Enumerable> {
    /// The one that is read next.
    pub state: R::State,
    scores: Scores,
    pub waiting: Rung<R::Key>,
    alike: Alike,
    stride: usize,
}

impl<R: Enumerable> Reading<R> {
    pub fn new(battle: &R::Battle, stride: usize) -> Self {
        let start = R::measures(battle).iter().map(|measure| measure.start).collect();
        Self {
            state: R::start(battle).clone(),
            scores: Scores::new(start),
            waiting: Rung::with_stride(stride * R::OUTCOMES.len()),
            alike: Alike::of(R::alike(battle)),
            stride,
        }
    }

    /// Reads the final measures of the state; it then waits to be settled.
    pub fn read(
        &mut self,
        battle: &R::Battle,
        ledger: &mut Ledger,
        outcome: usize,
        mass: &[f64],
        hear: HearEnds<'_>,
    ) -> Result<(), Refusal> {
        self.scores.reset();
        R::finals(battle, &self.state, &mut self.scores);
        let values = self.scores.values();
        ledger.book_finals(outcome, mass[0], values, &self.alike, |_| true);
        self.alike.tell(outcome, self.scores.values(), mass[0], hear);
        R::forget_finals(battle, &mut self.state);
        let key = R::key(battle, &self.state).ok_or(Refusal::TooManyParts)?;
        add(self.waiting.mass_of(&key), self.stride, outcome, mass);
        Ok(())
    }
}

/// Adds the mass of one outcome to those of a state.
pub(super) fn add(masses: &mut [f64], stride: usize, outcome: usize, mass: &[f64]) {
    for (sum, part) in masses[outcome * stride..][..stride].iter_mut().zip(mass) {
        *sum += part;
    }
}
