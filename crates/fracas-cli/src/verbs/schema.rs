//! `fracas schema`: what may stand in a scenario file.

use clap::Args;
use fracas::{Registry, reference, schema};

use super::new::list_rulesets;
use crate::failure::Failure;
use crate::page::Page;
use crate::verb::Run;

/// Print the JSON schema of scenario files, for editors
#[derive(Args)]
pub struct Schema {
    /// By which rules; without it, the rulesets are listed
    ruleset: Option<String>,

    /// Print a page of Markdown instead, of all rulesets if none is named
    #[arg(long)]
    markdown: bool,
}

impl Run for Schema {
    const NAME: &'static str = "schema";
    const EXAMPLES: &'static str = "  fracas schema olympia > olympia.schema.json";

    /// Prints the description that files are checked against.
    fn run(self, registry: &Registry, page: &mut Page) -> Result<(), Failure> {
        let rules = self.ruleset.as_deref().map(|name| registry.rules(name)).transpose()?;
        match (rules, self.markdown) {
            (Some(rules), false) => page.json(&schema(rules)),
            (Some(rules), true) => page.text(&reference([rules])),
            (None, true) => page.text(&reference(registry.iter())),
            (None, false) => list_rulesets(registry, page),
        }
    }
}
