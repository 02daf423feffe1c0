//! Matchups (F-41..F-47), T-21 to T-29, exactly.

use crate::common::*;

/// One hero of this AOE against villains given as `name` or `name>ward`.
fn lone(aoe: u32, villains: &str) -> fracas_mfd::battle::Battle {
    let villain = |text: &str| match text.split_once('>') {
        Some((name, ward)) => format!("{{ name = '{name}', xp = 1, bodyguard_for = '{ward}' }}"),
        None => format!("{{ name = '{text}', xp = 1 }}"),
    };
    let villains: Vec<String> = villains.split(' ').map(villain).collect();
    battle(&format!(
        "heroes.fighters = [{{ name = 'H', xp = 1, aoe = {aoe} }}]\nvillains.fighters = [{}]",
        villains.join(", ")
    ))
}

/// All ways as sets: defenders sorted, `A B` with their probability.
fn sets(aoe: u32, villains: &str) -> Vec<(String, f64)> {
    let mut found = std::collections::BTreeMap::new();
    for (mut defenders, p) in all_matchups(&lone(aoe, villains)) {
        defenders.sort();
        *found.entry(defenders.join(" ")).or_insert(0.0) += p;
    }
    found.into_iter().collect()
}

fn assert_sets(aoe: u32, villains: &str, expected: &[(&str, f64)]) {
    let found = sets(aoe, villains);
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for ((set, p), (wanted, q)) in found.iter().zip(expected) {
        assert_eq!(set, wanted);
        assert!((p - q).abs() < 1e-12, "{set}: {p}");
    }
}

const THIRD: f64 = 1.0 / 3.0;

/// first choices avoid repeats.
#[test]
fn t_21_f_41_x_4_two_different_ones() {
    assert_sets(2, "A B C", &[("A B", THIRD), ("A C", THIRD), ("B C", THIRD)]);
}

#[test]
fn t_22_each_once() {
    assert_sets(3, "A B C", &[("A B C", 1.0)]);
}

/// F-42: the pool is refilled, and the second time repeats are avoided too.
#[test]
fn t_23_f_42_a_full_pool_again() {
    assert_sets(5, "A B C", &[("A A B B C", THIRD), ("A A B C C", THIRD), ("A B B C C", THIRD)]);
}

/// F-43: repeats that arise from guarding stand.
#[test]
fn t_24_f_43_a_guard_takes_both() {
    assert_sets(2, "P G>P", &[("G G", 1.0)]);
}

/// F-43, F-46: many guards, drawn uniformly.
#[test]
fn t_25_f_43_f_46_one_of_two_guards() {
    assert_sets(1, "P G1>P G2>P", &[("G1", 0.5), ("G2", 0.5)]);
}

/// F-44: one redirection only.
#[test]
fn t_26_f_44_guards_of_guards_do_not_step_in() {
    assert_sets(1, "A>B B>C C", &[("A", 2.0 / 3.0), ("B", THIRD)]);
}

#[test]
fn t_27_f_44_mutual_guards_swap() {
    assert_sets(1, "A>B B>A", &[("A", 0.5), ("B", 0.5)]);
}

#[test]
fn t_28_a_guard_among_three() {
    assert_sets(3, "A B>C C", &[("A B B", 1.0)]);
}

/// T-29, F-48: four attacks on one, each with its own rolls. F-40: a choice
/// among one draws nothing. X-15: the full defense every time.
#[test]
fn t_29_f_40_f_48_x_15_four_attacks_on_one() {
    let text = "max_rounds = 1
        heroes.fighters = [{ name = 'H', xp = 3000, aoe = 4 }]
        villains.fighters = [{ name = 'V', xp = 2000, bonus_hp = 7 }]";
    let told = fight(
        battle(text),
        "hits 1/3, blocks 0/2, hits 2/3, blocks 2/2, hits 3/3, blocks 1/2, hits 0/3, blocks 2/2,
         hits 0/2, blocks 0/3",
    );
    assert_eq!(
        told.log(),
        [
            "round 1",
            "H at V: 1-0 = 8",
            "H at V: 2-2 = 8",
            "H at V: 3-1 = 6",
            "H at V: 0-2 = 6",
            "V at H: 0-0 = 2"
        ]
    );
}

/// F-40: matchups first, attacker by attacker, first choice and then guard;
/// then the rolls in the same order, hits and then blocks.
#[test]
fn f_40_the_order_of_draws() {
    let text = "max_rounds = 1
        heroes.fighters = [{ name = 'A', xp = 1, aoe = 2 }, { name = 'B', xp = 1 }]
        villains.fighters = [{ name = 'P', xp = 1 }, { name = 'G', xp = 1, bodyguard_for = 'P' },
            { name = 'K', xp = 1, bodyguard_for = 'P' }]";
    let told = fight(
        battle(text),
        "target 1/3, bodyguard 2/2, target 1/2,
         target 2/3,
         target 1/2, target 2/2, target 1/2,
         hits 0/1, blocks 0/1, hits 0/1, blocks 1/1, hits 1/1, blocks 0/1,
         hits 0/1, blocks 0/1, hits 0/1, blocks 0/1, hits 1/1, blocks 1/1",
    );
    assert_eq!(
        told.log(),
        [
            "round 1",
            "K for P from A",
            // The place of the one drawn is taken by the last of the pool.
            "A at K: 0-0 = 2",
            "A at K: 0-1 = 2",
            "B at G: 1-0 = 1",
            "P at A: 0-0 = 2",
            "G at B: 0-0 = 2",
            "K at A: 1-1 = 2",
        ]
    );
}

/// T-36, F-45, F-47: a guard takes every attack, also once it is down; the one
/// it guards is untouched.
#[test]
fn t_36_f_38_f_45_f_47_a_guard_takes_everything() {
    let text = "max_rounds = 1
        heroes.fighters = [{ name = 'H', xp = 5000, aoe = 5 }]
        villains.fighters = [{ name = 'P', xp = 1 }, { name = 'G', xp = 1, bodyguard_for = 'P' }]";
    let script = "target 1/2, target 1/2, target 1/2,
        hits 5/5, blocks 0/1, hits 1/5, blocks 0/1, hits 0/5, blocks 0/1, hits 0/5, blocks 0/1,
        hits 0/5, blocks 0/1, hits 0/1, blocks 0/5, hits 0/1, blocks 0/5";
    let told = fight(battle(text), script);
    let attacks = told.log().iter().filter(|line| line.starts_with("H at G")).count();
    assert_eq!((attacks, told.hp("G"), told.hp("P")), (5, -4, 2));
    assert_eq!(told.dead(), ["G"]);
    assert_eq!(told.log()[4], "H at G: 5-0 = -3");
}

/// F-46: bodyguards that are dead at the start of the round do not count, and
/// one can guard at most one other (F-15).
#[test]
fn f_15_f_46_dead_guards_do_not_count() {
    let text = "max_rounds = 2
        heroes.fighters = [{ name = 'H', xp = 9000 }]
        villains.fighters = [{ name = 'P', xp = 1 }, { name = 'G', xp = 1, bodyguard_for = 'P' }]";
    let told = fight(
        battle(text),
        "target 1/2, hits 9/9, blocks 0/1, hits 0/1, blocks 0/9, hits 0/1, blocks 0/9,
         hits 3/9, blocks 0/1, hits 0/1, blocks 0/9",
    );
    assert_eq!(told.dead(), ["G", "P"]);
    assert!(told.log().contains(&"G for P from H".to_owned()));
    assert!(told.log().contains(&"H at P: 3-0 = -1".to_owned()));
    assert_eq!(told.outcome(), "heroes");
}
