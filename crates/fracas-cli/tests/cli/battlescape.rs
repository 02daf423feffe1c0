//! What `battlescape` adds: questions to the referee, maps, fog, and a squad to
//! be played.

use std::fs;

use super::{DUEL, answer, call, call_with, json};

const FIELD: &str = "tests/fixtures/meadow.toml";

/// B-269: the shapes of `shot`, `sight` and `path`.
#[test]
fn the_referee_answers_in_json() {
    let shot = json(&["inspect", FIELD, "shot", "Vega", "sectoid 1", "--mode", "aimed", "--json"]);
    for key in ["tu", "rounds", "accuracy", "crit", "p_hit", "damage", "mean", "p_kill", "terms"] {
        assert!(!shot[key].is_null(), "{key}: {shot}");
    }
    assert_eq!((&shot["tu"], &shot["rounds"]), (&40.into(), &1.into()));
    let damage = shot["damage"].as_object().unwrap();
    let sum: f64 = damage.values().filter_map(serde_json::Value::as_f64).sum();
    assert!((sum - 1.0).abs() < 1e-12);
    let sight = json(&["inspect", FIELD, "sight", "Vega", "--json"]);
    assert!(sight["visible"].as_array().unwrap().contains(&serde_json::json!([1, 1])), "{sight}");
    let path = json(&["inspect", FIELD, "path", "Vega", "4,1", "--mode", "run", "--json"]);
    assert_eq!(path["cost"], 15);
    assert_eq!(path["steps"], serde_json::json!([[2, 1], [3, 1], [4, 1]]));
    assert_eq!(path["directions"], serde_json::json!(["E", "E", "E"]));
}

#[test]
fn the_referee_answers_in_words() {
    insta::assert_snapshot!("shot", answer(&["inspect", FIELD, "shot", "Vega", "sectoid 1"]));
    insta::assert_snapshot!("sight", answer(&["inspect", FIELD, "sight", "Vega"]));
    let path = ["inspect", FIELD, "path", "Vega", "4,1", "--mode", "crouch"];
    insta::assert_snapshot!("path", answer(&path));
    let inspected = answer(&["inspect", FIELD]);
    assert!(inspected.lines().all(|line| line.chars().count() <= 80), "{inspected}");
}

/// B-269, B-130: what cannot be answered is refused with a reason.
#[test]
fn the_referee_refuses_with_reasons() {
    for (question, reason) in [
        (&["shot", "Vga", "sectoid 1"][..], "there is no unit `Vga`; did you mean `Vega`?"),
        (&["shot", "Vega", "sectoid 1", "--mode", "lob"], "`lob` is no mode of fire"),
        (&["shot", "Vega", "sectoid 1", "--head"], "only aimed fire"),
        (&["shot", "Vega", "Vega"], "a unit cannot attack itself"),
        (&["sight", "nobody here"], "known are Vega"),
        (&["path", "Vega", "99,1"], "`99,1` is no hex of the map"),
        (&["path", "Vega", "1,1"], "it stands there"),
        (&["path", "Vega", "6,1"], "it is occupied"),
        (&["path", "Vega", "2,1", "--mode", "run"], "a run is at least 2 hexes"),
    ] {
        let refused = call(&[&["inspect", FIELD], question].concat());
        assert_eq!((refused.code, refused.out.as_str()), (Some(2), ""), "{question:?}");
        assert!(refused.err.contains(reason), "{question:?}: {}", refused.err);
    }
    let other = call(&["inspect", DUEL, "sight", "A"]);
    assert_eq!(other.code, Some(2));
    assert!(other.err.contains("this needs the ruleset battlescape, not olympia"), "{}", other.err);
}

/// B-33: a map is printed as it can be pasted.
#[test]
fn maps_are_printed_to_be_edited() {
    let map = answer(&["map", "generate", "farmland", "--seed", "4", "--mirror"]);
    insta::assert_snapshot!("map", map);
    let squads = r#"
[[squad]]
side = "player"
spawn = "player"
units = [{ class = "rifleman" }]
[[squad]]
side = "enemy"
spawn = "enemy"
units = [{ class = "sectoid" }]
[[objective]]
kind = "eliminate"
primary = true
"#;
    let text = format!("ruleset = \"battlescape\"\n{map}{squads}");
    let checked = call_with(text.as_bytes(), &["check", "-"]);
    assert_eq!(checked.code, Some(0), "{}", checked.err);
    for (args, reason) in [
        (&["farmlad"][..], "there is no biome `farmlad`; did you mean `farmland`?"),
        (&["urban", "--size", "hug"], "`hug` is no size"),
        (&["urban", "--size", "7x3"], "no valid map of biome urban, size 7 x 3, seed 0"),
        (&["urban", "--size", "20x13", "--mirror"], "needs an even number of rows"),
    ] {
        let refused = call(&[&["map", "generate"], args].concat());
        assert_eq!((refused.code, refused.out.as_str()), (Some(2), ""), "{args:?}");
        assert!(refused.err.contains(reason), "{args:?}: {}", refused.err);
    }
}

