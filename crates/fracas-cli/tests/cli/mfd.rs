//! A quest game master's day: sides as CSV files, fought, edited, fed back.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::{Call, fracas};

pub const HEADER: &str = "Name,XP,BonusXP,BonusHP,BonusToHit,BonusToDefend,AOE,BodyguardFor,LinkedTo,\
                      BuffName,BuffWho,BuffOffense,BuffDefense";

/// A folder with two sides.
pub struct Camp(tempfile::TempDir);

impl Camp {
    pub fn new() -> Self {
        let camp = Self(tempfile::tempdir().unwrap());
        let heroes = "Ann,6000,,1,0.1,,2,,,Song,\"Ann,Bob\",0.05,0.1\nBob,4000,,,,,,Ann,,,,,";
        camp.write("Heroes.csv", &format!("{HEADER}\n{heroes}\n"));
        camp.write("Villains.csv", &format!("{HEADER}\nRook,9000,,2,,0.2,,,,,,,\n"));
        camp
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.path().join(name), text).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).unwrap()
    }

    pub fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Calls the program in this folder.
    pub fn call(&self, args: &[&str]) -> Call {
        fracas(args).current_dir(self.path()).output().unwrap().into()
    }

    /// The answer of a call that must succeed.
    pub fn answer(&self, args: &[&str]) -> String {
        let call = self.call(args);
        assert_eq!(call.code, Some(0), "{args:?}: {}", call.err);
        call.out
    }

    pub fn json(&self, args: &[&str]) -> Value {
        serde_json::from_str(&self.answer(args)).unwrap()
    }
}

/// F-59, F-62, F-68, F-69: bare `fracas run` in a folder with both files.
#[test]
fn f_59_f_62_f_68_f_69_a_bare_run() {
    let camp = Camp::new();
    let told = camp.answer(&["run"]);
    let left =
        ["BattleLog.txt", "Heroes-final.csv", "Heroes.csv", "Villains-final.csv", "Villains.csv"];
    assert_eq!(camp.files(), left);
    let log = camp.read("BattleLog.txt");
    assert!(log.contains("\nRound 1\n") && log.contains("wrote ./Heroes-final.csv"), "{log}");
    assert!(camp.read("Heroes-final.csv").starts_with("Name,XP,BonusXP,"));

    // The log says how to fight it again, and that is the same battle.
    let again = log.lines().last().unwrap().strip_prefix("again: fracas ").unwrap();
    assert!(told.ends_with(&format!("again: fracas {again}\n")));
    let again: Vec<&str> = again.split(' ').collect();
    let finals = ["Heroes-final.csv", "Villains-final.csv"].map(|name| camp.read(name));
    camp.answer(&again);
    assert_eq!(finals, ["Heroes-final.csv", "Villains-final.csv"].map(|name| camp.read(name)));
}

/// F-66, F-68: stop after some rounds, edit the finals, feed them back.
#[test]
fn f_64_f_66_f_68_stop_edit_go_on() {
    let camp = Camp::new();
    let fought = camp.json(&[
        "run",
        "--heroes",
        "Heroes.csv",
        "--villains",
        "Villains.csv",
        "-m",
        "1",
        "--seed",
        "3",
        "--json",
    ]);
    assert_eq!(fought["outcome"], "undecided");
    assert_eq!(fought["measures"]["rounds"], 1);
    assert!(fought["fighters"].as_array().is_some_and(|list| list.len() == 3));
    assert!(fought["aftermath"].as_str().is_some_and(|text| text.starts_with("ruleset = \"mfd\"")));

    let finals = camp.read("Heroes-final.csv");
    camp.write("Heroes-final.csv", &format!("{finals}Cid,5000,,,,,,,,,,,\n"));
    let told = camp.answer(&[
        "run",
        "--heroes",
        "Heroes-final.csv",
        "--villains",
        "Villains-final.csv",
        "--seed",
        "4",
    ]);
    assert!(told.contains("Cid: HP(2), ToHit(30%), ToDefend(30%)"), "{told}");
    assert!(told.contains("Rook: HP("), "{told}");
    // Ann has tired by a tenth: 0.3 + 0.1 - 0.1.
    assert!(finals.contains("\nAnn,6000,,"), "{finals}");
    assert!(told.contains("ToDefend(30%), AOE(2)"), "{told}");
}

