//! `fracas solve`: what does it, and what does it best.

mod decide;
mod vary;

use clap::Args;
use fracas::Registry;

use crate::args::{Scenario, Seed, Threads};
use crate::failure::Failure;
use crate::input::opened;
use crate::lab::Telling;
use crate::page::Page;
use crate::verb::Run;

/// Find the smallest value of a scenario that does it, or the best decisions
#[derive(Args)]
pub struct Solve {
    #[command(flatten)]
    scenario: Scenario,

    #[command(flatten)]
    telling: Telling,

    /// With --vary what is to hold, such as 'defender >= 90%', 'attacker and
    /// attacker_lost <= 12 >= 80%' or 'mean attacker_lost <= 12'; may be given
    /// several times. With --decide what is to be made as large as can be:
    /// outcomes ('win or fled'), measures at the end ('hp'), or a sum of such
    /// ('100 success + agents_alive', 'attacker - 0.01 attacker_lost')
    #[arg(long = "for", value_name = "GOAL")]
    goals: Vec<String>,

    #[command(flatten)]
    vary: vary::VaryFlags,

    #[command(flatten)]
    decide: decide::DecideFlags,

    #[command(flatten)]
    seed: Seed,

    #[command(flatten)]
    threads: Threads,
}

impl Run for Solve {
    const NAME: &'static str = "solve";
    const EXAMPLES: &'static str = "  fracas solve siege.toml --vary 'men.knight=0..99' --for 'defender > 90%'\n\
        \x20 fracas solve wolves.toml --decide\n\
        \x20 fracas solve siege.toml --decide --for '9 attacker - attacker_lost'";

    fn run(self, registry: &Registry, page: &mut Page) -> Result<(), Failure> {
        if self.vary.is_asked() && !self.goals.is_empty() {
            return self.vary.run(&self, registry, page);
        }
        if !self.decide.is_asked() {
            let why = "nothing to solve: write --vary PATH=LO..HI --for CLAIM for a value that does \
                       it, or --decide for the best decisions";
            return Err(Failure::Input(why.to_owned()));
        }
        if self.goals.len() > 1 {
            let why = "--decide makes one thing as large as can be: write a sum, such as \
                       '100 success + agents_alive'";
            return Err(Failure::Input(why.to_owned()));
        }
        let (scenario, battle) = opened(registry, &self.scenario)?;
        let (drafts, subject) = self.telling.begin(registry, &self.scenario, &scenario)?;
        let found = self.decide.found(&battle, self.goals.into_iter().next())?;
        self.telling.tell(&found, &subject, drafts, usize::MAX, page)
    }
}