/// B-105, B-267: with fog a log tells what the side gets to know.
#[test]
fn a_run_shows_maps_and_keeps_the_fog() {
    let run = ["run", FIELD, "--seed", "1", "--map", "--fog", "player"];
    insta::assert_snapshot!("run_map", answer(&run));
    let all = answer(&[&run[..], &["--log", "all"]].concat());
    let told = |line: &str| line.contains("sectoid 1 walks") && line.contains(" left");
    assert!(!all.lines().any(told), "{all}");
    // The same filter in JSON: fewer events, and none of them a die.
    let json = |more: &[&str]| answer(&[&run[..4], &["--log", "json"], more].concat());
    let (known, true_log) = (json(&["--fog", "player"]), json(&[]));
    assert!(known.lines().count() < true_log.lines().count());
    assert!(true_log.contains("\"event\":\"die\"") && !known.contains("\"event\":\"die\""));
    for (args, reason) in [
        (&["run", FIELD, "--fog", "civilians"][..], "no side `civilians`; known are player"),
        (&["run", FIELD, "--map", "--log", "json"], "--map needs a log in words"),
        (&["run", DUEL, "--map"], "--map: battles of olympia have no map"),
        (&["run", DUEL, "--fog", "player"], "everybody knows everything"),
    ] {
        let refused = call(args);
        assert_eq!((refused.code, refused.out.as_str()), (Some(2), ""), "{args:?}");
        assert!(refused.err.contains(reason), "{args:?}: {}", refused.err);
    }
}

/// B-51, B-55, B-75, B-265: a squad is played, its battle saved and played
/// again.
#[test]
fn a_squad_is_played_saved_and_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (saved, copy) = (path("game.json"), path("copy.json"));
    let input = [
        "dance",
        "99",
        "udno",
        "odds nobody",
        "? move 2,1",
        "sectoid 1: end",
        "prone",
        "undo",
        "undo",
        "save",
        &format!("save {copy}"),
        "unit Vga",
        "map",
        "status",
        "help",
        "end phase",
    ]
    .join("\n");
    let play = ["play", FIELD, "--seed", "5", "--save", &saved];
    let first = call_with(input.as_bytes(), &play);
    assert_eq!(first.code, Some(0), "{}", first.err);
    for said in [
        "Vega: HP 60/60, TU 100/100, energy 50/50, rounds 30/30 +90, fit, no cover",
        "`dance` is no order; `help` tells what can be typed",
        "there is no choice 99: 1 to ",
        "`udno` is no order; did you mean `undo`?",
        "nobody in sight is called `nobody`",
        "4 TU, by [2,1]",
        "sectoid 1 is not yours to command",
        "taken back",
        "undo not available: nothing was done",
        "save needs the name of a file",
        "`Vga` is not of the squad; did you mean `Vega`?",
        "end the turn of the whole squad",
        "Turn 2",
    ] {
        assert!(first.out.contains(said), "{said}: {}", first.out);
    }
    for file in [&saved, &copy] {
        let verdict = answer(&["replay", file]);
        assert!(verdict.starts_with("Meadow: the same battle, unfinished, all "), "{verdict}");
    }
    let rest = ["play", "--resume", &saved, "--save", &saved];
    let rest = call_with("advice\n".repeat(2000).as_bytes(), &rest);
    assert_eq!(rest.code, Some(0), "{}", rest.err);
    assert!(!answer(&["replay", &saved]).contains("unfinished"));
    let text = fs::read_to_string(&saved).unwrap();
    fs::write(&saved, text.replacen("end phase", "end", 1)).unwrap();
    assert!(call(&["replay", &saved]).err.contains("was changed after it was saved"));
    let other = call_with(b"", &["play", DUEL]);
    assert_eq!(other.code, Some(2));
    assert!(other.err.contains("battles of olympia are not played"), "{}", other.err);
}

/// Where battles take long, fewer are fought unless somebody asks for more,
/// and the answer says how many.
#[test]
fn luck_and_searches_take_what_is_affordable() {
    let with =
        |flags: &[&'static str]| [&["run", FIELD, "--seed", "5", "--log", "none"], flags].concat();
    let asked = answer(&with(&["--luck", "--trials", "30"]));
    assert!(asked.ends_with("compared with 30 other battles\n"), "{asked}");
    let usual = answer(&with(&["--luck"]));
    assert!(usual.contains("00 other battles; --trials compares with more\n"), "{usual}");
    let vain = call(&with(&["--find", "turns > 9000"]));
    assert_eq!(vain.code, Some(3));
    assert!(vain.err.starts_with("error: of the 2,000 battles from trial 0"), "{}", vain.err);
}

/// B-281: who is played against can be said, and odds say by whom they were
/// fought.
#[test]
fn b_281_strengths_are_chosen_and_told() {
    let dir = tempfile::tempdir().unwrap();
    let saved = dir.path().join("play.json");
    let saved = saved.to_str().unwrap();
    let played = call_with(b"advice\n", &["play", FIELD, "--strength", "elite", "--save", saved]);
    assert_eq!(played.code, Some(0), "{}", played.err);
    let text = fs::read_to_string(saved).unwrap();
    assert!(text.contains("strength = \\\"elite\\\""), "{text}");
    let refused = call_with(b"", &["play", DUEL, "--strength", "elite", "--save", saved]);
    assert_eq!(refused.code, Some(2));

    let odds = ["odds", FIELD, "--trials", "64", "--set", "squad[1].strength=recruit"];
    let told = "the AI plays the player's side as veteran, the enemy as recruit";
    assert!(answer(&odds).contains(told));
    assert_eq!(json(&[&odds[..], &["--json"]].concat())["remarks"][0], told);
}

/// What is typed is understood as it was probably meant: throws at whom one
/// sees, choices by number after `?`, an order in place of an answer.
#[test]
fn orders_are_taken_as_they_are_meant() {
    let dir = tempfile::tempdir().unwrap();
    let saved = dir.path().join("play.json");
    let input = "? 1\n? throw frag_grenade at SECTOID 1\n99\nmove\ninteract\n";
    let args = ["play", FIELD, "--seed", "5", "--save", saved.to_str().unwrap()];
    let told = call_with(input.as_bytes(), &args).out;
    for words in [
        "there is no choice 99: 1 to",
        "a hex is missing, such as 7,3",
        "there are no objects to use",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
    assert!(!told.contains("is no hex of the map"), "{told}");
    assert!(!told.contains("`1` is no order"), "{told}");
}
