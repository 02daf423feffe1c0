//! Chapter 7: what is told.

use fracas_andor::Andor;
use fracas_core::capability::{Detail, Tell};
use fracas_core::ruleset::Ruleset;

use crate::common::fight;

#[test]
fn a_78_one_line_per_action() {
    let text = "[player]\nlevel = 1\nxp = 50\nbase = { attack_cost = 5, damage = '1-2', attack_chance = 90 }\n[[monster]]\nname = 'rat'\nhp = 2\nattack_chance = 90\ndamage = 3\nxp = 9\nloot = [{ item = 'gold', qty = 2 }]\n";
    let told = fight(
        text,
        "hit 76/100, hit 1/100, damage 1/2, hit 1/100, damage 1/1, hit 75/100, damage 2/2, drop 1/100, quantity 1/1",
    );
    let mut lines = vec![Andor.opening(&told.battle)];
    lines.extend(
        told.events.iter().filter_map(|event| Andor.tell(&told.battle, event, Detail::All)),
    );
    lines.push(Andor.closing(&told.battle, &told.fought.state));
    insta::assert_snapshot!(lines.join("\n"), @r"
    Hero, level 1: 25 of 25 hit points, 10 action points, attack chance 90, damage 1-2, block 0
    against rat (2 hit points)

    Turn 1: 25 hit points, 10 action points
      Hero at rat (75%), d100 = 76: miss
      Hero at rat (75%), d100 = 1: hit for 1, 1 left
    The monsters' turn
      rat at Hero (75%), d100 = 1: hit for 3, 22 left
    Turn 2: 22 hit points, 10 action points
      Hero at rat (75%), d100 = 75: hit for 2, 0 left
    rat dies
    found 2 gold
    Hero wins after 2 turns, 22 of 25 hit points left.
    Experience +9, gold +2.
    A level-up is pending: `level_up` says what it is spent on.

    Damage by source
      Hero: 3 by hits of rat
      rat: 2 by hits of Hero
    ");
    let few =
        told.events.iter().filter_map(|event| Andor.tell(&told.battle, event, Detail::Phases));
    assert_eq!(few.collect::<Vec<_>>(), ["rat dies", "found 2 gold"]);
    assert!(
        told.events.iter().all(|event| Andor.tell(&told.battle, event, Detail::None).is_none())
    );
}

#[test]
fn facts_account_for_all_damage() {
    let text = "profile = 'current'\n[player]\nbase = { attack_cost = 10, attack_chance = 90, damage = 3 }\n\
        [condition.rot]\nname = 'Rot'\nroundEffect = { increaseCurrentHP = -2 }\n\
        [[monster]]\nname = 'rat'\nhp = 3\nattack_chance = 90\ndamage = 1\nhit_effect = { conditionsTarget = [{ condition = 'rot', magnitude = 1, duration = 2, chance = '100' }] }\n";
    let told = fight(
        text,
        "hit 100/100, hit 1/100, damage 1/1, takes hold 1/100, condition 1/1, hit 1/100, damage 1/1, condition 1/1",
    );
    let facts = Andor::facts(&told.battle, &told.fought.state);
    let damage = &facts.iter().find(|(key, _)| *key == "damage").unwrap().1;
    let sum = |hurt: &str, cause: &str| {
        let rows = damage.as_array().unwrap().iter();
        rows.filter(|row| row["hurt"] == hurt && row["cause"] == cause)
            .map(|row| row["damage"].as_i64().unwrap())
            .sum::<i64>()
    };
    assert_eq!((sum("Hero", "rot"), sum("Hero", "hit"), sum("rat", "hit")), (4, 1, 3));
    assert!(Andor.closing(&told.battle, &told.fought.state).contains("Hero: 4 by Rot"));
}
