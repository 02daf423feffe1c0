//! The best decisions: when to retreat (M-36 to M-40).

use fracas_core::capability::{Decide, ExactOdds};
use fracas_core::chance::{Purpose, Rolled};
use fracas_core::decide::{Question, Worth};
use fracas_core::odds::Budget;
use fracas_core::ruleset::Ruleset;
use fracas_mission::Mission;
use fracas_testing::decided::{decisions, expect_fought, expect_sound};
use fracas_testing::made_up::mission::small;

use crate::common::battle;

fn exact(text: &str) -> fracas_core::odds::Odds {
    Mission.exact(&battle(text), Budget::PATIENT).expect("a small battle").odds
}

fn safehouse(percent: u32) -> String {
    format!(
        "[constants]\nretreat_loss_pct = {percent}\n\
         [[agent]]\nid = \"a1\"\nskill = 100\nhp = 6\nweapon = [3, 5]\n\
         [[agent]]\nid = \"a2\"\nskill = 90\nhp = 5\nweapon = [3, 5]\n\
         [[enemy]]\nid = \"e1\"\nskill = 120\nhp = 10\nweapon = [3, 5]\n"
    )
}

#[test]
fn made_up_battles_are_decided_soundly() {
    let mut dice = Rolled::new(4711, 0, Purpose::Setup);
    let mut decided = 0;
    for _ in 0..60 {
        let text = small(&mut dice);
        let battle = battle(&text);
        let Ok(odds) = Mission.exact(&battle, Budget::USUAL) else { continue };
        for goal in ["success", "success + agents_alive", "skill_gained"] {
            if let Some(found) = decisions::<Mission>(&battle, 0, goal, Budget(500_000)) {
                expect_sound(&found, &odds.odds);
                decided += 1;
            }
        }
    }
    assert!(decided >= 60, "{decided}");
}

/// M-39: every line that a file can have, by exact odds.
#[test]
fn no_retreat_line_is_better_than_the_best_decisions() {
    for weight in [0.0, 0.2, 0.6, 2.0] {
        let goal = format!("success + {weight} agents_alive");
        let found = decisions::<Mission>(&battle(&safehouse(50)), 0, &goal, Budget::USUAL).unwrap();
        let mut most = f64::NEG_INFINITY;
        for percent in 0..=100 {
            let odds = exact(&safehouse(percent));
            let alive = odds.measures.iter().find(|known| known.name == "agents_alive").unwrap();
            let worth = odds.outcomes[0].p + weight * alive.mean.unwrap();
            assert!(worth <= found.best.worth + 1e-12, "{percent}: {worth} {:?}", found.best);
            if percent == 50 {
                assert!((worth - found.file.worth).abs() < 1e-12, "{worth} {:?}", found.file);
            }
            most = most.max(worth);
        }
        let line = found.line.expect("a line");
        assert!((line.valued.worth - most).abs() < 1e-12, "{most} {line:?}");
    }
}

/// Who only wants success never turns back, and who only wants his agents
/// alive does, at the end of some round (M-36).
#[test]
fn goals_decide() {
    let battle = battle(&safehouse(50));
    let win = decisions::<Mission>(&battle, 0, "success", Budget::USUAL).unwrap();
    assert_eq!((win.rows.len(), win.rows[0].choice.as_str()), (1, "go on"));
    assert_eq!(win.best.outcomes[1].1, 0.0);
    let spare = decisions::<Mission>(&battle, 0, "agents_alive", Budget::USUAL).unwrap();
    assert!(spare.best.outcomes[1].1 > 0.0, "{:?}", spare.best);
    assert!(spare.rows.iter().any(|row| row.choice == "retreat"));
}

#[test]
fn battles_fought_by_the_best_decisions_are_worth_as_much() {
    expect_fought::<Mission>(&battle(&safehouse(50)), 0, "success + 0.6 agents_alive", 20_000);
}

#[test]
fn chains_are_refused() {
    let text =
        format!("{}[[next]]\n[[next.enemy]]\nid = \"f1\"\ntype = \"Initiate\"\n", safehouse(50));
    let battle = battle(&text);
    let worth = Worth::read("success", Mission::OUTCOMES, &[]).unwrap();
    let question = Question { worth, decider: 0, budget: Budget::USUAL, rows: 12, whole: false };
    let refused = Mission.decide(&battle, &question).unwrap_err();
    assert!(refused.to_string().contains("not for a chain"), "{refused}");
}
