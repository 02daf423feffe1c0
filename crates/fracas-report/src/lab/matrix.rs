//! Everybody against everybody.

use fracas::lab::{Estimate, MatrixFound, Meeting};
use fracas::{Heading, Rules, Table};
use serde_json::json;

use super::{LabAnswer, listed, quoted, ranked, ranked_row};
use crate::chart::{Chart, Heat, Tone};
use crate::estimate::{between, brief, value};
use crate::numbers::{whole, with_error};

impl LabAnswer for MatrixFound {
    fn heading(&self) -> Heading {
        Heading {
            fracas: self.fracas,
            ruleset: self.ruleset,
            name: "everybody against everybody".to_owned(),
            part: None,
        }
    }

    fn sentence(&self) -> String {
        let first: Vec<&str> = self
            .ranking
            .iter()
            .filter(|rank| rank.from == 1)
            .map(|rank| rank.name.as_str())
            .collect();
        match (first.as_slice(), self.ranking.first()) {
            ([only], Some(rank)) => format!(
                "{only} is first of {} with a score of {}",
                self.ranking.len(),
                brief(&rank.score, true)
            ),
            ([], _) | (_, None) => "nobody met anybody".to_owned(),
            (several, _) => format!("{} may each be first", listed(several)),
        }
    }

    fn is_provisional(&self) -> bool {
        self.provisional
    }

    fn tables(&self, _most: usize) -> Vec<Table> {
        vec![ranking(self), meetings(self)]
    }

    fn how(&self) -> String {
        let trials = self.meetings.iter().filter_map(|met| met.trials).max();
        let mut text =
            String::from("score: the share of battles won, an undecided one counting half");
        match trials {
            None => text.push_str("; all odds are exact"),
            Some(trials) => text.push_str(&format!(
                "; {} battles of each pair, same dice for all, seed {}; all places together are \
                 wrong with at most 5%, each interval by itself",
                whole(trials.into()),
                self.seed
            )),
        }
        text
    }

    fn charts(&self, _rules: &Rules) -> Vec<(String, Box<dyn Chart>)> {
        let rows = self.ranking.iter();
        let rows = rows.map(|rank| ranked_row(&rank.name, Tone::First, &rank.score, true));
        let scores = ranked("Scores", "score", true, rows.collect());
        let [first, second] = self.sides;
        // The best above, as everybody reads it; maps are drawn upwards.
        let rows: Vec<&str> = down(self).into_iter().rev().collect();
        let columns = across(self);
        let of = |first: &str| {
            let cell = |second: &&str| met(self, first, second).map(|met| met.wins.point());
            columns.iter().map(cell).collect()
        };
        let wins = Heat {
            title: format!("Wins of the {first}, in percent"),
            across: second.to_owned(),
            columns: columns.iter().map(|name| (*name).to_owned()).collect(),
            up: first.to_owned(),
            rows: rows.iter().map(|name| (*name).to_owned()).collect(),
            values: rows.iter().map(|first| of(first)).collect(),
            tone: Tone::First,
            share: true,
        };
        let title = format!("Wins of the {first}, {second} across");
        vec![("Who is best".to_owned(), Box::new(scores)), (title, Box::new(wins))]
    }

    fn csv(&self) -> Option<String> {
        let mut text =
            String::from("first,second,wins,low,high,loses,loses_low,loses_high,trials\n");
        for met in &self.meetings {
            let trials = met.trials.map_or_else(String::new, |trials| trials.to_string());
            text.push_str(&format!(
                "{},{},{},{},{},{},{},{},{trials}\n",
                quoted(&met.first),
                quoted(&met.second),
                met.wins.value,
                met.wins.low,
                met.wins.high,
                met.loses.value,
                met.loses.low,
                met.loses.high
            ));
        }
        Some(text)
    }
}

fn ranking(found: &MatrixFound) -> Table {
    let mut table = Table::new("ranking", &["place", "who", "score", "95%", "pairings"]);
    for rank in &found.ranking {
        let place = match rank.from == rank.to {
            true => rank.from.to_string(),
            false => format!("{} to {}", rank.from, rank.to),
        };
        table.row(vec![
            json!(place),
            json!(rank.name),
            json!(value(&rank.score, true)),
            json!(between(&rank.score, true)),
            json!(rank.battles),
        ]);
    }
    table
}

/// Who stands on the first side, the best first.
fn down(found: &MatrixFound) -> Vec<&str> {
    let names = found.ranking.iter().map(|rank| rank.name.as_str());
    names.filter(|name| found.meetings.iter().any(|met| met.first == *name)).collect()
}

/// Who stands on the second.
fn across(found: &MatrixFound) -> Vec<&str> {
    let names = found.ranking.iter().map(|rank| rank.name.as_str());
    names.filter(|name| found.meetings.iter().any(|met| met.second == *name)).collect()
}

fn met<'a>(found: &'a MatrixFound, first: &str, second: &str) -> Option<&'a Meeting> {
    found.meetings.iter().find(|met| met.first == first && met.second == second)
}

/// How often somebody wins, with its error.
fn wins(found: &Estimate) -> String {
    match found.is_exact() {
        true => value(found, true),
        false => format!("{}%", with_error(found.value, found.low, found.high)),
    }
}

/// Who wins how often, the first side down, the second across.
fn meetings(found: &MatrixFound) -> Table {
    let [first, second] = found.sides;
    let across = across(found);
    let mut heads = vec![first];
    heads.extend(&across);
    let mut table = Table::new(format!("wins of the {first}, {second} across"), &heads);
    for name in down(found) {
        let cell = |other: &&str| {
            let met = met(found, name, other);
            json!(met.map_or_else(String::new, |met| wins(&met.wins)))
        };
        let cells = across.iter().map(cell);
        table.row(std::iter::once(json!(name)).chain(cells).collect());
    }
    table
}
