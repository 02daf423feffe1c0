//! How many battles an answer takes.
//!
//! To an asked error a pilot is fought first. If its own interval is narrow
//! enough it is the answer; otherwise it plans one look of fresh trials, and
//! the answer comes from those alone. The chance of an interval that misses
//! the truth, 5 %, is split between the two: a tenth for the pilot, the rest
//! for the look. Where a pilot alone would take too long and no error was
//! asked for, the first chunk of battles says how many there can be. Whatever
//! is decided here is decided with + - x / and square root, so that the plan
//! is the same on every machine. [`Weigh`](crate::procedure::Weigh) carries
//! it out.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::driver::CHUNK;
use super::interval::wilson;
use super::{Bits, Budget, Odds, Tally};

/// The trials of a pilot.
pub const PILOT: u64 = 2048;
/// The error that is aimed at when none is asked for: half a percentage point.
pub const USUAL_ERROR: f64 = 0.005;
/// Without an asked error a plan usually stops at this many draws.
pub const MOST_DRAWS: u64 = 1 << 27;
/// No plan goes beyond this many trials.
pub const MOST_TRIALS: u64 = 1 << 40;
/// How sure the intervals are.
pub const CONFIDENCE: f64 = 0.95;
/// The probability with which an interval may miss the truth.
pub const ALPHA: f64 = 0.05;

pub(crate) const PILOT_ALPHA: f64 = ALPHA / 10.0;
pub(crate) const LOOK_ALPHA: f64 = ALPHA - PILOT_ALPHA;
/// Standard deviations that leave [`PILOT_ALPHA`] outside.
const PILOT_Z: f64 = 2.807_033_768_343_811;
/// Standard deviations that leave [`LOOK_ALPHA`] outside.
const LOOK_Z: f64 = 2.004_654_461_765_096;

/// What is asked of the odds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// An error of [`USUAL_ERROR`], or less exact after the draws that are
    /// affordable, usually [`MOST_DRAWS`].
    Usual,
    /// Every outcome within this error, whatever it takes.
    Error(f64),
    /// So many battles.
    Trials(u64),
}

/// How odds are to be found.
#[derive(Clone, Debug, PartialEq)]
pub enum Way {
    /// Exactly if that is cheap beside sampling to this goal, else sampled.
    Planned(Goal),
    /// Exactly, if that takes no more than these branches; else sampled to
    /// the usual error.
    Best(Budget),
    /// Exactly or not at all.
    Exact(Budget),
    /// From fought battles.
    Sampled(Goal),
    /// From just these trials.
    Trials(Range<u64>),
}

impl Default for Way {
    fn default() -> Self {
        Self::Planned(Goal::Usual)
    }
}

/// Odds and the counts they were read off.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "AnswerJson", into = "AnswerJson")]
pub struct Answer {
    /// The odds.
    pub odds: Odds,
    /// The counts.
    pub tally: Tally,
    /// The probability with which an interval read off them may miss.
    pub alpha: f64,
}

/// Why a goal cannot be reached.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum PlanError {
    /// The number of trials is 0 or beyond [`MOST_TRIALS`].
    #[error("{} trials; allowed are 1 to {}", grouped(*.0), grouped(MOST_TRIALS))]
    Trials(u64),
    /// The error is not between 0 and 1/2.
    #[error("an error of {}; allowed is anything above 0 and below 50 points", points(*.0))]
    Error(f64),
    /// The error would take more than [`MOST_TRIALS`].
    #[error(
        "an error of {} would take {trials:.0e} trials; the limit is {}",
        points(*error),
        grouped(MOST_TRIALS)
    )]
    TooFine {
        /// The error asked for.
        error: f64,
        /// The trials it would take.
        trials: f64,
    },
}

/// What is written and read: the odds are read off the counts again.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AnswerJson {
    why: String,
    alpha: Bits,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    provisional: bool,
    tally: Tally,
}

impl From<Answer> for AnswerJson {
    fn from(answer: Answer) -> Self {
        let Answer { odds, tally, alpha } = answer;
        Self { why: odds.why, alpha: Bits(alpha), provisional: odds.provisional, tally }
    }
}

