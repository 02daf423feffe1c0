//! What `andor` adds: data of the game, studies, and a hero to be played.

use std::fs;

use super::{answer, call, call_with, json};

const DUEL: &str = "../../examples/andor/duel.toml";
const VENOM: &str = "../../examples/andor/venom.toml";

fn data() -> Vec<String> {
    let folder = "../../examples/andor/data";
    let mut files: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().to_string_lossy().into_owned())
        .collect();
    files.sort();
    files
}

#[test]
fn every_example_is_fine() {
    for file in ["duel", "wolves", "cave_crawl", "venom"] {
        let path = format!("../../examples/andor/{file}.toml");
        assert!(answer(&["check", &path]).contains("fine"), "{file}");
    }
}

#[test]
fn imported_data_make_a_scenario() {
    let files = data();
    let mut args = vec!["import", "andor"];
    args.extend(files.iter().map(String::as_str));
    let call = call(&args);
    assert_eq!(call.code, Some(0), "{}", call.err);
    assert!(call.err.contains("monsters"), "{}", call.err);
    assert!(call.out.contains("use = \"marsh_adder\""), "{}", call.out);
    // Paths are taken from the folder of the scenario, here this package's.
    let fought = call_with(call.out.as_bytes(), &["run", "-", "--seed", "1"]);
    assert_eq!(fought.code, Some(0), "{}", fought.err);
    args.push("--json");
    assert_eq!(json_ignoring_warnings(&args)[1]["id"], "mire_golem");
}

fn json_ignoring_warnings(args: &[&str]) -> serde_json::Value {
    serde_json::from_str(&call(args).out).unwrap()
}

#[test]
fn data_that_cannot_be_read_are_refused() {
    let call = call(&["import", "andor", "Cargo.toml"]);
    assert_eq!(call.code, Some(2));
    assert!(call.err.contains("there are no data files: their names begin"), "{}", call.err);
}

/// What everybody tries: the whole folder of the game.
#[test]
fn a_whole_folder_is_imported() {
    let folder = tempfile::tempdir().unwrap();
    for file in data() {
        let name = std::path::Path::new(&file).file_name().unwrap().to_owned();
        fs::copy(&file, folder.path().join(name)).unwrap();
    }
    for other in ["conversationlist_mikhail.json", "questlist.json", "questlist_2.json"] {
        fs::write(folder.path().join(other), "{").unwrap();
    }
    let path = folder.path().to_str().unwrap();
    let files: Vec<String> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().path().to_string_lossy().into_owned())
        .collect();
    let mut by_name = vec!["import", "andor"];
    by_name.extend(files.iter().map(String::as_str));
    for args in [&["import", "andor", path][..], &by_name] {
        let call = call(args);
        assert_eq!(call.code, Some(0), "{}", call.err);
        let passed: Vec<&str> =
            call.err.lines().filter(|line| line.contains("passed over")).collect();
        assert_eq!(passed.len(), 1, "{}", call.err);
        assert!(passed[0].ends_with(" and 2 more"), "{}", call.err);
        assert!(call.out.contains("profile = \"current\""), "{}", call.out);
        // Later verbs do not tell it all again.
        let checked = call_with(call.out.as_bytes(), &["check", "-"]);
        assert!(checked.err.matches("warning").count() <= 4, "{}", checked.err);
    }
}

