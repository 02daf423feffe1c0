//! `fracas odds --impact`: who matters most.

use fracas::{Impact, Table, USUAL_TRIALS};
use serde_json::json;

use crate::failure::Failure;
use crate::page::Page;
use crate::show::{table, title};
use fracas_report::numbers::{rounded_points, whole};

/// Shows everybody, ranked by what leaving him out does to the odds.
pub fn show(
    found: &Impact,
    asked: Option<u64>,
    json: bool,
    page: &mut Page,
) -> Result<(), Failure> {
    if json {
        return page.json(found);
    }
    let paint = page.paint();
    page.text(&title(&found.heading, paint))?;
    page.text("\n")?;
    page.text(&table::show(&ranking(found, asked), paint))
}

/// Everybody in a row.
fn ranking(found: &Impact, asked: Option<u64>) -> Table {
    let heads = ["side", "name", "wins", "without", "impact", "between"];
    let mut ranking = Table::new("who matters most", &heads);
    let percent = |share: f64| format!("{:.1}%", 100.0 * share);
    let points = rounded_points;
    for part in &found.parts {
        ranking.row(vec![
            json!(part.side),
            json!(part.name),
            json!(percent(part.with)),
            json!(percent(part.without)),
            json!(points(part.impact)),
            json!(between(part.low, part.high)),
        ]);
    }
    let which = "with everybody and as many without each";
    let how = how(found.seed.zip(found.trials), which, asked);
    let stopped = match (found.provisional, found.left_out) {
        (false, _) => String::new(),
        (true, 0) => "provisional: stopped early; ".to_owned(),
        (true, left) => {
            format!("provisional: stopped early, {} were not tried; ", whole(left as i128))
        }
    };
    ranking.note = Some(format!(
        "{stopped}impact: percentage points that being there adds to the chance of the side; {how}"
    ));
    ranking
}

/// An interval in percentage points; nothing if it is none.
pub fn between(low: f64, high: f64) -> String {
    match low < high {
        true => format!("{} and {}", rounded_points(low), rounded_points(high)),
        false => "exact".to_owned(),
    }
}

/// Where differences come from: `which` battles with which dice. Where battles
/// take long there are few unless somebody `asked` for more.
pub fn how(dice: Option<(u64, u64)>, which: &str, asked: Option<u64>) -> String {
    let Some((seed, trials)) = dice else { return "exact: every branch followed".to_owned() };
    let cut_short = asked.is_none() && trials < USUAL_TRIALS;
    let more = if cut_short { "; --trials fights more" } else { "" };
    let trials = whole(trials.into());
    format!("{trials} battles {which}, same dice, seed {seed}{more}")
}
