//! Section 10: the vectors.

use fracas_andor::battle::Profile;
use fracas_andor::rules::attack::{Blow, effective_critical, hit_chance};
use fracas_andor::stats::{Interval, Stats};
use fracas_core::chance::Enumerated;

use crate::common::{actor, battle, duel, followed, mean, near, p, sampled, sd, solved};

#[test]
///
fn a_41_a_42_a_43_a_44_hit_chances() {
    let blocks = [0, 10, 20, 40, 60, 80, 100, 150, 200, 300];
    let table: [(i64, [u32; 10]); 10] = [
        (0, [21, 18, 16, 13, 11, 9, 8, 6, 5, 3]),
        (30, [35, 29, 25, 18, 14, 12, 10, 7, 5, 3]),
        (60, [57, 50, 42, 29, 21, 16, 13, 8, 6, 4]),
        (70, [64, 57, 50, 35, 25, 18, 14, 9, 6, 4]),
        (90, [75, 70, 64, 50, 35, 25, 18, 11, 7, 4]),
        (100, [78, 75, 70, 57, 42, 29, 21, 12, 8, 5]),
        (120, [83, 81, 78, 70, 57, 42, 29, 14, 9, 5]),
        (150, [87, 86, 85, 81, 75, 64, 50, 21, 12, 6]),
        (200, [91, 91, 90, 88, 86, 83, 78, 50, 21, 8]),
        (300, [94, 94, 94, 94, 93, 92, 91, 87, 78, 21]),
    ];
    for (attack, row) in table {
        for (block, expected) in blocks.iter().zip(row) {
            assert_eq!(hit_chance(attack - block), expected, "{attack} against {block}");
        }
    }
    let edges = [
        (-1223, 0),
        (-1222, 1),
        (9, 24),
        (10, 25),
        (49, 49),
        (50, 50),
        (51, 50),
        (89, 74),
        (90, 75),
        (91, 75),
        (1322, 98),
        (1323, 99),
        (1_000_000, 99),
    ];
    for (c, expected) in edges {
        assert_eq!(hit_chance(c), expected, "C = {c}");
    }
    assert!((-3000..3000).all(|c| hit_chance(c) <= hit_chance(c + 1)));
}

#[test]
fn a_101_effective_critical_chance() {
    let known = [
        (-5, 0),
        (0, 0),
        (1, 0),
        (2, 1),
        (5, 5),
        (10, 9),
        (12, 10),
        (15, 12),
        (20, 15),
        (25, 17),
        (30, 19),
        (40, 23),
        (50, 26),
        (60, 29),
        (80, 35),
        (100, 39),
        (200, 58),
        (500, 95),
        (551, 99),
        (552, 100),
    ];
    for (skill, chance) in known {
        assert_eq!(effective_critical(skill), chance, "skill {skill}");
    }
}

/// Losses with their probabilities.
type Losses = &'static [(i32, f64)];

/// What one blow takes, with its probability.
fn losses(blow: &Blow) -> Vec<(i32, f64)> {
    let mut dice = Enumerated::new();
    let mut found = std::collections::BTreeMap::new();
    loop {
        let struck = blow.strike(&mut dice);
        *found.entry(struck.loss).or_insert(0.0) += dice.probability();
        if !dice.next_path() {
            return found.into_iter().collect();
        }
    }
}

fn blow(a: i64, damage: (i64, i64), critical: (i64, i64), resistance: i64) -> Blow {
    let attacker = Stats {
        attack_chance: a,
        damage: Interval::new(damage.0, damage.1),
        critical: critical.0,
        multiplier: critical.1,
        ..Stats::monster()
    };
    let target = Stats { resistance, ..Stats::monster() };
    Blow::new(Profile::Classic, &attacker, &target, false)
}

#[test]
fn a_40_a_45_a_46_a_47_hit_points_lost_by_one_attack() {
    let cases: [(Blow, Losses, f64); 6] = [
        (
            blow(90, (2, 5), (0, 0), 0),
            &[(0, 0.25), (2, 3.0 / 16.0), (3, 3.0 / 16.0), (4, 3.0 / 16.0), (5, 3.0 / 16.0)],
            21.0 / 8.0,
        ),
        (
            blow(90, (2, 5), (20, 20_000), 3),
            &[(0, 0.55), (1, 3.0 / 16.0), (2, 0.15), (3, 0.0375), (5, 0.0375), (7, 0.0375)],
            21.0 / 20.0,
        ),
        (
            blow(90, (3, 5), (25, 15_000), 2),
            &[(0, 0.25), (1, 3.0 / 16.0), (2, 0.25), (3, 3.0 / 16.0), (4, 0.0625), (5, 0.0625)],
            29.0 / 16.0,
        ),
        (
            blow(50, (7, 8), (15, 30_000), 11),
            &[(0, 37.0 / 40.0), (10, 3.0 / 80.0), (13, 3.0 / 80.0)],
            69.0 / 80.0,
        ),
        (blow(50, (4, 4), (10, 5_000), 1), &[(0, 0.5), (1, 0.05), (3, 0.45)], 1.4),
        (
            blow(50, (1, 3), (0, 0), -2),
            &[(0, 0.5), (3, 1.0 / 6.0), (4, 1.0 / 6.0), (5, 1.0 / 6.0)],
            2.0,
        ),
    ];
    for (blow, expected, average) in cases {
        let found = losses(&blow);
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for ((loss, probability), (known, wanted)) in found.iter().zip(expected) {
            assert_eq!(loss, known);
            near(*probability, *wanted, 1e-15);
        }
        near(blow.mean(), average, 1e-12);
    }
}

