//! Sides given as CSV files instead of, or on top of, a scenario.

use std::path::{Path, absolute};

use clap::Args;
use fracas::{Source, set, unset};

use crate::failure::Failure;
use crate::show::shell_word;

/// Sides as CSV files, by the rules of `mfd`.
#[derive(Args)]
pub struct Sides {
    /// The heroes' CSV file, by the rules of mfd; usually Heroes.csv
    #[arg(long, value_name = "FILE")]
    heroes: Option<String>,

    /// The villains' CSV file; usually Villains.csv
    #[arg(long, value_name = "FILE")]
    villains: Option<String>,

    /// Stop after so many rounds, where the rules have a limit of rounds
    #[arg(short, long, value_name = "N", value_parser = rounds, allow_negative_numbers = true)]
    max_rounds: Option<u32>,
}

/// What the sides are called that are given by nobody.
const USUAL: [&str; 2] = ["Heroes.csv", "Villains.csv"];

impl Sides {
    /// The scenario of two files, for whoever has none.
    pub fn alone(&self) -> Result<Source, Failure> {
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
        let mut text = String::from("ruleset = \"mfd\"\n");
        let name = files.iter().map(|file| stem(file)).collect::<Vec<_>>().join(" against ");
        if name.chars().count() <= 100 {
            text = change(&text, "name", &quoted(&name))?;
        }
        for (key, file) in ["heroes.csv", "villains.csv"].into_iter().zip(files) {
            text = change(&text, key, &quoted(file))?;
        }
        Ok(Source::new("command line", self.limit(text)?))
    }

    /// A scenario with these sides instead of its own: the command line wins.
    pub fn onto(&self, source: Source) -> Result<Source, Failure> {
        if self.heroes.is_none() && self.villains.is_none() && self.max_rounds.is_none() {
            return Ok(source);
        }
        let mut text = source.text;
        for (side, file) in [("heroes", &self.heroes), ("villains", &self.villains)] {
            let Some(file) = file else { continue };
            // The scenario's own files are looked for beside it, these are not.
            let file = absolute_name(file)?;
            text = unset(&text, &format!("{side}.fighters")).map_err(Failure::Input)?;
            text = change(&text, &format!("{side}.csv"), &quoted(&file))?;
        }
        Ok(Source::new(source.name, self.limit(text)?))
    }

    /// The files of these flags, by the names that scenarios made of them have.
    pub fn files(&self) -> Result<Vec<String>, Failure> {
        let mut files = Vec::new();
        for file in self.heroes.iter().chain(&self.villains) {
            files.extend([file.clone(), absolute_name(file)?]);
        }
        Ok(files)
    }

    fn limit(&self, text: String) -> Result<String, Failure> {
        match self.max_rounds {
            Some(rounds) => change(&text, "max_rounds", &rounds.to_string()),
            None => Ok(text),
        }
    }

    /// These flags again.
    pub fn flags(&self) -> String {
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

fn change(text: &str, path: &str, value: &str) -> Result<String, Failure> {
    set(text, path, value).map_err(Failure::Input)
}

fn absolute_name(file: &str) -> Result<String, Failure> {
    let path = absolute(file).map_err(|error| Failure::Input(format!("{file}: {error}")))?;
    Ok(path.to_string_lossy().into_owned())
}

/// JSON writes a text as TOML does.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
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
