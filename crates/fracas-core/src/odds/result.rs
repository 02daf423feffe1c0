//! What the odds are, for people and for JSON.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::interval::clopper_pearson;
use super::plan::CONFIDENCE;
use super::{ByOutcome, Spread, Tally};

/// How odds were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// By following every branch of chance.
    Exact,
    /// By fighting many battles.
    Sampled,
}

/// The odds of a battle.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds {
    /// How they were found.
    pub method: Method,
    /// Why in this way, for people to read.
    pub why: String,
    /// The seed of the sampled battles.
    pub seed: Option<u64>,
    /// How many battles they were read off.
    pub trials: Option<u64>,
    /// The probability with which an interval holds the truth.
    pub confidence: f64,
    /// The outcomes in the order of the ruleset.
    pub outcomes: Vec<OutcomeOdds>,
    /// The measures in the order of the battle.
    pub measures: Vec<MeasureOdds>,
    /// The measures for each way it ends, in the order of the outcomes.
    pub by_outcome: Vec<ByOutcome>,
    /// The probability that exact odds left unresolved.
    pub unresolved: f64,
    /// Whether a halt was called before the plan was done.
    pub provisional: bool,
    /// Draws of chance a battle took on average, if battles were fought.
    pub draws_per_battle: Option<f64>,
}

/// How likely an outcome is.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct OutcomeOdds {
    /// The outcome.
    #[serde(skip)]
    pub name: String,
    /// Its probability; not a number if no battle was fought.
    pub p: f64,
    /// The low end of its interval.
    pub low: f64,
    /// The high end of its interval.
    pub high: f64,
    /// A trial that ended so.
    pub example: Option<u64>,
}

/// What is known of a measure. Whatever is unknown is none: everything where
/// no battle counts, quantiles where exact odds folded loops.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeasureOdds {
    /// The measure.
    pub name: String,
    /// The outcome whose battles alone count.
    pub given: Option<String>,
    /// How many battles count, for a measure that does not count all.
    pub n: Option<u64>,
    /// The mean.
    pub mean: Option<f64>,
    /// The standard error of the mean.
    pub se: Option<f64>,
    /// The low end of the mean's interval, in [`ByOutcome`].
    pub low: Option<f64>,
    /// The high end.
    pub high: Option<f64>,
    /// The standard deviation.
    pub sd: Option<f64>,
    /// The lowest value.
    pub min: Option<i64>,
    /// One battle in twenty stays at or below this.
    pub p5: Option<i64>,
    /// Half the battles stay at or below this.
    pub p50: Option<i64>,
    /// Nineteen battles in twenty stay at or below this.
    pub p95: Option<i64>,
    /// The highest value.
    pub max: Option<i64>,
}

impl OutcomeOdds {
    /// An outcome whose probability is known exactly.
    pub fn exactly(name: &str, p: f64) -> Self {
        Self { name: name.to_owned(), p, low: p, high: p, example: None }
    }
}

impl Odds {
    /// Odds that were found without fighting, all but `unresolved` of them.
    ///
    /// ```
    /// use fracas_core::odds::{Method, Odds, OutcomeOdds};
    /// let outcomes = vec![OutcomeOdds::exactly("heads", 0.5), OutcomeOdds::exactly("tails", 0.5)];
    /// let odds = Odds::exactly("exact: a coin".to_owned(), outcomes, Vec::new(), 0.0);
    /// assert_eq!((odds.method, odds.outcomes[0].low), (Method::Exact, 0.5));
    /// ```
    pub fn exactly(
        why: String,
        outcomes: Vec<OutcomeOdds>,
        measures: Vec<MeasureOdds>,
        unresolved: f64,
    ) -> Self {
        Self {
            method: Method::Exact,
            why,
            seed: None,
            trials: None,
            confidence: CONFIDENCE,
            outcomes,
            measures,
            by_outcome: Vec::new(),
            unresolved,
            provisional: false,
            draws_per_battle: None,
        }
    }

