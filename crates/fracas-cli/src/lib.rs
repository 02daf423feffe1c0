//! The command line of fracas, as a library: a program with a ruleset of its
//! own calls [`run`] with a registry that holds it, and has every verb.
//!
//! ```no_run
//! use fracas::Registry;
//! # use fracas::olympia::Olympia as CoinDuel;
//!
//! fn main() -> std::process::ExitCode {
//!     fracas_cli::run(Registry::standard().clone().with::<CoinDuel>())
//! }
//! ```

mod args;
mod failure;
mod heard;
mod held;
mod input;
mod lab;
mod live;
mod log;
mod made;
mod margin;
mod out_dir;
mod page;
mod progress;
mod report;
mod rulesets;
mod show;
mod signals;
mod verb;
mod verbs;
mod visible;

use std::process::ExitCode;

use clap::{Arg, ArgAction, Command};
use fracas::Registry;

use failure::{Failure, be_quiet};
use page::Page;
use verb::Verb;

/// Does what the command line says, by these rulesets.
pub fn run(registry: Registry) -> ExitCode {
    signals::listen();
    let mut page = Page::stdout();
    let done = dispatch(&registry, &mut page).and_then(|()| page.flush());
    match done {
        Ok(()) => signals::stopped().map_or(ExitCode::SUCCESS, ExitCode::from),
        Err(failure) => {
            // What was said before the failure comes before its report. If it
            // can no longer be said, the failure is what matters.
            let _ = page.flush();
            failure.report()
        }
    }
}

/// Runs the verb that was typed.
fn dispatch(registry: &Registry, page: &mut Page) -> Result<(), Failure> {
    let matches = program().get_matches();
    if matches.get_flag(QUIET) {
        be_quiet();
    }
    // A verb is required, and all there are stand in the list.
    let Some((name, matches)) = matches.subcommand() else { return Ok(()) };
    match all_verbs().find(|verb| verb.name == name) {
        Some(verb) => (verb.run)(matches, registry, page),
        None => Ok(()),
    }
}

/// The verbs that every ruleset has, then those that single ones bring along.
fn all_verbs() -> impl Iterator<Item = &'static Verb> {
    verbs::ALL.iter().chain(rulesets::verbs())
}

/// The name of the flag that all verbs have.
const QUIET: &str = "quiet";

fn quiet() -> Arg {
    Arg::new(QUIET)
        .short('q')
        .long(QUIET)
        .global(true)
        .action(ArgAction::SetTrue)
        // Behind all flags but help.
        .display_order(900)
        .help("Keep warnings back; errors are told")
}

/// The whole command line.
fn program() -> Command {
    Command::new("fracas")
        .version(fracas::VERSION)
        .about("A combat engine and battle laboratory")
        .long_about(
            "A combat engine and battle laboratory.\n\nDescribe a battle in a file; fracas checks \
             it, fights it and tells the odds.",
        )
        .max_term_width(80)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .arg(quiet())
        .subcommands(all_verbs().map(Verb::command))
}
