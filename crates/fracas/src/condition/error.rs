//! What is wrong with a condition, and where.

use std::fmt;
use std::ops::Range;

use thiserror::Error;
use unicode_width::UnicodeWidthStr;

/// A text that is no condition: what is wrong, and the place with carets
/// under it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadCondition {
    /// What is wrong.
    pub fault: ConditionFault,
    /// The text.
    pub text: String,
    /// The bytes of it that are wrong.
    pub at: Range<usize>,
}

/// What can be wrong with a condition.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConditionFault {
    /// There is no such outcome or measure.
    #[error("`{name}` is neither an outcome nor a measure; {help}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// What may have been meant, or what there is.
        help: String,
    },
    /// Several measures are spelled like that.
    #[error("`{0}` may be `{1}` or `{2}`; write it in quotes as one of them")]
    Ambiguous(String, String, String),
    /// A measure stands alone.
    #[error("write what `{0}` is to be, such as `{0} >= 1`")]
    NoValue(String),
    /// A measure is compared with neither a whole number nor a measure.
    #[error("`{value}` is not a whole number; write `{measure} >= 50`{help}")]
    NotWhole {
        /// The measure.
        measure: String,
        /// What it is compared with.
        value: String,
        /// What may have been meant.
        help: String,
    },
    /// A comparison has nothing to compare with.
    #[error("here a number is missing, such as `{measure} >= 50`; {help}")]
    NoNumber {
        /// The measure.
        measure: String,
        /// How comparisons are written, or what may have been meant.
        help: &'static str,
    },
    /// An outcome or measure is missing.
    #[error("here an outcome is missing, or a measure such as `{0}`")]
    Missing(String),
    /// Something stands where a condition could only go on or end.
    #[error("here `and`, `or` or the end should follow{0}")]
    Trailing(&'static str),
    /// A bracket was opened and not closed.
    #[error("this `(` has no `)`")]
    Open,
    /// A quoted name has no end.
    #[error("this quote has no end")]
    Unquoted,
    /// A claim does not say how likely something is to be.
    #[error("say how likely it is to be, such as `{0} >= 90%`")]
    NoShare(String),
    /// A share that is none.
    #[error("`{0}` is no share; write one from 0% to 100%, such as 90% or 0.9")]
    NotShare(String),
    /// A mean that is no number.
    #[error("`{0}` is no number, such as 12 or 12.5")]
    NotNumber(String),
    /// `mean` is not followed by a measure.
    #[error("after `mean` comes a measure, such as `mean {0} <= 12`")]
    NoMean(String),
    /// A claim that cannot be shown from battles.
    #[error("a probability or mean is compared with <, <=, >= or >")]
    NotOrdered,
    /// The text is longer than anybody would write.
    #[error("a condition has at most {0} characters")]
    TooLong(usize),
    /// There are more comparisons than anybody needs.
    #[error("a condition has at most {0} outcomes and comparisons")]
    TooMany(usize),
    /// Brackets within brackets, or `not not`, without end.
    #[error("a condition has at most {0} brackets within each other")]
    TooDeep(usize),
}

/// So many columns of the text are shown on either side of what is wrong.
const AROUND: usize = 60;

impl std::error::Error for BadCondition {}

impl fmt::Display for BadCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |text: &str| text.replace(char::is_control, " ");
        let (before, rest) = self.text.split_at(self.at.start);
        let (wrong, after) = rest.split_at(self.at.len());
        let skip = before.chars().count().saturating_sub(AROUND);
        let before: String = shown(before).chars().skip(skip).collect();
        let dots = if skip > 0 { "…" } else { "" };
        let wrong: String = shown(wrong).chars().take(AROUND).collect();
        let after: String = shown(after).chars().take(AROUND).collect();
        writeln!(f, "{}", self.fault)?;
        writeln!(f, "  {dots}{before}{wrong}{after}")?;
        let gap = " ".repeat(dots.width() + before.width());
        write!(f, "  {gap}{}", "^".repeat(wrong.width().max(1)))
    }
}
