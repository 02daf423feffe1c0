//! A played battle of `andor` in a file, to be gone on with or played again
//! and checked.

use std::collections::BTreeMap;
use std::sync::Arc;

use fracas_andor::Andor;
use fracas_andor::events::Event;
use fracas_core::chance::STREAM_VERSION;
use fracas_core::document::Source;
use fracas_core::ruleset::{Detail, Ruleset};
use serde::{Deserialize, Serialize};

use crate::andor::{AndorBattle, Game, Record};
use crate::fight::Witness;
use crate::fingerprint::Fingerprint;
use crate::replay::{BadReplay, Carried};
use crate::report::Versions;

/// The version of the JSON form of a [`Played`], its key `played`.
///
/// ```json
/// { "played": 1, "fracas": "0.1.0", "versions": { "rules": 1, "stream": 1 },
///   "file": "duel.toml", "scenario": "ruleset = \"andor\"…", "files": {},
///   "seed": 7, "orders": ["attack 0", "end"],
///   "outcome": null, "events": 9, "hash": "85944171f73967e8" }
/// ```
///
/// `scenario`, `files` and `hash` are those of a
/// [`Replay`](crate::Replay); `outcome` is null while the battle goes on.
pub const PLAYED_FORMAT: u32 = 1;

/// A played battle: what it takes to play it again, and how to know that it
/// is the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Played {
    played: u32,
    fracas: String,
    versions: Versions,
    file: String,
    scenario: String,
    files: BTreeMap<String, String>,
    seed: u64,
    orders: Vec<String>,
    outcome: Option<String>,
    events: u64,
    hash: Fingerprint,
}

impl AndorBattle {
    /// What it takes to play a battle again.
    pub fn keep(&self, game: &Game<'_>) -> Played {
        let mut sources = self.warnings().sources();
        let scenario = sources.next();
        let Record { rules, seed, orders, .. } = game.record();
        let mut played = Played {
            played: PLAYED_FORMAT,
            fracas: crate::VERSION.to_owned(),
            versions: Versions { rules, stream: STREAM_VERSION },
            file: scenario.map_or_else(String::new, |source| file_name(&source.name)),
            scenario: scenario.map_or_else(String::new, |source| source.text.clone()),
            files: sources.map(|file| (file.name.clone(), file.text.clone())).collect(),
            seed,
            orders,
            outcome: game.verdict().map(|verdict| verdict.key().to_owned()),
            events: 0,
            hash: Fingerprint::default(),
        };
        // The orders were obeyed once and are obeyed again.
        if let Ok((_, witness)) = played.obey(self, Detail::None, &mut |_| {}) {
            (played.events, played.hash) = (witness.events, witness.hash);
        }
        played
    }
}

impl Played {
    /// Whether a text is meant to be a played battle.
    pub fn is_meant(text: &str) -> bool {
        let json: Result<serde_json::Value, _> = serde_json::from_str(text);
        json.is_ok_and(|json| json.get("played").is_some())
    }

    /// Reads a played battle.
    pub fn read(text: &str) -> Result<Self, BadReplay> {
        let played: Self =
            serde_json::from_str(text).map_err(|error| BadReplay::None(error.to_string()))?;
        let here = Versions { rules: Andor::VERSION, stream: STREAM_VERSION };
        if played.played != PLAYED_FORMAT || played.versions != here {
            return Err(BadReplay::Outdated(format!(
                "the battle was saved by fracas {} with other rules, dice or format; by fracas {} \
                 it may go otherwise",
                played.fracas,
                crate::VERSION
            )));
        }
        Ok(played)
    }

    /// The scenario, as it was saved.
    pub fn load(&self) -> Result<AndorBattle, BadReplay> {
        let source = Source::new(self.file.clone(), self.scenario.clone());
        let files = Arc::new(Carried(self.files.clone()));
        AndorBattle::load(source, &[], files).map_err(BadReplay::Scenario)
    }

    /// Plays all orders again on the scenario of [`Played::load`]; `hear` is
    /// told the log in this detail. Fine if every event is the one that was
    /// saved.
    pub fn again<'b>(
        &self,
        battle: &'b AndorBattle,
        detail: Detail,
        hear: &mut dyn FnMut(&str),
    ) -> Result<Game<'b>, BadReplay> {
        let (game, witness) = self.obey(battle, detail, hear).map_err(BadReplay::Otherwise)?;
        let outcome = game.verdict().map(|verdict| verdict.key());
        if outcome != self.outcome.as_deref()
            || (witness.events, witness.hash) != (self.events, self.hash)
        {
            let how =
                format!("it had {} events, not {} or not the same", witness.events, self.events);
            return Err(BadReplay::Otherwise(how));
        }
        Ok(game)
    }

    fn obey<'b>(
        &self,
        battle: &'b AndorBattle,
        detail: Detail,
        hear: &mut dyn FnMut(&str),
    ) -> Result<(Game<'b>, Witness), String> {
        let record = Record {
            ruleset: Andor::NAME.to_owned(),
            rules: self.versions.rules,
            seed: self.seed,
            orders: self.orders.clone(),
            scenario: self.scenario.clone(),
        };
        let mut witness = Witness::default();
        let mut tell = battle.teller(detail, hear);
        let mut see = |event: Event| {
            // Plain data under text keys always serialises.
            witness.see(&serde_json::to_string(&event).unwrap_or_default());
            tell(event);
        };
        let mut game = battle.begin(self.seed, &mut see);
        game.replay(&record, &mut see)?;
        Ok((game, witness))
    }

    /// How it ended, if it did.
    pub fn outcome(&self) -> Option<&str> {
        self.outcome.as_deref()
    }

    /// How many events were saved.
    pub fn events(&self) -> u64 {
        self.events
    }

    /// The seed of the dice.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The file its scenario was read from.
    pub fn file(&self) -> &str {
        &self.file
    }
}

/// The name of a file without its folder.
fn file_name(path: &str) -> String {
    let name = std::path::Path::new(path).file_name();
    name.map_or_else(|| path.to_owned(), |name| name.to_string_lossy().into_owned())
}
