//! What can be asked of the odds.

use std::ops::Range;
use std::str::FromStr;

use fracas_core::document::nearest;
use fracas_core::odds::{Goal, PlanError, Refusal, Untold, Way};
use fracas_core::procedure::Unweighed;
use thiserror::Error;

use crate::condition::BadCondition;

/// A question about how a battle ends.
///
/// ```
/// use fracas::{Ask, Goal, Mark, Way};
/// // Exact where that is cheap, else sampled to the usual error.
/// assert_eq!(Ask::default().way, Way::default());
/// // A thousand battles.
/// let ask = Ask::from(Goal::Trials(1000));
/// // And how likely it is to lose twenty men or more.
/// let ask = Ask { at_least: vec!["attacker_lost=20".parse::<Mark>()?], ..ask };
/// # let battle = fracas::Scenario::new(
/// #     "siege.toml",
/// #     fracas::Registry::standard().rules("olympia")?.template(),
/// # ).battle()?;
/// let weighed = battle.odds(ask, 7, &Default::default())?;
/// assert!(weighed.at_least[0].low <= weighed.at_least[0].high);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ask {
    /// How the odds are to be found.
    pub way: Way,
    /// How likely are measures at or above these values?
    pub at_least: Vec<Mark>,
    /// How likely are measures at or below these values?
    pub at_most: Vec<Mark>,
    /// Measures whose whole distribution is wanted.
    pub whole: Vec<String>,
    /// How likely are these conditions, such as
    /// `attacker and attacker_lost <= 12`?
    pub that: Vec<String>,
}

impl From<Way> for Ask {
    fn from(way: Way) -> Self {
        Self { way, ..Self::default() }
    }
}

impl From<Goal> for Ask {
    fn from(goal: Goal) -> Self {
        Way::Sampled(goal).into()
    }
}

impl Ask {
    /// The measures whose distribution an answer needs.
    pub(crate) fn needed(&self) -> impl Iterator<Item = &str> {
        let marks = self.at_least.iter().chain(&self.at_most).map(|mark| mark.measure.as_str());
        marks.chain(self.whole.iter().map(String::as_str))
    }
}

/// A value of a measure, written `measure=value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The measure.
    pub measure: String,
    /// The value.
    pub value: i64,
}

impl FromStr for Mark {
    type Err = BadMark;

    fn from_str(text: &str) -> Result<Self, BadMark> {
        // A name may hold the sign, a number cannot.
        let (measure, value) = text.rsplit_once('=').ok_or(BadMark)?;
        let value = value.trim().replace(['_', ','], "").parse().map_err(|_| BadMark)?;
        Ok(Self { measure: measure.trim().to_owned(), value })
    }
}

/// A value of a measure that is not written as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("write measure=value, such as attacker_lost=20")]
pub struct BadMark;

/// Why there are no odds.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum OddsError {
    /// The goal cannot be reached.
    #[error(transparent)]
    Goal(#[from] PlanError),
    /// The trials are none, too many, or beyond the last there is.
    #[error(
        "trials {}..{}: a range begins below its end, holds at most 2^40 trials and ends at 2^53 \
         at the latest",
        .0.start,
        .0.end
    )]
    Trials(Range<u64>),
    /// Exact odds were asked for and are not to be had.
    #[error(transparent)]
    Exact(Refusal),
    /// Exact odds do not know how a measure is distributed, or how it goes
    /// together with others.
    #[error(transparent)]
    Untold(Untold),
    /// The scenario is no battle that can be fought.
    #[error("{0}")]
    Impossible(String),
    /// There is no such measure.
    #[error(transparent)]
    Measure(#[from] UnknownMeasure),
    /// A condition cannot be read.
    #[error(transparent)]
    Condition(#[from] BadCondition),
}

impl From<Unweighed> for OddsError {
    fn from(why: Unweighed) -> Self {
        match why {
            Unweighed::Goal(why) => Self::Goal(why),
            Unweighed::Exact(why) => Self::Exact(why),
            Unweighed::Untold(what) => Self::Untold(what),
            Unweighed::Impossible(why) => Self::Impossible(why),
        }
    }
}

/// A measure that a battle does not have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the battle has no measure `{name}`; {help}")]
pub struct UnknownMeasure {
    /// What was asked for.
    pub name: String,
    /// What may have been meant, or what there is.
    pub help: String,
}

impl UnknownMeasure {
    /// A name that is none of these.
    pub(crate) fn new<'a>(name: &str, known: impl Iterator<Item = &'a str> + Clone) -> Self {
        const MOST: usize = 16;
        let help = match nearest(name, known.clone()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => {
                let list: Vec<&str> = known.clone().take(MOST).collect();
                let more = known.count() - list.len();
                let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                format!("its measures are {}{more}", list.join(", "))
            }
        };
        Self { name: name.to_owned(), help }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_split_at_its_last_sign() {
        let mark: Mark = "noble.A=B.hit = 1".parse().unwrap();
        assert_eq!((mark.measure.as_str(), mark.value), ("noble.A=B.hit", 1));
        let mark: Mark = "gold=-1_000".parse().unwrap();
        assert_eq!(mark.value, -1000);
        for bad in ["gold", "gold=", "gold=many", "gold>=3x"] {
            assert!(bad.parse::<Mark>().is_err(), "{bad}");
        }
    }

    #[test]
    fn an_unknown_measure_names_the_nearest_or_all() {
        let known = ["attacks", "attacker_lost"];
        let says = |name| UnknownMeasure::new(name, known.into_iter()).to_string();
        assert_eq!(says("atacks"), "the battle has no measure `atacks`; did you mean `attacks`?");
        assert!(says("mana").ends_with("its measures are attacks, attacker_lost"));
        let many: Vec<String> = (0..40).map(|n| format!("unit.{n}.alive")).collect();
        let unknown = UnknownMeasure::new("gold", many.iter().map(String::as_str));
        assert!(unknown.help.ends_with("unit.15.alive and 24 more"));
    }
}
