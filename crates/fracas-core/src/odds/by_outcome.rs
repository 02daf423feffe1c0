//! What every measure is when a battle ends one way: "when you win you lose
//! 11; when you lose, 30".

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::interval::clopper_pearson;
use super::{MeasureOdds, OutcomeOdds, Spread, Tally};

/// The measures of the battles that end one way. In JSON
/// `{"n": 5312, "measures": {"attacker_lost": {"mean": 11.2, …}}}`: how many
/// battles did, null in exact odds, and the figures of those measures that
/// count them, each with the interval of its mean: null, as is `se`, where few
/// battles, or equal ones, do not tell. Of an outcome that never came there are
/// none.
#[derive(Clone, Debug, PartialEq)]
pub struct ByOutcome {
    /// The outcome.
    pub outcome: String,
    /// How many battles ended so, if battles were fought.
    pub n: Option<u64>,
    /// The measures that count such battles, in the order of the battle.
    pub measures: Vec<MeasureOdds>,
}

impl ByOutcome {
    /// Figures of exact odds: by outcome, then by measure, none for measures
    /// that do not count the outcome's battles.
    pub fn exactly(outcomes: &[OutcomeOdds], figures: Vec<Vec<Option<MeasureOdds>>>) -> Vec<Self> {
        let known = |(outcome, figures): (&OutcomeOdds, Vec<Option<MeasureOdds>>)| {
            let figures = figures.into_iter().flatten().filter(|_| outcome.p > 0.0);
            let certain = |figures: MeasureOdds| MeasureOdds {
                low: figures.mean,
                high: figures.mean,
                given: None,
                ..figures
            };
            let measures = figures.map(certain).collect();
            Self { outcome: outcome.name.clone(), n: None, measures }
        };
        outcomes.iter().zip(figures).map(known).collect()
    }

    /// Figures of counted battles. The interval of a mean misses the truth
    /// with a probability of about `alpha`.
    pub(super) fn sampled(tally: &Tally, alpha: f64) -> Vec<Self> {
        let of_outcome = |(outcome, n): (usize, u64)| {
            let measures = tally.measures().enumerate().filter_map(|(place, name)| {
                let spread = tally.spread_given(place, outcome)?;
                let (low, high) = mean_interval(&spread, alpha).unzip();
                let (name, figures) = (name.to_owned(), MeasureOdds::of(&spread));
                // Battles that are all alike do not say that all others are.
                let se = figures.se.filter(|se| *se > 0.0);
                Some(MeasureOdds { name, se, low, high, ..figures })
            });
            let name = tally.counts.outcomes[outcome].name.clone();
            Self { outcome: name, n: Some(n), measures: measures.collect() }
        };
        tally.outcomes().into_iter().enumerate().map(of_outcome).collect()
    }
}

impl Serialize for ByOutcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("n", &self.n)?;
        map.serialize_entry("measures", &Measures(&self.measures))?;
        map.end()
    }
}

struct Measures<'a>(&'a [MeasureOdds]);

impl Serialize for Measures<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|measure| (&measure.name, WithInterval(measure))))
    }
}

/// Figures whose interval is told also where there is none.
struct WithInterval<'a>(&'a MeasureOdds);

impl Serialize for WithInterval<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.figures(true, serializer)
    }
}

/// Fewer battles say nothing about the mean of what is not 0 or 1.
const FEWEST: u64 = 5;

/// Standard deviations that leave a probability outside, for both sides
/// together. Between two the larger is taken.
const DEVIATIONS: [(f64, f64); 7] = [
    (0.05, 1.959_963_984_540_054),
    (0.045, 2.004_654_461_765_096),
    (0.02, 2.326_347_874_040_841),
    (0.01, 2.575_829_303_548_901),
    (0.005, 2.807_033_768_343_811),
    (0.001, 3.290_526_731_491_926),
    (0.000_1, 3.890_591_886_413_124),
];

