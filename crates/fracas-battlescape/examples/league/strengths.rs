//! Strength against strength, over the shipped mirrored maps and sixty
//! generated ones.

use std::fmt::Write;

use super::grounds::GROUNDS;
use super::workers::fight_all;
use super::{Squad, Tally, pair, read};

const BIOMES: [&str; 6] = ["forest", "farmland", "urban", "desert", "industrial", "crash_site"];
const SIZES: [&str; 2] = ["small", "medium"];
/// Maps of each biome and size.
const SEEDS: u64 = 5;

/// Four riflemen of a strength.
fn riflemen(strength: &'static str) -> Squad {
    Squad { strength, ..Squad::riflemen("aggressive") }
}

/// A generated mirrored map with two squads.
pub fn generated(biome: &str, size: &str, seed: u64, squads: [&Squad; 2]) -> String {
    let squad = |side: &str, squad: &Squad| {
        format!(
            "[[squad]]\nside = '{side}'\nspawn = '{side}'\nplacement = 'random'\nmode = '{}'\n\
             strength = '{}'\nunits = [{}]\n",
            squad.mode,
            squad.strength,
            squad.entries()
        )
    };
    format!(
        "ruleset = 'battlescape'\n[map.generate]\nbiome = '{biome}'\nsize = '{size}'\n\
         seed = {seed}\nmirror = true\n{}{}[[objective]]\nkind = 'eliminate'\nprimary = true\n",
        squad("player", squads[0]),
        squad("enemy", squads[1])
    )
}

/// Both orders of sides, `each` battles of either on every map, and how many
/// maps there are. The maps are shared out among the processors.
fn meet(ours: &Squad, theirs: &Squad, each: u64) -> (Tally, usize) {
    let mut battles = Vec::new();
    for (first, squads) in [(true, [ours, theirs]), (false, [theirs, ours])] {
        let shipped = GROUNDS.iter().map(|ground| pair(ground, squads[0], squads[1]));
        let made = BIOMES.into_iter().flat_map(|biome| {
            SIZES.into_iter().flat_map(move |size| {
                (0..SEEDS).map(move |seed| read(&generated(biome, size, seed, squads)))
            })
        });
        battles.extend(shipped.chain(made).flatten().map(|battle| (battle, first)));
    }
    let mut tally = Tally::default();
    fight_all(&battles, each).into_iter().for_each(|fought| tally.add(fought));
    (tally, battles.len() / 2)
}

/// The table of strengths.
pub fn strengths(out: &mut String, battles: u64) {
    out.push_str(
        "\n## Strengths\n\nFour aggressive riflemen a side over the shipped mirrored maps and \
         sixty generated ones (six biomes, small and medium, five of each), half of the battles with the sides changed; with 95% \
         intervals.\n\n\
         | strength | against | wins | maps | battles | stalemates | median turns |\n\
         |---|---|---|---|---|---|---|\n",
    );
    let each = battles.div_ceil(12);
    for (ours, theirs, each) in [
        ("veteran", "recruit", each),
        ("elite", "veteran", each.div_ceil(2)),
        ("elite", "recruit", each.div_ceil(4)),
    ] {
        let (mut tally, maps) = meet(&riflemen(ours), &riflemen(theirs), each);
        let _ = writeln!(
            out,
            "| {ours} | {theirs} | {} | {maps} | {} | {:.1}% | {} |",
            tally.interval(),
            tally.played(),
            tally.stale_share(),
            tally.median()
        );
    }
}
