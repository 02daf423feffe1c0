//! Texts in order, from which fuzzers and properties start.

use fracas::core::chance::{Purpose, Rolled};
use fracas::{Dice, Effort, Records, Tape, Witness};
use fracas_testing::made_up;

use super::{DUEL, HUNT, SKIRMISH, template};

/// Some good texts for a target.
pub fn seeds(target: &str) -> Vec<String> {
    if let Some(ruleset) = target.strip_prefix("scenario_") {
        let made_up =
            (0..3).map(|n| made_up::scenario(ruleset, &mut Rolled::new(1, n, Purpose::Setup)));
        return std::iter::once(template(ruleset).to_string()).chain(made_up).collect();
    }
    match target {
        "csv" => vec![include_str!("../../../../examples/mfd/Raiders.csv").to_owned()],
        "data" => [
            include_str!("../../../../examples/andor/data/monsterlist_marsh.json"),
            include_str!("../../../../examples/andor/data/itemlist_marsh.json"),
            include_str!("../../../../examples/andor/data/itemcategories_1.json"),
            include_str!("../../../../examples/andor/data/actorconditions_marsh.json"),
            include_str!("../../../../examples/andor/data/droplists_marsh.json"),
        ]
        .map(str::to_owned)
        .to_vec(),
        "replay" => vec![json(&saved().0), json(&played().replay())],
        "tally" => vec![json(&DUEL.tally_file(DUEL.tally(1, 0..70, &Effort::default())))],
        "tape" => vec![saved().1.to_string()],
        "set" => vec![
            "attacker.stack[0].men.knight=60\nname = \"a=b\"".to_owned(),
            "defender.stack[1].noble=X\nplace.weather=[\"rain\"]\nseed=9".to_owned(),
        ],
        "condition" => vec!["attacker & attacks >= 3".to_owned(), "attacks<1_000".to_owned()],
        "orders_andor" => vec![ordered(HUNT.play(1).expect("it is played"))],
        "orders_battlescape" => vec![ordered(SKIRMISH.play(1).expect("it is played"))],
        _ => Vec::new(),
    }
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("plain data")
}

/// A fought battle, saved, with its dice.
fn saved() -> (fracas::Replay, Tape) {
    let dice = Dice::Rolled { seed: 1, trial: 0 };
    let mut records = Records { tape: Some(Tape::default()), witness: Some(Witness::default()) };
    let fought = DUEL.fight(&dice, None, &mut records).expect("rolled dice fit");
    let replay = DUEL.replay(&dice, &fought, records.witness.unwrap_or_default());
    (replay, records.tape.unwrap_or_default())
}

fn played() -> fracas::Session {
    let mut session = HUNT.play(1).expect("it is played");
    for _ in 0..3 {
        // Advice can be followed as long as the battle lasts.
        let _ = session.order(&session.advice());
    }
    session
}

/// The first orders that the game's own policy gives, and all that could have
/// been given at first.
fn ordered(mut session: fracas::Session) -> String {
    let mut lines: Vec<String> =
        session.choices().into_iter().take(12).map(|choice| choice.order).collect();
    for _ in 0..8 {
        let order = session.advice();
        if session.outcome().is_some() || session.order(&order).is_err() {
            break;
        }
        lines.push(order);
    }
    lines.push("undo".to_owned());
    lines.join("\n")
}
