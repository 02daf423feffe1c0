//! The distribution of a measure, as it is read.

use super::histogram::{Histogram, Outside, Squares, bucket};

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
            bins.sort_unstable_by_key(|bin| bin.low);
        }
        Some(Self {
            bins,
            n,
            min: min?,
            max: max?,
            sum,
            squares,
        })
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
