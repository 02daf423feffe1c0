//! Questions of the laboratory about shipped battles, against trying
//! everything.

use std::sync::Arc;

use fracas::lab::{Best, BestAsk, Solve, SolveAsk, Space, Variants};
use fracas::{Ask, Effort, Registry, Scenario};

use crate::project;

fn example(path: &str) -> Scenario {
    Scenario::open(project().join("examples").join(path)).unwrap()
}

/// A better agent pays in steps and is worse between them: a retreat comes
/// sooner. What does it first is found all the same.
#[test]
fn odds_that_go_up_and_down_are_solved_as_by_trying_all() {
    let axis = "agent[vega].skill=40..140".parse().unwrap();
    let space = Space::new(Registry::standard(), example("mission/rearguard.toml"), vec![axis]);
    let space = Arc::new(space.unwrap());
    let success = |skill| {
        let odds = space.battle(skill).unwrap().odds(Ask::default(), 0, &Effort::default());
        odds.unwrap().odds.outcomes[0].p
    };
    let truth: Vec<f64> = (0..space.len()).map(success).collect();
    assert!(truth.windows(2).any(|two| two[1] < two[0] - 0.01), "it goes down somewhere");
    let solve = |claim: String, most| {
        let ask = SolveAsk { claims: vec![claim], most, ..SolveAsk::default() };
        Solve::new(space.clone(), ask, 0).unwrap().carry_out(&Effort::default())
    };
    let skill = |place: Option<usize>| place.map(|place| (place + 40).to_string());
    for share in [58, 60, 65, 68, 70, 72] {
        let bound = f64::from(share) / 100.0;
        let found = solve(format!("success >= {share}%"), false);
        let first = truth.iter().position(|p| *p >= bound);
        assert_eq!(found.value, skill(first), "at least {share}%");
        let again = first.and_then(|first| truth[first..].iter().position(|p| *p < bound));
        assert_eq!(found.fails_again.is_some(), again.is_some(), "at least {share}%");
        let found = solve(format!("success < {share}%"), true);
        assert_eq!(found.value, skill(truth.iter().rposition(|p| *p < bound)), "below {share}%");
    }
}

/// What is told of the best does not contradict itself: no step that can be
/// paid is better, and whoever is as good is not shown to be worse.
#[test]
fn nothing_beside_the_best_is_shown_to_be_better() {
    let armies = [
        (
            "olympia/last-tower.toml",
            &[
                "attacker.stack[0].men.soldier=0..60 cost 10",
                "attacker.stack[0].men.swordsman=0..30 cost 15",
            ][..],
        ),
        ("olympia/swamp-ambush.toml", &["attacker.stack[0].men.pikeman=0..60"][..]),
    ];
    for (path, choices) in armies {
        let choices = choices.iter().map(|choice| choice.parse().unwrap()).collect();
        let ask = BestAsk {
            aim: "attacker".to_owned(),
            least: false,
            money: 400.0,
            trials: None,
            all: 0,
        };
        let best = Best::new(Registry::standard(), example(path), choices, ask, None).unwrap();
        let found = best.carry_out(&Effort { threads: 2, ..Effort::default() });
        let again = found.runners_up.iter().any(|army| army.choices == found.best.choices);
        assert!(!again, "{path}: the best is no runner-up");
        for price in &found.prices {
            let affordable = found.best.cost + price.cost <= found.money;
            assert!(!affordable || price.difference.low <= 0.0, "{path}: {price:?}");
            let mut step = found.best.choices.clone();
            step.insert(price.path.clone(), price.to.clone());
            let as_good = found.runners_up.iter().any(|army| army.choices == step);
            assert!(!as_good || price.difference.high >= 0.0, "{path}: {price:?} is as good");
        }
    }
}
