//! Odds are the same everywhere, and of the battles that `run` fights.

use serde_json::Value;

use crate::{DUEL, TOWER, answer, call, call_with, json, text_of};

#[test]
fn threads_change_nothing() {
    let odds =
        |threads| answer(&["odds", TOWER, "--json", "--trials", "5000", "--threads", threads]);
    let one = odds("1");
    for threads in ["2", "3", "7"] {
        assert_eq!(odds(threads), one);
    }
    assert_eq!(answer(&["odds", TOWER, "--json", "--trials", "5_000"]), one);
}

#[test]
fn examples_are_trials_of_run() {
    let odds = json(&["odds", TOWER, "--json", "--error", "2%"]);
    let mut seen = 0;
    for (outcome, of) in odds["outcomes"].as_object().unwrap() {
        let Some(trial) = of["example"].as_u64() else { continue };
        let fought = json(&["run", TOWER, "--json", "--trial", &trial.to_string()]);
        assert_eq!(
            (&fought["outcome"], &fought["seed"]),
            (&outcome.as_str().into(), &odds["seed"])
        );
        let page = answer(&["odds", TOWER, "--error", "0.02", "--all"]);
        assert!(page.contains(&format!("fracas run {TOWER} --seed 7 --trial {trial}\n")));
        seen += 1;
    }
    assert_eq!(seen, 2);
}

#[test]
fn conditions_and_outcomes_are_told() {
    let exact = json(&["odds", DUEL, "--json", "--that", "attacker or draw"]);
    let p = |value: &Value| value["p"].as_f64().unwrap();
    let sum = p(&exact["outcomes"]["attacker"]) + p(&exact["outcomes"]["draw"]);
    assert!((p(&exact["that"][0]) - sum).abs() < 1e-12);
    let page = answer(&["odds", TOWER, "--trials", "2000", "--by-outcome"]);
    assert!(page.contains("  mean when it ends so"), "{page}");
    let wrong = call(&["odds", DUEL, "--that", "attacker and atacks < 3"]);
    let (lines, says) = ("  attacker and atacks < 3\n               ^^^^^^", "`attacks`?");
    assert_eq!((wrong.code, wrong.out.as_str()), (Some(2), ""));
    assert!(wrong.err.contains(says) && wrong.err.contains(lines), "{}", wrong.err);
    // Attacks are counted on the way.
    let refused = call(&["odds", DUEL, "--exact", "--that", "attacker and attacks < 3"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("leave --exact out"), "{}", refused.err);
}

#[test]
fn values_are_ranked_by_what_a_notch_does() {
    let found = json(&["odds", TOWER, "--sensitivity", "--trials", "500", "--json", "--top", "3"]);
    let values = found["sensitivity"].as_array().unwrap();
    assert_eq!((values.len(), &found["for"]), (3, &"attacker".into()));
    let effect = |value: &Value| {
        let changes = value["changes"].as_array().unwrap().iter();
        changes.map(|change| change["effect"].as_f64().unwrap().abs()).fold(0.0, f64::max)
    };
    assert!(values.is_sorted_by(|a, b| effect(a) >= effect(b)));
    let page = answer(&["odds", TOWER, "--sensitivity", "--trials", "500", "--for", "defender"]);
    assert!(page.contains("which value matters most") && page.contains("adds to defender"));
    let wrong = call(&["odds", TOWER, "--sensitivity", "--for", "defnder"]);
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.err.contains("did you mean `defender`?"), "{}", wrong.err);
    for lonely in [["--for", "defender"], ["--top", "3"]] {
        assert_eq!(call(&["odds", TOWER, lonely[0], lonely[1]]).code, Some(2));
    }
}

#[test]
fn an_asked_error_is_reached() {
    let odds = json(&["odds", DUEL, "--json", "--error", "0.5%"]);
    for (outcome, of) in odds["outcomes"].as_object().unwrap() {
        let end = |key: &str| of[key].as_f64().unwrap();
        assert!((end("high") - end("low")) / 2.0 < 0.0051, "{outcome}");
    }
    assert!(odds["why"].as_str().unwrap().contains(" planned after a first 2,048 "));
}

#[test]
fn a_flag_wins_over_the_scenario_and_nothing_is_zero() {
    let seed = |args: &[&str]| {
        let flags = ["--json", "--trials", "9"];
        json(&[&["odds"], args, &flags].concat())["seed"].as_u64().unwrap()
    };
    assert_eq!(seed(&[DUEL]), 0);
    assert_eq!(seed(&[TOWER]), 7);
    assert_eq!(seed(&[TOWER, "--set", "seed=8"]), 8);
    assert_eq!(seed(&[TOWER, "--seed", "9"]), 9);
}

#[test]
fn set_changes_the_battle_and_standard_input_is_a_file() {
    let flags = ["--json", "--trials", "500"];
    let p = |odds: &Value| odds["outcomes"]["attacker"]["p"].as_f64().unwrap();
    let tower = json(&[&["odds", TOWER], &flags[..]].concat());
    let set = ["--set", "attacker.stack[0].men.soldier=0", "--set", "name = Few"];
    let few = json(&[&["odds", TOWER], &set[..], &flags[..]].concat());
    assert_eq!(few["name"], "Few");
    assert!(p(&few) < p(&tower));

    let piped = call_with(text_of(TOWER).as_bytes(), &[&["odds", "-"], &flags[..]].concat());
    let piped: Value = serde_json::from_str(&piped.out).unwrap();
    assert_eq!(piped, tower);
}

#[test]
fn the_way_to_see_one_keeps_the_changes() {
    let shown = answer(&["odds", DUEL, "--trials", "64", "--set", "attacker.stack[0].attack=90"]);
    let set = "--set 'attacker.stack[0].attack=90' --seed 0 --trial ";
    assert!(shown.contains(&format!("fracas run {DUEL} {set}")), "{shown}");
}

/// Nothing but text goes into a pipe.
#[test]
fn a_pipe_is_not_painted() {
    for args in [&["odds", TOWER, "--trials", "64"][..], &["inspect", TOWER], &["check", "x"]] {
        let call = call(args);
        assert!(!call.out.contains('\u{1b}') && !call.err.contains('\u{1b}'));
    }
}
