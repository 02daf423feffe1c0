//! Reading scenarios.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use fracas::{Folder, Loaded, MAX_BYTES, Set, Sheet, Source, changed, load_with_files, utf8};

use crate::args::{Changes, Scenario};
use crate::failure::{Failure, complain};
use crate::sides::Sides;

/// Reads a scenario for a verb that needs a battle. Warnings are told.
pub fn battle(scenario: &Scenario) -> Result<Loaded, Failure> {
    let loaded = open(scenario.file.as_deref(), &scenario.sides, &scenario.changes.sets)?;
    complain(loaded.warnings());
    Ok(loaded)
}

/// Reads a scenario, or makes one of the sides alone. Files that it names are
/// looked for beside it.
pub fn open(file: Option<&str>, sides: &Sides, sets: &[Set]) -> Result<Loaded, Failure> {
    let (source, folder) = match file {
        Some(file) => (sides.onto(read(file)?)?, Folder::of(file)),
        None => (sides.alone()?, Folder::new("")),
    };
    let folder = folder.with_named(sides.files()?);
    Ok(load_with_files(source, sets, Arc::new(folder))?)
}

/// The text of a scenario or campaign, with some values changed.
pub fn read_changed(file: &str, changes: &Changes) -> Result<Source, Failure> {
    Ok(changed(read(file)?, &changes.sets)?)
}

/// The text of a scenario or campaign.
pub fn read(file: &str) -> Result<Source, Failure> {
    if file == "-" {
        return Ok(Source::new("stdin", text("standard input", io::stdin(), MAX_BYTES)?));
    }
    let opened = File::open(file).map_err(|error| unreadable(file, &error))?;
    Ok(Source::new(file, text(file, opened, MAX_BYTES)?))
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
pub fn written_tally(sheet: &Sheet) -> Result<String, Failure> {
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
