//! `fracas library`: everything that the server's library holds, out and in.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use fracas::Registry;

use super::serve::{DataDir, failed};
use crate::failure::Failure;
use crate::input::plain;
use crate::page::Page;
use crate::verb::Run;

/// Export or import the library that `serve` keeps
#[derive(Args)]
pub struct Library {
    #[command(subcommand)]
    act: Act,
}

#[derive(Subcommand)]
enum Act {
    /// Print everything in the library as JSON, also while a server runs
    Export {
        #[command(flatten)]
        data: DataDir,
    },
    /// Put what was exported into the library; what is newer there stays
    Import {
        /// The file, as `library export` prints it
        file: PathBuf,

        #[command(flatten)]
        data: DataDir,
    },
}

impl Run for Library {
    const NAME: &'static str = "library";
    const EXAMPLES: &'static str =
        "  fracas library export > library.json\n  fracas library import library.json";

    fn run(self, _: &Registry, page: &mut Page) -> Result<(), Failure> {
        match self.act {
            Act::Export { data } => {
                let text =
                    fracas_serve::export_library(&data.find()?).map_err(|why| failed(&why))?;
                page.line(&text)
            }
            Act::Import { file, data } => {
                let text = plain(&file)?;
                let put = fracas_serve::import_library(&data.find()?, &text);
                let put = put.map_err(|why| failed(&why))?;
                let items = if put == 1 { "item" } else { "items" };
                page.line(&format!("{put} {items} put into the library"))
            }
        }
    }
}
