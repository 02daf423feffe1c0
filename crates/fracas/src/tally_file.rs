//! The tally of a range of trials in a file, to be put together with others.

use fracas_core::chance::STREAM_VERSION;
use fracas_core::odds::{ALPHA, MergeError, Odds, Tally};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::battle::Battle;
use crate::fingerprint::Fingerprint;
use crate::headline::headline;
use crate::odds::Grounds;
use crate::registry::{Registry, Rules, UnknownRuleset};
use crate::report::{Heading, OddsReport, Versions};
use crate::that;

/// A tally and the battle it is of. In JSON
/// `{"fracas": "0.1.0", "name": "Duel", "scenario": "85944171f73967e8", "tally": {…},
/// "seal": "af63dc4c8601ec8c"}`, where `scenario` is the fingerprint of what
/// the scenario says and `seal` that of this object on one line, with a seal
/// of FNV's starting value.
///
/// ```
/// use fracas::{Effort, Registry, Scenario, TallyFile};
/// let registry = Registry::standard();
/// let duel = Scenario::new("siege.toml", registry.rules("olympia")?.template()).battle()?;
/// let count = |trials| duel.tally_file(duel.tally(7, trials, &Effort::default()));
///
/// // Counted on two machines, sent as text, put together.
/// let mut all = count(0..64);
/// let sent = serde_json::to_string(&count(64..128))?;
/// all.merge(&TallyFile::read(registry, &sent)?)?;
/// assert_eq!(all.tally(), count(0..128).tally());
/// assert_eq!(all.weigh(registry, "merged")?.odds.trials, Some(128));
///
/// assert!(TallyFile::read(registry, &sent.replacen("64", "65", 1)).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TallyFile {
    fracas: String,
    name: String,
    scenario: Fingerprint,
    tally: Tally,
    seal: Fingerprint,
}

/// Why a file holds no tally that can be trusted.
#[derive(Debug, Error)]
pub enum TallyFileError {
    /// The file is no tally at all, or of no battles that there can be.
    #[error("this is no tally: {0}")]
    None(#[from] serde_json::Error),
    /// It was changed after it was written.
    #[error("the tally was changed after it was written")]
    Changed,
    /// This program does not know its ruleset.
    #[error(transparent)]
    Ruleset(#[from] UnknownRuleset),
    /// Other rules or other dice counted it.
    #[error(
        "the tally was counted by fracas {fracas} with version {counted} of {what}; this is \
         fracas {} with version {here}, by which the same battles may go otherwise",
        crate::VERSION
    )]
    Outdated {
        /// What has another version.
        what: String,
        /// The program that counted.
        fracas: String,
        /// The version that it had.
        counted: u32,
        /// The version that this program has.
        here: u32,
    },
    /// It counts outcomes that the ruleset does not have.
    #[error("its outcomes are not those of the {0} rules")]
    Outcomes(&'static str),
}

/// Why two tallies do not belong together.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TallyMergeError {
    /// Their scenarios say different things.
    #[error("the tallies are of different scenarios")]
    Scenario,
    /// Their tallies do not fit.
    #[error(transparent)]
    Tally(MergeError),
}

impl Battle {
    /// A tally of this battle for a file.
    pub fn tally_file(&self, tally: Tally) -> TallyFile {
        TallyFile {
            fracas: crate::VERSION.to_owned(),
            name: self.name.clone(),
            scenario: self.fingerprint,
            tally,
            seal: Fingerprint::default(),
        }
        .with_seal()
    }
}

impl TallyFile {
    /// Reads a file. What was changed in it is found out here.
    pub fn read(registry: &Registry, text: &str) -> Result<Self, TallyFileError> {
        let sheet: Self = serde_json::from_str(text)?;
        let seal = sheet.seal;
        let sealed = sheet.with_seal();
        if sealed.seal != seal {
            return Err(TallyFileError::Changed);
        }
        sealed.check(registry.rules(sealed.tally.ruleset())?)?;
        Ok(sealed)
    }

    /// Whether these rules could have counted it.
    fn check(&self, rules: &Rules) -> Result<(), TallyFileError> {
        let outdated = |what: String, counted, here| TallyFileError::Outdated {
            what,
            fracas: self.fracas.clone(),
            counted,
            here,
        };
        let (version, stream) = (self.tally.version(), self.tally.stream());
        if version != rules.version {
            return Err(outdated(format!("the {} rules", rules.name), version, rules.version));
        }
        if stream != STREAM_VERSION {
            return Err(outdated("the random stream".to_owned(), stream, STREAM_VERSION));
        }
        if !self.tally.outcome_names().eq(rules.outcomes.iter().copied()) {
            return Err(TallyFileError::Outcomes(rules.name));
        }
        Ok(())
    }

    /// The same, sealed.
    fn with_seal(self) -> Self {
        let unsealed = Self { seal: Fingerprint::default(), ..self };
        Self { seal: Fingerprint::of_json(&unsealed), ..unsealed }
    }

    /// The counts.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Adds the trials of another file. Nothing is changed if the two do not
    /// belong together.
    pub fn merge(&mut self, other: &Self) -> Result<(), TallyMergeError> {
        // What the rules or the dice say comes first: it explains more.
        let mut merged = self.tally.clone();
        merged.merge(&other.tally).map_err(TallyMergeError::Tally)?;
        if self.scenario != other.scenario {
            return Err(TallyMergeError::Scenario);
        }
        *self = Self { tally: merged, ..self.clone() }.with_seal();
        Ok(())
    }

