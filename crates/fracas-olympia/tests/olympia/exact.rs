//! The exact solver against the oracle, against sampling, and against itself.

use std::collections::BTreeMap;

use fracas_core::chance::{Chance, Die, Purpose, Rolled, Scripted};
use fracas_core::odds::{
    Budget, Distribution, Effort, Enumerable, Odds, Refusal, exact, exact_by_branches, exact_ends,
    sample,
};
use fracas_core::ruleset::{MeasureKind, Next, Ruleset};
use fracas_core::watch::Scores;
use fracas_olympia::Olympia;
use fracas_testing::made_up::olympia::small;

use crate::common::{battle, oracle};

const ANY: Die = Die("any");

/// A state made of a key does not depend on the state it was made in. Who is
/// able and exposed (O-31, O-33) and the front (O-22) are as in the fight.
#[test]
fn states_come_back_as_they_were() {
    let mut dice = Rolled::new(77, 0, Purpose::Setup);
    for number in 0..300 {
        let text = small(&mut dice, 4);
        let battle = battle(&text);
        let mut state = Olympia::start(&battle).clone();
        let mut used = state.clone();
        let mut scores = Scores::new(vec![0; Olympia::measures(&battle).len()]);
        let mut keys = Vec::new();
        loop {
            keys.push(Olympia::key(&battle, &state).expect("a small battle"));
            let next = Olympia::step(&battle, &mut state, &mut dice, &mut scores);
            if next != Next::On || keys.len() == 200 {
                break;
            }
            if dice.hit(1, 2, ANY) {
                let key = keys[dice.below(keys.len() as u64, ANY) as usize];
                let mut fresh = Olympia::start(&battle).clone();
                Olympia::restore(&battle, &key, &mut fresh);
                Olympia::restore(&battle, &key, &mut used);
                assert_eq!(format!("{used:?}"), format!("{fresh:?}"), "battle {number}\n{text}");
            }
        }
    }
}

/// O-59, O-70 to O-75: once nothing is left to be tested, which is what one key
/// says of all such states, nothing more is drawn and nothing is booked.
#[test]
fn what_is_settled_stays_as_it_is() {
    let mut dice = Rolled::new(70, 0, Purpose::Setup);
    let (mut settled, mut more) = (0, 0);
    for number in 0..3_000 {
        let text = match number % 10 {
            0 => at_sea("ocean", 97 + number % 3, 4),
            _ => small(&mut dice, 4),
        };
        let battle = battle(&text);
        let mut state = Olympia::start(&battle).clone();
        let mut scores = Scores::new(vec![0; Olympia::measures(&battle).len()]);
        Olympia::fight_out(&battle, &mut state, &mut dice, &mut scores);
        while Olympia::settle(&battle, &mut state, &mut dice, &mut scores) {
            if Olympia::key(&battle, &state) != Some([u64::MAX; 4]) {
                more += 1;
                continue;
            }
            settled += 1;
            let before = scores.values().to_vec();
            let mut none = Scripted::new(vec![]);
            assert!(!Olympia::settle(&battle, &mut state, &mut none, &mut scores), "{text}");
            assert_eq!(scores.values(), before, "{text}");
            none.finish().expect("nothing was drawn");
            break;
        }
    }
    assert!(settled > 500 && more > 500, "{settled} {more}");
}

fn values(of: &Option<Distribution>) -> BTreeMap<i64, f64> {
    of.iter().flat_map(Distribution::values).collect()
}

