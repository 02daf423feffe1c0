//! What is booked on the way, and what comes of it in the end.

use super::super::{MeasureOdds, OutcomeOdds};
use super::Distribution;
use crate::ruleset::{Measure, MeasureKind};
use crate::watch::{MeasureId, Watch};

/// What one branch booked.
#[derive(Debug, Default)]
pub(super) struct Books(Vec<(MeasureId, i64)>);

impl Books {
    /// Ready for another branch.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

impl<E> Watch<E> for Books {
    const LOUD: bool = false;

    fn event(&mut self, _event: impl FnOnce() -> E) {}

    fn book(&mut self, measure: MeasureId, by: i64) {
        if by != 0 {
            self.0.push((measure, by));
        }
    }
}

/// The measures of all branches.
pub(super) struct Ledger {
    measures: Vec<Measure>,
    /// By measure: its place among the counted ones.
    counted_at: Vec<Option<usize>>,
    counted: usize,
    /// By measure: how it is distributed, for those not counted.
    found: Vec<Distribution>,
    /// Bookings of measures that are booked at most once, still to be
    /// weighed: measure, value, probability within the state explored.
    once: Vec<(usize, i64, f64)>,
    /// What the last branch counted, by the place of the measure.
    counts: Vec<(usize, f64)>,
    /// Moments of the counted measures over everything that is done.
    moments: Vec<f64>,
}

impl Ledger {
    pub fn new(measures: Vec<Measure>) -> Self {
        let mut counted = 0;
        let counted_at = measures
            .iter()
            .map(|measure| {
                let place = (measure.kind == MeasureKind::Counted).then_some(counted);
                counted += usize::from(place.is_some());
                place
            })
            .collect();
        Self {
            found: measures.iter().map(|_| Distribution::default()).collect(),
            measures,
            counted_at,
            counted,
            once: Vec::new(),
            counts: Vec::new(),
            moments: vec![0.0; 1 + 2 * counted],
        }
    }

    /// How many measures are counted on the way.
    pub fn counted(&self) -> usize {
        self.counted
    }

    /// All of the probability, nothing counted yet.
    pub fn whole(&self) -> Vec<f64> {
        let mut mass = vec![0.0; 1 + 2 * self.counted];
        mass[0] = 1.0;
        mass
    }

    /// Takes a branch's bookings: counts are returned by place, the rest is
    /// noted with the branch's probability.
    pub fn split(&mut self, books: &Books, probability: f64) -> &[(usize, f64)] {
        self.counts.clear();
        for (measure, by) in &books.0 {
            let index = measure.index();
            match self.counted_at[index] {
                Some(place) => self.counts.push((place, *by as f64)),
                None => self.once.push((index, self.measures[index].start + by, probability)),
            }
        }
        &self.counts
    }

    /// Books what was noted, `weight` being the probability of the state.
    pub fn book_once(&mut self, weight: f64) {
        for (index, value, probability) in self.once.drain(..) {
            self.found[index].add(value, probability * weight);
        }
    }

    /// Forgets what was noted.
    pub fn drop_once(&mut self) {
        self.once.clear();
    }

    /// Books the measures read off a state that is over.
    pub fn book_finals(&mut self, outcome: usize, probability: f64, values: &[i64]) {
        for (index, measure) in self.measures.iter().enumerate() {
            let counts = measure.given.is_none_or(|given| given.index() == outcome);
            if measure.kind == MeasureKind::Final && counts {
                self.found[index].add(values[index], probability);
            }
        }
    }

    /// Books the moments of what is done.
    pub fn done(&mut self, mass: &[f64]) {
        for (sum, part) in self.moments.iter_mut().zip(mass) {
            *sum += part;
        }
    }

    /// The figures of every measure.
    pub fn close(
        mut self,
        outcomes: &[OutcomeOdds],
    ) -> (Vec<MeasureOdds>, Vec<Option<Distribution>>) {
        let resolved: f64 = outcomes.iter().map(|outcome| outcome.p).sum();
        let mut figures = Vec::new();
        let mut distributions = Vec::new();
        for (index, measure) in self.measures.iter().enumerate() {
            let given = measure.given.map(|given| &outcomes[given.index()]);
            let whole = given.map_or(resolved, |outcome| outcome.p);
            let named = MeasureOdds {
                name: measure.name.clone(),
                given: given.map(|outcome| outcome.name.clone()),
                ..MeasureOdds::default()
            };
            if let Some(place) = self.counted_at[index] {
                let start = measure.start as f64;
                let moments = (self.moments[1 + 2 * place], self.moments[2 + 2 * place]);
                figures.push(of_moments(named, start, whole, moments));
                distributions.push(None);
                continue;
            }
            let mut found = std::mem::take(&mut self.found[index]);
            if measure.kind == MeasureKind::Once {
                found.add(measure.start, whole - found.total());
            }
            found.normalise(whole);
            figures.push(found.figures(named));
            distributions.push(Some(found));
        }
        (figures, distributions)
    }
}

/// Mean and deviation of what was counted on the way.
fn of_moments(
    named: MeasureOdds,
    start: f64,
    whole: f64,
    (first, second): (f64, f64),
) -> MeasureOdds {
    if whole <= 0.0 {
        return named;
    }
    let mean = first / whole;
    let variance = (second / whole - mean * mean).max(0.0);
    MeasureOdds { mean: Some(start + mean), se: Some(0.0), sd: Some(variance.sqrt()), ..named }
}
