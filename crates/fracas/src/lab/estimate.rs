//! What is known of a number, or of the difference of two, exactly or from
//! trials.

use fracas_core::odds::{Journal, Sums, clopper_pearson, deviations};
use serde::Serialize;

/// A number with an interval that holds it; exact ones have none.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The number: a probability, a mean, or a difference of such.
    pub value: f64,
    /// The low end of its interval.
    pub low: f64,
    /// The high end.
    pub high: f64,
    /// Whether it is known. An interval without width does not say so: a sample
    /// whose battles are all alike has one, too.
    #[serde(skip)]
    exact: bool,
}

impl Estimate {
    /// A number that is known.
    pub fn exactly(value: f64) -> Self {
        // Nothing less than nothing is just nothing.
        let value = value + 0.0;
        Self { value, low: value, high: value, exact: true }
    }

    /// A number from trials.
    pub fn sampled(value: f64, low: f64, high: f64) -> Self {
        Self { value, low, high, exact: false }
    }

    /// A number of which nothing is known.
    pub fn unknown() -> Self {
        Self::sampled(f64::NAN, f64::NAN, f64::NAN)
    }

    /// Whether it is known, and no guess from trials.
    pub fn is_exact(&self) -> bool {
        self.exact
    }

    /// Whether all trials were alike, which says nothing about further ones.
    pub fn is_steady(&self) -> bool {
        !self.exact && self.low == self.high
    }

    /// The number and both ends of its interval.
    pub fn point(&self) -> (f64, f64, f64) {
        (self.value, self.low, self.high)
    }

    /// Half of the interval's width.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// A share of trials, by Clopper and Pearson.
    fn share(sums: &Sums, alpha: f64) -> Self {
        let count = u64::try_from(sums.sum).unwrap_or(0).min(sums.n);
        if sums.n == 0 {
            return Self::sampled(f64::NAN, 0.0, 1.0);
        }
        let (low, high) = clopper_pearson(count, sums.n, alpha);
        Self::sampled(count as f64 / sums.n as f64, low, high)
    }

    /// A mean of trials, by the normal distribution.
    fn mean(sums: &Sums, alpha: f64) -> Self {
        if sums.n < 2 {
            return Self::sampled(sums.mean(), f64::NEG_INFINITY, f64::INFINITY);
        }
        let (mean, error) = (sums.mean(), deviations(alpha) * sums.error());
        Self::sampled(mean, mean - error, mean + error)
    }

    /// A difference of shares over the same trials, by Agresti and Min.
    fn paired(sums: &Sums, alpha: f64) -> Self {
        if sums.n == 0 {
            return Self::sampled(f64::NAN, -1.0, 1.0);
        }
        let (gained, lost) = sums.split();
        let (a, b, n) = (gained as f64 + 0.5, lost as f64 + 0.5, sums.n as f64 + 2.0);
        let middle = (a - b) / n;
        let error = deviations(alpha) * (a + b - (a - b) * (a - b) / n).max(0.0).sqrt() / n;
        Self::sampled(sums.mean(), (middle - error).max(-1.0), (middle + error).min(1.0))
    }

    fn less(self, known: f64) -> Self {
        let [value, low, high] = [self.value, self.low, self.high].map(|number| number - known);
        Self { value, low, high, ..self }
    }

    fn reversed(self) -> Self {
        let [value, low, high] = [self.value, self.high, self.low].map(|number| 0.0 - number);
        Self { value, low, high, ..self }
    }
}

