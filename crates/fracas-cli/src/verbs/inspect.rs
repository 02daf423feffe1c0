//! `fracas inspect`: what the rules make of a scenario.

use clap::Args;
use fracas::{Capability, Registry};

use crate::args::{Json, Scenario};
use crate::failure::Failure;
use crate::input::{battle, called};
use crate::page::Page;
use crate::rulesets::Question;
use crate::show::{table, title};
use crate::verb::Run;

/// Show what the rules make of a scenario before the first die
#[derive(Args)]
#[command(subcommand_value_name = "QUESTION", subcommand_help_heading = "Questions")]
#[command(disable_help_subcommand = true)]
pub struct Inspect {
    #[command(flatten)]
    scenario: Scenario,

    #[command(flatten)]
    json: Json,

    #[command(subcommand)]
    question: Option<Question>,
}

impl Run for Inspect {
    const NAME: &'static str = "inspect";
    const EXAMPLES: &'static str = "  fracas inspect siege.toml\n\
        \x20 fracas inspect raid.toml shot 'Vega' 'sectoid 1' --mode aimed";

    /// Shows ratings, chances, break points; or answers the question.
    fn run(self, registry: &Registry, page: &mut Page) -> Result<(), Failure> {
        let battle = battle(registry, &self.scenario)?;
        if let Some(question) = &self.question {
            let file = called(self.scenario.file.as_deref(), &self.scenario.switches);
            return question.answer(file, &battle, self.json.json, page);
        }
        registry.require(battle.rules(), Capability::Inspect)?;
        let inspected = battle.inspect();
        if self.json.json {
            return page.json(&inspected);
        }
        let paint = page.paint();
        page.text(&title(&inspected.heading, paint))?;
        for table in &inspected.tables {
            page.text("\n")?;
            page.text(&table::show(table, paint))?;
        }
        Ok(())
    }
}
