//! Signals and closed pipes: what is under way ends soon and leaves nothing
//! half done.

#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::{DUEL, TOWER, fracas};

/// A battle of some minutes.
const HUGE: [&str; 4] = [
    "--set",
    "attacker.stack[0].men.soldier=1000000",
    "--set",
    "defender.stack[0].men.soldier=1000000",
];

fn signal(child: &Child, name: &str) {
    let kill = format!("kill -{name} {}", child.id());
    assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
}

/// Waits for something to become true, as long as a busy machine may take.
fn wait_for(mut done: impl FnMut() -> bool) {
    let began = Instant::now();
    while !done() {
        assert!(began.elapsed() < Duration::from_secs(60));
        sleep(Duration::from_millis(10));
    }
}

#[test]
fn no_signal_leaves_temporary_files() {
    for (name, code) in
        [("INT", 130), ("QUIT", 131), ("TERM", 143), ("HUP", 129), ("USR1", 138), ("XCPU", 152)]
    {
        let dir = tempfile::tempdir().unwrap();
        let out = dir.path().join("out");
        let out = out.to_str().unwrap();
        fs::create_dir(out).unwrap();
        let args = [&["run", DUEL, "--log", "none", "--out-dir", out], &HUGE[..]].concat();
        let mut child = fracas(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        wait_for(|| fs::read_dir(out).unwrap().count() == 3);
        signal(&child, name);
        assert_eq!(child.wait().unwrap().code(), Some(code), "{name}");
        assert_eq!(fs::read_dir(out).unwrap().count(), 0, "{name}");
    }
}

/// A folder that was made for files goes again with them.
#[test]
fn no_signal_leaves_an_empty_folder() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("deep/down");
    let args =
        [&["run", DUEL, "--log", "none", "--out-dir", out.to_str().unwrap()], &HUGE[..]].concat();
    let mut child = fracas(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_for(|| fs::read_dir(&out).is_ok_and(|files| files.count() == 3));
    signal(&child, "TERM");
    assert_eq!(child.wait().unwrap().code(), Some(143));
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
}

/// A shell that limits its children, as `ulimit` does, and becomes the program.
fn limited(limit: &str, args: &[&str]) -> Command {
    let program = fracas(&[]).get_program().to_str().unwrap().to_owned();
    let mut shell = Command::new("sh");
    let run = format!("ulimit {limit}; exec {program} \"$@\"");
    shell.args(["-c", &run, "sh"]).args(args).current_dir(env!("CARGO_MANIFEST_DIR"));
    shell
}

/// A file that may not grow any more is told like a disk that is full.
#[test]
fn a_file_that_is_too_large_is_an_error() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("out");
    let many = HUGE.map(|set| set.replace("1000000", "20000"));
    let many = many.each_ref().map(String::as_str);
    let args =
        [&["run", DUEL, "--log", "all", "--out-dir", out.to_str().unwrap()], &many[..]].concat();
    let done = limited("-f 40", &args).stdout(Stdio::null()).output().unwrap();
    let told = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(1), "{told}");
    assert!(told.starts_with("error: cannot write ") && told.contains("log.txt"), "{told}");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
}

/// Whoever started the program with `nohup` wants it to outlive him.
#[test]
fn a_hangup_that_is_ignored_stays_so() {
    let run = format!(
        "trap '' HUP; exec {} odds {TOWER} --trials 1e12",
        fracas(&[]).get_program().to_str().unwrap()
    );
    let mut child = Command::new("sh")
        .args(["-c", &run])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    sleep(Duration::from_millis(500));
    signal(&child, "HUP");
    sleep(Duration::from_millis(1500));
    assert!(child.try_wait().unwrap().is_none());
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Long battles do not keep anybody waiting: what is known by then is told, or
/// nothing if a single battle takes too long.
#[test]
fn an_interrupt_is_answered_whatever_a_battle_costs() {
    let args = [&["odds", DUEL, "--trials", "1000", "--threads", "2"], &HUGE[..]].concat();
    let child = fracas(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // Long enough to have read the scenario, if not, the answer is as quick.
    sleep(Duration::from_secs(2));
    let began = Instant::now();
    signal(&child, "INT");
    let answer = child.wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&answer.stdout);
    // Whether anything is told or not, what was asked is not done.
    assert_eq!(answer.status.code(), Some(130));
    assert!(told.is_empty() || told.contains("stopped after "), "{told}");
    // Half a second, and what a busy machine adds.
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
}

#[test]
fn a_battle_that_nobody_hears_is_not_fought_on() {
    let args = [&["run", DUEL, "--log", "all"], &HUGE[..]].concat();
    let mut child = fracas(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let began = Instant::now();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
}

/// So too where the log says little. What is known at once is told at once; to
/// fight on would take more time than the limit gives.
#[test]
fn a_battle_that_says_little_is_not_fought_on_either() {
    let kinds = ["soldier", "pikeman", "swordsman", "archer", "crossbowman", "knight", "pirate"];
    let men = kinds.map(|kind| format!("{kind} = 1000000")).join(", ");
    let [one, other] =
        ["attacker", "defender"].map(|side| format!("{side}.stack[0].men={{ {men} }}"));
    let sets = ["--set", &one, "--set", &other];
    for log in ["none", "phases"] {
        let args = [&["run", DUEL, "--log", log], &sets[..]].concat();
        let mut child = limited("-t 2", &args).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(line.starts_with("Osswid attacks"), "{line}");
        assert_eq!(child.wait().unwrap().code(), Some(0), "{log}");
    }
}

/// Work that would never end.
#[test]
fn nobody_works_for_a_reader_who_is_gone() {
    let raid = "../../examples/mission/hq.toml";
    let wolves = "../../examples/andor/wolves.toml";
    let vary = "defender.stack[0].men.pikeman=1..9..1";
    for args in [
        &["odds", TOWER, "--trials", "1e12"][..],
        &["odds", TOWER, "--trials", "1e12", "--json"],
        &["odds", TOWER, "--impact", "--trials", "1e9"],
        &["run", TOWER, "--log", "none", "--json", "--luck", "--trials", "1e9"],
        &["sweep", TOWER, "--vary", vary, "--trials", "1e12", "--say"],
        &["plan", raid, "changes", "--trials", "1000000000"],
        &["study", "worth", wolves, "--trials", "100000000"],
    ] {
        let mut child = fracas(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let left = child.wait_with_output().unwrap();
        let told = String::from_utf8_lossy(&left.stderr);
        assert_eq!((left.status.code(), &*told), (Some(0), ""), "{args:?}");
    }
}
