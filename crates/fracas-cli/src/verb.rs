//! What a verb of the command line is.

use clap::{ArgMatches, Args, Command};
use fracas::Registry;

use crate::failure::Failure;
use crate::page::Page;

/// A verb: its flags, and what it does with them.
pub trait Run: Args {
    /// What is typed.
    const NAME: &'static str;

    /// Commands to begin with, shown below the flags.
    const EXAMPLES: &'static str;

    /// Does the work, by these rulesets.
    fn run(self, registry: &Registry, page: &mut Page) -> Result<(), Failure>;
}

/// A verb, its type forgotten.
pub struct Verb {
    /// What is typed.
    pub name: &'static str,
    examples: &'static str,
    flags: fn(Command) -> Command,
    /// Does the work with what was typed.
    pub run: fn(&ArgMatches, &Registry, &mut Page) -> Result<(), Failure>,
}

impl Verb {
    /// The verb of these flags.
    pub const fn of<V: Run>() -> Self {
        Self {
            name: V::NAME,
            examples: V::EXAMPLES,
            flags: V::augment_args,
            run: |matches, registry, page| match V::from_arg_matches(matches) {
                Ok(verb) => verb.run(registry, page),
                Err(error) => error.exit(),
            },
        }
    }

    /// How it is called.
    pub fn command(&self) -> Command {
        let examples = format!("Examples:\n{}", self.examples);
        (self.flags)(Command::new(self.name)).after_help(examples)
    }
}
