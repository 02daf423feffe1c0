//! `fracas best`: the best that can be had for the money.

use clap::Args;
use fracas::lab::{Army, Best, BestAsk, BestFound, Choice};
use fracas::{Registry, Table};
use serde_json::json;

use crate::args::{Json, Scenario, Seed, Threads, battles, large_number};
use crate::failure::Failure;
use crate::input::scenario;
use crate::page::Page;
use crate::progress::work;
use crate::show::csv::quoted;
use crate::show::estimate::{between, difference, difference_between, value};
use crate::show::numbers::{rounded, whole};
use crate::show::words::{caution, paragraph};
use crate::show::{Paint, table, title};
use crate::verb::Run;

/// Find the best that can be had for the money
#[derive(Args)]
pub struct BestOf {
    #[command(flatten)]
    scenario: Scenario,

    /// What may be chosen and what a unit of it costs, 'path=lo..hi cost N';
    /// an entry of a list is chosen with 0..1. May be given several times
    #[arg(long, value_name = "PATH=LO..HI cost N", required = true)]
    choose: Vec<Choice>,

    /// The money there is; usually as much as it takes
    #[arg(long, value_name = "N", value_parser = money)]
    budget: Option<f64>,

    /// What is to be as large as can be: an outcome, a condition, or a
    /// measure's mean
    #[arg(long = "for", value_name = "AIM")]
    aim: String,

    /// Make it as small as can be
    #[arg(long)]
    least: bool,

    #[command(flatten)]
    seed: Seed,

    /// Fight so many battles of those who stay to the end
    #[arg(long, value_name = "N", value_parser = battles)]
    trials: Option<u64>,

    /// Try all combinations if there are no more than this; usually as many as
    /// can be had soon, at most 1024
    #[arg(long, value_name = "N", value_parser = large_number, default_value_t = 0)]
    all: u64,

    /// Show so many that cannot be told apart from the best
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,

    #[command(flatten)]
    json: Json,

    /// Answer in CSV: the best and those who cannot be told apart
    #[arg(long, conflicts_with = "json")]
    csv: bool,

    #[command(flatten)]
    threads: Threads,
}

/// Combinations that somebody may wait for.
const MOST_ALL: u64 = 100_000;

fn money(text: &str) -> Result<f64, String> {
    let number = text.replace(['_', ','], "").parse().ok();
    let number = number.filter(|number: &f64| number.is_finite() && number.abs() <= 1e15);
    number.ok_or_else(|| "write a number, such as 900".to_owned())
}

impl Run for BestOf {
    const NAME: &'static str = "best";
    const EXAMPLES: &'static str =
        "  fracas best siege.toml --for attacker --choose 'men.knight=0..9 cost 40'";

    fn run(self, registry: &Registry, page: &mut Page) -> Result<(), Failure> {
        let args = &self.scenario;
        let base = scenario(registry, args.file.as_deref(), &args.switches, &args.changes)?;
        if self.all > MOST_ALL {
            let most = whole(MOST_ALL.into());
            return Err(Failure::Input(format!("--all {}: at most {most}", self.all)));
        }
        let dearest = |choice: &Choice| {
            let places = 0..choice.axis.values.len() as u64;
            places.map(|place| choice.cost(place)).fold(0.0, f64::max)
        };
        let most = self.choose.iter().map(dearest).sum();
        let ask = BestAsk {
            aim: self.aim.clone(),
            least: self.least,
            money: self.budget.unwrap_or(most),
            trials: self.trials,
            all: self.all,
        };
        let question = Best::new(registry, base, self.choose.clone(), ask, self.seed.seed)?;
        let found = work(&self.threads, |effort| question.carry_out(effort));
        if self.json.json {
            return page.json(&found);
        }
        if self.csv {
            return page.text(&as_csv(&found));
        }
        page.text(&show(&found, self.top, page.paint()))
    }
}

fn show(found: &BestFound, top: usize, paint: Paint) -> String {
    let mut text = title(&found.heading, paint);
    if found.provisional {
        text.push_str(&caution("provisional: stopped early", paint));
    }
    text.push('\n');
    text.push_str(&table::show(&armies(found, top), paint));
    text.push('\n');
    if !found.prices.is_empty() {
        text.push_str(&table::show(&prices(found), paint));
        text.push('\n');
    }
    text.push_str(&paragraph(&how(found), paint));
    text
}

fn armies(found: &BestFound, top: usize) -> Table {
    let mut heads: Vec<&str> = vec![""];
    heads.extend(found.best.choices.keys().map(String::as_str));
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
    for army in found.runners_up.iter().take(top) {
        row("as good", army);
    }
    let more = found.runners_up.len().saturating_sub(top);
    if more > 0 {
        table.note = Some(format!("and {more} more that cannot be told apart; --top shows them"));
    }
    table
}

fn prices(found: &BestFound) -> Table {
    let unit = if found.share { "points" } else { "more" };
    let heads = ["a step", "", "costs", unit, "between", "money a point"];
    let mut table = Table::new("what a step is worth", &heads);
    for price in &found.prices {
        table.row(vec![
            json!(price.path),
            json!(format!("{} to {}", price.from, price.to)),
            json!(rounded(price.cost)),
            json!(difference(&price.difference, found.share)),
            json!(difference_between(&price.difference, found.share)),
            json!(price.per_point.map_or_else(|| "–".to_owned(), rounded)),
        ]);
    }
    table
}

fn how(found: &BestFound) -> String {
    let tried = whole(found.tried.into());
    let mut text = match found.possible {
        Some(_) => format!("best of all {tried} combinations for {}", rounded(found.money)),
        None => format!(
            "best of {tried} tried for {}, found by going from several beginnings to better \
             neighbours: there may be better ones",
            rounded(found.money)
        ),
    };
    let counts = [
        (found.worse, "shown to be worse"),
        (found.set_aside, "set aside while behind"),
        (found.impossible, "no battles"),
    ];
    for (count, what) in counts.into_iter().filter(|(count, _)| *count > 0) {
        text.push_str(&format!("; {} {what}", whole(count.into())));
    }
    if found.best.trials.is_some() {
        text.push_str(&format!(
            "; same dice for all, seed {}; the best of a race is dropped with at most 5%, and what \
             it is worth is told from fresh dice",
            found.seed
        ));
    }
    text
}

fn as_csv(found: &BestFound) -> String {
    let mut text: String = found.best.choices.keys().map(|path| quoted(path) + ",").collect();
    text.push_str("cost,value,low,high,trials\n");
    for army in [&found.best].into_iter().chain(&found.runners_up) {
        army.choices.values().for_each(|value| text.push_str(&format!("{},", quoted(value))));
        let Army { cost, value, trials, .. } = army;
        let trials = trials.map_or_else(String::new, |trials| trials.to_string());
        text.push_str(&format!("{cost},{},{},{},{trials}\n", value.value, value.low, value.high));
    }
    text
}
