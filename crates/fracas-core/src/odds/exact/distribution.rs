//! How a measure is distributed, exactly.

use std::collections::BTreeMap;

use super::super::MeasureOdds;

/// Values with their probabilities.
///
/// ```
/// use fracas_core::odds::{Distribution, MeasureOdds};
/// let mut damage = Distribution::default();
/// (1..=6).for_each(|face| damage.add(face, 0.5 / 6.0));
/// assert!((damage.total() - 0.5).abs() < 1e-12);
/// // Given that there was a hit.
/// damage.normalise(0.5);
/// let figures = damage.figures(MeasureOdds::default());
/// assert!((figures.mean.unwrap() - 3.5).abs() < 1e-12);
/// assert_eq!((figures.min, figures.p50, figures.max), (Some(1), Some(3), Some(6)));
/// assert_eq!(damage.values().count(), 6);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Distribution(BTreeMap<i64, f64>);

/// Values from 0 to here are added up one by one, in a list.
const LISTED: i64 = 4096;

/// A distribution while it is added up.
#[derive(Clone, Debug, Default)]
pub(super) struct Sums {
    /// By value, as far as the highest one seen.
    listed: Vec<f64>,
    others: Distribution,
}

impl Sums {
    /// Adds probability to a value.
    #[inline]
    pub fn add(&mut self, value: i64, probability: f64) {
        if (0..self.listed.len() as i64).contains(&value) {
            self.listed[value as usize] += probability;
        } else {
            self.add_new(value, probability);
        }
    }

    #[cold]
    fn add_new(&mut self, value: i64, probability: f64) {
        if (0..LISTED).contains(&value) {
            self.listed.resize(value as usize + 1, 0.0);
            self.listed[value as usize] = probability;
        } else {
            self.others.add(value, probability);
        }
    }

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        self.others.0.is_empty() && self.listed.iter().all(|p| *p <= 0.0)
    }

    /// Adds another to it.
    pub fn merge(&mut self, other: &Self) {
        self.listed.resize(self.listed.len().max(other.listed.len()), 0.0);
        for (sum, p) in self.listed.iter_mut().zip(&other.listed) {
            *sum += p;
        }
        self.others.merge(&other.others);
    }

    /// All of it.
    pub fn distribution(self) -> Distribution {
        // Made in one go, a map is many times cheaper than value by value.
        let listed = (0..).zip(self.listed).filter(|(_, p)| *p > 0.0);
        Distribution(listed.chain(self.others.0).collect())
    }
}

impl Distribution {
    /// These values.
    pub(super) fn of(values: BTreeMap<i64, f64>) -> Self {
        Self(values)
    }

    /// Adds probability to a value.
    pub fn add(&mut self, value: i64, probability: f64) {
        if probability > 0.0 {
            *self.0.entry(value).or_default() += probability;
        }
    }

    /// Adds the probabilities of another.
    pub fn merge(&mut self, other: &Self) {
        other.values().for_each(|(value, probability)| self.add(value, probability));
    }

    /// All values that can occur, with their probabilities, in order.
    pub fn values(&self) -> impl Iterator<Item = (i64, f64)> + '_ {
        self.0.iter().map(|(value, probability)| (*value, *probability))
    }

    /// The probability of all values together.
    pub fn total(&self) -> f64 {
        self.0.values().sum()
    }

    /// Makes the probabilities those given that something of probability
    /// `whole` happens.
    pub fn normalise(&mut self, whole: f64) {
        for probability in self.0.values_mut() {
            *probability /= whole;
        }
    }

    /// Mean, deviation, quantiles and extremes.
    pub fn figures(&self, named: MeasureOdds) -> MeasureOdds {
        let (Some(min), Some(max)) = (self.0.keys().next(), self.0.keys().next_back()) else {
            return named;
        };
        let mean: f64 = self.values().map(|(value, p)| value as f64 * p).sum();
        let variance: f64 = self.values().map(|(value, p)| p * (value as f64 - mean).powi(2)).sum();
        MeasureOdds {
            mean: Some(mean),
            se: Some(0.0),
            sd: Some(variance.sqrt()),
            min: Some(*min),
            p5: Some(self.quantile(0.05)),
            p50: Some(self.quantile(0.5)),
            p95: Some(self.quantile(0.95)),
            max: Some(*max),
            ..named
        }
    }

    /// The smallest value that is not exceeded with this probability. Sums
    /// that miss it by a rounding error reach it.
    fn quantile(&self, probability: f64) -> i64 {
        let mut sum = 0.0;
        for (value, p) in self.values() {
            sum += p;
            if sum >= probability - 1e-12 {
                return value;
            }
        }
        self.0.keys().next_back().copied().unwrap_or_default()
    }
}
