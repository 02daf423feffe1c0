//! The smallest value that does it.

use fracas::lab::{Monotone, Solved, SolvedValue};
use fracas::{Heading, Rules, Table};
use serde_json::json;

use super::{LabAnswer, quoted};
use crate::chart::{Chart, Lines, Series, Tone};
use crate::estimate::{between, value};
use crate::numbers::whole;
use crate::paths::path_words;

impl LabAnswer for Solved {
    fn heading(&self) -> Heading {
        self.heading.clone()
    }

    fn sentence(&self) -> String {
        let (path, claims) = (path_words(&self.path), self.claims.join(" and "));
        let which = if self.most { "largest" } else { "smallest" };
        let end = if self.most { "at most" } else { "at least" };
        match (&self.value, &self.or_from) {
            (Some(value), None) => {
                let so_far = if self.provisional { " known so far" } else { "" };
                let beyond = match (self.monotone, self.most) {
                    (Monotone::Broken, false) => ", though some larger ones do not do it",
                    (Monotone::Broken, true) => ", though some smaller ones do not do it",
                    _ => "",
                };
                format!("the {which} {path}{so_far} with {claims} is {value}{beyond}")
            }
            (Some(value), Some(from)) => format!(
                "the {which} {path} with {claims} lies between {from} and {value}: what lies \
                 between is too close to call, {value} is sure"
            ),
            (None, Some(from)) => format!(
                "no {path} is sure to have {claims}; from {from} on it is too close to call"
            ),
            (None, None) => {
                let tried = self.tried.len() as u64;
                let all = if tried == self.of { "no" } else { "no tried" };
                format!("{all} {path} has {claims} ({end} {} was tried)", first_and_last(self))
            }
        }
    }

    fn is_provisional(&self) -> bool {
        self.provisional
    }

    fn cautions(&self) -> Vec<String> {
        if self.monotone != Monotone::Broken {
            return Vec::new();
        }
        let yes = self.tried.iter().find(|tried| tried.does == "yes");
        let no = self.tried.iter().rev().find(|tried| tried.does == "no");
        vec![format!(
            "it does not hold from some value on: {} does it and {} does not; of the values before \
             the answer some were tried, not all",
            value_of(yes),
            value_of(no)
        )]
    }

    fn tables(&self, _most: usize) -> Vec<Table> {
        let title = if self.value.is_some() { "border" } else { "the best there is" };
        vec![values(title, self, &self.border)]
    }

    fn how(&self) -> String {
        let tried = self.tried.len();
        let exact = self.tried.iter().all(|tried| tried.trials.is_none());
        let mut text = format!("{tried} of {} values tried", whole(self.of.into()));
        match exact {
            true => text.push_str(", all exactly"),
            false => {
                let alpha = self.alpha * 100.0;
                text.push_str(&format!(
                    ", seed {}: all verdicts together are wrong with at most {alpha}%",
                    self.seed
                ));
                let sampled = self.border.iter().any(|tried| tried.trials.is_some());
                if self.verified && sampled {
                    text.push_str("; the border is told from fresh dice, which agree");
                }
            }
        }
        text.push_str(match self.monotone {
            Monotone::AllTried if self.value.is_some() => {
                "; every value before the answer was tried"
            }
            Monotone::NothingAgainst if self.value.is_some() => {
                "; that what lies before the answer does not do it is read off values all over the \
                 range and next to it"
            }
            _ => "",
        });
        text
    }

    /// What is claimed something of, along the values that were tried: chances
    /// together, each mean by itself.
    fn charts(&self, _rules: &Rules) -> Vec<(String, Box<dyn Chart>)> {
        let places = 0..self.claims.len();
        let (shares, means): (Vec<usize>, Vec<usize>) =
            places.partition(|place| is_share(&self.claims[*place]));
        let mut charts: Vec<(String, Box<dyn Chart>)> = Vec::new();
        if !shares.is_empty() {
            charts.push(("What was tried".to_owned(), Box::new(lines(self, &shares))));
        }
        for mean in means {
            charts.push((self.claims[mean].clone(), Box::new(lines(self, &[mean]))));
        }
        charts
    }

    fn csv(&self) -> Option<String> {
        let mut text = format!("{},does,claim,value,low,high,trials\n", quoted(&self.path));
        for tried in &self.tried {
            let trials = tried.trials.map_or_else(String::new, |trials| trials.to_string());
            for (claim, found) in self.claims.iter().zip(&tried.claims) {
                text.push_str(&format!(
                    "{},{},{},{},{},{},{trials}\n",
                    quoted(&tried.value),
                    tried.does,
                    quoted(claim),
                    found.value,
                    found.low,
                    found.high
                ));
            }
        }
        Some(text)
    }
}

/// A claim about a mean says so.
fn is_share(claim: &str) -> bool {
    !claim.starts_with("mean ")
}

fn value_of(tried: Option<&SolvedValue>) -> &str {
    tried.map_or("", |tried| tried.value.as_str())
}

fn first_and_last(solved: &Solved) -> String {
    format!("{} to {}", value_of(solved.tried.first()), value_of(solved.tried.last()))
}

fn values(name: &str, solved: &Solved, values: &[SolvedValue]) -> Table {
    let mut heads = vec![path_words(&solved.path), "does it".to_owned()];
    for claim in &solved.claims {
        heads.extend([claim.clone(), "95%".to_owned()]);
    }
    heads.push("battles".to_owned());
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let mut table = Table::new(name, &heads);
    for tried in values {
        let mut cells = vec![json!(tried.value), json!(tried.does)];
        for place in 0..solved.claims.len() {
            let share = is_share(&solved.claims[place]);
            let found = tried.claims.get(place);
            cells.push(json!(found.map_or_else(String::new, |found| value(found, share))));
            cells.push(json!(found.map_or_else(String::new, |found| between(found, share))));
        }
        cells.push(tried.trials.map_or(json!("exact"), |trials| json!(trials)));
        table.row(cells);
    }
    table
}

/// Claims along the values, smallest first, with what is wanted of them.
fn lines(solved: &Solved, claims: &[usize]) -> Lines {
    let mut tried: Vec<&SolvedValue> =
        solved.tried.iter().filter(|tried| !tried.claims.is_empty()).collect();
    if solved.most {
        tried.reverse();
    }
    let at: Option<Vec<f64>> = tried.iter().map(|tried| tried.value.parse().ok()).collect();
    let series = claims.iter().map(|&place| Series {
        name: solved.claims[place].clone(),
        tone: Tone::First,
        points: tried
            .iter()
            .map(|tried| tried.claims.get(place))
            .map(|found| found.map_or((f64::NAN, f64::NAN, f64::NAN), |e| (e.value, e.low, e.high)))
            .collect(),
    });
    Lines {
        title: format!("{} along {}", solved.claims[claims[0]], path_words(&solved.path)),
        across: path_words(&solved.path),
        marks: tried.iter().map(|tried| tried.value.clone()).collect(),
        at,
        series: series.collect(),
        levels: claims.iter().filter_map(|place| solved.wanted.get(*place).copied()).collect(),
        share: claims.iter().all(|place| is_share(&solved.claims[*place])),
    }
}
