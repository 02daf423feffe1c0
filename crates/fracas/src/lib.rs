//! Battles from scenario files, whatever their rules: fought, told, and weighed.
//!
//! # From a scenario to its odds
//!
//! A [`Scenario`] is a value: opened from a file or made here, changed by path, printed with its
//! comments kept. The [`Battle`] it describes can be looked at before the first die, fought with a
//! log, and weighed.
//!
//! ```
//! use fracas::{Ask, Effort, Method, Scenario};
//!
//! let mut ambush = Scenario::of("olympia");
//! ambush.set("attacker.stack[0].noble", "Osswid")?;
//! ambush.set("attacker.stack[0].men.pikeman", 12)?;
//! ambush.set("defender.stack[0].noble", "Feasel")?;
//! ambush.set("defender.stack[0].men.knight", 5)?;
//!
//! let weighed = ambush.battle()?.odds(Ask::default(), 0, &Effort::default())?;
//! for outcome in &weighed.odds.outcomes {
//!     println!("{:10} {:.4}", outcome.name, outcome.p);
//! }
//! // Few men: every branch could be followed.
//! assert_eq!(weighed.odds.method, Method::Exact);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What is asked of the odds is an [`Ask`]: exact where that is cheap unless it says otherwise.
//! Otherwise battles are fought, as many as a [`Goal`] needs, and every share has an interval that
//! holds. The answer says which way it took and why; [`Effort`] is how many threads work at it,
//! which changes nothing in the answer, and how to look on or stop it.
//!
//! # What is wrong with a file
//!
//! A file that cannot be fought says why, all of it in one go, with line, caret and the nearest
//! known word:
//!
//! ```
//! let wrong = fracas::Scenario::new("duel.toml", "ruleset = \"olympa\"\n").battle().unwrap_err();
//! assert!(wrong.to_string().contains("did you mean `olympia`?"));
//! ```
//!
//! # Changing it
//!
//! Paths are those of the file. What a change is worth is a second answer:
//!
//! ```
//! # use fracas::{Ask, Effort, Scenario};
//! # let mut ambush = Scenario::of("olympia");
//! # ambush.set("attacker.stack[0].noble", "Osswid")?;
//! # ambush.set("attacker.stack[0].men.pikeman", 12)?;
//! # ambush.set("defender.stack[0].noble", "Feasel")?;
//! # ambush.set("defender.stack[0].men.knight", 5)?;
//! let win = |scenario: &Scenario| -> Result<f64, Box<dyn std::error::Error>> {
//!     Ok(scenario.battle()?.odds(Ask::default(), 0, &Effort::default())?.odds.outcomes[0].p)
//! };
//! let before = win(&ambush)?;
//! ambush.set("attacker.stack[0].men.pikeman", 24)?;
//! assert!(win(&ambush)? > before);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # One battle
//!
//! A battle is named by scenario, seed and trial, on every machine. [`Battle::run`] fights it, with
//! a [`Log`] in words or JSON if somebody listens; [`Battle::find`] looks for the first that is so;
//! [`Battle::luck`] tells where one lies among others; [`Battle::impact`] who matters most, where a
//! ruleset can leave somebody out, and [`Scenario::sensitivity`] which value of the file.
//! [`Battle::scenes`] shows it moment by moment. What is left of a battle is a scenario again.
//!
//! ```
//! use fracas::{Effort, Registry, Scenario, Search};
//!
//! let template = Registry::standard().rules("olympia")?.template();
//! let siege = Scenario::new("siege.toml", template).battle()?;
//! let effort = Effort { threads: 2, ..Effort::default() };
//!
//! let dear = siege.condition("attacker & attacker_lost >= 5")?;
//! let Search::Found(trial) = siege.find(&dear, 7, 0..10_000, &effort) else {
//!     return Err("victory is always cheap".into());
//! };
//! let fought = siege.run(7, trial, None);
//! assert_eq!(fought.outcome, "attacker");
//!
//! let luck = siege.luck(&fought, 7, Some(1000), &effort);
//! println!("that comes in {:.1} % of the battles", luck.outcome.p * 100.0);
//!
//! let left = Scenario::new("next.toml", fought.aftermath);
//! assert!(left.text().starts_with("ruleset = \"olympia\""));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Deciding
//!
//! Where somebody decides while a battle is fought, [`Battle::decide`] works out the best decisions
//! exactly, and tells them as a table that a player can use, with what it is worth.
//!
//! # Keeping it
//!
//! A [`Replay`] is a battle in a file that can be fought again and checked. A [`TallyFile`] holds the
//! counts of a range of trials, to be merged with those of other machines. Both are sealed: what
//! was changed is found out.
//!
//! # Playing it
//!
//! Some rulesets can be played: a [`Session`] is given orders, tells what the side it plays gets to
//! know, and can be saved and gone on with at any time.
//!
//! ```
//! # use fracas::{Registry, Scenario};
//! # let template = Registry::standard().rules("andor")?.template();
//! let duel = Scenario::new("duel.toml", template).battle()?;
//! let mut session = duel.play(7)?;
//! while session.outcome().is_none() {
//!     let order = session.advice();
//!     session.order(&order)?;
//! }
//! assert!(session.replay().fight(None).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A ruleset of your own
//!
//! Rulesets stand in a [`Registry`], which is open: a program adds its own, and everything above
//! holds for it. What it takes is the trait [`Ruleset`](crate::core::ruleset::Ruleset): how a
//! battle is read, fought blow by blow, and ended. The page of
//! [`core::ruleset`] shows a whole one, and `examples/coin_duel.rs` of this
//! crate another that is added, told and weighed.
//!
//! What only some games can do is a [`Capability`]. Those who know a ruleset find its own types in
//! its crate, here [`andor`], [`battlescape`], [`mission`] and [`olympia`], and its battle with
//! [`Battle::of`].

