//! What a battle costs: how its measures are spread.

use fracas::{MeasureOdds, Odds, OddsReport, Scene, Table};
use serde_json::json;

use crate::chart::{Chart, Spread, Tone};
use crate::clean::in_words;

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
        let mean = |place: &usize| {
            let of_end = odds.by_outcome[*place].measures.iter();
            of_end.clone().find(|known| known.name == measure.name).and_then(|known| known.mean)
        };
        let cells = std::iter::once(json!(in_words(&measure.name)));
        table.row(cells.chain(came.iter().map(|place| json!(mean(place)))).collect());
    }
    (!table.rows.is_empty()).then_some(table)
}
