//! A battle in a file, to be fought again and checked.

use std::collections::BTreeMap;
use std::sync::Arc;

use fracas_core::capability::Refused;
use fracas_core::chance::{Fault, STREAM_VERSION, Tape, TapeError};
use fracas_core::document::Shelf;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::battle::Battle;
use crate::fair::{FairDice, UnfairDice};
use crate::few::{few_files, few_orders};
use crate::fight::{Dice, Records, Witness};
use crate::fingerprint::Fingerprint;
use crate::log::Log;
use crate::registry::{Registry, Rules, UnknownRuleset};
use crate::report::{RunReport, Versions};
use crate::scenario::{Scenario, ScenarioError};
use crate::session::Record;

/// The version of the JSON form of a [`Replay`], its key `replay`.
///
/// ```json
/// { "replay": 1, "fracas": "0.1.0", "ruleset": "olympia", "versions": { "rules": 1, "stream": 1 },
///   "file": "duel.toml", "scenario": "ruleset = \"olympia\"…", "files": {},
///   "seed": 7, "trial": 3, "dice": null,
///   "outcome": "attacker", "events": 57, "hash": "85944171f73967e8", "seal": "af63dc4c8601ec8c" }
/// ```
///
/// `scenario` is its text with all changes made, `files` what it refers to,
/// by name. A battle of scripted dice has them in `dice`, as the text of a
/// tape, and null for `seed` and `trial`. One that somebody played has its
/// orders in `orders`, a line each; `outcome` is `unfinished` if it was left
/// before its end. A battle of a match has `fair`, with which its dice can be
/// checked: see [`FairDice`]. `hash` is FNV-1a of 64 bits over the
/// JSON of every event, a line end after each; `seal` is the same over this
/// object on one line with a seal of FNV's starting value, and is there to
/// find out changes.
pub const REPLAY_FORMAT: u32 = 1;

/// A fought battle: what it takes to fight it again, and how to know that it
/// is the same.
///
/// ```
/// use fracas::{Dice, Records, Registry, Replay, Scenario, Witness};
/// let template = Registry::standard().rules("olympia")?.template();
/// let siege = Scenario::new("siege.toml", template).battle()?;
///
/// // Whoever wants a replay lets a witness look on.
/// let dice = Dice::Rolled { seed: 7, trial: 3 };
/// let mut records = Records { witness: Some(Witness::default()), tape: None };
/// let fought = siege.fight(&dice, None, &mut records)?;
/// let replay = siege.replay(&dice, &fought, records.witness.unwrap_or_default());
/// let file = serde_json::to_string(&replay)?;
///
/// let again = Replay::read(&file)?;
/// assert!(again.is_same_battle(&replay) && again.goes_on_from(&replay) && again.events() > 0);
/// assert_eq!(again.fight(None)?.outcome, fought.outcome);
/// // By rulesets of one's own, and only as far as the battle.
/// assert_eq!(again.fight_by(Registry::standard(), None)?.outcome, fought.outcome);
/// assert_eq!(again.battle_by(Registry::standard())?.name(), siege.name());
/// assert_eq!(again.scenario().text(), template);
///
/// let changed = file.replacen("\"trial\":3", "\"trial\":4", 1);
/// assert_eq!(
///     Replay::read(&changed).unwrap_err().to_string(),
///     "the replay was changed after it was saved"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replay {
    replay: u32,
    fracas: String,
    ruleset: String,
    versions: Versions,
    file: String,
    scenario: String,
    #[serde(deserialize_with = "few_files")]
    files: BTreeMap<String, String>,
    seed: Option<u64>,
    trial: Option<u64>,
    dice: Option<String>,
    /// What somebody ordered who played it; none if nobody did.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "few_orders")]
    orders: Option<Vec<String>>,
    /// How its dice were made; none where somebody chose the seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fair: Option<FairDice>,
    outcome: String,
    events: u64,
    hash: Fingerprint,
    seal: Fingerprint,
}

