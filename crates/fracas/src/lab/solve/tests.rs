use super::*;
use crate::{Ask, Registry, Scenario};

/// Twelve pikemen against knights behind a ford.
fn ford(axis: &str) -> Arc<Space> {
    let mut ford = Scenario::of("olympia");
    ford.set("attacker.stack[0].noble", "Osswid").unwrap();
    ford.set("attacker.stack[0].men.pikeman", 12).unwrap();
    ford.set("defender.stack[0].noble", "Feasel").unwrap();
    let space = Space::new(Registry::standard(), ford, vec![axis.parse().unwrap()]);
    Arc::new(space.unwrap())
}

const KNIGHTS: &str = "defender.stack[0].men.knight=0..40";

fn ask(claims: &[&str]) -> SolveAsk {
    SolveAsk {
        claims: claims.iter().map(|claim| (*claim).to_owned()).collect(),
        ..SolveAsk::default()
    }
}

fn sampled(claims: &[&str]) -> SolveAsk {
    SolveAsk { budget: None, ..ask(claims) }
}

/// The exact probability that the defender wins, by number of knights.
fn truth(space: &Space) -> Vec<f64> {
    let p = |knights| {
        let battle = space.battle(knights).unwrap();
        battle.odds(Ask::default(), 0, &Effort::default()).unwrap().odds.outcomes[1].p
    };
    (0..space.len()).map(p).collect()
}

#[test]
fn exact_answers_are_those_of_trying_all() {
    let space = ford(KNIGHTS);
    let truth = truth(&space);
    for share in [10, 50, 90, 99] {
        let claim = format!("defender >= {share}%");
        let solved = Solve::new(space.clone(), ask(&[&claim]), 0).unwrap();
        let solved = solved.carry_out(&Effort::default());
        let first = truth.iter().position(|p| *p >= f64::from(share) / 100.0);
        assert_eq!(solved.value, first.map(|knights| knights.to_string()), "{share}");
        assert!(solved.verified && solved.or_from.is_none());
        // The largest at which the attacker keeps his chances is one less.
        let claim = format!("defender < {share}%");
        let most = SolveAsk { most: true, ..ask(&[&claim]) };
        let solved = Solve::new(space.clone(), most, 0).unwrap().carry_out(&Effort::default());
        assert_eq!(solved.value, first.map(|knights| (knights - 1).to_string()), "{share}");
    }
}

#[test]
fn sampled_answers_are_right_or_say_that_it_is_close() {
    let space = ford(KNIGHTS);
    let truth = truth(&space);
    let right = truth.iter().position(|p| *p >= 0.9).unwrap();
    let mut wrong = 0;
    for seed in 0..20 {
        let trials = SolveAsk { trials: Some(16_384), ..sampled(&["defender >= 90%"]) };
        let solved = Solve::new(space.clone(), trials, seed).unwrap();
        let solved = solved.carry_out(&Effort::default());
        let value: usize = solved.value.as_ref().unwrap().parse().unwrap();
        let from = solved.or_from.as_ref().map_or(value, |from| from.parse().unwrap());
        wrong += i32::from(!(from..=value).contains(&right));
        let at = solved.border.last().unwrap();
        assert_eq!(at.claims.len(), 1);
        assert!(solved.verified && at.trials >= Some(16_384));
        assert_eq!(solved.monotone, Monotone::NothingAgainst);
    }
    assert_eq!(wrong, 0);
}

#[test]
fn threads_and_lost_pieces_change_nothing() {
    let claims = ["defender >= 80%", "mean defender_lost <= 6"];
    let few = || SolveAsk { trials: Some(4096), ..sampled(&claims) };
    let new = || Solve::new(ford(KNIGHTS), few(), 5).unwrap();
    let alone = new().carry_out(&Effort::default());
    assert_eq!(new().carry_out(&Effort { threads: 3, ..Effort::default() }), alone);
    let mut by_hand = new();
    let mut turn = 0;
    while !by_hand.is_done() {
        for piece in by_hand.ask(5).iter().rev() {
            turn += 1;
            if turn % 4 == 0 {
                by_hand.lose(piece);
                continue;
            }
            let found = work(&*by_hand.space.clone(), piece, &Effort::default());
            by_hand.take(piece, found.clone());
            by_hand.take(piece, found);
        }
    }
    assert_eq!(by_hand.answer(), Some(alone));
}

#[test]
fn where_nothing_does_it_the_best_is_told() {
    let solved =
        Solve::new(ford("defender.stack[0].men.knight=0..3"), ask(&["defender >= 99%"]), 0);
    let solved = solved.unwrap().carry_out(&Effort::default());
    assert_eq!((solved.value, solved.tried.len()), (None, 4));
    assert_eq!(solved.border.last().unwrap().value, "3");
}

/// More pikemen only help at first where they are counted against: a claim
/// about their own losses holds at both ends and not between.
#[test]
fn a_claim_that_comes_and_goes_is_searched_on() {
    let mut ford = Scenario::of("olympia");
    ford.set("attacker.stack[0].noble", "Osswid").unwrap();
    ford.set("defender.stack[0].noble", "Feasel").unwrap();
    ford.set("defender.stack[0].men.knight", 8).unwrap();
    let axis = "attacker.stack[0].men.pikeman=1..200".parse().unwrap();
    let space = Arc::new(Space::new(Registry::standard(), ford, vec![axis]).unwrap());
    let few = SolveAsk { trials: Some(4096), ..sampled(&["mean attacker_lost <= 5"]) };
    let solved = Solve::new(space, few, 0).unwrap().carry_out(&Effort::default());
    // One pikeman cannot lose more than himself and his noble.
    assert_eq!(solved.value.as_deref(), Some("1"));
    assert_eq!(solved.monotone, Monotone::AllTried);
}

#[test]
fn what_cannot_be_asked_is_said() {
    let says = |axis: &str, claims: &[&str]| {
        Solve::new(ford(axis), ask(claims), 0).err().unwrap().to_string()
    };
    assert!(says(KNIGHTS, &["defendr >= 90%"]).contains("did you mean `defender`?"));
    assert_eq!(says(KNIGHTS, &[]), "0 claims; allowed are 1 to 16");
    assert!(says(KNIGHTS, &["defender"]).contains("say how likely"));
}
