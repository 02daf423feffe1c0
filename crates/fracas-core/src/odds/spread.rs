//! The distribution of a measure, as it is read.

use super::histogram::{Histogram, Outside, Squares, bucket};
use crate::order::Ordered;

/// Battles whose measure lies between two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bin {
    /// The lowest value that counts here.
    pub low: i64,
    /// The highest, the same for a value counted alone.
    pub high: i64,
    /// How many battles.
    pub count: u64,
}

/// How the values of a measure are spread over the battles that count.
///
/// Bins are in rising order and none is empty. Mean, deviation, lowest and
/// highest value are exact however wide the bins are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spread {
    bins: Vec<Bin>,
    n: u64,
    min: i64,
    max: i64,
    sum: i128,
    squares: Squares,
}

impl Spread {
    /// `n` battles, of which those not in `others` had the value `start`.
    /// None if there are no battles.
    pub(super) fn new(n: u64, start: i64, others: &Histogram) -> Option<Self> {
        let rest = n.checked_sub(others.count())?;
        let mut outside = others.outside.clone();
        let mut bins: Vec<Bin> = Vec::new();
        let mut exact = others.exact.clone();
        if rest > 0 {
            match usize::try_from(start) {
                Ok(place) if place < super::histogram::EXACT => {
                    exact.resize(exact.len().max(place + 1), 0);
                    exact[place] += rest;
                }
                _ => Outside::put(&mut outside, start, rest),
            }
        }
        let mut sum = 0;
        let mut squares = Squares::default();
        for (value, &count) in exact.iter().enumerate() {
            let low = value as i64;
            sum += i128::from(low) * i128::from(count);
            squares.add(low, count);
            bins.push(Bin { low, high: low, count });
        }
        bins.retain(|bin| bin.count > 0);
        let (mut min, mut max) = (bins.first().map(|bin| bin.low), bins.last().map(|bin| bin.low));
        if let Some(outside) = outside {
            sum += outside.sum;
            squares.merge(outside.squares);
            min = Some(min.map_or(outside.min, |min| min.min(outside.min)));
            max = Some(max.map_or(outside.max, |max| max.max(outside.max)));
            for (&low, &count) in &outside.buckets {
                let high = bucket(low).1;
                bins.push(Bin { low, high, count });
            }
            bins.put_in_order_by_key(|bin| bin.low);
        }
        Some(Self { bins, n, min: min?, max: max?, sum, squares })
    }

    /// The bins in rising order.
    pub fn bins(&self) -> &[Bin] {
        &self.bins
    }

    /// How many battles count.
    pub fn n(&self) -> u64 {
        self.n
    }

    /// The lowest value.
    pub fn min(&self) -> i64 {
        self.min
    }

    /// The highest value.
    pub fn max(&self) -> i64 {
        self.max
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.n as f64
    }

    /// The standard deviation, estimated with n - 1; none of a single battle.
    pub fn sd(&self) -> Option<f64> {
        let freedom = self.n.checked_sub(1).filter(|&freedom| freedom > 0)?;
        // Deviations are taken from the whole number c next to the mean:
        // sum (v - c)^2 = sum v^2 - 2 c sum v + n c^2. Done modulo 2^128 that
        // is exact however large the terms are, as long as the result fits;
        // where it does not, it is so large that rounded terms do no harm.
        let n = i128::from(self.n);
        let centre = self.sum.div_euclid(n);
        let off = self.sum - centre * n;
        let rounded = self.squares.high as f64 * 2f64.powi(64) + self.squares.low as f64
            - self.sum as f64 * centre as f64
            - centre as f64 * off as f64;
        let about_centre = if rounded < 1e37 {
            let squares = (self.squares.high << 64).wrapping_add(self.squares.low);
            let c = centre as u128;
            let exact = squares
                .wrapping_sub(c.wrapping_mul(self.sum as u128))
                .wrapping_sub(c.wrapping_mul(off as u128));
            exact as f64
        } else {
            rounded
        };
        let off = off as f64;
        let about_mean = about_centre - off * off / self.n as f64;
        Some((about_mean.max(0.0) / freedom as f64).sqrt())
    }

