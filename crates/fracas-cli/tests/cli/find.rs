//! The first battle that is so, and how lucky a battle was.

use serde_json::Value;

use crate::{DUEL, TOWER, answer, call, json};

#[test]
fn the_first_battle_that_ends_so() {
    let odds = json(&["odds", TOWER, "--trials", "500", "--json"]);
    for outcome in ["attacker", "defender"] {
        let found = json(&["run", TOWER, "--json", "--find", outcome]);
        assert_eq!(found["outcome"], outcome);
        assert_eq!(found["trial"], odds["outcomes"][outcome]["example"]);
        let trial = found["trial"].as_u64().unwrap().to_string();
        assert_eq!(found, json(&["run", TOWER, "--json", "--trial", &trial]));
    }
}

#[test]
fn the_first_battle_that_is_so() {
    let what = "defender & attacker_lost >= 18 & attacks < 40";
    let find = |threads: &str, from: &str| {
        let flags = ["--json", "--find", what, "--threads", threads, "--trial", from];
        json(&[&["run", TOWER], &flags[..]].concat())
    };
    let found = find("1", "0");
    assert_eq!(found["outcome"], "defender");
    assert_eq!(found["measures"]["attacker_lost"], 18);
    assert!(found["measures"]["attacks"].as_i64().unwrap() < 40);
    for threads in ["2", "5"] {
        assert_eq!(find(threads, "0"), found);
    }
    let next = find("2", &(found["trial"].as_u64().unwrap() + 1).to_string());
    assert!(next["trial"].as_u64() > found["trial"].as_u64());
}

#[test]
fn a_found_battle_says_how_to_see_it_again() {
    let told = answer(&["run", TOWER, "--find", "attacks >= 90"]);
    let (battle, again) = told.rsplit_once("\nagain: fracas ").unwrap();
    let words: Vec<&str> = again.split_whitespace().collect();
    assert_eq!(answer(&words), battle);
}

#[test]
fn a_search_in_vain_has_a_code_of_its_own() {
    let vain = call(&["run", TOWER, "--find", "attacks > 9999", "--tries", "300"]);
    assert_eq!((vain.code, vain.out.as_str()), (Some(3), ""));
    assert_eq!(
        vain.err,
        "error: of the 300 battles from trial 0 of seed 7 on none is `attacks > 9999`; \
         --tries looks further\n"
    );
}

#[test]
fn luck_is_told_in_words_and_numbers() {
    let fought = json(&["run", TOWER, "--json", "--luck", "--trial", "3"]);
    let luck = &fought["luck"];
    let p = |value: &Value| value.as_f64().unwrap();
    assert_eq!(luck["trials"], 20_000);
    assert!(p(&luck["outcome"]["low"]) < p(&luck["outcome"]["high"]));
    for (name, value) in fought["measures"].as_object().unwrap() {
        let standing = &luck["measures"][name];
        assert_eq!(&standing["value"], value);
        let whole = p(&standing["below"]) + p(&standing["same"]) + p(&standing["above"]);
        assert!((whole - 1.0).abs() < 1e-9);
    }
    let one = answer(&["run", TOWER, "--luck", "--threads", "1"]);
    assert_eq!(answer(&["run", TOWER, "--luck", "--threads", "3"]), one);
    assert!(one.starts_with(&answer(&["run", TOWER])));
    assert!(one.lines().all(|line| line.chars().count() <= 80), "{one}");
    // A lucky hit is remarked on.
    let rare =
        answer(&["run", TOWER, "--luck", "--log", "none", "--find", "noble.Feasel.killed=1"]);
    assert!(rare.contains("noble: Feasel killed: seen in only "), "{rare}");
    assert!(answer(&["run", DUEL, "--seed", "1", "--luck"]).contains("end so\n"));
}
