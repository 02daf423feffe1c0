//! The first side against the second on generated mirrored maps, from either
//! end of each.

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

/// The ends of a map, by the zones of whoever acts first and second.
const ENDS: [[&str; 2]; 2] = [["player", "enemy"], ["enemy", "player"]];

fn battle(biome: &str, size: &str, seed: u64, [first, second]: [&str; 2]) -> Option<Battle> {
    let squad = |side: &str, spawn: &str| {
        format!(
            "[[squad]]\nside = '{side}'\nspawn = '{spawn}'\n\
             units = [{{ class = 'rifleman', name = '{side}', count = 4 }}]\n"
        )
    };
    read(&format!(
        "ruleset = 'battlescape'\n[map.generate]\nbiome = '{biome}'\nsize = '{size}'\n\
         seed = {seed}\nmirror = true\n{}{}[[objective]]\nkind = 'eliminate'\n\
         primary = true\n",
        squad("player", first),
        squad("enemy", second)
    ))
}

/// The table of generated maps.
pub fn generated(out: &mut String, battles: u64) {
    let each = OFTEN * battles;
    let _ = write!(
        out,
        "\n## Generated mirrored maps\n\nFour aggressive riflemen a side on five maps of each \
         biome and size, {each} battles on each map, half of them from the other end: how often the \
         side that acts first wins, on all five and on each of them, the least first.\n\n\
         | biome | size | first side wins | on each map | stalemates | median turns |\n\
         |---|---|---|---|---|---|\n",
    );
    for biome in BIOMES {
        for size in SIZES {
            let maps = (0..MAPS).flat_map(|seed| ENDS.map(|ends| battle(biome, size, seed, ends)));
            let maps: Vec<(Battle, bool)> = maps.flatten().map(|battle| (battle, true)).collect();
            let fought = fight_all(&maps, each / 2);
            let together = |tallies: &[Tally]| {
                let mut sum = Tally::default();
                tallies.iter().for_each(|tally| sum.add(tally.clone()));
                sum
            };
            let mut shares: Vec<f64> =
                fought.chunks(2).map(|ends| together(ends).share()).collect();
            shares.sort_by(f64::total_cmp);
            let shares: Vec<String> = shares.iter().map(|share| format!("{share:.0}%")).collect();
            let mut all = together(&fought);
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
