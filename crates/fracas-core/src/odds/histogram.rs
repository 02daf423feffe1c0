//! The values of a measure, counted in whole numbers.

use std::collections::BTreeMap;

/// Values from 0 to here are counted one by one.
pub(super) const EXACT: usize = 4096;

/// Each doubling above [`EXACT`] is cut into this many buckets.
const CUTS: u32 = 1024;

/// How often each value came, whatever the order it came in.
///
/// Small values, which are nearly all, cost one increment: their sums are
/// taken when somebody asks. Others go into buckets of a relative width of
/// 1/1024 or less and into exact sums.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Histogram {
    /// The count of each value from 0, as far as the highest one seen.
    pub exact: Vec<u64>,
    /// What lies outside, if anything does.
    pub outside: Option<Box<Outside>>,
}

/// The values that are not counted one by one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Outside {
    /// Counts by the lowest value of each bucket.
    pub buckets: BTreeMap<i64, u64>,
    pub min: i64,
    pub max: i64,
    pub sum: i128,
    pub squares: Squares,
}

/// A sum of squares in two words, so that 2^53 squares of any value fit:
/// each square adds its lower 64 bits to `low` and the rest to `high`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Squares {
    pub high: u128,
    pub low: u128,
}

impl Squares {
    /// Adds the square of `value`, `times` times.
    pub fn add(&mut self, value: i64, times: u64) {
        let magnitude = u128::from(value.unsigned_abs());
        let square = magnitude * magnitude;
        self.high += (square >> 64) * u128::from(times);
        self.low += u128::from(square as u64) * u128::from(times);
    }

    pub fn merge(&mut self, other: Self) {
        self.high += other.high;
        self.low += other.low;
    }

    /// The sum as one number: what is above its lower 64 bits, and those; none
    /// if it is wider than that.
    pub fn joined(self) -> Option<(u128, u64)> {
        let high = self.high.checked_add(self.low >> 64)?;
        Some((high, self.low as u64))
    }
}

impl Histogram {
    /// Counts a value, `times` times.
    #[inline]
    pub fn add(&mut self, value: i64, times: u64) {
        // One comparison: a negative value becomes a huge one.
        if (value as u64) < self.exact.len() as u64 {
            self.exact[value as usize] += times;
        } else {
            self.add_new(value, times);
        }
    }

    #[cold]
    fn add_new(&mut self, value: i64, times: u64) {
        if (0..EXACT as i64).contains(&value) {
            let place = value as usize;
            self.exact.resize(place + 1, 0);
            self.exact[place] = times;
        } else {
            Outside::put(&mut self.outside, value, times);
        }
    }

    /// Adds what another histogram counted.
    pub fn merge(&mut self, other: &Self) {
        if self.exact.len() < other.exact.len() {
            self.exact.resize(other.exact.len(), 0);
        }
        for (count, more) in self.exact.iter_mut().zip(&other.exact) {
            *count += more;
        }
        match (&mut self.outside, &other.outside) {
            (_, None) => {}
            (Some(ours), Some(theirs)) => ours.merge(theirs),
            (ours, theirs) => ours.clone_from(theirs),
        }
    }

    /// How many values were counted.
    pub fn count(&self) -> u64 {
        let outside = self.outside.as_ref().map_or(0, |outside| outside.count());
        self.exact.iter().sum::<u64>() + outside
    }
}

impl Outside {
    /// Counts `value`, `times` times.
    pub fn put(outside: &mut Option<Box<Self>>, value: i64, times: u64) {
        let outside = outside.get_or_insert_with(|| {
            Box::new(Self {
                buckets: BTreeMap::new(),
                min: value,
                max: value,
                sum: 0,
                squares: Squares::default(),
            })
        });
        *outside.buckets.entry(bucket(value).0).or_insert(0) += times;
        outside.min = outside.min.min(value);
        outside.max = outside.max.max(value);
        outside.sum += i128::from(value) * i128::from(times);
        outside.squares.add(value, times);
    }

    fn merge(&mut self, other: &Self) {
        for (&low, &count) in &other.buckets {
            *self.buckets.entry(low).or_insert(0) += count;
        }
        self.min = self.min.min(other.min);
        self.max = self.max.max(other.max);
        self.sum += other.sum;
        self.squares.merge(other.squares);
    }

    pub fn count(&self) -> u64 {
        self.buckets.values().sum()
    }
}

/// The lowest and the highest value of the bucket that holds `value`. Below 0
/// the buckets are those above, mirrored.
pub(super) fn bucket(value: i64) -> (i64, i64) {
    let magnitude = value.unsigned_abs();
    if magnitude < EXACT as u64 {
        return (value, value);
    }
    let width = (1u64 << magnitude.ilog2()) / u64::from(CUTS);
    let near = magnitude & !(width - 1);
    let far = near | (width - 1);
    if value > 0 {
        (near as i64, far as i64)
    } else {
        // Only the bucket of i64::MIN reaches beyond the numbers there are.
        (0i64.checked_sub_unsigned(far).unwrap_or(i64::MIN), 0i64.saturating_sub_unsigned(near))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn buckets_start_narrow_and_double() {
        assert_eq!(bucket(4095), (4095, 4095));
        assert_eq!(bucket(4097), (4096, 4099));
        assert_eq!(bucket(8191), (8188, 8191));
        assert_eq!(bucket(8192), (8192, 8199));
        assert_eq!(bucket(-4097), (-4099, -4096));
        assert_eq!(bucket(-4095), (-4095, -4095));
        assert_eq!(bucket(i64::MIN).0, i64::MIN);
        assert_eq!(bucket(i64::MAX).1, i64::MAX);
    }

    #[test]
    fn squares_of_huge_values_fit() {
        let mut squares = Squares::default();
        squares.add(i64::MIN, 1 << 53);
        squares.add(1_000_000_000_000, 1 << 53);
        let sum = squares.high as f64 * 2f64.powi(64) + squares.low as f64;
        let expected = 2f64.powi(53) * (2f64.powi(126) + 1e24);
        assert!((sum / expected - 1.0).abs() < 1e-15);
    }

    proptest! {
        #[test]
        fn buckets_cover_all_values_once(value in any::<i64>()) {
            let (low, high) = bucket(value);
            prop_assert!(low <= value && value <= high);
            prop_assert_eq!(bucket(low), (low, high));
            prop_assert_eq!(bucket(high), (low, high));
            let width = (i128::from(high) - i128::from(low) + 1) as u128;
            prop_assert!(width == 1 || width * u128::from(CUTS) <= u128::from(value.unsigned_abs()));
        }
    }
}
