//! Exact odds as plain data, to be sent or kept. Probabilities are written as
//! text, the shortest that reads back to the same bits: readers of JSON may
//! round numbers.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Distribution, Exact};
use crate::odds::{MeasureOdds, Odds, OutcomeOdds};

/// What is written and read.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExactJson {
    why: String,
    unresolved: Bits,
    outcomes: Vec<(String, Bits)>,
    measures: Vec<MeasureEntry>,
    states: u64,
    branches: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MeasureEntry {
    name: String,
    given: Option<String>,
    n: Option<u64>,
    mean: Option<Bits>,
    se: Option<Bits>,
    sd: Option<Bits>,
    min: Option<i64>,
    p5: Option<i64>,
    p50: Option<i64>,
    p95: Option<i64>,
    max: Option<i64>,
    distribution: Option<Vec<(i64, Bits)>>,
}

/// A number with all its bits.
#[derive(Clone, Copy)]
pub(crate) struct Bits(pub f64);

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

impl From<Exact> for ExactJson {
    fn from(exact: Exact) -> Self {
        let Exact { odds, distributions, states, branches } = exact;
        let outcomes = odds.outcomes.into_iter().map(|outcome| (outcome.name, Bits(outcome.p)));
        let distribution = |known: Distribution| {
            known.values().map(|(value, p)| (value, Bits(p))).collect::<Vec<_>>()
        };
        let mut distributions = distributions.into_iter();
        let measure = |measure: MeasureOdds| MeasureEntry {
            name: measure.name,
            given: measure.given,
            n: measure.n,
            mean: measure.mean.map(Bits),
            se: measure.se.map(Bits),
            sd: measure.sd.map(Bits),
            min: measure.min,
            p5: measure.p5,
            p50: measure.p50,
            p95: measure.p95,
            max: measure.max,
            distribution: distributions.next().flatten().map(distribution),
        };
        Self {
            why: odds.why,
            unresolved: Bits(odds.unresolved),
            outcomes: outcomes.collect(),
            measures: odds.measures.into_iter().map(measure).collect(),
            states,
            branches,
        }
    }
}

impl TryFrom<ExactJson> for Exact {
    type Error = &'static str;

    fn try_from(file: ExactJson) -> Result<Self, &'static str> {
        let (mut measures, mut distributions) = (Vec::new(), Vec::new());
        for entry in file.measures {
            let values = entry.distribution.map(|values| {
                values.into_iter().map(|(value, p)| (value, p.0)).collect::<BTreeMap<_, _>>()
            });
            if values.iter().flat_map(BTreeMap::values).any(|p| !is_probability(*p)) {
                return Err("a distribution holds what is no probability");
            }
            distributions.push(values.map(Distribution::of));
            measures.push(MeasureOdds {
                name: entry.name,
                given: entry.given,
                n: entry.n,
                mean: entry.mean.map(|mean| mean.0),
                se: entry.se.map(|se| se.0),
                sd: entry.sd.map(|sd| sd.0),
                min: entry.min,
                p5: entry.p5,
                p50: entry.p50,
                p95: entry.p95,
                max: entry.max,
            });
        }
        if file.outcomes.iter().any(|(_, p)| !is_probability(p.0)) {
            return Err("an outcome has what is no probability");
        }
        let outcomes = file.outcomes.iter().map(|(name, p)| OutcomeOdds::exactly(name, p.0));
        let odds = Odds::exactly(file.why, outcomes.collect(), measures, file.unresolved.0);
        Ok(Self { odds, distributions, states: file.states, branches: file.branches })
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
