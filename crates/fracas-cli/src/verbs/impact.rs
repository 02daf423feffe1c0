//! `fracas odds --impact`: who matters most.

use fracas::{Impact, Table, USUAL_TRIALS};
use serde_json::json;

use crate::failure::Failure;
use crate::page::Page;
use crate::show::{table, title};
use fracas::core::odds::{ALPHA, clopper_pearson};
use fracas::lab::Estimate;
use fracas_report::estimate::{difference, difference_between};
use fracas_report::numbers::{self, rounded_points, whole};

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
    for part in &found.parts {
        let impact = estimate((part.impact, part.low, part.high), found.trials);
        ranking.row(vec![
            json!(part.side),
            json!(part.name),
            json!(percent(part.with, found.trials)),
            json!(percent(part.without, found.trials)),
            json!(points(&impact)),
            json!(between(&impact)),
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

/// A share of so many battles, or an exact one, told no surer than it is.
pub fn percent(p: f64, trials: Option<u64>) -> String {
    let Some(n) = trials.filter(|n| *n > 0) else { return format!("{}%", numbers::percent(p, 1)) };
    let (low, high) = clopper_pearson((p * n as f64).round() as u64, n, ALPHA);
    format!("{}%", numbers::share(p, low, high, 1))
}

/// A number with its interval, from so many battles or exact.
pub fn estimate((value, low, high): (f64, f64, f64), trials: Option<u64>) -> Estimate {
    match trials {
        Some(_) => Estimate::sampled(value, low, high),
        None => Estimate::exactly(value),
    }
}

/// A difference in percentage points.
pub fn points(found: &Estimate) -> String {
    match found.is_exact() {
        true => rounded_points(found.value),
        false => difference(found, true),
    }
}

/// Its interval.
pub fn between(found: &Estimate) -> String {
    match found.is_exact() {
        true => "exact".to_owned(),
        false => difference_between(found, true),
    }
}

/// Where differences come from: `which` battles with which dice. Where battles
/// take long there are few unless somebody `asked` for more.
pub fn how(dice: Option<(u64, u64)>, which: &str, asked: Option<u64>) -> String {
    let Some((seed, trials)) = dice else {
        return "exact: every way the dice can fall is weighed".to_owned();
    };
    let cut_short = asked.is_none() && trials < USUAL_TRIALS;
    let more = if cut_short { "; --trials fights more" } else { "" };
    let trials = whole(trials.into());
    format!("{trials} battles {which}, same dice, seed {seed}{more}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_told_by_its_bound() {
        assert_eq!(percent(0.0, Some(20_000)), "<0.1%");
        assert_eq!(percent(1.0, Some(20_000)), ">99.9%");
        assert_eq!(percent(0.5, Some(20_000)), "50.0%");
        assert_eq!((percent(0.0, None), percent(1.0, None)), ("0.0%".into(), "100.0%".into()));
        // No pair of 20,000 differs: that is no difference of nothing.
        let none = Estimate::sampled(0.0, -0.000_098, 0.000_098);
        assert_eq!(between(&none), "-0.010 to +0.010");
        assert_eq!(between(&Estimate::exactly(0.02)), "exact");
    }
}
