//! `mfd`: sides that are spreadsheets.

mod import;
mod sides;

pub use import::Import;
pub use sides::{Sides, refuse_sheet};

/// The ruleset of two spreadsheets.
const RULESET: &str = "mfd";
