//! `fracas import mfd`: two spreadsheets as one scenario.

use clap::Args;
use fracas::Registry;
use fracas::mfd::import;

use super::Sides;
use crate::failure::{Failure, complain};
use crate::page::Page;
use crate::verb::Run;

/// Read two spreadsheets and print a scenario with all their fighters in it
#[derive(Args)]
pub struct Import {
    /// The heroes' CSV file
    #[arg(value_name = "HEROES")]
    heroes: String,

    /// The villains' CSV file
    #[arg(value_name = "VILLAINS")]
    villains: String,
}

impl Run for Import {
    const NAME: &'static str = "mfd";
    const EXAMPLES: &'static str = "  fracas import mfd Heroes.csv Villains.csv > quest.toml";

    /// Reads both files, tells what is odd about them, and prints.
    fn run(self, _: &Registry, page: &mut Page) -> Result<(), Failure> {
        let sides = Sides::of(self.heroes, self.villains);
        let read = import(&sides.alone()?)?;
        complain(&read.warnings);
        page.text(&read.value)
    }
}
