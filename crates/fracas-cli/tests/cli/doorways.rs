//! What new users try first: help, pipes, narrow and dumb terminals, changes
//! that are not numbers.

use serde_json::Value;

use crate::{Call, DUEL, TOWER, answer, call, call_with, fracas, json, text_of};

/// A call with one variable of the environment changed.
fn call_in(name: &str, value: &str, args: &[&str]) -> Call {
    fracas(args).env(name, value).output().unwrap().into()
}

#[test]
fn values_are_changed_by_name_taken_out_and_added() {
    let men = |sets: &[&str]| {
        let flags: Vec<&str> = sets.iter().flat_map(|set| ["--set", set]).collect();
        let shown = json(&[&["inspect", TOWER, "--json"], &flags[..]].concat());
        shown["sides"][0]["men"].as_i64().unwrap()
    };
    let before = men(&[]);
    assert_eq!(
        men(&["attacker.stack[Osswid].men.knight=7"]),
        men(&["attacker.stack.0.men.knight=7"])
    );
    assert!(men(&["attacker.stack[Osswid].men="]) < before);
    assert_eq!(men(&["attacker.stack+={ noble = \"Eve\" }"]), before + 1);
    // The command that is offered says the same.
    let shown = answer(&["odds", DUEL, "--set", "attacker.stack[Osswid].attack=90"]);
    assert!(shown.contains("--set 'attacker.stack[Osswid].attack=90' --find"), "{shown}");
}

#[test]
fn one_word_is_a_list_where_a_list_is_wanted() {
    assert_eq!(answer(&["check", DUEL, "--set", "place.weather=wind"]), format!("{DUEL}: fine\n"));
    let wrong = call(&["check", DUEL, "--set", "place.weather=sun"]);
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.err.contains("place.weather[0]") && wrong.err.contains("rain"), "{}", wrong.err);
}

/// Whatever is wrong with a change, the message shows how one is written.
#[test]
fn wrong_changes_are_answered_with_an_example() {
    for (set, example) in [
        ("behind", "attacker.stack[0].men.knight=60"),
        ("attacker..stack=1", "place.terrain"),
        ("attacker.stack.noble=Eve", "attacker.stack[0]"),
        ("attacker.stack[Oswid].noble=Eve", "attacker.stack[Osswid]"),
        ("attacker.stack[7].noble=Eve", "[1] would add an entry"),
        ("attacker.stack[]=1", "path+=value"),
        ("attacker[0]=1", "attacker.stack"),
        ("attacker.stack[0].noble.x=1", "attacker.stack[0].noble=value"),
        ("place.terrain=", "place.terrain='\"\"'"),
    ] {
        let refused = call(&["odds", DUEL, "--set", set]);
        assert_eq!((refused.code, refused.out.as_str()), (Some(2), ""), "{set}");
        assert!(refused.err.contains(example), "{set}: {}", refused.err);
    }
}

#[test]
fn a_scenario_that_is_piped_in_needs_no_name() {
    let text = text_of(DUEL);
    for verb in ["odds", "inspect", "run"] {
        let flags = if verb == "inspect" { &["--json"][..] } else { &["--json", "--seed", "3"] };
        let piped = call_with(text.as_bytes(), &[&[verb], flags].concat());
        let named = call_with(text.as_bytes(), &[&[verb, "-"], flags].concat());
        assert_eq!((piped.code, piped.err.as_str()), (Some(0), ""), "{verb}");
        assert_eq!(piped.out, named.out);
    }
    assert_eq!(call_with(text.as_bytes(), &["check"]).out, "-: fine\n");
    let nothing = call_with(b" \n", &["odds"]);
    assert_eq!(nothing.code, Some(2));
    assert!(nothing.err.contains("name a scenario"), "{}", nothing.err);
}

#[test]
fn lines_are_as_wide_as_the_user_says() {
    let widest = |columns: &str, args: &[&str]| {
        let shown = call_in("COLUMNS", columns, args).out;
        shown.lines().map(|line| line.chars().count()).max().unwrap()
    };
    for args in [&["odds", TOWER, "--trials", "64"][..], &["inspect", TOWER]] {
        assert_eq!(widest("120", args), 120, "{args:?}");
        assert_eq!(widest("nonsense", args), 80, "{args:?}");
        assert_eq!(widest("0", args), 80, "{args:?}");
    }
}

