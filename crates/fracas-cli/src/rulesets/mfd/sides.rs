//! Sides given as CSV files instead of, or on top of, a scenario.

use std::path::{Path, absolute};
use std::sync::Arc;

use clap::{Args, ValueHint};
use fracas::{EditError, Folder, Scenario};

use super::RULESET;
use crate::failure::Failure;
use crate::show::shell_word;

/// Sides as CSV files, by the rules of `mfd`.
#[derive(Args)]
#[command(next_help_heading = "Spreadsheets (mfd)")]
pub struct Sides {
    /// The heroes' CSV file; usually Heroes.csv
    #[arg(long, value_name = "FILE", hide_short_help = true, value_hint = ValueHint::FilePath)]
    heroes: Option<String>,

    /// The villains' CSV file; usually Villains.csv
    #[arg(long, value_name = "FILE", hide_short_help = true, value_hint = ValueHint::FilePath)]
    villains: Option<String>,

    /// Stop after so many rounds
    #[arg(short, long, hide_short_help = true, value_name = "N", value_parser = rounds, allow_negative_numbers = true)]
    max_rounds: Option<u32>,
}

/// What the sides are called that are given by nobody.
const USUAL: [&str; 2] = ["Heroes.csv", "Villains.csv"];

/// Refuses a spreadsheet where a scenario is wanted, and says what to do.
pub fn refuse_sheet(file: &str) -> Result<(), Failure> {
    let ending = Path::new(file).extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let first = match ending.as_str() {
        "csv" | "tsv" | "tab" => "",
        "xls" | "xlsx" | "ods" => "save it as CSV and ",
        _ => return Ok(()),
    };
    let csv = Path::new(file).with_extension(if first.is_empty() { &ending } else { "csv" });
    let named = shell_word(&csv.to_string_lossy());
    Err(Failure::Input(format!(
        "{file} is a spreadsheet, not a scenario; {first}give both sides, such as --heroes {named} \
         --villains Villains.csv"
    )))
}

impl Sides {
    /// Two files, and nothing else said.
    pub fn of(heroes: String, villains: String) -> Self {
        Self { heroes: Some(heroes), villains: Some(villains), max_rounds: None }
    }

    /// Whether a side is given.
    pub fn are_named(&self) -> bool {
        self.heroes.is_some() || self.villains.is_some()
    }

    /// The scenario of two files, for whoever has none.
    pub fn alone(&self) -> Result<Scenario, Failure> {
        let given = [&self.heroes, &self.villains];
        let files: Vec<&str> = given
            .into_iter()
            .zip(USUAL)
            .map(|(given, usual)| given.as_deref().unwrap_or(usual))
            .collect();
        if given == [&None, &None] && !USUAL.iter().all(|file| Path::new(file).exists()) {
            return Err(Failure::Input(format!(
                "name a scenario, or sides with --heroes and --villains; there are no {} here",
                USUAL.join(" and ")
            )));
        }
        let name = files.iter().map(|file| stem(file)).collect::<Vec<_>>().join(" against ");
        let make = || {
            let text = format!("ruleset = \"{RULESET}\"\n");
            let mut scenario = Scenario::new("command line", text);
            if name.chars().count() <= 100 {
                scenario.set("name", name.as_str())?;
            }
            for (key, file) in ["heroes.csv", "villains.csv"].into_iter().zip(files) {
                scenario.set(key, file)?;
            }
            self.limit(&mut scenario)?;
            Ok(scenario)
        };
        let scenario = make().map_err(refused)?;
        Ok(scenario.with_files(Arc::new(Folder::new("").with_named(self.files()?))))
    }

    /// A scenario with these sides instead of its own: the command line wins.
    pub fn onto(&self, mut scenario: Scenario) -> Result<Scenario, Failure> {
        for (side, file) in [("heroes", &self.heroes), ("villains", &self.villains)] {
            let Some(file) = file else { continue };
            // The scenario's own files are looked for beside it, these are not.
            let file = absolute_name(file)?;
            scenario.remove(&format!("{side}.fighters")).map_err(refused)?;
            scenario.set(&format!("{side}.csv"), file).map_err(refused)?;
        }
        self.limit(&mut scenario).map_err(refused)?;
        Ok(scenario)
    }

    /// The files of these flags, by the names that scenarios made of them have.
    pub fn files(&self) -> Result<Vec<String>, Failure> {
        let mut files = Vec::new();
        for file in self.heroes.iter().chain(&self.villains) {
            files.extend([file.clone(), absolute_name(file)?]);
        }
        Ok(files)
    }

    fn limit(&self, scenario: &mut Scenario) -> Result<(), EditError> {
        match self.max_rounds {
            Some(rounds) => scenario.set("max_rounds", rounds),
            None => Ok(()),
        }
    }

    /// These flags again, as they are typed.
    pub fn typed(&self) -> String {
        let mut flags = String::new();
        for (flag, file) in [("heroes", &self.heroes), ("villains", &self.villains)] {
            if let Some(file) = file {
                flags.push_str(&format!(" --{flag} {}", shell_word(file)));
            }
        }
        if let Some(rounds) = self.max_rounds {
            flags.push_str(&format!(" --max-rounds {rounds}"));
        }
        flags
    }
}

fn refused(why: EditError) -> Failure {
    Failure::Input(why.to_string())
}

fn absolute_name(file: &str) -> Result<String, Failure> {
    let path = absolute(file).map_err(|error| Failure::Input(format!("{file}: {error}")))?;
    Ok(path.to_string_lossy().into_owned())
}

/// A file without folder and ending.
fn stem(file: &str) -> String {
    Path::new(file).file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn rounds(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(number) if (1..=1_000_000).contains(&number) => Ok(number),
        _ => Err("write a whole number, at least 1 and at most 1000000".to_owned()),
    }
}