mod affordable;
mod ask;
mod battle;
mod chain;
mod changes;
mod condition;
mod decide;
mod difference;
mod erased;
mod fair;
mod few;
mod fight;
mod fingerprint;
mod headline;
mod impact;
pub mod lab;
mod log;
mod luck;
mod odds;
mod registry;
mod replay;
mod report;
mod rulesets;
mod scenario;
mod scenes;
mod schema;
mod sensitivity;
mod session;
mod set;
mod short_path;
mod tally_file;
mod that;
mod values;

pub use fracas_core as core;
pub use fracas_core::capability::{
    Board, Choice, Detail, Ending, Grid, Land, Refused, Scene, SceneSide, SceneUnit, SceneZone,
    Structure, TerrainKind, UnitState,
};
pub use fracas_core::chance::{Fault, Tape, TapeError, ThrowError};
pub use fracas_core::decide::{BadWorth, Decisions, Undecided};
pub use fracas_core::document::{
    BadPath, BadStep, Diagnostics, EditError, FileError, Files, Folder, MAX_BYTES, NewValue,
    Number, Shelf, Source, utf8,
};
pub use fracas_core::odds::{
    Budget, ByOutcome, Effort, Goal, MOST_TRIALS, MeasureOdds, Method, Odds, OutcomeOdds,
    PlanError, Refusal, Search, Tally, Untold, Way,
};
pub use fracas_core::table::{Cell, Table};

pub use affordable::USUAL_TRIALS;
pub use ask::{Ask, BadMark, Mark, OddsError, UnknownMeasure};
pub use battle::Battle;
pub use chain::BattleOdds;
pub use condition::{BadCondition, Claim, Condition, ConditionFault, Sign};
pub use decide::{DecideAsk, DecideError, DecideReport};
pub use fair::{FairDice, UnfairDice, commitment};
pub use fight::{Dice, Records, Witness};
pub use fingerprint::Fingerprint;
pub use impact::{Impact, ImpactQuestion, PartImpact};
pub use log::{Log, Told, View};
pub use luck::{Likely, Luck, Standing};
pub use odds::{Grounds, OddsQuestion};
pub use registry::{Capability, Lacking, Registry, Rules, UnknownRuleset};
pub use replay::{Difference, NoReplay, REPLAY_FORMAT, Replay, ReplayError};
pub use report::{Heading, InspectReport, OddsReport, RunReport, Versions};
pub use rulesets::{andor, battlescape, mfd, mission, olympia, sets};
pub use scenario::{Reading, Scenario, ScenarioError};
pub use scenes::{Line, Moment, Scenes};
pub use schema::{reference, schema};
pub use sensitivity::{
    NotchEffect, Sensitivity, SensitivityAsk, SensitivityError, SensitivityQuestion, ValueEffect,
};
pub use session::{Heard, Session, UNFINISHED};
pub use set::{Change, Set, SetError};
pub use short_path::AmbiguousPath;
pub use tally_file::{TallyFile, TallyFileError, TallyMergeError};
pub use that::Likelihood;
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

/// The example of the readme.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
