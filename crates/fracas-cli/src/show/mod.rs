//! Answers set for eyes.

pub mod bar;
pub mod by_outcome;
pub mod csv;
mod grid;
mod histogram;
pub mod luck;
mod measures;
pub mod numbers;
pub mod odds;
pub mod table;
mod words;

pub use words::{Paint, shell_word, title};
