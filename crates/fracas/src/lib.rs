//! Battles from scenario files, whatever their rules.
//!
//! [`load`] reads a scenario and gives back the battle it describes, or
//! everything that is wrong with it. A [`Loaded`] battle can be looked at
//! before the first die, fought with a log, and weighed:
//!
//! ```
//! use fracas::{Effort, Goal, Log, Source, load};
//!
//! let text = r#"
//! ruleset = "olympia"
//! name = "Duel"
//! [[attacker.stack]]
//! noble = "Osswid"
//! [[defender.stack]]
//! noble = "Feasel"
//! "#;
//! let duel = load(Source::new("duel.toml", text), &[])?;
//!
//! let odds = duel.odds(Goal::Trials(1000), 7, &Effort::default())?;
//! assert_eq!(odds.odds.outcomes[0].name, "attacker");
//!
//! // Trial 3 of those thousand, told in full.
//! let fought = duel.run(7, 3, Log::Silent);
//! assert!(fought.closing.contains("is victorious!"));
//!
//! // What is left is a scenario again.
//! assert!(fought.aftermath.starts_with("ruleset = \"olympia\""));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A file that cannot be fought says why, all of it in one go:
//!
//! ```
//! use fracas::{Source, load};
//! let wrong = load(Source::new("duel.toml", "ruleset = \"olympa\"\n"), &[]).err().unwrap();
//! assert!(wrong.to_string().contains("did you mean `olympia`?"));
//! ```

mod load;
mod loaded;
mod registry;
mod report;

pub use fracas_core::document::{Diagnostics, MAX_BYTES, Source};
pub use fracas_core::odds::{
    Effort, Goal, MeasureOdds, Method, Odds, OutcomeOdds, Tally, Unplannable,
};
pub use fracas_core::ruleset::Detail;
pub use fracas_core::table::Table;

pub use load::{BadScenario, Set, load};
pub use loaded::{Loaded, Log, Told};
pub use registry::{Rules, rules, rulesets};
pub use report::{Fought, Heading, Inspected, Versions, Weighed};

/// The version of fracas, as results carry it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The largest seed and trial: whole numbers up to it survive every JSON
/// reader.
pub const MAX_SEED: u64 = fracas_core::document::MAX_SEED as u64;
