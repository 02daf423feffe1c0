//! The ways that leave a state, and the loops that do not.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash};

use smallvec::{SmallVec, smallvec};

use super::ladder::QuickHasher;
use crate::ruleset::OutcomeId;

/// Where a branch leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Leaving<K> {
    /// To a state that waits on a rung.
    On {
        /// Its rung.
        rung: u64,
        /// The state.
        key: K,
    },
    /// To the end.
    Over {
        /// How it ended.
        outcome: OutcomeId,
        /// The state.
        key: K,
    },
    /// To a state in the middle of a round.
    Inner {
        /// The state.
        key: K,
    },
    /// Back to where it began.
    Stay,
}

/// Probability and moments of a way, relative to its start.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub p: f64,
    /// First and second moment of each counted measure.
    pub moments: Moments,
    /// Whether any of them is not 0.
    has_counted: bool,
}

/// Few measures are counted; theirs need no memory of their own.
type Moments = SmallVec<[f64; 6]>;

/// Probability, then the moments of each counted measure.
pub(super) type Mass = SmallVec<[f64; 7]>;

impl Part {
    fn whole(counted: usize) -> Self {
        Self { p: 1.0, ..Self::none(counted) }
    }

    fn none(counted: usize) -> Self {
        Self { p: 0.0, moments: smallvec![0.0; 2 * counted], has_counted: false }
    }

    /// Adds what takes the way `so_far` and then a branch of probability `p`
    /// that counts.
    fn add(&mut self, so_far: &Part, p: f64, counts: &[(usize, f64)]) {
        self.p += so_far.p * p;
        if so_far.has_counted {
            for (sum, moment) in self.moments.iter_mut().zip(&so_far.moments) {
                *sum += moment * p;
            }
        }
        for &(place, by) in counts {
            let first = so_far.moments[2 * place];
            self.moments[2 * place] += p * so_far.p * by;
            self.moments[2 * place + 1] += p * by * (2.0 * first + so_far.p * by);
        }
        self.has_counted |= so_far.has_counted || !counts.is_empty();
    }
}

/// One way out, and the part that takes it.
pub(super) struct Way<K> {
    to: Leaving<K>,
    part: Part,
}

impl<K> Way<K> {
    pub fn to(&self) -> &Leaving<K> {
        &self.to
    }

    pub fn mass(&self) -> &Part {
        &self.part
    }
}

/// Everything that can come of a state until it has left.
pub(super) struct Body<K> {
    counted: usize,
    ways: Vec<Way<K>>,
    /// States in the middle of the round that are equally many steps in, and
    /// still to be followed.
    inner: Vec<(K, Part)>,
    /// Those one step further in, and where each is among them.
    further: Vec<(K, Part)>,
    places: HashMap<K, usize, BuildHasherDefault<QuickHasher>>,
    stay: Part,
}

/// Ways are merged with the last few only: a search through all would take
/// longer than what it saves.
const MERGED: usize = 16;

impl<K: Clone + Eq + Hash> Body<K> {
    pub fn new(counted: usize) -> Self {
        Self {
            counted,
            ways: Vec::new(),
            inner: Vec::new(),
            further: Vec::new(),
            places: HashMap::default(),
            stay: Part::none(counted),
        }
    }

    /// Starts over with a state.
    pub fn begin(&mut self, start: &K) {
        self.ways.clear();
        self.stay.p = 0.0;
        self.stay.moments.fill(0.0);
        self.inner.push((start.clone(), Part::whole(self.counted)));
    }

    /// The next state of the round to be followed.
    pub fn take_inner(&mut self) -> Option<(K, Part)> {
        if self.inner.is_empty() {
            std::mem::swap(&mut self.inner, &mut self.further);
            self.places.clear();
        }
        self.inner.pop()
    }

    /// Follows a branch from a state of the round.
    pub fn follow(&mut self, to: Leaving<K>, so_far: &Part, p: f64, counts: &[(usize, f64)]) {
        let part = match to {
            Leaving::Stay => &mut self.stay,
            Leaving::Inner { key } => {
                let place = *self.places.entry(key.clone()).or_insert(self.further.len());
                if place == self.further.len() {
                    self.further.push((key, Part::none(self.counted)));
                }
                &mut self.further[place].1
            }
            to => {
                let recent = self.ways.len().saturating_sub(MERGED);
                let known = self.ways[recent..].iter().position(|way| way.to == to);
                let place = known.map_or(self.ways.len(), |known| recent + known);
                if known.is_none() {
                    self.ways.push(Way { to, part: Part::none(self.counted) });
                }
                &mut self.ways[place].part
            }
        };
        part.add(so_far, p, counts);
    }

    /// A branch that leaves at once.
    pub fn leave(&mut self, to: Leaving<K>, p: f64, counts: &[(usize, f64)]) {
        self.follow(to, &Part::whole(self.counted), p, counts);
    }

    pub fn ways(&self) -> &[Way<K>] {
        &self.ways
    }

    /// Folds the loop for a state of this mass; `None` if nothing leaves.
    pub fn fold(&self, mass: &[f64]) -> Option<Fold> {
        // The leaving ways are summed: 1 - stay would lose their last digits.
        let leaving: f64 = self.ways.iter().map(|way| way.part.p).sum();
        if leaving <= 0.0 {
            return None;
        }
        let p = mass[0];
        let mut moments = Moments::new();
        for place in 0..self.counted {
            let (first, second) = (mass[1 + 2 * place], mass[2 + 2 * place]);
            // What the loops count until one leaves: a geometric number of
            // rounds, each with the moments of a stay.
            let (stay1, stay2) = (self.stay.moments[2 * place], self.stay.moments[2 * place + 1]);
            let loops1 = stay1 / leaving;
            let loops2 = stay2 / leaving + 2.0 * loops1 * loops1;
            moments.push(first + p * loops1);
            moments.push(second + 2.0 * first * loops1 + p * loops2);
        }
        Some(Fold { p, leaving, moments })
    }
}

/// A state's mass with its loops worked in.
pub(super) struct Fold {
    p: f64,
    leaving: f64,
    moments: Moments,
}

impl Fold {
    /// What a booking within the state weighs.
    pub fn weight(&self) -> f64 {
        self.p / self.leaving
    }

    /// The mass that takes a way.
    pub fn share(&self, way: &Part) -> Mass {
        let q = way.p / self.leaving;
        let scale = 1.0 / self.leaving;
        let mut mass: Mass = smallvec![self.p * q; 1 + self.moments.len()];
        let pairs = self.moments.chunks_exact(2).zip(way.moments.chunks_exact(2));
        for (sum, (so_far, own)) in mass[1..].chunks_exact_mut(2).zip(pairs) {
            let (own1, own2) = (own[0] * scale, own[1] * scale);
            sum[0] = so_far[0] * q + self.p * own1;
            sum[1] = so_far[1] * q + 2.0 * so_far[0] * own1 + self.p * own2;
        }
        mass
    }
}