    /// The smallest value that at least this percentage of the battles do not
    /// exceed; of a bin, its low end.
    pub fn at_percent(&self, percent: u64) -> i64 {
        let needed = u128::from(percent) * u128::from(self.n);
        let mut passed = 0;
        for bin in &self.bins {
            passed += u128::from(bin.count) * 100;
            if passed >= needed {
                return bin.low.max(self.min);
            }
        }
        self.max
    }
}

#[cfg(test)]
mod tests {
    use super::super::histogram::EXACT;
    use super::*;
    use proptest::prelude::*;

    fn spread(values: &[i64], start: i64) -> Option<Spread> {
        let mut others = Histogram::default();
        for &value in values.iter().filter(|&&value| value != start) {
            others.add(value, 1);
        }
        Spread::new(values.len() as u64, start, &others)
    }

    #[test]
    fn nothing_has_no_spread_and_one_battle_no_deviation() {
        assert_eq!(spread(&[], 0), None);
        let one = spread(&[9], 0).unwrap();
        assert_eq!((one.mean(), one.sd(), one.at_percent(50)), (9.0, None, 9));
    }

    #[test]
    fn a_small_deviation_of_huge_values_is_kept() {
        let values: Vec<i64> = (0..1000).map(|i| 1_000_000_000_000 + i % 2).collect();
        let sd = spread(&values, 0).unwrap().sd().unwrap();
        assert!((sd - (250.0f64 / 999.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn very_many_huge_values_do_not_overflow() {
        let mut others = Histogram::default();
        Outside::put(&mut others.outside, 1_000_000_000_000, 1 << 52);
        let spread = Spread::new(1 << 53, -1_000_000_000_000, &others).unwrap();
        assert_eq!(spread.mean(), 0.0);
        assert!((spread.sd().unwrap() / 1e12 - 1.0).abs() < 1e-12);
    }

    fn any_value() -> impl Strategy<Value = i64> {
        prop_oneof![
            4 => 0i64..12,
            2 => 4090i64..4110,
            1 => -5000i64..5,
            1 => 0i64..1_000_000_000_000,
        ]
    }

    proptest! {
        /// A histogram put together from parts says what the plain list says.
        #[test]
        fn a_histogram_is_the_list_of_its_values(
            parts in prop::collection::vec(prop::collection::vec(any_value(), 0..40), 1..5),
            start in any_value(),
        ) {
            let mut whole = Histogram::default();
            for part in parts.iter().rev() {
                let mut share = Histogram::default();
                for &value in part.iter().filter(|&&value| value != start) {
                    share.add(value, 1);
                }
                whole.merge(&share);
            }
            let mut values: Vec<i64> = parts.concat();
            values.sort_unstable();
            let n = values.len();
            let Some(spread) = Spread::new(n as u64, start, &whole) else {
                prop_assert_eq!(n, 0);
                return Ok(());
            };
            prop_assert_eq!(spread.min(), values[0]);
            prop_assert_eq!(spread.max(), values[n - 1]);
            let mean = values.iter().sum::<i64>() as f64 / n as f64;
            prop_assert!((spread.mean() - mean).abs() <= 1e-9 * mean.abs());
            if let Some(sd) = spread.sd() {
                let squares: f64 = values.iter().map(|&v| (v as f64 - mean).powi(2)).sum();
                let naive = (squares / (n - 1) as f64).sqrt();
                prop_assert!((sd - naive).abs() <= 1e-6 * naive + 1e-9, "{} {}", sd, naive);
            }
            for percent in [5, 50, 95, 100] {
                let exact = values[(n * percent).div_ceil(100) - 1];
                let found = spread.at_percent(percent as u64);
                prop_assert_eq!(found, bucket(exact).0.max(values[0]));
                prop_assert!(!(0..EXACT as i64).contains(&exact) || found == exact);
            }
            for bin in spread.bins() {
                let inside = values.iter().filter(|&&v| bin.low <= v && v <= bin.high).count();
                prop_assert_eq!(bin.count, inside as u64);
            }
            prop_assert_eq!(spread.bins().iter().map(|bin| bin.count).sum::<u64>(), n as u64);
            prop_assert!(spread.bins().is_sorted_by(|a, b| a.high < b.low));
        }
    }
}
