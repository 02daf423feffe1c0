//! What holds for all rulesets, their rulebooks and their examples.

mod examples;
mod golden;
mod own_ruleset;
mod rules_cited;
mod schema;

use std::fs;
use std::path::{Path, PathBuf};

use fracas::{Battle, Registry, Rules};

/// Every ruleset of fracas.
fn rulesets() -> impl Iterator<Item = &'static Rules> {
    Registry::standard().iter()
}

/// The top of the project.
fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All files below a folder whose names end so, in order. A folder that is
/// not there has none.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let Ok(entries) = fs::read_dir(folder) else { return found };
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.append(&mut files(&path, ending));
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The example scenarios of a ruleset.
fn examples_of(ruleset: &str) -> Vec<PathBuf> {
    files(&project().join("examples").join(ruleset), "toml")
}

/// A scenario that must have no error.
fn battle_of(path: &Path) -> Battle {
    fracas::load(path).unwrap_or_else(|bad| panic!("{bad}"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
