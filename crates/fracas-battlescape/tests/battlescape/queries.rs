//! What a player can ask before he orders (B-75, B-130, B-184, B-255), as data.

use std::sync::Arc;

use fracas_battlescape::events::What;
use fracas_battlescape::play::Game;
use fracas_core::capability::Session;
use serde_json::{Value, json};

use crate::common::{battle, skirmish};

fn game(text: &str) -> Game {
    Game::new(Arc::new(battle(text)), 5).0
}

fn ask(game: &Game, question: &str) -> Value {
    game.query(question).unwrap_or_else(|why| panic!("{question}: {why}"))
}

fn refused(game: &Game, question: &str) -> String {
    game.query(question).unwrap_err().to_string()
}

const YARD: &str = "P . . # . . . . E\nP . . . . . . . E\n. . . . . . . . .";

/// B-75: a move costs what was told, step by step, and ends where it was told.
#[test]
fn b_75_a_preview_of_a_move_is_what_happens() {
    let mut game = game(&skirmish(YARD, "light = 'dark'"));
    let told = ask(&game, "preview rifleman 1: move 2,0");
    assert_eq!(told["path"], json!([[1, 0], [2, 0]]));
    assert!(told.get("refused").is_none() && told.get("may_react").is_none(), "{told}");
    // The wall in the east offers cover.
    assert_eq!(told["cover"].as_array().map(|sides| sides.contains(&json!(["E", 2]))), Some(true));
    let events = game.line("rifleman 1: move 2,0").unwrap();
    let steps: Vec<(String, u16, Option<u16>)> = events
        .iter()
        .filter_map(|event| match &event.what {
            What::Moved { to, tu, left, .. } => Some((to.to_string(), *tu, *left)),
            _ => None,
        })
        .collect();
    let spent: u64 = steps.iter().map(|(_, tu, _)| u64::from(*tu)).sum();
    assert_eq!(told["costs"][1].as_u64(), Some(spent));
    assert_eq!(told["tu"].as_u64(), Some(spent));
    let after = ask(&game, "squad");
    assert_eq!(after["units"][0]["tu"], told["left"]);
}

/// B-105: who may shoot at a move, and where on its way.
#[test]
fn b_105_who_may_react_to_a_move() {
    let game = game(&skirmish(YARD, ""));
    let told = ask(&game, "preview rifleman 2: move 2,2");
    let reacting = told["may_react"].as_array().unwrap();
    assert_eq!(told["watchers"].as_array().map(Vec::len), Some(reacting.len()));
    assert!(!reacting.is_empty());
    for enemy in reacting {
        for hex in enemy["sees"].as_array().unwrap() {
            assert!(told["path"].as_array().unwrap().contains(hex), "{told}");
        }
    }
}

/// B-74: what can be reached can be ordered, and nothing else.
#[test]
fn b_74_reach_is_what_can_be_ordered() {
    let game = game(&skirmish(YARD, ""));
    for pace in ["walk", "run", "crouch"] {
        let reach = ask(&game, &format!("reach rifleman 1 {pace}"));
        let hexes = reach["hexes"].as_array().unwrap();
        assert!(hexes.len() > 3);
        for hex in hexes {
            let (col, row) = (&hex[0][0], &hex[0][1]);
            let told = ask(&game, &format!("preview rifleman 1: move {col},{row} {pace}"));
            assert!(told.get("refused").is_none(), "{pace} {col},{row}: {told}");
            assert_eq!(told["tu"], hex[1]);
        }
    }
    let told = ask(&game, "preview rifleman 1: move 3,0");
    assert!(told["refused"].is_string(), "{told}");
}

/// B-140, B-269: every term of the accuracy, and exact odds for every mode.
#[test]
fn b_140_targets_with_every_term() {
    let game = game(&skirmish("P . . E", ""));
    let told = ask(&game, "targets rifleman 1");
    let target = &told["targets"][0];
    assert_eq!((&target["name"], &target["distance"]), (&json!("sectoid 1"), &json!(3)));
    let attacks = target["attacks"].as_array().unwrap();
    assert!(attacks.len() > 2);
    for attack in attacks {
        let terms = attack["terms"].as_array().unwrap();
        let sum: i64 = terms.iter().filter_map(|term| term["value"].as_i64()).sum();
        assert_eq!(attack["accuracy"][0].as_i64(), Some(sum.clamp(5, 95)), "{attack}");
        let lost = attack["damage"].as_object().unwrap();
        let sure: f64 = lost.values().filter_map(Value::as_f64).sum();
        assert!((sure - 1.0).abs() < 1e-9);
        let order = attack["order"].as_str().unwrap();
        let alone = ask(&game, &format!("preview {order}"));
        assert_eq!(alone["attack"], *attack);
        assert_eq!(alone.get("refused"), attack.get("refused"));
    }
}

