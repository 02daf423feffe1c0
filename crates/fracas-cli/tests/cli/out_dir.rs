//! A directory of results, complete or not there.

use std::fs;
use std::path::Path;

use crate::{DUEL, TOWER, answer, call, json};

fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn log_aftermath_and_result_are_written() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("deep/down");
    let out = out.to_str().unwrap();
    let shown = answer(&["run", TOWER, "--out-dir", out]);
    assert_eq!(names(Path::new(out)), ["aftermath.toml", "log.txt", "result.json"]);

    let read = |name: &str| fs::read_to_string(Path::new(out).join(name)).unwrap();
    assert_eq!(read("log.txt"), answer(&["run", TOWER]));
    assert!(shown.starts_with(&read("log.txt")));
    assert!(shown.contains(&format!("wrote {out}/aftermath.toml\n")), "{shown}");
    let result: serde_json::Value = serde_json::from_str(&read("result.json")).unwrap();
    assert_eq!(result, json(&["run", TOWER, "--json"]));
    assert_eq!(result["aftermath"], read("aftermath.toml"));
}

#[test]
fn a_second_battle_takes_the_place_of_the_first() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().to_str().unwrap();
    for trial in ["0", "1"] {
        let quiet = call(&["run", TOWER, "--json", "--trial", trial, "--out-dir", out]);
        // Standard output is one JSON object; what was written is said aside.
        assert!(serde_json::from_str::<serde_json::Value>(&quiet.out).is_ok());
        assert!(quiet.err.contains("wrote "));
        assert_eq!(fs::read_to_string(dir.path().join("result.json")).unwrap(), quiet.out);
    }
    assert_eq!(names(dir.path()), ["aftermath.toml", "log.txt", "result.json"]);
}

#[test]
fn events_have_a_file_of_their_own_kind() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().to_str().unwrap();
    let told = call(&["run", TOWER, "--log", "json", "--out-dir", out]).out;
    assert_eq!(names(dir.path()), ["aftermath.toml", "log.jsonl", "result.json"]);
    let events = fs::read_to_string(dir.path().join("log.jsonl")).unwrap();
    assert!(told.starts_with(&events));
}

#[test]
fn a_directory_that_takes_no_files_is_found_out_before_the_battle() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    fs::write(&file, "mine").unwrap();
    let refused = call(&["run", DUEL, "--out-dir", file.to_str().unwrap()]);
    assert_eq!((refused.code, refused.out.as_str()), (Some(1), ""));
    assert!(refused.err.starts_with("error: cannot write "), "{}", refused.err);
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");

    fs::create_dir(dir.path().join("aftermath.toml")).unwrap();
    let refused = call(&["run", DUEL, "--out-dir", dir.path().to_str().unwrap()]);
    assert_eq!((refused.code, refused.out.as_str()), (Some(1), ""));
    assert_eq!(names(dir.path()), ["aftermath.toml", "file"]);
}
