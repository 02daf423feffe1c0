//! Who meets whom.

use super::words::{self, wrapped};
use crate::battle::{Battle, Edition, SideId, Structure};
use crate::rules::ratings::Used;

/// Weather and what both sides are in, in a sentence; nothing if it is calm.
pub fn sky(b: &Battle) -> String {
    let weather = b.ground.weather;
    let blows = [(weather.wind, "wind"), (weather.rain, "rain"), (weather.fog, "fog")];
    let words: Vec<String> =
        blows.iter().filter(|(is, _)| *is).map(|(_, word)| (*word).to_owned()).collect();
    let mut sentences = Vec::new();
    if !words.is_empty() {
        sentences.push(format!("There is {}.", words::and(&words)));
    }
    if let Some(shared) = &b.ground.shared {
        let how = if shared.kind.is_ship() { "aboard" } else { "inside" };
        sentences.push(format!("Both sides are {how} {}.", words::structure(shared)));
    }
    if b.edition == Edition::Later {
        sentences.push("The rules are those of the later edition.".to_owned());
    }
    sentences.join(" ")
}

/// The roster of one side.
pub fn of(b: &Battle, side: SideId) -> String {
    let mut text = String::new();
    let mut indent = 2;
    let of_side = &b.sides[side.index()];
    if let Some(structure) = &of_side.structure {
        text.push_str(&wrapped(indent, &structure_line(structure)));
        indent += 2;
    }
    for (stack, units) in of_side.stacks().enumerate() {
        for (place, unit) in units.enumerate() {
            let introduction = match (stack, place) {
                (_, 1) => "accompanied by:",
                (1.., 0) => "ally:",
                _ => "",
            };
            // Allies stand outside the structure.
            let indent = if stack > 0 { 2 } else { indent };
            if !introduction.is_empty() {
                text.push_str(&wrapped(indent, introduction));
            }
            let deeper = if place > 0 || stack > 0 { indent + 2 } else { indent };
            text.push_str(&wrapped(deeper, &unit_line(b, unit)));
        }
    }
    text
}

fn structure_line(structure: &Structure) -> String {
    let damage = match structure.damage {
        0 => String::new(),
        percent => format!(", {percent}% damaged"),
    };
    let kind = structure.kind.words();
    let defense = structure.defense;
    format!("{}, {kind}, defense {defense}{damage}, owner:", words::structure(structure))
}

fn unit_line(b: &Battle, unit: usize) -> String {
    let unit = &b.units[unit];
    let mut parts = vec![words::noble(&unit.noble)];
    if let Some(kind) = unit.noble.kind {
        parts.push(b.kind(kind).singular.clone());
    }
    if unit.row > 0 {
        parts.push(format!("behind {}", unit.row));
    }
    parts.extend(gear(unit));
    let with: Vec<String> =
        unit.men.iter().map(|(kind, count)| words::men(b.kind(*kind), u64::from(*count))).collect();
    let mut line = words::list(&parts);
    if !with.is_empty() {
        line.push_str(&format!(", with {}", words::list(&with)));
    }
    line
}

/// What he wields and wears: the items that count, each once.
fn gear(unit: &crate::battle::Unit) -> Vec<String> {
    let used = Used::of(&unit.items);
    let mut wields = Vec::new();
    let mut wears = Vec::new();
    for (index, item) in unit.items.iter().enumerate().filter(|(index, _)| used.counts(*index)) {
        let weapon = used.attack == Some(index) || used.missile == Some(index);
        let hands = if weapon { &mut wields } else { &mut wears };
        hands.push(words::with_code(&item.name, item.code.as_deref()));
    }
    let mut gear = Vec::new();
    if !wields.is_empty() {
        gear.push(format!("wielding {}", words::and(&wields)));
    }
    if !wears.is_empty() {
        gear.push(format!("wearing {}", words::and(&wears)));
    }
    gear
}
