//! `fracas odds --sensitivity`: which value of the scenario matters most.

use fracas::core::odds::{ALPHA, clopper_pearson};
use fracas::core::table::decimal;
use fracas::{Number, Sensitivity, Table};
use serde_json::json;

use crate::failure::Failure;
use crate::page::Page;
use crate::show::{table, title};
use crate::verbs::impact::{between, estimate, how, percent, points};
use fracas_report::numbers::{whole, with_error};

/// So many values are shown unless somebody asks for more or fewer.
const USUAL: usize = 10;

/// Shows the values that matter most, with what a notch does to the odds.
pub fn show(
    found: &Sensitivity,
    top: Option<usize>,
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
    page.text(&table::show(&ranking(found, top.unwrap_or(USUAL), asked), paint))
}

fn ranking(found: &Sensitivity, top: usize, asked: Option<u64>) -> Table {
    let heads = ["value", "change", found.of.as_str(), "effect", "between"];
    let mut ranking = Table::new("which value matters most", &heads);
    for value in found.values.iter().take(top) {
        for change in &value.changes {
            let effect = estimate((change.effect, change.low, change.high), found.trials);
            ranking.row(vec![
                json!(value.path),
                json!(format!("{} → {}", number(value.value), number(change.to))),
                json!(percent(change.p, found.trials)),
                json!(points(&effect)),
                json!(between(&effect)),
            ]);
        }
    }
    let which = "as written and as many after each change";
    let how = how(found.seed.zip(found.trials), which, asked);
    let rest = found.values.len().saturating_sub(top);
    let rest = match rest {
        0 => String::new(),
        rest => format!("; {} more with --top {}", whole(rest as i128), found.values.len()),
    };
    let left_out = match found.left_out {
        0 => String::new(),
        more => format!("; {} further values were not looked at", whole(more as i128)),
    };
    let stopped = if found.provisional { "provisional: stopped early; " } else { "" };
    ranking.note = Some(format!(
        "{stopped}effect: percentage points that the change adds to {}, which is {} as written; {how}{rest}{left_out}",
        found.of,
        base(found)
    ));
    ranking
}

/// What the odds are as written, with their error.
fn base(found: &Sensitivity) -> String {
    let Some(n) = found.trials.filter(|n| *n > 0) else { return percent(found.p, None) };
    let (low, high) = clopper_pearson((found.p * n as f64).round() as u64, n, ALPHA);
    format!("{}%", with_error(found.p, low, high))
}

fn number(number: Number) -> String {
    match number {
        Number::Whole(number) => whole(number.into()),
        Number::Real(number) => decimal(number),
    }
}
