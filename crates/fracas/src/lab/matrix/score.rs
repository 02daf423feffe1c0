//! What somebody has scored in all his battles.

use fracas_core::odds::{clopper_pearson, deviations};

use super::super::estimate::{Estimate, Known};

/// Battles won less battles lost.
#[derive(Clone, Debug, Default)]
pub(super) struct Score {
    pub battles: usize,
    /// Of those that are exact.
    pub exact: f64,
    /// How many are not.
    pub sampled: usize,
    /// Of the others, trial by trial.
    pub each: Vec<i64>,
}

impl Score {
    /// Adds a battle, on the first side (1) or the second (-1).
    pub fn add(&mut self, known: &Known<'_>, sign: i64) {
        match known {
            Known::Exact(values) => self.exact += sign as f64 * (values[0] - values[1]),
            Known::Trials(journal) => {
                self.sampled += 1;
                for (column, sign) in [(0, sign), (1, -sign)] {
                    journal.each_mark(column, |trial| {
                        if let Some(each) = self.each.get_mut(trial as usize) {
                            *each += sign;
                        }
                    });
                }
            }
        }
    }

    /// The mean over battles less that of another, by the normal distribution.
    /// What no trial has shown may still come, as often as Clopper and Pearson
    /// allow, and change everything: no interval is narrower than that makes it.
    pub fn less(&self, other: &Self, alpha: f64) -> Estimate {
        let (ours, theirs) = (self.battles.max(1) as f64, other.battles.max(1) as f64);
        let exact = self.exact / ours - other.exact / theirs;
        let n = self.each.len();
        // As far as those that are not exact can move it, to either side.
        let reach = self.sampled as f64 / ours + other.sampled as f64 / theirs;
        if self.sampled + other.sampled == 0 {
            return Estimate::exactly(exact);
        }
        if n < 2 {
            return Estimate::sampled(f64::NAN, exact - reach, exact + reach);
        }
        let of = |each: &[i64], trial: usize| each.get(trial).copied().unwrap_or(0) as f64;
        let apart = |trial: usize| of(&self.each, trial) / ours - of(&other.each, trial) / theirs;
        let mean = (0..n).map(apart).sum::<f64>() / n as f64;
        let squares =
            (0..n).map(|trial| (apart(trial) - mean) * (apart(trial) - mean)).sum::<f64>();
        let error = deviations(alpha) * (squares / (n as f64 * (n as f64 - 1.0))).sqrt();
        let value = exact + mean;
        let (_, unseen) = clopper_pearson(0, n as u64, alpha);
        let low = value - error.max(unseen * (reach + mean));
        Estimate::sampled(value, low, value + error.max(unseen * (reach - mean)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trials_that_are_all_alike_bound_a_score() {
        let nobody = Score { battles: 1, ..Score::default() };
        let always = Score { battles: 2, exact: 0.0, sampled: 2, each: vec![2; 64] };
        let found = always.less(&nobody, 0.05);
        let (low, _) = clopper_pearson(64, 64, 0.05);
        assert!(!found.is_exact() && found.value == 1.0 && found.high == 1.0);
        // From -1 to 1 is twice as far as from never to always.
        assert!((found.low - (2.0 * low - 1.0)).abs() < 1e-9, "{found:?}");
        // One of two was weighed exactly, and cannot come otherwise.
        let half = Score { battles: 2, exact: 1.0, sampled: 1, each: vec![1; 64] };
        assert!((half.less(&nobody, 0.05).low - low).abs() < 1e-9);
        let known = Score { battles: 2, exact: 1.0, sampled: 0, each: vec![0; 64] };
        assert!(known.less(&nobody, 0.05).is_exact());
    }
}
