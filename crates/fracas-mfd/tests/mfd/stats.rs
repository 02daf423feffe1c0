//! Stats (F-26..F-37), T-1 to T-13.

use fracas_core::capability::{Inspect, Tell};
use fracas_core::ruleset::Ruleset;
use fracas_mfd::Mfd;

use crate::common::*;

fn one(keys: &str) -> fracas_mfd::battle::Battle {
    battle(&format!(
        "heroes.fighters = [{{ name = 'A', {keys} }}]\nvillains.fighters = [{{ name = 'Z', xp = 1 }}]"
    ))
}

/// T-1 to T-3: the seed's party. X-2: dice from the raw 1.26. X-10: Tom has
/// 45%, not 54%. X-11: AOE 1 for all. X-12: slips without a rule. X-14: ToHit
/// is per die.
#[test]
fn t_1_to_t_3_x_2_x_10_x_11_x_12_x_14_the_seeds_party() {
    let battle = csv_battle(&seed_party(), &rook(), "");
    assert_eq!(stats(&battle, "Dragon"), "HP 1, 99%/42%, dice 19/15, AOE 1, XP 14500");
    assert_eq!(stats(&battle, "Summoner"), "HP 3, 61%/44%, dice 5/5, AOE 1, XP 4800");
    assert_eq!(stats(&battle, "Tom"), "HP 2, 57%/45%, dice 8/8, AOE 1, XP 7001");
    assert_eq!(battle.fighters[0].base_dice, 15);
}

/// T-4: exhaustion (F-30, F-37); ToHit never tires.
#[test]
fn t_4_f_30_f_37_the_second_round() {
    let battle = csv_battle(&seed_party(), &rook(), "");
    let start = Mfd::start(&battle);
    for (name, expected) in [
        ("Dragon", "HP 1, 99%/32%, dice 19/15, AOE 1, XP 14500"),
        ("Summoner", "HP 3, 61%/34%, dice 5/5, AOE 1, XP 4800"),
        ("Tom", "HP 2, 57%/35%, dice 8/8, AOE 1, XP 7001"),
    ] {
        assert_eq!(stats_at(&battle, start, name, 2), expected);
    }
}

/// T-5: a buff ends with its giver (F-32).
#[test]
fn t_5_f_32_a_buff_ends_with_its_giver() {
    let battle = csv_battle(&seed_party(), &rook(), "");
    let mut state = Mfd::start(&battle).clone();
    state.fallen.push(place(&battle, "Tom") as u32);
    state.remove_fallen(&battle);
    let expected = "HP 3, 51%/22%, dice 5/5, AOE 1, XP 4800";
    assert_eq!(stats_at(&battle, &state, "Summoner", 2), expected);
}

/// F-26, F-28: dice from XP, HP from BonusHP.
#[test]
fn t_6_f_26_f_28_dice_and_hp() {
    for (keys, expected) in [
        ("xp = 1", "HP 2, 30%/30%, dice 1/1, AOE 1, XP 1"),
        ("xp = 1000", "HP 2, 30%/30%, dice 1/1, AOE 1, XP 1000"),
        ("xp = 1001, bonus_hp = -1", "HP 1, 30%/30%, dice 2/2, AOE 1, XP 1001"),
        ("xp = 999, bonus_xp = 2, bonus_hp = 3", "HP 5, 30%/30%, dice 2/2, AOE 1, XP 1001"),
    ] {
        assert_eq!(stats(&one(keys), "A"), expected);
    }
}

/// T-7 to T-10: limits (F-35) and bonus dice (F-34), without float noise (F-12).
#[test]
fn t_7_to_t_10_f_12_f_34_f_35_limits_and_bonus_dice() {
    for (keys, expected) in [
        ("xp = 10000, bonus_to_hit = 0.69", "99%/30%, dice 10/10"),
        ("xp = 10000, bonus_to_hit = 0.7", "99%/30%, dice 10/10"),
        ("xp = 10000, bonus_to_hit = 0.71", "99%/30%, dice 11/10"),
        ("xp = 10000, bonus_to_hit = -0.25", "5%/30%, dice 10/10"),
        ("xp = 10000, bonus_to_hit = -0.3", "5%/30%, dice 10/10"),
        ("xp = 10000, bonus_to_hit = -2", "5%/30%, dice 10/10"),
        ("xp = 10000, bonus_to_defend = -0.3", "30%/0%, dice 10/10"),
        ("xp = 10000, bonus_to_defend = -2", "30%/0%, dice 10/10"),
        ("xp = 5000, bonus_to_hit = 1.1", "99%/30%, dice 7/5"),
        ("xp = 50000, bonus_to_hit = 0.8", "99%/30%, dice 55/50"),
    ] {
        let found = stats(&one(keys), "A");
        assert!(found.contains(expected), "{keys}: {found}");
    }
}

