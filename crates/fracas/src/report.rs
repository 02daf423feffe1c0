//! What the verbs answer, as JSON has it.
//!
//! These shapes are a contract with other programs.

use fracas_core::odds::Odds;
use fracas_core::table::Table;
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::chain::BattleOdds;
use crate::luck::Luck;
use crate::odds::Grounds;
use crate::that::Likelihood;
use crate::values::{Threshold, Values};

/// What every answer begins with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Heading {
    /// The version of fracas.
    pub fracas: &'static str,
    /// The ruleset.
    pub ruleset: &'static str,
    /// What the battle is called.
    pub name: String,
    /// What is fought of a larger whole, such as a site of a campaign; in JSON
    /// only if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
}

impl Heading {
    /// The battle, and what is fought of it.
    pub fn called(&self) -> String {
        match &self.part {
            Some(part) => format!("{}: {part}", self.name),
            None => self.name.clone(),
        }
    }
}

/// What decides whether the same dice fight the same battle again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Versions {
    /// The version of the ruleset.
    pub rules: u32,
    /// The version of the random stream.
    pub stream: u32,
}

/// The answer of `odds`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OddsReport {
    /// Of which battle.
    #[serde(flatten)]
    pub heading: Heading,
    /// How it ends, in a sentence; not in JSON.
    #[serde(skip)]
    pub headline: String,
    /// The odds.
    #[serde(flatten)]
    pub odds: Odds,
    /// What must be known besides the numbers; in JSON only if there is
    /// anything.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    /// The battles of a chain, each with its own odds; in JSON only of a chain.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub battles: Vec<BattleOdds>,
    /// By which rules and dice.
    pub versions: Versions,
    /// How likely measures are to be at least what was asked; in JSON only if
    /// something was.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub at_least: Vec<Threshold>,
    /// The same for at most.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub at_most: Vec<Threshold>,
    /// How likely the conditions are that were asked for; in JSON only if some
    /// were.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub that: Vec<Likelihood>,
    /// What they were read off.
    #[serde(skip)]
    pub grounds: Grounds,
}

impl OddsReport {
    /// How a measure is distributed. None if there is no such measure, no
    /// battle counts, or exact odds do not know.
    pub fn values(&self, measure: &str) -> Option<Values> {
        let place = self.odds.measures.iter().position(|known| known.name == measure)?;
        self.grounds.values(place)
    }
}

/// The answer of `run`.
#[derive(Clone, Debug, PartialEq)]
pub struct RunReport {
    /// Which battle.
    pub heading: Heading,
    /// The seed of its dice; none if they were scripted.
    pub seed: Option<u64>,
    /// The trial of that seed.
    pub trial: Option<u64>,
    /// How it ended.
    pub outcome: &'static str,
    /// Its measures, in the order of the ruleset.
    pub measures: Vec<(String, i64)>,
    /// What else the ruleset says of it, by key.
    pub facts: Vec<(&'static str, Value)>,
    /// The scenario that is left, as text.
    pub aftermath: String,
    /// The files it leaves for the game's own programs, in the order of
    /// [`Rules::files`](crate::Rules::files); not in JSON.
    pub files: Vec<String>,
    /// By which rules and dice.
    pub versions: Versions,
    /// Where it lies among others; in JSON only if it was asked for.
    pub luck: Option<Luck>,
    /// The lines that close a report; not in JSON.
    pub closing: String,
}

impl Serialize for RunReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.heading.write(&mut map)?;
        map.serialize_entry("seed", &self.seed)?;
        map.serialize_entry("trial", &self.trial)?;
        map.serialize_entry("outcome", &self.outcome)?;
        map.serialize_entry("measures", &Named(&self.measures))?;
        for (key, value) in &self.facts {
            map.serialize_entry(key, value)?;
        }
        map.serialize_entry("aftermath", &self.aftermath)?;
        map.serialize_entry("versions", &self.versions)?;
        if let Some(luck) = &self.luck {
            map.serialize_entry("luck", luck)?;
        }
        map.end()
    }
}

/// The answer of `inspect`.
#[derive(Clone, Debug, PartialEq)]
pub struct InspectReport {
    /// Of which battle.
    pub heading: Heading,
    /// What the rules make of it.
    pub tables: Vec<Table>,
}

impl Serialize for InspectReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.heading.write(&mut map)?;
        for table in &self.tables {
            map.serialize_entry(&table.key(), table)?;
        }
        map.end()
    }
}

impl Heading {
    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("fracas", self.fracas)?;
        map.serialize_entry("ruleset", self.ruleset)?;
        map.serialize_entry("name", &self.name)?;
        match &self.part {
            Some(part) => map.serialize_entry("part", part),
            None => Ok(()),
        }
    }
}

/// A list of pairs that is a map in JSON, in its own order.
struct Named<'a>(&'a [(String, i64)]);

impl Serialize for Named<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}
