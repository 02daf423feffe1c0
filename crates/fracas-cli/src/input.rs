//! Reading scenarios.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fracas::{Battle, Folder, MAX_BYTES, Registry, Scenario, TallyFile, utf8};

use crate::args::{self, Changes};
use crate::failure::{Failure, complain};
use crate::rulesets::{self, Switches};

/// Reads a scenario for a verb that needs a battle. Warnings are told.
pub fn battle(registry: &Registry, args: &args::Scenario) -> Result<Battle, Failure> {
    opened(registry, args).map(|(_, battle)| battle)
}

/// The same with the scenario itself, for those who show it.
pub fn opened(registry: &Registry, args: &args::Scenario) -> Result<(Scenario, Battle), Failure> {
    let scenario = scenario(registry, args.file.as_deref(), &args.switches, &args.changes)?;
    let battle = registry.battle(&scenario)?;
    complain(battle.warnings());
    Ok((scenario, battle))
}

/// The files that a battle was read from.
pub fn files_read(args: &args::Scenario, battle: &Battle) -> Vec<PathBuf> {
    files_of(args.file.as_deref().unwrap_or(""), battle)
}

/// The same of a battle whose scenario is this file.
pub fn files_of(scenario: &str, battle: &Battle) -> Vec<PathBuf> {
    let folder = Path::new(scenario).parent().unwrap_or(Path::new(""));
    let named = battle.warnings().sources().skip(1).map(|source| folder.join(&source.name));
    let all = named.chain([PathBuf::from(scenario)]);
    // What is not there, such as the scenario of standard input, is not replaced.
    all.filter_map(|file| file.canonicalize().ok()).collect()
}

/// Whether a file is one of those that were read.
pub fn is_one_of(file: &Path, read: &[PathBuf]) -> bool {
    file.canonicalize().is_ok_and(|file| read.contains(&file))
}

/// Reads a scenario, or makes one of the switches alone, and changes it as
/// asked.
pub fn scenario(
    registry: &Registry,
    file: Option<&str>,
    switches: &Switches,
    changes: &Changes,
) -> Result<Scenario, Failure> {
    let mut scenario = match file {
        Some(file) => switches.onto(read(file, switches.files()?)?)?,
        None if is_piped(switches) => match read("-", Vec::new())? {
            // Nobody has written anything: what is missing is a scenario.
            nothing if nothing.text().trim().is_empty() => switches.alone()?,
            scenario => switches.onto(scenario)?,
        },
        None => switches.alone()?,
    };
    scenario.apply_by(registry, &fracas::sets(&scenario, &changes.sets))?;
    Ok(scenario)
}

/// Whether a scenario that nobody has named is to be read from standard input:
/// nothing else says what to fight, and there is something to be read.
pub fn is_piped(switches: &Switches) -> bool {
    !switches.name_sides() && switches.alone().is_err() && !io::stdin().is_terminal()
}

/// What a scenario is called towards the user, who may have named none.
pub fn called<'a>(file: Option<&'a str>, switches: &Switches) -> &'a str {
    file.unwrap_or_else(|| if is_piped(switches) { "-" } else { "sides" })
}

/// Reads a scenario from a file and changes it as asked.
pub fn changed(registry: &Registry, file: &str, changes: &Changes) -> Result<Scenario, Failure> {
    let mut scenario = read(file, Vec::new())?;
    scenario.apply_by(registry, &fracas::sets(&scenario, &changes.sets))?;
    Ok(scenario)
}

/// A scenario or campaign. Files that it names are looked for beside it; the
/// user has named some himself.
fn read(file: &str, named: Vec<String>) -> Result<Scenario, Failure> {
    let folder = Arc::new(Folder::of(file).with_named(named));
    if file == "-" {
        let text = text("standard input", io::stdin(), MAX_BYTES)?;
        return Ok(Scenario::new("stdin", text).with_files(folder));
    }
    let opened = File::open(file).map_err(|error| unreadable(file, &error))?;
    rulesets::refuse_part(file)?;
    Ok(Scenario::new(file, text(file, opened, MAX_BYTES)?).with_files(folder))
}

/// All text of a file that fracas or a user wrote: a tape or a replay.
pub fn plain(file: &Path) -> Result<String, Failure> {
    all_of(file, MOST_BYTES)
}

/// All text of a tally.
pub fn tally(file: &Path) -> Result<String, Failure> {
    all_of(file, MOST_TALLY)
}

/// What [`plain`] reads, and what is written for it.
const MOST_BYTES: usize = 64 << 20;

/// A tally takes more memory than its text.
const MOST_TALLY: usize = 32 << 20;

/// The text of a tally for a file.
pub fn written_tally(sheet: &TallyFile) -> Result<String, Failure> {
    let json = serde_json::to_string(sheet)
        .map_err(|error| Failure::Machine(format!("cannot write the tally: {error}")))?;
    readable_again("tally", json + "\n", MOST_TALLY)
}

/// The text of a tape or a replay for a file.
pub fn written(what: &str, text: String) -> Result<String, Failure> {
    readable_again(what, text, MOST_BYTES)
}

/// A text that is not too large to be read again.
fn readable_again(what: &str, text: String, most: usize) -> Result<String, Failure> {
    if text.len() > most {
        let mebibytes = most >> 20;
        return Err(Failure::Input(format!(
            "the {what} is larger than {mebibytes} MiB and could not be read again"
        )));
    }
    Ok(text)
}

fn all_of(file: &Path, most: usize) -> Result<String, Failure> {
    let name = file.display().to_string();
    let opened = File::open(file).map_err(|error| unreadable(&name, &error))?;
    text(&name, opened, most)
}

/// All text of a file, as long as it is not too large.
fn text(name: &str, file: impl Read, most: usize) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let taken = file.take(most as u64 + 1).read_to_end(&mut bytes);
    taken.map_err(|error| unreadable(name, &error))?;
    if bytes.len() > most {
        return Err(Failure::Input(format!("{name}: larger than {} MiB", most >> 20)));
    }
    utf8(bytes).map_err(|line| Failure::Input(format!("{name}:{line}: this is not UTF-8 text")))
}

fn unreadable(name: &str, error: &io::Error) -> Failure {
    let why = match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::IsADirectory => "this is a directory, not a file".to_owned(),
        _ => error.to_string(),
    };
    Failure::Input(format!("{name}: {why}"))
}
