//! O-79: the aftermath is a scenario, always: random battles of every sort,
//! fought again and again from what they left.

use fracas_core::chance::{Chance, Die, Purpose, Rolled};
use fracas_core::odds::fight_loud;
use fracas_core::ruleset::Ruleset;
use fracas_olympia::Olympia;

use crate::common::read;

const ANY: Die = Die("any");

fn one_of<'a>(dice: &mut Rolled, words: &[&'a str]) -> &'a str {
    words[dice.below(words.len() as u64, ANY) as usize]
}

/// A battle with anything that a scenario can say, at sea as often as on land.
fn random_scenario(dice: &mut Rolled) -> String {
    let mut text = String::new();
    if dice.hit(1, 3, ANY) {
        text.push_str("edition = 'later'\n");
    }
    let weeks = one_of(dice, &["0", "0", "3", "40"]);
    text.push_str(&format!("aftermath = {{ weeks = {weeks}, inn = {} }}\n", dice.hit(1, 2, ANY)));
    text.push_str(
        "kinds.orc = { attack = 8, defense = 0, aboard = { attack = 1, defense = 9 } }\n",
    );
    let ship = |dice: &mut Rolled| {
        let name = one_of(dice, &["", "name = 'Gull', "]);
        format!("{{ kind = 'galley', {name}defense = 0, damage = {} }}", 90 + dice.below(10, ANY))
    };
    let allies = match dice.below(6, ANY) {
        0 => {
            text.push_str(&format!("place = {{ terrain = 'ocean', aboard = {} }}\n", ship(dice)));
            true
        }
        1 => {
            let terrain = one_of(dice, &["ocean", "port", "plain"]);
            text.push_str(&format!("place.terrain = '{terrain}'\n"));
            text.push_str(&format!("attacker.structure = {}\n", ship(dice)));
            text.push_str(&format!("defender.structure = {}\n", ship(dice)));
            terrain != "ocean"
        }
        2 => {
            text.push_str("place.inside = { kind = 'inn', name = 'Three Cups' }\n");
            false
        }
        3 => {
            text.push_str(&format!("place = {{ terrain = 'port', aboard = {} }}\n", ship(dice)));
            true
        }
        4 => {
            let kind = one_of(dice, &["castle", "tower", "galley"]);
            let damage = 95 + dice.below(5, ANY);
            text.push_str(&format!(
                "defender.structure = {{ kind = '{kind}', defense = 1, damage = {damage} }}\n"
            ));
            true
        }
        _ => {
            let terrain = one_of(dice, &["plain", "swamp", "city"]);
            text.push_str(&format!("place.terrain = '{terrain}'\n"));
            true
        }
    };
    text.push_str(&format!("attacker.hold = {}\n", dice.hit(1, 2, ANY)));
    for side in ["attacker", "defender"] {
        if dice.hit(1, 2, ANY) {
            text.push_str(&format!("{side}.position = {}\n", 1 + dice.below(9, ANY)));
        }
        text.push_str(&format!("{side}.break_point = {}\n", 10 * dice.below(10, ANY)));
        let nobles = 1 + dice.below(4, ANY);
        text.push_str(&format!("{side}.stack = [{}]\n", random_stack(dice, side, nobles)));
    }
    if allies && dice.hit(1, 2, ANY) {
        let stacks = ["first", "second"].map(|name| {
            let nobles = 1 + dice.below(2, ANY);
            format!("{{ position = 3, stack = [{}] }}", random_stack(dice, name, nobles))
        });
        text.push_str(&format!("defender.ally = [{}]\n", stacks.join(", ")));
    }
    text
}

fn random_stack(dice: &mut Rolled, name: &str, nobles: u64) -> String {
    let mut units = Vec::new();
    for number in 0..nobles {
        let kind = one_of(dice, &["peasant", "orc", "pikeman", "archer", "catapult"]);
        // A few battles are between hundreds of thousands who can hardly strike.
        let men = if dice.hit(1, 200, ANY) { 999_999 } else { dice.below(5, ANY) };
        let under = match number {
            0 => String::new(),
            _ => format!("under = '{name}{}', ", number - 1),
        };
        units.push(format!(
            "{{ noble = '{name}{number}', {under}health = {}, ill = {}, survive_fatal = {},
                behind = {}, men = {{ {kind} = {men} }}, goods = {{ gold = {} }},
                items = [{{ name = 'ring', attack = 1 }}, {{ name = 'ring' }}],
                prisoners = [{{ noble = 'held by {name}{number}', health = 9, ill = true }}] }}",
            1 + dice.below(100, ANY),
            dice.hit(1, 2, ANY),
            dice.hit(1, 5, ANY),
            dice.below(3, ANY),
            one_of(dice, &["0", "7", "1000000000"]),
        ));
    }
    units.join(", ")
}

/// O-79: an aftermath reads back without a word, unless a side is gone (E-3)
/// or adrift (E-11); then nothing else is wrong with it. What reads back can
/// be fought, and so can what that leaves, up to eight times; a stranger takes
/// the place of a side that is gone.
#[test]
fn o_79_chains_of_aftermaths_read_back() {
    let mut dice = Rolled::new(79, 0, Purpose::Setup);
    let mut fought = 0;
    for number in 0..300 {
        let mut text = random_scenario(&mut dice);
        for link in 0..8 {
            if let Some(after) = after_battle(&text, number, link) {
                text = after;
                fought += 1;
            } else {
                let stranger = random_stack(&mut dice, &format!("stranger {link}, "), 2);
                text = text.replace("stack = []", &format!("stack = [{stranger}]"));
                if read(&text).is_err() {
                    break;
                }
            }
        }
    }
    assert!(fought > 800, "only {fought} battles were fought");
}

/// What is left of a battle; nothing where one side has nobody to fight with.
fn after_battle(text: &str, seed: u64, trial: u64) -> Option<String> {
    match read(text) {
        Ok(battle) => {
            let mut rolled = Rolled::new(seed, trial, Purpose::Battle);
            let fought = fight_loud::<Olympia>(&battle, &mut rolled, &mut |_| {}).expect("rolled");
            Some(Olympia::aftermath(&battle, &fought.state, &mut rolled))
        }
        Err(out) => {
            let gone = text.contains("stack = []");
            let adrift = text.contains("where = \"adrift\"");
            let fits = |code: Option<&str>| match code {
                Some("E-3") => gone,
                // Whoever has nobody to fight at sea has no ship either.
                Some("E-10" | "E-11") => adrift || gone && text.contains("\"ocean\""),
                _ => false,
            };
            let all_fit = out.iter().all(|found| fits(found.code));
            assert!(trial > 0 && all_fit, "{seed}.{trial}\n{text}\n{}", out.render(false));
            None
        }
    }
}
