//! What may be chosen, and what it costs.

use std::str::FromStr;

use thiserror::Error;

use super::axis::{Axis, BadAxis};

/// An axis and what a unit of it costs: `men.knight=0..60 cost 40`. Without a
/// word on it a unit costs nothing.
///
/// ```
/// use fracas::lab::Choice;
/// let knights: Choice = "attacker.stack[0].men.knight=0..60 cost 40".parse()?;
/// assert_eq!((knights.axis.values.len(), knights.cost(3)), (61, 120.0));
/// let wrong = "men.knight=0..60 cost dear".parse::<Choice>().unwrap_err().to_string();
/// assert!(wrong.contains("`dear` is no price"));
/// # Ok::<(), fracas::lab::ChoiceError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// What may be chosen.
    pub axis: Axis,
    /// What a unit costs.
    pub each: f64,
}

/// A text that is no choice.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ChoiceError {
    /// What may be chosen is wrong.
    #[error(transparent)]
    Axis(#[from] BadAxis),
    /// The price is none.
    #[error("`{0}` is no price; write path=lo..hi cost 40")]
    Price(String),
    /// Something that is no number has a price.
    #[error("`{0}` is no number of units and cannot cost anything")]
    Units(String),
}

/// Nothing is dearer.
const DEAREST: f64 = 1e12;

impl Choice {
    /// What the value at a place of the list costs.
    pub fn cost(&self, place: u64) -> f64 {
        let value = usize::try_from(place).ok().and_then(|place| self.axis.values.get(place));
        // All values are numbers where a unit costs anything.
        self.each * value.and_then(|value| value.parse::<f64>().ok()).unwrap_or(0.0)
    }
}

impl FromStr for Choice {
    type Err = ChoiceError;

    fn from_str(text: &str) -> Result<Self, ChoiceError> {
        let Some((axis, price)) = text.rsplit_once(" cost ") else {
            return Ok(Self { axis: text.parse()?, each: 0.0 });
        };
        let axis: Axis = axis.trim_end().parse()?;
        let each = price.trim().parse().ok().filter(|each| (0.0..=DEAREST).contains(each));
        let each = each.ok_or_else(|| ChoiceError::Price(price.trim().to_owned()))?;
        let is_number = |value: &&String| value.parse::<f64>().is_ok_and(f64::is_finite);
        match axis.values.iter().find(|value| !is_number(value)) {
            Some(word) if each > 0.0 => Err(ChoiceError::Units(word.clone())),
            _ => Ok(Self { axis, each }),
        }
    }
}