#[test]
fn lists_are_filtered_and_ids_stay_whole() {
    let folder = "../../examples/andor/data";
    let list = |args: &[&str]| {
        let args = [&["import", "andor", folder, "--list"], args].concat();
        let mut command = crate::fracas(&args);
        let call: crate::Call = command.env("COLUMNS", "60").output().unwrap().into();
        assert_eq!(call.code, Some(0), "{}", call.err);
        call.out
    };
    let both = list(&[]);
    assert!(both.contains("marsh_adder") && both.contains("\nitems\n"), "{both}");
    let adders = list(&["monsters", "--name", "ADDER"]);
    assert!(adders.contains("marsh_adder") && !adders.contains("mire_golem"), "{adders}");
    let none = list(&["monsters", "--level", "100..100"]);
    assert!(!none.contains("marsh_adder"), "{none}");
    let refused = call(&["import", "andor", folder, "--list", "items", "--level", "5"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("items have no level"), "{}", refused.err);
    // A file behind --list is a file.
    let file = data().into_iter().find(|file| file.contains("monsterlist")).unwrap();
    assert!(answer(&["import", "andor", "--list", &file]).contains("marsh_adder"));
}

#[test]
fn studies_answer_in_tables() {
    let found = json(&["study", "worth", DUEL, "--json"]);
    assert!(found["worth"].as_array().unwrap().len() >= 4);
    let found = json(&["study", "farming", VENOM, "--trials", "50", "--json"]);
    assert_eq!(found["farming"].as_array().unwrap().len(), 4);
    assert!(answer(&["study", "comeback", DUEL]).contains("come back at level"));
    let other = call(&["study", "worth", super::DUEL]);
    assert_eq!(other.code, Some(2));
    assert!(other.err.contains("this needs the ruleset andor"), "{}", other.err);
}

#[test]
fn a_game_is_played_saved_and_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let saved = folder.path().join("game.json");
    let saved = saved.to_str().unwrap();
    // Nonsense is explained and asked again; then the input ends.
    let input = b"dance\n77\nu\n1\nu\n";
    let first = call_with(input, &["play", DUEL, "--seed", "5", "--save", saved]);
    assert_eq!(first.code, Some(0), "{}", first.err);
    for said in [
        "`dance` is no choice",
        "there is no choice 77: 1 to",
        "nothing was ordered yet",
        "a die was thrown: that cannot be taken back",
        "hits 64%",
        "saved",
    ] {
        assert!(first.out.contains(said), "{said}: {}", first.out);
    }
    let advice = "a\n".repeat(200);
    let again = answer(&["replay", saved]);
    assert!(again.contains("the same battle, unfinished, all"), "{again}");
    let rest = call_with(advice.as_bytes(), &["play", "--resume", saved]);
    assert_eq!(rest.code, Some(0), "{}", rest.err);
    assert!(rest.out.contains("turns"), "{}", rest.out);
    let record: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(saved).unwrap()).unwrap();
    assert!(record["orders"].as_array().unwrap().len() > 3);
    let again = answer(&["replay", saved, "--log", "all"]);
    assert!(again.contains("Turn 1: ") && again.contains("the same battle, win"), "{again}");
    let told: serde_json::Value =
        serde_json::from_str(&answer(&["replay", saved, "--json"])).unwrap();
    assert_eq!((&told["outcome"], &told["seed"]), (&"win".into(), &5.into()));
    assert!(told["measures"]["xp"].as_i64() > Some(0), "{told}");
    // Other dice would have fought another battle.
    let forged = fs::read_to_string(saved).unwrap().replace("\"seed\": 5", "\"seed\": 6");
    fs::write(saved, forged).unwrap();
    let refused = call(&["replay", saved]);
    assert_eq!(refused.code, Some(1));
    assert!(refused.err.contains("was changed after it was saved"), "{}", refused.err);
    let none = call_with(b"", &["play", "--resume", DUEL]);
    assert_eq!(none.code, Some(2));
    assert!(none.err.contains("this is no replay"), "{}", none.err);
    // Nobody ordered anything in a battle that was only fought.
    answer(&["run", DUEL, "--seed", "5", "--save", saved]);
    let unplayed = call_with(b"", &["play", "--resume", saved]);
    assert_eq!(unplayed.code, Some(2));
    assert!(unplayed.err.contains("nobody played that battle"), "{}", unplayed.err);
}

#[test]
fn a_large_duel_has_exact_odds_by_itself() {
    let found = json(&[
        "odds",
        DUEL,
        "--json",
        "--set",
        "monster[0].hp=300",
        "--set",
        "player.base.hp=150",
    ]);
    assert_eq!(found["method"], "exact");
}

#[test]
fn a_30_battles_that_were_given_up_are_owned_up_to() {
    // One blow in a hundred hits, and takes one of a hundred hit points.
    let text = "ruleset = 'andor'\n[player]\nbase = { attack_cost = 10, attack_chance = 0 }\n\
                [[monster]]\nhp = 100\nblock = 1222\nattack_cost = 11\n";
    let shown = call_with(text.as_bytes(), &["odds", "-", "--trials", "10"]).out;
    assert!(shown.contains("of the 10 battles were given up after 10000 turns"), "{shown}");
    let found = call_with(text.as_bytes(), &["odds", "-", "--trials", "10", "--json"]).out;
    let found: serde_json::Value = serde_json::from_str(&found).unwrap();
    assert_eq!(found["measures"]["capped"]["mean"], found["outcomes"]["stalemate"]["p"]);
    assert_eq!(found["remarks"].as_array().unwrap().len(), 1);
    let exact = call_with(text.as_bytes(), &["odds", "-"]).out;
    assert!(exact.contains("exact: ") && !exact.contains("given up"), "{exact}");
}

#[test]
fn e_16_what_is_too_large_is_offered_by_simulation() {
    let sets = ["--set", "monster[0].hp=100000", "--set", "player.base.hp=100000"];
    let refused = call(&[&["odds", DUEL, "--exact"], &sets[..]].concat());
    assert_eq!(refused.code, Some(2));
    // No budget pays for so many: it is not what to raise.
    let says = "10,000,000,000 situations; leave --exact out to have the odds from fought battles";
    assert!(refused.err.contains(says), "{}", refused.err);
}
