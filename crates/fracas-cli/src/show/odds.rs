//! The odds of a battle: on one screen, or all that is known.

use fracas::{MeasureOdds, Method, Odds, OddsReport};
use unicode_width::UnicodeWidthStr;

use super::outcomes::{bars, outcomes, thresholds};
use super::sure::Sure;
use super::words::{Paint, caution, in_words, paragraph, plain_paragraph, title};
use super::{chain, histogram, measures};
use crate::args::Scenario;
use fracas_report::numbers::whole;

/// What is rarer than this may be looked for in vain.
const SEEN_SOON: f64 = 1e-5;
/// The first screen has no more battles of a chain than this.
const FEW_BATTLES: usize = 6;
/// However small a screen is, so many lines are for measures.
const FEWEST_LINES: usize = 8;

/// What comes before a battle to look at.
const SEE: &str = "see one:";

/// What a page of odds is to show.
pub struct Page<'a> {
    /// Distributions to be drawn instead of the table of measures.
    pub whole: &'a [String],
    /// Where the battles come from, for commands to copy.
    pub scenario: Option<&'a Scenario>,
    /// Everything, however long it is.
    pub all: bool,
    /// Lines that stand above or below it on the same screen.
    pub around: usize,
}

/// The answer in a sentence, outcomes, measures, how they were found, and
/// battles to look at. Unless all is asked for, on one screen.
pub fn show(weighed: &OddsReport, page: &Page<'_>, paint: Paint) -> String {
    let odds = &weighed.odds;
    let sure = Sure::of(weighed);
    let mut text = title(&weighed.heading, paint);
    text.push_str(&plain_paragraph(&weighed.headline, paint));
    if odds.provisional {
        text.push_str(&format!("{}\n", paint.warning("provisional: stopped early")));
    }
    text.push('\n');
    text.push_str(&outcomes(odds, paint));
    text.push('\n');
    if !weighed.battles.is_empty() {
        let most = if page.all { usize::MAX } else { FEW_BATTLES };
        text.push_str(&chain::show(&weighed.battles, most, paint));
        text.push('\n');
    }
    let measures = unsaid(weighed);
    let foot = foot(weighed, page, paint);
    if !page.whole.is_empty() {
        for measure in odds.measures.iter().filter(|known| page.whole.contains(&known.name)) {
            let values = weighed.values(&measure.name);
            text.push_str(&histogram::show(measure, values.as_ref(), sure, paint));
            text.push('\n');
        }
    } else if !measures.is_empty() {
        // The prompt of a shell takes a line too, and so does the empty one
        // before the foot.
        let used = lines(&text, paint) + lines(&foot, paint) + page.around + 2;
        let left = paint.rows.saturating_sub(used).max(FEWEST_LINES);
        let told = match page.all {
            true => measures::show(&measures, sure, paint),
            false => measures::show_first(&measures, sure, paint, left),
        };
        if !told.is_empty() {
            text.push_str(&told);
            text.push('\n');
        }
    }
    text + &foot
}

/// Measures but those that the table of battles has told.
fn unsaid(weighed: &OddsReport) -> Vec<MeasureOdds> {
    let told: Vec<&String> = weighed.battles.iter().flat_map(|battle| &battle.measures).collect();
    let measures = weighed.odds.measures.iter();
    measures.filter(|measure| !told.contains(&&measure.name)).cloned().collect()
}

/// How many lines of the screen a text takes.
fn lines(text: &str, paint: Paint) -> usize {
    text.lines().map(|line| line.width().div_ceil(paint.columns.max(1)).max(1)).sum()
}

