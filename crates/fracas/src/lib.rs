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
//! What is asked of the odds is an [`Ask`]: exact where that is cheap unless it
//! says otherwise. [`Loaded::find`] looks for the first battle that is so,
//! [`Loaded::luck`] tells where a battle lies among others, a [`Replay`] is a
//! battle in a file that can be fought again and checked, and a [`Sheet`] holds
//! the counts of a range of trials, to be merged with others.
//!
//! A file that cannot be fought says why, all of it in one go:
//!
//! ```
//! use fracas::{Source, load};
//! let wrong = load(Source::new("duel.toml", "ruleset = \"olympa\"\n"), &[]).err().unwrap();
//! assert!(wrong.to_string().contains("did you mean `olympia`?"));
//! ```

mod affordable;
pub mod andor;
mod arena;
mod ask;
pub mod battlescape;
mod few;
mod fight;
mod find;
mod fingerprint;
mod impact;
mod load;
mod loaded;
mod luck;
mod planner;
mod registry;
mod replay;
mod report;
mod schema;
mod sheet;
mod values;

pub use fracas_core::chance::{BadTape, BadThrow, Fault, Tape};
pub use fracas_core::document::{
    Diagnostics, Files, Folder, MAX_BYTES, NoFile, Source, set, unset, utf8,
};
pub use fracas_core::odds::{
    Budget, Effort, Goal, MOST_TRIALS, MeasureOdds, Method, Odds, OutcomeOdds, Refusal, Tally,
    Unplannable,
};
pub use fracas_core::play::{Playable, Refused};
pub use fracas_core::ruleset::Detail;
pub use fracas_core::table::Table;
pub use fracas_mission as mission;

pub use affordable::USUAL_TRIALS;
pub use arena::{Arena, UNFINISHED};
pub use ask::{Ask, Mark, NoOdds, UnknownMeasure, Way};
pub use fight::{Dice, Records, Witness};
pub use find::{Condition, Search};
pub use fingerprint::Fingerprint;
pub use impact::{Impact, PartImpact};
pub use load::{BadScenario, Set, changed, load, load_with_files};
pub use loaded::{Lens, Loaded, Log, Told};
pub use luck::{Likely, Luck, Standing};
pub use planner::Grounds;
pub use registry::{Rules, rules, rulesets};
pub use replay::{BadReplay, REPLAY_FORMAT, Replay};
pub use report::{Fought, Heading, Inspected, Versions, Weighed};
pub use schema::{reference, schema};
pub use sheet::{BadSheet, NoMerge, Sheet};
pub use values::{Bound, Share, Threshold, Values};

/// The version of fracas, as results carry it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The largest seed and trial: whole numbers up to it survive every JSON
/// reader.
pub const MAX_SEED: u64 = fracas_core::document::MAX_SEED as u64;
