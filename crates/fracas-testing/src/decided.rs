//! The best decisions of a battle, held against what is known otherwise.

use fracas_core::decide::{Deciding, Decisions, Question, Undecided, Worth, solve};
use fracas_core::odds::{Budget, Odds};

/// How far sums of probabilities may be off.
const NEAR: f64 = 1e-12;

/// Works out the best decisions for a goal; none where that takes too much.
pub fn decisions<R: Deciding>(
    battle: &R::Battle,
    decider: usize,
    goal: &str,
    budget: Budget,
) -> Option<Decisions> {
    let worth = Worth::read(goal, R::OUTCOMES, &R::measures(battle));
    let worth = worth.unwrap_or_else(|bad| panic!("{bad}"));
    let question = Question { worth, decider, budget, rows: 12, whole: true };
    match solve::<R>(battle, &question).and_then(|best| best.decisions()) {
        Ok(found) => Some(found),
        Err(Undecided::OverBudget { .. } | Undecided::TooManyStates { .. } | Undecided::Nobody) => {
            None
        }
        Err(refused) => panic!("{refused}"),
    }
}

/// Expects the policy of the file to be worth what exact odds say, and nothing
/// to be better than the best decisions.
pub fn expect_sound(found: &Decisions, exact: &Odds) {
    for ((name, p), known) in found.file.outcomes.iter().zip(&exact.outcomes) {
        let off = (p - known.p).abs();
        assert!(off < NEAR + exact.unresolved, "{name}: {p} is not {}", known.p);
    }
    let most = found.best.worth + NEAR * found.best.worth.abs().max(1.0);
    let others =
        [Some(&found.file), Some(&found.table), found.line.as_ref().map(|line| &line.valued)];
    for other in others.into_iter().flatten() {
        assert!(other.worth <= most, "{} is better than {}", other.worth, found.best.worth);
        let sum: f64 = other.outcomes.iter().map(|(_, p)| p).sum();
        assert!(sum < 1.0 + NEAR, "{:?}", other.outcomes);
    }
}

/// Expects battles fought by the best decisions to be worth what was worked
/// out, within five deviations.
pub fn expect_fought<R: Deciding>(battle: &R::Battle, decider: usize, goal: &str, trials: u64) {
    let worth = Worth::read(goal, R::OUTCOMES, &R::measures(battle));
    let worth = worth.unwrap_or_else(|bad| panic!("{bad}"));
    let question = Question { worth, decider, budget: Budget::USUAL, rows: 12, whole: false };
    let best = solve::<R>(battle, &question).unwrap_or_else(|refused| panic!("{refused}"));
    let known = best.decisions().unwrap_or_else(|refused| panic!("{refused}")).best.worth;
    let (mut sum, mut squares) = (0.0, 0.0);
    for trial in 0..trials {
        let (_, worth) = best.fight(7, trial);
        sum += worth;
        squares += worth * worth;
    }
    let mean = sum / trials as f64;
    let deviation = ((squares / trials as f64 - mean * mean).max(0.0) / trials as f64).sqrt();
    assert!((mean - known).abs() <= 5.0 * deviation + 1e-9, "{mean} is not {known}: {deviation}");
}
