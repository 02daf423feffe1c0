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

/// What is told of work without end when Ctrl-C ends it.
#[cfg(unix)]
fn interrupted(args: &[&str]) -> Call {
    use std::process::Command;
    use std::thread::sleep;
    use std::time::Duration;

    // A busy machine may take its time until the program listens and works.
    for wait in [200, 1000, 5000] {
        let child = fracas(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        sleep(Duration::from_millis(wait));
        let interrupt = format!("kill -INT {}", child.id());
        assert!(Command::new("sh").args(["-c", &interrupt]).status().unwrap().success());
        let call = Call::from(child.wait_with_output().unwrap());
        if call.code.is_some() && !call.out.is_empty() {
            assert_eq!(call.code, Some(130), "{args:?}");
            return call;
        }
    }
    panic!("the program never listened");
}

#[cfg(unix)]
fn interrupted_json(args: &[&str]) -> serde_json::Value {
    let call = interrupted(args);
    assert_eq!(call.err, "", "{args:?}");
    serde_json::from_str(&call.out).unwrap()
}

/// Ctrl-C ends the work and tells what is known.
#[cfg(unix)]
#[test]
fn an_interrupted_answer_is_provisional() {
    let odds = interrupted_json(&["odds", TOWER, "--trials", "1e12", "--json"]);
    assert_eq!(odds["provisional"], true);
    assert!(odds["why"].as_str().unwrap().starts_with("stopped after"));

    let said = interrupted(&["odds", TOWER, "--trials", "1e12", "--say"]).out;
    assert!(said.contains(": so far "), "{said}");
    let csv = interrupted(&["odds", TOWER, "--trials", "1e12", "--csv", "attacks"]);
    assert_eq!(csv.err, "warning: provisional: stopped early\n");

    let luck = ["run", TOWER, "--log", "none", "--luck", "--trials", "1e9"];
    let fought = interrupted_json(&[&luck[..], &["--json"]].concat());
    assert_eq!(fought["luck"]["provisional"], true);
    let fought = interrupted(&luck).out;
    assert!(fought.contains("provisional: stopped early; compared with "), "{fought}");
}

/// So do those of single rulesets, and claim nothing.
#[cfg(unix)]
#[test]
fn interrupted_plans_and_studies_are_provisional() {
    let raid = "../../examples/mission/hq.toml";
    for (question, note) in
        [("changes", "changes_note"), ("retreat", "retreat_note"), ("odds", "odds_note")]
    {
        let plan = ["plan", raid, question, "--trials", "1000000000", "--json"];
        let plan = interrupted_json(&plan);
        assert_eq!(plan["provisional"], true, "{question}");
        let note = plan[note].as_str().unwrap();
        assert!(note.starts_with("provisional: stopped early"), "{note}");
        assert!(!note.contains("most is bought"), "{note}");
    }
    let wolves = "../../examples/andor/wolves.toml";
    for question in ["worth", "comeback"] {
        let study = ["study", question, wolves, "--trials", "100000000"];
        let told = interrupted(&study).out;
        assert!(told.contains("provisional: stopped early; "), "{told}");
        assert!(!told.contains("100000000 battles") || question == "comeback", "{told}");
        let study = interrupted_json(&[&study[..], &["--json"]].concat());
        assert_eq!(study["provisional"], true, "{question}");
    }
}
