//! `mfd`: sides that are spreadsheets.

mod sides;

pub use sides::Sides;
