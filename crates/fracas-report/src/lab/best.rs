//! The best that can be had for the money.

use fracas::lab::{Army, BestFound};
use fracas::{Heading, Rules, Table};
use serde_json::json;

use super::{LabAnswer, best_of, difference_row, end_of, quoted, ranked, ranked_row, tone_of_aim};
use crate::chart::Chart;
use crate::estimate::{between, brief, difference, difference_between, value};
use crate::numbers::{rounded, short, whole};
use crate::paths::path_heads;

/// So many runners-up are drawn.
const DRAWN: usize = 12;

impl LabAnswer for BestFound {
    fn heading(&self) -> Heading {
        self.heading.clone()
    }

    fn sentence(&self) -> String {
        let told = brief(&self.best.value, self.share);
        let alike = match self.runners_up.len() {
            0 => String::new(),
            1 => "; another cannot be told apart from it".to_owned(),
            several => format!("; {} others cannot be told apart from it", whole(several as i128)),
        };
        let (choice, cost) = (in_short(&self.best), short(self.best.cost));
        let is_best = best_of(&self.aim, self.share, self.least, &self.heading, &told);
        format!("with {choice} for {cost} {is_best}{alike}")
    }

    fn is_provisional(&self) -> bool {
        self.provisional
    }

    fn tables(&self, most: usize) -> Vec<Table> {
        let mut tables = vec![armies(self, most)];
        if !self.prices.is_empty() {
            tables.push(prices(self));
        }
        tables
    }

    fn how(&self) -> String {
        let tried = whole(self.tried.into());
        let mut text = match self.possible {
            Some(_) => format!("best of all {tried} combinations for {}", rounded(self.money)),
            None => format!(
                "best of {tried} tried for {}, found by going from several beginnings to better \
                 neighbours: there may be better ones",
                rounded(self.money)
            ),
        };
        let counts = [
            (self.worse, "shown to be worse"),
            (self.set_aside, "set aside while behind"),
            (self.impossible, "no battles"),
        ];
        for (count, what) in counts.into_iter().filter(|(count, _)| *count > 0) {
            text.push_str(&format!("; {} {what}", whole(count.into())));
        }
        if self.best.trials.is_some() {
            text.push_str(&format!(
                "; same dice for all, seed {}; the best of a race is dropped with at most 5%",
                self.seed
            ));
            if !self.provisional {
                text.push_str(", and what it is worth is told from fresh dice");
            }
        }
        text
    }

    fn charts(&self, rules: &Rules) -> Vec<(String, Box<dyn Chart>)> {
        let tone = tone_of_aim(&self.aim, rules);
        let all = [&self.best].into_iter().chain(self.runners_up.iter().take(DRAWN));
        let row = |army: &Army| ranked_row(&in_short(army), tone, &army.value, self.share);
        let armies = ranked(&self.aim, &self.aim, self.share, all.map(row).collect());
        let mut charts: Vec<(String, Box<dyn Chart>)> =
            vec![("The best, and as good".to_owned(), Box::new(armies))];
        if !self.prices.is_empty() {
            let steps = self.prices.iter().map(|price| {
                let name = format!("{} {} to {}", end_of(&price.path), price.from, price.to);
                difference_row(&name, &price.difference, self.share)
            });
            let title = "What a step is worth";
            let steps = ranked(title, "difference", false, steps.collect());
            charts.push((title.to_owned(), Box::new(steps)));
        }
        charts
    }

    fn csv(&self) -> Option<String> {
        let mut text: String = self.best.choices.keys().map(|path| quoted(path) + ",").collect();
        text.push_str("cost,value,low,high,trials\n");
        for army in [&self.best].into_iter().chain(&self.runners_up) {
            army.choices.values().for_each(|value| text.push_str(&format!("{},", quoted(value))));
            let Army { cost, value, trials, .. } = army;
            let trials = trials.map_or_else(String::new, |trials| trials.to_string());
            text.push_str(&format!(
                "{cost},{},{},{},{trials}\n",
                value.value, value.low, value.high
            ));
        }
        Some(text)
    }
}

/// What is chosen: `9 knight, 4 pikeman`; with whose they are where their ends
/// are the same.
fn in_short(army: &Army) -> String {
    let paths: Vec<&str> = army.choices.keys().map(String::as_str).collect();
    let ends: Vec<&str> = paths.iter().map(|path| end_of(path)).collect();
    let alone = |end: &str| ends.iter().filter(|other| **other == end).count() == 1;
    let heads = path_heads(&paths);
    let each = army.choices.values().enumerate().map(|(place, value)| {
        let end = ends[place];
        format!("{value} {}", if alone(end) { end } else { heads[place].as_str() })
    });
    each.collect::<Vec<_>>().join(", ")
}

/// The choices in words.
fn choices(found: &BestFound) -> Vec<String> {
    path_heads(&found.best.choices.keys().map(String::as_str).collect::<Vec<_>>())
}

fn armies(found: &BestFound, most: usize) -> Table {
    let mut heads = vec![""];
    let choices = choices(found);
    heads.extend(choices.iter().map(String::as_str));
    heads.extend(["cost", found.aim.as_str(), "95%"]);
    let mut table = Table::new("best", &heads);
    let mut row = |name: &str, army: &Army| {
        let mut cells = vec![json!(name)];
        cells.extend(army.choices.values().map(|value| json!(value)));
        cells.push(json!(rounded(army.cost)));
        cells.push(json!(value(&army.value, found.share)));
        cells.push(json!(between(&army.value, found.share)));
        table.row(cells);
    };
    row("best", &found.best);
    for army in found.runners_up.iter().take(most) {
        row("as good", army);
    }
    let more = found.runners_up.len().saturating_sub(most);
    if more > 0 {
        table.note = Some(format!("and {more} more that cannot be told apart; --top shows them"));
    }
    table
}

fn prices(found: &BestFound) -> Table {
    let unit = if found.share { "points" } else { "more" };
    let heads = ["a step", "", "costs", unit, "between", "money a point"];
    let mut table = Table::new("what a step is worth", &heads);
    let paths: Vec<&String> = found.best.choices.keys().collect();
    let names = choices(found);
    let name = |path: &String| {
        let place = paths.iter().position(|known| *known == path);
        place.map_or_else(|| path.clone(), |place| names[place].clone())
    };
    for price in &found.prices {
        table.row(vec![
            json!(name(&price.path)),
            json!(format!("{} to {}", price.from, price.to)),
            json!(rounded(price.cost)),
            json!(difference(&price.difference, found.share)),
            json!(difference_between(&price.difference, found.share)),
            json!(price.per_point.map_or_else(|| "–".to_owned(), rounded)),
        ]);
    }
    table
}
