//! What came of battles, in whole numbers only.

use super::histogram::Histogram;
use crate::ruleset::{Measure, OutcomeId};

/// The counts of some battles, without saying which they were.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Counts {
    pub draws: u64,
    pub outcomes: Vec<OutcomeCount>,
    pub measures: Vec<MeasureCount>,
    /// By outcome, then by measure.
    pub others: Vec<Vec<Others>>,
    pub conditions: Vec<ConditionCount>,
}

/// How many battles ended one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OutcomeCount {
    pub name: String,
    pub count: u64,
    /// The smallest trial that did.
    pub first: Option<u64>,
}

/// How one measure is counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MeasureCount {
    pub name: String,
    pub start: i64,
    /// Counts only battles of this outcome.
    pub given: Option<OutcomeId>,
}

/// The values of a measure in battles of one outcome: all but `start`, which is
/// what the rest of them had. Most measures of most battles cost no more than
/// a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Others {
    pub values: Histogram,
    start: i64,
    /// Whether the measure counts battles of this outcome.
    counts: bool,
}

impl MeasureCount {
    /// No values yet of battles of an outcome.
    pub fn others(&self, outcome: usize) -> Others {
        let counts = self.given.is_none_or(|given| given.index() == outcome);
        Others { values: Histogram::default(), start: self.start, counts }
    }
}

/// Of how many battles a condition was true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ConditionCount {
    pub text: String,
    pub count: u64,
    /// The smallest trial of which it was.
    pub first: Option<u64>,
}

/// Something that is true of a battle or not, to be counted with the rest.
///
/// ```
/// use fracas_core::odds::Question;
/// let fits = |outcome: usize, values: &[i64]| outcome == 0 && values[0] >= 20;
/// let question = Question { text: "first and tosses >= 20", fits: &fits };
/// assert!((question.fits)(0, &[25]));
/// ```
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// What it is called in the tally.
    pub text: &'a str,
    /// Whether it is true of a battle of this outcome and these measures.
    pub fits: &'a (dyn Fn(usize, &[i64]) -> bool + Sync),
}

impl Counts {
    /// Nothing counted yet.
    pub fn new(outcomes: &[&str], measures: Vec<Measure>, questions: &[Question<'_>]) -> Self {
        let outcome =
            |name: &&str| OutcomeCount { name: (*name).to_owned(), count: 0, first: None };
        let measure = |measure: Measure| MeasureCount {
            name: measure.name,
            start: measure.start,
            given: measure.given,
        };
        let condition = |question: &Question<'_>| ConditionCount {
            text: question.text.to_owned(),
            count: 0,
            first: None,
        };
        let measures: Vec<MeasureCount> = measures.into_iter().map(measure).collect();
        let others = |outcome| measures.iter().map(|measure| measure.others(outcome)).collect();
        let others = (0..outcomes.len()).map(others).collect();
        Self {
            draws: 0,
            outcomes: outcomes.iter().map(outcome).collect(),
            measures,
            others,
            conditions: questions.iter().map(condition).collect(),
        }
    }

    /// Counts what draws were made.
    #[inline]
    pub fn add_draws(&mut self, draws: u64) {
        self.draws = self.draws.saturating_add(draws);
    }

    /// Counts `times` battles that ended alike, the first of them that of this
    /// trial, and which of the questions, those it was made with, are true of
    /// them.
    #[inline]
    pub fn add(
        &mut self,
        (trial, times): (u64, u64),
        outcome: OutcomeId,
        values: &[i64],
        questions: &[Question<'_>],
    ) {
        self.outcomes[outcome.index()].add(trial, times);
        for (others, &value) in self.others[outcome.index()].iter_mut().zip(values) {
            if value != others.start && others.counts {
                others.values.add(value, times);
            }
        }
        for (condition, question) in self.conditions.iter_mut().zip(questions) {
            if (question.fits)(outcome.index(), values) {
                condition.count += times;
                condition.first = earlier(condition.first, Some(trial));
            }
        }
    }

    /// Adds the counts of other battles of the same kind.
    pub fn merge(&mut self, other: &Self) {
        self.draws = self.draws.saturating_add(other.draws);
        for (ours, theirs) in self.outcomes.iter_mut().zip(&other.outcomes) {
            ours.count += theirs.count;
            ours.first = earlier(ours.first, theirs.first);
        }
        let pairs = self.others.iter_mut().zip(&other.others);
        for (ours, theirs) in pairs.flat_map(|(ours, theirs)| ours.iter_mut().zip(theirs)) {
            ours.values.merge(&theirs.values);
        }
        for (ours, theirs) in self.conditions.iter_mut().zip(&other.conditions) {
            ours.count += theirs.count;
            ours.first = earlier(ours.first, theirs.first);
        }
    }

    /// How many battles a measure counts.
    pub fn counted(&self, measure: &MeasureCount) -> u64 {
        match measure.given {
            Some(outcome) => self.outcomes[outcome.index()].count,
            None => self.outcomes.iter().map(|outcome| outcome.count).sum(),
        }
    }

    /// The values of a measure in all battles, but its start.
    pub fn others_of(&self, measure: usize) -> Histogram {
        let mut sum = Histogram::default();
        self.others.iter().for_each(|of_outcome| sum.merge(&of_outcome[measure].values));
        sum
    }
}

/// The smaller of two trials, where there are any.
fn earlier(one: Option<u64>, other: Option<u64>) -> Option<u64> {
    match (one, other) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

impl OutcomeCount {
    #[inline]
    fn add(&mut self, trial: u64, times: u64) {
        self.count += times;
        if self.first.is_none_or(|first| trial < first) {
            self.first = Some(trial);
        }
    }
}
