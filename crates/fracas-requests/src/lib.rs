//! Requests in JSON, and their answers.
//!
//! A page calls the engine in a web worker, a server answers over HTTP: both
//! with the requests of this crate. It is thin: everything that is decided is
//! decided in [`fracas`].
//!
//! | room | what is in it |
//! |---|---|
//! | `engine.rs` | the verbs, and what is kept between calls |
//! | `source.rs` | scenarios as they are sent |
//! | `scenario.rs` | rulesets, check, edit, inspect, conditions |
//! | `battle.rs` | one battle: run, log, moments, replay files |
//! | `play.rs` | battles that somebody plays |
//! | `question.rs` | questions as they are sent |
//! | `begin.rs` | questions as procedures, and how their answers are told |
//! | `asked.rs` | procedures whose answer is JSON, whichever they are |
//! | `pieces.rs` | the work of questions, in pieces |
//! | `tagged.rs` | requests that say what they are |
//! | `strict.rs` | requests in which every field has to be known |
//! | `whole.rs` | questions that are answered in one go |
//! | `report.rs` | answers as HTML files |

mod asked;
mod battle;
mod begin;
mod engine;
mod pieces;
mod play;
mod question;
mod report;
mod scenario;
mod source;
mod strict;
mod tagged;
mod whole;

pub use asked::Asked;
pub use battle::{Named, in_words, on_record, replay, run, told};
pub use engine::{Answer, Engine, Tell};
pub use play::standing;
pub use question::{Best, Compare, Entry, Matrix, Odds, Question, Solve, Sweep};
pub use scenario::{check, inspect, rulesets};
pub use source::Source;
pub use strict::{Unread, read};
pub use tagged::ASK;
