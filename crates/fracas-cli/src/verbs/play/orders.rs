//! What a line of input means to a squad.

use fracas::battlescape::meant;

/// What the player wants.
#[derive(Debug, PartialEq)]
pub enum Wish<'a> {
    /// Carry out the choice of this number, from 1.
    Choose(usize),
    /// Carry out an order, and whether without asking.
    Order(&'a str, bool),
    /// Say what is to be expected of an order.
    Expect(&'a str),
    /// Give orders to another unit.
    Turn(&'a str),
    /// The exact odds of attacks on somebody.
    Odds(&'a str),
    /// Save to a file.
    Save(&'a str),
    /// Do what the AI would.
    Advice,
    /// The choices again.
    Choices,
    /// The map.
    Map,
    /// How the squad fares.
    Status,
    /// Take the last action back.
    Undo,
    /// End the phase of the whole squad.
    EndPhase,
    /// What can be typed.
    Help,
    /// Save and leave.
    Quit,
}

/// Words that are no orders.
const WORDS: &[&str] =
    &["advice", "choices", "help", "map", "odds", "quit", "save", "status", "undo", "unit"];

/// What a line means.
pub fn wish(line: &str) -> Wish<'_> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match (word, rest) {
        ("", _) | ("choices" | "c", "") => Wish::Choices,
        ("help" | "h" | "?", "") => Wish::Help,
        ("?", order) => Wish::Expect(order),
        ("map" | "m", "") => Wish::Map,
        ("status" | "s", "") => Wish::Status,
        ("undo" | "u", "") => Wish::Undo,
        ("advice" | "a", "") => Wish::Advice,
        ("quit" | "q", "") => Wish::Quit,
        ("end", "phase") => Wish::EndPhase,
        ("unit", name) => Wish::Turn(name),
        ("odds", target) => Wish::Odds(target),
        ("save", file) => Wish::Save(file),
        _ => match (line.parse(), line.strip_suffix('!')) {
            (Ok(number), _) => Wish::Choose(number),
            (_, Some(order)) => Wish::Order(order.trim_end(), true),
            _ => Wish::Order(line, false),
        },
    }
}

/// Words that people try, and the orders they mean by them.
const OTHERS: &[(&str, &str)] = &[
    ("crouch", "move 7,3 crouch"),
    ("fire", "attack"),
    ("go", "move"),
    ("heal", "use medikit"),
    ("kneel", "prone"),
    ("overwatch", "ready"),
    ("pass", "end"),
    ("run", "move 7,3 run"),
    ("shoot", "attack"),
    ("wait", "end"),
    ("walk", "move"),
];

/// A word besides the orders that was probably meant.
pub fn word_meant(line: &str) -> String {
    let word = line.split_whitespace().next().unwrap_or_default();
    match OTHERS.iter().find(|(other, _)| *other == word) {
        Some((_, order)) => format!("; did you mean `{order}`?"),
        None => meant(word, WORDS),
    }
}

/// What can be typed.
pub const HELP: &str = "\
a number         carry out that choice
move 7,3         walk there; with run, crouch, hazards, press-on or reserve 20
turn W           turn; disengage NE: step out of close combat
cover E half     take cover; cover E full step NE: after a step
prone, stand     lie down, get up
attack aimed at sectoid 1        with head, force; at 7,3 with a launcher
throw frag_grenade at 7,3        toss: without detonation; prepare frag_grenade
use medikit on Vega              pick-up medikit; cast psi_panic at sectoid 1
reload, switch   the weapon in hand
door 7,3         open or close; interact terminal
ready 2 30       reaction fire: shots, least accuracy; suppress 7,3
exit             leave the map; end: end the turn of this unit
Vega: move 7,3   the same to another unit of the squad
? move 7,3       only what is to be expected of it
move 7,3!        without being asked whether you are sure

unit Vega        give orders to another unit
odds sectoid 1   exact odds of every attack on it
choices, map, status             shown again
advice           do what the computer would
undo             take the last action back, if nothing was drawn or revealed
end phase        end the turn of the whole squad
save FILE        save; quit: save and leave
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_wishes() {
        assert_eq!(wish("3"), Wish::Choose(3));
        assert_eq!(wish(""), Wish::Choices);
        assert_eq!(wish("?"), Wish::Help);
        assert_eq!(wish("? move 1,2"), Wish::Expect("move 1,2"));
        assert_eq!(wish("end"), Wish::Order("end", false));
        assert_eq!(wish("end phase"), Wish::EndPhase);
        assert_eq!(wish("move 1,2 !"), Wish::Order("move 1,2", true));
        assert_eq!(wish("odds Sectoid 1"), Wish::Odds("Sectoid 1"));
        assert_eq!(wish("map 3"), Wish::Order("map 3", false));
        assert_eq!(word_meant("udno"), "; did you mean `undo`?");
        assert_eq!(word_meant("fire at will"), "; did you mean `attack`?");
    }
}