/// The odds of a battle in the open, whose states are numbered, are those that
/// running the rules branch by branch finds, every measure of them, and so are
/// its ends.
fn agrees_with_branches(text: &str) {
    let battle = battle(text);
    let final_ones = |told: &[bool], values: &[i64]| -> Vec<i64> {
        told.iter().zip(values).filter(|(told, _)| **told).map(|(_, value)| *value).collect()
    };
    let measures = Olympia::measures(&battle);
    let told: Vec<bool> = measures.iter().map(|m| m.kind == MeasureKind::Final).collect();
    let (mut ends, mut wanted_ends) = (BTreeMap::new(), BTreeMap::new());
    let mut hear = |outcome: usize, values: &[i64], p: f64| {
        *ends.entry((outcome, final_ones(&told, values))).or_insert(0.0) += p;
    };
    let found = exact_ends::<Olympia>(&battle, Budget::PATIENT, &mut hear);
    let found = found.expect("a small battle");
    let mut hear = |outcome: usize, values: &[i64], p: f64| {
        *wanted_ends.entry((outcome, final_ones(&told, values))).or_insert(0.0) += p;
    };
    let wanted = exact_by_branches::<Olympia>(&battle, Budget::PATIENT, &mut hear);
    let wanted = wanted.expect("a small battle");

    let unheard = exact::<Olympia>(&battle, Budget::PATIENT).expect("a small battle");
    assert_eq!(found, unheard, "{text}");
    assert_eq!(found.told, told);
    assert_eq!(found.states, wanted.states, "{text}");
    let near = |one: Option<f64>, other: Option<f64>, what: &str| match (one, other) {
        (Some(one), Some(other)) => {
            let off = (one - other).abs() / other.abs().max(1.0);
            assert!(off < 1e-9, "{what}: {one} is not {other}\n{text}");
        }
        _ => assert_eq!(one, other, "{what}\n{text}"),
    };
    for (one, other) in found.odds.outcomes.iter().zip(&wanted.odds.outcomes) {
        near(Some(one.p), Some(other.p), &one.name);
    }
    for (one, other) in found.odds.measures.iter().zip(&wanted.odds.measures) {
        near(one.mean, other.mean, &one.name);
        near(one.sd, other.sd, &one.name);
        assert_eq!((one.min, one.max), (other.min, other.max), "{}\n{text}", one.name);
    }
    let by_outcome = found.by_outcome.iter().zip(&wanted.by_outcome);
    for (one, other) in by_outcome.flat_map(|(one, other)| one.iter().zip(other)) {
        let (one, other) = (values(one), values(other));
        for value in one.keys().chain(other.keys()) {
            let p = |of: &BTreeMap<i64, f64>| of.get(value).copied().unwrap_or_default();
            assert!((p(&one) - p(&other)).abs() < 1e-11, "{value}\n{text}");
        }
    }
    for end in ends.keys().chain(wanted_ends.keys()) {
        let p = |of: &BTreeMap<_, f64>| of.get(end).copied().unwrap_or_default();
        assert!((p(&ends) - p(&wanted_ends)).abs() < 1e-11, "{end:?}\n{text}");
    }
}

/// O-30 to O-42, O-61, O-72: of all sorts of battles.
#[test]
fn numbered_states_agree_with_branches() {
    let mut dice = Rolled::new(31, 0, Purpose::Setup);
    let mut dwindled = 0;
    for _ in 0..400 {
        let text = small(&mut dice, 4);
        if Olympia::dwindle(&battle(&text)).is_some() {
            dwindled += 1;
            agrees_with_branches(&text);
        }
    }
    assert!(dwindled > 50, "{dwindled}");
}

/// The same where rows are long, the attacker's or the defender's, and where
/// there are many more of one side.
#[test]
fn long_rows_agree_with_branches() {
    let sides = |attacker: &str, defender: &str| {
        let unit = |name: &str, men: &str| format!("[{{ noble = '{name}', men = {{ {men} }} }}]");
        let (attacker, defender) = (unit("A", attacker), unit("D", defender));
        format!("attacker.stack = {attacker}\ndefender.stack = {defender}")
    };
    for (attacker, defender) in [
        ("soldier = 9, pikeman = 13", "swordsman = 12, archer = 7"),
        ("peasant = 300", "knight = 3"),
        ("knight = 2, archer = 1", "peasant = 150, soldier = 2"),
    ] {
        let sides = sides(attacker, defender);
        agrees_with_branches(&sides);
        // To the last man of one side, who himself is the last to be struck.
        agrees_with_branches(&format!("attacker.break_point = 0\n{sides}"));
    }
}

/// O-64: where nobody can strike, the battle is a draw, and no state is left unresolved;
/// it is also where only one of a side can.
#[test]
fn o_64_battles_without_a_blow_agree_with_branches() {
    for (attacker, defender, is_draw) in [
        ("", "", true),
        (", men = { page = 70 }", ", men = { page = 3 }", true),
        (", men = { page = 2 }", ", men = { page = 130, squire = 1 }", true),
        (", men = { page = 2 }", ", men = { page = 4, soldier = 1 }", false),
    ] {
        let text = format!(
            "kinds.page = {{ attack = 0, defense = 3 }}\nkinds.squire = {{ attack = 0, defense = 9 }}
             attacker.stack = [{{ noble = 'A', attack = 0{attacker} }}]
             defender.stack = [{{ noble = 'D', attack = 0{defender} }}]"
        );
        assert!(Olympia::dwindle(&battle(&text)).is_some(), "{text}");
        agrees_with_branches(&text);
        let found = exact::<Olympia>(&battle(&text), Budget::PATIENT).expect("a small battle");
        assert_eq!(found.odds.outcomes[2].p == 1.0, is_draw, "{text}");
        assert_eq!(found.odds.unresolved, 0.0, "{text}");
    }
}

