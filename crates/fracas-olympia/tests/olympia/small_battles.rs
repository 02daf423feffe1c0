//! The exact small battles of section 11: P, the chance that the attacker
//! wins, and N, the expected number of attacks.

use fracas_core::odds::{self as solver, Budget};
use fracas_olympia::Olympia;

use crate::common::{battle, oracle};

fn prove(rule: &str, text: &str, p: (f64, f64), n: (f64, f64)) {
    let battle = battle(text);
    let exact = oracle::exact(&battle);
    let solved = solver::exact::<Olympia>(&battle, Budget::PATIENT).expect("a small battle");
    let (wanted_p, wanted_n) = (p.0 / p.1, n.0 / n.1);
    assert!(
        (exact.outcomes[0] - wanted_p).abs() < 1e-12,
        "{rule} {text}: P {exact:?}, not {wanted_p}"
    );
    assert!(
        (exact.attacks - wanted_n).abs() < 1e-12 * wanted_n,
        "{rule} {text}: N {exact:?}, not {wanted_n}"
    );
    let solved_n = solved.odds.measures[0].mean.expect("a mean");
    assert!((solved.odds.outcomes[0].p - wanted_p).abs() < 1e-12, "{rule} {text}: {solved:?}");
    assert!((solved_n - wanted_n).abs() < 1e-12 * wanted_n, "{rule} {text}: {solved:?}");
    let total: f64 = exact.outcomes.iter().sum();
    assert!((total - 1.0).abs() < 1e-12, "{rule} {text}: {exact:?}");
    assert_eq!(exact.outcomes[2], 0.0, "{rule} {text}: no draw");
}

const NOBLE: &str = "attacker.stack = [{ noble = 'A' }]";

/// O-30 to O-42, O-61: one noble attacks.
#[test]
fn o_30_exact_small_battles() {
    let cases = [
        ("", (1.0, 2.0), (2.0, 1.0)),
        (", men = { soldier = 1 }", (16.0, 51.0), (166.0, 51.0)),
        (", men = { pikeman = 2 }", (36992.0, 241943.0), (1172728.0, 241943.0)),
        (", men = { knight = 2 }", (1024.0, 6975.0), (88.0, 31.0)),
    ];
    for (men, p, n) in cases {
        prove("section 11", &format!("{NOBLE}\ndefender.stack = [{{ noble = 'D'{men} }}]"), p, n);
    }
}

/// O-25: the second noble is an ordinary target; O-86: later he is behind his men.
#[test]
fn o_25_o_86_a_second_noble() {
    let two = format!(
        "{NOBLE}\ndefender.stack = [{{ noble = 'D' }}, {{ noble = 'E', men = {{ soldier = 1 }} }}]"
    );
    prove("O-25", &two, (64.0, 363.0), (370.0, 121.0));
    let later = format!("edition = 'later'\n{two}");
    prove("O-84, O-86", &later, (39304.0, 287665.0), (125443.0, 41095.0));
}

/// O-84, O-86: turns, and peasants who do not attack.
#[test]
fn o_84_o_86_the_later_edition() {
    let cases = [
        ("", "", (2.0, 3.0), (2.0, 1.0)),
        (", men = { peasant = 3 }", "", (2.0, 3.0), (2.0, 1.0)),
        ("", ", men = { peasant = 1 }", (559872.0, 1688995.0), (25482276.0, 8444975.0)),
        ("", ", men = { soldier = 1 }", (73984.0, 228621.0), (234532.0, 76207.0)),
        (", men = { soldier = 1 }", "", (201965.0, 228621.0), (245208.0, 76207.0)),
    ];
    for (attackers, defenders, p, n) in cases {
        let text = format!(
            "edition = 'later'\nattacker.stack = [{{ noble = 'A'{attackers} }}]
             defender.stack = [{{ noble = 'D'{defenders} }}]"
        );
        prove("O-84", &text, p, n);
    }
}

/// O-81: an ally beside the defender, also one outside his tower.
#[test]
fn o_81_allies() {
    let with_ally = |ally: &str| {
        format!(
            "{NOBLE}\ndefender.stack = [{{ noble = 'D' }}]
             defender.ally = [{{ stack = [{{ noble = 'E'{ally} }}] }}]"
        )
    };
    prove("O-81", &with_ally(""), (1.0, 3.0), (2.0, 1.0));
    prove("O-81", &with_ally(", men = { soldier = 1 }"), (8.0, 51.0), (50.0, 17.0));
    let tower = format!(
        "defender.structure = {{ kind = 'tower', defense = 2, damage = 99 }}\n{}",
        with_ally(", men = { soldier = 1 }")
    );
    prove("O-81", &tower, (3808719916.0, 58813511715.0), (808140970326.0, 241788881495.0));
}

/// O-87: the same battle at other break points.
#[test]
fn o_87_break_points_of_the_defender() {
    for (percent, p, n) in
        [(0, (512.0, 6975.0), (21848.0, 6975.0)), (75, (32.0, 93.0), (200.0, 93.0))]
    {
        let text = format!(
            "{NOBLE}\ndefender.break_point = {percent}
             defender.stack = [{{ noble = 'D', men = {{ knight = 2 }} }}]"
        );
        prove("O-87", &text, p, n);
    }
}
