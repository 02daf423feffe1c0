//! The odds of a battle on one page.

use fracas::{Method, Odds, OutcomeOdds, Weighed};
use unicode_width::UnicodeWidthStr;

use super::bar::bar;
use super::numbers::{at_least, at_most, percent, places_for, whole};
use super::words::{Paint, in_words, paragraph, title};
use super::{COLUMNS, measures};
use crate::args::Scenario;

/// Bars are not longer than this.
const LONGEST_BAR: usize = 40;
/// Places of exact percentages.
const EXACT_PLACES: usize = 4;

/// Outcomes, measures, how they were found, and battles to look at.
pub fn show(weighed: &Weighed, scenario: &Scenario, paint: Paint) -> String {
    let odds = &weighed.odds;
    let mut text = title(&weighed.heading, paint);
    if odds.provisional {
        text.push_str(&format!("{}\n", paint.warning("provisional: stopped early")));
    }
    text.push('\n');
    text.push_str(&outcomes(odds, paint));
    text.push('\n');
    if !odds.measures.is_empty() {
        text.push_str(&measures::show(&odds.measures, paint));
        text.push('\n');
    }
    text.push_str(&paragraph(&how(odds), paint));
    text.push_str(&examples(odds, scenario, paint));
    if odds.provisional {
        let warning = "provisional: the plan was not fought to its end";
        text.push_str(&format!("  {}\n", paint.warning(warning)));
    }
    text
}

fn outcomes(odds: &Odds, paint: Paint) -> String {
    let exact = odds.method == Method::Exact;
    let places = if exact { EXACT_PLACES } else { places(&odds.outcomes) };
    // Name, share, and the two ends of the interval.
    let row = |outcome: &OutcomeOdds| {
        let share = percent(outcome.p, places);
        [
            in_words(&outcome.name),
            share,
            at_least(outcome.low, places),
            at_most(outcome.high, places),
        ]
    };
    let rows: Vec<[String; 4]> = odds.outcomes.iter().map(row).collect();
    let [names, shares, lows, highs] =
        [0, 1, 2, 3].map(|place| rows.iter().map(|row| row[place].width()).max().unwrap_or(0));
    let mut text = String::new();
    for (outcome, [name, share, low, high]) in odds.outcomes.iter().zip(&rows) {
        let mut line = format!("  {name:<names$}   {share:>shares$} %   ");
        if !exact {
            line.push_str(&format!("{low:>lows$} – {high:>highs$}   "));
        }
        let cells = COLUMNS.saturating_sub(line.width()).min(LONGEST_BAR);
        let bar = bar(outcome.p, outcome.low, outcome.high, cells);
        text.push_str(&line);
        text.push_str(&paint.bright(&(bar.sure + &bar.open)));
        text.push_str(&paint.faint(&bar.rest));
        text.push('\n');
    }
    text
}

/// As many places as the widest interval makes worth reading.
fn places(outcomes: &[OutcomeOdds]) -> usize {
    let halves = outcomes.iter().map(|outcome| (outcome.high - outcome.low) / 2.0);
    places_for(halves.fold(0.0, f64::max))
}

/// Where the numbers come from.
fn how(odds: &Odds) -> String {
    let why = &odds.why;
    match (odds.method, odds.trials) {
        (Method::Sampled, Some(trials)) => {
            let sure = odds.confidence * 100.0;
            let seed = odds.seed.map_or_else(String::new, |seed| format!(", seed {seed}"));
            let trials = whole(trials.into());
            format!("{sure} % intervals from {trials} battles{seed}: {why}")
        }
        _ => format!("exact, with {:.0e} unresolved: {why}", odds.unresolved),
    }
}

/// A battle of each outcome, to be copied into a shell.
fn examples(odds: &Odds, scenario: &Scenario, paint: Paint) -> String {
    let Some(seed) = odds.seed else { return String::new() };
    let seen = odds.outcomes.iter().filter_map(|outcome| Some((outcome, outcome.example?)));
    let widest = odds.outcomes.iter().map(|outcome| outcome.name.width()).max().unwrap_or(0);
    let mut text = String::new();
    for (outcome, trial) in seen {
        let name = in_words(&outcome.name);
        let command = scenario.run_command(seed, trial);
        text.push_str(&format!("    {}   {command}\n", paint.faint(&format!("{name:<widest$}"))));
    }
    if text.is_empty() { text } else { paragraph("see one:", paint) + &text }
}
