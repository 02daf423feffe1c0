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
        let which = which(self);
        match (&self.value, &self.or_from) {
            (Some(value), None) => {
                let again = self.fails_again.as_ref();
                let again = again.map_or_else(String::new, |no| format!(", though {no} does not"));
                format!("the {which} {path} with {claims} is {value}{again}")
            }
            (Some(value), Some(from)) if is_next(self, from) => format!(
                "the {which} {path} with {claims} is {from} or {value}: {from} is too close to \
                 call, {value} is sure"
            ),
            (Some(value), Some(from)) => format!(
                "the {which} {path} with {claims} lies between {from} and {value}: what lies \
                 between is too close to call, {value} is sure"
            ),
            (None, Some(from)) => format!(
                "no {path} is sure to have {claims}; from {from} on it is too close to call"
            ),
            (None, None) if self.tried.len() as u64 == self.of => {
                format!("no {path} has {claims}; all from {} were tried", first_to_last(self))
            }
            (None, None) => format!(
                "no tried {path} has {claims}; tried were {} from {}",
                self.tried.len(),
                first_to_last(self)
            ),
        }
    }

    fn is_provisional(&self) -> bool {
        self.provisional
    }

    fn cautions(&self) -> Vec<String> {
        if self.monotone != Monotone::Broken {
            return Vec::new();
        }
        vec![
            "the odds go up and down along the values, and of those before the answer some were \
             tried, not all"
                .to_owned(),
        ]
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

/// From the smallest value that was tried to the largest.
fn first_to_last(solved: &Solved) -> String {
    let (first, last) = (value_of(solved.tried.first()), value_of(solved.tried.last()));
    if solved.most { format!("{last} to {first}") } else { format!("{first} to {last}") }
}

/// The smallest, or of words the first.
fn which(solved: &Solved) -> &'static str {
    let numbers = solved.tried.iter().all(|tried| tried.value.parse::<f64>().is_ok());
    match (solved.most, numbers) {
        (false, true) => "smallest",
        (true, true) => "largest",
        (false, false) => "first",
        (true, false) => "last",
    }
}

/// Whether a value is the one just before the answer.
fn is_next(solved: &Solved, value: &str) -> bool {
    matches!(&solved.border[..], [before, _] if before.value == value)
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
