//! The odds of a battle on one page.

use fracas::{Likelihood, Method, Odds, OddsReport, OutcomeOdds, Threshold};
use unicode_width::UnicodeWidthStr;

use super::bar::bar;
use super::numbers::{at_least, at_most, percent, places_for, whole};
use super::words::{Paint, caution, cut, in_words, paragraph, title};
use super::{histogram, measures};
use crate::args::Scenario;

/// Bars are not longer than this.
const LONGEST_BAR: usize = 40;
/// Names before bars are not longer than this.
const LONGEST_NAME: usize = 40;
/// Places of exact percentages.
const EXACT_PLACES: usize = 4;
/// What is rarer than this may be looked for in vain.
const SEEN_SOON: f64 = 1e-5;

/// What a page of odds is to show.
pub struct Page<'a> {
    /// Distributions to be drawn instead of the table of measures.
    pub whole: &'a [String],
    /// Where the battles come from, for commands to copy.
    pub scenario: Option<&'a Scenario>,
}

/// Outcomes, measures, how they were found, and battles to look at.
pub fn show(weighed: &OddsReport, page: &Page<'_>, paint: Paint) -> String {
    let odds = &weighed.odds;
    let mut text = title(&weighed.heading, paint);
    if odds.provisional {
        text.push_str(&format!("{}\n", paint.warning("provisional: stopped early")));
    }
    text.push('\n');
    let exact = odds.method == Method::Exact;
    text.push_str(&bars(&outcomes(odds), exact, paint));
    text.push('\n');
    if !page.whole.is_empty() {
        for measure in odds.measures.iter().filter(|known| page.whole.contains(&known.name)) {
            text.push_str(&histogram::show(measure, weighed.values(&measure.name).as_ref(), paint));
            text.push('\n');
        }
    } else if !odds.measures.is_empty() {
        text.push_str(&measures::show(&odds.measures, paint));
        text.push('\n');
    }
    let thresholds = thresholds(weighed);
    if !thresholds.is_empty() {
        text.push_str(&bars(&thresholds, exact, paint));
        text.push('\n');
    }
    text.push_str(&paragraph(&how(odds), paint));
    for remark in &weighed.remarks {
        text.push_str(&caution(remark, paint));
    }
    if let Some(scenario) = page.scenario {
        text.push_str(&examples(odds, scenario, paint));
    }
    if odds.provisional {
        let warning = "provisional: the plan was not fought to its end";
        text.push_str(&format!("  {}\n", paint.warning(warning)));
    }
    text
}

/// Something that happens with a probability.
struct Chance {
    what: String,
    p: f64,
    low: f64,
    high: f64,
}

fn outcomes(odds: &Odds) -> Vec<Chance> {
    let chance = |outcome: &OutcomeOdds| {
        let OutcomeOdds { p, low, high, .. } = *outcome;
        Chance { what: in_words(&outcome.name), p, low, high }
    };
    odds.outcomes.iter().map(chance).collect()
}

fn thresholds(weighed: &OddsReport) -> Vec<Chance> {
    let signs = [("≥", &weighed.at_least), ("≤", &weighed.at_most)];
    let mut all = Vec::new();
    for (sign, thresholds) in signs {
        for Threshold { measure, given, value, p, low, high } in thresholds {
            let given = given.as_ref().map_or_else(String::new, |given| format!(" given {given}"));
            let what = format!("{}{given} {sign} {}", in_words(measure), whole((*value).into()));
            all.push(Chance { what, p: p.unwrap_or(f64::NAN), low: *low, high: *high });
        }
    }
    for Likelihood { condition, p, low, high, .. } in &weighed.that {
        all.push(Chance { what: condition.clone(), p: *p, low: *low, high: *high });
    }
    all
}

fn bars(chances: &[Chance], exact: bool, paint: Paint) -> String {
    let places = if exact { EXACT_PLACES } else { places(chances) };
    // What, share, and the two ends of the interval.
    let row = |chance: &Chance| {
        [
            cut(&chance.what, LONGEST_NAME),
            percent(chance.p, places),
            at_least(chance.low, places),
            at_most(chance.high, places),
        ]
    };
    let rows: Vec<[String; 4]> = chances.iter().map(row).collect();
    let [names, shares, lows, highs] =
        [0, 1, 2, 3].map(|place| rows.iter().map(|row| row[place].width()).max().unwrap_or(0));
    let mut text = String::new();
    for (chance, [name, share, low, high]) in chances.iter().zip(&rows) {
        let gap = " ".repeat(names - name.width());
        let mut line = format!("  {name}{gap}   {share:>shares$} %   ");
        if !exact {
            line.push_str(&format!("{low:>lows$} – {high:>highs$}   "));
        }
        let cells = paint.columns.saturating_sub(line.width()).min(LONGEST_BAR);
        let bar = bar(chance.p, chance.low, chance.high, cells);
        text.push_str(&line);
        text.push_str(&paint.bright(&(bar.sure + &bar.open)));
        text.push_str(&paint.faint(&bar.rest));
        text.push('\n');
    }
    text
}

/// As many places as the widest interval makes worth reading.
fn places(chances: &[Chance]) -> usize {
    let halves = chances.iter().map(|chance| (chance.high - chance.low) / 2.0);
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
        _ if odds.unresolved > 0.0 => format!("{why}; {:.0e} left unresolved", odds.unresolved),
        _ => why.clone(),
    }
}

/// A battle of each outcome, to be copied into a shell. Exact odds have none
/// at hand, but one can be looked for.
fn examples(odds: &Odds, scenario: &Scenario, paint: Paint) -> String {
    let widest = odds.outcomes.iter().map(|outcome| outcome.name.width()).max().unwrap_or(0);
    let mut text = String::new();
    for outcome in &odds.outcomes {
        let command = match (odds.seed, outcome.example) {
            (Some(seed), Some(trial)) => scenario.run_command(seed, trial),
            (None, _) if outcome.p >= SEEN_SOON => scenario.find_command(&outcome.name),
            _ => continue,
        };
        let name = in_words(&outcome.name);
        text.push_str(&format!("    {}   {command}\n", paint.faint(&format!("{name:<widest$}"))));
    }
    if text.is_empty() { text } else { paragraph("see one:", paint) + &text }
}
