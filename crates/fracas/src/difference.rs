//! What a change does to a probability.

use fracas_core::odds::Pairs;
use fracas_core::ruleset::OutcomeId;

/// The probability of some outcomes before and after a change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Difference {
    pub before: f64,
    pub after: f64,
    /// What the change adds, with the ends of its 95% interval.
    pub effect: f64,
    pub low: f64,
    pub high: f64,
}

impl Difference {
    /// Of battles that were fought with the same dice.
    pub fn paired(pairs: &Pairs, outcomes: &[OutcomeId]) -> Self {
        let (both, lost, gained) = pairs.split(outcomes);
        Self::counted(pairs.trials(), both, lost, gained)
    }

    /// The same from counts: how often both, only the battle before, and only
    /// that after ended so. The interval is that of Agresti and Min for pairs.
    pub fn counted(trials: u64, both: u64, lost: u64, gained: u64) -> Self {
        let [trials, both, lost, gained] = [trials, both, lost, gained].map(|count| count as f64);
        let (a, b, n): (f64, f64, f64) = (gained + 0.5, lost + 0.5, trials + 2.0);
        let middle = (a - b) / n;
        let error = 1.96 * ((a + b - (a - b) * (a - b) / n).max(0.0)).sqrt() / n;
        Self {
            before: (both + lost) / trials,
            after: (both + gained) / trials,
            effect: (gained - lost) / trials,
            low: (middle - error).max(-1.0),
            high: (middle + error).min(1.0),
        }
    }

    /// Of probabilities that are known.
    pub fn exactly(before: f64, after: f64) -> Self {
        let effect = after - before;
        Self { before, after, effect, low: effect, high: effect }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_lies_within_its_interval() {
        let found = Difference::counted(1000, 400, 50, 150);
        assert_eq!((found.before, found.after), (0.45, 0.55));
        assert!((found.effect - 0.1).abs() < 1e-12);
        assert!(found.low < 0.1 && 0.1 < found.high && found.low > 0.06 && found.high < 0.14);
        // What never differed may still differ a little.
        let same = Difference::counted(1000, 400, 0, 0);
        assert!(same.effect == 0.0 && same.low < 0.0 && same.high > 0.0);
        assert_eq!(Difference::exactly(0.25, 0.5).low, 0.25);
    }
}
