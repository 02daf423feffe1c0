//! What a battle costs: how its measures are spread.

use fracas::core::odds::clopper_pearson;
use fracas::{MeasureOdds, Odds, OddsReport, Scene, Table};
use serde_json::json;

use crate::chart::{Chart, Spread, Tone};
use crate::clean::in_words;
use crate::numbers::{ends, frequency, is_even, mean_and_error, rounded, share, whole};

/// As many as fit on a screen.
const MOST: usize = 6;

/// The measures of the battle as a whole that vary, each with its spread.
pub fn spreads(weighed: &OddsReport, sides: Option<&Scene>) -> Vec<Box<dyn Chart>> {
    let wanted = weighed.odds.measures.iter().filter(|measure| is_worth_it(measure));
    let drawn = wanted.filter_map(|measure| spread(weighed, measure, sides));
    drawn.take(MOST).map(|spread| Box::new(spread) as Box<dyn Chart>).collect()
}

/// Not of one of many, more than yes or no, and not always the same.
fn is_worth_it(measure: &MeasureOdds) -> bool {
    let flag = measure.min.is_some_and(|min| min >= 0) && measure.max.is_some_and(|max| max <= 1);
    !measure.name.contains('.') && !flag && measure.min != measure.max
}

fn spread(weighed: &OddsReport, measure: &MeasureOdds, sides: Option<&Scene>) -> Option<Spread> {
    let values = weighed.values(&measure.name)?;
    let shares = values.shares().iter().map(|share| (share.low, share.high, share.p));
    Some(Spread {
        name: label(measure),
        tone: tone(&measure.name, sides),
        shares: shares.collect(),
        mean: measure.mean?,
        p5: measure.p5?,
        p50: measure.p50?,
        p95: measure.p95?,
    })
}

/// A measure in words, with the outcome it is of.
pub fn label(measure: &MeasureOdds) -> String {
    match &measure.given {
        Some(given) => format!("{} (given {given})", in_words(&measure.name)),
        None => in_words(&measure.name),
    }
}

/// Whose a measure is: that of a side begins with its name.
fn tone(name: &str, sides: Option<&Scene>) -> Tone {
    let sides = sides.map_or(&[][..], |scene| &scene.sides[..]);
    let place = sides
        .iter()
        .position(|side| name.strip_prefix(side.name).is_some_and(|rest| rest.starts_with('_')));
    place.map_or(Tone::Plain, |place| Tone::of_side(Some(place)))
}

/// All measures.
pub fn table(measures: &[MeasureOdds]) -> Table {
    let heads = ["", "mean", "deviation", "5 % stay below", "half", "95 %", "most"];
    let mut table = Table::new("measures", &heads);
    for measure in measures {
        table.row(vec![
            json!(label(measure)),
            json!(measure.mean),
            json!(measure.sd),
            json!(measure.p5),
            json!(measure.p50),
            json!(measure.p95),
            json!(measure.max),
        ]);
    }
    table
}

/// Rows of the table by outcome.
const MOST_ROWS: usize = 12;

/// What the battle as a whole costs on average for each way that it ended, where
/// it ended in more than one.
pub fn by_outcome(odds: &Odds) -> Option<Table> {
    let came: Vec<usize> =
        (0..odds.by_outcome.len()).filter(|place| odds.outcomes[*place].p > 0.0).collect();
    if came.len() < 2 {
        return None;
    }
    let names = came.iter().map(|place| in_words(&odds.outcomes[*place].name));
    let heads: Vec<String> =
        std::iter::once("mean when it ends so".to_owned()).chain(names).collect();
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let mut table = Table::new("by outcome", &heads);
    let single = |measure: &&MeasureOdds| {
        !measure.name.contains('.') && measure.given.is_none() && measure.min != measure.max
    };
    for measure in odds.measures.iter().filter(single).take(MOST_ROWS) {
        let cells = std::iter::once(json!(in_words(&measure.name)));
        let means = came.iter().map(|place| json!(mean_when(odds, *place, measure)));
        table.row(cells.chain(means).collect());
    }
    (!table.rows.is_empty()).then_some(table)
}

/// The mean of a measure when it ends one way, and how far it may be off; of
/// what is 0 or 1 how often. A sample tells no more than it can know.
pub fn mean_when(odds: &Odds, ending: usize, measure: &MeasureOdds) -> String {
    let Some(by) = odds.by_outcome.get(ending) else { return String::new() };
    let found = by.measures.iter().find(|found| found.name == measure.name);
    let Some(found) = found else { return String::new() };
    let Some(mean) = found.mean else { return "–".to_owned() };
    let flag = measure.min.is_some_and(|min| min >= 0) && measure.max.is_some_and(|max| max <= 1);
    match found.n.or(by.n) {
        None if flag => frequency(mean),
        None => rounded(mean),
        Some(n) if flag => often(mean, n, 1.0 - odds.confidence),
        Some(_) => sampled_mean(found, mean),
    }
}

/// How often something happened in `n` battles.
fn often(mean: f64, n: u64, alpha: f64) -> String {
    let (low, high) = clopper_pearson((mean * n as f64).round() as u64, n, alpha);
    let text = share(mean, low, high, 1);
    match text.starts_with(['<', '>']) {
        true => format!("{text} %"),
        false if !is_even(mean, low, high) => format!("{} %", ends(low, high)),
        false => format!("{text} % ± {:.1}", 50.0 * (high - low)),
    }
}

/// With its error; where battles were all alike, or too few to tell, with what
/// they were.
fn sampled_mean(found: &MeasureOdds, mean: f64) -> String {
    let seen = |value: i64| whole(value.into());
    match (found.low.zip(found.high), found.min.zip(found.max)) {
        (_, Some((min, max))) if min == max => format!("{} in all", rounded(mean)),
        (Some((low, high)), _) if low < high => {
            let (mean, error) = mean_and_error(mean, (high - low) / 2.0);
            format!("{mean} ± {error}")
        }
        (_, Some((min, max))) => format!("{} to {} seen", seen(min), seen(max)),
        _ => rounded(mean),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_battles_or_equal_ones_are_told_as_they_were() {
        let seen = |min, max| MeasureOdds {
            min: Some(min),
            max: Some(max),
            mean: Some((min + max) as f64 / 2.0),
            ..MeasureOdds::default()
        };
        let told = |found: &MeasureOdds| sampled_mean(found, found.mean.unwrap_or(f64::NAN));
        assert_eq!(told(&seen(15, 15)), "15.0 in all");
        assert_eq!(told(&seen(12, 16)), "12 to 16 seen");
        let sure = MeasureOdds { low: Some(13.5), high: Some(14.5), ..seen(12, 16) };
        assert_eq!(told(&sure), "14.0 ± 0.50");
        assert_eq!(often(0.0, 10, 0.05), "<30.9 %");
    }
}
