//! The tally of a range of trials in a file, to be put together with others.

use fracas_core::odds::{ALPHA, MergeError, Odds, Tally};
use serde::{Deserialize, Serialize};

use crate::battle::Battle;
use crate::fingerprint::Fingerprint;
use crate::odds::Grounds;
use crate::registry::{Registry, UnknownRuleset};
use crate::report::{Heading, Versions, Weighed};

/// A tally and the battle it is of. In JSON
/// `{"fracas": "0.1.0", "name": "Duel", "scenario": "85944171f73967e8", "tally": {…}}`,
/// where `scenario` is the fingerprint of what the scenario says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    fracas: String,
    name: String,
    scenario: Fingerprint,
    tally: Tally,
}

/// Why two sheets do not belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoMerge {
    /// Their scenarios say different things.
    Scenario,
    /// Their tallies do not fit.
    Tally(MergeError),
}

impl std::error::Error for NoMerge {}

impl std::fmt::Display for NoMerge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Scenario => f.write_str("the tallies are of different scenarios"),
            Self::Tally(why) => why.fmt(f),
        }
    }
}

impl Battle {
    /// A tally of this battle for a file.
    pub fn sheet(&self, tally: Tally) -> Sheet {
        Sheet {
            fracas: crate::VERSION.to_owned(),
            name: self.name.clone(),
            scenario: self.fingerprint,
            tally,
        }
    }
}

impl Sheet {
    /// Reads a file.
    pub fn read(text: &str) -> Result<Self, String> {
        serde_json::from_str(text).map_err(|error| format!("this is no tally: {error}"))
    }

    /// The counts.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Adds the trials of another sheet. Nothing is changed if the two do not
    /// belong together.
    pub fn merge(&mut self, other: &Self) -> Result<(), NoMerge> {
        // What the rules or the dice say comes first: it explains more.
        let mut merged = self.tally.clone();
        merged.merge(&other.tally).map_err(NoMerge::Tally)?;
        if self.scenario != other.scenario {
            return Err(NoMerge::Scenario);
        }
        self.tally = merged;
        Ok(())
    }

    /// The odds that the tally tells. `why` says where the battles come from.
    pub fn weigh(&self, registry: &Registry, why: &str) -> Result<Weighed, UnknownRuleset> {
        let rules = registry.rules(self.tally.ruleset())?;
        let heading =
            Heading { fracas: crate::VERSION, ruleset: rules.name, name: self.name.clone() };
        let odds = Odds::sampled(&self.tally, ALPHA, why);
        Ok(Weighed {
            heading,
            remarks: rules.remarks(&odds),
            odds,
            versions: Versions { rules: self.tally.version(), stream: self.tally.stream() },
            at_least: Vec::new(),
            at_most: Vec::new(),
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

    fn sheet(battle: &Battle, trials: std::ops::Range<u64>) -> Sheet {
        battle.sheet(battle.tally(7, trials, &Effort::default()))
    }

    #[test]
    fn ranges_put_together_are_the_whole() {
        let duel = duel(90);
        let mut sheet_of_all = sheet(&duel, 64..200);
        let text = serde_json::to_string(&sheet(&duel, 0..64)).unwrap();
        sheet_of_all.merge(&Sheet::read(&text).unwrap()).unwrap();
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
        assert_eq!(ours.merge(&sheet(&duel(91), 64..128)), Err(NoMerge::Scenario));
        let twice = ours.merge(&sheet(&duel(90), 32..128)).unwrap_err();
        assert_eq!(twice.to_string(), "both tallies count trials 32 to 63");
        assert_eq!(ours, before);
        assert!(Sheet::read("{}").unwrap_err().starts_with("this is no tally: "));
    }

    #[test]
    fn how_a_scenario_is_written_does_not_matter() {
        let text = "ruleset='olympia' # same\nname='Duel'\n[[attacker.stack]]\nnoble='A'\n\
                    attack=90\n\n[[defender.stack]]\nnoble='B'\n";
        let other = Scenario::new("other.toml", text).battle().unwrap();
        assert!(sheet(&duel(90), 0..64).merge(&sheet(&other, 64..128)).is_ok());
    }
}
