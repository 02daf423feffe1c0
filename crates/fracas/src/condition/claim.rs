//! What is claimed of all battles together: how likely something is, or the
//! mean of a measure.

use std::fmt;

use super::Condition;
use super::error::{BadCondition, ConditionFault};
use super::expression::Sign;
use super::names::{Name, Names};
use super::reader::Reader;

/// Something that is true of the odds or not: `defender >= 90%`,
/// `attacker and attacker_lost <= 12 >= 80%`, `mean attacker_lost <= 12.5`.
/// A measure that is compared and nothing else means its mean, too.
///
/// ```
/// use fracas::{Claim, Scenario, Sign};
/// let mut duel = Scenario::of("olympia");
/// duel.set("attacker.stack[0].noble", "Osswid")?;
/// duel.set("defender.stack[0].noble", "Feasel")?;
/// let duel = duel.battle()?;
///
/// let Claim::Likely { condition, sign, share } = duel.claim("defender and attacks > 3 >= 90%")?
/// else { return Err("of how likely something is".into()) };
/// assert_eq!((condition.text(), sign, share), ("defender and attacks > 3", Sign::AtLeast, 0.9));
/// assert_eq!(duel.claim("attacks <= 12.5")?.to_string(), "mean attacks <= 12.5");
/// // What is known of a probability may be enough to tell.
/// assert_eq!(duel.claim("attacker > 50%")?.holds_between(0.51, 0.55), Some(true));
/// assert_eq!(duel.claim("attacker > 50%")?.holds_between(0.49, 0.55), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Claim {
    /// How likely something is.
    Likely {
        /// What.
        condition: Condition,
        /// How its probability compares.
        sign: Sign,
        /// With what, from 0 to 1.
        share: f64,
    },
    /// What a measure is on average.
    Mean {
        /// Its place in the list of measures.
        measure: usize,
        /// Its name.
        name: String,
        /// How its mean compares.
        sign: Sign,
        /// With what.
        value: f64,
    },
}

impl Claim {
    /// What it compares with: a share from 0 to 1, or a mean.
    pub fn bound(&self) -> f64 {
        let (Self::Likely { share: bound, .. } | Self::Mean { value: bound, .. }) = self;
        *bound
    }

    /// Whether it holds of every number between two, or of none; unknown if of
    /// some only.
    pub fn holds_between(&self, low: f64, high: f64) -> Option<bool> {
        let (Self::Likely { sign, share: bound, .. } | Self::Mean { sign, value: bound, .. }) =
            self;
        let ends = [low, high].map(|end| sign.holds(end, *bound));
        (ends[0] == ends[1]).then_some(ends[0])
    }

    pub(super) fn read(text: &str, names: &Names<'_>) -> Result<Self, BadCondition> {
        let mut reader = Reader::new(text, names)?;
        if reader.take_word(&["mean"]) {
            return mean(&mut reader, names);
        }
        if let Some(claim) = bare_mean(&mut reader, names) {
            return Ok(claim);
        }
        let expression = reader.condition()?;
        let (written, told) = (text[..reader.at()].trim(), reader.told());
        let Some(sign) = reader.take_sign() else {
            reader.end()?;
            return Err(reader.here(ConditionFault::NoShare(written.to_owned())));
        };
        let sign = ordered(&reader, sign)?;
        let (number, at) = reader.take_run();
        let share = share(number)
            .ok_or_else(|| reader.wrong(ConditionFault::NotShare(number.to_owned()), at))?;
        reader.end()?;
        let condition = Condition { text: told, expression };
        Ok(Self::Likely { condition, sign, share })
    }
}

/// A measure compared with a number, and nothing else.
fn bare_mean(reader: &mut Reader<'_>, names: &Names<'_>) -> Option<Claim> {
    let start = reader.at();
    let found = mean(reader, names).ok();
    if found.is_none() {
        reader.go_back(start);
    }
    found
}

fn mean(reader: &mut Reader<'_>, names: &Names<'_>) -> Result<Claim, BadCondition> {
    let (name, at) = reader.name()?;
    let Name::Measure(measure) = name else {
        return Err(reader.wrong(ConditionFault::NoMean(names.example().to_owned()), at));
    };
    let known = names.measures[measure].name.clone();
    let Some(sign) = reader.take_sign() else {
        return Err(reader.wrong(ConditionFault::NoValue(known), at));
    };
    let sign = ordered(reader, sign)?;
    let (number, at) = reader.take_run();
    let value = number.replace(['_', ','], "").parse().ok().filter(|value: &f64| value.is_finite());
    let fault = || ConditionFault::NotNumber(number.to_owned());
    let value = value.ok_or_else(|| reader.wrong(fault(), at))?;
    reader.end()?;
    Ok(Claim::Mean { measure, name: known, sign, value })
}

/// A sign that more battles can decide.
fn ordered(reader: &Reader<'_>, sign: Sign) -> Result<Sign, BadCondition> {
    match sign {
        Sign::Is | Sign::IsNot => Err(reader.here(ConditionFault::NotOrdered)),
        _ => Ok(sign),
    }
}

/// `90%` or `0.9`.
fn share(text: &str) -> Option<f64> {
    let (number, unit) = match text.strip_suffix('%') {
        Some(points) => (points.trim_end(), 100.0),
        None => (text, 1.0),
    };
    let share = number.parse::<f64>().ok()? / unit;
    (0.0..=1.0).contains(&share).then_some(share)
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Likely { condition, sign, share } => {
                // Percent without noise in the last places.
                let points = (share * 1e12).round() / 1e10;
                write!(f, "{condition} {} {points}%", sign.text())
            }
            Self::Mean { name, sign, value, .. } => {
                write!(f, "mean {name} {} {value}", sign.text())
            }
        }
    }
}
