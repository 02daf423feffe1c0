//! `fracas completions`: what a shell needs to complete commands.

use clap::Args;
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

    /// Prints a script that the shell can source.
    fn run(self, _: &Registry, page: &mut Page) -> Result<(), Failure> {
        let mut script = Vec::new();
        generate(self.shell, &mut crate::program(), "fracas", &mut script);
        page.text(&String::from_utf8_lossy(&script))
    }
}
