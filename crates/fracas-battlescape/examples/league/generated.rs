//! The first side against the second on generated mirrored maps, and on the
//! single maps that favour either most.

use std::fmt::Write;

use fracas_battlescape::battle::Battle;

use super::workers::fight_all;
use super::{Tally, read};

const BIOMES: [&str; 3] = ["forest", "farmland", "urban"];
const SIZES: [&str; 3] = ["small", "medium", "large"];
/// Maps of each biome and size.
const MAPS: u64 = 5;
/// How often the number of battles is fought on each map: few tell nothing of
/// a single one.
const OFTEN: u64 = 5;

fn battle(biome: &str, size: &str, seed: u64) -> Option<Battle> {
    let squad = |side: &str| {
        format!(
            "[[squad]]\nside = '{side}'\nspawn = '{side}'\nplacement = 'random'\n\
             units = [{{ class = 'rifleman', name = '{side}', count = 4 }}]\n"
        )
    };
    read(&format!(
        "ruleset = 'battlescape'\n[map.generate]\nbiome = '{biome}'\nsize = '{size}'\n\
         seed = {seed}\nmirror = true\n{}{}[[objective]]\nkind = 'eliminate'\n\
         primary = true\n",
        squad("player"),
        squad("enemy")
    ))
}

/// The table of generated maps.
pub fn generated(out: &mut String, battles: u64) {
    let each = OFTEN * battles;
    let _ = write!(
        out,
        "\n## Generated mirrored maps\n\nFour aggressive riflemen a side on five maps of each \
         biome and size, {each} battles on each map: how often the side that acts first wins, on \
         all five and on each of them, the least first.\n\n\
         | biome | size | first side wins | on each map | stalemates | median turns |\n\
         |---|---|---|---|---|---|\n",
    );
    for biome in BIOMES {
        for size in SIZES {
            let maps = (0..MAPS).filter_map(|seed| Some((battle(biome, size, seed)?, true)));
            let tallies = fight_all(&maps.collect::<Vec<_>>(), each);
            let mut shares: Vec<f64> = tallies.iter().map(Tally::share).collect();
            shares.sort_by(f64::total_cmp);
            let shares: Vec<String> = shares.iter().map(|share| format!("{share:.0}%")).collect();
            let mut all = Tally::default();
            tallies.into_iter().for_each(|tally| all.add(tally));
            let _ = writeln!(
                out,
                "| {biome} | {size} | {:.0}% | {} | {:.1}% | {} |",
                all.share(),
                shares.join(", "),
                all.stale_share(),
                all.median()
            );
        }
    }
}