/// T-11, X-3: exhaustion lowers the raw value (F-36).
#[test]
fn t_11_x_3_f_36_exhaustion_lowers_the_raw_value() {
    let battle = one("xp = 10000, bonus_to_defend = 1.0");
    for (round, expected) in (1..).zip([
        "30%/90%, dice 10/13",
        "30%/90%, dice 10/12",
        "30%/90%, dice 10/11",
        "30%/90%, dice 10/10",
        "30%/90%, dice 10/10",
        "30%/80%, dice 10/10",
    ]) {
        let found = stats_at(&battle, Mfd::start(&battle), "A", round);
        assert!(found.contains(expected), "round {round}: {found}");
    }
}

/// F-29, F-31, F-33: all buffs add up, also of one name, also negative ones.
#[test]
fn f_29_f_31_f_33_buffs_add_up() {
    let battle = battle(
        "heroes.fighters = [
            { name = 'A', xp = 1000, bonus_to_hit = 0.05, buffs = [
                { name = 'Song', who = ['B', 'A'], offense = 0.1, defense = 0.02 },
                { name = 'Song', who = ['B'], offense = 0.1, defense = -0.05 } ] },
            { name = 'B', xp = 1000, buffs = [{ name = 'Song', who = ['B'], offense = -0.03 }] },
         ]
         villains.fighters = [{ name = 'Z', xp = 1 }]",
    );
    assert!(stats(&battle, "A").contains("45%/32%"));
    assert!(stats(&battle, "B").contains("47%/27%"));
}

/// F-19, F-22: the giver gets a buff only if named, and a name counts once.
#[test]
fn f_19_f_22_who_gets_a_buff() {
    let battle = battle(
        "heroes.fighters = [
            { name = 'A', xp = 1000, buffs = [{ name = 'X', who = ['B', 'B', 'B'], offense = 0.1 }] },
            { name = 'B', xp = 1000 },
         ]
         villains.fighters = [{ name = 'Z', xp = 1 }]",
    );
    assert!(stats(&battle, "A").contains("30%/30%"));
    assert!(stats(&battle, "B").contains("40%/30%"));
}

/// F-80: constants of a scenario's own.
#[test]
fn f_80_constants() {
    let battle = battle(
        "constants = { base_hp = 5, base_aoe = 3, base_to_hit = 0.5, base_to_defend = 0.4, min_to_hit = 0.2,
            max_to_hit = 0.6, min_to_defend = 0.1, max_to_defend = 0.35, exhaustion = 0.05, xp_per_die = 100 }
         heroes.fighters = [
            { name = 'A', xp = 1000 },
            { name = 'B', xp = 1000, bonus_to_hit = -1, bonus_to_defend = -1, aoe = 0 },
         ]
         villains.fighters = [{ name = 'Z', xp = 1 }]",
    );
    assert_eq!(stats(&battle, "A"), "HP 5, 50%/35%, dice 10/10, AOE 3, XP 1000");
    assert_eq!(stats(&battle, "B"), "HP 5, 20%/10%, dice 10/10, AOE 1, XP 1000");
    let start = Mfd::start(&battle);
    assert!(stats_at(&battle, start, "A", 3).contains("50%/30%"));
    assert!(Mfd.opening(&battle).contains("Constants of its own: base_hp = 5, base_aoe = 3,"));
    assert!(Mfd.opening(&battle).contains("assume the same when they are fed back"));
}

/// The table of `inspect` holds these stats.
#[test]
fn inspect_shows_the_derived_stats() {
    let battle = csv_battle(&seed_party(), &rook(), "");
    let tables = Mfd.inspect(&battle);
    let rows = tables[0].to_json();
    assert_eq!(rows[0]["name"], "Dragon");
    assert_eq!(rows[0]["raw_hit_percent"], 126.0);
    assert_eq!(rows[0]["hit_percent"], 99.0);
    assert_eq!(rows[0]["offense"], 19);
    assert_eq!(rows[2]["guards"], "Summoner");
    // T-17 is one attack of the table: 6 dice at 36% against 5 at 33%.
    assert_eq!(tables[1].title, "one attack of the heroes");
    assert_eq!(Mfd.checked(&battle), [tables[0].clone()]);
}
