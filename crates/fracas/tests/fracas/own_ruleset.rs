//! A ruleset that a program brings along has every question answered.

#[path = "../../examples/coin_duel.rs"]
mod coin_duel;

use coin_duel::CoinDuel;
use fracas::core::ruleset::Ruleset;
use fracas::{Ask, Capability, Effort, Goal, Method, Registry, Scenario, Search};
use fracas_testing::is_near;

#[test]
fn it_runs_is_found_and_weighed_both_ways() {
    coin_duel::main();
    let registry = Registry::standard().clone().with::<CoinDuel>();
    let duel = registry.battle(&Scenario::new("duel.toml", CoinDuel::template())).unwrap();
    let effort = Effort { threads: 2, ..Effort::default() };
    let exact = duel.odds(Ask::default(), 0, &effort).unwrap().odds;
    assert_eq!(exact.method, Method::Exact);
    let sampled = duel.odds(Goal::Trials(20_000), 0, &effort).unwrap().odds;
    for (exact, sampled) in exact.outcomes.iter().zip(&sampled.outcomes) {
        assert!(is_near(exact.p, (sampled.low, sampled.high)), "{sampled:?}");
    }
    let long = duel.condition("second & tosses >= 20").unwrap();
    assert!(matches!(duel.find(&long, 0, 0..10_000, &effort), Search::Found(_)));
    let fought = duel.run(7, 0, None);
    assert_eq!(fought.versions.rules, CoinDuel::VERSION);
    assert!(registry.battle(&Scenario::new("left.toml", fought.aftermath)).is_ok());
    assert!(duel.play(7).is_err());
    assert!(!registry.having(Capability::Play).contains(&CoinDuel::NAME));
}

/// One against one, one toss each in turn: whoever is first wins 2 in 3.
#[test]
fn its_exact_odds_are_those_of_a_hand() {
    let registry = Registry::default().with::<CoinDuel>();
    let mut scenario = Scenario::of(CoinDuel::NAME);
    scenario.set("first", 1).unwrap();
    scenario.set("second", 1).unwrap();
    let duel = registry.battle(&scenario).unwrap();
    let odds = duel.odds(Ask::default(), 0, &Effort::default()).unwrap().odds;
    assert!((odds.outcomes[0].p - 2.0 / 3.0).abs() < 1e-12, "{}", odds.outcomes[0].p);
}
