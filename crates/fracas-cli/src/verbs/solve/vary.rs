//! `fracas solve --vary`: the smallest value that does it, or the largest.

use std::sync::Arc;

use clap::Args;
use fracas::lab::{Axis, Monotone, Solve as Question, SolveAsk, Solved, SolvedValue, Space};
use fracas::{Registry, Table};
use serde_json::json;

use super::Solve;
use crate::args::battles;
use crate::failure::Failure;
use crate::input::scenario;
use crate::page::Page;
use crate::progress::work;
use crate::show::estimate::{between, value};
use crate::show::numbers::whole;
use crate::show::words::{caution, paragraph};
use crate::show::{Paint, table, title};

/// Above flags of values that vary.
const VARY: &str = "A value that does it";

/// Which value is looked for.
#[derive(Args)]
pub struct VaryFlags {
    /// The value that may change and what it may be: path=lo..hi or
    /// path=lo..hi..step
    #[arg(long, value_name = "PATH=LO..HI", help_heading = VARY)]
    vary: Option<Axis>,

    /// Find the largest value, not the smallest
    #[arg(long, help_heading = VARY)]
    most: bool,

    /// Fight at most so many battles to test a value
    #[arg(long, value_name = "N", value_parser = battles, help_heading = VARY)]
    trials: Option<u64>,

    /// Do not try exact odds
    #[arg(long, help_heading = VARY)]
    sampled: bool,
}

impl VaryFlags {
    /// Whether a value is what is asked for.
    pub fn is_asked(&self) -> bool {
        self.vary.is_some()
    }

    /// Finds it and shows it.
    pub fn run(&self, asked: &Solve, registry: &Registry, page: &mut Page) -> Result<(), Failure> {
        let args = &asked.scenario;
        let base = scenario(registry, args.file.as_deref(), &args.switches, &args.changes)?;
        let axes = self.vary.iter().cloned().collect();
        let space = Space::new(registry, base, axes)?;
        let seed = asked.seed.seed.or(space.seed()).unwrap_or(0);
        let usual = SolveAsk::default();
        let ask = SolveAsk {
            claims: asked.goals.clone(),
            most: self.most,
            trials: self.trials,
            budget: usual.budget.filter(|_| !self.sampled),
        };
        let question = Question::new(Arc::new(space), ask, seed)
            .map_err(|why| Failure::Input(why.to_string()))?;
        let solved = work(&asked.threads, |effort| question.carry_out(effort));
        if asked.json.json {
            return page.json(&solved);
        }
        page.text(&show(&solved, page.paint()))
    }
}

/// The answer, what is true there and one before, and how it was found.
fn show(solved: &Solved, paint: Paint) -> String {
    let mut text = title(&solved.heading, paint);
    if solved.provisional {
        text.push_str(&caution("provisional: stopped early", paint));
    }
    text.push('\n');
    for line in crate::show::words::wrap(&sentence(solved), paint.columns - 2) {
        text.push_str(&format!("  {}\n", paint.bold(&line)));
    }
    text.push('\n');
    let shown = if solved.value.is_some() { "border" } else { "the best there is" };
    text.push_str(&table::show(&values(shown, solved, &solved.border), paint));
    text.push('\n');
    text.push_str(&paragraph(&how(solved), paint));
    if solved.monotone == Monotone::Broken {
        text.push_str(&caution(&broken(solved), paint));
    }
    text
}

fn sentence(solved: &Solved) -> String {
    let (path, claims) = (&solved.path, solved.claims.join(" and "));
    let which = if solved.most { "largest" } else { "smallest" };
    let end = if solved.most { "at most" } else { "at least" };
    match (&solved.value, &solved.or_from) {
        (Some(value), None) => format!("{path}={value} is the {which} with {claims}"),
        (Some(value), Some(from)) => format!(
            "the {which} {path} with {claims} lies between {from} and {value}: what lies between \
             is too close to call, {value} is sure"
        ),
        (None, Some(from)) => {
            format!("no {path} is sure to have {claims}; from {from} on it is too close to call")
        }
        (None, None) => {
            let tried = solved.tried.len() as u64;
            let all = if tried == solved.of { "no" } else { "no tried" };
            format!("{all} {path} has {claims} ({end} {} was tried)", first_and_last(solved))
        }
    }
}

fn first_and_last(solved: &Solved) -> String {
    let value =
        |tried: Option<&SolvedValue>| tried.map_or("", |tried| tried.value.as_str()).to_owned();
    let (first, last) = (value(solved.tried.first()), value(solved.tried.last()));
    format!("{first} to {last}")
}

fn values(name: &str, solved: &Solved, values: &[SolvedValue]) -> Table {
    let mut heads = vec![solved.path.clone(), "does it".to_owned()];
    for claim in &solved.claims {
        heads.extend([claim.clone(), "95%".to_owned()]);
    }
    heads.push("battles".to_owned());
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let mut table = Table::new(name, &heads);
    for tried in values {
        let mut cells = vec![json!(tried.value), json!(tried.does)];
        for place in 0..solved.claims.len() {
            let share = !solved.claims[place].starts_with("mean ");
            let found = tried.claims.get(place);
            cells.push(json!(found.map_or_else(String::new, |found| value(found, share))));
            cells.push(json!(found.map_or_else(String::new, |found| between(found, share))));
        }
        cells.push(tried.trials.map_or(json!("exact"), |trials| json!(trials)));
        table.row(cells);
    }
    table
}

fn how(solved: &Solved) -> String {
    let tried = solved.tried.len();
    let exact = solved.tried.iter().all(|tried| tried.trials.is_none());
    let mut text = format!("{tried} of {} values tried", whole(solved.of.into()));
    match exact {
        true => text.push_str(", all exactly"),
        false => {
            let alpha = solved.alpha * 100.0;
            text.push_str(&format!(
                ", seed {}: all verdicts together are wrong with at most {alpha}%",
                solved.seed
            ));
            let sampled = solved.border.iter().any(|tried| tried.trials.is_some());
            if solved.verified && sampled {
                text.push_str("; the border is told from fresh dice, which agree");
            }
        }
    }
    text.push_str(match solved.monotone {
        Monotone::AllTried if solved.value.is_some() => "; every value before the answer was tried",
        Monotone::NothingAgainst if solved.value.is_some() => {
            "; that what lies before the answer does not do it is read off values all over the \
             range and next to it"
        }
        _ => "",
    });
    text
}

fn broken(solved: &Solved) -> String {
    let yes = solved.tried.iter().find(|tried| tried.does == "yes");
    let no = solved.tried.iter().rev().find(|tried| tried.does == "no");
    let value =
        |tried: Option<&SolvedValue>| tried.map_or("", |tried| tried.value.as_str()).to_owned();
    format!(
        "it does not hold from some value on: {} does it and {} does not; of the values before the \
         answer some were tried, not all",
        value(yes),
        value(no)
    )
}
