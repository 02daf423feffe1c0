//! Readers that leave early, and users who have seen enough.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use crate::{Call, TOWER, fracas};

/// Reads one line, then closes the pipe.
fn first_line(args: &[&str]) -> (String, Call) {
    let mut child = fracas(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    (line, child.wait_with_output().unwrap().into())
}

#[test]
fn a_closed_pipe_is_no_failure() {
    // Enough men for a log that does not fit into any pipe.
    let many = ["--set", "attacker.stack[0].men.soldier=20000", "--log", "all"];
    let (line, left) = first_line(&[&["run", TOWER], &many[..]].concat());
    assert!(line.starts_with("Osswid attacks"));
    assert_eq!((left.code, left.err.as_str()), (Some(0), ""));

    for args in [&["odds", TOWER, "--trials", "64"][..], &["new", "olympia"], &["--help"]] {
        assert_eq!(first_line(args).1.code, Some(0));
    }
}

#[test]
fn a_closed_pipe_does_not_keep_files_from_being_written() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().to_str().unwrap();
    let many = ["--set", "attacker.stack[0].men.soldier=20000", "--log", "all"];
    let (_, left) = first_line(&[&["run", TOWER, "--out-dir", out], &many[..]].concat());
    assert_eq!((left.code, left.err.as_str()), (Some(0), ""));
    let log = std::fs::read_to_string(dir.path().join("log.txt")).unwrap();
    assert!(log.contains("is victorious!"));

    let tally = dir.path().join("tally.json");
    let tally = tally.to_str().unwrap();
    let args = ["odds", TOWER, "--trials", "20000", "--tally", tally];
    let mut child = fracas(&args).stdout(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(std::fs::read_to_string(tally).unwrap().contains("\"seal\""));
}

/// Ctrl-C ends the work and tells what is known.
#[cfg(unix)]
#[test]
fn an_interrupted_answer_is_provisional() {
    use std::process::Command;
    use std::thread::sleep;
    use std::time::Duration;

    // A busy machine may take its time until the program listens.
    for wait in [200, 1000, 5000] {
        let child = fracas(&["odds", TOWER, "--trials", "1e12", "--json"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        sleep(Duration::from_millis(wait));
        let interrupt = format!("kill -INT {}", child.id());
        assert!(Command::new("sh").args(["-c", &interrupt]).status().unwrap().success());
        let call = Call::from(child.wait_with_output().unwrap());
        if call.code.is_none() {
            continue;
        }
        assert_eq!((call.code, call.err.as_str()), (Some(130), ""));
        let odds: serde_json::Value = serde_json::from_str(&call.out).unwrap();
        assert_eq!(odds["provisional"], true);
        assert!(odds["why"].as_str().unwrap().starts_with("stopped after"));
        return;
    }
    panic!("the program never listened");
}
