//! Chapter 10: reports and the log.

use crate::common::fight;
use crate::golden::{g1, g2};
use fracas_core::capability::{Detail, Tell};
use fracas_core::ruleset::Ruleset;
use fracas_mission::Mission;

fn log(told: &crate::common::Told, detail: Detail) -> String {
    let lines = told.events.iter().filter_map(|event| Mission.tell(&told.battle, event, detail));
    lines.collect::<Vec<_>>().join("\n")
}

/// M-82: one line per attack, one per round, one closing line.
#[test]
fn the_log() {
    let told = g2();
    insta::assert_snapshot!(log(&told, Detail::All));
    assert_eq!(log(&told, Detail::All).lines().count(), 10 + 3 + 1);
    // Turning points: the fallen, the rounds, the end.
    assert_eq!(log(&told, Detail::Phases).lines().count(), 2 + 3 + 1);
    assert_eq!(log(&told, Detail::None), "");
}

/// M-82: a side without any skill at the start has no percentage.
#[test]
fn no_percentage_of_nothing() {
    let raid = "[[agent]]\nid = \"a\"\nskill = 0\n[[enemy]]\nid = \"e\"\nskill = 9\nhp = 9\nweapon = [40, 40]\n";
    let told = fight(raid, "1, 1/40 of 40-40");
    assert!(log(&told, Detail::All).contains("agents 0 living, skill 0 (-), hp 0"));
}

/// M-77, M-78, M-79, M-80: the mission site report.
#[test]
fn the_site_report() {
    insta::assert_snapshot!(format!("{}\n{}", g1().closing(), g2().closing()));
    let report = g2().fact("report");
    assert_eq!(report["agents"]["wounded"], 2);
    assert_eq!(report["enemies"]["fallen"], 2);
    assert_eq!((&report["damage_inflicted"], &report["damage_taken"]), (&50.into(), &28.into()));
    // a1 gained 10, a2 gained 10.
    assert_eq!(report["exhaustion_gained"], 10.0);
}

/// M-79: wounded means less than at the start of this battle; overkill does
/// not count; M-80: the round and the killer of the terminated.
#[test]
fn who_fell_and_by_whom() {
    let raid = "agent = [{ id = \"a\", wounds = 5 }, { id = \"b\", hp = 5, skill = 60 }, { id = \"c\" }]\n\
                [[enemy]]\nid = \"e\"\nskill = 100\nhp = 10\nweapon = [40, 40]\n";
    let told = fight(raid, "1, 1, 1, 10000/40 of 40-40, 10000/10 of 5-15");
    let report = told.fact("report");
    assert_eq!(report["agents"]["unscathed"], 2);
    assert_eq!((&report["agents"]["wounded"], &report["agents"]["fallen"]), (&0.into(), &1.into()));
    assert_eq!(report["damage_taken"], 5);
    assert_eq!(report["squad"][1]["fell"], serde_json::json!([1, "e"]));
    // a: 2 + 10, c: 1 + 10.
    assert_eq!(report["exhaustion_gained"], 11.5);
    assert!(told.closing().contains("b: terminated in round 1 by e"));
}

/// What opens a report.
#[test]
fn the_opening() {
    let template = crate::common::battle(Mission::template());
    insta::assert_snapshot!(Mission.opening(&template));
}
