//! `fracas study`: questions of players and content designers.

use clap::{Args, ValueEnum, ValueHint};
use fracas::Registry;
use fracas::andor::{Bestiary, Study, StudyOptions};
use serde_json::{Map, Value, json};

use crate::args::{Changes, Json, Seed, Threads};
use crate::failure::{Failure, complain};
use crate::input::changed;
use crate::page::Page;
use crate::progress::work;
use crate::show::table;
use crate::signals::stopped;
use crate::verb::Run;

/// Compare variants of an andor scenario: loadouts, levels, worth, monsters
#[derive(Args)]
pub struct StudyOf {
    /// The question
    question: Question,

    /// The scenario; `-` reads it from standard input
    #[arg(value_hint = ValueHint::FilePath)]
    file: String,

    #[command(flatten)]
    changes: Changes,

    #[command(flatten)]
    seed: Seed,

    /// Battles of each variant, where exact odds are not cheap; usually 20,000,
    /// or 4,000 against each monster of a list
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    trials: Option<u64>,

    #[command(flatten)]
    threads: Threads,

    #[command(flatten)]
    json: Json,
}

/// Battles of each variant, if nobody says how many.
const TRIALS: u64 = 20_000;
/// The same against each monster of a list that may be long.
const TRIALS_IN_A_LIST: u64 = 4_000;

/// What can be asked.
#[derive(Clone, Copy, ValueEnum)]
enum Question {
    /// Which of the things worn and carried are best here?
    Loadouts,
    /// At which level may I come back?
    Comeback,
    /// What is a level-up, a skill point, or a worn item worth?
    Worth,
    /// What do the monsters pay, by turn and by potion?
    Farming,
    /// How does the hero fare, level by level, against every monster?
    Designer,
}

impl Run for StudyOf {
    const NAME: &'static str = "study";
    const EXAMPLES: &'static str = "  fracas study loadouts duel.toml";

    /// Asks and shows.
    fn run(self, registry: &Registry, page: &mut Page) -> Result<(), Failure> {
        let read = Bestiary::read(&changed(registry, &self.file, &self.changes)?)?;
        complain(&read.warnings);
        let question = match self.question {
            Question::Loadouts => Study::Loadouts,
            Question::Comeback => Study::Comeback,
            Question::Worth => Study::Worth,
            Question::Farming => Study::Farming,
            Question::Designer => Study::Designer,
        };
        let seed = self.seed.seed.or(read.seed).unwrap_or(0);
        let usual = match question {
            Study::Farming | Study::Designer => TRIALS_IN_A_LIST,
            Study::Loadouts | Study::Comeback | Study::Worth => TRIALS,
        };
        let tables = work(&self.threads, |effort| {
            let trials = self.trials.unwrap_or(usual);
            let options = StudyOptions { seed, trials, effort: *effort };
            read.value.study(question, options)
        });
        if self.json.json {
            let mut object: Map<String, Value> =
                tables.iter().map(|table| (table.key(), json!(table))).collect();
            if stopped().is_some() {
                object.insert("provisional".to_owned(), Value::from(true));
            }
            return page.json(&object);
        }
        page.text(&table::show_all(&tables, page.paint()))
    }
}
