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
//! | `question.rs` | questions as they are sent, and their work in pieces |
//! | `asked.rs` | procedures whose answer is JSON, whichever they are |
//! | `tagged.rs` | requests that say what they are |
//! | `whole.rs` | questions that are answered in one go |
//! | `report.rs` | answers as HTML files |

mod asked;
mod battle;
mod engine;
mod play;
mod question;
mod report;
mod scenario;
mod source;
mod tagged;
mod whole;

pub use asked::Asked;
pub use battle::{Named, in_words, replay, run, told};
pub use engine::{Answer, Engine, Tell};
pub use play::standing;
pub use question::{Entry, Question};
pub use scenario::{check, inspect, rulesets};
pub use source::Source;
