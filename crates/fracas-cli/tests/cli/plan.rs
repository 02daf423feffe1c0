//! Exact where that is cheap, sampled where it is not, and said why.

use serde_json::Value;

use crate::{DUEL, TOWER, answer, call, json};

fn why(odds: &Value) -> &str {
    odds["why"].as_str().unwrap()
}

#[test]
fn a_small_battle_is_exact() {
    let odds = json(&["odds", DUEL, "--json"]);
    assert_eq!((&odds["method"], &odds["trials"]), (&"exact".into(), &Value::Null));
    assert!(why(&odds).starts_with("exact: "));
    let p = |outcome: &str, key: &str| odds["outcomes"][outcome][key].as_f64().unwrap();
    assert_eq!(p("attacker", "low"), p("attacker", "high"));
    assert!((p("attacker", "p") + p("defender", "p") - 1.0).abs() < 1e-12);
    assert_eq!(odds["outcomes"]["attacker"]["example"], Value::Null);
    // Sampled odds agree with it.
    let sampled = json(&["odds", DUEL, "--json", "--trials", "20000"]);
    let of = &sampled["outcomes"]["attacker"];
    assert!(of["low"].as_f64().unwrap() <= p("attacker", "p"));
    assert!(of["high"].as_f64().unwrap() >= p("attacker", "p"));
}

#[test]
fn a_battle_beyond_the_budget_is_sampled() {
    let odds = json(&["odds", DUEL, "--json", "--budget", "5"]);
    let start = "sampled, because exact odds would weigh more than 5 falls of the dice; ";
    assert!(why(&odds).starts_with(start), "{}", why(&odds));
    assert_eq!(odds["method"], "sampled");
    // The same as without the attempt.
    let error = json(&["odds", DUEL, "--json", "--error", "0.5%"]);
    assert_eq!(odds["outcomes"], error["outcomes"]);
}

#[test]
fn exact_or_nothing() {
    let odds = json(&["odds", DUEL, "--json", "--exact"]);
    assert_eq!(odds, json(&["odds", DUEL, "--json"]));
    let refused = call(&["odds", TOWER, "--exact", "--budget", "1e3"]);
    assert_eq!((refused.code, refused.out.as_str()), (Some(2), ""));
    assert_eq!(
        refused.err,
        "error: exact odds would weigh more than 1,000 falls of the dice; raise --budget, or leave --exact \
         out to have the odds from fought battles\n"
    );
}

#[test]
fn exact_odds_offer_a_battle_to_look_for() {
    let shown = answer(&["odds", DUEL, "--all"]);
    assert!(shown.contains(&format!("fracas run {DUEL} --find attacker\n")), "{shown}");
    assert!(!shown.contains("--find draw") && !shown.contains("-0"), "{shown}");
    let set = ["--set", "attacker.stack[0].attack=90"];
    let shown = answer(&[&["odds", DUEL, "--all"], &set[..]].concat());
    let command = "--set 'attacker.stack[0].attack=90' --find defender\n";
    assert!(shown.contains(command), "{shown}");
}

#[test]
fn what_is_counted_on_the_way_is_sampled() {
    let odds = json(&["odds", DUEL, "--json", "--at-least", "attacks=3"]);
    assert!(why(&odds).starts_with("sampled, because attacks is counted on the way"));
    let refused = call(&["odds", DUEL, "--exact", "--at-least", "attacks=3"]);
    assert_eq!((refused.code, refused.out.as_str()), (Some(2), ""));
    assert!(refused.err.contains("attacks is counted on the way"), "{}", refused.err);
}
