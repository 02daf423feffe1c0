//! Two battles fought with the same dice: what differs is their difference,
//! not luck.

use std::borrow::Borrow;
use std::ops::{ControlFlow, Range};

use serde::{Deserialize, Serialize};

use super::driver::{Effort, drive};
use super::{Fights, Trials};
use crate::ruleset::{OutcomeId, Ruleset};

/// How often two battles ended how in the same trials.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "PairsJson", into = "PairsJson")]
pub struct Pairs {
    outcomes: usize,
    counts: Vec<u64>,
    trials: Trials,
}

/// What is written and read: a row for each outcome of the base.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PairsJson {
    trials: Trials,
    counts: Vec<Vec<u64>>,
}

impl From<Pairs> for PairsJson {
    fn from(pairs: Pairs) -> Self {
        let rows = pairs.counts.chunks(pairs.outcomes.max(1));
        Self { trials: pairs.trials, counts: rows.map(<[u64]>::to_vec).collect() }
    }
}

impl TryFrom<PairsJson> for Pairs {
    type Error = &'static str;

    fn try_from(file: PairsJson) -> Result<Self, &'static str> {
        let outcomes = file.counts.len();
        if file.counts.iter().any(|row| row.len() != outcomes) {
            return Err("pairs have as many columns as rows");
        }
        let counts = file.counts.concat();
        let sum = counts.iter().try_fold(0u64, |sum, count| sum.checked_add(*count));
        if sum != Some(file.trials.count()) {
            return Err("pairs do not add up to their trials");
        }
        Ok(Self { outcomes, counts, trials: file.trials })
    }
}

/// Fights a base and its variants in the same trials and counts, for each
/// variant, how the two ended. Each variant takes a state on every thread, so
/// there should not be thousands at once. After a halt the first of the trials
/// are counted.
pub fn pair<R: Ruleset, B: Borrow<R::Battle> + Sync>(
    base: &R::Battle,
    variants: &[B],
    seed: u64,
    trials: Range<u64>,
    effort: &Effort<'_>,
) -> Vec<Pairs> {
    let empty = vec![Pairs::new(R::OUTCOMES.len()); variants.len()];
    let all = trials.clone();
    let others = || variants.iter().map(|variant| R::fighter(variant.borrow(), &all)).collect();
    count(&empty, &|| (R::fighter(base, &all), others()), seed, trials, effort)
}

/// A fighter of the base and one of each variant.
type Both<'a> = (Box<dyn Fights + 'a>, Vec<Box<dyn Fights + 'a>>);

fn count<'a>(
    empty: &[Pairs],
    hire: &(dyn Fn() -> Both<'a> + Sync + 'a),
    seed: u64,
    trials: Range<u64>,
    effort: &Effort<'_>,
) -> Vec<Pairs> {
    let hire = || (hire(), empty.to_vec());
    let driven = drive(trials, effort, hire, |((base, variants), pairs), trial| {
        let ended = base.fight(seed, trial);
        for (variant, pairs) in variants.iter_mut().zip(pairs.iter_mut()) {
            pairs.add(ended, variant.fight(seed, trial));
        }
        ControlFlow::Continue(())
    });
    let mut paired = empty.to_vec();
    for (_, counted) in &driven.workers {
        for (pairs, more) in paired.iter_mut().zip(counted) {
            pairs.add_counts(more);
        }
    }
    for pairs in &mut paired {
        pairs.trials = driven.fought.clone();
    }
    paired
}

impl Pairs {
    fn new(outcomes: usize) -> Self {
        Self { outcomes, counts: vec![0; outcomes * outcomes], trials: Trials::NONE }
    }

    fn add(&mut self, base: OutcomeId, variant: OutcomeId) {
        self.counts[base.index() * self.outcomes + variant.index()] += 1;
    }

    /// Whether the pairs of other trials can be added.
    pub fn fits(&self, other: &Self) -> bool {
        self.outcomes == other.outcomes && self.trials.union(&other.trials).is_ok()
    }

    /// Adds the pairs of other trials. False, and nothing changes, if they do
    /// not belong together.
    pub fn merge(&mut self, other: &Self) -> bool {
        let Ok(trials) = self.trials.union(&other.trials) else { return false };
        if self.outcomes != other.outcomes {
            return false;
        }
        self.trials = trials;
        self.add_counts(other);
        true
    }

    fn add_counts(&mut self, other: &Self) {
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more;
        }
    }

    /// How many trials were fought.
    pub fn trials(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Which trials were fought.
    pub fn which(&self) -> &Trials {
        &self.trials
    }

    /// How often the base, and how often the variant, ended in one of these.
    pub fn ended(&self, outcomes: &[OutcomeId]) -> (u64, u64) {
        let (both, base, variant) = self.split(outcomes);
        (both + base, both + variant)
    }

    /// How often both, only the base, and only the variant ended in one of
    /// these.
    pub fn split(&self, outcomes: &[OutcomeId]) -> (u64, u64, u64) {
        let wanted = |place: usize| outcomes.iter().any(|outcome| outcome.index() == place);
        let (mut both, mut base, mut variant) = (0, 0, 0);
        for (place, count) in self.counts.iter().enumerate() {
            match (wanted(place / self.outcomes), wanted(place % self.outcomes)) {
                (true, true) => both += count,
                (true, false) => base += count,
                (false, true) => variant += count,
                (false, false) => {}
            }
        }
        (both, base, variant)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Fighter;
    use super::super::toy::{Duel, LOSE, Scenario, WIN};
    use super::*;

    #[test]
    fn pairs_are_counted_by_any_number_of_threads() {
        let base = Scenario::new([6, 5], [40, 45]);
        let variants: Vec<_> = (1..=7).map(|hp| Scenario::new([6, hp], [40, 45])).collect();
        let (mut ours, mut theirs) =
            (Fighter::<Duel>::new(&base), Fighter::<Duel>::new(&variants[1]));
        let (mut both, mut only) = (0, 0);
        for trial in 0..500 {
            let won = ours.fight(7, trial) == WIN;
            let wins = theirs.fight(7, trial) == WIN;
            both += u64::from(won && wins);
            only += u64::from(!won && wins);
        }
        for threads in [1, 3] {
            let effort = Effort { threads, ..Effort::default() };
            let paired = pair::<Duel, _>(&base, &variants, 7, 0..500, &effort);
            assert_eq!(paired.len(), 7);
            let (won, lost, gained) = paired[1].split(&[WIN]);
            assert_eq!((won, gained, paired[1].trials()), (both, only, 500));
            assert_eq!(paired[1].ended(&[WIN]), (won + lost, won + gained));
            assert_eq!(paired[4].split(&[WIN, LOSE]).1, 0);

            let mut parts = pair::<Duel, _>(&base, &variants, 7, 300..500, &effort);
            let first = pair::<Duel, _>(&base, &variants, 7, 0..300, &effort);
            assert!(parts[1].merge(&first[1]) && !parts[1].merge(&first[1]));
            assert_eq!(parts[1], paired[1]);
            let text = serde_json::to_string(&parts[1]).unwrap();
            assert_eq!(serde_json::from_str::<Pairs>(&text).unwrap(), paired[1]);
        }
        for bad in [
            r#"{"trials":[[0,3]],"counts":[[1,0],[1,0]]}"#,
            r#"{"trials":[[0,3]],"counts":[[1,0,2],[0,0]]}"#,
            r#"{"trials":[[0,3]],"counts":[]}"#,
        ] {
            assert!(serde_json::from_str::<Pairs>(bad).is_err(), "{bad}");
        }
    }
}