/// B-184: the area of a grenade, who is in it, and what each is expected to
/// lose; a wall between keeps one out.
#[test]
fn b_184_who_is_in_a_blast() {
    let armed = "class = 'rifleman', items = ['frag_grenade']";
    let text = skirmish("P . . . . E E", "").replace("class = 'rifleman'", armed);
    let game = game(&text);
    let actions = ask(&game, "actions rifleman 1");
    let aimed = actions["aimed"].as_array().unwrap();
    let throw = aimed.iter().find(|aimed| aimed["line"] == "throw frag_grenade at").unwrap();
    assert!(throw["hexes"].as_array().unwrap().contains(&json!([5, 0])));
    let told = ask(&game, "preview rifleman 1: throw frag_grenade at 5,0");
    let inside = told["inside"].as_array().unwrap();
    let names: Vec<&str> = inside.iter().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(names, ["sectoid 1", "sectoid 2"]);
    for one in inside {
        let (on, expected) = (one["on_target"].as_f64(), one["expected"].as_f64());
        assert!(one["enemy"] == true && on > Some(0.0) && expected > Some(0.0), "{one}");
        assert!(expected <= one["hp"].as_f64(), "{one}");
    }
    // Near the thrower his own side is named.
    let told = ask(&game, "preview rifleman 1: throw frag_grenade at 1,0");
    let inside = told["inside"].as_array().unwrap();
    assert!(inside.iter().any(|one| one["name"] == "rifleman 1" && one["enemy"] == false));
}

/// B-255: how far objectives have come; of those it counts.
#[test]
fn b_255_objectives_and_their_progress() {
    let rows = "P . . . . . . . . . . . . . . . . E\nP . . . . . . . . . . . . . . . . E";
    let text = skirmish(rows, "light = 'dark'")
        .replace("kind = 'eliminate'", "kind = 'hold'\nzone = 'west'\nturns = 3")
        + "[[objective]]\nkind = 'reach'\nzone = 'east'\n";
    let mut game = game(&text);
    let told = |game: &Game| ask(game, "squad")["objectives"].clone();
    let before = told(&game);
    assert_eq!((&before[0]["progress"], &before[0]["zone"]), (&json!([0, 3]), &json!("west")));
    assert_eq!((&before[0]["stands"], &before[0]["primary"]), (&json!("open"), &json!(true)));
    assert_eq!((&before[1]["progress"], &before[1]["primary"]), (&json!([0, 2]), &json!(false)));
    game.line("end phase").unwrap();
    assert_eq!(told(&game)[0]["progress"], json!([1, 3]));
}

/// B-90: what one unit sees by itself is part of what the squad sees.
#[test]
fn b_90_the_sight_of_one_unit() {
    let game = game(&skirmish(YARD, "light = 'dark'"));
    let told = ask(&game, "sight rifleman 1");
    let hexes = told["hexes"].as_array().unwrap();
    assert!(hexes.contains(&json!([0, 0])) && hexes.contains(&json!([2, 0])), "{told}");
    // In the dark a man sees three hexes.
    assert!(!hexes.contains(&json!([4, 1])), "{told}");
}

#[test]
fn advice_is_an_order_that_can_be_given() {
    let mut game = game(&skirmish(YARD, ""));
    for _ in 0..4 {
        let squad = ask(&game, "squad");
        let units = squad["units"].as_array().unwrap();
        let Some(unit) = units.iter().find(|unit| unit["can_act"] == true) else { return };
        let name = unit["name"].as_str().unwrap();
        let advice = ask(&game, &format!("advice {name}"));
        let order = advice["order"].as_str().unwrap().to_owned();
        // B-288: with its reason.
        assert!(advice["why"].as_str().is_some_and(|why| !why.is_empty()), "{advice}");
        assert!(ask(&game, &format!("preview {order}")).get("refused").is_none());
        game.line(&order).unwrap();
    }
}

#[test]
fn bad_questions_are_answered_with_what_may_have_been_meant() {
    let game = game(&skirmish(YARD, ""));
    assert!(refused(&game, "targts rifleman 1").contains("did you mean `targets`"));
    assert!(refused(&game, "").contains("is no question"));
    assert!(refused(&game, "reach riflemen 1").contains("did you mean `rifleman 1`"));
    assert!(refused(&game, "targets sectoid 1").contains("not of the squad"));
    assert!(refused(&game, "preview move 1,1").contains("names no unit"));
    assert!(refused(&game, "preview sectoid 1: end").contains("not yours to command"));
    assert!(refused(&game, "preview rifleman 1: move 99,99").contains("no hex of the map"));
}