/// Thousands of tiny battles of every sort: outcomes and attacks as the
/// oracle has them.
#[test]
fn tiny_battles_agree_with_the_oracle() {
    let mut dice = Rolled::new(2026, 0, Purpose::Setup);
    for number in 0..2_000 {
        let text = small(&mut dice, 2);
        let battle = battle(&text);
        let wanted = oracle::exact(&battle);
        let found = exact::<Olympia>(&battle, Budget::PATIENT).expect("a tiny battle");
        for (outcome, p) in found.odds.outcomes.iter().zip(wanted.outcomes) {
            assert!((outcome.p - p).abs() < 1e-11, "{number}\n{text}\n{outcome:?} is not {p}");
        }
        let attacks = found.odds.measures[0].mean.expect("a mean");
        let off = (attacks - wanted.attacks).abs() / wanted.attacks;
        assert!(off < 1e-10, "{number}\n{text}\n{attacks} is not {}", wanted.attacks);
        assert!(found.odds.unresolved < 1e-12, "{number}\n{text}");
    }
}

/// Every measure of random battles: mean and deviation as sampled.
#[test]
fn every_measure_agrees_with_sampling() {
    const TRIALS: u64 = 4_000;
    let mut dice = Rolled::new(7, 1, Purpose::Setup);
    for number in 0..60 {
        let text = small(&mut dice, 3);
        let battle = battle(&text);
        let found = exact::<Olympia>(&battle, Budget::PATIENT).expect("a small battle");
        let tally = sample::<Olympia>(&battle, 11, 0..TRIALS, &Effort::default());
        let sampled = Odds::sampled(&tally, 0.05, "");
        for (exact, sampled) in found.odds.measures.iter().zip(&sampled.measures) {
            let (Some(mean), Some(sd)) = (exact.mean, exact.sd) else {
                panic!("{text}\n{exact:?}");
            };
            let off = (mean - sampled.mean.expect("a mean")).abs();
            // Rare events are few: allow for one of them more or less.
            let error = sd / (TRIALS as f64).sqrt();
            let one = (exact.max.unwrap_or(1) - exact.min.unwrap_or(0)).max(1) as f64;
            assert!(
                off <= 5.0 * error + one / TRIALS as f64,
                "{number}\n{text}\n{}: {mean} is not {:?}, error {error}",
                exact.name,
                sampled.mean
            );
        }
    }
}

/// Nobles on ships: `damage` is that of both, so that some sink.
fn at_sea(place: &str, damage: u64, nobles: usize) -> String {
    let stack = |name: &str, nobles: usize| {
        let unit = |n: usize| {
            let health = 90 - 20 * n;
            format!(
                "{{ noble = '{name}{n}', health = {health}, survive_fatal = {},
                    men = {{ peasant = {} }}, goods = {{ gold = {n} }} }}",
                n == 1,
                n % 2
            )
        };
        (0..nobles).map(unit).collect::<Vec<_>>().join(", ")
    };
    let ships = match place {
        "ocean" => ["attacker", "defender"]
            .map(|side| {
                format!("{side}.structure = {{ kind = 'galley', defense = 0, damage = {damage} }}")
            })
            .join("\n"),
        _ => String::new(),
    };
    let terrain = match place {
        "aboard" => "place = { terrain = 'ocean', aboard = { kind = 'galley' } }".to_owned(),
        _ => format!("place.terrain = '{place}'"),
    };
    format!(
        "{terrain}\n{ships}\nattacker.stack = [{}]\ndefender.stack = [{}]",
        stack("A", nobles - nobles / 2),
        stack("D", nobles / 2)
    )
}

/// O-59: exact odds at sea, where nobles are wounded and then drown, are those
/// of fought battles. Both outcomes have a fair share of sunken ships.
#[test]
fn o_59_exact_odds_at_sea_agree_with_sampling() {
    const TRIALS: u64 = 20_000;
    for (damage, hold) in [(99, false), (98, true), (96, false)] {
        let text = format!("attacker.hold = {hold}\n{}", at_sea("ocean", damage, 4));
        let battle = battle(&text);
        let found = exact::<Olympia>(&battle, Budget::PATIENT).expect("a small battle");
        let tally = sample::<Olympia>(&battle, 59, 0..TRIALS, &Effort::default());
        let sampled = Odds::sampled(&tally, 0.05, "");
        for (exact, sampled) in found.odds.measures.iter().zip(&sampled.measures) {
            let (mean, sd) = (exact.mean.expect("a mean"), exact.sd.expect("a deviation"));
            let off = (mean - sampled.mean.expect("a mean")).abs();
            let allowed = 4.5 * sd / (TRIALS as f64).sqrt() + 1e-9;
            assert!(off <= allowed, "{text}\n{}: {mean} is not {:?}", exact.name, sampled.mean);
            let off = (sd - sampled.sd.expect("a deviation")).abs();
            assert!(off <= 0.05 * sd + 0.01, "{text}\n{}: {sd}, {:?}", exact.name, sampled.sd);
        }
    }
}

