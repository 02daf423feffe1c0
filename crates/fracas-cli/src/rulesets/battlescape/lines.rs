//! What a line of input means to a squad.

use fracas::battlescape::meant;

/// What the player wants.
#[derive(Debug, PartialEq)]
pub enum Input<'a> {
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
    /// Those that were not shown.
    More,
    /// What is to be done, and how far that has come.
    Objectives,
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
const WORDS: &[&str] = &[
    "advice",
    "choices",
    "help",
    "map",
    "more",
    "objectives",
    "odds",
    "quit",
    "save",
    "status",
    "undo",
    "unit",
];

/// What a line means.
pub fn meaning(line: &str) -> Input<'_> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match (word.to_ascii_lowercase().as_str(), rest) {
        ("", _) | ("choices" | "c", "") => Input::Choices,
        ("help" | "h" | "?", "") => Input::Help,
        ("?", order) => Input::Expect(order),
        ("map" | "m", "") => Input::Map,
        ("more", "") => Input::More,
        ("objectives" | "o", "") => Input::Objectives,
        ("status" | "s", "") => Input::Status,
        ("undo" | "u", "") => Input::Undo,
        ("advice" | "a", "") => Input::Advice,
        ("quit" | "q", "") => Input::Quit,
        ("end", rest) if rest.eq_ignore_ascii_case("phase") => Input::EndPhase,
        ("unit", name) => Input::Turn(name),
        ("odds", target) => Input::Odds(target),
        ("save", file) => Input::Save(file),
        _ => match (line.parse(), line.strip_suffix('!')) {
            (Ok(number), _) => Input::Choose(number),
            (_, Some(order)) => Input::Order(order.trim_end(), true),
            _ => Input::Order(line, false),
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
a number         carry out that choice; more: those that were not shown
move 7,3         walk there; with run, crouch, hazards, press-on or reserve 20
turn W           turn: E SE SW W NW NE; disengage NE: out of close combat
cover E half     take cover; cover E full step NE: after a step
prone, stand     lie down, get up
attack aimed at sectoid 1        or snap, burst, auto, strike; at 7,3 with a launcher
attack aimed head at sectoid 1   at the head; force: though it is a friend
throw frag_grenade at 7,3        toss: without detonation; prepare frag_grenade
use medikit on Vega              pick-up medikit; cast psi_panic at sectoid 1
reload, switch   the weapon in hand
door 7,3         open or close; interact terminal
ready 2 30       reaction fire: shots, least accuracy; suppress 7,3
exit             leave the map; end: end the turn of this unit
Vega: move 7,3   the same to another unit; its sign on the map will do: 2: move 7,3
? move 7,3       only what is to be expected of it; ? 3: of choice 3
move 7,3!        without being asked whether you are sure

unit Vega        give orders to another unit; unit 2 by its sign on the map
odds sectoid 1   exact odds of every attack on it
choices, map, status             shown again; objectives: what is to be done
advice           do what the computer would
undo             take the last action back, if nothing was drawn or revealed
end phase        end the turn of the whole squad
save FILE        save; quit: save and leave
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_a_meaning() {
        assert_eq!(meaning("3"), Input::Choose(3));
        assert_eq!(meaning(""), Input::Choices);
        assert_eq!(meaning("?"), Input::Help);
        assert_eq!(meaning("? move 1,2"), Input::Expect("move 1,2"));
        assert_eq!(meaning("end"), Input::Order("end", false));
        assert_eq!(meaning("end phase"), Input::EndPhase);
        assert_eq!(meaning("move 1,2 !"), Input::Order("move 1,2", true));
        assert_eq!(meaning("odds Sectoid 1"), Input::Odds("Sectoid 1"));
        assert_eq!(meaning("map 3"), Input::Order("map 3", false));
        assert_eq!(word_meant("udno"), "; did you mean `undo`?");
        assert_eq!(word_meant("fire at will"), "; did you mean `attack`?");
    }
}
