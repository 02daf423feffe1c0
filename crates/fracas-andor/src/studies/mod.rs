//! Questions of players and content designers (section 12 of the rulebook).
//!
//! Every study fights variants of one scenario with the same dice, or solves
//! them exactly where that is cheap, and answers with a table.

mod comeback;
mod designer;
mod farming;
mod loadouts;
mod paired;
mod worth;

use fracas_core::odds::{Budget, Effort, Odds, sample};
use fracas_core::table::Table;
use serde_json::{Value, json};

use crate::Andor;
use crate::battle::{Battle, Kind};
use crate::exact::exact;

pub use paired::{Pair, PairedCounts, paired};

/// A question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Study {
    /// Which of my things are best here?
    Loadouts,
    /// At which level may I come back?
    Comeback,
    /// What is a skill point, an item, a level-up worth?
    Worth,
    /// What do the monsters of a list pay, by turn and potion?
    Farming,
    /// How does a reference hero fare, level by level, against a whole list?
    Designer,
}

impl Study {
    /// All, with their words.
    pub const ALL: [(Study, &'static str); 5] = [
        (Study::Loadouts, "loadouts"),
        (Study::Comeback, "comeback"),
        (Study::Worth, "worth"),
        (Study::Farming, "farming"),
        (Study::Designer, "designer"),
    ];

    /// The study of this word.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(_, known)| *known == word).map(|(study, _)| study)
    }
}

/// How the odds of variants are found.
#[derive(Clone, Copy, Debug)]
pub struct StudyOptions<'a> {
    /// The seed of the dice.
    pub seed: u64,
    /// Battles of each variant, where exact odds are not cheap.
    pub trials: u64,
    /// Threads, progress and cancelling.
    pub effort: Effort<'a>,
}

/// Answers a question about a battle. `bestiary` is the list of monsters for
/// those about a whole list.
pub fn study(study: Study, b: &Battle, bestiary: &[Kind], options: StudyOptions<'_>) -> Vec<Table> {
    match study {
        Study::Loadouts => vec![loadouts::rank(b, options)],
        Study::Comeback => vec![comeback::comeback(b, options)],
        Study::Worth => vec![worth::worth(b, options)],
        Study::Farming => vec![farming::table(b, bestiary, options)],
        Study::Designer => designer::tables(b, bestiary, options),
    }
}

/// Exact odds of a variant that take longer than this are not cheap.
const CHEAP: Budget = Budget(2_000_000);

/// Finds the odds of all variants of a battle: exactly, if that is cheap for the
/// battle itself, else all by the same dice. So their differences are fair.
struct Evaluator<'a> {
    options: StudyOptions<'a>,
    exact: bool,
    /// Whether some variant had to be fought all the same.
    fought: bool,
}

impl<'a> Evaluator<'a> {
    fn new(b: &Battle, options: StudyOptions<'a>) -> Self {
        let exact = exact(b, CHEAP).is_ok();
        Self { options, exact, fought: !exact }
    }

    /// For battles that are not compared with each other: the odds of each are
    /// exact if that is cheap.
    fn each(options: StudyOptions<'a>) -> Self {
        Self { options, exact: true, fought: false }
    }

    /// The odds of a variant.
    fn odds(&mut self, b: &Battle) -> Odds {
        if self.exact
            && let Ok(exact) = exact(b, CHEAP)
        {
            return exact.odds;
        }
        self.fought = true;
        Odds::sampled(
            &sample::<Andor>(b, self.options.seed, 0..self.options.trials, &self.options.effort),
            0.05,
            "",
        )
    }

    /// How it was done, in a sentence.
    fn said(&self) -> String {
        if !self.fought {
            return "exact odds".to_owned();
        }
        let trials = self.options.trials;
        // Half the widest interval there can be, rounded up.
        let n = trials as f64;
        let points = (1000.0 * (0.98 / n.sqrt() + 0.5 / n)).ceil() / 10.0;
        let which = if self.exact { "where exact odds are dear, " } else { "" };
        format!(
            "{which}{trials} battles each, all with the same dice: wins are within {points} points, \
             95 % sure"
        )
    }
}

/// The probability of winning.
fn wins(odds: &Odds) -> f64 {
    odds.outcomes[0].p
}

/// The mean of a measure, by its place.
fn mean(odds: &Odds, place: usize) -> Option<f64> {
    odds.measures[place].mean
}

/// A figure for a table, with so many places.
fn figure(value: f64, places: i32) -> Value {
    let unit = 10_f64.powi(places);
    // Adding 0 makes a plain zero of a negative one.
    if value.is_finite() { json!((value * unit).round() / unit + 0.0) } else { Value::Null }
}

fn figure_of(value: Option<f64>, places: i32) -> Value {
    value.map_or(Value::Null, |value| figure(value, places))
}

/// Percent with two places.
fn percent(p: f64) -> Value {
    figure(100.0 * p, 2)
}
