//! `fracas completions`: what a shell needs to complete commands.

use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, Command, ValueHint};
use clap_complete::{Shell, generate};
use fracas::{Registry, Rules, Scenario};

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
        let mut program = completed(registry);
        generate(self.shell, &mut program, "fracas", &mut script);
        page.text(&String::from_utf8_lossy(&script))?;
        // The generator forgets words that stand without a flag in this shell.
        if self.shell == Shell::Fish { page.text(&fish_words(&program)) } else { Ok(()) }
    }
}

/// For fish: the words that verbs take without a flag, and no files where a verb
/// takes none.
fn fish_words(program: &Command) -> String {
    let mut lines = String::new();
    for verb in program.get_subcommands() {
        let files =
            verb.get_positionals().any(|place| place.get_value_hint() != ValueHint::Unknown);
        let no_files = if files { "" } else { " -f" };
        for place in verb.get_positionals() {
            let words: Vec<String> =
                place.get_possible_values().iter().map(|word| word.get_name().to_owned()).collect();
            if !words.is_empty() {
                lines.push_str(&format!(
                    "complete -c fracas -n \"__fish_fracas_using_subcommand {}\"{no_files} -a \"{}\"\n",
                    verb.get_name(),
                    words.join(" ")
                ));
            }
        }
    }
    lines
}

/// The command line with what a shell cannot know by itself: the rulesets, the
/// measures that all their battles have, and how these end.
fn completed(registry: &Registry) -> Command {
    let mut program = crate::program();
    let rulesets: Vec<&'static str> = registry.iter().map(|rules| rules.name).collect();
    let measures = measures(registry);
    let marks: Vec<&'static str> =
        measures.iter().map(|measure| lasting(format!("{measure}="))).collect();
    let mut endings: Vec<&'static str> =
        registry.iter().flat_map(|rules| rules.outcomes.iter().copied()).collect();
    endings.sort_unstable();
    endings.dedup();
    let verbs: Vec<String> =
        program.get_subcommands().map(|verb| verb.get_name().to_owned()).collect();
    for verb in verbs {
        program = program.mut_subcommand(verb, |verb| {
            verb.mut_args(|flag| match flag.get_id().as_str() {
                "ruleset" => offer(flag, &rulesets),
                "show" | "csv" => offer(flag, &measures),
                "at_least" | "at_most" => offer(flag, &marks),
                "find" => offer(flag, &endings),
                _ => flag,
            })
        });
    }
    program
}

fn offer(flag: Arg, words: &[&'static str]) -> Arg {
    flag.value_parser(PossibleValuesParser::new(words.iter().copied()))
}

/// The measures of the template of each ruleset that are nobody's own.
fn measures(registry: &Registry) -> Vec<&'static str> {
    let template = |rules: &Rules| Scenario::new(rules.name, rules.template());
    let battles = registry.iter().filter_map(|rules| registry.battle(&template(rules)).ok());
    let mut measures: Vec<String> = battles.flat_map(|battle| battle.measures()).collect();
    measures.retain(|measure| !measure.contains('.'));
    measures.sort();
    measures.dedup();
    measures.into_iter().map(lasting).collect()
}

/// A word that lasts as long as the program, which ends when it is printed: the
/// command line takes no others.
fn lasting(word: String) -> &'static str {
    word.leak()
}
