//! `fracas new`: a scenario to start from.

use clap::Args;
use fracas::{rules, rulesets};

use crate::failure::Failure;
use crate::page::Page;

/// Print a commented scenario to start from
#[derive(Args)]
pub struct New {
    /// By which rules; without it, the rulesets are listed
    ruleset: Option<String>,
}

impl New {
    /// Prints the template, or what there is to choose from.
    pub fn go(self, page: &mut Page) -> Result<(), Failure> {
        if let Some(name) = self.ruleset {
            let rules = rules(&name)
                .map_err(|help| Failure::Input(format!("there is no ruleset `{name}`; {help}")))?;
            return page.text(rules.template());
        }
        let widest = rulesets().iter().map(|rules| rules.name.len()).max().unwrap_or(0);
        for rules in rulesets() {
            page.line(&format!("{:widest$}   {}", rules.name, rules.shape().doc))?;
        }
        Ok(())
    }
}