/// The interval of a mean: Clopper and Pearson's for what is 0 or 1, else
/// Student's. None where few battles, or equal ones, do not tell.
fn mean_interval(spread: &Spread, alpha: f64) -> Option<(f64, f64)> {
    if spread.min() >= 0 && spread.max() <= 1 {
        let ones = spread.bins().iter().filter(|bin| bin.low == 1).map(|bin| bin.count).sum();
        return Some(clopper_pearson(ones, spread.n(), alpha));
    }
    let sd = spread.sd().filter(|sd| *sd > 0.0 && spread.n() >= FEWEST)?;
    let (_, z) = DEVIATIONS.into_iter().find(|(outside, _)| *outside <= alpha + 1e-12)?;
    let error = student(z, (spread.n() - 1) as f64) * sd / (spread.n() as f64).sqrt();
    Some((spread.mean() - error, spread.mean() + error))
}

/// Student's quantile for so many degrees of freedom, from that of the normal
/// distribution: the first terms of Cornish and Fisher's series.
fn student(z: f64, freedom: f64) -> f64 {
    let square = z * z;
    let first = z * (square + 1.0) / 4.0;
    let second = z * ((5.0 * square + 16.0) * square + 3.0) / 96.0;
    let third = z * (((3.0 * square + 19.0) * square + 17.0) * square - 15.0) / 384.0;
    z + (first + (second + third / freedom) / freedom) / freedom
}

#[cfg(test)]
mod tests {
    use super::super::toy::{Duel, Scenario};
    use super::super::{Budget, Effort, exact, sample};
    use super::*;

    #[test]
    fn the_series_is_near_the_tables() {
        let z = DEVIATIONS[0].1;
        for (freedom, quantile) in [(4.0, 2.7764), (9.0, 2.2622), (29.0, 2.0452), (1e9, 1.95996)] {
            assert!((student(z, freedom) - quantile).abs() < 0.01, "{freedom}");
        }
    }

    /// Sampled, followed and put together again, the measures by outcome are
    /// those of all battles.
    #[test]
    fn what_is_told_by_outcome_adds_up() {
        let battle = Scenario::new([6, 5], [40, 45]);
        let tally = sample::<Duel>(&battle, 7, 0..20_000, &Effort::default());
        let sampled = super::super::Odds::sampled(&tally, 0.05, "");
        let exact = exact::<Duel>(&battle, Budget::USUAL).unwrap();
        for odds in [&sampled, &exact.odds] {
            for measure in odds.measures.iter().filter(|measure| measure.given.is_none()) {
                let mut sum = 0.0;
                let mut known = true;
                for (outcome, by) in odds.outcomes.iter().zip(&odds.by_outcome) {
                    let part = by.measures.iter().find(|part| part.name == measure.name);
                    match part.and_then(|part| part.mean) {
                        Some(mean) => sum += outcome.p * mean,
                        None => known = outcome.p == 0.0,
                    }
                }
                let mean = measure.mean.unwrap();
                // A wound is booked before anybody knows the end.
                assert!(known || measure.name == "wounded");
                assert!(!known || (sum - mean).abs() < 1e-9 * mean.abs().max(1.0), "{measure:?}");
            }
        }
        for (followed, counted) in exact.odds.by_outcome.iter().zip(&sampled.by_outcome) {
            for (followed, counted) in followed.measures.iter().zip(&counted.measures) {
                assert_eq!(followed.name, counted.name);
                if let (Some(mean), Some(low), Some(high)) =
                    (followed.mean, counted.low, counted.high)
                {
                    // 17 intervals at once: a third more leaves room for all.
                    let room = 0.2 * (high - low);
                    assert!(low - room <= mean && mean <= high + room, "{counted:?} {mean}");
                }
            }
        }
        assert!(sampled.by_outcome[0].measures.iter().any(|measure| measure.name == "hp_left"));
        assert!(sampled.by_outcome[1].measures.iter().all(|measure| measure.name != "hp_left"));
    }
}
