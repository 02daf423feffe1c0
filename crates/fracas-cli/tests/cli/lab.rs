//! Compare, solve, best and matrix as users meet them.

use crate::{DUEL, TOWER, answer, call, json};

const ARMIES: &str = "../../examples/armies/olympia";
const AMBUSH: &str = "../../examples/olympia/swamp-ambush.toml";

#[test]
fn compare_answers_on_a_page_in_json_and_in_csv() {
    let args =
        ["compare", DUEL, "--variant", "bare: attacker.stack[0].items=", "--for", "attacker"];
    let page = answer(&args);
    assert!(page.contains("bare") && page.contains("base\n"), "{page}");
    let found = json(&[&args[..], &["--json"]].concat());
    assert_eq!(found["variants"].as_array().unwrap().len(), 2);
    assert!(found["variants"][1]["differences"][0]["value"].as_f64().unwrap() < 0.0);
    let csv = answer(&[&args[..], &["--csv"]].concat());
    assert!(csv.starts_with("variant,aim,value,low,high,difference,"));
    assert_eq!(csv.lines().count(), 3);
    // Sampled, by any number of threads.
    let sampled = |threads| {
        answer(&[&args[..], &["--trials", "2000", "--json", "--threads", threads]].concat())
    };
    assert_eq!(sampled("1"), sampled("3"));
}

#[test]
fn solve_tells_the_smallest_value() {
    let vary = "defender.stack[0].men.knight=0..200";
    let args = ["solve", AMBUSH, "--vary", vary, "--for", "defender >= 90%"];
    let found = json(&[&args[..], &["--json"]].concat());
    let value = found["value"].as_str().unwrap();
    let says = format!("the smallest knight of defender with defender >= 90% is {value}");
    assert!(answer(&args).contains(&says));
    assert_eq!(found["border"][1]["value"], value);
}

#[test]
fn best_tells_the_best_and_what_a_step_is_worth() {
    let args = [
        "best",
        DUEL,
        "--for",
        "attacker",
        "--budget",
        "100",
        "--choose",
        "attacker.stack[0].men.knight=0..4 cost 40",
        "--choose",
        "attacker.stack[0].men.pikeman=0..10 cost 10",
    ];
    let page = answer(&args);
    assert!(page.contains("what a step is worth") && page.contains("best of all"), "{page}");
    let found = json(&[&args[..], &["--json"]].concat());
    assert!(found["best"]["cost"].as_f64().unwrap() <= 100.0);
    assert_eq!(found["possible"], found["tried"]);
}

#[test]
fn matrix_ranks_a_folder() {
    let found = json(&["matrix", ARMIES, "--json"]);
    assert_eq!(found["meetings"].as_array().unwrap().len(), 12);
    assert_eq!(found["ranking"].as_array().unwrap().len(), 4);
    assert!(answer(&["matrix", ARMIES]).contains("ranking"));
    assert_eq!(answer(&["matrix", ARMIES, "--csv"]).lines().count(), 13);
}

#[test]
fn bad_questions_are_answered_with_code_2() {
    let says = |args: &[&str], word: &str| {
        let found = call(args);
        assert_eq!(found.code, Some(2), "{found:?}");
        assert!(found.out.is_empty() && found.err.contains(word), "{found:?}");
    };
    says(&["compare", DUEL], "nothing to compare it with");
    says(&["compare", DUEL, TOWER, "--for", "atacker"], "did you mean `attacker`?");
    says(&["compare", DUEL, "--variant", "swamp"], "write path=value");
    says(
        &["solve", DUEL, "--vary", "attacker.stack[0].health=9..1", "--for", "attacker > 1%"],
        "^^^^",
    );
    says(
        &["solve", DUEL, "--vary", "attacker.stak[0].health=1..9", "--for", "attacker > 1%"],
        "stak",
    );
    says(
        &["solve", DUEL, "--vary", "attacker.stack[0].health=1..9", "--for", "attacker"],
        "say how likely",
    );
    says(
        &["best", DUEL, "--for", "attacker", "--choose", "attacker.stack[0].health=1..9 cost x"],
        "no price",
    );
    says(&["matrix", DUEL, TOWER], "a file here holds one side");
    says(&["matrix", "tests/fixtures"], "the first file of");
    says(&["matrix", "no such folder"], "no such");
}

/// Sixty-four battles that all ended alike prove nothing.
#[test]
fn no_sample_is_exact() {
    let page = answer(&["matrix", ARMIES, "--trials", "64"]);
    for word in ["exact", "100.0%", "100.00", " 0.0%", "0.0000%"] {
        assert!(!page.contains(word), "{word}:\n{page}");
    }
    let more = "attacker.stack[0].men.soldier=90";
    let flags = ["--set", more, "--trials", "64", "--for", "defender_lost"];
    let page =
        answer(&[&["compare", "../../examples/olympia/last-tower.toml"][..], &flags].concat());
    assert!(page.contains("15.0") && page.contains("in all battles"), "{page}");
    assert!(!page.contains("exact"), "{page}");
}

/// Where money matters, what has no price may have been forgotten.
#[test]
fn what_costs_nothing_is_remarked_on() {
    let choose = ["--choose", "attacker.stack[0].men.knight=0..1", "--for", "attacker"];
    let asked = [&["best", DUEL, "--trials", "64"][..], &choose].concat();
    assert_eq!(call(&asked).err, "");
    let with_money = call(&[&asked[..], &["--budget", "9"]].concat());
    assert!(with_money.err.contains("men.knight costs nothing"), "{}", with_money.err);
}
