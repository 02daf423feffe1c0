//! The first screen of `odds`: the whole answer on 24 lines, at any width.

use std::fs;

use serde_json::Value;
use unicode_width::UnicodeWidthStr;

use crate::{Call, DUEL, answer, call_with, fracas};

/// The examples of all rulesets.
fn examples() -> Vec<String> {
    let mut files = Vec::new();
    for ruleset in ["andor", "battlescape", "mfd", "mission", "olympia"] {
        for entry in fs::read_dir(format!("../../examples/{ruleset}")).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|end| end == "toml") {
                files.push(path.to_string_lossy().into_owned());
            }
        }
    }
    files.sort();
    files
}

fn shown(file: &str, columns: &str, more: &[&str]) -> String {
    let args = [&["odds", file, "--trials", "64"], more].concat();
    let call: Call = fracas(&args).env("COLUMNS", columns).output().unwrap().into();
    assert_eq!(call.code, Some(0), "{}", call.err);
    call.out
}

#[test]
fn every_example_fits_the_first_screen() {
    for file in examples() {
        for columns in ["80", "160"] {
            let text = shown(&file, columns, &[]);
            assert!(text.lines().count() <= 24, "{file} at {columns}:\n{text}");
            let most: usize = columns.parse().unwrap();
            for line in text.lines().filter(|line| !line.contains("fracas run")) {
                assert!(line.width() <= most, "{file} at {columns}: {line}");
            }
        }
        // Narrow ones take more lines, but no line more than there is.
        for line in shown(&file, "60", &[]).lines().filter(|line| !line.contains("fracas run")) {
            assert!(line.width() <= 60, "{file} at 60: {line}");
        }
    }
}

/// Many sides, endings and battles, so that all numbers are long: with the
/// prompt of the shell it is 24 lines, none of them too wide.
#[test]
fn long_numbers_fit_the_first_screen() {
    for name in ["fifty-against-fifty", "clan-against-raiders"] {
        let dir = format!("{}/../..", env!("CARGO_MANIFEST_DIR"));
        let file = format!("examples/mfd/{name}.toml");
        let mut asked = fracas(&["odds", &file, "--seed", "123456", "--trials", "5000"]);
        let call: Call = asked.current_dir(dir).env("COLUMNS", "80").output().unwrap().into();
        assert_eq!(call.code, Some(0), "{}", call.err);
        assert!(call.out.lines().count() <= 23, "{}", call.out);
        for line in call.out.lines() {
            assert!(line.width() <= 80, "{line}\n{}", call.out);
        }
    }
}

#[test]
fn the_answer_comes_first_and_in_words() {
    let text = answer(&["odds", DUEL]);
    let second = text.lines().nth(1).unwrap();
    assert!(second.contains(" wins in ") && second.ends_with('.'), "{text}");
    assert!(!text.contains("situation"), "{text}");
    // Whoever wants to know more is told all.
    let all = answer(&["odds", DUEL, "--all"]);
    assert!(all.contains("situation") && all.contains("standard deviation"), "{all}");
}

#[test]
fn what_is_left_out_is_counted() {
    let hq = "../../examples/mission/hq.toml";
    let text = shown(hq, "80", &[]);
    assert!(text.contains("of unit, ") && text.contains("see --all"), "{text}");
    let all = shown(hq, "80", &["--all"]);
    for unit in ["ace-1", "veteran-18", "2/soldier-14", "soldier-20"] {
        assert!(all.contains(unit), "{unit}: {all}");
    }
    // Each battle of a chain has its own odds, before anybody's fate.
    assert!(text.find("2/outpost") < text.find("  unit "), "{text}");
}

/// A sample has seen so many battles, and no more.
#[test]
fn a_sample_does_not_say_never_or_always() {
    for file in examples() {
        for more in [&[][..], &["--all"]] {
            let text = shown(&file, "80", more);
            for word in [" 100 %", " 0 %", " 100.0 %", " 0.0 %", "every battle", "no battle"] {
                assert!(!text.contains(word), "{file} says {word}:\n{text}");
            }
        }
    }
}

#[test]
fn a_campaign_names_its_site() {
    let campaign = "../../examples/mission/campaign.toml";
    let text = shown(campaign, "80", &[]);
    assert!(text.starts_with("Dawn patrol: A hideout by the river"), "{text}");
    let json: Value = serde_json::from_str(&shown(campaign, "80", &["--json"])).unwrap();
    assert_eq!(json["part"], "A hideout by the river");
    let plan = answer(&["plan", campaign, "--site", "safehouse"]);
    assert!(plan.starts_with("Dawn patrol: A safehouse uptown"), "{plan}");
    assert_eq!(crate::json(&["plan", campaign, "--json"])["site"], "hideout");
}

/// `-m` goes with a scenario that is piped in, too.
#[test]
fn a_piped_scenario_takes_switches() {
    let bridge = fs::read("../../examples/mfd/bridge.toml").unwrap();
    let call = call_with(&bridge, &["odds", "-m", "1", "--json"]);
    assert_eq!(call.code, Some(0), "{}", call.err);
    let odds: Value = serde_json::from_str(&call.out).unwrap();
    assert_eq!(odds["measures"]["rounds"]["max"], 1);
}
