//! `fracas import`: other programs' data, each game's in its own way.

use clap::{Args, Subcommand};
use fracas::Registry;

use super::{andor, mfd};
use crate::failure::Failure;
use crate::page::Page;
use crate::verb::Run;

/// Read a game's own data files and print a scenario made of them
#[derive(Args)]
pub struct Import {
    #[command(subcommand)]
    game: Game,
}

/// Games whose data can be read.
#[derive(Subcommand)]
enum Game {
    Andor(andor::Import),
    Mfd(mfd::Import),
}

impl Run for Import {
    const NAME: &'static str = "import";
    const EXAMPLES: &'static str = "  fracas import andor monsterlist_*.json itemlist_*.json > andor.toml\n\
        \x20 fracas import mfd Heroes.csv Villains.csv > quest.toml";

    fn run(self, registry: &Registry, page: &mut Page) -> Result<(), Failure> {
        match self.game {
            Game::Andor(import) => import.run(registry, page),
            Game::Mfd(import) => import.run(registry, page),
        }
    }
}
