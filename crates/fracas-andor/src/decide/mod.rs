//! The best decisions of the hero (chapter 6 without its policy): when to
//! strike whom, drink, flee, change what he wears, or wait.

mod choices;
mod seen;

use fracas_core::capability::Decide;
use fracas_core::chance::Chance;
use fracas_core::decide::{Asked, Choice, Deciding, Decisions, Question, Undecided, Worth, solve};
use fracas_core::ruleset::Next;
use fracas_core::watch::Watch;

use crate::Andor;
use crate::battle::{Battle, Fight, Freedom, TargetRule};
use crate::events::Event;
use crate::exact::keys::{pack, unpack};
use crate::exact::ladder::gets_away;
use crate::items::Fits;
use crate::rules::hero;
use crate::state::State;
pub use choices::Decision;

/// A state in few bytes: small numbers, which most are, take one.
pub type Key = Box<[u8]>;

impl Deciding for Andor {
    type Key = Key;

    /// With what the list takes in memory, and its beginning.
    const KEY_BYTES: usize = 64;

    fn deciders(_b: &Battle) -> Vec<&'static str> {
        vec!["hero"]
    }

    fn freedoms(b: &Battle, _decider: usize) -> Vec<String> {
        freedoms(b).iter().map(|freedom| in_words(b, *freedom)).collect()
    }

    fn ready(b: &Battle, asked: Option<Asked>, _worth: &Worth) -> Battle {
        let mut b = b.clone();
        if let Some(asked) = asked {
            b.policy.asked = freedoms(&b).get(asked.freedom).copied();
            // whatever heals may be used.
            let heals = |place: &usize| b.stocked(*place).heal.is_some();
            b.policy.drink = (0..b.stock.len()).filter(heals).collect();
        }
        b
    }

    fn key(b: &Battle, st: &State) -> Option<Key> {
        Some(packed(&pack(b, st)))
    }

    fn restore(b: &Battle, key: &Key, st: &mut State) {
        unpack(b, &unpacked(key), st);
    }

    fn choices(b: &Battle, st: &State, out: &mut Vec<Choice>) {
        if let Some(freedom) = b.policy.asked {
            choices::list(b, st, freedom, out);
        }
    }

    fn act<C, W>(b: &Battle, st: &mut State, choice: Choice, c: &mut C, w: &mut W) -> Next
    where
        C: Chance + ?Sized,
        W: Watch<Event>,
    {
        // Choices are made of states that allow them.
        let order = Decision::of(choice).order(b, st);
        if b.lively {
            hero::perform::<true, C, W>(b, st, order, c, w)
        } else {
            hero::perform::<false, C, W>(b, st, order, c, w)
        }
    }

    fn words(b: &Battle, choice: Choice) -> String {
        Decision::of(choice).words(b)
    }

    fn sees(b: &Battle) -> Vec<String> {
        seen::names(b)
    }

    fn see(b: &Battle, st: &State, out: &mut Vec<i64>) {
        seen::numbers(b, st, out);
    }

    /// both percentages, where the target is the same whoever was
    /// struck before.
    fn lines(b: &Battle) -> Vec<String> {
        let kept = b.policy.asked.is_some_and(|freedom| !freedom.targets);
        let first = b.policy.target == TargetRule::First && all_near(b);
        if !kept && !first {
            return Vec::new();
        }
        let line = |(drink, flee)| format!("drink_below = {drink}, flee_below = {flee}");
        choices::percentages().map(line).collect()
    }

    fn by_line(b: &Battle, st: &State, line: usize, known: &[Choice]) -> usize {
        choices::by_line(b, st, line, known)
    }
}

impl Decide for Andor {
    fn deciders(&self, b: &Battle) -> Vec<&'static str> {
        <Self as Deciding>::deciders(b)
    }

    fn usual_goal(&self, _b: &Battle, _decider: usize) -> String {
        "win".to_owned()
    }

    fn decide(&self, b: &Battle, question: &Question) -> Result<Decisions, Undecided> {
        solve::<Self>(b, question)?.decisions()
    }
}

/// What can be left to the hero, the most first.
fn freedoms(b: &Battle) -> Vec<Freedom> {
    let alike = !b.lively && all_near(b) && b.fights.iter().all(|fight| leaves(b, fight));
    let wearable = b.stock.iter().any(|item| b.item(*item).fits != Fits::Nowhere);
    let several = b.fights.iter().any(|fight| fight.foes.len() > 1);
    let mut freedoms = Vec::new();
    if wearable {
        freedoms.push(Freedom { targets: true, outfit: true, alike });
    }
    freedoms.push(Freedom { targets: true, outfit: false, alike });
    if several {
        freedoms.push(Freedom { targets: false, outfit: false, alike: false });
    }
    freedoms
}

/// Whether every monster stands next to the hero from the beginning.
fn all_near(b: &Battle) -> bool {
    b.fights.iter().all(|fight| fight.stage.adjacent == fight.stage.living)
}

/// Whether a step of the hero ends the fight, or he cannot make one.
fn leaves(b: &Battle, fight: &Fight) -> bool {
    let hero = &fight.stage.hero;
    gets_away(b, fight) || hero.max_ap < hero.move_cost
}

fn in_words(b: &Battle, freedom: Freedom) -> String {
    let several = b.fights.iter().any(|fight| fight.foes.len() > 1);
    let strike = match (freedom.targets, several) {
        (true, true) => "strike anybody",
        (false, _) => "strike the target of the file's policy",
        (true, false) => "strike",
    };
    let change = if freedom.outfit { ", change equipment" } else { "" };
    format!("{strike}, drink, flee{change} or wait")
}

/// Numbers as bytes, seven bits each, the lowest first.
fn packed(numbers: &[i32]) -> Key {
    let mut bytes = Vec::with_capacity(2 * numbers.len());
    for number in numbers {
        // Near 0 on either side is small.
        let mut rest = (number << 1 ^ number >> 31) as u32;
        while rest >= 0x80 {
            bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        bytes.push(rest as u8);
    }
    bytes.into_boxed_slice()
}

fn unpacked(bytes: &[u8]) -> Vec<i32> {
    let mut numbers = Vec::with_capacity(bytes.len());
    let (mut number, mut shift) = (0_u32, 0);
    for byte in bytes {
        number |= u32::from(byte & 0x7f) << shift;
        shift += 7;
        if byte & 0x80 == 0 {
            numbers.push((number >> 1) as i32 ^ -((number & 1) as i32));
            (number, shift) = (0, 0);
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_as_they_went_in() {
        let numbers = [0, -1, 1, 63, 64, -64, -65, 300, 1 << 20, i32::MAX, i32::MIN, 7];
        assert_eq!(unpacked(&packed(&numbers)), numbers);
        assert_eq!(packed(&[0, -1, 63]).len(), 3);
    }
}
