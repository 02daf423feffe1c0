//! Conditions and measures by outcome, found exactly and by fighting, in every
//! ruleset that has exact odds.

use fracas::{Ask, Battle, Budget, Effort, Goal, Method, OddsReport, Scenario, Way};
use fracas_testing::is_near;

use crate::{battle_of, project};

/// A small battle of a ruleset, and what is asked about it. The last two of
/// the questions say the same, one of them about a single measure.
struct Case {
    scenario: &'static str,
    that: [&'static str; 4],
}

const CASES: [Case; 6] = [
    Case {
        scenario: "ruleset = 'olympia'
            attacker.stack = [{ noble = 'A', men.soldier = 5 }]
            defender.stack = [{ noble = 'B', men.pikeman = 4 }]",
        that: [
            "attacker or draw",
            "not attacker and attacker_lost >= 5",
            "attacker and attacker_lost <= 2",
            "attacker and attacker_lost <= 2 and defender_lost >= 0",
        ],
    },
    Case {
        scenario: "ruleset = 'mfd'
            heroes.fighters = [{ name = 'Strong', xp = 9000 }, { name = 'Weak', xp = 7000 }]
            villains.fighters = [{ name = 'Rook', xp = 9000 }]",
        that: [
            "heroes",
            "'hero.Weak.alive' = 1 or villains",
            "heroes and heroes_alive = 1",
            "heroes and heroes_alive = 1 and rounds >= 0",
        ],
    },
    // One against one is solved by hand, two against two by the ladder.
    Case {
        scenario: "ruleset = 'mission'
            agent = [{ id = 'vega', skill = 60, hp = 12, weapon = [2, 5] }]
            enemy = [{ id = 'thug', skill = 50, hp = 9, weapon = [2, 5] }]",
        that: [
            "success",
            "unit.thug.alive = 0 and rounds <= 3",
            "success and agents_hp >= 5",
            "success and agents_hp >= 5 and enemies_alive <= 9",
        ],
    },
    Case {
        scenario: "ruleset = 'mission'
            agent = [{ id = 'vega', skill = 60, hp = 5, weapon = [2, 3] },
                     { id = 'sato', skill = 50, hp = 4, weapon = [2, 3] }]
            enemy = [{ id = 'thug', skill = 80, hp = 6, weapon = [2, 3] }]",
        that: [
            "success",
            "success and unit.sato.alive = 0 and rounds > 2",
            "retreat and agents_alive = 1",
            "retreat and agents_alive = 1 and enemies_alive >= 0",
        ],
    },
    // By the grid, and round by round.
    Case {
        scenario: "examples/andor/cave_crawl.toml",
        that: [
            "win",
            "win and hp >= 10 and potions >= 1",
            "win and potions = 0",
            "potions = 0 and xp >= 0",
        ],
    },
    Case {
        scenario: "examples/andor/wolves.toml",
        that: ["win", "win and potions = 0", "win and hp >= 20", "hp >= 20 and xp >= 0"],
    },
];

fn battle(case: &Case) -> Battle {
    if case.scenario.starts_with("examples/") {
        return battle_of(&project().join(case.scenario));
    }
    Scenario::new("case.toml", case.scenario).battle().unwrap_or_else(|why| panic!("{why}"))
}

fn odds(battle: &Battle, case: &Case, way: Way) -> OddsReport {
    let that = case.that.map(str::to_owned).to_vec();
    let effort = Effort { threads: 2, ..Effort::default() };
    battle.odds(Ask { way, that, ..Ask::default() }, 7, &effort).unwrap_or_else(|w| panic!("{w}"))
}

#[test]
fn exact_conditions_lie_within_the_sampled_ones() {
    for case in &CASES {
        let battle = battle(case);
        let exact = odds(&battle, case, Way::Exact(Budget::PATIENT));
        let sampled = odds(&battle, case, Way::Sampled(Goal::Trials(40_000)));
        assert_eq!((exact.that.len(), sampled.that.len()), (4, 4));
        for (exact, sampled) in exact.that.iter().zip(&sampled.that) {
            assert_eq!((exact.low, exact.high, exact.example), (exact.p, exact.p, None));
            // Twenty intervals at once: half a width more leaves room for all.
            let room = (sampled.high - sampled.low) / 2.0;
            let (low, high) = (sampled.low - room, sampled.high + room);
            assert!(low <= exact.p && exact.p <= high, "{sampled:?} {}", exact.p);
            assert!(exact.p > 0.0 && exact.p < 1.0, "{exact:?}");
            if let Some(trial) = sampled.example {
                let condition = battle.condition(&sampled.condition).unwrap();
                let fought = battle.run(7, trial, None);
                let values: Vec<i64> = fought.measures.iter().map(|(_, value)| *value).collect();
                let outcomes = battle.rules().outcomes;
                let outcome = outcomes.iter().position(|name| *name == fought.outcome).unwrap();
                assert!(condition.fits(outcome, &values), "{condition}");
            }
        }
        // By the distribution in each outcome, and end by end.
        let [.., one, two] = &exact.that[..] else { panic!("four were asked") };
        assert!((one.p - two.p).abs() < 1e-9, "{one:?} {two:?}");
    }
}

#[test]
fn measures_by_outcome_add_up_and_agree() {
    for case in &CASES {
        let battle = battle(case);
        let exact = odds(&battle, case, Way::Exact(Budget::PATIENT)).odds;
        let sampled = odds(&battle, case, Way::Sampled(Goal::Trials(40_000))).odds;
        for odds in [&exact, &sampled] {
            for measure in odds.measures.iter().filter(|measure| measure.given.is_none()) {
                let mut sum = 0.0;
                for (outcome, by) in odds.outcomes.iter().zip(&odds.by_outcome) {
                    let part = by.measures.iter().find(|part| part.name == measure.name);
                    assert_eq!(part.is_some(), outcome.p > 0.0, "{measure:?}");
                    sum += part.and_then(|part| part.mean).map_or(0.0, |mean| mean * outcome.p);
                }
                let mean = measure.mean.unwrap();
                assert!((sum - mean).abs() <= 1e-8 * mean.abs().max(1.0), "{measure:?}: {sum}");
            }
        }
        for (exact, sampled) in exact.by_outcome.iter().zip(&sampled.by_outcome) {
            let n = sampled.n.unwrap();
            for (exact, sampled) in exact.measures.iter().zip(&sampled.measures) {
                assert_eq!(exact.name, sampled.name);
                assert_eq!((exact.low, exact.high), (exact.mean, exact.mean));
                let (Some(truth), Some(mean), true) = (exact.mean, sampled.mean, n >= 200) else {
                    continue;
                };
                // A hundred means at once stay within five standard errors.
                let off = 5.0 * sampled.se.unwrap_or(0.0).max(1.0 / n as f64);
                assert!((truth - mean).abs() <= off, "{sampled:?} {truth}");
            }
        }
    }
}

#[test]
fn what_exact_odds_do_not_know_is_sampled() {
    let case = &CASES[0];
    let battle = battle(case);
    let ask = |that: &str, way: Way| {
        let ask = Ask { way, that: vec![that.to_owned()], ..Ask::default() };
        battle.odds(ask, 7, &Effort { threads: 2, ..Effort::default() })
    };
    // Counted on the way; booked after the end, so known by outcome; both.
    let counted = ask("attacker and attacks < 20", Way::default()).unwrap();
    assert_eq!(counted.odds.method, Method::Sampled);
    let why = &counted.odds.why;
    assert!(why.starts_with("sampled, because attacks is counted on the way"), "{why}");
    let booked = ask("defender and noble.A.captured = 1", Way::default()).unwrap();
    assert_eq!(booked.odds.method, Method::Exact);
    let both = "noble.A.killed = 1 and attacker_lost > 2";
    let together = ask(both, Way::default()).unwrap();
    let why = &together.odds.why;
    assert!(why.starts_with("sampled, because exact odds know noble.A.killed apart"), "{why}");
    let refused = ask(both, Way::Exact(Budget::USUAL)).unwrap_err().to_string();
    assert!(refused.contains("apart from the rest only"), "{refused}");
    let wrong = ask("atacker", Way::default()).unwrap_err().to_string();
    assert!(wrong.contains("did you mean `attacker`?"), "{wrong}");
    // What was booked after the end agrees with fought battles.
    let fought =
        ask("defender and noble.A.captured = 1", Way::Sampled(Goal::Trials(20_000))).unwrap();
    let (truth, found) = (&booked.that[0], &fought.that[0]);
    assert!(is_near(truth.p, (found.low, found.high)), "{truth:?} {found:?}");
}

/// A condition near one half takes more battles than outcomes that are clear.
#[test]
fn conditions_too_reach_the_error() {
    let text = "ruleset = 'olympia'
        attacker.stack = [{ noble = 'A', men.soldier = 90 }]
        defender.stack = [{ noble = 'B', men.peasant = 5 }]";
    let battle = Scenario::new("rout.toml", text).battle().unwrap();
    let ask = |that: &[&str]| {
        let that = that.iter().map(|text| (*text).to_owned()).collect();
        let ask = Ask { that, ..Ask::from(Goal::Error(0.01)) };
        battle.odds(ask, 7, &Effort { threads: 2, ..Effort::default() }).unwrap()
    };
    let median = ask(&[]).odds.measures[0].p50.unwrap();
    let open = format!("attacks > {median}");
    let (plain, asked) = (ask(&[]), ask(&[&open]));
    assert!(plain.odds.trials < asked.odds.trials, "{:?}", asked.that);
    assert!(asked.that[0].high - asked.that[0].low <= 0.0201, "{:?}", asked.that);
}
