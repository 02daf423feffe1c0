//! How a measure is spread over battles, fought or followed.

use fracas_core::odds::{Distribution, Spread, clopper_pearson};
use serde::Serialize;

/// The values of a measure in rising order.
#[derive(Clone, Debug, PartialEq)]
pub struct Values {
    entries: Vec<Share>,
    /// How many battles were counted, if they were.
    n: Option<u64>,
}

/// A value and how often it comes. Values far from zero are counted together
/// with their neighbours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The lowest value that counts here.
    pub low: i64,
    /// The highest, the same for a value counted alone.
    pub high: i64,
    /// The probability, or the share of the battles.
    pub p: f64,
    /// How many battles, if they were counted.
    pub count: Option<u64>,
}

/// A side of a value; the value itself belongs to both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value and all above.
    AtLeast,
    /// The value and all below.
    AtMost,
}

/// How likely a measure is to reach a value. In JSON
/// `{"measure": "attacker_lost", "value": 20, "p": 0.31, "low": 0.3, "high": 0.32}`,
/// with `"given"` after the measure where only one outcome counts; `p` is
/// null if no battle counts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Threshold {
    /// The measure.
    pub measure: String,
    /// The outcome whose battles alone count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given: Option<String>,
    /// The value.
    pub value: i64,
    /// The probability; none if no battle counts.
    pub p: Option<f64>,
    /// The low end of its interval.
    pub low: f64,
    /// The high end of its interval.
    pub high: f64,
}

impl Values {
    /// Values with exact probabilities; none if nothing counts.
    pub(crate) fn exact(distribution: &Distribution) -> Option<Self> {
        let share = |(value, p)| Share { low: value, high: value, p, count: None };
        let entries: Vec<Share> = distribution.values().map(share).collect();
        (!entries.is_empty()).then_some(Self { entries, n: None })
    }

    /// Values of counted battles.
    pub(crate) fn counted(spread: &Spread) -> Self {
        let n = spread.n();
        let bins = spread.bins().iter();
        let entries = bins.map(|bin| Share {
            low: bin.low.max(spread.min()),
            high: bin.high.min(spread.max()),
            p: bin.count as f64 / n as f64,
            count: Some(bin.count),
        });
        Self { entries: entries.collect(), n: Some(n) }
    }

    /// All values that came, in rising order.
    pub fn shares(&self) -> &[Share] {
        &self.entries
    }

    /// How many battles were counted, if they were.
    pub fn n(&self) -> Option<u64> {
        self.n
    }

    /// The probability of one side of a value, with an interval that misses
    /// the truth with a probability of at most `alpha`. Where the value lies
    /// within values that were counted together the interval holds whichever
    /// of them they were.
    pub fn reach(&self, bound: Bound, value: i64, alpha: f64) -> (f64, f64, f64) {
        let within =
            |share: &&Share| bound.holds(share.low, value) && bound.holds(share.high, value);
        let touched =
            |share: &&Share| bound.holds(share.low, value) || bound.holds(share.high, value);
        let p: f64 = self.entries.iter().map(|share| share.p * bound.part(share, value)).sum();
        let p = p.min(1.0);
        let Some(n) = self.n else { return (p, p, p) };
        let count = |shares: &mut dyn Iterator<Item = &Share>| -> u64 {
            shares.filter_map(|share| share.count).sum()
        };
        let sure = count(&mut self.entries.iter().filter(within));
        let most = count(&mut self.entries.iter().filter(touched));
        // All of them are all of them, however the shares add up.
        let p = if sure == n { 1.0 } else { p };
        (p, clopper_pearson(sure, n, alpha).0, clopper_pearson(most, n, alpha).1)
    }
}

impl Bound {
    fn holds(self, value: i64, bound: i64) -> bool {
        match self {
            Self::AtLeast => value >= bound,
            Self::AtMost => value <= bound,
        }
    }

    /// How much of values counted together lies on this side, as if they were
    /// evenly spread.
    fn part(self, share: &Share, value: i64) -> f64 {
        let [low, high, value] = [share.low, share.high, value].map(i128::from);
        let width = high - low + 1;
        let inside = match self {
            Self::AtLeast => high - value + 1,
            Self::AtMost => value - low + 1,
        };
        inside.clamp(0, width) as f64 / width as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(shares: &[(i64, i64, u64)]) -> Values {
        let n = shares.iter().map(|share| share.2).sum();
        let share = |&(low, high, count): &(i64, i64, u64)| Share {
            low,
            high,
            p: count as f64 / n as f64,
            count: Some(count),
        };
        Values { entries: shares.iter().map(share).collect(), n: Some(n) }
    }

    #[test]
    fn both_sides_hold_the_value_itself() {
        let values = counted(&[(0, 0, 10), (3, 3, 20), (7, 7, 70)]);
        for (bound, value, count) in [
            (Bound::AtLeast, 3, 90),
            (Bound::AtLeast, 4, 70),
            (Bound::AtLeast, 8, 0),
            (Bound::AtMost, 3, 30),
            (Bound::AtMost, -1, 0),
            (Bound::AtMost, 7, 100),
        ] {
            let (low, high) = clopper_pearson(count, 100, 0.05);
            let (p, from, to) = values.reach(bound, value, 0.05);
            assert!((p - count as f64 / 100.0).abs() < 1e-12);
            assert_eq!((from, to), (low, high));
        }
    }

    /// Ten of the hundred lie between 4096 and 4099, nobody knows where.
    #[test]
    fn values_counted_together_widen_the_interval() {
        let values = counted(&[(0, 0, 90), (4096, 4099, 10)]);
        let (p, low, high) = values.reach(Bound::AtLeast, 4097, 0.05);
        assert!((p - 0.075).abs() < 1e-12);
        assert_eq!((low, high), (0.0, clopper_pearson(10, 100, 0.05).1));
        let (p, low, _) = values.reach(Bound::AtMost, i64::MAX, 0.05);
        assert_eq!((p, low), (1.0, clopper_pearson(100, 100, 0.05).0));
        assert_eq!(values.reach(Bound::AtLeast, i64::MIN, 0.05).0, 1.0);
    }

    #[test]
    fn exact_values_have_no_interval() {
        let mut distribution = Distribution::default();
        distribution.add(2, 0.25);
        distribution.add(5, 0.75);
        let values = Values::exact(&distribution).unwrap();
        assert_eq!(values.reach(Bound::AtLeast, 3, 0.05), (0.75, 0.75, 0.75));
        assert_eq!(values.reach(Bound::AtMost, 9, 0.05), (1.0, 1.0, 1.0));
        assert_eq!(Values::exact(&Distribution::default()), None);
    }
}
