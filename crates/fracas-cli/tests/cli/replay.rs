//! Battles that are saved, scripted, and fought again.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use crate::{DUEL, TOWER, answer, call, json};

/// A folder, and the path of a file in it.
fn folder(name: &str) -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(name);
    (dir, path)
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn files_in(dir: &TempDir) -> usize {
    fs::read_dir(dir.path()).unwrap().count()
}

#[test]
fn a_saved_battle_is_the_same_again() {
    let (_dir, file) = folder("battle.json");
    let file = text(&file);
    let set = ["--set", "attacker.stack[0].men.soldier=20", "--trial", "5"];
    let run = [&["run", TOWER], &set[..]].concat();
    let told = answer(&[&run[..], &["--save", file]].concat());
    assert!(told.ends_with(&format!("\nwrote {file}\n")));
    let verdict = answer(&["replay", file]);
    assert!(verdict.starts_with("The tower by the ford: the same battle, "), "{verdict}");

    assert_eq!(
        answer(&["replay", file, "--log", "phases"]),
        format!("{}\n{verdict}", answer(&run))
    );
    assert_eq!(json(&["replay", file, "--json"]), json(&[&run[..], &["--json"]].concat()));
    let events = answer(&["replay", file, "--log", "json"]);
    assert_eq!(events, answer(&[&run[..], &["--log", "json"]].concat()));
}

#[test]
fn a_changed_replay_is_found_out() {
    let (_dir, file) = folder("battle.json");
    answer(&["run", TOWER, "--save", text(&file)]);
    let saved = fs::read_to_string(&file).unwrap();
    let replay = |text_of: String| {
        fs::write(&file, text_of).unwrap();
        call(&["replay", text(&file)])
    };
    let changed = replay(saved.replace("soldier = 14", "soldier = 15"));
    assert_eq!((changed.code, changed.out.as_str()), (Some(1), ""));
    assert!(changed.err.ends_with(": the replay was changed after it was saved\n"));
    let newer = replay(saved.replace("\"replay\": 1", "\"replay\": 2"));
    assert_eq!(newer.code, Some(1));
    assert!(newer.err.ends_with("format 2; this program reads format 1\n"), "{}", newer.err);
    for none in ["", "{}", "ruleset = \"olympia\""] {
        let none = replay(none.to_owned());
        assert_eq!((none.code, none.out.as_str()), (Some(2), ""));
        assert!(none.err.contains("this is no replay: "), "{}", none.err);
    }
}

#[test]
fn dice_that_were_written_down_fight_the_same_battle() {
    let (dir, tape) = folder("tape.txt");
    let tape = text(&tape);
    // A battle with weeks of illness after it.
    let weeks = ["--set", "aftermath.weeks=3", "--trial", "2"];
    let mut rolled = json(&[&["run", TOWER, "--json"], &weeks[..]].concat());
    let silent = call(&[&["run", TOWER, "--json", "--tape", tape], &weeks[..]].concat());
    assert_eq!(silent.err, format!("\nwrote {tape}\n"));
    let mut scripted =
        json(&["run", TOWER, "--json", "--set", "aftermath.weeks=3", "--dice", tape]);
    assert_eq!((&scripted["seed"], &scripted["trial"]), (&Value::Null, &Value::Null));
    for battle in [&mut rolled, &mut scripted] {
        let battle = battle.as_object_mut().unwrap();
        battle.remove("seed");
        battle.remove("trial");
    }
    assert_eq!(scripted, rolled);

    let saved = dir.path().join("battle.json");
    answer(&["run", TOWER, "--set", "aftermath.weeks=3", "--dice", tape, "--save", text(&saved)]);
    assert!(answer(&["replay", text(&saved)]).contains("the same battle"));
}

#[test]
fn dice_by_hand_must_fit() {
    let (dir, tape) = folder("tape.txt");
    let saved = dir.path().join("battle.json");
    let run = |script: &str| {
        fs::write(&tape, script).unwrap();
        let flags = ["--log", "none", "--dice", text(&tape), "--save", text(&saved)];
        call(&[&["run", DUEL], &flags[..]].concat())
    };
    let refused = |script: &str, reason: &str| {
        let call = run(script);
        assert_eq!(call.code, Some(2), "{script}");
        assert!(call.err.contains(reason), "{script}: {}", call.err);
        assert_eq!(files_in(&dir), 1);
    };
    refused("", "tape.txt: the dice are used up: throw 1 (attacker, 1 to 2)");
    refused("# none\n1\n\n900\n", "tape.txt:4: throw 2 (");
    refused("wound 2: 1\n", "tape.txt:1: throw 1 is attacker with 2 sides, but the tape has wound");
    refused("1\nseven\n", "tape.txt:2: `seven` is not a whole number");
    assert!(run("seven").out.is_empty());

    let (_other, whole) = folder("whole.txt");
    answer(&["run", DUEL, "--seed", "3", "--log", "none", "--tape", text(&whole)]);
    let script = fs::read_to_string(whole).unwrap();
    refused(&format!("{script}1\n"), "the battle is over and 1 of the dice were not thrown");
    let bare: String = script
        .lines()
        .map(|line| format!("{} # by hand\n", line.rsplit_once(": ").unwrap().1))
        .collect();
    let fought = run(&bare);
    assert_eq!((fought.code, fought.err.as_str()), (Some(0), ""));
    assert!(!fought.out.contains("again:"));
}

#[test]
fn nothing_is_written_where_nothing_can_be() {
    let (dir, file) = folder("missing/battle.json");
    for flag in ["--save", "--tape"] {
        let refused = call(&["run", DUEL, flag, text(&file)]);
        assert_eq!((refused.code, refused.out.as_str()), (Some(1), ""));
        let refused = call(&["run", DUEL, flag, text(dir.path())]);
        assert_eq!((refused.code, refused.out.as_str()), (Some(1), ""));
    }
    assert_eq!(files_in(&dir), 0);
}

/// What a scenario refers to need not be there any longer.
#[test]
fn a_replay_carries_the_files_of_its_scenario() {
    let (dir, file) = folder("battle.json");
    let side = "Name,XP,BonusXP,BonusHP,BonusToHit,BonusToDefend,AOE,BodyguardFor,LinkedTo\n\
                Tom,7001,0,0,0,0,1,,\n";
    fs::write(dir.path().join("Side.csv"), side).unwrap();
    let scenario = dir.path().join("bridge.toml");
    let text_of = "ruleset = \"mfd\"\nheroes.csv = \"Side.csv\"\n\
                   [[villains.fighters]]\nname = \"Rook\"\nxp = 9000\n";
    fs::write(&scenario, text_of).unwrap();
    let told = call(&["run", text(&scenario), "--seed", "7", "--save", text(&file)]);
    assert_eq!(told.code, Some(0), "{}", told.err);
    fs::remove_file(dir.path().join("Side.csv")).unwrap();
    assert!(answer(&["replay", text(&file)]).starts_with("bridge: the same battle, "));
}
