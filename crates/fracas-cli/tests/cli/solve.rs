//! `fracas solve --decide`.

use crate::{answer, call, call_with, json};

const CORNERED: &str = "../../examples/andor/cornered.toml";
const BRIDGE: &str = "../../examples/olympia/toll-bridge.toml";

const BEAR: &str = r#"
ruleset = "andor"
name = "Bear"
[player]
base = { hp = 12, attack_cost = 5, attack_chance = 75, damage = "1-3" }
bag = { tonic = 1 }
[item.tonic]
heal = 4
[[monster]]
name = "Bear"
hp = 9
attack_cost = 5
attack_chance = 60
damage = "1-4"
"#;

#[test]
fn the_best_decisions_on_a_page() {
    let told = call_with(BEAR.as_bytes(), &["solve", "-", "--decide"]);
    assert_eq!((told.code, told.err.as_str()), (Some(0), ""));
    insta::assert_snapshot!(told.out);
}

/// The JSON is a contract: what stands in it, and what it says of itself.
#[test]
fn the_best_decisions_in_json() {
    let told = call_with(BEAR.as_bytes(), &["solve", "-", "--decide", "--json", "--all"]);
    let found: serde_json::Value = serde_json::from_str(&told.out).unwrap();
    for key in [
        "fracas",
        "ruleset",
        "name",
        "decider",
        "decides",
        "for",
        "file",
        "best",
        "table",
        "line",
        "facts",
        "rows",
        "otherwise",
        "states",
        "decisions",
        "branches",
        "reached",
        "whole",
        "versions",
    ] {
        assert!(!found[key].is_null(), "{key}");
    }
    let worth = |who: &str| found[who]["worth"].as_f64().unwrap();
    assert!(worth("file") < worth("best") && worth("table") <= worth("best"));
    assert!((worth("best") - found["best"]["outcomes"]["win"].as_f64().unwrap()).abs() < 1e-12);
    assert!(worth("table") > worth("file"), "{found:#}");
    let state = &found["whole"][0];
    assert_eq!(state["facts"].as_array().unwrap().len(), found["facts"].as_array().unwrap().len());
    // Every state only if all are asked for.
    let short = call_with(BEAR.as_bytes(), &["solve", "-", "--decide", "--json"]);
    let short: serde_json::Value = serde_json::from_str(&short.out).unwrap();
    assert!(short["whole"].is_null());
}

#[test]
fn sides_and_goals() {
    let goal = ["solve", BRIDGE, "--decide", "--json", "--for"];
    let found = json(&[&goal[..], &["10 attacker - attacker_lost"]].concat());
    assert_eq!(
        (&found["decider"], &found["for"]),
        (&"attacker".into(), &"10 attacker - attacker_lost".into())
    );
    let found = json(&["solve", BRIDGE, "--decide", "--json", "--side", "defender"]);
    assert_eq!((&found["decider"], &found["for"]), (&"defender".into(), &"defender".into()));
    assert!(answer(&["solve", BRIDGE, "--decide"]).contains("fight on"));
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (args, says) in [
        (
            &["solve", CORNERED, "--decide", "--for", "winn"][..],
            "`winn` is neither outcome nor measure; did you mean win?",
        ),
        (
            &["solve", CORNERED, "--decide", "--for", "gold"],
            "`gold` is counted on the way, and decisions look at the end of a battle",
        ),
        (
            &["solve", CORNERED, "--decide", "--side", "wolf"],
            "`wolf` does not decide anything here; known are hero",
        ),
        (
            &["solve", CORNERED, "--decide", "--budget", "10"],
            "the best decisions would weigh more than 10 falls of the dice; raise --budget",
        ),
        (&["solve", CORNERED, "--decide", "--rows", "0"], "allowed are 1 to 1000"),
        (&["solve", CORNERED], "--decide"),
        (
            &["solve", "../../examples/mfd/bridge.toml", "--decide"],
            "battles of mfd let nobody decide: their rules alone say what comes next",
        ),
        (
            &["solve", "../../examples/battlescape/skirmish.toml", "--decide"],
            "battles of battlescape let nobody decide",
        ),
    ] {
        let call = call(args);
        assert_eq!((call.code, call.out.as_str()), (Some(2), ""), "{args:?}");
        assert!(call.err.contains(says), "{args:?}\n{}", call.err);
    }
}
