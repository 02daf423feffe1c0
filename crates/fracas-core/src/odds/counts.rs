//! What came of battles, in whole numbers only.

use super::histogram::Histogram;
use crate::ruleset::{Measure, OutcomeId};

/// The counts of some battles, without saying which they were.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Counts {
    pub draws: u64,
    pub outcomes: Vec<OutcomeCount>,
    pub measures: Vec<MeasureCount>,
}

/// How many battles ended one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OutcomeCount {
    pub name: String,
    pub count: u64,
    /// The smallest trial that did.
    pub first: Option<u64>,
}

/// The values of one measure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MeasureCount {
    pub name: String,
    pub start: i64,
    /// Counts only battles of this outcome.
    pub given: Option<OutcomeId>,
    /// All values but `start`, which is what the rest of the battles had:
    /// most measures of most battles cost no more than a comparison.
    pub others: Histogram,
}

impl Counts {
    /// Nothing counted yet.
    pub fn new(outcomes: &[&str], measures: Vec<Measure>) -> Self {
        let outcome =
            |name: &&str| OutcomeCount { name: (*name).to_owned(), count: 0, first: None };
        let measure = |measure: Measure| MeasureCount {
            name: measure.name,
            start: measure.start,
            given: measure.given,
            others: Histogram::default(),
        };
        Self {
            draws: 0,
            outcomes: outcomes.iter().map(outcome).collect(),
            measures: measures.into_iter().map(measure).collect(),
        }
    }

    /// Counts one battle.
    #[inline]
    pub fn add(&mut self, trial: u64, outcome: OutcomeId, values: &[i64], draws: u64) {
        self.draws = self.draws.saturating_add(draws);
        self.outcomes[outcome.index()].add(trial);
        for (measure, &value) in self.measures.iter_mut().zip(values) {
            if value != measure.start && measure.given.is_none_or(|given| given == outcome) {
                measure.others.add(value);
            }
        }
    }

    /// Adds the counts of other battles of the same kind.
    pub fn merge(&mut self, other: &Self) {
        self.draws = self.draws.saturating_add(other.draws);
        for (ours, theirs) in self.outcomes.iter_mut().zip(&other.outcomes) {
            ours.count += theirs.count;
            ours.first = match (ours.first, theirs.first) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            };
        }
        for (ours, theirs) in self.measures.iter_mut().zip(&other.measures) {
            ours.others.merge(&theirs.others);
        }
    }

    /// How many battles a measure counts.
    pub fn counted(&self, measure: &MeasureCount) -> u64 {
        match measure.given {
            Some(outcome) => self.outcomes[outcome.index()].count,
            None => self.outcomes.iter().map(|outcome| outcome.count).sum(),
        }
    }
}

impl OutcomeCount {
    #[inline]
    fn add(&mut self, trial: u64) {
        self.count += 1;
        if self.first.is_none_or(|first| trial < first) {
            self.first = Some(trial);
        }
    }
}
