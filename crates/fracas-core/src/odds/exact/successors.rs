//! The ways that leave a state, and the loops that do not.
//!
//! A mass is a probability, followed by the first and second moment of each
//! counted measure.

use std::hash::Hash;

use super::ladder::Rung;
use crate::ruleset::OutcomeId;

/// Where a way out leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    /// To a state that waits on this rung.
    Rung(u64),
    /// To the end.
    Over(OutcomeId),
}

/// Everything that can come of a state until it has left: its ways out, and
/// the mass that takes each of them.
pub(super) struct Successors<K> {
    exits: Vec<(Exit, K)>,
    masses: Vec<f64>,
    /// The masses before they were shared out, if somebody shares them out
    /// more than once.
    kept: Vec<f64>,
    /// States in the middle of a round, still to be followed.
    inner: Rung<K>,
    /// What came back to the state.
    stay: Vec<f64>,
    /// The state's own mass, with its loops worked in.
    folded: Vec<f64>,
}

/// Ways are merged with the last few only: a search through all would take
/// longer than what it saves.
const MERGED: usize = 16;

impl<K: Clone + Eq + Hash> Successors<K> {
    /// Ways of states with so many counted measures.
    pub fn new(counted: usize) -> Self {
        let none = vec![0.0; 1 + 2 * counted];
        Self {
            exits: Vec::new(),
            masses: Vec::new(),
            kept: Vec::new(),
            inner: Rung::new(counted),
            stay: none.clone(),
            folded: none,
        }
    }

    /// Starts over with another state.
    pub fn begin(&mut self) {
        self.exits.clear();
        self.masses.clear();
        self.stay.fill(0.0);
    }

    /// How many states are held: those that are ways out, and those in the
    /// middle of the round.
    pub fn len(&self) -> usize {
        self.exits.len() + self.inner.len()
    }

    /// What comes back to the state, to be added to.
    pub fn stay(&mut self) -> &mut [f64] {
        &mut self.stay
    }

    /// What takes this way out, to be added to.
    pub fn out(&mut self, exit: Exit, key: K) -> &mut [f64] {
        let way = (exit, key);
        let recent = self.exits.len().saturating_sub(MERGED);
        let known = self.exits[recent..].iter().position(|known| *known == way);
        let place = known.map_or(self.exits.len(), |known| recent + known);
        let stride = self.stay.len();
        if known.is_none() {
            self.exits.push(way);
            self.masses.resize(self.masses.len() + stride, 0.0);
        }
        &mut self.masses[place * stride..][..stride]
    }

    /// What leads to this state in the middle of the round, to be added to.
    pub fn inner(&mut self, key: K) -> &mut [f64] {
        self.inner.mass_of(&key)
    }

    /// Takes the states in the middle of the round in exchange for those that
    /// were followed; false if there are none.
    pub fn take_inner(&mut self, followed: &mut Rung<K>) -> bool {
        followed.clear();
        std::mem::swap(&mut self.inner, followed);
        followed.len() > 0
    }

    /// Copies all ways out, and what takes each of them, then what comes back.
    pub fn copy_into(&self, exits: &mut Vec<(Exit, K)>, masses: &mut Vec<f64>) {
        exits.extend_from_slice(&self.exits);
        masses.extend_from_slice(&self.masses);
        masses.extend_from_slice(&self.stay);
    }

    /// Has these ways out, and these masses in the order of [`Self::copy_into`].
    pub fn copy_from(&mut self, exits: impl Iterator<Item = (Exit, K)>, masses: &[f64]) {
        let (masses, stay) = masses.split_at(masses.len() - self.stay.len());
        self.exits.clear();
        self.exits.extend(exits);
        self.masses.clear();
        self.masses.extend_from_slice(masses);
        self.stay.copy_from_slice(stay);
    }

    /// All ways out, and what takes each of them.
    pub fn iter(&self) -> impl Iterator<Item = (Exit, &K, &[f64])> {
        let masses = self.masses.chunks_exact(self.stay.len());
        self.exits.iter().zip(masses).map(|((exit, key), mass)| (*exit, key, mass))
    }

    /// Shares several masses of one state out, one after another. What is done
    /// with the shares of each is told which it was, and what a booking within
    /// the state weighs.
    pub fn share_out_each<'m>(
        &mut self,
        masses: impl Iterator<Item = &'m [f64]>,
        mut with: impl FnMut(usize, f64, &Self),
    ) {
        let mut kept = std::mem::take(&mut self.kept);
        kept.clone_from(&self.masses);
        for (place, mass) in masses.enumerate().filter(|(_, mass)| mass[0] > 0.0) {
            self.masses.copy_from_slice(&kept);
            if let Some(weight) = self.share_out(mass) {
                with(place, weight, self);
            }
        }
        self.kept = kept;
    }

    /// Shares a state of this mass out among the ways that leave it. Until now
    /// these were relative to the state; `None` if there are none, otherwise
    /// what a booking within the state weighs.
    pub fn share_out(&mut self, mass: &[f64]) -> Option<f64> {
        // The leaving ways are summed: 1 - stay would lose their last digits.
        let leaving: f64 = self.masses.iter().step_by(mass.len()).sum();
        if leaving <= 0.0 {
            return None;
        }
        self.fold(mass, leaving);
        let p = mass[0];
        let scale = 1.0 / leaving;
        for way in self.masses.chunks_exact_mut(mass.len()) {
            let q = way[0] / leaving;
            way[0] = p * q;
            let moments = way[1..].chunks_exact_mut(2);
            for (own, so_far) in moments.zip(self.folded[1..].chunks_exact(2)) {
                let (own1, own2) = (own[0] * scale, own[1] * scale);
                own[0] = so_far[0] * q + p * own1;
                own[1] = so_far[1] * q + 2.0 * so_far[0] * own1 + p * own2;
            }
        }
        Some(p / leaving)
    }

    /// Adds what the loops count until one leaves: a geometric number of
    /// rounds, each with the moments of a stay.
    fn fold(&mut self, mass: &[f64], leaving: f64) {
        let p = mass[0];
        self.folded.copy_from_slice(mass);
        let moments = self.folded[1..].chunks_exact_mut(2);
        for (moment, stay) in moments.zip(self.stay[1..].chunks_exact(2)) {
            let first = moment[0];
            let loops1 = stay[0] / leaving;
            let loops2 = stay[1] / leaving + 2.0 * loops1 * loops1;
            moment[0] += p * loops1;
            moment[1] += 2.0 * first * loops1 + p * loops2;
        }
    }
}

/// Adds what had come `so_far` and then takes a branch of probability `p` that
/// counts so much of each measure.
#[inline]
pub(super) fn follow(sum: &mut [f64], so_far: &[f64], p: f64, counts: &[f64]) {
    let (Some((sum, sums)), Some((whole, moments))) = (sum.split_first_mut(), so_far.split_first())
    else {
        return;
    };
    *sum += p * whole;
    let moments = moments.as_chunks().0.iter().zip(counts);
    for (sum, ([first, second], count)) in sums.as_chunks_mut().0.iter_mut().zip(moments) {
        let [sum1, sum2] = sum;
        *sum1 += p * (first + count * whole);
        *sum2 += p * (second + count * (2.0 * first + count * whole));
    }
}