    /// The odds that the tally tells. `why` says where the battles come from.
    pub fn weigh(&self, registry: &Registry, why: &str) -> Result<OddsReport, UnknownRuleset> {
        let rules = registry.rules(self.tally.ruleset())?;
        let heading = Heading {
            fracas: crate::VERSION,
            ruleset: rules.name,
            name: self.name.clone(),
            part: None,
        };
        let odds = Odds::sampled(&self.tally, ALPHA, why);
        Ok(OddsReport {
            heading,
            headline: headline(&odds, rules),
            remarks: rules.remarks(&odds),
            // Their names are not kept with the counts.
            battles: Vec::new(),
            odds,
            versions: Versions { rules: self.tally.version(), stream: self.tally.stream() },
            at_least: Vec::new(),
            at_most: Vec::new(),
            that: that::counted(&self.tally, ALPHA),
            grounds: Grounds::Sampled { tally: self.tally.clone(), alpha: ALPHA },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Effort, Goal, Scenario};

    fn duel(skill: u32) -> Battle {
        let text = format!(
            "ruleset = \"olympia\"\nname = \"Duel\"\n[[attacker.stack]]\nnoble = \"A\"\n\
             attack = {skill}\n[[defender.stack]]\nnoble = \"B\"\n"
        );
        Scenario::new("duel.toml", text).battle().unwrap()
    }

    fn sheet(battle: &Battle, trials: std::ops::Range<u64>) -> TallyFile {
        battle.tally_file(battle.tally(7, trials, &Effort::default()))
    }

    fn read(text: &str) -> Result<TallyFile, TallyFileError> {
        TallyFile::read(Registry::standard(), text)
    }

    #[test]
    fn ranges_put_together_are_the_whole() {
        let duel = duel(90);
        let mut sheet_of_all = sheet(&duel, 64..200);
        let text = serde_json::to_string(&sheet(&duel, 0..64)).unwrap();
        sheet_of_all.merge(&read(&text).unwrap()).unwrap();
        assert_eq!(sheet_of_all, sheet(&duel, 0..200));
        let merged = sheet_of_all.weigh(Registry::standard(), "merged").unwrap();
        let asked = duel.odds(Goal::Trials(200), 7, &Effort::default()).unwrap();
        assert_eq!(merged.odds.outcomes, asked.odds.outcomes);
        assert_eq!((merged.heading, merged.versions), (asked.heading, asked.versions));
    }

    #[test]
    fn different_battles_do_not_merge() {
        let mut ours = sheet(&duel(90), 0..64);
        let before = ours.clone();
        assert_eq!(ours.merge(&sheet(&duel(91), 64..128)), Err(TallyMergeError::Scenario));
        let twice = ours.merge(&sheet(&duel(90), 32..128)).unwrap_err();
        assert_eq!(twice.to_string(), "both tallies count trials 32 to 63");
        assert_eq!(ours, before);
        assert!(read("{}").unwrap_err().to_string().starts_with("this is no tally: "));
    }

    /// Every sign of the file counts: no digit, letter or sign can be another.
    #[test]
    fn every_single_change_is_found() {
        let text = serde_json::to_string(&sheet(&duel(90), 0..64)).unwrap();
        assert!(read(&text).is_ok());
        let mut changed = text.clone().into_bytes();
        for place in 0..text.len() {
            let was = changed[place];
            for other in b"0123456789aA -.".iter().filter(|&&other| other != was) {
                changed[place] = *other;
                let read = read(std::str::from_utf8(&changed).unwrap());
                assert!(read.is_err(), "{}", String::from_utf8_lossy(&changed));
            }
            changed[place] = was;
        }
    }

    /// A file whose seal was made anew still has to be of battles that these
    /// rules could have counted.
    #[test]
    fn what_these_rules_cannot_have_counted_is_found() {
        let of = |from: &str, to: &str| {
            let text = serde_json::to_string(&sheet(&duel(90), 0..64)).unwrap();
            assert!(text.contains(from), "{from}: {text}");
            let changed: TallyFile = serde_json::from_str(&text.replacen(from, to, 1)).unwrap();
            let text = serde_json::to_string(&changed.with_seal()).unwrap();
            read(&text).unwrap_err().to_string()
        };
        let version = of(
            &format!("\"version\":{}", Registry::standard().rules("olympia").unwrap().version),
            "\"version\":99",
        );
        assert!(version.contains("with version 99 of the olympia rules; this is"), "{version}");
        assert!(of("\"stream\":1", "\"stream\":99").contains("of the random stream"));
        assert!(of("\"olympia\"", "\"chess\"").starts_with("there is no ruleset `chess`"));
        assert_eq!(
            of("\"name\":\"attacker\"", "\"name\":\"victory\""),
            "its outcomes are not those of the olympia rules"
        );
    }

    #[test]
    fn how_a_scenario_is_written_does_not_matter() {
        let text = "ruleset='olympia' # same\nname='Duel'\n[[attacker.stack]]\nnoble='A'\n\
                    attack=90\n\n[[defender.stack]]\nnoble='B'\n";
        let other = Scenario::new("other.toml", text).battle().unwrap();
        assert!(sheet(&duel(90), 0..64).merge(&sheet(&other, 64..128)).is_ok());
    }
}
