//! `fracas plan`: whom to send on a mission, and when.

use std::path::Path;

use clap::{Args, ValueEnum, ValueHint};
use fracas::core::ruleset::Ruleset;
use fracas::mission::plan::{Least, Plan, Sampling, Wanted};
use fracas::mission::{Mission, squad};
use fracas::{Heading, Registry, Table};
use serde_json::{Map, Value};

use crate::args::{Changes, Json, Seed, Threads};
use crate::failure::{Failure, complain};
use crate::input::changed;
use crate::page::Page;
use crate::progress::work;
use crate::show::{table, title};
use crate::signals::stopped;
use crate::verb::Run;

/// Plan a mission: odds and risks, whom to send, when to strike or turn back
#[derive(Args)]
pub struct PlanOf {
    /// The scenario or campaign; `-` reads it from standard input
    #[arg(value_hint = ValueHint::FilePath)]
    file: String,

    /// What to ask
    #[arg(value_enum, default_value_t = Question::Odds)]
    question: Question,

    #[command(flatten)]
    changes: Changes,

    /// The site of a campaign; else the first that is deployed or active
    #[arg(long, value_name = "ID")]
    site: Option<String>,

    /// Of `squad`: the least chance of success, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 90.0, value_parser = percent)]
    success: f64,

    /// Of `squad`: the largest chance of death for anybody, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 5.0, value_parser = percent)]
    deaths: f64,

    /// Of `squad`: what to spare
    #[arg(long, value_enum, default_value_t = Spare::Agents)]
    least: Spare,

    /// Of `rest`: the most turns to wait
    #[arg(long, value_name = "N", default_value_t = 60)]
    #[arg(value_parser = clap::value_parser!(u32).range(..=10_000))]
    turns: u32,

    /// Battles to fight where exact odds would take long
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    trials: u64,

    #[command(flatten)]
    seed: Seed,

    #[command(flatten)]
    threads: Threads,

    #[command(flatten)]
    json: Json,
}

/// What to ask.
#[derive(Clone, Copy, ValueEnum)]
enum Question {
    /// The odds, and everybody's risk
    Odds,
    /// The smallest, cheapest or least valuable squad that does it
    Squad,
    /// The odds after each turn of rest
    Rest,
    /// The odds for each retreat line
    Retreat,
    /// What more skill, damage, hit points or one more agent would buy
    Changes,
}

/// What to spare.
#[derive(Clone, Copy, ValueEnum)]
enum Spare {
    /// The fewest agents
    Agents,
    /// The least money: upkeep until everybody is back, and new agents for the lost
    Cost,
    /// The least total skill
    Skill,
}

impl Run for PlanOf {
    const NAME: &'static str = "plan";
    const EXAMPLES: &'static str = "  fracas plan raid.toml\n\
        \x20 fracas plan dawn.toml squad --site hideout --success 95";

    /// Answers with tables.
    fn run(self, registry: &Registry, page: &mut Page) -> Result<(), Failure> {
        let scenario = changed(registry, &self.file, &self.changes)?;
        let read = scenario
            .read_as::<Mission, _>(|file, out| Plan::read(file, self.site.as_deref(), out))?;
        complain(&read.warnings);
        let plan = read.value;
        let waits = plan.first_ready();
        if waits > 0 && !matches!(self.question, Question::Rest) {
            let turns = if waits == 1 { "1 turn".to_owned() } else { format!("{waits} turns") };
            return Err(Failure::Input(format!(
                "nobody is available yet, the first in {turns}: ask `plan {} rest`",
                self.file
            )));
        }
        let seed = self.seed.seed.or(plan.seed()).unwrap_or(0);
        let tables = work(&self.threads, |effort| {
            self.answer(&plan, &Sampling { trials: self.trials, seed, effort: *effort })
        });
        self.show(&plan, &tables, page)
    }
}

impl PlanOf {
    fn answer(&self, plan: &Plan, sampling: &Sampling<'_>) -> Vec<Table> {
        match self.question {
            Question::Odds => plan.odds(sampling).unwrap_or_default(),
            Question::Squad => {
                let least = match self.least {
                    Spare::Agents => Least::Agents,
                    Spare::Cost => Least::Cost,
                    Spare::Skill => Least::Skill,
                };
                let (success, death) = (self.success / 100.0, self.deaths / 100.0);
                vec![squad(plan, &Wanted { success, death, least }, sampling)]
            }
            Question::Rest => vec![plan.rest(self.turns, sampling)],
            Question::Retreat => {
                let lines: Vec<u32> = (0..=10).map(|ten| 10 * ten).collect();
                vec![plan.retreat(&lines, sampling)]
            }
            Question::Changes => vec![plan.changes(sampling)],
        }
    }

    fn show(&self, plan: &Plan, tables: &[Table], page: &mut Page) -> Result<(), Failure> {
        if self.json.json {
            let mut answer = Map::new();
            answer.insert("site".to_owned(), Value::from(plan.site()));
            for table in tables {
                answer.insert(table.key(), table.to_json());
                if let Some(note) = &table.note {
                    answer.insert(format!("{}_note", table.key()), Value::from(note.as_str()));
                }
            }
            if stopped().is_some() {
                answer.insert("provisional".to_owned(), Value::from(true));
            }
            return page.json(&answer);
        }
        let stem = Path::new(&self.file).file_stem().unwrap_or_default().to_string_lossy();
        let heading = Heading {
            fracas: fracas::VERSION,
            ruleset: Mission::NAME,
            name: plan.name().map_or_else(|| stem.into_owned(), str::to_owned),
            part: plan.part(),
        };
        page.text(&title(&heading, page.paint()))?;
        page.text("\n")?;
        page.text(&table::show_all(tables, page.paint()))
    }
}

/// A number of percent.
fn percent(text: &str) -> Result<f64, String> {
    let number: f64 = text
        .trim_end_matches('%')
        .trim()
        .parse()
        .map_err(|_| "write a number of percent".to_owned())?;
    if (0.0..=100.0).contains(&number) {
        Ok(number)
    } else {
        Err("0 to 100 are allowed".to_owned())
    }
}
