//! Counted trials that can be put together again.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::counts::Counts;
use super::tally_file::TallyJson;
use super::{Question, Spread, Trials};
use crate::chance::STREAM_VERSION;
use crate::ruleset::Ruleset;

/// What came of a set of trials, in whole numbers only.
///
/// Tallies of different trials of one battle and seed can be merged in any
/// order and always give the tally of all those trials, to the last bit.
/// [`super::TALLY_FORMAT`] describes the JSON form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "TallyJson", into = "TallyJson")]
pub struct Tally {
    pub(super) ruleset: String,
    pub(super) version: u32,
    pub(super) stream: u32,
    pub(super) seed: u64,
    pub(super) trials: Trials,
    pub(super) counts: Counts,
}

impl Tally {
    /// The tally of no trials of this battle.
    pub fn new<R: Ruleset>(battle: &R::Battle, seed: u64) -> Self {
        Self::asking::<R>(battle, &[], seed)
    }

    /// The same, to be asked these questions.
    pub(super) fn asking<R: Ruleset>(
        battle: &R::Battle,
        questions: &[Question<'_>],
        seed: u64,
    ) -> Self {
        Self {
            ruleset: R::NAME.to_owned(),
            version: R::VERSION,
            stream: STREAM_VERSION,
            seed,
            trials: Trials::default(),
            counts: Counts::new(R::OUTCOMES, R::measures(battle), questions),
        }
    }

    /// The word for the ruleset in scenario files.
    pub fn ruleset(&self) -> &str {
        &self.ruleset
    }

    /// The version of the ruleset that fought.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// The version of the random stream that they drew from.
    pub fn stream(&self) -> u32 {
        self.stream
    }

    /// The seed of all trials.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The trials that are counted.
    pub fn trials(&self) -> &Trials {
        &self.trials
    }

    /// How many draws of chance they took in all.
    pub fn draws(&self) -> u64 {
        self.counts.draws
    }

    /// How many battles ended each way, in the order of the ruleset.
    pub fn outcomes(&self) -> Vec<u64> {
        self.counts.outcomes.iter().map(|outcome| outcome.count).collect()
    }

    /// How many battles ended each way, and then of how many each condition
    /// was true: all shares whose interval is told.
    pub fn shares(&self) -> Vec<u64> {
        let conditions = self.counts.conditions.iter().map(|condition| condition.count);
        self.outcomes().into_iter().chain(conditions).collect()
    }

    /// The names of the outcomes, in the same order.
    pub fn outcome_names(&self) -> impl Iterator<Item = &str> {
        self.counts.outcomes.iter().map(|outcome| outcome.name.as_str())
    }

    /// The names of the measures.
    pub fn measures(&self) -> impl Iterator<Item = &str> {
        self.counts.measures.iter().map(|measure| measure.name.as_str())
    }

    /// The distribution of the measure at a place of the list; none if no
    /// battle counts or there is no such measure.
    pub fn spread(&self, measure: usize) -> Option<Spread> {
        let others = (measure < self.counts.measures.len()).then(|| self.counts.others_of(measure));
        let measure = self.counts.measures.get(measure)?;
        Spread::new(self.counts.counted(measure), measure.start, &others?)
    }

    /// The same over the battles that ended one way, by the place of the
    /// outcome; none if the measure does not count those.
    pub fn spread_given(&self, measure: usize, outcome: usize) -> Option<Spread> {
        let others = self.counts.others.get(outcome)?.get(measure)?;
        let measure = self.counts.measures.get(measure)?;
        if measure.given.is_some_and(|given| given.index() != outcome) {
            return None;
        }
        Spread::new(self.counts.outcomes[outcome].count, measure.start, others)
    }

    /// The conditions that were counted: each as it was written, of how many
    /// battles it was true, and the first of them.
    pub fn conditions(&self) -> impl Iterator<Item = (&str, u64, Option<u64>)> {
        let conditions = self.counts.conditions.iter();
        conditions.map(|condition| (condition.text.as_str(), condition.count, condition.first))
    }

    /// Adds other trials of the same battle. Nothing is changed if the two do
    /// not belong together.
    pub fn merge(&mut self, other: &Self) -> Result<(), MergeError> {
        self.fits(other)?;
        self.trials = self.trials.union(&other.trials).map_err(MergeError::Overlap)?;
        self.counts.merge(&other.counts);
        Ok(())
    }

    fn fits(&self, other: &Self) -> Result<(), MergeError> {
        if self.ruleset != other.ruleset {
            return Err(MergeError::Ruleset(self.ruleset.clone(), other.ruleset.clone()));
        }
        if self.version != other.version {
            return Err(MergeError::Version(self.version, other.version));
        }
        if self.stream != other.stream {
            return Err(MergeError::Stream(self.stream, other.stream));
        }
        if self.seed != other.seed {
            return Err(MergeError::Seed(self.seed, other.seed));
        }
        let (ours, theirs) = (&self.counts, &other.counts);
        let outcomes = |counts: &Counts| -> Vec<String> {
            counts.outcomes.iter().map(|outcome| outcome.name.clone()).collect()
        };
        if outcomes(ours) != outcomes(theirs) {
            return Err(MergeError::Outcomes);
        }
        if ours.measures.len() != theirs.measures.len() {
            return Err(MergeError::MeasureCount(ours.measures.len(), theirs.measures.len()));
        }
        for (a, b) in ours.measures.iter().zip(&theirs.measures) {
            if a.name != b.name {
                return Err(MergeError::Measure(a.name.clone(), b.name.clone()));
            }
            if (a.start, a.given) != (b.start, b.given) {
                return Err(MergeError::Counting(a.name.clone()));
            }
        }
        let texts = |counts: &Counts| -> Vec<String> {
            counts.conditions.iter().map(|condition| condition.text.clone()).collect()
        };
        if texts(ours) != texts(theirs) {
            return Err(MergeError::Conditions);
        }
        Ok(())
    }
}

/// Why two tallies do not belong together; ours first, then theirs.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MergeError {
    /// They are of different rulesets.
    #[error("one tally is of {0}, the other of {1}")]
    Ruleset(String, String),
    /// They were fought by different versions of the ruleset.
    #[error("one tally is of version {0} of the rules, the other of version {1}")]
    Version(u32, u32),
    /// Their dice come from different random streams.
    #[error("one tally is of version {0} of the random stream, the other of version {1}")]
    Stream(u32, u32),
    /// They are of different seeds.
    #[error("one tally is of seed {0}, the other of seed {1}")]
    Seed(u64, u64),
    /// Their battles can end in different ways.
    #[error("the battles of the tallies end in different ways")]
    Outcomes,
    /// They have different numbers of measures.
    #[error("one tally has {0} measures, the other {1}: they are of different battles")]
    MeasureCount(usize, usize),
    /// This measure has another start or counts other battles.
    #[error("measure {0} counts differently: the tallies are of different battles")]
    Counting(String),
    /// These measures stand in the same place and are not the same.
    #[error("one tally measures {0}, the other {1}: they are of different battles")]
    Measure(String, String),
    /// They were asked different conditions.
    #[error("the tallies count different conditions")]
    Conditions,
    /// Both count these trials.
    #[error("both tallies count trials {} to {}", .0.start, .0.end - 1)]
    Overlap(Range<u64>),
}

#[cfg(test)]
mod tests;