impl From<AnswerJson> for Answer {
    fn from(file: AnswerJson) -> Self {
        let mut answer = Self::of(file.tally, file.alpha.0, file.why);
        answer.odds.provisional = file.provisional;
        answer
    }
}

impl Answer {
    /// Odds read off a tally.
    pub(crate) fn of(tally: Tally, alpha: f64, why: String) -> Self {
        let odds = Odds::sampled(&tally, alpha, why);
        Self { odds, tally, alpha }
    }

    /// What is known when somebody looks before the plan is done.
    pub(crate) fn provisional(tally: Tally) -> Self {
        let why = format!("stopped after {} battles", grouped(tally.trials().count()));
        let mut answer = Self::of(tally, ALPHA, why);
        answer.odds.provisional = true;
        answer
    }
}

impl Goal {
    /// The error that is aimed at and the draws that it may take; no error
    /// for a fixed number of trials.
    pub(crate) fn error(self, affordable: u64) -> Result<Option<(f64, Option<u64>)>, PlanError> {
        let (error, most_draws) = match self {
            Self::Trials(trials) if (1..=MOST_TRIALS).contains(&trials) => return Ok(None),
            Self::Trials(trials) => return Err(PlanError::Trials(trials)),
            Self::Error(error) => (error, None),
            Self::Usual => (USUAL_ERROR, Some(affordable)),
        };
        if !(error > 0.0 && error < 0.5) {
            return Err(PlanError::Error(error));
        }
        Ok(Some((error, most_draws)))
    }
}

/// How many trials the draws pay for, if that is less than a pilot: as many
/// whole chunks as cost what the first one did, but at least that one.
pub(crate) fn too_long(draws: u64, most: u64) -> Option<u64> {
    let chunks = most.checked_div(draws)?;
    (chunks < PILOT / CHUNK).then_some(chunks.max(1) * CHUNK)
}

/// Why there was not even a pilot: battles too long.
pub(crate) fn why_cut_short(first_draws: u64, trials: u64, most: u64) -> String {
    format!(
        "{} battles, at {} dice each what the {} dice of the default pay for",
        grouped(trials),
        grouped(first_draws / CHUNK),
        grouped(most)
    )
}

/// The trials that reach a coarse error whatever the odds: no more than a
/// pilot. At even odds the interval is z / (2 sqrt(n)) wide to either side, and
/// half a trial more, for it is one of whole counts.
pub(crate) fn coarse(error: f64) -> Option<u64> {
    let trials = LOOK_Z * LOOK_Z / (4.0 * error * error) + 1.0 / error;
    (trials <= PILOT as f64).then(|| (trials.ceil() as u64).next_multiple_of(CHUNK))
}

/// Whether trials that were fought before the plan was made are enough of them.
pub(crate) fn suffice(outcomes: &[u64], trials: u64, error: f64) -> bool {
    let wide = |&count: &u64| {
        let (low, high) = wilson(count, trials, PILOT_Z);
        (high - low) / 2.0 > error
    };
    !outcomes.iter().any(wide)
}

/// Why the first battles are enough.
pub(crate) fn why_sufficed(trials: u64, error: f64) -> String {
    format!("the first {} battles sufficed for an error of {}", grouped(trials), points(error))
}

/// Why so many battles were fought for a coarse error.
pub(crate) fn why_coarse(trials: u64, error: f64) -> String {
    format!("{} reach an error of {}, whatever the odds", grouped(trials), points(error))
}

/// What a pilot says is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    /// Trials to fight after the pilot; 0 if the pilot is the answer.
    pub look: u64,
    /// Trials that the error would have taken, where draws ran out first.
    wanted: Option<u64>,
}

