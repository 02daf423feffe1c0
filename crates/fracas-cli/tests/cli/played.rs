//! Played battles are kept, whatever happens to the program.

#![cfg(unix)]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::{answer, call_with, fracas};

const FIELD: &str = "tests/fixtures/meadow.toml";

fn orders(file: &Path) -> Vec<Value> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let saved: Value = serde_json::from_str(&text).unwrap_or_default();
    saved["orders"].as_array().cloned().unwrap_or_default()
}

#[test]
fn every_order_is_saved_before_a_signal_comes() {
    for name in ["INT", "TERM", "HUP", "KILL"] {
        let dir = tempfile::tempdir().unwrap();
        let saved = dir.path().join("play.json");
        let args = ["play", FIELD, "--seed", "5", "--save", saved.to_str().unwrap()];
        let mut child = fracas(&args)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"advice\nadvice\n").unwrap();
        let began = Instant::now();
        while orders(&saved).len() < 2 && began.elapsed() < Duration::from_secs(60) {
            sleep(Duration::from_millis(10));
        }
        let kill = format!("kill -{name} {}", child.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
        assert!(!child.wait().unwrap().success());
        assert_eq!(orders(&saved).len(), 2, "{name}");
        assert!(answer(&["replay", saved.to_str().unwrap()]).contains("unfinished"));
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "{name}");
    }
}

/// A terminal that is gone: nothing more can be written or read.
#[test]
fn a_broken_terminal_keeps_the_battle() {
    let dir = tempfile::tempdir().unwrap();
    let saved = dir.path().join("play.json");
    let args = ["play", FIELD, "--seed", "5", "--save", saved.to_str().unwrap()];
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut child =
        fracas(&args).stdin(Stdio::piped()).stdout(full).stderr(Stdio::null()).spawn().unwrap();
    let _ = child.stdin.take().unwrap().write_all(b"advice\n");
    assert!(!child.wait().unwrap().success());
    assert!(answer(&["replay", saved.to_str().unwrap()]).contains("unfinished"));
}

#[test]
fn another_battle_is_never_overwritten() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let [saved, other, notes] = ["play.json", "other.json", "notes.txt"].map(path);
    fs::write(&notes, "mine").unwrap();
    let play = |seed: &str, save: &str, input: &str| {
        call_with(input.as_bytes(), &["play", FIELD, "--seed", seed, "--save", save])
    };
    assert_eq!(play("5", &saved, "advice\n").code, Some(0));
    assert_eq!(play("6", &other, "advice\n").code, Some(0));
    let before = fs::read_to_string(&saved).unwrap();
    // Another seed, and the same battle from the start.
    for seed in ["6", "5"] {
        let refused = play(seed, &saved, "");
        assert_eq!((refused.code, refused.out.as_str()), (Some(2), ""));
        assert!(refused.err.contains("another battle is saved there"), "{}", refused.err);
    }
    let resumed = ["play", "--resume", &other, "--save", &saved];
    assert_eq!(call_with(b"", &resumed).code, Some(2));
    let refused = play("5", &notes, "");
    assert!(refused.err.contains("this file is no saved battle"), "{}", refused.err);
    // Nor by the order to save a copy.
    let copied = call_with(
        format!("save {other}\nsave {notes}\n").as_bytes(),
        &["play", "--resume", &saved],
    );
    assert!(copied.out.contains("another battle is saved there"), "{}", copied.out);
    assert!(copied.out.contains("this file is no saved battle"), "{}", copied.out);
    assert_eq!(fs::read_to_string(&saved).unwrap(), before);
    assert_eq!(fs::read_to_string(&notes).unwrap(), "mine");
}

#[test]
fn a_place_that_cannot_be_written_is_said_at_the_start() {
    let dir = tempfile::tempdir().unwrap();
    let nowhere = dir.path().join("missing/play.json");
    let args = ["play", FIELD, "--save", nowhere.to_str().unwrap()];
    let refused = call_with(b"advice\n", &args);
    assert_eq!((refused.code, refused.out.as_str()), (Some(1), ""));
    assert!(refused.err.starts_with("error: cannot write "), "{}", refused.err);
}
