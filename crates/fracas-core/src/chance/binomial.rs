//! The number of successes among n tries, drawn in one go.

use super::spread::spread;

/// A table of the binomial distribution: `tries` independent tries, each a
/// success with `chances` in `of`.
///
/// Drawing takes one random word and one look-up (Walker's alias method on
/// whole numbers). The table is made with + - x / alone, so it is the same on
/// every machine; its probabilities are exact to about 1e-16.
///
/// Counts so unlikely that a million times a million draws would not show one
/// are left out, so the table of a million tries is no larger than that of a
/// few thousand.
///
/// ```
/// use fracas_core::chance::Binomial;
/// let hits = Binomial::new(3, 1, 2);
/// assert_eq!((hits.tries(), hits.first()), (3, 0));
/// assert_eq!(hits.probabilities(), [0.125, 0.375, 0.375, 0.125]);
/// // The count that a random word stands for.
/// assert!(hits.pick(0x0123_4567_89ab_cdef) <= 3);
/// ```
#[derive(Clone, Debug)]
pub struct Binomial {
    tries: u32,
    /// The lowest count the table holds.
    first: u32,
    /// P(k successes), k = first, first + 1 and so on.
    probabilities: Vec<f64>,
    /// Per column: below the threshold the column itself, else its alias.
    columns: Vec<Column>,
}

#[derive(Clone, Copy, Debug)]
struct Column {
    threshold: u64,
    alias: u32,
}

impl Binomial {
    /// The distribution of successes among `tries` with a chance of `chances`
    /// in `of` each. A chance above one counts as certain.
    pub fn new(tries: u32, chances: u64, of: u64) -> Self {
        let (first, probabilities) = probabilities(tries, chances.min(of), of);
        let columns = alias_columns(&probabilities);
        Self { tries, first, probabilities, columns }
    }

    /// How many tries there are.
    pub fn tries(&self) -> u32 {
        self.tries
    }

    /// The lowest count that can be drawn.
    pub fn first(&self) -> u32 {
        self.first
    }

    /// P(k successes) for k from [`Self::first`] on.
    pub fn probabilities(&self) -> &[f64] {
        &self.probabilities
    }

    /// The count that a uniform random word stands for.
    #[inline]
    pub fn pick(&self, word: u64) -> u32 {
        let (index, rest) = spread(word, self.columns.len() as u64);
        let column = self.columns[index as usize];
        self.first + if rest < column.threshold { index as u32 } else { column.alias }
    }
}

/// Counts this much less likely than the likeliest are left out.
const NEVER: f64 = 1e-30;

/// From the most likely count outwards by the ratio of neighbours, then
/// normalised: no logarithm, no underflow. The lowest count and the
/// probabilities from it on.
fn probabilities(tries: u32, chances: u64, of: u64) -> (u32, Vec<f64>) {
    if chances == 0 {
        return (0, vec![1.0]);
    }
    if chances == of {
        return (tries, vec![1.0]);
    }
    let odds = chances as f64 / (of - chances) as f64;
    let n = f64::from(tries);
    let mode = (u128::from(tries) + 1) * u128::from(chances) / u128::from(of);
    let mode = mode.min(u128::from(tries)) as u32;

    let mut below = Vec::new();
    let mut p = 1.0;
    for k in (0..mode).rev() {
        p = p * (f64::from(k) + 1.0) / (n - f64::from(k)) / odds;
        if p < NEVER {
            break;
        }
        below.push(p);
    }
    let first = mode - below.len() as u32;
    let mut all: Vec<f64> = below.into_iter().rev().collect();
    all.push(1.0);
    p = 1.0;
    for k in mode..tries {
        p = p * (n - f64::from(k)) / (f64::from(k) + 1.0) * odds;
        if p < NEVER {
            break;
        }
        all.push(p);
    }
    let total: f64 = all.iter().sum();
    for x in &mut all {
        *x /= total;
    }
    (first, all)
}

/// Vose's construction. Shares are in units of one column = 2^64.
fn alias_columns(probabilities: &[f64]) -> Vec<Column> {
    const FULL: f64 = 18_446_744_073_709_551_616.0;
    let size = probabilities.len();
    let mut share: Vec<f64> = probabilities.iter().map(|p| p * size as f64).collect();
    let mut columns = vec![Column { threshold: u64::MAX, alias: 0 }; size];
    for (index, column) in columns.iter_mut().enumerate() {
        column.alias = index as u32;
    }
    let (mut small, mut large): (Vec<usize>, Vec<usize>) =
        (0..size).partition(|&index| share[index] < 1.0);
    while let (Some(&low), Some(&high)) = (small.last(), large.last()) {
        small.pop();
        // Casting saturates, so a share that rounds up to 1 stays in range.
        columns[low].threshold = (share[low] * FULL) as u64;
        columns[low].alias = high as u32;
        share[high] -= 1.0 - share[low];
        if share[high] < 1.0 {
            large.pop();
            small.push(high);
        }
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_are_the_binomial_ones() {
        let table = Binomial::new(3, 1, 2);
        let expected = [0.125, 0.375, 0.375, 0.125];
        for (found, wanted) in table.probabilities().iter().zip(expected) {
            assert!((found - wanted).abs() < 1e-15);
        }
    }

    #[test]
    fn certain_chances_give_certain_counts() {
        for word in [0, 1, u64::MAX / 3, u64::MAX] {
            assert_eq!(Binomial::new(9, 0, 5).pick(word), 0);
            assert_eq!(Binomial::new(9, 5, 5).pick(word), 9);
            assert_eq!(Binomial::new(9, 7, 5).pick(word), 9);
            assert_eq!(Binomial::new(0, 1, 5).pick(word), 0);
        }
    }

    #[test]
    fn the_unthinkable_takes_no_room() {
        let table = Binomial::new(1_000_000_000, 3, 10);
        assert!(table.probabilities().len() < 500_000);
        assert!((299_000_000..300_000_000).contains(&table.first()));
        let mean: f64 = (0u32..)
            .zip(table.probabilities())
            .map(|(k, p)| f64::from(table.first() + k) * p)
            .sum();
        assert!((mean - 3e8).abs() < 1e-3);
    }

    /// The table itself, not a sample of it: the words that pick each count
    /// are counted from the columns.
    #[test]
    fn columns_hold_the_probabilities() {
        for (tries, chances, of) in
            [(1, 1, 3), (5, 300_000, 1_000_000), (40, 1, 100), (1000, 99, 100)]
        {
            let table = Binomial::new(tries, chances, of);
            let size = table.columns.len() as f64;
            let mut held = vec![0.0; table.columns.len()];
            for (index, column) in table.columns.iter().enumerate() {
                let own = if column.alias as usize == index {
                    1.0
                } else {
                    column.threshold as f64 / 18_446_744_073_709_551_616.0
                };
                held[index] += own / size;
                held[column.alias as usize] += (1.0 - own) / size;
            }
            for (found, wanted) in held.iter().zip(table.probabilities()) {
                assert!((found - wanted).abs() < 1e-14);
            }
            let total: f64 = table.probabilities().iter().sum();
            assert!((total - 1.0).abs() < 1e-13);
        }
    }
}