    /// Reads the odds off a tally. An interval misses the truth with a
    /// probability of at most `alpha`.
    pub fn sampled(tally: &Tally, alpha: f64, why: impl Into<String>) -> Self {
        let trials = tally.trials.count();
        let outcome = |outcome: &super::counts::OutcomeCount| {
            let (low, high) = clopper_pearson(outcome.count, trials, alpha);
            OutcomeOdds {
                name: outcome.name.clone(),
                p: outcome.count as f64 / trials as f64,
                low,
                high,
                example: outcome.first,
            }
        };
        let counts = &tally.counts;
        let measure = |(place, measure): (usize, &super::counts::MeasureCount)| {
            let given = measure.given.map(|given| counts.outcomes[given.index()].name.clone());
            let n = given.is_some().then(|| counts.counted(measure));
            let known = tally.spread(place);
            MeasureOdds {
                name: measure.name.clone(),
                given,
                n,
                ..known.map_or_else(MeasureOdds::default, |spread| MeasureOdds::of(&spread))
            }
        };
        Self {
            method: Method::Sampled,
            why: why.into(),
            seed: Some(tally.seed),
            trials: Some(trials),
            confidence: CONFIDENCE,
            outcomes: counts.outcomes.iter().map(outcome).collect(),
            measures: counts.measures.iter().enumerate().map(measure).collect(),
            by_outcome: ByOutcome::sampled(tally, alpha),
            unresolved: 0.0,
            provisional: false,
            draws_per_battle: (trials > 0).then(|| counts.draws as f64 / trials as f64),
        }
    }
}

impl MeasureOdds {
    /// The figures of a distribution, still without a name.
    pub(super) fn of(spread: &Spread) -> Self {
        let sd = spread.sd();
        Self {
            mean: Some(spread.mean()),
            se: sd.map(|sd| sd / (spread.n() as f64).sqrt()),
            sd,
            min: Some(spread.min()),
            p5: Some(spread.at_percent(5)),
            p50: Some(spread.at_percent(50)),
            p95: Some(spread.at_percent(95)),
            max: Some(spread.max()),
            ..Self::default()
        }
    }
}

/// The JSON of `fracas odds --json` from `method` on. Whoever knows the
/// scenario puts its own keys in front with `#[serde(flatten)]`.
impl Serialize for Odds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let outcomes =
            Named(self.outcomes.iter().map(|outcome| (&outcome.name, outcome)).collect());
        let measures =
            Named(self.measures.iter().map(|measure| (&measure.name, measure)).collect());
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("method", &self.method)?;
        map.serialize_entry("why", &self.why)?;
        map.serialize_entry("seed", &self.seed)?;
        map.serialize_entry("trials", &self.trials)?;
        map.serialize_entry("outcomes", &outcomes)?;
        map.serialize_entry("measures", &measures)?;
        if !self.by_outcome.is_empty() {
            let by_outcome = Named(self.by_outcome.iter().map(|by| (&by.outcome, by)).collect());
            map.serialize_entry("by_outcome", &by_outcome)?;
        }
        map.serialize_entry("unresolved", &self.unresolved)?;
        if self.provisional {
            map.serialize_entry("provisional", &true)?;
        }
        map.end()
    }
}

impl Serialize for MeasureOdds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.figures(self.low.is_some(), serializer)
    }
}

impl MeasureOdds {
    /// Its JSON, with the interval of its mean or without.
    pub(super) fn figures<S: Serializer>(
        &self,
        interval: bool,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(given) = &self.given {
            map.serialize_entry("given", given)?;
            map.serialize_entry("n", &self.n)?;
        }
        map.serialize_entry("mean", &self.mean)?;
        map.serialize_entry("se", &self.se)?;
        if interval {
            map.serialize_entry("low", &self.low)?;
            map.serialize_entry("high", &self.high)?;
        }
        map.serialize_entry("sd", &self.sd)?;
        map.serialize_entry("min", &self.min)?;
        map.serialize_entry("p5", &self.p5)?;
        map.serialize_entry("p50", &self.p50)?;
        map.serialize_entry("p95", &self.p95)?;
        map.serialize_entry("max", &self.max)?;
        map.end()
    }
}

/// A list that is a map in JSON, in its own order.
struct Named<'a, T>(Vec<(&'a String, &'a T)>);

