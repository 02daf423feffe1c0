//! What somebody has scored in all his battles.

use fracas_core::odds::deviations;

use super::super::estimate::{Estimate, Known};

/// Battles won less battles lost.
#[derive(Clone, Debug, Default)]
pub(super) struct Score {
    pub battles: usize,
    /// Of those that are exact.
    pub exact: f64,
    /// Of the others, trial by trial.
    pub each: Vec<i64>,
}

impl Score {
    /// Adds a battle, on the first side (1) or the second (-1).
    pub fn add(&mut self, known: &Known<'_>, sign: i64) {
        match known {
            Known::Exact(values) => self.exact += sign as f64 * (values[0] - values[1]),
            Known::Trials(journal) => {
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
    pub fn less(&self, other: &Self, alpha: f64) -> Estimate {
        let (ours, theirs) = (self.battles.max(1) as f64, other.battles.max(1) as f64);
        let exact = self.exact / ours - other.exact / theirs;
        let n = self.each.len();
        if n < 2 {
            return Estimate::exactly(exact);
        }
        let of = |each: &[i64], trial: usize| each.get(trial).copied().unwrap_or(0) as f64;
        let apart = |trial: usize| of(&self.each, trial) / ours - of(&other.each, trial) / theirs;
        let mean = (0..n).map(apart).sum::<f64>() / n as f64;
        let squares =
            (0..n).map(|trial| (apart(trial) - mean) * (apart(trial) - mean)).sum::<f64>();
        let error = deviations(alpha) * (squares / (n as f64 * (n as f64 - 1.0))).sqrt();
        let value = exact + mean;
        Estimate { value, low: value - error, high: value + error }
    }
}
