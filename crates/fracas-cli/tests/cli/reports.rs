//! `--report`, `--plot` and `--say`: answers that can be passed on.

use std::fs;

use crate::{DUEL, answer, call};

/// A folder of its own.
fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("fracas-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).unwrap();
    folder
}

/// Every verb that asks about several battles at once.
const LABORATORY: [&[&str]; 6] = [
    &["sweep", DUEL, "--vary", "attacker.stack[0].men.soldier=0..3", "--trials", "64"],
    &["solve", DUEL, "--vary", "attacker.stack[0].men.soldier=0..9", "--for", "attacker >= 90%"],
    &["solve", "../../examples/andor/cornered.toml", "--decide"],
    &["compare", DUEL, "--variant", "more: attacker.stack[0].men.soldier=3"],
    &["best", DUEL, "--choose", "attacker.stack[0].men.soldier=0..3 cost 2", "--for", "attacker"],
    &["matrix", "../../examples/armies/olympia", "--trials", "64"],
];

#[test]
fn pages_and_pictures_are_written_beside_the_answer() {
    let dir = folder("pages");
    let [page, picture] = ["page.html", "picture.svg"].map(|name| dir.join(name));
    let files = ["--report", page.to_str().unwrap(), "--plot", picture.to_str().unwrap()];
    let verbs = [&["odds", DUEL][..], &["run", DUEL, "--seed", "7"]];
    for verb in verbs.into_iter().chain(LABORATORY) {
        let plain = answer(verb);
        let call = call(&[verb, &files].concat());
        assert_eq!(call.code, Some(0), "{}", call.err);
        assert!(call.out.starts_with(&plain), "{}", call.out);
        assert_eq!((call.out + &call.err).matches("wrote ").count(), 2);
        let html = fs::read_to_string(&page).unwrap();
        assert!(
            html.starts_with("<!DOCTYPE html>") && html.contains(&format!("fracas {}", verb[0]))
        );
        assert!(fs::read_to_string(&picture).unwrap().starts_with("<svg "));
    }
    fs::remove_dir_all(dir).unwrap();
}

#[test]
fn an_answer_fits_into_a_sentence() {
    let odds = answer(&["odds", DUEL, "--say"]);
    assert_eq!(odds.lines().count(), 1, "{odds}");
    assert!(odds.contains("the attacker wins in") && odds.ends_with("exactly.\n"), "{odds}");
    let sampled = answer(&["odds", DUEL, "--trials", "500", "--say"]);
    assert!(sampled.ends_with("of 500 battles.\n"), "{sampled}");
    let asked = answer(&["odds", DUEL, "--that", "attacker and attacks <= 3", "--say"]);
    assert!(asked.contains("; attacker and attacks <= 3 in "), "{asked}");
    let run = answer(&["run", DUEL, "--seed", "7", "--say"]);
    assert_eq!(run.lines().count(), 1, "{run}");
    assert!(run.contains("(seed 7, trial 0)"), "{run}");
    for verb in LABORATORY {
        let said = answer(&[verb, &["--say"]].concat());
        assert!(said.lines().count() == 1 && said.ends_with(".\n"), "{said}");
    }
}

#[test]
fn a_page_of_a_sweep_holds_not_too_many_points() {
    let dir = folder("many");
    let page = dir.join("page.html");
    let vary = "attacker.stack[0].men.soldier=0..20000";
    let call = call(&["sweep", DUEL, "--vary", vary, "--report", page.to_str().unwrap()]);
    assert_eq!((call.code, call.out.as_str()), (Some(2), ""));
    assert!(call.err.contains("a page shows at most 10,000 points"), "{}", call.err);
    assert_eq!(fs::read_dir(&dir).unwrap().count(), 0);
    fs::remove_dir_all(dir).unwrap();
}

#[test]
fn what_makes_no_sense_writes_nothing() {
    let dir = folder("refused");
    let scenario = dir.join("duel.toml");
    fs::copy(DUEL, &scenario).unwrap();
    let scenario = scenario.to_str().unwrap();
    let nowhere = dir.join("missing/page.html");
    let both = dir.join("both");
    let both = both.to_str().unwrap();
    for (args, code, says) in [
        (&["odds", scenario, "--report", scenario][..], 2, "the battle is read from it"),
        (&["run", scenario, "--plot", scenario], 2, "the battle is read from it"),
        (&["compare", scenario, "--variant", "seed=4", "--plot", scenario], 2, "is read from it"),
        (&["odds", scenario, "--report", both, "--plot", both], 2, "choose two names"),
        (&["odds", scenario, "--plot", "picture.png"], 2, "end the name with .svg"),
        (&["odds", scenario, "--report", nowhere.to_str().unwrap()], 1, "cannot write"),
        (&["odds", scenario, "--say", "--json"], 2, "cannot be used with"),
        (&["run", scenario, "--say", "--log", "all"], 2, "cannot be used with"),
    ] {
        let call = call(args);
        assert_eq!((call.code, call.out.as_str()), (Some(code), ""), "{args:?}");
        assert!(call.err.contains(says), "{args:?}: {}", call.err);
    }
    assert_eq!(fs::read_dir(&dir).unwrap().count(), 1);
    fs::remove_dir_all(dir).unwrap();
}