/// What stands below the measures.
fn foot(weighed: &OddsReport, page: &Page<'_>, paint: Paint) -> String {
    let odds = &weighed.odds;
    let mut text = String::new();
    let thresholds = thresholds(weighed);
    if !thresholds.is_empty() {
        text.push_str(&bars(&thresholds, odds.method == Method::Exact, paint));
        text.push('\n');
    }
    let examples = page.scenario.map_or_else(String::new, |scenario| match page.all {
        true => examples(odds, scenario, paint),
        false => example(odds, scenario, paint),
    });
    let mut how = how(odds, page.all);
    let mut see = paint.faint(SEE) + " ";
    // What does not fit a line beside its words may fit one alone.
    let first = 2 + examples.lines().next().unwrap_or_default().width();
    let fits_alone = first <= paint.columns && first + SEE.len() + 1 > paint.columns;
    if fits_alone && !page.all && weighed.remarks.is_empty() {
        how.push_str(&format!("; {SEE}"));
        see.clear();
    }
    text.push_str(&paragraph(&how, paint));
    for remark in &weighed.remarks {
        text.push_str(&caution(remark, paint));
    }
    if !examples.is_empty() && !page.all {
        text.push_str(&format!("  {see}"));
    }
    text.push_str(&examples);
    if odds.provisional {
        let warning = "provisional: the plan was not fought to its end";
        text.push_str(&format!("  {}\n", paint.warning(warning)));
    }
    text
}

/// Where the numbers come from; in one line unless all is asked for.
fn how(odds: &Odds, all: bool) -> String {
    let why = &odds.why;
    match (odds.method, odds.trials) {
        (Method::Sampled, Some(trials)) => {
            let sure = odds.confidence * 100.0;
            let seed = odds.seed.map_or_else(String::new, |seed| format!(", seed {seed}"));
            let from = format!("{sure} % intervals from {} battles{seed}", whole(trials.into()));
            // What was cut short says by what.
            if all || odds.provisional {
                format!("{from}: {why}")
            } else {
                format!("{from}; --all tells more")
            }
        }
        _ if !all => "exact: every way the dice can fall is weighed".to_owned(),
        _ if odds.unresolved > 0.0 => format!("{why}; {:.0e} left open", odds.unresolved),
        _ => why.clone(),
    }
}

/// The commands that show a battle of each outcome. Exact odds have none at
/// hand, but one can be looked for.
fn commands(odds: &Odds, scenario: &Scenario) -> Vec<(String, String, String)> {
    let command = |outcome: &fracas::OutcomeOdds| {
        let (command, short) = match (odds.seed, outcome.example) {
            (Some(seed), Some(trial)) => (scenario.run_command(seed, trial), trial.to_string()),
            (None, _) if outcome.p >= SEEN_SOON => {
                (scenario.find_command(&outcome.name), outcome.name.clone())
            }
            _ => return None,
        };
        Some((in_words(&outcome.name), command, short))
    };
    odds.outcomes.iter().filter_map(command).collect()
}

/// One command to be copied into a shell, its words still missing, and what to
/// put in its place for the other outcomes.
fn example(odds: &Odds, scenario: &Scenario, paint: Paint) -> String {
    let commands = commands(odds, scenario);
    let Some(((_, command, _), others)) = commands.split_first() else { return String::new() };
    let mut text = format!("{command}\n");
    let flag = if odds.seed.is_some() { "--trial" } else { "--find" };
    let list = |flag: &str| {
        let other = |(name, _, short): &(String, String, String)| match odds.seed {
            Some(_) => format!("{flag}{short} ({name})"),
            None => format!("{flag}{short}"),
        };
        others.iter().map(other).collect::<Vec<_>>().join(", ")
    };
    if !others.is_empty() {
        let long = format!("other endings: {}", list(&format!("{flag} ")));
        match long.width() + 2 <= paint.columns {
            true => text.push_str(&paragraph(&long, paint)),
            false => text.push_str(&paragraph(&format!("others: {flag} {}", list("")), paint)),
        }
    }
    text
}

/// A battle of each outcome, a line each.
fn examples(odds: &Odds, scenario: &Scenario, paint: Paint) -> String {
    let commands = commands(odds, scenario);
    let widest = commands.iter().map(|(name, ..)| name.width()).max().unwrap_or(0);
    let mut text = String::new();
    for (name, command, _) in &commands {
        text.push_str(&format!("    {}   {command}\n", paint.faint(&format!("{name:<widest$}"))));
    }
    if text.is_empty() { text } else { paragraph(SEE, paint) + &text }
}
