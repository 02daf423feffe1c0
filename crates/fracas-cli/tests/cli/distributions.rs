//! How likely a measure is to reach a value, and how it is spread.

use serde_json::Value;

use crate::{DUEL, TOWER, answer, json};

fn counts(csv: &str) -> Vec<(i64, u64, f64)> {
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("measure,value,count,probability"));
    let line = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        (cells[1].parse().unwrap(), cells[2].parse().unwrap_or(0), cells[3].parse().unwrap())
    };
    lines.map(line).collect()
}

#[test]
fn thresholds_are_the_sums_of_the_distribution() {
    let flags = ["odds", TOWER, "--trials", "2000"];
    let asked = ["--json", "--at-least", "attacker_lost=16", "--at-most", "attacker_lost=15"];
    let odds = json(&[&flags[..], &asked[..]].concat());
    let csv = answer(&[&flags[..], &["--csv", "attacker_lost"]].concat());
    let above =
        counts(&csv).iter().filter(|(value, ..)| *value >= 16).map(|(_, n, _)| n).sum::<u64>();
    let (at_least, at_most) = (&odds["at_least"][0], &odds["at_most"][0]);
    let p = |threshold: &Value, key: &str| threshold[key].as_f64().unwrap();
    assert!((p(at_least, "p") - above as f64 / 2000.0).abs() < 1e-9);
    assert!((p(at_least, "p") + p(at_most, "p") - 1.0).abs() < 1e-9);
    assert!(p(at_least, "low") < p(at_least, "p") && p(at_least, "p") < p(at_least, "high"));
    assert!((p(at_least, "low") + p(at_most, "high") - 1.0).abs() < 1e-9);
    let plain = json(&[&flags[..], &["--json"]].concat());
    assert!(plain.get("at_least").is_none() && plain.get("at_most").is_none());
}

/// Five battles have never seen many a value, which is no proof of anything.
#[test]
fn a_histogram_of_few_battles_says_never_of_nothing() {
    let tower = "../../examples/olympia/last-tower.toml";
    let drawn = answer(&["odds", tower, "--trials", "5", "--show", "defender_lost"]);
    assert!(drawn.contains("  <52.2 %\n"), "{drawn}");
    for line in drawn.lines() {
        assert!(!line.contains(" 0.0 %") && !line.contains("100.0 %"), "{drawn}");
    }
}

#[test]
fn exact_thresholds_are_exact() {
    let odds = json(&["odds", DUEL, "--json", "--at-least", "noble.Feasel.hit=1"]);
    let hit = &odds["at_least"][0];
    assert_eq!((&hit["p"], &hit["p"]), (&hit["low"], &hit["high"]));
    assert_eq!(hit["p"], odds["measures"]["noble.Feasel.hit"]["mean"]);
}

#[test]
fn csv_has_every_battle() {
    let all = answer(&["odds", TOWER, "--trials", "500", "--csv", "all"]);
    let mut of_measure = std::collections::BTreeMap::new();
    for line in all.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        *of_measure.entry(cells[0].to_owned()).or_insert(0) += cells[2].parse::<u64>().unwrap();
    }
    let measures = json(&["odds", TOWER, "--trials", "500", "--json"]);
    assert_eq!(of_measure.len(), measures["measures"].as_object().unwrap().len());
    assert!(of_measure.values().all(|count| *count == 500));

    let exact = counts(&answer(&["odds", DUEL, "--exact", "--csv", "noble.Feasel.health"]));
    let whole: f64 = exact.iter().map(|(_, _, p)| p).sum();
    assert!((whole - 1.0).abs() < 1e-12 && exact.iter().all(|(_, count, _)| *count == 0));
}

#[test]
fn histograms_keep_to_the_page() {
    for measure in ["attacks", "structure_damage", "noble.Feasel.killed", "attacker_lost.archer"] {
        let shown = answer(&["odds", TOWER, "--trials", "3000", "--show", measure]);
        assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
        assert!(shown.contains("half ") && shown.contains("mean "), "{shown}");
    }
}
