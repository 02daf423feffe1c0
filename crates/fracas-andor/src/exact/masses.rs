//! Masses in a row: what happens to all places of one alike, the machine does
//! for several at a time.

use std::ops::Range;

use fracas_core::odds::Mass;

/// Masses by place: all probabilities, then all first moments, then all second
/// ones.
#[derive(Clone)]
pub struct Masses {
    all: Vec<f64>,
    places: usize,
}

impl Masses {
    /// Nothing at so many places.
    pub fn new(places: usize) -> Self {
        Self { all: vec![0.0; 3 * places], places }
    }

    /// The mass at a place.
    #[inline]
    pub fn get(&self, place: usize) -> Mass {
        let [p, first, second] = [0, 1, 2].map(|part| self.all[part * self.places + place]);
        Mass { p, first, second }
    }

    /// Puts a mass at a place.
    #[inline]
    pub fn set(&mut self, place: usize, mass: Mass) {
        for (part, value) in [mass.p, mass.first, mass.second].into_iter().enumerate() {
            self.all[part * self.places + place] = value;
        }
    }

    /// Adds a mass to that at a place.
    #[inline]
    pub fn add(&mut self, place: usize, mass: Mass) {
        self.set(place, self.get(place) + mass);
    }

    /// All of these places together.
    pub fn sum(&self, places: Range<usize>) -> Mass {
        places.fold(Mass::default(), |sum, place| sum + self.get(place))
    }

    /// Takes everything away.
    pub fn clear(&mut self) {
        self.all.fill(0.0);
    }

    /// Puts what is at some places of another row to as many from `to` on.
    pub fn copy(&mut self, to: usize, other: &Self, places: Range<usize>) {
        for (part, of_other) in self.parts(other) {
            part[to..][..places.len()].copy_from_slice(&of_other[places.clone()]);
        }
    }

    /// Adds so much of some places of another row to as many from `to` on.
    pub fn add_times(&mut self, to: usize, other: &Self, places: Range<usize>, times: f64) {
        for (part, of_other) in self.parts(other) {
            add_times(&mut part[to..], &of_other[places.clone()], times);
        }
    }

    /// The same within one row, to later places. An attack costs one action point at
    /// least, so that it leads to others.
    pub fn pass_on(&mut self, places: Range<usize>, to: usize, times: f64) {
        debug_assert!(places.end <= to, "{places:?} are not before {to}");
        for part in self.all.chunks_exact_mut(self.places) {
            let (before, later) = part.split_at_mut(to);
            add_times(later, &before[places.clone()], times);
        }
    }

    /// Adds of each place of another row, from `from` on, as much as is said
    /// for it.
    pub fn add_each(&mut self, other: &Self, from: usize, times: &[f64]) {
        for (part, of_other) in self.parts(other) {
            for ((sum, mass), times) in part.iter_mut().zip(&of_other[from..]).zip(times) {
                *sum += mass * times;
            }
        }
    }

    /// The parts of this row, each with that of another.
    fn parts<'a>(
        &'a mut self,
        other: &'a Self,
    ) -> impl Iterator<Item = (&'a mut [f64], &'a [f64])> {
        let of_other = other.all.chunks_exact(other.places);
        self.all.chunks_exact_mut(self.places).zip(of_other)
    }
}

fn add_times(sums: &mut [f64], masses: &[f64], times: f64) {
    for (sum, mass) in sums.iter_mut().zip(masses) {
        *sum += mass * times;
    }
}
