//! What a question is about: how likely something is, or a measure's mean.

use std::ops::Range;

use fracas_core::odds::{Effort, Exact, Journal, Note};
use thiserror::Error;

use crate::battle::Battle;
use crate::condition::{BadCondition, Claim, Condition, ConditionFault};
use crate::that;

/// A number that a question is about: the probability of a condition
/// (`attacker and attacker_lost <= 12`), or what a measure is on average
/// (`mean attacker_lost`, or just `attacker_lost`).
///
/// ```
/// use fracas::{Scenario, lab::Aim};
/// let mut duel = Scenario::of("olympia");
/// duel.set("attacker.stack[0].noble", "Osswid")?;
/// duel.set("defender.stack[0].noble", "Feasel")?;
/// let duel = duel.battle()?;
/// assert!(matches!(duel.aim("attacker or draw")?, Aim::Likely(_)));
/// assert_eq!(duel.aim("attacks")?.text(), "mean attacks");
/// assert!(duel.aim("mean atacks").unwrap_err().to_string().contains("did you mean `attacks`?"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Aim {
    /// How likely this is.
    Likely(Condition),
    /// The mean of a measure.
    Mean {
        /// Its place in the list of measures.
        measure: usize,
        /// Its name.
        name: String,
    },
}

/// A text that is no aim.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AimError {
    /// It cannot be read.
    #[error(transparent)]
    Condition(#[from] BadCondition),
    /// The measure counts in some battles only.
    #[error(
        "`{name}` counts battles that end in `{outcome}` only and has no mean over all; write a \
         condition, such as `{outcome} and {name} >= 1`"
    )]
    Given {
        /// The measure.
        name: String,
        /// The outcome it counts.
        outcome: &'static str,
    },
}

impl Aim {
    /// As it may be written.
    pub fn text(&self) -> String {
        match self {
            Self::Likely(condition) => condition.text().to_owned(),
            Self::Mean { name, .. } => format!("mean {name}"),
        }
    }

    /// Whether it is a probability.
    pub fn is_share(&self) -> bool {
        matches!(self, Self::Likely(_))
    }

    /// What exact odds say of it; none if they do not know.
    fn exactly(&self, exact: &Exact) -> Option<f64> {
        match self {
            Self::Likely(condition) => likely(condition, exact),
            Self::Mean { measure, .. } => exact.odds.measures.get(*measure)?.mean,
        }
    }
}

/// The probability of a condition about outcomes and one measure. Of several
/// measures only the ends of a battle would tell.
fn likely(condition: &Condition, exact: &Exact) -> Option<f64> {
    if condition.measures().len() > 1 {
        return None;
    }
    that::likelihood(condition, exact, 0.0).ok().map(|p| p.min(1.0))
}

impl Battle {
    /// Reads what a question is to be about.
    pub fn aim(&self, text: &str) -> Result<Aim, AimError> {
        let rest = text.trim_start().strip_prefix("mean ");
        let wrong = match rest {
            Some(_) => None,
            None => match self.condition(text) {
                Ok(condition) => return Ok(Aim::Likely(condition)),
                // A measure that stands alone means its mean.
                Err(BadCondition { fault: ConditionFault::NoValue(name), .. }) => Some(name),
                Err(wrong) => return Err(wrong.into()),
            },
        };
        let mean = match wrong {
            Some(name) => format!("mean '{name}'"),
            None => text.trim_end().to_owned(),
        };
        let claim = self.claim(&format!("{mean} >= 0"));
        match claim.map_err(|wrong| as_written(wrong, text))? {
            Claim::Mean { measure, name, .. } => self.mean_of(measure, name),
            Claim::Likely { condition, .. } => Ok(Aim::Likely(condition)),
        }
    }

    /// The mean of a measure that counts in every battle.
    pub(crate) fn mean_of(&self, measure: usize, name: String) -> Result<Aim, AimError> {
        match self.erased.measures()[measure].given {
            Some(given) => {
                let outcome = self.rules.outcomes[given.index()];
                Err(AimError::Given { name, outcome })
            }
            None => Ok(Aim::Mean { measure, name }),
        }
    }

    /// Fights trials and notes of each what these aims are about.
    pub(crate) fn journal(
        &self,
        aims: &[String],
        seed: u64,
        trials: Range<u64>,
        effort: &Effort<'_>,
    ) -> Result<Journal, AimError> {
        let aims = aims.iter().map(|text| self.aim(text)).collect::<Result<Vec<Aim>, _>>()?;
        let fits: Vec<_> =
            aims.iter().map(|aim| move |o: usize, v: &[i64]| aim.fits(o, v)).collect();
        let note = |(aim, fits): (&Aim, _)| match aim {
            Aim::Likely(_) => Note::Fits(fits),
            Aim::Mean { measure, .. } => Note::Measure(*measure),
        };
        let fits = fits.iter().map(|fits| fits as &(dyn Fn(usize, &[i64]) -> bool + Sync));
        let notes: Vec<Note<'_>> = aims.iter().zip(fits).map(note).collect();
        Ok(self.erased.journal(&notes, seed, trials, effort))
    }

    /// What exact odds say of these aims; none if they do not know all.
    pub(crate) fn exactly(&self, aims: &[String], exact: &Exact) -> Option<Vec<f64>> {
        aims.iter().map(|text| self.aim(text).ok()?.exactly(exact)).collect()
    }
}

impl Aim {
    fn fits(&self, outcome: usize, values: &[i64]) -> bool {
        match self {
            Self::Likely(condition) => condition.fits(outcome, values),
            Self::Mean { .. } => false,
        }
    }
}

/// What is wrong, within the text that somebody wrote.
fn as_written(wrong: BadCondition, text: &str) -> BadCondition {
    let mut end = wrong.at.end.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let start = if wrong.at.start <= end && text.is_char_boundary(wrong.at.start) {
        wrong.at.start
    } else {
        end
    };
    BadCondition { text: text.to_owned(), at: start..end, ..wrong }
}
