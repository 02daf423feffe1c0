//! What only the ruleset `andor` has: its data, its studies, and a hero to be
//! played.

use std::ops::RangeInclusive;

use fracas_andor::battle::{Battle, Kind, LevelUp, Profile};
use fracas_andor::data::{Creature, DataFile, Library};
use fracas_andor::items::{Fits, Item};
use fracas_andor::rules::attack::{Blow, blows_a_turn};
use fracas_andor::rules::levels::{rise, threshold};
use fracas_andor::stats::Stats;
use fracas_andor::studies::study;
use fracas_andor::{Andor, read_all};
use fracas_core::document::{Diagnostics, Place, Source, write_text};
use fracas_core::table::{Cell, Table, interval};
use serde_json::json;

pub use fracas_andor::data::is_data;
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
/// use fracas::andor::{Wanted, import};
/// use fracas::Source;
/// let rats = r#"[{ "id": "rat", "name": "Rat", "maxHP": 7, "attackCost": 3 }]"#;
/// let imported = import(vec![Source::new("monsterlist_cellar.json", rats)]);
/// assert!(!imported.findings.has_errors(), "{}", imported.findings.render(false));
/// let all = Wanted::default();
/// assert_eq!(imported.monsters(&all).rows.len(), 1);
/// let snakes = Wanted { name: Some("snake".to_owned()), ..all };
/// assert_eq!(imported.monsters(&snakes).rows.len(), 0);
/// assert_eq!(imported.items(&snakes).rows.len(), 0);
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

    /// The monsters that fit, with what the game pays for them. Their level is
    /// the lowest at which a hero without any equipment has, on average, the
    /// better of them; none if there is no such level up to 100.
    pub fn monsters(&self, wanted: &Wanted) -> Table {
        let heads = [
            "id", "name", "level", "class", "hp", "ap", "cost", "chance", "damage", "block",
            "resist", "xp", "comes",
        ];
        let mut table = Table::new("monsters", &heads);
        let heroes: Vec<Stats> = (1..=MOST_MATCHED).map(bare_hero).collect();
        for (id, creature) in self.library.creatures.iter() {
            if !wanted.is_called(id, &creature.name) {
                continue;
            }
            let level = matched_level(&heroes, creature);
            if !wanted.has_level(level) {
                continue;
            }
            let stats = &creature.stats;
            table.row(vec![
                json!(id).into(),
                json!(creature.name).into(),
                json!(level).into(),
                json!(creature.class.0).into(),
                json!(stats.hp).into(),
                json!(stats.ap).into(),
                json!(stats.attack_cost).into(),
                json!(stats.attack_chance).into(),
                damage(stats),
                json!(stats.block).into(),
                json!(stats.resistance).into(),
                json!(creature.xp).into(),
                json!(creature.approaches).into(),
            ]);
        }
        table
    }

    /// The items that fit, with what they do. They have no level.
    pub fn items(&self, wanted: &Wanted) -> Table {
        let heads = [
            "id", "name", "worn as", "class", "cost", "chance", "damage", "block", "resist",
            "heals",
        ];
        let mut table = Table::new("items", &heads);
        for (id, item) in self.library.items.iter() {
            if !wanted.is_called(id, &item.name) {
                continue;
            }
            let Item { stats, class, fits, heal, .. } = item;
            let worn = match fits {
                Fits::Nowhere => None,
                Fits::One(slot) => Some(slot.key()),
                Fits::Ring => Some("ring"),
            };
            let heal = heal.map(|heal| interval(heal.min, heal.max)).unwrap_or_default();
            table.row(vec![
                json!(id).into(),
                json!(item.name).into(),
                json!(worn).into(),
                json!(class).into(),
                json!(stats.attack_cost).into(),
                json!(stats.attack_chance).into(),
                damage(stats),
                json!(stats.block).into(),
                json!(stats.resistance).into(),
                heal.into(),
            ]);
        }
        table
    }

    /// A scenario that uses the files, against their first monster.
    pub fn scenario(&self) -> String {
        let files: Vec<String> = self.library.files.iter().map(|file| write_text(file)).collect();
        // What the classic rules do not know would be skipped with a warning.
        let profile = if self.library.is_current() { "current" } else { "classic" };
        let mut text = format!(
            "ruleset = \"andor\"\nprofile = \"{profile}\"\ndata = [\n    {},\n]\n",
            files.join(",\n    ")
        );
        text.push_str("\n[player]\nlevel = 1\n");
        let mut creatures = self.library.creatures.iter();
        let fighter = creatures.find(|(_, creature)| !creature.is_townsfolk());
        if let Some((id, _)) = fighter.or_else(|| self.library.creatures.iter().next()) {
            text.push_str(&format!("\n[[monster]]\nuse = {}\n", write_text(id)));
        }
        text
    }
}

/// Which monsters or items are wanted; all of them by default.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Those whose id or name has this in it, in capitals or not.
    pub name: Option<String>,
    /// Those of these levels.
    pub levels: Option<RangeInclusive<u32>>,
}

impl Wanted {
    fn is_called(&self, id: &str, name: &str) -> bool {
        let has = |text: &str, part: &str| text.to_lowercase().contains(part);
        self.name.as_ref().is_none_or(|part| {
            let part = part.to_lowercase();
            has(id, &part) || has(name, &part)
        })
    }

    fn has_level(&self, level: Option<u32>) -> bool {
        let levels = self.levels.as_ref();
        levels.is_none_or(|levels| level.is_some_and(|level| levels.contains(&level)))
    }
}

/// Levels above this are not looked at.
const MOST_MATCHED: u32 = 100;

/// A hero of a level with nothing but himself, level-ups taken in turn.
fn bare_hero(level: u32) -> Stats {
    let choices = [LevelUp::Hp, LevelUp::Damage, LevelUp::AttackChance, LevelUp::Block];
    rise(1, threshold(level), &Stats::hero(Profile::Current), &choices).base
}

/// The lowest level whose hero kills a monster, on average, before it kills
/// him. Heroes only get better.
fn matched_level(heroes: &[Stats], creature: &Creature) -> Option<u32> {
    let monster = &creature.stats;
    let a_turn = |by: &Stats, at: &Stats| {
        let blow = Blow::new(Profile::Current, by, at, false);
        blow.mean() * f64::from(blows_a_turn(by.ap as i32, by.attack_cost as i32))
    };
    let worse = |hero: &Stats| {
        let (given, taken) = (a_turn(hero, monster), a_turn(monster, hero));
        given * (hero.hp as f64) <= taken * (monster.hp as f64)
    };
    let level = heroes.partition_point(worse) + 1;
    (level <= heroes.len()).then_some(level as u32)
}

fn damage(stats: &Stats) -> Cell {
    Cell::told(interval(stats.damage.min, stats.damage.max), stats.damage.to_string())
}
