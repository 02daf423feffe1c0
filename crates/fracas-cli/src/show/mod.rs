//! Answers set for eyes.

pub mod bar;
pub mod by_outcome;
mod chain;
pub mod csv;
mod grid;
mod histogram;
pub mod luck;
mod measures;
pub mod odds;
mod outcomes;
mod roster;
mod sure;
pub mod sweep;
pub mod table;
pub mod words;

pub use words::{Paint, paragraph, shell_word, title};
