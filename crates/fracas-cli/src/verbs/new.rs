//! `fracas new`: a scenario to start from.

use clap::Args;
use fracas::Registry;

use crate::failure::Failure;
use crate::page::Page;
use crate::verb::Run;

/// Print a commented scenario to start from
#[derive(Args)]
pub struct New {
    /// By which rules; without it, the rulesets are listed
    ruleset: Option<String>,
}

impl Run for New {
    const NAME: &'static str = "new";
    const EXAMPLES: &'static str = "  fracas new olympia > siege.toml";

    /// Prints the template, or what there is to choose from.
    fn run(self, registry: &Registry, page: &mut Page) -> Result<(), Failure> {
        match self.ruleset {
            Some(name) => page.text(registry.rules(&name)?.template()),
            None => list_rulesets(registry, page),
        }
    }
}

/// The rulesets there are, each with a sentence on it.
pub fn list_rulesets(registry: &Registry, page: &mut Page) -> Result<(), Failure> {
    let widest = registry.iter().map(|rules| rules.name.len()).max().unwrap_or(0);
    for rules in registry.iter() {
        page.line(&format!("{:widest$}   {}", rules.name, rules.shape().doc))?;
    }
    Ok(())
}
