//! Reading scenarios.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use fracas::{Battle, Folder, MAX_BYTES, Registry, Scenario};

use crate::args::{self, Changes};
use crate::failure::{Failure, complain};
use crate::rulesets::Switches;

/// Reads a scenario for a verb that needs a battle. Warnings are told.
pub fn battle(registry: &Registry, args: &args::Scenario) -> Result<Battle, Failure> {
    let scenario = scenario(args.file.as_deref(), &args.switches, &args.changes)?;
    let battle = registry.battle(&scenario)?;
    complain(battle.warnings());
    Ok(battle)
}

/// Reads a scenario, or makes one of the switches alone, and changes it as
/// asked.
pub fn scenario(
    file: Option<&str>,
    switches: &Switches,
    changes: &Changes,
) -> Result<Scenario, Failure> {
    let mut scenario = match file {
        Some(file) => switches.onto(read(file)?)?,
        None => switches.alone()?,
    };
    scenario.apply(&changes.sets)?;
    Ok(scenario)
}

/// Reads a scenario from a file and changes it as asked.
pub fn changed(file: &str, changes: &Changes) -> Result<Scenario, Failure> {
    let mut scenario = read(file)?;
    scenario.apply(&changes.sets)?;
    Ok(scenario)
}

/// A scenario or campaign. Files that it names are looked for beside it.
fn read(file: &str) -> Result<Scenario, Failure> {
    let folder = Arc::new(Folder::of(file));
    if file == "-" {
        let text = text("standard input", io::stdin(), MAX_BYTES)?;
        return Ok(Scenario::new("stdin", text).with_files(folder));
    }
    let opened = File::open(file).map_err(|error| unreadable(file, &error))?;
    Ok(Scenario::new(file, text(file, opened, MAX_BYTES)?).with_files(folder))
}

/// All text of a file that fracas or a user wrote: a tape, a replay, a tally.
pub fn plain(file: &Path) -> Result<String, Failure> {
    let name = file.display().to_string();
    let opened = File::open(file).map_err(|error| unreadable(&name, &error))?;
    text(&name, opened, MOST_BYTES)
}

/// Files other than scenarios may be larger, but not without end.
const MOST_BYTES: usize = 256 << 20;

/// All text of a file, as long as it is not too large.
fn text(name: &str, file: impl Read, most: usize) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let taken = file.take(most as u64 + 1).read_to_end(&mut bytes);
    taken.map_err(|error| unreadable(name, &error))?;
    if bytes.len() > most {
        return Err(Failure::Input(format!("{name}: larger than {} MiB", most >> 20)));
    }
    String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        Failure::Input(format!("{name}: byte {place} is not UTF-8 text"))
    })
}

fn unreadable(name: &str, error: &io::Error) -> Failure {
    let why = match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::IsADirectory => "this is a directory, not a file".to_owned(),
        _ => error.to_string(),
    };
    Failure::Input(format!("{name}: {why}"))
}
