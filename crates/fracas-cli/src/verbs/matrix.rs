//! `fracas matrix`: everybody against everybody.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use fracas::lab::{MOST_ENTRANTS, Matrix, MatrixError, MatrixFound};
use fracas::{Registry, Scenario, Table};
use serde_json::json;

use crate::args::{Changes, Json, Seed, Threads, battles};
use crate::failure::Failure;
use crate::input::changed;
use crate::page::Page;
use crate::progress::work;
use crate::show::csv::quoted;
use crate::show::estimate::{between, value};
use crate::show::numbers::whole;
use crate::show::words::{caution, paragraph};
use crate::show::{Paint, table};
use crate::verb::Run;

/// Let everybody in a folder fight everybody, and rank them
#[derive(Args)]
pub struct MatrixOf {
    /// A folder of scenario files, each holding one side (`attacker`, `heroes`,
    /// a squad or a site); or the files themselves
    #[arg(required = true, value_hint = ValueHint::AnyPath)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    changes: Changes,

    #[command(flatten)]
    seed: Seed,

    /// Fight so many battles of each pair, instead of exact odds or what can be
    /// had soon
    #[arg(long, value_name = "N", value_parser = battles)]
    trials: Option<u64>,

    #[command(flatten)]
    json: Json,

    /// Answer in CSV, a row for each pair
    #[arg(long, conflicts_with = "json")]
    csv: bool,

    #[command(flatten)]
    threads: Threads,
}

impl Run for MatrixOf {
    const NAME: &'static str = "matrix";
    const EXAMPLES: &'static str = "  fracas matrix armies/\n  fracas matrix armies/ --csv";

    fn run(self, registry: &Registry, page: &mut Page) -> Result<(), Failure> {
        let entrants = self.entrants(registry)?;
        let seed = self.seed.seed.unwrap_or(0);
        let question =
            Matrix::new(registry, entrants, self.trials, seed).map_err(|why| match why {
                MatrixError::Pairing(_, bad) => bad.into(),
                why => Failure::Input(why.to_string()),
            })?;
        let found = work(&self.threads, |effort| question.carry_out(effort));
        if self.json.json {
            return page.json(&found);
        }
        if self.csv {
            return page.text(&as_csv(&found));
        }
        page.text(&show(&found, page.paint()))
    }
}

impl MatrixOf {
    /// The files of all folders, in the order of their names.
    fn entrants(&self, registry: &Registry) -> Result<Vec<(String, Scenario)>, Failure> {
        let mut files = Vec::new();
        for path in &self.files {
            if path.is_dir() { files.extend(folder(path)?) } else { files.push(path.clone()) }
        }
        if files.len() > MOST_ENTRANTS {
            return Err(Failure::Input(MatrixError::Number(files.len()).to_string()));
        }
        let mut entrants: Vec<(String, Scenario)> = Vec::new();
        for file in files {
            let shown = file.display().to_string();
            let scenario = changed(registry, &shown, &self.changes)?;
            let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let named = scenario.get("name").ok().flatten();
            let name = named.map_or(stem, |name| name.trim_matches(['"', '\'']).to_owned());
            let twice = entrants.iter().any(|(other, _)| *other == name);
            entrants.push((if twice { shown } else { name }, scenario));
        }
        Ok(entrants)
    }
}

/// The scenario files of a folder.
fn folder(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    let wrong = |why: std::io::Error| Failure::Input(format!("{}: {why}", path.display()));
    let mut files = Vec::new();
    for entry in std::fs::read_dir(path).map_err(wrong)? {
        let file = entry.map_err(wrong)?.path();
        if file.extension().is_some_and(|ending| ending == "toml") {
            files.push(file);
        }
        if files.len() > MOST_ENTRANTS {
            break;
        }
    }
    files.sort();
    if files.is_empty() {
        return Err(Failure::Input(format!("{}: there are no .toml files", path.display())));
    }
    Ok(files)
}

fn show(found: &MatrixFound, paint: Paint) -> String {
    let mut text = String::new();
    if found.provisional {
        text.push_str(&caution("provisional: stopped early", paint));
    }
    text.push_str(&table::show(&ranking(found), paint));
    text.push('\n');
    text.push_str(&table::show(&meetings(found), paint));
    text.push('\n');
    text.push_str(&paragraph(&how(found), paint));
    text
}

fn ranking(found: &MatrixFound) -> Table {
    let mut table = Table::new("ranking", &["place", "who", "score", "95%", "battles"]);
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

/// Who wins how often, the first side down, the second across.
fn meetings(found: &MatrixFound) -> Table {
    let [first, second] = found.sides;
    let across: Vec<&str> = found
        .ranking
        .iter()
        .map(|rank| rank.name.as_str())
        .filter(|name| found.meetings.iter().any(|met| met.second == *name))
        .collect();
    let mut heads = vec![first];
    heads.extend(&across);
    let mut table = Table::new(format!("wins of the {first}, {second} across"), &heads);
    for rank in &found.ranking {
        let met = |name: &&str| {
            let met = found.meetings.iter();
            let mut met = met.filter(|met| met.first == rank.name && met.second == *name);
            json!(met.next().map_or_else(String::new, |met| value(&met.wins, true)))
        };
        let cells: Vec<_> = across.iter().map(met).collect();
        if found.meetings.iter().any(|met| met.first == rank.name) {
            table.row([vec![json!(rank.name)], cells].concat());
        }
    }
    table
}

fn how(found: &MatrixFound) -> String {
    let trials = found.meetings.iter().filter_map(|met| met.trials).max();
    let mut text = String::from("score: the share of battles won, an undecided one counting half");
    match trials {
        None => text.push_str("; all odds are exact"),
        Some(trials) => text.push_str(&format!(
            "; {} battles of each pair, same dice for all, seed {}; all places together are wrong \
             with at most 5%, each interval by itself",
            whole(trials.into()),
            found.seed
        )),
    }
    text
}

fn as_csv(found: &MatrixFound) -> String {
    let mut text = String::from("first,second,wins,low,high,loses,loses_low,loses_high,trials\n");
    for met in &found.meetings {
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
    text
}
