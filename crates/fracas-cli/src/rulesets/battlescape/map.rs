//! `fracas map`: maps to be edited.

use clap::{Args, Subcommand};
use fracas::Registry;
use fracas::battlescape::{MapRequest, map_size, map_text};

use crate::args::seed;
use crate::failure::Failure;
use crate::page::Page;
use crate::verb::Run;

/// Make a map for a battlescape scenario
#[derive(Args)]
#[command(disable_help_subcommand = true)]
pub struct Map {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Print a map of a biome as the table `[map]`, ready to be edited
    Generate {
        /// The country: forest, farmland, urban, village, compound, desert,
        /// industrial or crash_site
        biome: String,
        /// small, medium, large, or columns and rows such as 24x16
        #[arg(long, value_name = "SIZE", default_value = "small")]
        size: String,
        /// The seed of the map, 0 to 2^53-1
        #[arg(long, value_name = "N", default_value_t = 0)]
        #[arg(value_parser = seed)]
        seed: u64,
        /// Make the east the west turned by 180 degrees, fair to both sides
        #[arg(long)]
        mirror: bool,
    },
}

impl Run for Map {
    const NAME: &'static str = "map";
    const EXAMPLES: &'static str = "  fracas map generate forest --size 24x16 --seed 4";

    /// Prints the map.
    fn run(self, _: &Registry, page: &mut Page) -> Result<(), Failure> {
        let What::Generate { biome, size, seed, mirror } = self.what;
        let text = map_size(&size).and_then(|size| {
            map_text(&MapRequest { size, seed, mirror, ..MapRequest::new(biome) })
        });
        page.text(&text.map_err(|why| Failure::Input(why.to_string()))?)
    }
}
