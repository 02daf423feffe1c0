//! `fracas solve`: what does it.

mod vary;

use clap::Args;
use fracas::Registry;

use crate::args::{Json, Scenario, Seed, Threads};
use crate::failure::Failure;
use crate::page::Page;
use crate::verb::Run;

/// Find the smallest value of a scenario that does it
#[derive(Args)]
pub struct Solve {
    #[command(flatten)]
    scenario: Scenario,

    #[command(flatten)]
    json: Json,

    /// What is to hold, such as 'defender >= 90%', 'attacker and attacker_lost
    /// <= 12 >= 80%' or 'mean attacker_lost <= 12'; may be given several times
    #[arg(long = "for", value_name = "CLAIM", required = true)]
    goals: Vec<String>,

    #[command(flatten)]
    vary: vary::VaryFlags,

    #[command(flatten)]
    seed: Seed,

    #[command(flatten)]
    threads: Threads,
}

impl Run for Solve {
    const NAME: &'static str = "solve";
    const EXAMPLES: &'static str = "  fracas solve siege.toml --for 'defender >= 90%' --vary 'defender.stack[0].men.pikeman=0..500'";

    fn run(self, registry: &Registry, page: &mut Page) -> Result<(), Failure> {
        self.vary.run(&self, registry, page)
    }
}
