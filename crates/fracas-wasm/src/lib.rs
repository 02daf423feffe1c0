//! The engine's door for a page.
//!
//! A page calls it in a web worker: a verb and a request in JSON, an answer in
//! JSON, or a sentence that says why there is none. It is thin: everything that
//! is decided is decided in [`fracas`].
//!
//! | room | what is in it |
//! |---|---|
//! | `door.rs` | what JavaScript sees |
//! | `engine.rs` | the verbs, and what is kept between calls |
//! | `source.rs` | scenarios as a page sends them |
//! | `scenario.rs` | rulesets, check, edit, inspect, conditions |
//! | `battle.rs` | one battle: run, log, moments, replay files |
//! | `play.rs` | battles that somebody plays |
//! | `question.rs` | questions as a page writes them, and their work in pieces |
//! | `asked.rs` | procedures whose answer is JSON, whichever they are |
//! | `whole.rs` | questions that are answered in one go |
//! | `report.rs` | answers as HTML files |

#[allow(unsafe_code, reason = "what the macro of wasm-bindgen writes")]
mod door;

mod asked;
mod battle;
mod engine;
mod play;
mod question;
mod report;
mod scenario;
mod source;
mod whole;
