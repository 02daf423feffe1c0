//! Answers set for eyes.

pub mod bar;
pub mod by_outcome;
pub mod csv;
pub mod estimate;
mod grid;
mod histogram;
pub mod luck;
mod measures;
pub mod numbers;
pub mod odds;
mod outcomes;
mod roster;
mod sure;
pub mod table;
pub mod words;

pub use words::{Paint, shell_word, title};
