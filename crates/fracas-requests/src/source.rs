//! Scenarios as a page sends them.

use std::collections::BTreeMap;
use std::sync::Arc;

use fracas::{Battle, Registry, Scenario, Shelf};
use serde::{Deserialize, Serialize};

/// A scenario: its text, and the files that it names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Source {
    /// The scenario in TOML.
    pub text: String,
    /// The files that it names, by name: nothing else is opened.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
    /// What the scenario's own file is called.
    #[serde(default)]
    pub file: Option<String>,
}

/// What a scenario is called that has no file.
pub const NAMELESS: &str = "battle.toml";

impl Source {
    /// The scenario, with its files and no others.
    pub fn scenario(&self) -> Scenario {
        let file = self.file.as_deref().filter(|file| !file.is_empty()).unwrap_or(NAMELESS);
        Scenario::new(file, self.text.clone()).with_files(Arc::new(Shelf(self.files.clone())))
    }

    /// Its battle by the rulesets of fracas; or everything that is wrong with
    /// it, in words.
    pub fn battle(&self) -> Result<Battle, String> {
        self.battle_by(Registry::standard())
    }

    /// The same by these rulesets.
    pub fn battle_by(&self, registry: &Registry) -> Result<Battle, String> {
        registry.battle(&self.scenario()).map_err(|wrong| wrong.to_string())
    }

    /// The ruleset that it names, if that is one of these.
    pub fn ruleset_of(&self, registry: &Registry) -> Option<&'static str> {
        registry.named_by(&self.scenario()).map(|rules| rules.name)
    }
}