/// O-58, O-59: where nobody can drown a battle at sea costs what it does on a
/// plain, and has the same odds; ship against ship five nobles are no trouble.
#[test]
fn o_58_o_59_battles_at_sea_are_as_easily_followed() {
    let solve = |text: &str| exact::<Olympia>(&battle(text), Budget::PATIENT).expect("small");
    let (plain, aboard) = (solve(&at_sea("plain", 0, 6)), solve(&at_sea("aboard", 0, 6)));
    assert_eq!((plain.states, plain.branches), (aboard.states, aboard.branches));
    assert_eq!(plain.odds.measures, aboard.odds.measures);
    let ships = solve(&at_sea("ocean", 80, 5));
    assert!(ships.branches < 5_000_000, "{} branches", ships.branches);
    let health = ships.odds.measures.iter().find(|measure| measure.name == "noble.A1.health");
    assert_eq!(health.and_then(|health| health.min), Some(0), "its whole distribution is known");
}

/// O-75: a treasure has few branches, and its mean is exact.
#[test]
fn o_75_a_treasure_is_followed() {
    let battle = battle(
        "attacker.stack = [{ noble = 'A', attack = 10000 }]
         defender.stack = [{ noble = 'D', health = 1, attack = 0, defense = 0,
             goods = { gold = 1000000000, silk = 1000000000 } }]",
    );
    let found = exact::<Olympia>(&battle, Budget(1_000)).expect("a few branches");
    let gold = found.odds.measures.iter().find(|measure| measure.name == "loot.gold");
    let mean = gold.and_then(|gold| gold.mean).expect("a mean");
    assert!((mean - 0.5 * 1e9 - 0.5 * 0.75e9).abs() < 1e-3, "{mean}");
}

/// Probabilities of every distribution add up to 1, and their means are those
/// of the measures.
#[test]
fn distributions_are_whole() {
    let battle = battle(
        "attacker.stack = [{ noble = 'A', men = { soldier = 6 } }, { noble = 'B', health = 20 }]
         defender.structure = { kind = 'tower', defense = 3, damage = 98 }
         defender.stack = [{ noble = 'D', men = { crossbowman = 5 }, goods = { gold = 9 } }]",
    );
    let found = exact::<Olympia>(&battle, Budget::PATIENT).expect("a small battle");
    for (measure, distribution) in found.odds.measures.iter().zip(&found.distributions) {
        let Some(distribution) = distribution else { continue };
        assert!((distribution.total() - 1.0).abs() < 1e-12, "{}", measure.name);
        let mean: f64 = distribution.values().map(|(value, p)| value as f64 * p).sum();
        assert!((mean - measure.mean.expect("a mean")).abs() < 1e-9, "{}", measure.name);
    }
}

/// O-42, O-70: death and illness of a noble who is hit for certain.
#[test]
fn o_42_o_70_wounds_are_exact() {
    let battle = battle(
        "attacker.stack = [{ noble = 'A', attack = 10000 }]
         defender.stack = [{ noble = 'D', defense = 0, attack = 0 }]",
    );
    let found = exact::<Olympia>(&battle, Budget::PATIENT).expect("a small battle");
    let mean = |name: &str| {
        let measure = found.odds.measures.iter().find(|measure| measure.name == name);
        measure.and_then(|measure| measure.mean).expect("a measure")
    };
    assert!((mean("noble.D.hit") - 1.0).abs() < 1e-12);
    assert!((mean("noble.D.killed") - 0.01).abs() < 1e-12);
    assert!((mean("noble.D.ill") - 99.0 / 200.0).abs() < 1e-12);
    assert!((mean("noble.D.captured") - 0.99 * 0.75).abs() < 1e-12);
    assert!((mean("noble.D.health") - 49.5).abs() < 1e-12);
}

/// A budget that does not suffice is named; a battle of too many parts is
/// refused at once.
#[test]
fn refusals() {
    let plain = battle(
        "attacker.stack = [{ noble = 'A', men = { soldier = 30 } }]
         defender.stack = [{ noble = 'D', men = { soldier = 30 } }]",
    );
    let refused = exact::<Olympia>(&plain, Budget(1_000));
    assert_eq!(refused, Err(Refusal::OverBudget { budget: Budget(1_000) }));
    let says = refused.expect_err("a refusal").to_string();
    assert_eq!(says, "exact odds would weigh more than 1,000 falls of the dice");
    let unit = |name: usize| {
        format!("{{ noble = 'N{name}', men = {{ soldier = 900000, pikeman = 900000 }} }}")
    };
    let units: Vec<String> = (0..8).map(unit).collect();
    let huge = battle(&format!(
        "attacker.stack = [{}]\ndefender.stack = [{{ noble = 'D' }}]",
        units[..5].join(", ")
    ));
    assert_eq!(
        exact::<Olympia>(&huge, Budget(1_000)),
        Err(Refusal::OverBudget { budget: Budget(1_000) })
    );
}