/// A terminal that can do nothing but print is sent nothing but text.
#[cfg(target_os = "linux")]
#[test]
fn a_dumb_terminal_gets_no_colour() {
    let program = fracas(&[]).get_program().to_str().unwrap().to_owned();
    let on_terminal = |term: &str| {
        let shown = std::process::Command::new("script")
            .args(["-qec", &format!("{program} inspect {DUEL}"), "/dev/null"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("TERM", term)
            .env_remove("NO_COLOR")
            .stdin(std::process::Stdio::null())
            .output();
        shown.map(|shown| String::from_utf8_lossy(&shown.stdout).contains('\u{1b}'))
    };
    // Without `script` there is no terminal to be had.
    let Ok(painted) = on_terminal("xterm") else { return };
    assert!(painted);
    assert!(!on_terminal("dumb").unwrap());
}

#[test]
fn names_with_dots_stay_whole() {
    let set = ["--set", "attacker.stack[0].noble=Mr. Smith", "--trials", "64"];
    let shown = answer(&[&["odds", DUEL], &set[..]].concat());
    assert!(shown.contains("\n  Mr. Smith "), "{shown}");
    let mark = ["--at-least", "noble.Mr. Smith.health=1"];
    let shown = answer(&[&["odds", DUEL], &set[..], &mark].concat());
    assert!(shown.contains("noble: Mr. Smith health ≥ 1"), "{shown}");
}

#[test]
fn a_seed_is_explained() {
    for seed in ["hello", "-1", "1.5", "9007199254740992"] {
        let refused = call(&["odds", DUEL, "--seed", seed]);
        assert_eq!(refused.code, Some(2));
        let why = "a seed is a whole number from 0 to 9007199254740991";
        assert!(refused.err.contains(why), "{}", refused.err);
    }
}

#[test]
fn warnings_can_be_silenced_and_errors_cannot() {
    // M-101: weapons that do no damage are perhaps not meant.
    let duel = "../../examples/mission/duel.toml";
    let odd = ["odds", duel, "--set", "agent[vega].weapon=0"];
    let said = call(&odd);
    let quiet = call(&[&odd[..], &["-q"]].concat());
    assert_eq!((said.code, quiet.code), (Some(0), Some(0)), "{}", said.err);
    assert_eq!(said.err.matches("warning[M-101]").count(), 1, "{}", said.err);
    assert_eq!((quiet.err.as_str(), quiet.out), ("", said.out));
    assert!(call(&["--quiet", "odds", "missing.toml"]).err.starts_with("error: "));
}

#[test]
fn completions_know_the_rulesets() {
    for shell in ["bash", "zsh"] {
        let script = answer(&["completions", shell]);
        assert!(script.contains("battlescape") && script.contains("olympia"), "{shell}");
    }
}

/// All keys of all objects in a JSON value.
fn keys(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Array(list) => list.iter().for_each(|value| keys(value, found)),
        Value::Object(map) => {
            for (key, value) in map {
                found.push(key.clone());
                keys(value, found);
            }
        }
        _ => {}
    }
}

#[test]
fn json_has_words_for_keys_and_no_negative_nothing() {
    for file in ["olympia", "andor", "battlescape", "mission", "mfd"] {
        let template = answer(&["new", file]);
        let shown = call_with(template.as_bytes(), &["inspect", "-", "--json"]).out;
        let mut all = Vec::new();
        keys(&serde_json::from_str(&shown).unwrap(), &mut all);
        assert!(!all.is_empty() && !all.iter().any(|key| key.contains(['%', '±'])), "{all:?}");
        assert!(!shown.contains("-0.0"), "{shown}");
        let page = call_with(template.as_bytes(), &["inspect", "-"]).out;
        assert!(!page.split_whitespace().any(|word| word == "-0.0" || word == "-0"), "{page}");
    }
}

#[test]
fn every_verb_shows_an_example() {
    let list = answer(&["--help"]);
    let (_, verbs) = list.split_once("Commands:\n").unwrap();
    let verbs = verbs.lines().take_while(|line| !line.is_empty());
    for verb in
        verbs.filter_map(|line| line.strip_prefix("  ")).filter(|line| !line.starts_with(' '))
    {
        let verb = verb.split_whitespace().next().unwrap();
        if verb == "help" {
            continue;
        }
        let help = answer(&[verb, "-h"]);
        let (_, examples) =
            help.split_once("Examples:\n").unwrap_or_else(|| panic!("{verb}: {help}"));
        let example = format!("  fracas {verb} ");
        assert!(
            examples
                .lines()
                .all(|line| line.starts_with(&example) || line.starts_with("  fracas man")),
            "{help}"
        );
    }
}

/// Flags of one ruleset are told by --help only.
#[test]
fn short_help_has_what_all_rulesets_have() {
    let (short, long) = (answer(&["run", "-h"]), answer(&["run", "--help"]));
    for flag in ["--map", "--fog", "--heroes", "--max-rounds"] {
        assert!(!short.contains(flag) && long.contains(flag), "{flag}");
    }
}

#[test]
fn completions_know_rulesets_measures_and_endings() {
    for shell in ["bash", "zsh", "fish"] {
        let script = answer(&["completions", shell]);
        for word in ["battlescape", "attacker_lost", "heroes_alive=", "stalemate"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    // What stands without a flag is offered in fish, too, and files only where
    // there may be one.
    let fish = answer(&["completions", "fish"]);
    let of = |verb: &str| format!("\"__fish_fracas_using_subcommand {verb}\"");
    assert!(fish.contains(&format!("{} -f -a \"andor battlescape", of("new"))), "{fish}");
    assert!(fish.contains(&format!("{} -a \"odds squad rest", of("plan"))), "{fish}");
}
