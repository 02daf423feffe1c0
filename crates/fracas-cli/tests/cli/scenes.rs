//! `run --log scenes`: what a viewer shows, a line for each moment.

use serde_json::{Value, json};

use crate::{DUEL, answer, call};

const FIELD: &str = "../../examples/battlescape/farmhouse.toml";

fn lines(args: &[&str]) -> Vec<Value> {
    answer(args).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn moments_are_lines_and_the_result_the_last() {
    let lines = lines(&["run", DUEL, "--seed", "7", "--log", "scenes"]);
    let (result, moments) = lines.split_last().unwrap();
    for (number, moment) in moments.iter().enumerate() {
        assert_eq!(moment["moment"], number);
        assert_eq!(moment["sides"][0]["name"], "attacker");
    }
    let last = &moments[moments.len() - 1];
    assert_eq!(last["outcome"], result["outcome"]);
    assert_eq!(moments[0]["outcome"], Value::Null);
    let lost: u64 = last["sides"][0]["units"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|unit| unit.get("health").is_none())
        .map(|unit| unit["of"].as_u64().unwrap() - unit["count"].as_u64().unwrap())
        .sum();
    assert_eq!(result["measures"]["attacker_lost"], json!(lost));
}

#[test]
fn a_side_is_shown_its_own_and_the_land_once() {
    let args = ["run", FIELD, "--seed", "1", "--log", "scenes", "--fog", "player"];
    let lines = lines(&args);
    let sides = &lines[0]["sides"];
    assert!(sides[0]["strength"].is_array() && sides[1].get("strength").is_none());
    assert!(lines[0]["board"]["land"]["terrain"].is_array());
    let told = lines.iter().filter(|line| line["board"].get("land").is_some()).count();
    assert!(told < lines.len() / 2, "{told} of {}", lines.len());
}

#[test]
fn scenes_are_no_words() {
    let call = call(&["run", FIELD, "--map", "--log", "scenes"]);
    assert_eq!(call.code, Some(2));
    assert!(call.err.contains("--map needs a log in words"), "{}", call.err);
}
