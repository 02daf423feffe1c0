//! `fracas man`: manual pages.

use std::path::PathBuf;

use clap::{Args, Command};
use clap_mangen::Man;
use fracas::Registry;

use crate::failure::Failure;
use crate::out_dir::OutDir;
use crate::page::Page;
use crate::verb::Run;

/// Print the manual page, or write those of all verbs
#[derive(Args)]
pub struct Manual {
    /// Write fracas.1, fracas-odds.1 and so on into this directory
    #[arg(long, value_name = "DIR")]
    out_dir: Option<PathBuf>,
}

impl Run for Manual {
    const NAME: &'static str = "man";
    const EXAMPLES: &'static str = "  fracas man | man -l -\n\
        \x20 fracas man --out-dir ~/.local/share/man/man1";

    /// Prints the page of the program, or writes one file for each verb.
    fn run(self, _: &Registry, page: &mut Page) -> Result<(), Failure> {
        let mut program = crate::program().disable_help_subcommand(true);
        program.build();
        let Some(dir) = self.out_dir else { return page.text(&manual(&program)?.1) };

        let mut pages = vec![manual(&program)?];
        for verb in program.get_subcommands() {
            pages.push(manual(verb)?);
        }
        let names: Vec<&str> = pages.iter().map(|(name, _)| name.as_str()).collect();
        let mut out_dir = OutDir::open(&dir, &names)?;
        for (draft, (_, text)) in out_dir.drafts().iter_mut().zip(&pages) {
            draft.text(text)?;
        }
        for path in out_dir.finish()? {
            page.line(&format!("wrote {}", path.display()))?;
        }
        Ok(())
    }
}

/// The name of a manual page and its text.
fn manual(command: &Command) -> Result<(String, String), Failure> {
    let man = Man::new(command.clone()).source(format!("fracas {}", fracas::VERSION));
    let mut text = Vec::new();
    man.render(&mut text).map_err(|error| Failure::writing("the manual", &error))?;
    Ok((man.get_filename(), String::from_utf8_lossy(&text).into_owned()))
}
