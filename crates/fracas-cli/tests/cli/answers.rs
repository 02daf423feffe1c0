//! What every verb answers, word for word. The JSON is a contract: a change
//! here belongs into the changelog.

use serde_json::Value;

use crate::{DUEL, TOWER, WRONG, answer, call, call_with, json, text_of};

/// JSON without what changes with every release, and without the last digits
/// of logarithms, which differ between machines.
fn steady(mut value: Value) -> String {
    assert_eq!(value["fracas"], env!("CARGO_PKG_VERSION"));
    value["fracas"] = "VERSION".into();
    round(&mut value);
    serde_json::to_string_pretty(&value).unwrap()
}

fn round(value: &mut Value) {
    match value {
        Value::Number(number) if number.is_f64() => {
            let float = number.as_f64().unwrap();
            *value = ((float * 1e9).round() / 1e9).into();
        }
        Value::Array(list) => list.iter_mut().for_each(round),
        Value::Object(map) => map.values_mut().for_each(round),
        _ => {}
    }
}

#[test]
fn help() {
    let mut all = answer(&["--help"]);
    for verb in ["new", "check", "inspect", "run", "odds", "solve", "replay", "merge"] {
        all.push_str(&format!("\n---- {verb}\n{}", answer(&[verb, "-h"])));
    }
    insta::assert_snapshot!(all);
}

#[test]
fn every_ruleset_is_listed_and_its_template_is_fine() {
    let list = answer(&["new"]);
    assert!(list.lines().any(|line| line.starts_with("olympia ")));
    for line in list.lines() {
        let name = line.split_whitespace().next().unwrap();
        let template = answer(&["new", name]);
        let checked = call_with(template.as_bytes(), &["check", "-"]);
        assert_eq!((checked.code, checked.out.lines().next()), (Some(0), Some("-: fine")));
    }
}

#[test]
fn check_tells_all_mistakes_at_once() {
    assert_eq!(answer(&["check", DUEL, TOWER]), format!("{DUEL}: fine\n{TOWER}: fine\n"));
    let wrong = call(&["check", DUEL, WRONG]);
    assert_eq!((wrong.code, wrong.out), (Some(2), format!("{DUEL}: fine\n")));
    insta::assert_snapshot!(wrong.err);
}

#[test]
fn check_in_json() {
    let checked = call(&["check", "--json", DUEL, WRONG, "missing.toml"]);
    assert_eq!((checked.code, checked.err.as_str()), (Some(2), ""));
    let lines: Vec<Value> =
        checked.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!((&lines[0]["file"], &lines[0]["errors"]), (&DUEL.into(), &0.into()));
    assert!(lines[1]["errors"].as_u64().unwrap() >= 4);
    assert_eq!(lines[1]["diagnostics"][0]["start"]["line"], 2);
    assert_eq!(lines[2]["diagnostics"][0]["message"], "missing.toml: there is no such file");
}

#[test]
fn inspect_in_columns() {
    let shown = answer(&["inspect", TOWER]);
    assert!(shown.lines().all(|line| line.chars().count() <= 80));
    insta::assert_snapshot!(shown);
}

#[test]
fn inspect_in_json() {
    insta::assert_snapshot!(steady(json(&["inspect", DUEL, "--json"])));
}

#[test]
fn odds_on_a_page() {
    let shown = answer(&["odds", TOWER, "--trials", "2e3"]);
    assert!(shown.lines().all(|line| line.chars().count() <= 80));
    insta::assert_snapshot!(shown);
}

#[test]
fn odds_in_json() {
    insta::assert_snapshot!(steady(json(&["odds", TOWER, "--trials", "2000", "--json"])));
}

/// How many situations there are is no promise.
fn without_situations(text: &str) -> String {
    let (before, rest) = text.split_once("exact: ").unwrap();
    let (_, after) = rest.split_once(" situation").unwrap();
    format!("{before}exact: SITUATIONS{after}")
}

#[test]
fn exact_odds_on_a_page() {
    let shown = answer(&["odds", DUEL, "--all", "--at-least", "noble.Feasel.health=50"]);
    insta::assert_snapshot!(without_situations(&shown));
}

#[test]
fn exact_odds_in_json() {
    let marks = ["--at-least", "noble.Feasel.hit=1", "--at-most", "noble.Feasel.health=50"];
    let odds = json(&[&["odds", DUEL, "--json"], &marks[..]].concat());
    insta::assert_snapshot!(without_situations(&steady(odds)));
}

#[test]
fn a_distribution_on_a_page() {
    let flags = ["--trials", "2e3", "--show", "attacks", "--at-most", "attacks=40"];
    insta::assert_snapshot!(answer(&[&["odds", TOWER], &flags[..]].concat()));
}

#[test]
fn luck_on_a_page() {
    let flags = ["--log", "none", "--luck", "--find", "attacker & attacks < 25"];
    insta::assert_snapshot!(answer(&[&["run", TOWER], &flags[..]].concat()));
}

#[test]
fn luck_in_json() {
    let mut fought = json(&["run", DUEL, "--seed", "7", "--trial", "3", "--luck", "--json"]);
    fought["aftermath"] = "…".into();
    insta::assert_snapshot!(steady(fought));
}

#[test]
fn a_saved_battle() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("battle.json");
    answer(&["run", DUEL, "--seed", "7", "--save", file.to_str().unwrap()]);
    let mut saved: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    // The seal goes over the version.
    saved["seal"] = "SEAL".into();
    insta::assert_snapshot!(steady(saved));
}

#[test]
fn a_tally() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("tally.json");
    call(&["odds", DUEL, "--range", "10..20", "--tally", file.to_str().unwrap()]);
    let mut tally: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    tally["tally"]["measures"].as_array_mut().unwrap().truncate(2);
    // The seal goes over the version.
    tally["seal"] = "SEAL".into();
    insta::assert_snapshot!(steady(tally));
}

#[test]
fn run_in_words() {
    insta::assert_snapshot!(answer(&["run", TOWER]));
}

#[test]
fn run_in_json() {
    insta::assert_snapshot!(steady(json(&["run", TOWER, "--trial", "3", "--json"])));
}

#[test]
fn a_battle_without_a_name_is_called_after_its_file() {
    assert_eq!(json(&["odds", DUEL, "--trials", "64", "--json"])["name"], "duel");
    let piped = call_with(text_of(DUEL).as_bytes(), &["inspect", "-", "--json"]);
    let piped: Value = serde_json::from_str(&piped.out).unwrap();
    assert_eq!(piped["name"], "stdin");
}
