//! `fracas solve`: what does it best.

mod decide;

use clap::Args;
use fracas::Registry;

use crate::args::{Json, Scenario};
use crate::failure::Failure;
use crate::input::battle;
use crate::page::Page;
use crate::verb::Run;

/// Work out the best decisions of a battle
#[derive(Args)]
pub struct Solve {
    #[command(flatten)]
    scenario: Scenario,

    #[command(flatten)]
    json: Json,

    /// What is to be made as large as can be: outcomes (`win or fled`),
    /// measures at the end (`hp`), or a sum of such (`100 success +
    /// agents_alive`, `attacker - 0.01 attacker_lost`)
    #[arg(long = "for", value_name = "GOAL")]
    goal: Option<String>,

    #[command(flatten)]
    decide: decide::DecideFlags,
}

impl Run for Solve {
    const NAME: &'static str = "solve";
    const EXAMPLES: &'static str = "  fracas solve wolves.toml --decide\n\
        \x20 fracas solve siege.toml --decide --for '9 attacker - attacker_lost'";

    fn run(self, registry: &Registry, page: &mut Page) -> Result<(), Failure> {
        let battle = battle(registry, &self.scenario)?;
        self.decide.run(&battle, self.goal, self.json.json, page)
    }
}
