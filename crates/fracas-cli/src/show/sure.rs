//! What a sample may say. It has seen so many battles and no more: of what it
//! never saw it tells how rare that must be, and not that it cannot be.

use fracas::core::odds::clopper_pearson;
use fracas::{Grounds, MeasureOdds, OddsReport};

use fracas_report::numbers::{frequency, percent, share, whole};

/// How much is known.
#[derive(Clone, Copy)]
pub struct Sure {
    /// Battles fought; none if the odds are exact.
    trials: Option<u64>,
    /// The probability with which an interval may miss.
    alpha: f64,
}

impl Sure {
    /// As sure as these odds are.
    pub fn of(weighed: &OddsReport) -> Self {
        match weighed.grounds {
            Grounds::Exact(_) => Self { trials: None, alpha: 0.0 },
            Grounds::Sampled { alpha, .. } => Self { trials: weighed.odds.trials, alpha },
        }
    }

    /// Whether nothing is left to chance.
    pub fn is_exact(self) -> bool {
        self.trials.is_none()
    }

    /// How often a measure of 0 or 1 is 1.
    pub fn often(self, measure: &MeasureOdds) -> String {
        let (Some(mean), n) = (measure.mean, measure.n.or(self.trials)) else {
            return "–".to_owned();
        };
        match self.is_exact() {
            true => frequency(mean),
            false => format!("{} %", self.share(mean, n)),
        }
    }

    /// A share of `n` battles in percent; an exact one of none.
    pub fn share(self, p: f64, n: Option<u64>) -> String {
        let Some(n) = n.filter(|n| *n > 0 && !self.is_exact()) else { return percent(p, 1) };
        let (low, high) = clopper_pearson((p * n as f64).round() as u64, n, self.alpha);
        share(p, low, high, 1)
    }

    /// `every battle`, or as many as were fought.
    pub fn every(self) -> String {
        match self.trials {
            None => "every battle".to_owned(),
            Some(1) => "the one battle fought".to_owned(),
            Some(trials) => format!("all {} battles", whole(trials.into())),
        }
    }

    /// `no battle`, or none of those that were fought.
    pub fn none(self) -> String {
        match self.trials {
            None => "no battle".to_owned(),
            Some(1) => "not the one battle fought".to_owned(),
            Some(trials) => format!("none of {} battles", whole(trials.into())),
        }
    }

    #[cfg(test)]
    pub const EXACT: Self = Self { trials: None, alpha: 0.0 };

    #[cfg(test)]
    pub fn sampled(trials: u64) -> Self {
        Self { trials: Some(trials), alpha: 0.05 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flag(mean: f64) -> MeasureOdds {
        MeasureOdds { mean: Some(mean), min: Some(0), max: Some(1), ..MeasureOdds::default() }
    }

    #[test]
    fn a_sample_bounds_what_it_never_saw() {
        let sure = Sure::sampled(4096);
        assert_eq!(sure.often(&flag(0.0)), "<0.1 %");
        assert_eq!(sure.often(&flag(1.0)), ">99.9 %");
        assert_eq!(sure.often(&flag(0.312)), "31.2 %");
        // Once in three thousand: it may well be twice as often.
        assert_eq!(Sure::sampled(3000).often(&flag(1.0 / 3000.0)), "<0.2 %");
        assert_eq!(Sure::sampled(10).often(&flag(0.0)), "<30.9 %");
        assert_eq!(Sure::EXACT.often(&flag(0.0)), "0 %");
        assert_eq!(Sure::EXACT.often(&flag(1.0)), "100 %");
        assert_eq!(
            (sure.every(), Sure::EXACT.none()),
            ("all 4,096 battles".into(), "no battle".into())
        );
    }
}
