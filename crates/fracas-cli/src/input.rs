//! Reading scenarios.

use std::fs::File;
use std::io::{self, Read};

use fracas::{Loaded, MAX_BYTES, Set, Source, load};

use crate::args::Scenario;
use crate::failure::{Failure, complain};

/// Reads a scenario for a verb that needs a battle. Warnings are told.
pub fn battle(scenario: &Scenario) -> Result<Loaded, Failure> {
    let loaded = open(&scenario.file, &scenario.changes.sets)?;
    complain(loaded.warnings());
    Ok(loaded)
}

/// Reads a scenario.
pub fn open(file: &str, sets: &[Set]) -> Result<Loaded, Failure> {
    Ok(load(read(file)?, sets)?)
}

fn read(file: &str) -> Result<Source, Failure> {
    if file == "-" {
        return Ok(Source::new("stdin", text("standard input", io::stdin())?));
    }
    let opened = File::open(file).map_err(|error| unreadable(file, &error))?;
    Ok(Source::new(file, text(file, opened)?))
}

/// All text of a file, as long as it is not larger than any scenario.
fn text(name: &str, file: impl Read) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let most = MAX_BYTES as u64 + 1;
    file.take(most).read_to_end(&mut bytes).map_err(|error| unreadable(name, &error))?;
    if bytes.len() > MAX_BYTES {
        return Err(Failure::Input(format!("{name}: larger than {} MiB", MAX_BYTES >> 20)));
    }
    String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        Failure::Input(format!("{name}: byte {place} is not UTF-8 text"))
    })
}

fn unreadable(name: &str, error: &io::Error) -> Failure {
    let why = match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::IsADirectory => "this is a directory, not a scenario".to_owned(),
        _ => error.to_string(),
    };
    Failure::Input(format!("{name}: {why}"))
}
