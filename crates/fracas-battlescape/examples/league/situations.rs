//! What each mode is for: situations in which it is to be the best choice.

use std::fmt::Write;

use fracas_battlescape::Battlescape;
use fracas_battlescape::battle::{Battle, Side};
use fracas_core::odds::Fighter;

use super::strengths::generated;
use super::workers::shared_out;
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
    /// Men lost in the battles won, and the sum of their squares.
    lost: u64,
    squares: u64,
}

impl Fared {
    /// Men lost in a battle won, with the interval of the mean.
    fn price(&self) -> String {
        let won = self.tally.won.max(1) as f64;
        let mean = self.lost as f64 / won;
        let variance = self.squares as f64 / won - mean * mean;
        let half = 1.96 * (variance / won).sqrt();
        format!("{mean:.2} ({:.2} to {:.2})", mean - half, mean + half)
    }

    /// What another counted.
    fn add(&mut self, other: Self) {
        self.tally.add(other.tally);
        self.lost += other.lost;
        self.squares += other.squares;
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
                let down = down.count() as u64;
                self.lost += down;
                self.squares += down * down;
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

/// A mode has eight turns to bring three of its four men into the zone that
/// four on hold keep.
fn storm(mode: &'static str, battles: u64) -> Fared {
    over(battles, &[true], |biome, seed, _| {
        format!(
            "ruleset = 'battlescape'\ntime_limit = 8\n[map.generate]\nbiome = '{biome}'\n\
             size = 'small'\nseed = {seed}\nstrip = 4\n\
             [[squad]]\nside = 'player'\nplacement = 'random'\nmode = '{mode}'\n\
             units = [{{ class = 'rifleman', name = 'Stormer', count = 4 }}]\n\
             [[squad]]\nside = 'enemy'\nplacement = 'random'\nmode = 'hold'\n\
             units = [{{ class = 'rifleman', name = 'Guard', count = 4 }}]\n\
             [[objective]]\nkind = 'reach'\nzone = 'enemy'\nneed = 3\nprimary = true\n"
        )
    })
}

/// A mode is to bring three of its four men off the map, from somewhere on it
/// and before six aggressive men.
fn get_away(mode: &'static str, battles: u64) -> Fared {
    over(battles, &[true], |biome, seed, _| {
        format!(
            "ruleset = 'battlescape'\n[map.generate]\nbiome = '{biome}'\nsize = 'medium'\n\
             seed = {seed}\nzones = ['start']\n\
             [[zone]]\nname = 'player'\nexit = true\n\
             [[squad]]\nside = 'player'\nspawn = 'start'\nplacement = 'random'\n\
             mode = '{mode}'\n\
             units = [{{ class = 'rifleman', name = 'Runner', count = 4 }}]\n\
             [[squad]]\nside = 'enemy'\nplacement = 'random'\nmode = 'aggressive'\n\
             units = [{{ class = 'rifleman', name = 'Hunter', count = 6 }}]\n\
             [[objective]]\nkind = 'escape'\nzone = 'player'\nneed = 3\nprimary = true\n"
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

/// A battle on each map and, where both count, from each side, shared out among
/// the processors.
fn over(battles: u64, sides: &[bool], text: impl Fn(&str, u64, bool) -> String) -> Fared {
    let maps = BIOMES.into_iter().flat_map(|biome| (0..MAPS).map(move |seed| (biome, seed)));
    let asked: Vec<(Battle, bool)> = maps
        .flat_map(|(biome, seed)| sides.iter().map(move |first| (biome, seed, *first)))
        .filter_map(|(biome, seed, first)| Some((read(&text(biome, seed, first))?, first)))
        .collect();
    let fought = shared_out(&asked, |(battle, first)| {
        let mut fared = Fared::default();
        fared.fight(battle, battles, *first);
        fared
    });
    let mut sum = Fared::default();
    fought.into_iter().for_each(|fared| sum.add(fared));
    sum
}

/// A situation, with the words that head its column and those that tell it.
struct Situation {
    head: &'static str,
    told: &'static str,
    fight: fn(&'static str, u64) -> Fared,
}

const SITUATIONS: [Situation; 5] = [
    Situation {
        head: "open field",
        told: "against aggressive men in the open field, as either side",
        fight: open_field,
    },
    Situation {
        head: "finds the hidden",
        told: "against six on hold who wait here and there on a medium map",
        fight: hidden,
    },
    Situation {
        head: "holds the zone",
        told: "holding a zone for eight turns against aggressive men",
        fight: zone,
    },
    Situation {
        head: "storms",
        told: "bringing three men into a zone within eight turns, against four on hold there",
        fight: storm,
    },
    Situation {
        head: "gets away",
        told: "bringing three men off a medium map, before six aggressive ones",
        fight: get_away,
    },
];

/// The table of situations.
pub fn situations(out: &mut String, battles: u64) {
    let told = SITUATIONS.map(|situation| situation.told).join("; ");
    let heads = SITUATIONS.map(|situation| situation.head).join(" | ");
    let _ = write!(
        out,
        "\n## What each mode is for\n\nFour riflemen a side on twelve generated maps, {battles} \
         battles on each: {told}. The last \
         column has the men lost in a battle won in the open field, with 95% intervals.\n\n\
         | mode | {heads} | men lost in a win |\n|---|---|---|---|---|---|---|\n"
    );
    // Who has a mission wins it or does not.
    let share = |fared: &Fared| {
        let won = 100.0 * fared.tally.won as f64 / fared.tally.played().max(1) as f64;
        format!("{won:.0}%")
    };
    for mode in MODES.into_iter().chain(["retreat"]) {
        let fared = SITUATIONS.map(|situation| (situation.fight)(mode, battles));
        let shares: Vec<String> = fared.iter().map(share).collect();
        let _ = writeln!(out, "| {mode} | {} | {} |", shares.join(" | "), fared[0].price());
    }
}
