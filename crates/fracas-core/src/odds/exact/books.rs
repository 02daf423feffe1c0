//! What is booked on the way, and what comes of it in the end.

use super::super::{ByOutcome, MeasureOdds, OutcomeOdds};
use super::Distribution;
use super::alike::Alike;
use super::distribution::Sums;
use crate::ruleset::{Measure, MeasureKind};
use crate::watch::{MeasureId, Watch};

/// How many measures are counted on the way.
pub(super) fn counted(measures: &[Measure]) -> usize {
    measures.iter().filter(|measure| measure.kind == MeasureKind::Counted).count()
}

/// What one branch booked.
#[derive(Debug)]
pub(super) struct Books {
    /// By measure: what becomes of a booking.
    slots: Vec<Slot>,
    /// What was counted, by the place of the measure.
    pub counts: Vec<f64>,
    /// What is booked at most once in a battle, by measure.
    pub once: Vec<(usize, i64)>,
}

/// What becomes of a booking.
#[derive(Clone, Copy, Debug)]
enum Slot {
    /// Added up, at this place among the counted ones.
    Counted(usize),
    /// Noted.
    Once,
    /// Nothing: it is read off the end as well.
    Final,
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
        let slot = |measure: &Measure| match measure.kind {
            // The places have no end.
            MeasureKind::Counted => Slot::Counted(places.next().unwrap_or_default()),
            MeasureKind::Once => Slot::Once,
            MeasureKind::Final => Slot::Final,
        };
        let slots = measures.iter().map(slot).collect();
        Self { slots, counts: vec![0.0; counted(measures)], once: Vec::new() }
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
        match self.slots[measure.index()] {
            Slot::Counted(place) => self.counts[place] += by as f64,
            Slot::Final => {}
            Slot::Once if by == 0 => {}
            // Both within one branch: together they are what is booked.
            Slot::Once => match self.once.iter_mut().find(|(known, _)| *known == measure.index()) {
                Some((_, sum)) => *sum += by,
                None => self.once.push((measure.index(), by)),
            },
        }
    }
}

/// The measures of all branches, each outcome apart.
pub(super) struct Ledger {
    measures: Vec<Measure>,
    /// By measure: its place among the counted ones, if it is one.
    places: Vec<usize>,
    /// By outcome and measure: how it is distributed, for those not counted.
    found: Vec<Vec<Sums>>,
    /// The same for what was booked before the outcome was known.
    early: Vec<Sums>,
    /// By outcome: the mass of everything that is done.
    done: Vec<Vec<f64>>,
}

/// The figures of every measure.
pub(super) struct Figures {
    pub measures: Vec<MeasureOdds>,
    pub distributions: Vec<Option<Distribution>>,
    pub by_outcome: Vec<ByOutcome>,
    pub distributions_by_outcome: Vec<Vec<Option<Distribution>>>,
}

impl Ledger {
    pub fn new(measures: Vec<Measure>, outcomes: usize) -> Self {
        let none = vec![Sums::default(); measures.len()];
        let done = vec![0.0; 1 + 2 * counted(&measures)];
        let mut next = 0;
        let place = |measure: &Measure| {
            next += usize::from(measure.kind == MeasureKind::Counted);
            next.saturating_sub(1)
        };
        let places = measures.iter().map(place).collect();
        Self {
            measures,
            places,
            found: vec![none.clone(); outcomes],
            early: none,
            done: vec![done; outcomes],
        }
    }

    /// Where the moments of a counted measure stand among those of all.
    pub fn place_of(&self, measure: MeasureId) -> usize {
        self.places[measure.index()]
    }

    /// All of the probability, nothing counted yet.
    pub fn whole(&self) -> Vec<f64> {
        let mut mass = vec![0.0; 1 + 2 * counted(&self.measures)];
        mass[0] = 1.0;
        mass
    }

