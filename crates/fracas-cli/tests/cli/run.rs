//! One battle, told.

use serde_json::Value;

use crate::{DUEL, TOWER, answer, json};

#[test]
fn a_battle_with_fresh_dice_says_how_to_see_it_again() {
    let first = answer(&["run", DUEL]);
    let (told, again) = first.rsplit_once("\nagain: fracas ").unwrap();
    let words: Vec<&str> = again.split_whitespace().collect();
    assert_eq!((words[..3].to_vec(), words.len()), (vec!["run", DUEL, "--seed"], 6));
    assert_eq!(answer(&words), told);
    assert!(words[3].parse::<u64>().unwrap() < 1 << 53);
    assert_ne!(answer(&["run", DUEL]), first);
}

#[test]
fn details_add_lines_only() {
    let logs = ["none", "phases", "all"].map(|log| answer(&["run", TOWER, "--log", log]));
    assert_eq!(answer(&["run", TOWER]), logs[1]);
    for pair in logs.windows(2) {
        assert!(pair[0].lines().count() < pair[1].lines().count());
    }
    let closing = logs[0].split("\n\n").last().unwrap();
    assert!(logs.iter().all(|log| log.ends_with(closing)));
}

#[test]
fn events_come_before_the_result() {
    let told = answer(&["run", TOWER, "--log", "json"]);
    let lines: Vec<Value> = told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (result, events) = lines.split_last().unwrap();
    assert_eq!(result, &json(&["run", TOWER, "--json"]));
    assert!(events.len() > 10 && events.iter().all(|event| event.get("event").is_some()));
    assert_eq!(answer(&["run", TOWER, "--log", "json", "--json"]), told);
}

#[test]
fn measures_are_those_of_the_odds() {
    let keys = |answer: &Value| -> Vec<String> {
        answer["measures"].as_object().unwrap().keys().cloned().collect()
    };
    let odds = json(&["odds", TOWER, "--trials", "64", "--json"]);
    assert_eq!(keys(&json(&["run", TOWER, "--json"])), keys(&odds));
}
