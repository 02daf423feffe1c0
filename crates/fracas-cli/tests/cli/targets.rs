//! What results are written to: plain files are replaced, and nothing else is.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{FileTypeExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use crate::{DUEL, TOWER, answer, call, fracas};

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn make_fifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn a_link_is_followed() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("saves")).unwrap();
    let real = dir.path().join("saves/battle.json");
    fs::write(&real, "before").unwrap();
    let link = dir.path().join("link.json");
    symlink("saves/battle.json", &link).unwrap();
    let dangling = dir.path().join("new.json");
    symlink("saves/new.json", &dangling).unwrap();
    for path in [&link, &dangling] {
        answer(&["run", TOWER, "--save", text(path)]);
        assert!(path.symlink_metadata().unwrap().is_symlink());
        assert!(answer(&["replay", text(path)]).contains("the same battle"));
    }
    assert_eq!(fs::read_dir(dir.path().join("saves")).unwrap().count(), 2);
}

#[test]
fn a_pipe_is_written_into() {
    let dir = tempfile::tempdir().unwrap();
    let pipe = dir.path().join("pipe");
    make_fifo(&pipe);
    let told = |args: &[&str]| {
        let reader = {
            let pipe = pipe.clone();
            thread::spawn(move || fs::read_to_string(pipe).unwrap())
        };
        let call = call(args);
        assert_eq!(call.code, Some(0), "{}", call.err);
        assert!(pipe.metadata().unwrap().file_type().is_fifo());
        reader.join().unwrap()
    };
    let tape = told(&["run", DUEL, "--seed", "7", "--tape", text(&pipe)]);
    assert!(tape.starts_with("attacker 2: "), "{tape}");
    assert!(told(&["run", DUEL, "--save", text(&pipe)]).contains("\"replay\": 1"));
    let tally = told(&["odds", DUEL, "--trials", "64", "--tally", text(&pipe)]);
    assert!(tally.ends_with("\"}\n") && tally.contains("\"seal\""), "{tally}");
}

/// A device stays what it is, whoever runs the program.
#[test]
fn a_device_is_written_into() {
    answer(&["run", DUEL, "--seed", "7", "--tape", "/dev/null"]);
    assert!(Path::new("/dev/null").metadata().unwrap().file_type().is_char_device());
    let both = answer(&["run", DUEL, "--seed", "7", "--tape", "/dev/stdout"]);
    assert!(both.contains("attacker 2: "), "{both}");
    // A file that is open as standard output already is not replaced either.
    let dir = tempfile::tempdir().unwrap();
    let file = fs::File::create(dir.path().join("out")).unwrap();
    let args = ["run", DUEL, "--seed", "7", "--log", "none", "--tape", "/dev/stdout"];
    let code = fracas(&args).stdout(file).stderr(Stdio::null()).status().unwrap();
    assert!(code.success());
    assert!(fs::read_to_string(dir.path().join("out")).unwrap().contains("wrote /dev/stdout"));
}

/// Runs that number their files never take one another's number.
#[test]
fn parallel_runs_leave_a_set_each() {
    let dir = tempfile::tempdir().unwrap();
    let run = ["run", DUEL, "--log", "none", "--numbered", "--out-dir", text(dir.path())];
    let spawn = |_| fracas(&run).stdout(Stdio::null()).spawn().unwrap();
    let runs: Vec<_> = (0..40).map(spawn).collect();
    for mut run in runs {
        assert!(run.wait().unwrap().success());
    }
    let mut names: Vec<String> = fs::read_dir(dir.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names.len(), 3 * 40, "{names:?}");
    for number in 1..=40 {
        for name in ["aftermath", "log", "result"] {
            let start = format!("{name}-{number}.");
            assert!(names.iter().any(|name| name.starts_with(&start)), "{start} {names:?}");
        }
    }
}

/// Only plain files are read for a scenario: anything else might never end.
#[test]
fn a_pipe_is_not_read_as_a_side() {
    let dir = tempfile::tempdir().unwrap();
    make_fifo(&dir.path().join("Heroes.csv"));
    only_plain_files_are_sides(dir.path());
}

/// What Linux makes up while it is read says that it is a plain file, also
/// where it has no end.
#[cfg(target_os = "linux")]
#[test]
fn what_the_system_makes_up_is_not_read_as_a_side() {
    let dir = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink("/proc/self/status", dir.path().join("Heroes.csv")).unwrap();
    only_plain_files_are_sides(dir.path());
}

/// Tries scenarios that name `Heroes.csv` of this folder, which is none.
fn only_plain_files_are_sides(dir: &Path) {
    for text in [
        "ruleset = \"mfd\"\n[heroes]\ncsv = \"Heroes.csv\"\n[villains]\ncsv = \"Heroes.csv\"\n",
        "ruleset = \"battlescape\"\ndata = [\"Heroes.csv\"]\n",
        "ruleset = \"andor\"\ndata = [\"Heroes.csv\"]\n",
    ] {
        let scenario = dir.join("battle.toml");
        fs::write(&scenario, text).unwrap();
        let refused = call(&["check", scenario.to_str().unwrap()]);
        assert_eq!(refused.code, Some(2));
        assert!(refused.err.contains("it is not a plain file"), "{}", refused.err);
    }
}
