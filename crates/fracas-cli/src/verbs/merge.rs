//! `fracas merge`: tallies of different trials put together.

use std::path::PathBuf;

use clap::Args;
use fracas::{Registry, TallyFile};

use crate::args::Json;
use crate::failure::{Failure, say};
use crate::input::{tally, written_tally};
use crate::out_dir::OutDir;
use crate::page::Page;
use crate::show::{by_outcome, odds};
use crate::verb::Run;

/// Put tallies of different trials of one battle together
#[derive(Args)]
pub struct Merge {
    /// The tallies, as `odds --tally` writes them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Also write the whole tally to this file
    #[arg(long, value_name = "FILE")]
    tally: Option<PathBuf>,

    /// Show everybody and everything that is known, however long that is
    #[arg(long)]
    all: bool,

    /// Tell every measure for each way the battle ends
    #[arg(long)]
    by_outcome: bool,

    #[command(flatten)]
    json: Json,
}

impl Run for Merge {
    const NAME: &'static str = "merge";
    const EXAMPLES: &'static str = "  fracas merge monday.json tuesday.json --tally both.json";

    /// Tells the odds of all trials together.
    fn run(self, registry: &Registry, page: &mut Page) -> Result<(), Failure> {
        let mut whole: Option<TallyFile> = None;
        for file in &self.files {
            let wrong =
                |why: &dyn std::fmt::Display| Failure::Input(format!("{}: {why}", file.display()));
            let sheet = TallyFile::read(registry, &tally(file)?).map_err(|why| wrong(&why))?;
            match &mut whole {
                None => whole = Some(sheet),
                Some(whole) => whole.merge(&sheet).map_err(|why| wrong(&why))?,
            }
        }
        // There is at least one file: clap sees to that.
        let Some(whole) = whole else { return Ok(()) };
        let files = self.files.len();
        let tallies = if files == 1 { "1 tally".to_owned() } else { format!("{files} tallies") };
        let weighed = whole
            .weigh(registry, &format!("{tallies} merged"))
            .map_err(|why| Failure::Input(why.to_string()))?;
        if let Some(target) = &self.tally {
            for path in OutDir::file(target)?.fill(&written_tally(&whole)?)? {
                say(&format!("wrote {}\n", path.display()));
            }
        }
        if self.json.json {
            return page.json(&weighed);
        }
        let shown = odds::Page { whole: &[], scenario: None, all: self.all, around: 0 };
        page.text(&odds::show(&weighed, &shown, page.paint()))?;
        if self.by_outcome {
            page.text(&format!("\n{}", by_outcome::show(&weighed.odds, page.paint())))?;
        }
        Ok(())
    }
}
