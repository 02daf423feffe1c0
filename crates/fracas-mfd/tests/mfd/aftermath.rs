//! The aftermath as a scenario (F-78).

use fracas_core::capability::Export;
use fracas_core::chance::{Purpose, Rolled};
use fracas_core::odds::fight_loud;
use fracas_core::ruleset::Ruleset;
use fracas_mfd::Mfd;
use fracas_mfd::rate::Rate;
use fracas_testing::made_up;

use crate::common::*;

/// F-78: keys kept, the dead left out, rounds lowered, what is done dropped.
#[test]
fn f_78_the_scenario_that_is_left() {
    let text = "name = 'Bridge'\nseed = 7\nmax_rounds = 1\nreport = true\nconstants.exhaustion = 0.05
        heroes.fighters = [
            { name = 'A', xp = 3000, bonus_xp = -5, bonus_to_hit = 0.05, aoe = 2, bodyguard_for = 'B',
              buffs = [{ name = 'Say \"x\"', who = ['A', 'B'], offense = 0.1, defense = -0.02 }] },
            { name = 'B', xp = 1, linked_to = 'A' } ]
        heroes.reinforcements = [
            { round = 3, fighters = [{ name = 'C', xp = 1000, bonus_hp = 1 }] }, { round = 1, fighters = [{ name = 'D', xp = 1 }] } ]
        heroes.healing = [{ round = 1, hp = 1 }, { round = 2, who = ['B', 'D'], hp = 1 }, { round = 4, who = ['D'], to_defend = 0.1, up_to = 9 }]
        heroes.retreat = { below = 0.5, falls = ['C', 'D'] }
        villains.fighters = [{ name = 'Z', xp = 9000 }]";
    let told = fight(
        battle(text),
        "target 3/3, hits 0/3, blocks 0/9, hits 3/3, blocks 0/9, hits 0/1, blocks 0/9, hits 0/1, blocks 0/9, hits 4/9, blocks 0/1",
    );
    assert_eq!(told.dead(), ["D", "Z"]);
    insta::assert_snapshot!("aftermath", told.aftermath());
    let (again, out) = read_with(&told.aftermath().replacen("ruleset = \"mfd\"\n", "", 1), &[]);
    assert!(again.is_none());
    assert_eq!(out.iter().map(|found| found.code).collect::<Vec<_>>(), [Some("E-6")]);
}

/// F-37, F-64, F-24: exhaustion takes the own bonus no lower than files can
/// carry.
#[test]
fn f_37_f_64_nobody_is_more_tired_than_files_can_say() {
    let text = "max_rounds = 2
        constants = { exhaustion = 60, base_to_defend = 100 }
        heroes.fighters = [{ name = 'A', xp = 2000 }]
        villains.fighters = [{ name = 'Z', xp = 2000, bonus_to_defend = -100 }]";
    let round = |dice: u32| format!("hits 0/2, hits 0/2, blocks 0/{dice},");
    let told = fight(battle(text), &format!("{} {}", round(200), round(80)));
    let left = battle(&told.aftermath());
    let bonus = |name: &str| left.fighters[place(&left, name)].row.bonus_to_defend;
    assert_eq!((bonus("A"), bonus("Z")), (Rate(-100_000_000), Rate(-100_000_000)));
}

/// F-78: in compat the cells follow C-8, and `compat` is kept.
#[test]
fn f_78_c_8_in_compat() {
    let told = fight(
        battle(
            "compat = 'fight.rkt'\nmax_rounds = 1
             heroes.fighters = [{ name = 'A', xp = 1, bonus_hp = 1 }]
             villains.fighters = [{ name = 'Z', xp = 1 }]",
        ),
        "hits 0/1, blocks 0/1, hits 1/1, blocks 0/1",
    );
    let left = told.aftermath();
    assert!(left.contains("compat = \"fight.rkt\""));
    assert!(
        left.contains("name = \"A\"\nxp = 1\nbonus_hp = 1\nbonus_to_defend = -0.1\n"),
        "{left}"
    );
}

/// F-78, F-64: whatever happens, the aftermath and the final files read back,
/// unless a side is gone (E-6), and can be fought again, up to six times.
#[test]
fn f_78_f_64_chains_of_aftermaths_read_back() {
    let mut dice = Rolled::new(78, 0, Purpose::Setup);
    let mut again = 0;
    for number in 0..400 {
        let mut text = made_up::mfd::scenario(&mut dice);
        for link in 0..6 {
            let (battle, out) = read_with(&text, &[]);
            let Some(battle) = battle else {
                let gone = text.contains("fighters = []");
                let only_that = out
                    .iter()
                    .filter(|found| found.severity == fracas_core::document::Severity::Error)
                    .all(|found| found.code == Some("E-6"));
                assert!(link > 0 && gone && only_that, "{text}\n{}", out.render(false));
                break;
            };
            let mut rolled = Rolled::new(number, link, Purpose::Battle);
            let fought = fight_loud::<Mfd>(&battle, &mut rolled, &mut |_| {}).expect("rolled");
            let files = Mfd.texts(&battle, &fought.state);
            text = Mfd::aftermath(&battle, &fought.state, &mut rolled);
            if !text.contains("fighters = []") {
                let constants = text.split_once("[constants]\n").map_or("", |(_, rest)| rest);
                let constants = constants.split("\n\n").next().unwrap_or_default();
                let keys = constants.replace("\n", "\nconstants.");
                let keys = if keys.is_empty() { keys } else { format!("constants.{keys}") };
                let compat = if text.contains("compat") { "compat = 'fight.rkt'\n" } else { "" };
                csv_battle(&files[0], &files[1], &format!("{compat}{keys}"));
            }
            again += u64::from(link > 0);
        }
    }
    assert!(again > 200, "only {again} battles were fought from an aftermath");
}
