//! What only the ruleset `andor` has: its data, its studies, and a hero to be
//! played.

use fracas_andor::battle::{Battle, Kind};
use fracas_andor::data::{DataFile, Library};
use fracas_andor::studies::study;
use fracas_andor::{Andor, read_all};
use fracas_core::document::{Diagnostics, Place, Source, write_text};
use fracas_core::table::Table;
use serde_json::json;

pub use fracas_andor::events::Event;
pub use fracas_andor::play::{Choice, Game};
pub use fracas_andor::rules::policy::Order;
pub use fracas_andor::state::Verdict;
pub use fracas_andor::studies::{Study, StudyOptions};

use crate::scenario::{Reading, Scenario, ScenarioError};

/// A battle of `andor`, with every monster that its scenario knows.
///
/// ```
/// use fracas::andor::{Bestiary, Study, StudyOptions};
/// let template = fracas::Registry::standard().rules("andor")?.template();
/// let read = Bestiary::read(&fracas::Scenario::new("duel.toml", template))?;
/// let options = StudyOptions { seed: 7, trials: 64, effort: Default::default() };
/// let tables = read.value.study(Study::Farming, options);
/// assert!(!tables.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Bestiary {
    battle: Battle,
    monsters: Vec<Kind>,
}

impl Bestiary {
    /// Reads a scenario.
    pub fn read(scenario: &Scenario) -> Result<Reading<Self>, ScenarioError> {
        scenario.read_as::<Andor, _>(|file, out| {
            read_all(file, out).map(|(battle, monsters)| Self { battle, monsters })
        })
    }

    /// Answers a question of players or designers.
    pub fn study(&self, question: Study, options: StudyOptions<'_>) -> Vec<Table> {
        study(question, &self.battle, &self.monsters, options)
    }
}

/// The game's own files, as far as they could be read.
pub struct Imported {
    library: Library,
    /// What is wrong or odd about them.
    pub findings: Diagnostics,
}

/// Reads the game's own JSON files; what each holds is told by its name.
///
/// ```
/// use fracas::{Source, andor::import};
/// let rats = r#"[{ "id": "rat", "name": "Rat", "maxHP": 7, "attackCost": 3 }]"#;
/// let imported = import(vec![Source::new("monsterlist_cellar.json", rats)]);
/// assert!(!imported.findings.has_errors(), "{}", imported.findings.render(false));
/// assert_eq!(imported.monsters().rows.len(), 1);
/// assert_eq!(imported.counts().to_json()[1]["count"], 1);
/// assert!(imported.scenario().contains("use = \"rat\""));
/// ```
pub fn import(sources: Vec<Source>) -> Imported {
    let mut findings = Diagnostics::new(Source::new("import", ""));
    let files: Vec<DataFile> = sources
        .into_iter()
        .map(|source| DataFile { name: source.name.clone(), source: findings.add_source(source) })
        .collect();
    let library = Library::read(&files, false, &mut findings);
    for (id, creature) in library.creatures.iter() {
        if let Some(drops) = creature.drops.as_ref()
            && !library.drops.is_empty()
            && !library.drops.contains_key(drops)
        {
            let message = format!("monster `{id}` has the drop list `{drops}`, which is not known");
            findings.warning("", &Place::default(), message);
        }
    }
    Imported { library, findings }
}

impl Imported {
    /// How many there are of everything.
    pub fn counts(&self) -> Table {
        let mut table = Table::new("imported", &["what", "count"]);
        let library = &self.library;
        for (what, count) in [
            ("files", library.files.len()),
            ("monsters", library.creatures.len()),
            ("items", library.items.len()),
            ("item categories", library.categories.len()),
            ("conditions", library.conditions.ids().count()),
            ("drop lists", library.drops.len()),
        ] {
            table.row(vec![json!(what), json!(count)]);
        }
        table
    }

    /// Every monster, with what the game pays for it.
    pub fn monsters(&self) -> Table {
        let heads = [
            "id", "name", "class", "hp", "ap", "cost", "chance", "damage", "block", "resist", "xp",
            "comes",
        ];
        let mut table = Table::new("monsters", &heads);
        for (id, creature) in self.library.creatures.iter() {
            let stats = &creature.stats;
            table.row(vec![
                json!(id),
                json!(creature.name),
                json!(creature.class.0),
                json!(stats.hp),
                json!(stats.ap),
                json!(stats.attack_cost),
                json!(stats.attack_chance),
                json!(stats.damage.to_string()),
                json!(stats.block),
                json!(stats.resistance),
                json!(creature.xp),
                json!(creature.approaches),
            ]);
        }
        table
    }

    /// A scenario that uses the files, against their first monster.
    pub fn scenario(&self) -> String {
        let files: Vec<String> = self.library.files.iter().map(|file| write_text(file)).collect();
        let mut text =
            format!("ruleset = \"andor\"\ndata = [\n    {},\n]\n", files.join(",\n    "));
        text.push_str("\n[player]\nlevel = 1\n");
        if let Some(id) = self.library.creatures.ids().next() {
            text.push_str(&format!("\n[[monster]]\nuse = {}\n", write_text(id)));
        }
        text
    }
}
