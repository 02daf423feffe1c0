//! `fracas`: battles on the command line.

use std::process::ExitCode;

use fracas::Registry;

fn main() -> ExitCode {
    fracas_cli::run(Registry::standard().clone())
}
