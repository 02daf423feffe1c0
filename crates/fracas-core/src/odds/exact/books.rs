//! What is booked on the way, and what comes of it in the end.

use super::super::{MeasureOdds, OutcomeOdds};
use super::Distribution;
use crate::ruleset::{Measure, MeasureKind};
use crate::watch::{MeasureId, Watch};

/// How many measures are counted on the way.
pub(super) fn counted(measures: &[Measure]) -> usize {
    measures.iter().filter(|measure| measure.kind == MeasureKind::Counted).count()
}

/// What one branch booked.
#[derive(Debug)]
pub(super) struct Books {
    /// By measure: its place among the counted ones.
    counted_at: Vec<Option<usize>>,
    /// What was counted, by the place of the measure.
    pub counts: Vec<f64>,
    /// What is booked at most once in a battle, by measure.
    pub once: Vec<(usize, i64)>,
}

/// A booking that a measure has at most once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Note {
    /// By its place in the list.
    pub measure: usize,
    pub by: i64,
    /// Within the state it was booked in.
    pub probability: f64,
}

impl Books {
    pub fn new(measures: &[Measure]) -> Self {
        let mut places = 0..;
        let place = |measure: &Measure| match measure.kind {
            MeasureKind::Counted => places.next(),
            MeasureKind::Final | MeasureKind::Once => None,
        };
        let counted_at = measures.iter().map(place).collect();
        Self { counted_at, counts: vec![0.0; counted(measures)], once: Vec::new() }
    }

    /// Ready for another branch.
    #[inline]
    pub fn clear(&mut self) {
        self.counts.fill(0.0);
        self.once.clear();
    }
}

impl<E> Watch<E> for Books {
    const LOUD: bool = false;

    fn event(&mut self, _event: impl FnOnce() -> E) {}

    #[inline]
    fn book(&mut self, measure: MeasureId, by: i64) {
        match self.counted_at[measure.index()] {
            Some(place) => self.counts[place] += by as f64,
            None if by == 0 => {}
            // Both within one branch: together they are what is booked.
            None => match self.once.iter_mut().find(|(known, _)| *known == measure.index()) {
                Some((_, sum)) => *sum += by,
                None => self.once.push((measure.index(), by)),
            },
        }
    }
}

/// The measures of all branches.
pub(super) struct Ledger {
    measures: Vec<Measure>,
    /// By measure: how it is distributed, for those not counted.
    found: Vec<Distribution>,
    /// The mass of everything that is done.
    done: Vec<f64>,
}

impl Ledger {
    pub fn new(measures: Vec<Measure>) -> Self {
        let found = measures.iter().map(|_| Distribution::default()).collect();
        let done = vec![0.0; 1 + 2 * counted(&measures)];
        Self { measures, found, done }
    }

    /// All of the probability, nothing counted yet.
    pub fn whole(&self) -> Vec<f64> {
        let mut mass = vec![0.0; self.done.len()];
        mass[0] = 1.0;
        mass
    }

    /// Books what a state noted, `weight` being the probability of the state.
    pub fn book_once(&mut self, notes: &[Note], weight: f64) {
        for note in notes {
            let value = self.measures[note.measure].start + note.by;
            self.found[note.measure].add(value, note.probability * weight);
        }
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
    pub fn book_done(&mut self, mass: &[f64]) {
        for (sum, part) in self.done.iter_mut().zip(mass) {
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
        let mut moments = self.done[1..].as_chunks().0.iter();
        for (index, measure) in self.measures.iter().enumerate() {
            let given = measure.given.map(|given| &outcomes[given.index()]);
            let whole = given.map_or(resolved, |outcome| outcome.p);
            let named = MeasureOdds {
                name: measure.name.clone(),
                given: given.map(|outcome| outcome.name.clone()),
                ..MeasureOdds::default()
            };
            if measure.kind == MeasureKind::Counted {
                // There is a pair for each measure that is counted.
                let moments = moments.next().copied().unwrap_or_default();
                figures.push(of_moments(named, measure.start as f64, whole, moments));
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
    [first, second]: [f64; 2],
) -> MeasureOdds {
    if whole <= 0.0 {
        return named;
    }
    let mean = first / whole;
    let variance = (second / whole - mean * mean).max(0.0);
    MeasureOdds { mean: Some(start + mean), se: Some(0.0), sd: Some(variance.sqrt()), ..named }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::measure;

    #[test]
    fn what_is_booked_twice_in_a_branch_counts_as_its_sum() {
        let kinds = [MeasureKind::Once, MeasureKind::Counted, MeasureKind::Counted];
        let measures = kinds.map(|kind| Measure::new("", kind));
        let mut books = Books::new(&measures);
        for (index, by) in [(2, 3), (0, 9), (2, 4), (1, 0), (0, 0), (0, -2)] {
            Watch::<()>::book(&mut books, measure(index), by);
        }
        assert_eq!((&books.counts[..], &books.once[..]), (&[0.0, 7.0][..], &[(0, 7)][..]));
        books.clear();
        assert_eq!((&books.counts[..], &books.once[..]), (&[0.0, 0.0][..], &[][..]));
    }
}