/// What is known of a battle.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Known<'a> {
    /// The numbers themselves, aim by aim.
    Exact(&'a [f64]),
    /// Trials.
    Trials(&'a Journal),
}

impl Known<'_> {
    /// How many trials it comes from.
    pub fn trials(&self) -> Option<u64> {
        match self {
            Self::Exact(_) => None,
            Self::Trials(journal) => Some(journal.trials().count()),
        }
    }

    /// One of its numbers; the interval misses with at most `alpha`.
    pub fn estimate(&self, aim: usize, alpha: f64) -> Estimate {
        match self {
            Self::Exact(values) => Estimate::exactly(values[aim]),
            Self::Trials(journal) if journal.is_marked(aim) => {
                Estimate::share(&journal.sums(aim), alpha)
            }
            Self::Trials(journal) => Estimate::mean(&journal.sums(aim), alpha),
        }
    }

    /// The number itself, as far as is known.
    pub fn value(&self, aim: usize) -> f64 {
        match self {
            Self::Exact(values) => values[aim],
            Self::Trials(journal) => journal.sums(aim).mean(),
        }
    }

    /// One of its numbers less the same of another, from the same dice.
    pub fn less(&self, other: &Self, aim: usize, alpha: f64) -> Estimate {
        match (self, other) {
            (Self::Exact(ours), Self::Exact(theirs)) => Estimate::exactly(ours[aim] - theirs[aim]),
            (_, Self::Exact(theirs)) => self.estimate(aim, alpha).less(theirs[aim]),
            (Self::Exact(ours), _) => other.estimate(aim, alpha).less(ours[aim]).reversed(),
            (Self::Trials(ours), Self::Trials(theirs)) => {
                let sums = ours.differences(theirs, aim);
                match ours.is_marked(aim) {
                    true => Estimate::paired(&sums, alpha),
                    false => Estimate::mean(&sums, alpha),
                }
            }
        }
    }

    /// Whether it is shown to be below another. That is said wrongly with a
    /// probability of at most `alpha`: of shares by the exact test of signs, of
    /// means by the normal distribution, from some dozens of trials on.
    pub fn is_below(&self, other: &Self, aim: usize, alpha: f64) -> bool {
        const FEWEST: u64 = 64;
        if let (Self::Trials(ours), Self::Trials(theirs)) = (self, other) {
            let sums = ours.differences(theirs, aim);
            if ours.is_marked(aim) {
                let (more, less) = sums.split();
                return less > more && clopper_pearson(more, more + less, 2.0 * alpha).1 < 0.5;
            }
            return sums.n >= FEWEST && Estimate::mean(&sums, 2.0 * alpha).high < 0.0;
        }
        self.less(other, aim, 2.0 * alpha).high < 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paired_difference_is_surer_than_its_parts() {
        // Of 1,000 trials 300 were gained and 250 lost, the rest are alike.
        let sums = Sums { n: 1000, sum: 50, squares: 550 };
        let found = Estimate::paired(&sums, 0.05);
        assert_eq!(found.value, 0.05);
        // sqrt(550 - 2.5) / 1000 * 1.96
        assert!((found.error() - 0.0459).abs() < 1e-3, "{found:?}");
        assert_eq!(sums.split(), (300, 250));
    }

    #[test]
    fn trials_that_are_all_alike_are_no_proof() {
        let fifteen = Sums { n: 64, sum: 64 * 15, squares: 64 * 225 };
        let found = Estimate::mean(&fifteen, 0.05);
        assert_eq!(found.point(), (15.0, 15.0, 15.0));
        assert!(found.is_steady() && !found.is_exact());
        assert!(found.less(3.0).is_steady() && found.reversed().is_steady());
        assert!(!Estimate::exactly(15.0).is_steady());
    }

    #[test]
    fn exact_numbers_are_constants() {
        let (ours, theirs) = ([0.3], [0.5]);
        let (ours, theirs) = (Known::Exact(&ours), Known::Exact(&theirs));
        assert!(ours.is_below(&theirs, 0, 1e-9) && !theirs.is_below(&ours, 0, 1e-9));
        assert!((theirs.less(&ours, 0, 0.05).value - 0.2).abs() < 1e-12);
        assert!(theirs.less(&ours, 0, 0.05).is_exact());
    }
}
