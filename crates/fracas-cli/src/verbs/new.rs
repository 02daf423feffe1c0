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

    /// A campaign of several turns instead of a battle; for mission
    #[arg(long, requires = "ruleset")]
    campaign: bool,
}

/// What the template of a campaign is called.
const CAMPAIGN: &str = "campaign";

impl Run for New {
    const NAME: &'static str = "new";
    const EXAMPLES: &'static str = "  fracas new olympia > siege.toml";

    /// Prints the template, or what there is to choose from.
    fn run(self, registry: &Registry, page: &mut Page) -> Result<(), Failure> {
        match self.ruleset {
            Some(name) if self.campaign => {
                let rules = registry.rules(&name)?;
                let template = rules.other_template(CAMPAIGN).ok_or_else(|| {
                    let having =
                        registry.iter().filter(|one| one.other_template(CAMPAIGN).is_some());
                    let having: Vec<&str> = having.map(|rules| rules.name).collect();
                    let having = having.join(" and ");
                    Failure::Input(format!("{name} has no campaigns; known are those of {having}"))
                })?;
                page.text(template)
            }
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
