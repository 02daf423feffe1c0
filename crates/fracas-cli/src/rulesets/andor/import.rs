//! `fracas import andor`: the game's own data.

use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;

use clap::{Args, ValueHint};
use fracas::andor::{Imported, Wanted, import, is_data};
use fracas::{Registry, Source, Table};

use crate::args::Json;
use crate::failure::{Failure, complain, say};
use crate::input::plain;
use crate::page::Page;
use crate::show::table;
use crate::verb::Run;

/// Read the game's own data files and print a scenario that uses them
#[derive(Args)]
pub struct Import {
    /// The files, or the folder with them: monsterlist_*.json, itemlist_*.json,
    /// itemcategories_*.json, actorconditions_*.json, droplists_*.json; others
    /// are passed over
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<String>,

    /// List `monsters` or `items` instead, or both
    #[arg(long, value_name = "WHAT", num_args = 0..=1)]
    list: Option<Option<String>>,

    /// Of --list: what has this in its id or name
    #[arg(long, value_name = "PART", requires = "list")]
    name: Option<String>,

    /// Of --list: monsters that a hero without equipment can take on from these
    /// levels on, such as 5..10
    #[arg(long, value_name = "A..B", requires = "list", value_parser = levels)]
    level: Option<RangeInclusive<u32>>,

    #[command(flatten)]
    json: Json,
}

/// What is listed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Listed {
    Monsters,
    Items,
    Both,
}

impl Run for Import {
    const NAME: &'static str = "andor";
    const EXAMPLES: &'static str = "  fracas import andor res/raw > andor.toml\n\
        \x20 fracas import andor res/raw --list monsters --level 5..10";

    /// Reads all files, tells what is odd about them, and prints.
    fn run(mut self, _: &Registry, page: &mut Page) -> Result<(), Failure> {
        let listed = self.listed();
        if self.level.is_some() && listed == Some(Listed::Items) {
            return Err(Failure::Input("items have no level; --name PART finds them".to_owned()));
        }
        let imported = self.read()?;
        complain(&imported.findings);
        if imported.findings.has_errors() {
            return Err(Failure::Reported);
        }
        let paint = page.paint();
        let tables = self.tables(&imported, listed.unwrap_or(Listed::Monsters));
        if self.json.json {
            return match tables.as_slice() {
                [one] => page.json(one),
                _ => page.json(&tables),
            };
        }
        if listed.is_some() {
            page.text(&table::show_all(&tables, paint))?;
            return page.text(&table::show(&imported.counts(), paint));
        }
        say(&table::show(&imported.counts(), paint));
        page.text(&imported.scenario())
    }
}

impl Import {
    /// What is to be listed. A file that stands behind `--list` is a file.
    fn listed(&mut self) -> Option<Listed> {
        match self.list.take()? {
            None => Some(Listed::Both),
            Some(what) => match what.as_str() {
                "monsters" => Some(Listed::Monsters),
                "items" => Some(Listed::Items),
                _ => {
                    self.files.push(what);
                    Some(Listed::Both)
                }
            },
        }
    }

    fn tables(&self, imported: &Imported, listed: Listed) -> Vec<Table> {
        let wanted = Wanted { name: self.name.clone(), levels: self.level.clone() };
        let mut tables = Vec::new();
        if listed != Listed::Items {
            tables.push(imported.monsters(&wanted));
        }
        // Whoever asks for levels asks for monsters.
        if listed == Listed::Items || listed == Listed::Both && self.level.is_none() {
            tables.push(imported.items(&wanted));
        }
        tables
    }

    /// Reads the files that hold data, and names the others in a line.
    fn read(&self) -> Result<Imported, Failure> {
        let mut files = Vec::new();
        for file in &self.files {
            match fs::read_dir(file) {
                Ok(folder) => files.extend(within(folder)),
                Err(_) => files.push(file.clone()),
            }
        }
        let (known, others): (Vec<String>, Vec<String>) =
            files.into_iter().partition(|file| is_data(file));
        if known.is_empty() {
            return Err(Failure::Input(
                "there are no data files: their names begin with monsterlist, itemlist, \
                 itemcategories, actorconditions or droplists"
                    .to_owned(),
            ));
        }
        if let [first, more @ ..] = others.as_slice() {
            let more = match more.len() {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            say(&format!("passed over, for they hold nothing to fight with: {first}{more}\n"));
        }
        let read = |file: &String| Ok(Source::new(file.clone(), plain(Path::new(file))?));
        let sources: Result<Vec<Source>, Failure> = known.iter().map(read).collect();
        Ok(import(sources?))
    }
}

/// The JSON files of a folder, in the order of their names.
fn within(folder: fs::ReadDir) -> Vec<String> {
    let paths = folder.filter_map(Result::ok).map(|entry| entry.path());
    let json = paths.filter(|path| path.extension().is_some_and(|end| end == "json"));
    let mut names: Vec<String> = json.map(|path| path.display().to_string()).collect();
    names.sort();
    names
}

/// Levels such as `5..10`, both included, or one.
fn levels(text: &str) -> Result<RangeInclusive<u32>, String> {
    let form = "write levels as 5..10, or one as 7";
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<u32>().map_err(|_| form.to_owned());
    let (first, last) = (number(first)?, number(last)?);
    if first <= last { Ok(first..=last) } else { Err(form.to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_hold_both_ends() {
        assert_eq!(levels("5..10"), Ok(5..=10));
        assert_eq!(levels("7"), Ok(7..=7));
        for text in ["", "10..5", "a..b", "5.."] {
            assert!(levels(text).is_err(), "{text}");
        }
    }
}
