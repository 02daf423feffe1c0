//! Bad input never fights: exit code 2, a reason, no answer, no file.

use crate::{DUEL, TOWER, WRONG, call, call_with};

/// Refused, with a reason that says this.
fn refused(args: &[&str], reason: &str) {
    let call = call(args);
    assert_eq!((call.code, call.out.as_str()), (Some(2), ""), "{args:?}: {}", call.err);
    assert!(call.err.starts_with("error"), "{args:?}: {}", call.err);
    assert!(call.err.contains(reason), "{args:?}: {}", call.err);
}

#[test]
fn files_that_cannot_be_fought() {
    for verb in ["check", "inspect", "run", "odds"] {
        refused(&[verb, WRONG], "unknown key nmae");
        refused(&[verb, "missing.toml"], "error: missing.toml: there is no such file");
        refused(&[verb, "tests"], "error: tests: this is a directory");
        refused(&[verb, DUEL, "--set", "attacker.stack[0].behind=12"], "allowed are 0 to 9");
        refused(&[verb, DUEL, "--set", "attacker.stack[7].behind=1"], "--set attacker.stack[7]");
        refused(&[verb, DUEL, "--set", "ruleset=olimpia"], "did you mean `olympia`?");
        refused(&[verb, DUEL, "--set", "behind"], "write path=value");
        refused(&[verb], "name a scenario");
    }
}

#[test]
fn text_that_is_none() {
    let binary = call_with(b"ruleset = \"\xff\"", &["odds", "-"]);
    assert_eq!(binary.code, Some(2));
    assert_eq!(binary.err, "error: standard input:1: this is not UTF-8 text\n");
    let empty = call_with(b"", &["odds", "-"]);
    assert_eq!(empty.code, Some(2));
    assert!(empty.err.contains("known rulesets: "), "{}", empty.err);
    let large = call_with(&vec![b'#'; (16 << 20) + 1], &["check", "-"]);
    assert_eq!(large.code, Some(2));
    assert_eq!(large.err, "error: standard input: larger than 16 MiB\n");
}

#[test]
fn flags_that_make_no_sense() {
    refused(&["new", "olimpia"], "did you mean `olympia`?");
    refused(&["new", "chess"], "known rulesets: ");
    refused(&["odds", DUEL, "--trials", "0"], "0 trials; allowed are 1 to");
    refused(&["odds", DUEL, "--trials", "some"], "write a whole number");
    refused(&["odds", DUEL, "--trials", "1e15"], "allowed are 1 to");
    refused(&["odds", DUEL, "--error", "0"], "above 0 and below 50%");
    refused(&["odds", DUEL, "--error", "0.1%", "--trials", "9"], "cannot be used with");
    refused(&["odds", DUEL, "--error", "1e-9"], "would take");
    refused(&["odds", DUEL, "--threads", "0"], "1 to 1024");
    refused(&["odds", DUEL, "--seed", "9007199254740992"], "9007199254740991");
    refused(&["run", DUEL, "--seed", "-1"], "a seed is a whole number");
    refused(&["run", DUEL, "--trial", "x"], "--trial");
    refused(&["run", DUEL, "--log", "some"], "phases");
    refused(&["odds", DUEL, "--exact", "--trials", "9"], "cannot be used with");
    refused(&["odds", DUEL, "--range", "5..5"], "write two trials as 0..1000000");
    refused(&["odds", DUEL, "--range", "0..1e13"], "at most 2^40 trials");
    refused(&["odds", DUEL, "--budget", "9", "--error", "1%"], "cannot be used with");
    refused(&["odds", DUEL, "--budget", "few"], "write a whole number");
    refused(&["odds", DUEL, "--tally", "x.json"], "--tally needs --range or --trials");
    refused(&["odds", DUEL, "--at-least", "atacks=3"], "did you mean `attacks`?");
    refused(&["odds", DUEL, "--at-most", "attacks"], "write measure=value");
    refused(&["odds", DUEL, "--show", "mana"], "its measures are attacks, ");
    refused(&["odds", DUEL, "--show", "attacks", "--json"], "cannot be used with");
    refused(&["odds", DUEL, "--csv", "al"], "no measure `al`");
    refused(&["run", DUEL, "--find", "atacker"], "did you mean `attacker`?");
    refused(&["run", DUEL, "--find", "attacks"], "such as `attacks >= 1`");
    refused(&["run", DUEL, "--find", "attacks >= few"], "`few` is not a whole number");
    refused(&["run", DUEL, "--tries", "0.5"], "write a whole number");
    refused(&["run", DUEL, "--luck", "--trials", "0"], "allowed are 1 to 1,099,511,627,776");
    refused(&["run", DUEL, "--trials", "50"], "--luck");
    refused(&["run", DUEL, "--dice", "t.txt", "--seed", "3"], "cannot be used with");
    refused(&["run", DUEL, "--dice", "missing.txt"], "missing.txt: there is no such file");
    refused(&["replay", "missing.json"], "missing.json: there is no such file");
    refused(&["merge"], "FILE");
    refused(&["fight", DUEL], "fight");
}

#[test]
fn nothing_is_written() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("out");
    let out = out.to_str().unwrap();
    refused(&["run", WRONG, "--out-dir", out], "unknown key");
    refused(&["run", TOWER, "--set", "seed=-1", "--out-dir", out], "seed is -1");
    refused(&["run", "missing.toml", "--out-dir", out], "no such file");
    assert!(std::fs::read_dir(dir.path()).unwrap().next().is_none());
}
