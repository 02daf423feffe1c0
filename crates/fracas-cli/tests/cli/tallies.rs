//! Ranges of trials that are put together again.

use std::fs;

use crate::{DUEL, TOWER, call, json};

#[test]
fn parts_are_the_whole_to_the_bit() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let [a, b, whole] = ["a.json", "b.json", "whole.json"].map(path);
    for (range, file) in [("300..1000", &a), ("0..300", &b)] {
        let part = call(&["odds", TOWER, "--range", range, "--tally", file, "--json"]);
        assert_eq!((part.code, part.err), (Some(0), format!("wrote {file}\n")));
    }
    let merged = call(&["merge", &a, &b, "--json", "--tally", &whole]);
    assert_eq!((merged.code, merged.err), (Some(0), format!("wrote {whole}\n")));
    let mut merged: serde_json::Value = serde_json::from_str(&merged.out).unwrap();
    let asked = path("asked.json");
    let once = call(&["odds", TOWER, "--trials", "1000", "--tally", &asked, "--json"]);
    let once: serde_json::Value = serde_json::from_str(&once.out).unwrap();
    assert_eq!(merged["why"], "2 tallies merged");
    merged["why"] = once["why"].clone();
    assert_eq!(merged, once);
    assert_eq!(fs::read_to_string(whole).unwrap(), fs::read_to_string(asked).unwrap());
    let told = call(&["merge", &a, &b, "--by-outcome"]).out;
    let by_outcome = call(&["odds", TOWER, "--trials", "1000", "--by-outcome"]).out;
    let table = by_outcome.split("\n\n").find(|part| part.contains("mean when it ends so"));
    assert!(table.is_some_and(|table| told.contains(table.trim_end())), "{told}\n{by_outcome}");
}

#[test]
fn conditions_are_merged_with_the_rest() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let [a, b, plain] = ["a.json", "b.json", "plain.json"].map(path);
    let that = ["--that", "attacker and attacker lost <= 12", "--that", "attacks > 60"];
    for (range, file, that) in
        [("300..1000", &a, &that[..]), ("0..300", &b, &that[..]), ("1000..1064", &plain, &[])]
    {
        let args = ["odds", TOWER, "--range", range, "--tally", file];
        assert_eq!(call(&[&args[..], that].concat()).code, Some(0));
    }
    let merged = json(&["merge", &a, &b, "--json"]);
    let once = json(&[&["odds", TOWER, "--trials", "1000", "--json"], &that[..]].concat());
    assert_eq!((&merged["that"], &merged["by_outcome"]), (&once["that"], &once["by_outcome"]));
    assert_eq!(once["that"][0]["condition"], that[1]);
    let page = call(&["merge", &a, &b]).out;
    assert!(page.contains("attacker and attacker lost <= 12"), "{page}");
    let refused = call(&["merge", &a, &plain]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("the tallies count different conditions"), "{}", refused.err);
}

#[test]
fn a_range_is_told_like_any_odds() {
    let part = json(&["odds", TOWER, "--range", "300..1000", "--json"]);
    assert_eq!(
        (&part["trials"], &part["why"]),
        (&700.into(), &"asked for trials 300 to 999".into())
    );
    assert!(part["outcomes"]["attacker"]["example"].as_u64().unwrap() >= 300);
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let [a, same, other, more, seed] = ["a", "same", "other", "more", "seed"].map(path);
    let tally = |args: &[&str], range: &str, file: &str| {
        let call = call(&[&["odds"], args, &["--range", range, "--tally", file]].concat());
        assert_eq!(call.code, Some(0), "{}", call.err);
    };
    tally(&[TOWER], "0..64", &a);
    tally(&[TOWER], "32..96", &same);
    tally(&[DUEL, "--seed", "7"], "64..128", &other);
    tally(&[TOWER, "--set", "attacker.stack[0].men.soldier=15"], "64..128", &more);
    tally(&[TOWER, "--seed", "8"], "64..128", &seed);
    let whole = path("whole");
    let refused = |file: &str, reason: &str| {
        let call = call(&["merge", &a, file, "--tally", &whole]);
        assert_eq!((call.code, call.out.as_str()), (Some(2), ""));
        assert!(call.err.starts_with(&format!("error: {file}: ")), "{}", call.err);
        assert!(call.err.contains(reason), "{}", call.err);
    };
    refused(&same, "both tallies count trials 32 to 63");
    refused(&other, "they are of different battles");
    refused(&more, "the tallies are of different scenarios");
    refused(&seed, "one tally is of seed 7, the other of seed 8");
    refused(TOWER, "this is no tally");
    assert!(!std::path::Path::new(&whole).exists());
}
