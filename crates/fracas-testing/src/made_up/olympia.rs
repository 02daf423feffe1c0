//! Scenarios of `olympia`: of every sort, and small ones for exact odds.

use fracas_core::chance::{Chance, Rolled};

use super::{ANY, one_of};

/// A battle with anything that a scenario can say, at sea as often as on land.
pub fn scenario(dice: &mut Rolled) -> String {
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
        text.push_str(&format!("{side}.stack = [{}]\n", stack(dice, side, nobles)));
    }
    if allies && dice.hit(1, 2, ANY) {
        let stacks = ["first", "second"].map(|name| {
            let nobles = 1 + dice.below(2, ANY);
            format!("{{ position = 3, stack = [{}] }}", stack(dice, name, nobles))
        });
        text.push_str(&format!("defender.ally = [{}]\n", stacks.join(", ")));
    }
    text
}

/// So many nobles under each other, with a few men each.
pub fn stack(dice: &mut Rolled, name: &str, nobles: u64) -> String {
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

/// A small battle drawn at random: one to three nobles a side with a handful
/// of men, perhaps engines, a structure, weather, rows, allies, another
/// edition or break point.
pub fn small(dice: &mut Rolled, men_a_unit: u64) -> String {
    let mut text = String::new();
    let later = dice.hit(1, 4, ANY);
    if later {
        text.push_str("edition = 'later'\n");
    }
    if dice.hit(1, 3, ANY) {
        let sky = ["wind", "rain", if later { "fog" } else { "wind" }][dice.below(3, ANY) as usize];
        text.push_str(&format!("place.weather = ['{sky}']\n"));
    }
    let terrain = ["plain", "swamp", "city"][dice.below(3, ANY) as usize];
    text.push_str(&format!("place.terrain = '{terrain}'\n"));
    if dice.hit(1, 3, ANY) {
        let kind = ["tower", "inn", "galley"][dice.below(3, ANY) as usize];
        let (defense, damage) = (dice.below(4, ANY), 97 + dice.below(3, ANY));
        text.push_str(&format!(
            "defender.structure = {{ kind = '{kind}', defense = {defense}, damage = {damage} }}\n"
        ));
    }
    if dice.hit(1, 4, ANY) {
        text.push_str(&format!("defender.break_point = {}\n", 10 * dice.below(10, ANY)));
    }
    let attackers = small_stack(dice, "A", 1 + dice.clone().below(2, ANY), men_a_unit);
    let defenders = small_stack(dice, "D", 1 + dice.clone().below(2, ANY), men_a_unit);
    text.push_str(&format!("attacker.stack = [{attackers}]\ndefender.stack = [{defenders}]\n"));
    if dice.hit(1, 5, ANY) {
        let ally = small_stack(dice, "Y", 1, men_a_unit.min(1));
        text.push_str(&format!("defender.ally = [{{ stack = [{ally}] }}]\n"));
    }
    text
}

fn small_stack(dice: &mut Rolled, name: &str, nobles: u64, men: u64) -> String {
    const KINDS: [&str; 9] = [
        "peasant",
        "soldier",
        "pikeman",
        "swordsman",
        "knight",
        "archer",
        "crossbowman",
        "blessed_soldier",
        "catapult",
    ];
    let mut units = Vec::new();
    for number in 0..nobles {
        let kind = KINDS[dice.below(9, ANY) as usize];
        let row = if dice.hit(1, 4, ANY) { dice.below(3, ANY) } else { 0 };
        let health = 1 + dice.below(100, ANY);
        units.push(format!(
            "{{ noble = '{name}{number}', behind = {row}, health = {health}, \
             men = {{ {kind} = {} }}, goods = {{ gold = {} }} }}",
            dice.below(men + 1, ANY),
            dice.below(4, ANY)
        ));
    }
    units.join(", ")
}