    /// Books what a state noted, `weight` being the probability of the state,
    /// and the outcome being known or not.
    pub fn book_once(&mut self, outcome: Option<usize>, notes: &[Note], weight: f64) {
        let found = match outcome {
            Some(outcome) => &mut self.found[outcome],
            None => &mut self.early,
        };
        for note in notes {
            let value = self.measures[note.measure].start + note.by;
            found[note.measure].add(value, note.probability * weight);
        }
    }

    /// Books the measures read off a state that is over, those wanted.
    pub fn book_finals(
        &mut self,
        outcome: usize,
        probability: f64,
        values: &[i64],
        alike: &Alike,
        wanted: impl Fn(usize) -> bool,
    ) {
        let (measures, found) = (&self.measures, &mut self.found[outcome]);
        alike.share_out(values, |index, value, share| {
            let measure = &measures[index];
            let of_end = measure.kind == MeasureKind::Final && wanted(index);
            if of_end && counts(measure, outcome) {
                found[index].add(value, probability * share);
            }
        });
    }

    /// Books the moments of what is done.
    pub fn book_done(&mut self, outcome: usize, mass: &[f64]) {
        for (sum, part) in self.done[outcome].iter_mut().zip(mass) {
            *sum += part;
        }
    }

    /// The figures of every measure, over all ends and for each outcome.
    pub fn close(self, outcomes: &[OutcomeOdds]) -> Figures {
        let resolved: f64 = outcomes.iter().map(|outcome| outcome.p).sum();
        let all = 0..outcomes.len();
        let mut figures = Vec::new();
        let mut distributions = Vec::new();
        for (index, measure) in self.measures.iter().enumerate() {
            let given = measure.given.map(|given| &outcomes[given.index()]);
            let whole = given.map_or(resolved, |outcome| outcome.p);
            let (told, found) = self.of_outcomes(index, all.clone(), whole);
            let given = given.map(|outcome| outcome.name.clone());
            figures.push(MeasureOdds { given, ..told });
            distributions.push(found);
        }
        let mut told = Vec::new();
        let mut distributions_by_outcome = Vec::new();
        for (place, outcome) in outcomes.iter().enumerate() {
            let of_measure = |(index, measure): (usize, &Measure)| {
                if !counts(measure, place) {
                    return (None, None);
                }
                // What was booked early belongs to nobody knows which outcome.
                if !self.early[index].is_empty() {
                    let name = measure.name.clone();
                    return (Some(MeasureOdds { name, ..MeasureOdds::default() }), None);
                }
                let (told, found) = self.of_outcomes(index, place..place + 1, outcome.p);
                (Some(told), found)
            };
            let (figures, found) = self.measures.iter().enumerate().map(of_measure).unzip();
            told.push(figures);
            distributions_by_outcome.push(found);
        }
        let by_outcome = ByOutcome::exactly(outcomes, told);
        Figures { measures: figures, distributions, by_outcome, distributions_by_outcome }
    }

    /// A measure over some outcomes, which have so much probability together.
    fn of_outcomes(
        &self,
        index: usize,
        outcomes: std::ops::Range<usize>,
        whole: f64,
    ) -> (MeasureOdds, Option<Distribution>) {
        let measure = &self.measures[index];
        let named = MeasureOdds { name: measure.name.clone(), ..MeasureOdds::default() };
        if measure.kind == MeasureKind::Counted {
            let place = self.places[index];
            let mut moments = [0.0; 2];
            for done in &self.done[outcomes] {
                moments[0] += done[1 + 2 * place];
                moments[1] += done[2 + 2 * place];
            }
            return (of_moments(named, measure.start as f64, whole, moments), None);
        }
        let mut sums = self.early[index].clone();
        for of_outcome in &self.found[outcomes] {
            sums.merge(&of_outcome[index]);
        }
        let mut found = sums.distribution();
        if measure.kind == MeasureKind::Once {
            found.add(measure.start, whole - found.total());
        }
        found.normalise(whole);
        (found.figures(named), Some(found))
    }
}

/// Whether a measure counts the battles of an outcome.
fn counts(measure: &Measure, outcome: usize) -> bool {
    measure.given.is_none_or(|given| given.index() == outcome)
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
