//! `fracas schema`: what may stand in a scenario file.

use clap::Args;
use fracas::{reference, rulesets, schema};

use super::new::{list_rulesets, rules_named};
use crate::failure::Failure;
use crate::page::Page;

/// Print the JSON schema of scenario files, for editors
#[derive(Args)]
pub struct Schema {
    /// By which rules; without it, the rulesets are listed
    ruleset: Option<String>,

    /// Print a page of Markdown instead, of all rulesets if none is named
    #[arg(long)]
    markdown: bool,
}

impl Schema {
    /// Prints the description that files are checked against.
    pub fn go(self, page: &mut Page) -> Result<(), Failure> {
        let rules = self.ruleset.as_deref().map(rules_named).transpose()?;
        match (rules, self.markdown) {
            (Some(rules), false) => page.json(&schema(rules)),
            (Some(rules), true) => page.text(&reference([rules])),
            (None, true) => page.text(&reference(rulesets())),
            (None, false) => list_rulesets(page),
        }
    }
}
