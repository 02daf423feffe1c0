//! Answers set for eyes.

pub mod bar;
pub mod csv;
pub mod estimate;
mod grid;
mod histogram;
pub mod luck;
mod measures;
pub mod numbers;
pub mod odds;
pub mod table;
pub mod words;

pub use words::{Paint, shell_word, title};
