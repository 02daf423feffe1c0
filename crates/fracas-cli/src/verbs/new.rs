//! `fracas new`: a scenario to start from.

use clap::Args;
use fracas::{Rules, rules, rulesets};

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
        match self.ruleset {
            Some(name) => page.text(rules_named(&name)?.template()),
            None => list_rulesets(page),
        }
    }
}

/// The ruleset that a user names.
pub fn rules_named(name: &str) -> Result<&'static Rules, Failure> {
    rules(name).map_err(|help| Failure::Input(format!("there is no ruleset `{name}`; {help}")))
}

/// The rulesets there are, each with a sentence on it.
pub fn list_rulesets(page: &mut Page) -> Result<(), Failure> {
    let widest = rulesets().iter().map(|rules| rules.name.len()).max().unwrap_or(0);
    for rules in rulesets() {
        page.line(&format!("{:widest$}   {}", rules.name, rules.shape().doc))?;
    }
    Ok(())
}
