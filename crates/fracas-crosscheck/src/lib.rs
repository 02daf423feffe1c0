//! Compares all ways to an answer with each other: rolled against counted,
//! followed against sampled, saved against fought again, printed against read.
//! Whatever two of them disagree about is a mistake in one.
//!
//! `cargo run --release -p fracas-crosscheck -- --minutes 60 --seed 1` does so
//! over made-up scenarios of every ruleset. [`hostile`] is for input that
//! nobody made for us: fuzzers call it.

mod case;
mod checks;
mod difference;
pub mod hostile;
pub mod solver;

pub use case::{Case, Found};
pub use difference::Difference;
