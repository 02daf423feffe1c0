//! `fracas import andor`: the game's own data.

use std::path::Path;

use clap::{Args, ValueHint};
use fracas::andor::import;
use fracas::{Registry, Source};

use crate::args::Json;
use crate::failure::{Failure, complain, say};
use crate::input::plain;
use crate::page::Page;
use crate::show::table;
use crate::verb::Run;

/// Read the game's own data files and print a scenario that uses them
#[derive(Args)]
pub struct Import {
    /// The files: monsterlist_*.json, itemlist_*.json, itemcategories_*.json,
    /// actorconditions_*.json, droplists_*.json
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<String>,

    /// List the monsters instead
    #[arg(long)]
    list: bool,

    #[command(flatten)]
    json: Json,
}

impl Run for Import {
    const NAME: &'static str = "andor";
    const EXAMPLES: &'static str =
        "  fracas import andor monsterlist_*.json itemlist_*.json > andor.toml";

    /// Reads all files, tells what is odd about them, and prints.
    fn run(self, _: &Registry, page: &mut Page) -> Result<(), Failure> {
        let read = |file: &String| Ok(Source::new(file.clone(), plain(Path::new(file))?));
        let sources: Result<Vec<Source>, Failure> = self.files.iter().map(read).collect();
        let imported = import(sources?);
        complain(&imported.findings);
        if imported.findings.has_errors() {
            return Err(Failure::Reported);
        }
        let paint = page.paint();
        if self.json.json {
            return page.json(&imported.monsters());
        }
        if self.list {
            page.text(&table::show(&imported.monsters(), paint))?;
            return page.text(&table::show(&imported.counts(), paint));
        }
        say(&table::show(&imported.counts(), paint));
        page.text(&imported.scenario())
    }
}
