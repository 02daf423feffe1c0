//! What holds for all rulesets, their rulebooks and their examples.

mod examples;
mod golden;
mod impact;
mod lab;
mod own_ruleset;
mod rules_cited;
mod scenes;
mod schema;
mod that;

use std::path::{Path, PathBuf};

use fracas::{Battle, Registry, Rules};
use fracas_testing::citations::{files, read};

/// Every ruleset of fracas.
fn rulesets() -> impl Iterator<Item = &'static Rules> {
    Registry::standard().iter()
}

/// The top of the project.
fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The example scenarios of a ruleset.
fn examples_of(ruleset: &str) -> Vec<PathBuf> {
    files(&project().join("examples").join(ruleset), "toml")
}

/// A scenario that must have no error.
fn battle_of(path: &Path) -> Battle {
    fracas::load(path).unwrap_or_else(|bad| panic!("{bad}"))
}
