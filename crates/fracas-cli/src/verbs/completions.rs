//! `fracas completions`: what a shell needs to complete commands.

use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

use crate::Cli;
use crate::failure::Failure;
use crate::page::Page;

/// Print the completions of a shell
#[derive(Args)]
pub struct Completions {
    /// For which shell
    shell: Shell,
}

impl Completions {
    /// Prints a script that the shell can source.
    pub fn go(self, page: &mut Page) -> Result<(), Failure> {
        let mut script = Vec::new();
        generate(self.shell, &mut Cli::command(), "fracas", &mut script);
        page.text(&String::from_utf8_lossy(&script))
    }
}