/// Why a replay cannot be trusted.
#[derive(Debug, Error)]
pub enum ReplayError {
    /// The file is no replay at all.
    #[error("this is no replay: {0}")]
    None(#[from] NoReplay),
    /// It is of a format that this program does not read.
    #[error("the replay is of format {0}; this program reads format {REPLAY_FORMAT}")]
    Format(u32),
    /// It was changed after it was saved.
    #[error("the replay was changed after it was saved")]
    Changed,
    /// Nobody played it, so nobody can go on with it.
    #[error("nobody played that battle: it has no orders")]
    Unplayed,
    /// This program does not know its ruleset.
    #[error("the replay is of ruleset `{}`, which is unknown; {}", .0.name, .0.help)]
    Ruleset(#[from] UnknownRuleset),
    /// The same dice would now fight another battle.
    #[error(
        "the replay was saved by fracas {fracas} with version {saved} of {what}; this is fracas \
         {} with version {here}, by which the same battle may go otherwise",
        crate::VERSION
    )]
    Outdated {
        /// What has another version.
        what: String,
        /// The program that saved it.
        fracas: String,
        /// The version that it had.
        saved: u32,
        /// The version that this program has.
        here: u32,
    },
    /// Its scenario cannot be fought.
    #[error("its scenario cannot be fought\n{0}")]
    Scenario(ScenarioError),
    /// Its dice do not fit its scenario.
    #[error("its dice do not fit: {0}")]
    Dice(Fault),
    /// Somebody chose its dice.
    #[error("its dice are not fair: {0}")]
    Unfair(#[from] UnfairDice),
    /// It was fought again and went otherwise.
    #[error("the battle went otherwise: {0}")]
    Otherwise(#[from] Difference),
}

/// Why a file is no replay at all.
#[derive(Debug, Error)]
pub enum NoReplay {
    /// It is not the JSON of one.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// Its dice are no tape.
    #[error("its dice: {0}")]
    Tape(#[from] TapeError),
    /// It does not say which dice were thrown, or says it twice.
    #[error("it needs either dice or seed and trial")]
    NoDice,
}

/// In what a battle that was fought again is not the one that was saved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Difference {
    /// It ended otherwise.
    #[error("it ended with {found}, not with {saved}")]
    Outcome {
        /// How it ended now.
        found: String,
        /// How it ended when it was saved.
        saved: String,
    },
    /// More or less happened.
    #[error("it had {found} events, not {saved}")]
    Count {
        /// How many events there were now.
        found: u64,
        /// How many were saved.
        saved: u64,
    },
    /// Something else happened.
    #[error("it had as many events, but not the same")]
    Events,
    /// An order was refused.
    #[error(transparent)]
    Order(#[from] Refused),
    /// Its ruleset takes no orders.
    #[error("battles of {0} are not played")]
    NotPlayed(&'static str),
}

impl Battle {
    /// What it takes to fight a battle again. The witness must have seen it.
    pub fn replay(&self, dice: &Dice, fought: &RunReport, witness: Witness) -> Replay {
        let tape = match dice {
            Dice::Rolled { .. } => None,
            Dice::Tape(tape) => Some(tape.to_string()),
        };
        let draft = self.draft(fought.outcome, witness);
        Replay { seed: fought.seed, trial: fought.trial, dice: tape, ..draft }.with_seal()
    }

    /// What it takes to play a battle again.
    pub(crate) fn replay_of_play(&self, record: Record, outcome: &str, witness: Witness) -> Replay {
        let Record { seed, orders } = record;
        let draft = self.draft(outcome, witness);
        Replay { seed: Some(seed), trial: Some(0), orders: Some(orders), ..draft }.with_seal()
    }

    /// A replay without dice, orders and seal.
    fn draft(&self, outcome: &str, witness: Witness) -> Replay {
        let mut sources = self.warnings.sources();
        let scenario = sources.next().map_or_else(String::new, |source| source.text.clone());
        Replay {
            replay: REPLAY_FORMAT,
            fracas: crate::VERSION.to_owned(),
            ruleset: self.rules.name.to_owned(),
            versions: self.versions(),
            file: self.file.clone(),
            scenario,
            files: sources.map(|file| (file.name.clone(), file.text.clone())).collect(),
            seed: None,
            trial: None,
            dice: None,
            orders: None,
            fair: None,
            outcome: outcome.to_owned(),
            events: witness.events,
            hash: witness.hash,
            seal: Fingerprint::default(),
        }
    }
}

impl Replay {
    /// Reads a replay. What was changed in it is found out here.
    pub fn read(text: &str) -> Result<Self, ReplayError> {
        /// The one key that every version has.
        #[derive(Deserialize)]
        struct Format {
            replay: u32,
        }
        let format: Format = serde_json::from_str(text).map_err(NoReplay::Json)?;
        if format.replay != REPLAY_FORMAT {
            return Err(ReplayError::Format(format.replay));
        }
        let replay: Self = serde_json::from_str(text).map_err(NoReplay::Json)?;
        let seal = replay.seal;
        let sealed = replay.with_seal();
        if sealed.seal != seal {
            return Err(ReplayError::Changed);
        }
        Ok(sealed)
    }

    /// Fights the battle again; fine if every event and the outcome are those
    /// that were saved.
    pub fn fight(&self, log: Option<Log<'_>>) -> Result<RunReport, ReplayError> {
        self.fight_by(Registry::standard(), log)
    }

    /// The same by one of these rulesets.
    pub fn fight_by(
        &self,
        registry: &Registry,
        log: Option<Log<'_>>,
    ) -> Result<RunReport, ReplayError> {
        let rules = registry.rules(&self.ruleset)?;
        self.check_versions(rules)?;
        if let Some(fair) = &self.fair {
            // What somebody played is the first battle of its seed.
            fair.check(self.seed.ok_or(NoReplay::NoDice)?, self.trial.unwrap_or(0))?;
        }
        let battle = self.battle_by(registry)?;
        let mut witness = Witness::default();
        let fought = match self.record() {
            Some(record) => {
                let played = battle.erased.play_again(&record, log, &mut witness);
                let ended = played.ok_or(Difference::NotPlayed(rules.name))?;
                let ended = ended.map_err(Difference::Order)?;
                battle.report(ended, Some(record.seed), Some(0))
            }
            None => {
                let mut records = Records { witness: Some(witness), tape: None };
                let fought =
                    battle.fight(&self.dice()?, log, &mut records).map_err(ReplayError::Dice)?;
                witness = records.witness.unwrap_or_default();
                fought
            }
        };
        self.compare(fought.outcome, witness)?;
        Ok(fought)
    }

    /// The scenario, as it was saved.
    pub fn scenario(&self) -> Scenario {
        let files = Arc::new(Shelf(self.files.clone()));
        Scenario::new(self.file.clone(), self.scenario.clone()).with_files(files)
    }

    /// Its battle, by one of these rulesets.
    pub fn battle_by(&self, registry: &Registry) -> Result<Battle, ReplayError> {
        registry.battle(&self.scenario()).map_err(ReplayError::Scenario)
    }

    /// The battle, if somebody played it.
    pub(crate) fn record(&self) -> Option<Record> {
        Some(Record { seed: self.seed?, orders: self.orders.clone()? })
    }

    /// The same with what it takes to check its dice.
    pub fn with_fair_dice(self, fair: FairDice) -> Self {
        Self { fair: Some(fair), ..self }.with_seal()
    }

    /// How its dice were made; none where somebody chose the seed.
    pub fn fair_dice(&self) -> Option<&FairDice> {
        self.fair.as_ref()
    }

    /// How many events were saved.
    pub fn events(&self) -> u64 {
        self.events
    }

    pub(crate) fn check_versions(&self, rules: &Rules) -> Result<(), ReplayError> {
        let outdated = |what: String, saved, here| ReplayError::Outdated {
            what,
            fracas: self.fracas.clone(),
            saved,
            here,
        };
        if self.versions.rules != rules.version {
            let what = format!("the {} rules", rules.name);
            return Err(outdated(what, self.versions.rules, rules.version));
        }
        // Scripted dice owe nothing to the stream.
        if self.dice.is_none() && self.versions.stream != STREAM_VERSION {
            let what = "the random stream".to_owned();
            return Err(outdated(what, self.versions.stream, STREAM_VERSION));
        }
        Ok(())
    }

    fn dice(&self) -> Result<Dice, NoReplay> {
        match (&self.dice, self.seed, self.trial) {
            (Some(tape), None, None) => Ok(Dice::Tape(tape.parse::<Tape>()?)),
            (None, Some(seed), Some(trial)) => Ok(Dice::Rolled { seed, trial }),
            _ => Err(NoReplay::NoDice),
        }
    }

    pub(crate) fn compare(&self, outcome: &str, witness: Witness) -> Result<(), Difference> {
        if outcome != self.outcome {
            let (found, saved) = (outcome.to_owned(), self.outcome.clone());
            return Err(Difference::Outcome { found, saved });
        }
        let Witness { events, hash } = witness;
        if events != self.events {
            return Err(Difference::Count { found: events, saved: self.events });
        }
        if hash != self.hash {
            return Err(Difference::Events);
        }
        Ok(())
    }

    /// The same, sealed.
    fn with_seal(self) -> Self {
        let unsealed = Self { seal: Fingerprint::default(), ..self };
        Self { seal: Fingerprint::of_json(&unsealed), ..unsealed }
    }

    /// Whether both are of one battle: the same scenario with the same dice.
    pub fn is_same_battle(&self, other: &Self) -> bool {
        let battle = |replay: &Self| (replay.ruleset.clone(), replay.seed, replay.trial);
        battle(self) == battle(other)
            && self.scenario == other.scenario
            && self.files == other.files
            && self.dice == other.dice
    }

    /// Whether this is the same battle, played as far or further.
    pub fn goes_on_from(&self, earlier: &Self) -> bool {
        let orders = |replay: &Self| replay.orders.clone().unwrap_or_default();
        self.is_same_battle(earlier) && orders(self).starts_with(&orders(earlier))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Set;

    fn saved(dice: &Dice) -> Replay {
        let text = "ruleset = \"olympia\"\n[[attacker.stack]]\nnoble = \"A\"\n\
                    [[defender.stack]]\nnoble = \"B\"\n";
        let set: Set = "defender.stack[0].men.soldier=2".parse().unwrap();
        let mut duel = Scenario::new("camp/duel.toml", text);
        duel.apply(&[set]).unwrap();
        let duel = duel.battle().unwrap();
        let mut records = Records { witness: Some(Witness::default()), tape: None };
        let fought = duel.fight(dice, None, &mut records).unwrap();
        duel.replay(dice, &fought, records.witness.unwrap())
    }

    fn rolled() -> Replay {
        saved(&Dice::Rolled { seed: 7, trial: 3 })
    }

    /// The dice that fell in trial 3, written down.
    fn scripted() -> Replay {
        let replay = rolled();
        let mut records = Records { tape: Some(Tape::default()), witness: None };
        let battle = replay.scenario().battle().unwrap();
        battle.fight(&replay.dice().unwrap(), None, &mut records).unwrap();
        saved(&Dice::Tape(records.tape.unwrap()))
    }

    fn json(replay: &Replay) -> String {
        serde_json::to_string(replay).unwrap()
    }

    #[test]
    fn a_saved_battle_is_fought_again() {
        for replay in [rolled(), scripted()] {
            let again = Replay::read(&json(&replay)).unwrap();
            assert_eq!(again, replay);
            let fought = again.fight(None).unwrap();
            assert_eq!(fought.outcome, replay.outcome);
            assert_eq!((fought.heading.name.as_str(), fought.seed), ("duel", replay.seed));
            assert!(replay.events() > 1);
        }
        assert_eq!(rolled().hash, scripted().hash);
        assert!(!json(&rolled()).contains("camp"));
    }

    #[test]
    fn every_change_to_the_file_is_found() {
        let text = json(&rolled());
        for (from, to) in [
            ("\"trial\":3", "\"trial\":4"),
            ("soldier = 2", "soldier = 3"),
            ("\"outcome\":\"", "\"outcome\":\"x"),
            ("\"stream\":1", "\"stream\":2"),
            ("duel.toml", "dual.toml"),
        ] {
            assert!(text.contains(from), "{from}: {text}");
            let changed = Replay::read(&text.replacen(from, to, 1));
            assert!(matches!(changed, Err(ReplayError::Changed)), "{from}");
        }
        for none in ["", "{}", "[1]", "{\"replay\":1}", "{\"replay\":\"1\"}"] {
            assert!(matches!(Replay::read(none), Err(ReplayError::None(_))), "{none}");
        }
        let newer = Replay::read("{\"replay\":9,\"what\":0}").unwrap_err().to_string();
        assert_eq!(newer, "the replay is of format 9; this program reads format 1");
    }

    /// A file whose seal was made anew still has to fight as it says.
    #[test]
    fn what_does_not_fight_as_it_says_is_found() {
        let says = |change: &dyn Fn(&mut Replay)| {
            let mut replay = rolled();
            change(&mut replay);
            replay.fight(None).unwrap_err().to_string()
        };
        let wrong = says(&|replay| replay.events += 1);
        assert!(wrong.starts_with("the battle went otherwise: it had "), "{wrong}");
        assert!(says(&|replay| replay.hash.add("!")).ends_with("but not the same"));
        assert!(says(&|replay| replay.outcome = "draw".to_owned()).contains("not with draw"));
        assert!(says(&|replay| replay.trial = None).contains("needs either dice or seed"));
        assert!(says(&|replay| replay.scenario.push_str("x = 1")).contains("cannot be fought"));
        let rules = says(&|replay| replay.versions.rules = 99);
        assert!(rules.contains("with version 99 of the olympia rules; this is fracas"), "{rules}");
        assert!(says(&|replay| replay.versions.stream = 99).contains("the random stream"));
        let dice = FairDice::new("abc".to_owned(), "m".to_owned(), vec![1]);
        let unfair = says(&|replay| replay.fair = Some(dice.clone()));
        assert!(unfair.starts_with("its dice are not fair: the seed 7 does not"), "{unfair}");
        let chosen = says(&|replay| {
            (replay.fair, replay.seed) = (Some(dice.clone()), Some(dice.seed()));
        });
        assert!(chosen.starts_with("its dice are not fair: battle 3 of its seed"), "{chosen}");
        assert!(says(&|replay| replay.ruleset = "chess".to_owned()).contains("which is unknown"));

        let mut replay = scripted();
        replay.versions.stream = 99;
        assert!(replay.fight(None).is_ok());
        replay.dice.as_mut().unwrap().push_str("1\n");
        let left = replay.fight(None).unwrap_err().to_string();
        assert_eq!(
            left,
            "its dice do not fit: the battle is over and 1 of the dice were not thrown"
        );
    }
}