impl<T: Serialize> Serialize for Named<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::super::toy::{Duel, LOSE, Scenario};
    use super::super::{Effort, Trials, sample};
    use super::*;

    #[derive(serde::Serialize)]
    struct Headed<'a> {
        name: &'a str,
        #[serde(flatten)]
        odds: &'a Odds,
    }

    /// Three battles, all lost.
    fn lost() -> Tally {
        let battle = Scenario::new([6, 5], [40, 45]);
        let mut tally = Tally::new::<Duel>(&battle, 7);
        for (trial, blows) in [(8, 12), (9, 14), (10, 16)] {
            tally.counts.add((trial, 1), LOSE, &[blows, 0, 1, 0, 5000, 0], &[]);
            tally.counts.add_draws(20);
        }
        tally.trials = Trials::of(8..11);
        tally
    }

    #[test]
    fn json_is_the_contract() {
        let mut odds = Odds::sampled(&lost(), 0.05, "three battles");
        let told = |measure: &MeasureOdds| ["blows", "hp_left"].contains(&measure.name.as_str());
        odds.measures.retain(told);
        for by in &mut odds.by_outcome {
            by.measures.retain(told);
            by.measures.iter_mut().for_each(|measure| measure.se = Some(1.1547));
        }
        for outcome in &mut odds.outcomes {
            outcome.low = (outcome.low * 1e4).round() / 1e4;
            outcome.high = (outcome.high * 1e4).round() / 1e4;
        }
        odds.measures[0].se = Some(1.1547);
        let headed = Headed { name: "Three lost", odds: &odds };
        let expected = concat!(
            r#"{"name":"Three lost","method":"sampled","why":"three battles","seed":7,"trials":3,"#,
            r#""outcomes":{"win":{"p":0.0,"low":0.0,"high":0.7076,"example":null},"#,
            r#""lose":{"p":1.0,"low":0.2924,"high":1.0,"example":8},"#,
            r#""tired":{"p":0.0,"low":0.0,"high":0.7076,"example":null}},"#,
            r#""measures":{"blows":{"mean":14.0,"se":1.1547,"sd":2.0,"min":12,"p5":12,"p50":14,"p95":16,"max":16},"#,
            r#""hp_left":{"given":"win","n":0,"mean":null,"se":null,"sd":null,"#,
            r#""min":null,"p5":null,"p50":null,"p95":null,"max":null}},"#,
            r#""by_outcome":{"win":{"n":0,"measures":{}},"#,
            r#""lose":{"n":3,"measures":{"blows":{"mean":14.0,"se":1.1547,"low":null,"high":null,"sd":2.0,"min":12,"p5":12,"p50":14,"p95":16,"max":16}}},"#,
            r#""tired":{"n":0,"measures":{}}},"unresolved":0.0}"#,
        );
        assert_eq!(serde_json::to_string(&headed).unwrap(), expected);
        odds.provisional = true;
        let text = serde_json::to_string(&odds).unwrap();
        assert!(text.ends_with(r#""unresolved":0.0,"provisional":true}"#));
    }

    #[test]
    fn conditional_measures_count_their_outcome_only() {
        let battle = Scenario::new([6, 5], [40, 45]);
        let tally = sample::<Duel>(&battle, 7, 0..400, &Effort::default());
        let odds = Odds::sampled(&tally, 0.05, "");
        let [hp, left] = [&odds.measures[1], &odds.measures[3]];
        assert_eq!((hp.given.as_deref(), hp.n, hp.min), (None, None, Some(0)));
        assert_eq!((left.given.as_deref(), left.n), (Some("win"), Some(tally.outcomes()[0])));
        assert_eq!((left.min, left.max), (Some(1), Some(6)));
        let (sd, se) = (left.sd.unwrap(), left.se.unwrap());
        assert_eq!(se, sd / (left.n.unwrap() as f64).sqrt());
        assert_eq!(odds.draws_per_battle, Some(tally.draws() as f64 / 400.0));
    }

    #[test]
    fn without_battles_nothing_is_known() {
        let battle = Scenario::new([6, 5], [40, 45]);
        let odds = Odds::sampled(&Tally::new::<Duel>(&battle, 7), 0.05, "");
        let win = &odds.outcomes[0];
        assert!(win.p.is_nan());
        assert_eq!((win.low, win.high, odds.draws_per_battle), (0.0, 1.0, None));
        assert_eq!(odds.measures[0].mean, None);
    }
}
