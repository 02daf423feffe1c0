//! What each mode is for: situations in which it is to be the best choice.

use std::fmt::Write;

use fracas_battlescape::Battlescape;
use fracas_battlescape::battle::{Battle, Side};
use fracas_core::odds::Fighter;

use super::strengths::generated;
use super::{MODES, SEED, Squad, Tally, read};

const BIOMES: [&str; 4] = ["forest", "farmland", "urban", "industrial"];
/// Where those who hide wait, one in each.
const LAIRS: [&str; 6] = ["a", "b", "c", "d", "e", "f"];
/// Maps of each biome.
const MAPS: u64 = 3;

/// How a mode fared, and what its victories cost.
#[derive(Default)]
struct Fared {
    /// Wins and losses.
    tally: Tally,
    /// Men lost in the battles won.
    lost: u64,
}

impl Fared {
    /// Men lost in a battle won.
    fn price(&self) -> f64 {
        self.lost as f64 / self.tally.won.max(1) as f64
    }

    fn fight(&mut self, battle: &Battle, battles: u64, first: bool) {
        let side = if first { Side::Player } else { Side::Enemy };
        let mut fighter = Fighter::<Battlescape>::new(battle);
        for trial in 0..battles {
            let won = self.tally.won;
            let end = fighter.fight(SEED, trial).0;
            self.tally.count(end, fighter.values()[0], first);
            if self.tally.won > won {
                let men = battle.units().filter(|unit| battle.sheet(*unit).side == side);
                let down = men.filter(|unit| !fighter.state().unit(*unit).is_able());
                self.lost += down.count() as u64;
            }
        }
    }
}

/// A mode attacks aggressive men in the open field, as either side.
fn open_field(mode: &'static str, battles: u64) -> Fared {
    let (ours, theirs) = (Squad::riflemen(mode), Squad::riflemen("aggressive"));
    over(battles, &[true, false], |biome, seed, first| {
        let squads = if first { [&ours, &theirs] } else { [&theirs, &ours] };
        generated(biome, "small", seed, squads)
    })
}

/// A mode looks for six men who wait here and there on the map.
fn hidden(mode: &'static str, battles: u64) -> Fared {
    over(battles, &[true], |biome, seed, _| {
        let waiting = LAIRS.map(|lair| {
            format!(
                "[[squad]]\nside = 'enemy'\nspawn = '{lair}'\nplacement = 'random'\n\
                 mode = 'hold'\nunits = [{{ class = 'rifleman', name = 'Hidden {lair}' }}]\n"
            )
        });
        format!(
            "ruleset = 'battlescape'\n[map.generate]\nbiome = '{biome}'\nsize = 'medium'\n\
             seed = {seed}\nzones = {LAIRS:?}\n\
             [[squad]]\nside = 'player'\nplacement = 'random'\nmode = '{mode}'\n\
             units = [{{ class = 'rifleman', name = 'Hunter', count = 4 }}]\n{}\
             [[objective]]\nkind = 'eliminate'\nprimary = true\n",
            waiting.concat()
        )
    })
}

/// A mode holds its edge of the map for eight turns against aggressive men.
fn zone(mode: &'static str, battles: u64) -> Fared {
    over(battles, &[true], |biome, seed, _| {
        format!(
            "ruleset = 'battlescape'\n[map.generate]\nbiome = '{biome}'\nsize = 'small'\n\
             seed = {seed}\nstrip = 4\n\
             [[squad]]\nside = 'player'\nplacement = 'random'\nmode = '{mode}'\n\
             units = [{{ class = 'rifleman', name = 'Guard', count = 4 }}]\n\
             [[squad]]\nside = 'enemy'\nplacement = 'random'\nmode = 'aggressive'\n\
             units = [{{ class = 'rifleman', name = 'Raider', count = 4 }}]\n\
             [[objective]]\nkind = 'hold'\nzone = 'player'\nturns = 8\nprimary = true\n"
        )
    })
}

fn over(battles: u64, sides: &[bool], text: impl Fn(&str, u64, bool) -> String) -> Fared {
    let mut fared = Fared::default();
    for biome in BIOMES {
        for seed in 0..MAPS {
            for &first in sides {
                if let Some(battle) = read(&text(biome, seed, first)) {
                    fared.fight(&battle, battles, first);
                }
            }
        }
    }
    fared
}

/// The table of situations.
pub fn situations(out: &mut String, battles: u64) {
    let _ = write!(
        out,
        "\n## What each mode is for\n\nFour riflemen a side on twelve generated maps, {battles} \
         battles on each (in the open field of either side): against aggressive men in the open \
         field, with the men lost in a battle won; against six on hold who wait here and \
         there on a medium map; and holding a zone for eight turns against aggressive men. In brackets \
         the battles that ran to turn 60, if any.\n\n\
         | mode | open field | men lost in a win | finds the hidden | holds the zone |\n\
         |---|---|---|---|---|\n"
    );
    let share = |fared: &Fared| match fared.tally.stale {
        0 => format!("{:.0}%", fared.tally.share()),
        _ => format!("{:.0}% ({:.1}%)", fared.tally.share(), fared.tally.stale_share()),
    };
    for mode in MODES {
        let field = open_field(mode, battles);
        let found = hidden(mode, battles);
        let held = zone(mode, battles);
        let _ = writeln!(
            out,
            "| {mode} | {} | {:.2} | {} | {} |",
            share(&field),
            field.price(),
            share(&found),
            share(&held)
        );
    }
}