/// Plans the look from the pilot's counts.
pub(crate) fn after_pilot(
    outcomes: &[u64],
    draws: u64,
    error: f64,
    most_draws: Option<u64>,
) -> Result<Plan, PlanError> {
    if suffice(outcomes, PILOT, error) {
        return Ok(Plan { look: 0, wanted: None });
    }
    let mut needed: f64 = 0.0;
    for &count in outcomes {
        let q = nearest_half(wilson(count, PILOT, 1.0));
        needed = needed.max(LOOK_Z * LOOK_Z * q * (1.0 - q) / (error * error));
    }
    let limit = MOST_TRIALS - PILOT;
    if needed > limit as f64 && most_draws.is_none() {
        return Err(PlanError::TooFine { error, trials: needed });
    }
    // A look smaller than the pilot would know less than the pilot does; the
    // formula asks for one only where the outcome was hardly seen at all.
    let wanted = (needed.min(limit as f64).ceil() as u64).max(PILOT).next_multiple_of(CHUNK);
    let affordable = match most_draws {
        Some(most) if draws > 0 => {
            let trials = u128::from(most) * u128::from(PILOT) / u128::from(draws);
            // The pilot was paid from the same purse.
            u64::try_from(trials).unwrap_or(u64::MAX).saturating_sub(PILOT) / CHUNK * CHUNK
        }
        _ => u64::MAX,
    };
    if wanted <= affordable {
        return Ok(Plan { look: wanted, wanted: None });
    }
    Ok(Plan { look: if affordable < PILOT { 0 } else { affordable }, wanted: Some(wanted) })
}

/// A branch takes about as long as so many draws, in the dearest of rulesets.
const DRAWS_A_BRANCH: u64 = 32;
/// Exact odds may be tried for this part of what sampling takes.
const TRIED: u64 = 10;
/// So many branches are tried in any case: some thousandths of a second.
const FEWEST_BRANCHES: u64 = 1 << 12;

/// What may be tried at exact odds if sampling would take so many trials, of
/// which some are fought: a tenth of the time, as far as counts can tell. And
/// what may be followed if it is sure to lead to them: to somebody who asked
/// for an error, they must not take longer than sampling.
pub(crate) fn tried_and_sure(trials: u64, known: &Tally, goal: Goal) -> (Budget, Budget) {
    let tried = tried(trials, known);
    let sure = match goal {
        Goal::Usual => Budget::USUAL,
        Goal::Error(_) | Goal::Trials(_) => Budget(TRIED * tried.0),
    };
    (tried, sure)
}

fn tried(trials: u64, known: &Tally) -> Budget {
    let fought = u128::from(known.trials().count().max(1));
    let draws = u128::from(known.draws()) * u128::from(trials) / fought;
    let branches = draws / u128::from(TRIED * DRAWS_A_BRANCH);
    let branches = u64::try_from(branches).unwrap_or(u64::MAX);
    Budget(branches.clamp(FEWEST_BRANCHES, Budget::USUAL.0 / 2))
}

/// The point of an interval that is nearest to 1/2.
fn nearest_half((low, high): (f64, f64)) -> f64 {
    if high < 0.5 {
        high
    } else if low > 0.5 {
        low
    } else {
        0.5
    }
}

impl Plan {
    pub(crate) fn why(&self, error: f64, affordable: u64) -> String {
        let (pilot, wide) = (grouped(PILOT), points(error));
        match (self.look, self.wanted) {
            (0, None) => why_sufficed(PILOT, error),
            (0, Some(wanted)) => format!(
                "the first {pilot} battles used up the {} dice of the default; \
                 {} battles would reach an error of {wide}",
                grouped(affordable),
                grouped(wanted)
            ),
            (look, None) => {
                format!("{} planned after a first {pilot} for an error of {wide}", grouped(look))
            }
            (look, Some(wanted)) => format!(
                "{} planned after a first {pilot} for an error of {wide}, \
                 cut to {}: the default stops at {} dice",
                grouped(wanted),
                grouped(look),
                grouped(affordable)
            ),
        }
    }
}

/// An error in percentage points, without noise in the last places.
fn points(error: f64) -> String {
    let points = (error * 1e12).round() / 1e10;
    let unit = if points == 1.0 { "point" } else { "points" };
    format!("{points} {unit}")
}

/// A whole number with commas between thousands.
///
/// ```
/// use fracas_core::odds::grouped;
/// assert_eq!(grouped(999), "999");
/// assert_eq!(grouped(-1_234_567), "-1,234,567");
/// ```
pub fn grouped(number: impl Into<i128>) -> String {
    let number = number.into();
    let digits = number.unsigned_abs().to_string();
    let mut text = String::new();
    if number < 0 {
        text.push('-');
    }
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests;