#[test]
fn a_76_exact_duels() {
    let d1 = "1/10/10/50/1/-/0/0";
    let cases = [
        ("D1", d1, vec![d1], "player", 2.0 / 3.0, 4.0 / 3.0),
        ("D2", d1, vec![d1], "monsters", 1.0 / 3.0, 2.0 / 3.0),
        (
            "D3",
            "2/10/5/50/1/-/0/0",
            vec!["2/10/10/90/1/-/0/0"],
            "player",
            296.0 / 375.0,
            2144.0 / 1125.0,
        ),
        (
            "D4",
            "3/10/4/90/1-2/-/0/0",
            vec!["4/10/5/50/1/-/0/0"],
            "player",
            0.9011651686,
            2.05599205,
        ),
        (
            "D5",
            "5/10/3/50/1-3/20x2/0/0",
            vec!["6/10/10/90/1-2/-/0/0"],
            "player",
            0.9645101241,
            2.23292231,
        ),
        (
            "D6",
            "5/10/5/90/2-4/-/0/1",
            vec!["6/10/5/50/1-2/25x3/0/0"],
            "monsters",
            0.7893933003,
            1.44203215,
        ),
        (
            "D7",
            "4/10/5/90/1/-/0/0",
            vec!["1/10/10/50/1/-/0/0", "2/10/10/50/1/-/0/0"],
            "player",
            0.9979419595,
            2.30127345,
        ),
        ("D8", "3/10/5/50/1/-/0/2", vec!["3/10/5/90/1-2/-/0/0"], "player", 1.0, 88.0 / 27.0),
    ];
    for (id, player, monsters, starts, win, turns) in cases {
        let battle = battle(&duel(player, &monsters, &format!("starts = \"{starts}\"")));
        for (way, odds) in [("ladder", solved(&battle).odds), ("branches", followed(&battle).odds)]
        {
            println!("{id} {way}");
            near(p(&odds, "win"), win, 1e-9);
            near(p(&odds, "win") + p(&odds, "lose"), 1.0, 1e-12);
            near(mean(&odds, "turns"), turns, 1e-8);
        }
    }
}

/// Id, monsters, who starts, policy; P(win), P(lose), P(fled), turns, hit points.
type Case = (&'static str, Vec<&'static str>, &'static str, &'static str, [f64; 5]);

const HERO: &str = "30/10/4/85/2-5/10x2/20/0";
const FOE: &str = "28/10/5/90/2-4/-/15/0";

fn policy(foes: &[&str], starts: &str, rest: &str) -> String {
    let player = format!("[player]\nbase = {{ {}, use_cost = 5, move_cost = 6 }}\n", actor(HERO));
    let monsters: String = foes
        .iter()
        .map(|foe| format!("[[monster]]\n{}\n", actor(foe).replace(", ", "\n")))
        .collect();
    format!("starts = \"{starts}\"\n{player}{rest}\n{monsters}")
}

#[test]
fn a_70_a_71_a_75_policies() {
    let three = ["8/10/9/70/1-3/-/5/0"; 3];
    let tonics = "bag = { tonic = 2 }\n[item.tonic]\nheal = \"10\"\n[policy]\ndrink_below = 40\n";
    let one = "bag = { tonic = 1 }\n[item.tonic]\nheal = \"5-10\"\n[policy]\ndrink_below = 50\nflee_below = 25\n";
    let cases: [Case; 7] = [
        ("V1", vec![FOE], "player", "", [0.87115500, 0.12884500, 0.0, 6.06643669, 11.80048820]),
        ("V2", vec![FOE], "monsters", "", [0.75555670, 0.24444330, 0.0, 5.82199339, 9.46848850]),
        ("V3", vec![FOE], "player", tonics, [0.99492972, 0.00507028, 0.0, 6.62750728, 16.12500617]),
        (
            "V4",
            vec![FOE],
            "player",
            "[policy]\nflee_below = 30\n",
            [0.59295559, 0.02965676, 0.37738765, 5.91329370, 14.99452985],
        ),
        (
            "V5",
            vec![FOE],
            "player",
            one,
            [0.82851023, 0.01721219, 0.15427759, 6.50212110, 16.13923793],
        ),
        (
            "V6",
            three.to_vec(),
            "player",
            "",
            [0.99968972, 0.00031028, 0.0, 5.65862113, 21.44476312],
        ),
        (
            "V7",
            vec!["12/10/3/60/1-4/20x2.5/30/3"],
            "player",
            "",
            [0.30599506, 0.69400494, 0.0, 7.46251502, 10.84030152],
        ),
    ];
    for (id, foes, starts, rest, [win, lose, fled, turns, hp]) in cases {
        let battle = battle(&policy(&foes, starts, rest));
        let [ladder, branches] = [solved(&battle), followed(&battle)];
        for odds in [&ladder.odds, &branches.odds] {
            println!("{id}");
            near(p(odds, "win"), win, 1e-8);
            near(p(odds, "lose"), lose, 1e-8);
            near(p(odds, "fled"), fled, 1e-8);
            near(mean(odds, "turns"), turns, 1e-8);
            near(mean(odds, "hp"), hp, 1e-8);
        }
        // Both ways agree far beyond the vectors.
        for outcome in ["win", "lose", "fled", "stalemate"] {
            near(p(&ladder.odds, outcome), p(&branches.odds, outcome), 1e-12);
        }
        for measure in ["turns", "hp", "potions", "xp", "xp_lost"] {
            near(mean(&ladder.odds, measure), mean(&branches.odds, measure), 1e-10);
            near(sd(&ladder.odds, measure), sd(&branches.odds, measure), 1e-7);
        }
        // And what is fought agrees with both.
        let fought = sampled(&battle, 20_000);
        near(p(&fought, "win"), win, 0.012);
        near(mean(&fought, "turns"), turns, 0.1);
        near(mean(&fought, "hp"), hp, 0.3);
    }
}
