//! Whole battles, exactly: T-19, T-20, T-39 to T-44.

use fracas_core::odds::{Effort, sample};
use fracas_mfd::Mfd;

use crate::common::*;

/// So many equal fighters a side, with more keys.
fn equal(heroes: usize, villains: usize, more: &str) -> String {
    let side = |count: usize, name: &str| {
        let one = |index| format!("{{ name = \"{name}{index}\", xp = 5000 }}");
        (1..=count).map(one).collect::<Vec<_>>().join(", ")
    };
    format!(
        "{more}\nheroes.fighters = [{}]\nvillains.fighters = [{}]\n",
        side(heroes, "H"),
        side(villains, "V")
    )
}

fn check(text: &str, expected: [f64; 4], rounds: f64, heroes_alive: Option<f64>) {
    let battle = battle(text);
    let odds = exact(&battle);
    let found: Vec<f64> = odds.odds.outcomes.iter().map(|outcome| outcome.p).collect();
    assert_near(&found, &expected);
    assert_near(&[mean(&odds, "rounds")], &[rounds]);
    if let Some(alive) = heroes_alive {
        assert_near(&[mean(&odds, "heroes_alive")], &[alive]);
    }
    assert!(odds.odds.unresolved < 1e-12);
    assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-12);
}

#[test]
fn t_19_a_duel() {
    check(&equal(1, 1, ""), [0.388526, 0.388526, 0.222947, 0.0], 2.188193, None);
}

/// C-1, X-16: without lasting wounds the odds are visibly others.
#[test]
fn t_20_c_1_x_16_a_duel_in_compat() {
    let text = equal(1, 1, "compat = \"fight.rkt\"");
    check(&text, [0.416411, 0.416411, 0.167177, 0.0], 2.425248, None);
}

#[test]
fn t_39_f_72_a_second_hero_comes() {
    let more = "[[heroes.reinforcements]]\nround = 2\nfighters = [{ name = \"H2\", xp = 5000 }]";
    let text = format!("{}{more}", equal(1, 1, ""));
    check(&text, [0.804567, 0.142856, 0.052578, 0.0], 2.140875, Some(1.259101));
}

#[test]
fn t_40_f_73_the_hero_is_healed() {
    let text = equal(1, 1, "heroes.healing = [{ round = 2, hp = 1 }]");
    check(&text, [0.528092, 0.283222, 0.188687, 0.0], 2.366423, None);
}

#[test]
fn t_41_f_73_the_hero_rests() {
    let text = equal(1, 1, "heroes.healing = [{ round = 2, to_defend = 0.1 }]");
    check(&text, [0.480970, 0.324768, 0.194262, 0.0], 2.292558, None);
}

#[test]
fn t_42_two_against_two() {
    check(&equal(2, 2, ""), [0.432437, 0.432437, 0.135125, 0.0], 2.949799, None);
}

#[test]
fn t_43_f_74_the_heroes_retreat() {
    let text = equal(2, 2, "heroes.retreat = { below = 1 }");
    check(&text, [0.324663, 0.672492, 0.002845, 0.0], 2.044667, Some(1.134849));
}

#[test]
fn t_44_f_74_both_sides_retreat() {
    let more = "heroes.retreat = { below = 1 }\nvillains.retreat = { below = 1 }";
    check(&equal(2, 2, more), [0.376775, 0.376775, 0.002845, 0.243606], 1.615590, None);
}

/// Sampling fights by the same rules as following every branch. Fixed seed.
#[test]
fn sampled_odds_agree_with_exact_ones() {
    let party = "
        heroes.fighters = [
            { name = 'A', xp = 4000, aoe = 2, buffs = [{ name = 'X', who = ['A', 'B'], offense = 0.2, defense = 0.1 }] },
            { name = 'B', xp = 3000, bodyguard_for = 'A', linked_to = 'C' },
            { name = 'C', xp = 6000, bonus_to_hit = 0.8 },
        ]
        villains.fighters = [
            { name = 'D', xp = 5000, bonus_hp = 1, linked_to = 'E' },
            { name = 'E', xp = 7000, aoe = 4 },
        ]
        villains.healing = [{ round = 2, hp = 1, up_to = 2 }]
        villains.reinforcements = [{ round = 2, fighters = [{ name = 'F', xp = 2500, bodyguard_for = 'E' }] }]
        villains.retreat = { below = 0.4 }";
    for compat in ["", "compat = 'fight.rkt'\n"] {
        let battle = battle(&format!("{compat}{party}"));
        let odds = exact(&battle);
        let trials = 40_000;
        let tally =
            sample::<Mfd>(&battle, 11, 0..trials, &Effort { threads: 2, ..Effort::default() });
        for (outcome, count) in odds.odds.outcomes.iter().zip(tally.outcomes()) {
            let error = (outcome.p * (1.0 - outcome.p) / trials as f64).sqrt();
            let found = count as f64 / trials as f64;
            assert!((found - outcome.p).abs() < 4.0 * error + 1e-4, "{compat}{outcome:?}, {found}");
        }
        let sampled = fracas_core::odds::Odds::sampled(&tally, 0.05, "");
        for (exact, sampled) in odds.odds.measures.iter().zip(&sampled.measures) {
            let (Some(a), Some(b), Some(error)) = (exact.mean, sampled.mean, sampled.se) else {
                panic!("{exact:?} {sampled:?}");
            };
            assert!((a - b).abs() < 4.5 * error + 1e-4, "{compat}{}: {a} {b}", exact.name);
        }
    }
}

/// The numbers of the report are the same whether booked in a sample or with
/// every branch (F-76).
#[test]
fn f_76_report_measures_agree() {
    for compat in ["", "compat = 'fight.rkt'\n"] {
        let battle = battle(&format!(
            "{compat}report = true
            heroes.fighters = [{{ name = 'A', xp = 2000, aoe = 2, linked_to = 'B' }}, {{ name = 'B', xp = 1000 }}]
            villains.fighters = [{{ name = 'C', xp = 3000, bodyguard_for = 'D' }}, {{ name = 'D', xp = 2000, linked_to = 'C' }}]"
        ));
        let odds = exact(&battle);
        let tally =
            sample::<Mfd>(&battle, 5, 0..40_000, &Effort { threads: 2, ..Effort::default() });
        let sampled = fracas_core::odds::Odds::sampled(&tally, 0.05, "");
        for (exact, sampled) in odds.odds.measures.iter().zip(&sampled.measures) {
            let (a, b) = (exact.mean.unwrap(), sampled.mean.unwrap());
            let error = 4.5 * sampled.se.unwrap() + 1e-3;
            assert!((a - b).abs() < error, "{compat}{}: {a} {b}", exact.name);
        }
    }
}
