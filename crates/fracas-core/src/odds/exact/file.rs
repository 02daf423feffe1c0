//! Exact odds as plain data, to be sent or kept. Probabilities are written as
//! text, the shortest that reads back to the same bits: readers of JSON may
//! round numbers.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Distribution, Exact, ExactThat, Untold};
use crate::odds::{ByOutcome, MeasureOdds, Odds, OutcomeOdds};

/// What is written and read.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExactJson {
    why: String,
    unresolved: Bits,
    outcomes: Vec<(String, Bits)>,
    measures: Vec<MeasureEntry>,
    distributions: Vec<Option<Entries>>,
    by_outcome: Vec<OutcomeEntry>,
    distributions_by_outcome: Vec<Vec<Option<Entries>>>,
    told: Vec<bool>,
    that: Vec<(String, Result<Bits, Untold>)>,
    states: u64,
    branches: u64,
}

/// The values of a distribution, each with its probability.
type Entries = Vec<(i64, Bits)>;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OutcomeEntry {
    outcome: String,
    n: Option<u64>,
    measures: Vec<MeasureEntry>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MeasureEntry {
    name: String,
    given: Option<String>,
    n: Option<u64>,
    mean: Option<Bits>,
    se: Option<Bits>,
    low: Option<Bits>,
    high: Option<Bits>,
    sd: Option<Bits>,
    min: Option<i64>,
    p5: Option<i64>,
    p50: Option<i64>,
    p95: Option<i64>,
    max: Option<i64>,
}

/// A number with all its bits.
#[derive(Clone, Copy)]
struct Bits(f64);

impl Serialize for Bits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Bits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let wrong = |_| serde::de::Error::custom(format!("\"{text}\" is not a number"));
        text.parse().map(Bits).map_err(wrong)
    }
}

impl From<MeasureOdds> for MeasureEntry {
    fn from(odds: MeasureOdds) -> Self {
        let MeasureOdds { name, given, n, mean, se, low, high, sd, min, p5, p50, p95, max } = odds;
        let [mean, se, low, high, sd] = [mean, se, low, high, sd].map(|known| known.map(Bits));
        Self { name, given, n, mean, se, low, high, sd, min, p5, p50, p95, max }
    }
}

impl From<MeasureEntry> for MeasureOdds {
    fn from(entry: MeasureEntry) -> Self {
        let MeasureEntry { name, given, n, mean, se, low, high, sd, min, p5, p50, p95, max } =
            entry;
        let [mean, se, low, high, sd] =
            [mean, se, low, high, sd].map(|known| known.map(|bits| bits.0));
        Self { name, given, n, mean, se, low, high, sd, min, p5, p50, p95, max }
    }
}

fn entries(known: Distribution) -> Entries {
    known.values().map(|(value, p)| (value, Bits(p))).collect()
}

fn distribution(entries: Entries) -> Result<Distribution, &'static str> {
    if entries.iter().any(|(_, p)| !is_probability(p.0)) {
        return Err("a distribution holds what is no probability");
    }
    let values = entries.into_iter().map(|(value, p)| (value, p.0));
    Ok(Distribution::of(values.collect::<BTreeMap<_, _>>()))
}

fn all_entries(known: Vec<Option<Distribution>>) -> Vec<Option<Entries>> {
    known.into_iter().map(|known| known.map(entries)).collect()
}

fn all_distributions(
    entries: Vec<Option<Entries>>,
) -> Result<Vec<Option<Distribution>>, &'static str> {
    entries.into_iter().map(|entries| entries.map(distribution).transpose()).collect()
}

impl From<Exact> for ExactJson {
    fn from(exact: Exact) -> Self {
        let Exact { odds, distributions, by_outcome, told, that, states, branches } = exact;
        let outcomes = odds.outcomes.into_iter().map(|outcome| (outcome.name, Bits(outcome.p)));
        let figures = |ByOutcome { outcome, n, measures }: ByOutcome| OutcomeEntry {
            outcome,
            n,
            measures: measures.into_iter().map(MeasureEntry::from).collect(),
        };
        let likely = |ExactThat { condition, p }: ExactThat| (condition, p.map(Bits));
        Self {
            why: odds.why,
            unresolved: Bits(odds.unresolved),
            outcomes: outcomes.collect(),
            measures: odds.measures.into_iter().map(MeasureEntry::from).collect(),
            distributions: all_entries(distributions),
            by_outcome: odds.by_outcome.into_iter().map(figures).collect(),
            distributions_by_outcome: by_outcome.into_iter().map(all_entries).collect(),
            told,
            that: that.into_iter().map(likely).collect(),
            states,
            branches,
        }
    }
}

impl TryFrom<ExactJson> for Exact {
    type Error = &'static str;

    fn try_from(file: ExactJson) -> Result<Self, &'static str> {
        if file.outcomes.iter().any(|(_, p)| !is_probability(p.0)) {
            return Err("an outcome has what is no probability");
        }
        let outcomes = file.outcomes.iter().map(|(name, p)| OutcomeOdds::exactly(name, p.0));
        let measures = file.measures.into_iter().map(MeasureOdds::from).collect();
        let mut odds = Odds::exactly(file.why, outcomes.collect(), measures, file.unresolved.0);
        let figures = |OutcomeEntry { outcome, n, measures }: OutcomeEntry| ByOutcome {
            outcome,
            n,
            measures: measures.into_iter().map(MeasureOdds::from).collect(),
        };
        odds.by_outcome = file.by_outcome.into_iter().map(figures).collect();
        let by_outcome = file.distributions_by_outcome.into_iter().map(all_distributions);
        let likely = |(condition, p): (String, Result<Bits, Untold>)| ExactThat {
            condition,
            p: p.map(|bits| bits.0),
        };
        Ok(Self {
            odds,
            distributions: all_distributions(file.distributions)?,
            by_outcome: by_outcome.collect::<Result<_, _>>()?,
            told: file.told,
            that: file.that.into_iter().map(likely).collect(),
            states: file.states,
            branches: file.branches,
        })
    }
}

/// Sums of roundings may pass 1 by a hair.
fn is_probability(p: f64) -> bool {
    (-1e-9..=1.0 + 1e-9).contains(&p)
}

#[cfg(test)]
mod tests {
    use super::super::super::toy::{Duel, Scenario};
    use super::super::{Budget, exact};
    use super::*;

    #[test]
    fn exact_odds_come_back_to_the_bit() {
        let found = exact::<Duel>(&Scenario::new([6, 5], [40, 45]), Budget::USUAL).unwrap();
        let text = serde_json::to_string(&found).unwrap();
        assert_eq!(serde_json::from_str::<Exact>(&text).unwrap(), found);
        let bad = text.replacen("[\"win\",\"0.", "[\"win\",\"7.", 1);
        assert!(bad != text && serde_json::from_str::<Exact>(&bad).is_err());
    }
}
