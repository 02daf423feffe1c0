//! Probabilities as bars: outcomes, and how likely measures reach a mark.

use fracas::{Likelihood, Method, Odds, OddsReport, OutcomeOdds, Threshold};
use unicode_width::UnicodeWidthStr;

use super::bar::bar;
use super::words::{Paint, cut, in_words, paragraph};
use fracas_report::numbers::{at_least, at_most, places_for, share, whole};

/// Bars are not longer than this.
const LONGEST_BAR: usize = 80;
/// Bars shorter than this say nothing and are left out.
const SHORTEST_BAR: usize = 6;
/// Names before bars are not longer than this.
const LONGEST_NAME: usize = 40;
/// Places of exact percentages.
const EXACT_PLACES: usize = 4;

/// Something that happens with a probability.
pub struct Chance {
    what: String,
    p: f64,
    low: f64,
    high: f64,
}

/// A bar for each outcome that can be, and a line on those that were never
/// seen.
pub fn outcomes(odds: &Odds, paint: Paint) -> String {
    let exact = odds.method == Method::Exact;
    let chance = |outcome: &OutcomeOdds| {
        let OutcomeOdds { p, low, high, .. } = *outcome;
        Chance { what: in_words(&outcome.name), p, low, high }
    };
    let (never, seen): (Vec<Chance>, Vec<Chance>) =
        odds.outcomes.iter().map(chance).partition(|chance| chance.p == 0.0);
    let mut text = bars(&seen, exact, paint);
    if never.is_empty() {
        return text;
    }
    let names = never.iter().map(|chance| chance.what.as_str()).collect::<Vec<_>>().join(", ");
    let high = never.iter().map(|chance| chance.high).fold(0.0, f64::max);
    let line = match odds.trials {
        Some(trials) => {
            let places = places_for(high / 2.0);
            let (battles, high) = (whole(trials.into()), at_most(high, places));
            let word = if trials == 1 { "battle" } else { "battles" };
            format!("{names}: in none of {battles} {word}, so below {high} %")
        }
        None => format!("{names}: never"),
    };
    text.push_str(&paragraph(&line, paint));
    text
}

/// How likely measures are to reach what was asked, and conditions to be true.
pub fn thresholds(weighed: &OddsReport) -> Vec<Chance> {
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

/// A line for each, with an interval unless it is exact.
pub fn bars(chances: &[Chance], exact: bool, paint: Paint) -> String {
    let places = if exact { EXACT_PLACES } else { places(chances) };
    // What, share, and the two ends of the interval.
    let row = |chance: &Chance| {
        [
            cut(&chance.what, LONGEST_NAME),
            share(chance.p, chance.low, chance.high, places),
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
        if cells < SHORTEST_BAR {
            text.push_str(line.trim_end());
        } else {
            let bar = bar(chance.p, chance.low, chance.high, cells);
            text.push_str(&line);
            text.push_str(&paint.bright(&(bar.sure + &bar.open)));
            text.push_str(&paint.faint(&bar.rest));
        }
        text.push('\n');
    }
    text
}

/// As many places as the widest interval makes worth reading.
fn places(chances: &[Chance]) -> usize {
    let halves = chances.iter().map(|chance| (chance.high - chance.low) / 2.0);
    places_for(halves.fold(0.0, f64::max))
}
