//! The best decisions: when to break off (O-61, O-87).

use fracas_core::chance::{Purpose, Rolled};
use fracas_core::odds::{Budget, exact};
use fracas_olympia::Olympia;
use fracas_testing::decided::{decisions, expect_fought, expect_sound};
use fracas_testing::made_up::olympia::small;

use crate::common::battle;

/// What the policy of the file is worth is what exact odds say, whatever the
/// battle, and nothing is better than the best.
#[test]
fn made_up_battles_are_decided_soundly() {
    let mut dice = Rolled::new(4711, 0, Purpose::Setup);
    let mut decided = 0;
    for _ in 0..150 {
        let text = small(&mut dice, 3);
        let battle = battle(&text);
        let odds = exact::<Olympia>(&battle, Budget::PATIENT).expect("a small battle").odds;
        for (decider, goal) in [
            (0, "attacker"),
            (0, "attacker - 0.3 attacker_lost"),
            (1, "defender - 0.2 defender_lost"),
        ] {
            // Some have nothing to decide: nobody is asked before the last man fell.
            if let Some(found) = decisions::<Olympia>(&battle, decider, goal, Budget::USUAL) {
                expect_sound(&found, &odds);
                decided += 1;
            }
        }
    }
    assert!(decided >= 200, "{decided}");
}

fn meadow(percent: u32) -> String {
    format!(
        "attacker.break_point = {percent}\n\
         attacker.stack = [{{ noble = 'A', men = {{ soldier = 6 }} }}]\n\
         defender.stack = [{{ noble = 'D', men = {{ pikeman = 4 }} }}]\n"
    )
}

/// O-61, O-87: every break point that a file can have, by exact odds.
#[test]
fn no_break_point_is_better_than_the_best_decisions() {
    for weight in [0.0, 0.05, 0.1, 0.3] {
        let goal = format!("attacker - {weight} attacker_lost");
        let found = decisions::<Olympia>(&battle(&meadow(50)), 0, &goal, Budget::USUAL).unwrap();
        let mut most = f64::NEG_INFINITY;
        for percent in 0..100 {
            let odds = exact::<Olympia>(&battle(&meadow(percent)), Budget::USUAL).unwrap().odds;
            let lost = odds.measures.iter().find(|known| known.name == "attacker_lost").unwrap();
            let worth = odds.outcomes[0].p - weight * lost.mean.unwrap();
            assert!(worth <= found.best.worth + 1e-12, "{percent}: {worth} {:?}", found.best);
            if percent == 50 {
                assert!((worth - found.file.worth).abs() < 1e-12, "{worth} {:?}", found.file);
            }
            most = most.max(worth);
        }
        let line = found.line.expect("a break point");
        assert!((line.valued.worth - most).abs() < 1e-12, "{most} {line:?}");
    }
}

/// Who only wants to win never breaks off (O-62), and who only wants to lose
/// nobody does at once.
#[test]
fn goals_decide() {
    let battle = battle(&meadow(50));
    let win = decisions::<Olympia>(&battle, 0, "attacker", Budget::USUAL).unwrap();
    assert_eq!(win.rows.len(), 1);
    assert_eq!(win.rows[0].choice, "fight on");
    assert_eq!(win.line.unwrap().write, "attacker.break_point = 0");
    let spare = decisions::<Olympia>(&battle, 0, "least attacker_lost", Budget::USUAL).unwrap();
    assert_eq!(spare.rows.len(), 1);
    assert_eq!(spare.rows[0].choice, "break off");
    // One man is lost before anybody is asked.
    assert!(spare.best.worth >= -1.0 && spare.best.worth < 0.0, "{:?}", spare.best);
}

#[test]
fn battles_fought_by_the_best_decisions_are_worth_as_much() {
    let battle = battle(&meadow(50));
    expect_fought::<Olympia>(&battle, 0, "attacker - 0.1 attacker_lost", 20_000);
    expect_fought::<Olympia>(&battle, 1, "defender - 0.2 defender_lost", 20_000);
}
