//! Questions of players and content designers (section 12 of the rulebook).
//!
//! Every study fights variants of one scenario with the same dice, or solves
//! them exactly where that is cheap, and answers with a table.

mod comeback;
mod designer;
mod farming;
mod loadouts;
mod paired;
mod share;
mod worth;

use fracas_core::odds::{Budget, Effort, Odds, OutcomeOdds, sample};
use fracas_core::table::{Cell, Table, interval};
use serde_json::{Value, json};

use crate::Andor;
use crate::battle::{Battle, Kind};
use crate::exact::exact;
use crate::stats::Interval;

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
/// those about a whole list. Whoever is stopped says so, and tells only what was
/// fought as often as he says.
pub fn study(study: Study, b: &Battle, bestiary: &[Kind], options: StudyOptions<'_>) -> Vec<Table> {
    let mut tables = match study {
        Study::Loadouts => vec![loadouts::rank(b, options)],
        Study::Comeback => vec![comeback::comeback(b, options)],
        Study::Worth => vec![worth::worth(b, options)],
        Study::Farming => vec![farming::table(b, bestiary, options)],
        Study::Designer => designer::tables(b, bestiary, options),
    };
    if let Some(first) = tables.first_mut()
        && options.effort.is_stopped()
    {
        let early = "provisional: stopped early".to_owned();
        first.note = Some(joined([early, first.note.take().unwrap_or_default()]));
    }
    tables
}

/// How many of a list were left out because a halt was called, in words.
fn left_out(left: usize, all: usize, what: &str) -> String {
    match left {
        0 => String::new(),
        _ => format!("{left} of {all} {what} were not tried"),
    }
}

/// What there is to remark, in one line.
fn joined<const N: usize>(remarks: [String; N]) -> String {
    let remarks: Vec<String> = remarks.into_iter().filter(|remark| !remark.is_empty()).collect();
    remarks.join("; ")
}

/// Exact odds of a variant that take longer than this are not cheap.
const CHEAP: Budget = Budget(2_000_000);
/// The same for each of a long list of monsters.
const CHEAP_IN_A_LIST: Budget = Budget(100_000);
/// So many battles show whether a fight is one-sided.
const GLANCE: u64 = 128;

/// Finds the odds of all variants of a battle: exactly, if that is cheap for the
/// battle itself, else all by the same dice. So their differences are fair.
struct Evaluator<'a> {
    options: StudyOptions<'a>,
    exact: bool,
}

/// The odds of a variant, and whether they had to be fought for.
struct Evaluated {
    odds: Odds,
    fought: bool,
}

impl<'a> Evaluator<'a> {
    fn new(b: &Battle, options: StudyOptions<'a>) -> Self {
        Self { options, exact: exact(b, CHEAP).is_ok() }
    }

    /// For variants that are shared among threads: each is found by one.
    fn alone(&self) -> Evaluator<'_> {
        let effort = share::alone(&self.options.effort);
        Evaluator { options: StudyOptions { effort, ..self.options }, exact: self.exact }
    }

    /// The odds of a variant.
    fn odds(&self, b: &Battle) -> Evaluated {
        if self.exact
            && let Ok(exact) = exact(b, CHEAP)
        {
            return Evaluated { odds: exact.odds, fought: false };
        }
        Evaluated { odds: fought(b, &self.options, self.options.trials), fought: true }
    }

    /// How it was done, in a sentence; nothing if nothing was.
    fn said(&self, table: &Table, fought: bool) -> String {
        said(table, self.options.trials, self.exact, fought)
    }
}

/// The odds of one of many battles that are not compared with each other: by a
/// few battles where these are all lost, else exactly where that is cheap.
fn in_a_list(b: &Battle, options: &StudyOptions<'_>) -> Evaluated {
    let glance = fought(b, options, GLANCE.min(options.trials));
    if wins(&glance) == 0.0 {
        return Evaluated { odds: glance, fought: true };
    }
    if let Ok(exact) = exact(b, CHEAP_IN_A_LIST) {
        return Evaluated { odds: exact.odds, fought: false };
    }
    Evaluated { odds: fought(b, options, options.trials), fought: true }
}

/// The odds of fought battles.
fn fought(b: &Battle, options: &StudyOptions<'_>, trials: u64) -> Odds {
    Odds::sampled(&sample::<Andor>(b, options.seed, 0..trials, &options.effort), 0.05, "")
}

/// How the odds of a table were found, in a sentence; nothing of an empty one.
fn said(table: &Table, trials: u64, exact: bool, fought: bool) -> String {
    if table.rows.is_empty() {
        return String::new();
    }
    if !fought {
        return "exact odds".to_owned();
    }
    // Half the widest interval there can be, rounded up.
    let n = trials as f64;
    let points = (1000.0 * (0.98 / n.sqrt() + 0.5 / n)).ceil() / 10.0;
    let which = if exact { "where exact odds are dear, " } else { "" };
    format!(
        "{which}{trials} battles each, all with the same dice: wins are within {points} points, \
         95 % sure"
    )
}

/// The same of a long list.
fn said_of_list(table: &Table, trials: u64, fought: bool) -> String {
    let glance = if fought && trials > GLANCE {
        format!("where none of {GLANCE} battles was won, no more were fought")
    } else {
        String::new()
    };
    joined([said(table, trials, true, fought), glance])
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
fn figure(value: f64, places: i32) -> Cell {
    let unit = 10_f64.powi(places);
    // Adding 0 makes a plain zero of a negative one.
    let figure = (value * unit).round() / unit + 0.0;
    if value.is_finite() { json!(figure).into() } else { Value::Null.into() }
}

fn figure_of(value: Option<f64>, places: i32) -> Cell {
    value.map_or_else(|| Value::Null.into(), |value| figure(value, places))
}

fn damage(range: &Interval) -> Cell {
    Cell::told(interval(range.min, range.max), range.to_string())
}

/// Percent with two places.
fn percent(p: f64) -> Cell {
    figure(100.0 * p, 2)
}

/// Percent of wins. What was fought and always or never won is told with the
/// end of its interval.
fn percent_of_wins(odds: &Odds) -> Cell {
    let OutcomeOdds { p, low, high, .. } = odds.outcomes[0];
    match odds.trials {
        Some(_) if p == 0.0 => Cell::told(0.0, format!("<{:.1}", (1000.0 * high).ceil() / 10.0)),
        Some(_) if p == 1.0 => Cell::told(100.0, format!(">{:.1}", (1000.0 * low).floor() / 10.0)),
        _ => percent(p),
    }
}
