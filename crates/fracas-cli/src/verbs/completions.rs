//! `fracas completions`: what a shell needs to complete commands.

use clap::builder::PossibleValuesParser;
use clap::{Args, Command};
use clap_complete::{Shell, generate};
use fracas::Registry;

use crate::failure::Failure;
use crate::page::Page;
use crate::verb::Run;

/// Print the completions of a shell
#[derive(Args)]
pub struct Completions {
    /// For which shell
    shell: Shell,
}

impl Run for Completions {
    const NAME: &'static str = "completions";
    const EXAMPLES: &'static str =
        "  fracas completions bash > ~/.local/share/bash-completion/completions/fracas";

    /// Prints a script that the shell can source.
    fn run(self, registry: &Registry, page: &mut Page) -> Result<(), Failure> {
        let mut script = Vec::new();
        generate(self.shell, &mut completed(registry), "fracas", &mut script);
        page.text(&String::from_utf8_lossy(&script))
    }
}

/// The command line with what a shell cannot know by itself: the rulesets.
fn completed(registry: &Registry) -> Command {
    let mut program = crate::program();
    let verbs: Vec<String> =
        program.get_subcommands().map(|verb| verb.get_name().to_owned()).collect();
    for verb in verbs {
        program = program.mut_subcommand(verb, |verb| {
            verb.mut_args(|flag| match flag.get_id().as_str() {
                "ruleset" => {
                    let names = registry.iter().map(|rules| rules.name);
                    flag.value_parser(PossibleValuesParser::new(names))
                }
                _ => flag,
            })
        });
    }
    program
}
