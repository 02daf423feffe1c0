//! The sample sides of the original program, where their folder is there.

use std::path::PathBuf;

use fracas_core::chance::{Purpose, Rolled};
use fracas_core::odds::{Effort, fight_loud, sample};
use fracas_mfd::Mfd;
use fracas_mfd::battle::SideId;

use crate::common::*;

/// A sample file; none, with a message, where the folder is missing.
fn file(name: &str) -> Option<String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/mfd");
    let text = std::fs::read_to_string(folder.join(name)).ok();
    if text.is_none() {
        eprintln!("skipped: the sample sides are not there");
    }
    text
}

/// T-12, T-13: stats of the test sides.
#[test]
fn t_12_t_13_test_sides() {
    let (Some(heroes), Some(villains)) = (file("test-heroes.csv"), file("test-villains.csv"))
    else {
        return;
    };
    let battle = csv_battle(&heroes, &villains, "");
    for (name, expected) in [
        ("Naruto 01", "99%/90%, dice 24/40"),
        ("Naruto 02", "99%/90%, dice 23/39"),
        ("Ami", "36%/33%, dice 14/14"),
        ("Kei", "36%/33%, dice 6/6"),
        ("Conjura", "HP 1, 90%/80%, dice 55/55"),
        ("Mook A", "90%/70%, dice 15/15"),
        ("Summoner", "90%/70%, dice 16/16"),
    ] {
        let found = stats(&battle, name);
        assert!(found.contains(expected), "{name}: {found}");
    }
}

/// F-16, F-20: the samples load with their warnings.
#[test]
fn f_16_samples_load_with_their_warnings() {
    let (Some(heroes), Some(villains)) = (file("Heroes.csv"), file("Villains.csv")) else { return };
    let (battle, out) = read_csv(&heroes, &villains, "");
    // Six bodyguards of a Jounin who is called Jounin A or B, six links to Prime A and B.
    // Either is one sentence (F-25).
    assert_eq!(warned(&out), ["F-16"; 2]);
    let battle = battle.expect("they can be fought");
    assert_eq!(battle.sides.each_ref().map(|side| side.at_start), [27, 4]);
    let (Some(heroes), Some(villains)) = (file("test-heroes.csv"), file("test-villains.csv"))
    else {
        return;
    };
    let (_, out) = read_csv(&heroes, &villains, "");
    assert_eq!(warned(&out), ["F-16", "F-16", "F-20"]);
}

/// The samples fight, and chain: stopped after every round and fed back.
#[test]
fn f_65_samples_fight_and_chain() {
    let (Some(mut heroes), Some(mut villains)) = (file("Heroes.csv"), file("Villains.csv")) else {
        return;
    };
    let mut rounds = 0;
    loop {
        let (battle, out) = read_csv(&heroes, &villains, "max_rounds = 1");
        let battle = battle.unwrap_or_else(|| panic!("{}", out.render(false)));
        // The dead are known: fed-back files have no slips that the first had not.
        assert!(out.warnings() <= 2, "{}", out.render(false));
        let mut dice = Rolled::new(7, rounds, Purpose::Battle);
        let fought = fight_loud::<Mfd>(&battle, &mut dice, &mut |_| {}).expect("rolled dice fit");
        let told = Told { battle, fought, events: Vec::new() };
        rounds += 1;
        heroes = told.final_file(SideId::Heroes);
        villains = told.final_file(SideId::Villains);
        if told.outcome() != "undecided" {
            break;
        }
    }
    assert!(rounds < 30);
}

/// Whole battles and battles in two parts end alike. Fixed seeds.
#[test]
fn samples_have_odds() {
    let (Some(heroes), Some(villains)) = (file("Heroes.csv"), file("Villains.csv")) else { return };
    let battle = csv_battle(&heroes, &villains, "");
    let tally = sample::<Mfd>(&battle, 7, 0..2_000, &Effort { threads: 2, ..Effort::default() });
    let outcomes = tally.outcomes();
    assert_eq!(outcomes.iter().sum::<u64>(), 2_000);
    assert_eq!(outcomes[3], 0);
}
