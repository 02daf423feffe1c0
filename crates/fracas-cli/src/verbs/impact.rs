//! `fracas odds --impact`: who matters most.

use fracas::{Impact, Table, USUAL_TRIALS};
use serde_json::json;

use crate::failure::Failure;
use crate::page::Page;
use crate::show::numbers::{rounded_points, whole};
use crate::show::{table, title};

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
    let cut_short = asked.is_none() && found.trials < USUAL_TRIALS;
    page.text(&table::show(&ranking(found, cut_short), paint))
}

/// Everybody in a row. Where battles take long there are few unless somebody
/// asks for more.
fn ranking(found: &Impact, cut_short: bool) -> Table {
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
            json!(format!("{} and {}", points(part.low), points(part.high))),
        ]);
    }
    let more = if cut_short { "; --trials fights more" } else { "" };
    ranking.note = Some(format!(
        "impact: percentage points that being there adds to the chance of the side; {} battles \
         with everybody and as many without each, same dice, seed {}{more}",
        whole(found.trials.into()),
        found.seed
    ));
    ranking
}
