//! The aftermath as a scenario (F-78).

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
