//! What a sweep shows of each point.

use fracas::lab::Sweep;
use fracas::{Method, OddsReport, Rules};

use crate::chart::Tone;
use crate::clean::in_words;
use crate::endings::tone_of;
use crate::numbers::{mean_and_error, percent, rounded, with_error};

/// Something that is shown of a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// How likely an outcome is.
    Outcome(String),
    /// The mean of a measure.
    Measure(String),
    /// How likely a condition is.
    That(String),
}

impl Shown {
    /// What the errors of [`Shown::told`] mean.
    pub const LEGEND: &'static str = "± is half of a 95 % interval, a–b are its ends where it is \
                                      lopsided, < and > its only end";

    /// What these names mean; all outcomes if there are none.
    pub fn read(names: &[String], sweep: &Sweep) -> Result<Vec<Self>, String> {
        let outcomes = sweep.base().rules().outcomes;
        if names.is_empty() {
            return Ok(outcomes.iter().map(|name| Self::Outcome((*name).to_owned())).collect());
        }
        let measures = sweep.base().measures();
        let read = |name: &String| {
            let is = |known: &str| known == name || in_words(known) == *name;
            if let Some(outcome) = outcomes.iter().find(|outcome| is(outcome)) {
                return Ok(Self::Outcome((*outcome).to_owned()));
            }
            if let Some(measure) = measures.iter().find(|measure| is(measure)) {
                return Ok(Self::Measure(measure.clone()));
            }
            match sweep.base().condition(name) {
                Ok(condition) => Ok(Self::That(condition.text().to_owned())),
                Err(why) => Err(why.to_string()),
            }
        };
        names.iter().map(read).collect()
    }

    /// The condition, if it is one.
    pub fn condition(&self) -> Option<&String> {
        if let Self::That(condition) = self { Some(condition) } else { None }
    }

    /// As JSON calls it.
    pub fn name(&self) -> &str {
        let (Self::Outcome(name) | Self::Measure(name) | Self::That(name)) = self;
        name
    }

    /// In words; a condition is in words already.
    pub fn words(&self) -> String {
        if let Self::That(condition) = self { condition.clone() } else { in_words(self.name()) }
    }

    /// Whether it is a probability; else a mean.
    pub fn is_share(&self) -> bool {
        !matches!(self, Self::Measure(_))
    }

    /// The number and the two ends of its interval.
    pub fn of(&self, odds: &OddsReport) -> Option<(f64, f64, f64)> {
        match self {
            Self::Outcome(name) => {
                let outcome = odds.odds.outcomes.iter().find(|outcome| outcome.name == *name)?;
                Some((outcome.p, outcome.low, outcome.high))
            }
            Self::That(condition) => {
                let that = odds.that.iter().find(|that| that.condition == *condition)?;
                Some((that.p, that.low, that.high))
            }
            Self::Measure(name) => {
                let measure = odds.odds.measures.iter().find(|measure| measure.name == *name)?;
                let (mean, se) = (measure.mean?, measure.se.unwrap_or(0.0));
                Some((mean, mean - 1.96 * se, mean + 1.96 * se))
            }
        }
    }

    /// For a column: `53.1 ±0.9`. A sample knows neither never nor always.
    pub fn cell(&self, odds: &OddsReport) -> String {
        let Some(found) = self.of(odds) else { return "–".to_owned() };
        self.told(found, odds.odds.method == Method::Exact)
    }

    /// The same of a number with its interval.
    pub fn told(&self, (value, low, high): (f64, f64, f64), exact: bool) -> String {
        let error = (high - low) / 2.0;
        match self {
            Self::Measure(_) if exact => rounded(value),
            // It was the same in every battle fought, which is all that is known.
            Self::Measure(_) if error == 0.0 => format!("{} in all", rounded(value)),
            Self::Measure(_) => {
                let (mean, error) = mean_and_error(value, error);
                format!("{mean} ±{error}")
            }
            _ if exact => percent(value, 2),
            _ => with_error(value, low, high),
        }
    }

    /// Whose it is.
    pub(super) fn tone(&self, rules: &Rules) -> Tone {
        match self {
            Self::Outcome(name) => tone_of(name, rules),
            Self::Measure(_) | Self::That(_) => Tone::Plain,
        }
    }

    /// Whether somebody fights for it; in rulesets that know of no sides
    /// everything is worth a map.
    pub(super) fn is_fought_for(&self, rules: &Rules) -> bool {
        let Self::Outcome(name) = self else { return true };
        let place = rules.outcomes.iter().position(|known| known == name);
        let ending = place.and_then(|place| rules.endings().get(place));
        rules.endings().is_empty() || ending.is_some_and(|ending| ending.side.is_some())
    }
}
