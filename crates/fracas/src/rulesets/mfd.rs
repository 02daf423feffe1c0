//! What only the ruleset `mfd` has: sides that are spreadsheets, written out.

use fracas_core::ruleset::Ruleset;
use fracas_mfd::{Mfd, written_out};

pub use super::cells::sets;
use crate::scenario::{Reading, Scenario, ScenarioError};

/// Reads a scenario and writes it with every fighter in it, so that it names
/// no file. Its text is the value that was read.
pub fn import(scenario: &Scenario) -> Result<Reading<String>, ScenarioError> {
    scenario.read_as::<Mfd, _>(|file, out| Mfd::read(file, out).map(|battle| written_out(&battle)))
}
