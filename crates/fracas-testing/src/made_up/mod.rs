//! Scenarios made up at random, of every ruleset: for tests of what must hold
//! for all of them.

pub mod andor;
pub mod battlescape;
pub mod mfd;
pub mod mission;
pub mod olympia;

use fracas_core::chance::{Chance, Die, Rolled};

use crate::Numbers;

/// The die behind every choice that has no name of its own.
const ANY: Die = Die("any");

/// One of some words.
fn one_of<'a>(dice: &mut Rolled, words: &[&'a str]) -> &'a str {
    words[dice.below(words.len() as u64, ANY) as usize]
}

/// The rulesets for which there are made-up scenarios.
pub const RULESETS: [&str; 5] = ["andor", "battlescape", "mfd", "mission", "olympia"];

/// A scenario of a ruleset, its name on top; one of two is small, where there
/// are exact odds. It need not be in order: what its ruleset refuses can be
/// left out.
pub fn scenario(ruleset: &str, dice: &mut Rolled) -> String {
    let small = dice.hit(1, 2, ANY);
    let text = match (ruleset, small) {
        ("andor", false) => andor::scenario(dice),
        ("andor", true) => andor::small(dice),
        ("battlescape", _) => {
            let biome = one_of(dice, &battlescape::BIOMES);
            battlescape::scenario(&mut Numbers(dice.below(1 << 53, ANY)), biome)
        }
        ("mfd", false) => mfd::scenario(dice),
        ("mfd", true) => mfd::small(dice),
        ("mission", false) if dice.hit(1, 2, ANY) => mission::campaign(dice),
        ("mission", false) => mission::scenario(dice),
        ("mission", true) => mission::small(dice),
        ("olympia", false) => olympia::scenario(dice),
        ("olympia", true) => olympia::small(dice, 2),
        _ => panic!("there are no made-up scenarios of {ruleset}"),
    };
    match text.starts_with("ruleset = ") {
        true => text,
        false => format!("ruleset = \"{ruleset}\"\n{text}"),
    }
}
