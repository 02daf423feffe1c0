//! Battles from scenario files, whatever their rules.
//!
//! A [`Scenario`] is a value: opened from a file or made here, changed by path,
//! printed with its comments kept. Its [`Battle`] can be looked at before the
//! first die, fought with a log, and weighed:
//!
//! ```
//! use fracas::{Effort, Goal, Scenario};
//!
//! let mut duel = Scenario::of("olympia");
//! duel.set("attacker.stack[0].noble", "Osswid")?;
//! duel.set("defender.stack[0].noble", "Feasel")?;
//! let duel = duel.battle()?;
//!
//! let odds = duel.odds(Goal::Trials(1000), 7, &Effort::default())?;
//! assert_eq!(odds.odds.outcomes[0].name, "attacker");
//!
//! // Trial 3 of those thousand.
//! let fought = duel.run(7, 3, None);
//! assert!(fought.closing.contains("is victorious!"));
//!
//! // What is left is a scenario again.
//! assert!(fought.aftermath.starts_with("ruleset = \"olympia\""));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What is asked of the odds is an [`Ask`]: exact where that is cheap unless it
//! says otherwise. [`Battle::find`] looks for the first battle that is so,
//! [`Battle::luck`] tells where a battle lies among others, [`Battle::impact`]
//! who matters most, a [`Replay`] is a battle in a file that can be fought
//! again and checked, a [`Sheet`] holds the counts of a range of trials, to be
//! merged with others, and a [`Session`] is a battle that somebody plays.
//!
//! A file that cannot be fought says why, all of it in one go:
//!
//! ```
//! let wrong = fracas::Scenario::new("duel.toml", "ruleset = \"olympa\"\n").battle().unwrap_err();
//! assert!(wrong.to_string().contains("did you mean `olympia`?"));
//! ```
//!
//! Rulesets stand in a [`Registry`], which is open: a program adds its own and
//! has all of this for it. `examples/coin_duel.rs` is a whole one.

mod affordable;
mod ask;
mod battle;
mod condition;
mod erased;
mod few;
mod fight;
mod fingerprint;
mod impact;
mod log;
mod luck;
mod odds;
mod registry;
mod replay;
mod report;
mod rulesets;
mod scenario;
mod schema;
mod session;
mod set;
mod tally_file;
mod values;

pub use fracas_core as core;
pub use fracas_core::capability::{Choice, Detail, Refused};
pub use fracas_core::chance::{BadTape, BadThrow, Fault, Tape};
pub use fracas_core::document::{
    Diagnostics, EditError, Files, Folder, MAX_BYTES, NewValue, NoFile, Shelf, Source, utf8,
};
pub use fracas_core::odds::{
    Budget, Effort, Goal, MOST_TRIALS, MeasureOdds, Method, Odds, OutcomeOdds, Refusal, Search,
    Tally, Unplannable,
};
pub use fracas_core::table::Table;
pub use fracas_olympia as olympia;

pub use affordable::USUAL_TRIALS;
pub use ask::{Ask, Mark, NoOdds, UnknownMeasure, Way};
pub use battle::Battle;
pub use condition::Condition;
pub use fight::{Dice, Records, Witness};
pub use fingerprint::Fingerprint;
pub use impact::{Impact, PartImpact};
pub use log::{Log, Told, View};
pub use luck::{Likely, Luck, Standing};
pub use odds::Grounds;
pub use registry::{Capability, Lacking, Registry, Rules, UnknownRuleset};
pub use replay::{BadReplay, REPLAY_FORMAT, Replay};
pub use report::{Fought, Heading, Inspected, Versions, Weighed};
pub use rulesets::{andor, battlescape, mission};
pub use scenario::{Reading, Scenario, ScenarioError};
pub use schema::{reference, schema};
pub use session::{Heard, Session, UNFINISHED};
pub use set::{Change, Set, SetError};
pub use tally_file::{BadSheet, NoMerge, Sheet};
pub use values::{Bound, Share, Threshold, Values};

/// Reads a scenario file and makes a battle of it.
///
/// ```no_run
/// let siege = fracas::load("siege.toml")?;
/// println!("{}", siege.run(7, 0, None).outcome);
/// # Ok::<(), fracas::ScenarioError>(())
/// ```
pub fn load(path: impl AsRef<std::path::Path>) -> Result<Battle, ScenarioError> {
    Scenario::open(path)?.battle()
}

/// The version of fracas, as results carry it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The largest seed and trial: whole numbers up to it survive every JSON
/// reader.
pub const MAX_SEED: u64 = fracas_core::document::MAX_SEED as u64;
