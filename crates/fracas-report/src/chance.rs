//! A probability with its interval, told no surer than it is.

use crate::numbers::{at_least, at_most};

/// A probability with its interval; of an exact one both ends are the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance {
    /// The probability, or the share of the battles.
    pub p: f64,
    /// The low end of its interval.
    pub low: f64,
    /// The high end of its interval.
    pub high: f64,
}

impl Chance {
    /// A probability that is known exactly.
    pub fn exact(p: f64) -> Self {
        Self { p, low: p, high: p }
    }

    /// Whether it is known exactly.
    pub fn is_exact(&self) -> bool {
        self.low == self.high
    }

    /// In percent, with as many places as are known. What a sample has never or
    /// always seen is told by its bound.
    ///
    /// ```
    /// use fracas_report::Chance;
    /// assert_eq!(Chance { p: 0.531, low: 0.526, high: 0.536 }.percent(), "53.1 %");
    /// assert_eq!(Chance { p: 0.0, low: 0.0, high: 0.00018 }.percent(), "under 0.02 %");
    /// assert_eq!(Chance { p: 1.0, low: 0.9998, high: 1.0 }.percent(), "over 99.98 %");
    /// assert_eq!(Chance { p: 0.0003, low: 0.0001, high: 0.001 }.percent(), "0.03 %");
    /// assert_eq!(Chance::exact(0.0).percent(), "0 %");
    /// assert_eq!(Chance::exact(0.000_001).percent(), "under 0.01 %");
    /// ```
    pub fn percent(&self) -> String {
        if self.p.is_nan() {
            return "unknown".to_owned();
        }
        if self.is_exact() {
            return match self.p {
                0.0 => "0 %".to_owned(),
                1.0 => "100 %".to_owned(),
                p if p < 0.0001 => "under 0.01 %".to_owned(),
                p if p > 0.9999 => "over 99.99 %".to_owned(),
                p => format!("{:.*} %", if (0.01..=0.99).contains(&p) { 1 } else { 2 }, p * 100.0),
            };
        }
        let places = self.places();
        if self.p <= 0.0 {
            format!("under {} %", at_most(self.high, places))
        } else if self.p >= 1.0 {
            format!("over {} %", at_least(self.low, places))
        } else {
            // What was seen is not told as never, nor what failed as always.
            let told = |places: usize| format!("{:.places$}", self.p * 100.0);
            let is_plain = |text: &String| text.parse().is_ok_and(|p: f64| p > 0.0 && p < 100.0);
            let told = (places..=6).map(told).find(is_plain);
            told.map_or_else(|| "under 0.000001 %".to_owned(), |told| format!("{told} %"))
        }
    }

    /// The interval in percent, rounded outwards; none of an exact one.
    pub fn interval(&self) -> Option<String> {
        let places = self.places();
        (!self.is_exact() && !self.p.is_nan())
            .then(|| format!("{} to {}", at_least(self.low, places), at_most(self.high, places)))
    }

    /// In how many of a hundred battles, in words.
    pub(crate) fn of_hundred(&self) -> String {
        match self.p {
            p if self.is_exact() && p == 0.0 => "never".to_owned(),
            p if self.is_exact() && p == 1.0 => "always".to_owned(),
            p if p < 0.005 => "in hardly any battle".to_owned(),
            p if p > 0.995 => "in nearly every battle".to_owned(),
            p => {
                let about = if self.is_exact() { "" } else { "about " };
                format!("in {about}{:.0} of 100 battles", p * 100.0)
            }
        }
    }

    fn places(&self) -> usize {
        let half = (self.high - self.low) * 50.0;
        let mut places = 1;
        while places < 4 && half < 0.5 * 0.1f64.powi(places as i32) {
            places += 1;
        }
        places.max(if self.p <= 0.0 || self.p >= 1.0 { 2 } else { 1 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_never_says_always() {
        let always = Chance { p: 1.0, low: 0.9982, high: 1.0 };
        assert_eq!(
            (always.percent(), always.of_hundred()),
            ("over 99.82 %".into(), "in nearly every battle".into())
        );
        assert_eq!(Chance::exact(1.0).of_hundred(), "always");
        assert_eq!(
            Chance { p: 0.5, low: 0.4, high: 0.6 }.of_hundred(),
            "in about 50 of 100 battles"
        );
        assert_eq!(Chance { p: f64::NAN, low: 0.0, high: 1.0 }.percent(), "unknown");
    }

    #[test]
    fn intervals_are_rounded_outwards() {
        let chance = Chance { p: 0.53123, low: 0.52671, high: 0.53579 };
        assert_eq!(chance.interval(), Some("52.6 to 53.6".to_owned()));
        assert_eq!(Chance::exact(0.5).interval(), None);
    }
}