/// F-67: odds write nothing; a failed run leaves earlier files untouched.
#[test]
fn f_67_nothing_is_written_in_vain() {
    let camp = Camp::new();
    let odds = camp.json(&["odds", "--json"]);
    assert_eq!((odds["ruleset"].as_str(), odds["method"].as_str()), (Some("mfd"), Some("exact")));
    assert_eq!(camp.files(), ["Heroes.csv", "Villains.csv"]);

    camp.write("Heroes-final.csv", "mine");
    camp.write("Villains.csv", &format!("{HEADER}\nRook,9k,,2,,0.2,,,,,,,\n,1\n"));
    let refused = camp.call(&["run"]);
    assert_eq!((refused.code, refused.out.as_str()), (Some(2), ""));
    assert!(
        refused.err.contains("Villains.csv: row 2, column XP: `9k` is not a number"),
        "{}",
        refused.err
    );
    assert!(refused.err.contains("Villains.csv: row 3: 2 cells"), "{}", refused.err);
    assert_eq!(camp.files(), ["Heroes-final.csv", "Heroes.csv", "Villains.csv"]);
    assert_eq!(camp.read("Heroes-final.csv"), "mine");
}

/// F-69, F-78: everything in one directory; numbered instead of replaced.
#[test]
fn f_69_f_78_out_dir_and_numbered_files() {
    let camp = Camp::new();
    camp.answer(&["run", "--seed", "1", "--out-dir", "battle1"]);
    let dir = Camp::files;
    assert_eq!(dir(&camp), ["Heroes.csv", "Villains.csv", "battle1"]);
    for name in
        ["BattleLog.txt", "Heroes-final.csv", "Villains-final.csv", "aftermath.toml", "result.json"]
    {
        assert!(camp.path().join("battle1").join(name).exists(), "{name}");
    }
    for _ in 0..2 {
        camp.answer(&["run", "--seed", "1", "--numbered"]);
    }
    let finals = camp.files();
    for name in ["BattleLog-1.txt", "Heroes-final-2.csv", "Villains-final-2.csv"] {
        assert!(finals.iter().any(|file| file == name), "{finals:?}");
    }
    // A scenario file leaves nothing unless it is told to.
    camp.write(
        "bridge.toml",
        "ruleset = 'mfd'\nheroes.csv = 'Heroes.csv'\nvillains.csv = 'Villains.csv'\n",
    );
    let before = camp.files();
    camp.answer(&["run", "bridge.toml", "--seed", "1"]);
    assert_eq!(camp.files(), before);
    let refused = camp.call(&["run", "bridge.toml", "--numbered"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("--numbered needs --out-dir"), "{}", refused.err);
}

/// E-1, E-18, E-21: files, rounds and directories that make no sense.
#[test]
fn e_1_e_18_e_21_bad_use() {
    let camp = Camp::new();
    for rounds in ["0", "-1", "two", "1000001"] {
        let refused = camp.call(&["run", "-m", rounds]);
        assert_eq!(refused.code, Some(2));
        assert!(refused.err.contains("--max-rounds"), "{}", refused.err);
        assert!(refused.err.contains("whole number, at least 1"), "{}", refused.err);
    }
    let refused = camp.call(&["run", "--heroes", "Nobody.csv"]);
    assert_eq!(refused.code, Some(2));
    assert!(
        refused.err.contains("Nobody.csv: cannot be read: there is no such file"),
        "{}",
        refused.err
    );
    fs::write(camp.path().join("Bytes.csv"), [b'N', 0x00]).unwrap();
    let refused = camp.call(&["run", "--villains", "Bytes.csv"]);
    assert!(
        refused.err.contains("Bytes.csv: cannot be read: line 1 is not UTF-8 text"),
        "{}",
        refused.err
    );
    fs::write(camp.path().join("Bytes.csv"), b"PK\x03\x04").unwrap();
    let refused = camp.call(&["run", "--villains", "Bytes.csv"]);
    assert!(refused.err.contains("it is a workbook; save it as CSV"), "{}", refused.err);
    let refused = camp.call(&["run", "--out-dir", "Heroes.csv"]);
    assert_eq!((refused.code, refused.out.as_str()), (Some(1), ""));
    assert!(refused.err.contains("cannot write Heroes.csv"), "{}", refused.err);
    assert_eq!(camp.files(), ["Bytes.csv", "Heroes.csv", "Villains.csv"]);

    let empty = tempfile::tempdir().unwrap();
    let refused: Call = fracas(&["run"]).current_dir(empty.path()).output().unwrap().into();
    assert_eq!(refused.code, Some(2));
    assert!(
        refused.err.contains("there are no Heroes.csv and Villains.csv here"),
        "{}",
        refused.err
    );
}

/// F-71, F-79: the command line wins over the scenario, and `--set` works
/// without one.
#[test]
fn f_71_f_79_the_command_line_wins() {
    let camp = Camp::new();
    fs::create_dir(camp.path().join("deep")).unwrap();
    camp.write(
        "deep/bridge.toml",
        "ruleset = 'mfd'\nmax_rounds = 9\n[[heroes.fighters]]\nname = 'Zoe'\nxp = 1\n[villains]\ncsv = '../Villains.csv'\n",
    );
    let told = camp.answer(&["run", "deep/bridge.toml", "--seed", "1"]);
    assert!(told.contains("Zoe: HP(2)"), "{told}");
    let told = camp.answer(&[
        "run",
        "deep/bridge.toml",
        "--heroes",
        "Heroes.csv",
        "-m",
        "1",
        "--seed",
        "1",
    ]);
    assert!(told.contains("Ann: HP(3)") && !told.contains("Zoe"), "{told}");
    assert!(
        told.contains("The limit of 1 round is reached.")
            || told.contains("eliminated after 1 round"),
        "{told}"
    );
    let told =
        camp.answer(&["run", "--set", "compat=fight.rkt", "--set", "max_rounds=1", "--seed", "1"]);
    assert!(told.starts_with("Fought as the original program does"), "{told}");
}

/// `check` prints the derived statistics, warnings included.
#[test]
fn check_shows_the_derived_statistics() {
    let camp = Camp::new();
    camp.write("Villains.csv", &format!("{HEADER}\nRook,9000,,2,,0.2,0,Kng,,,,,\n"));
    let checked = camp.call(&["check"]);
    assert_eq!(checked.code, Some(0));
    assert!(
        checked.err.contains("warning[F-14]") && checked.err.contains("warning[F-16]"),
        "{}",
        checked.err
    );
    insta::assert_snapshot!("check_of_two_sides", checked.out);
    let json = camp.json(&["check", "--json"]);
    assert_eq!(
        (json["warnings"].as_i64(), json["fighters"][0]["hit_percent"].as_f64()),
        (Some(2), Some(45.0))
    );
}

/// `odds --impact`: who matters most, with the same dice for all.
#[test]
fn impact_ranks_fighters() {
    let camp = Camp::new();
    let ranked =
        camp.answer(&["odds", "--impact", "--trials", "2000", "--seed", "7", "--threads", "2"]);
    insta::assert_snapshot!("impact", ranked);
    let json = camp.json(&["odds", "--impact", "--trials", "2000", "--seed", "7", "--json"]);
    let list = json["impact"].as_array().unwrap();
    assert_eq!((list.len(), json["trials"].as_u64()), (3, Some(2000)));
    assert!(list.iter().all(|part| part["low"].as_f64() <= part["impact"].as_f64()));

    let duel = fracas(&["odds", crate::DUEL, "--impact"]).output().unwrap();
    assert_eq!(duel.status.code(), Some(2));
}

/// A battle of CSV files is saved with what it was fought from.
#[test]
fn odds_and_run_agree() {
    let camp = Camp::new();
    let odds = camp.json(&["odds", "--trials", "300", "--seed", "5", "--json"]);
    for (outcome, found) in odds["outcomes"].as_object().unwrap() {
        if let Some(trial) = found["example"].as_u64() {
            let trial = trial.to_string();
            let run = camp.json(&["run", "--seed", "5", "--trial", &trial, "--json"]);
            assert_eq!(run["outcome"], *outcome);
        }
    }
}
