//! Who and what matters, in every ruleset.

use fracas::{Ask, Battle, Budget, Effort, Impact, Method, Scenario, SensitivityAsk, Way};

use crate::{battle_of, project, rulesets};

fn battle(text: &str) -> Battle {
    Scenario::new("case.toml", text).battle().unwrap_or_else(|why| panic!("{why}"))
}

fn impact(battle: &Battle, trials: Option<u64>) -> Impact {
    let effort = Effort { threads: 2, ..Effort::default() };
    battle.impact(7, trials, &effort).expect("somebody can be left out")
}

/// The exact probability of an outcome.
fn exact(text: &str, outcome: &str) -> f64 {
    let odds = battle(text).odds(Way::Exact(Budget::PATIENT), 0, &Effort::default()).unwrap();
    odds.odds.outcomes.iter().find(|known| known.name == outcome).unwrap().p
}

/// Whoever is left out of a battle leaves the scenario without him.
fn leaves(text: &str, part: &str, outcome: &str, without: &str) {
    let found = impact(&battle(text), None);
    assert_eq!((found.method, found.trials, found.seed), (Method::Exact, None, None));
    let names: Vec<&str> = found.parts.iter().map(|part| part.name.as_str()).collect();
    let part = found.parts.iter().find(|known| known.name == part);
    let part = part.unwrap_or_else(|| panic!("{names:?}"));
    let (with, without) = (exact(text, outcome), exact(without, outcome));
    assert!((part.with - with).abs() < 1e-12, "{part:?} {with}");
    assert!((part.without - without).abs() < 1e-12, "{part:?} {without}");
}

#[test]
fn nobles_and_kinds_of_men_can_be_left_out() {
    let text = |first: &str, second: &str| {
        format!(
            "ruleset = 'olympia'\nattacker.stack = [{first}{second}]\n\
             defender.stack = [{{ noble = 'B', men.pikeman = 4 }}]\n"
        )
    };
    let both = "{ noble = 'A', men = { soldier = 3, knight = 1 } }, ";
    let second = "{ noble = 'C', men.soldier = 2 }";
    let whole = text(both, second);
    leaves(&whole, "A: 1 knight", "attacker", &text("{ noble = 'A', men.soldier = 3 }, ", second));
    leaves(&whole, "C and men", "attacker", &text(both, ""));
    leaves(&whole, "C: 2 soldier", "attacker", &text(both, "{ noble = 'C' }"));
    leaves(&whole, "A and men", "attacker", &text("", second));
    // The defender has nobody else: without him he never wins.
    let found = impact(&battle(&whole), None);
    let defender = found.parts.iter().find(|part| part.name == "B and men").unwrap();
    assert_eq!((defender.side, defender.without), ("defender", 0.0));
}

#[test]
fn monsters_and_items_can_be_left_out() {
    let text = |bag: &str, rats: u32, snakes: u32| {
        format!(
            "ruleset = 'andor'\npolicy.preset = 'cautious'\n\
             player = {{ level = 4, xp = 1500, bag = {{ {bag} }}, \
             base = {{ hp = 30, attack_cost = 4, attack_chance = 95, damage = '4-8', block = 25 }} }}\n\
             item.draught.heal = '8-14'\n\
             monster = [{{ name = 'Rat', count = {rats}, hp = 9, attack_cost = 4, \
             attack_chance = 80, damage = '2-5' }}]\n\
             next = [{{ monster = [{{ name = 'Snake', count = {snakes}, hp = 16, attack_cost = 4, \
             attack_chance = 90, damage = '3-6', block = 30 }}] }}]\n"
        )
    };
    let whole = text("draught = 2", 3, 2);
    leaves(&whole, "2 draught", "win", &text("", 3, 2));
    leaves(&whole, "Rat 2", "lose", &text("draught = 2", 2, 2));
    leaves(&whole, "2/Snake 1", "lose", &text("draught = 2", 3, 1));
}

/// M-42: whatever is no success is lost, and won by the enemies.
#[test]
fn every_end_that_a_side_loses_is_won_by_the_other() {
    let mut duel = Scenario::open(project().join("examples/mission/duel.toml")).unwrap();
    duel.set("constants.retreat_loss_pct", 100).unwrap();
    let duel = duel.battle().unwrap();
    for trials in [None, Some(4_000)] {
        let found = impact(&duel, trials);
        let enemy = found.parts.iter().find(|part| part.side == "enemies").unwrap();
        let agent = found.parts.iter().find(|part| part.side == "agents").unwrap();
        assert!(enemy.with > 0.3, "{enemy:?}");
        assert!((enemy.with + agent.with - 1.0).abs() < 1e-9, "{enemy:?} {agent:?}");
        // Either is the last of his side.
        assert_eq!((enemy.without, enemy.impact), (0.0, enemy.with));
        assert_eq!((agent.without, agent.impact), (0.0, agent.with));
        assert!(found.parts[0].impact >= found.parts[1].impact);
    }
}

#[test]
fn every_ruleset_ranks_everybody_who_fights() {
    for rules in rulesets() {
        let battle = Scenario::new("template.toml", rules.template()).battle().unwrap();
        let found = impact(&battle, Some(20));
        assert_eq!((found.method, found.trials), (Method::Sampled, Some(20)));
        let mut sides: Vec<&str> = found.parts.iter().map(|part| part.side).collect();
        sides.sort_unstable();
        sides.dedup();
        assert_eq!(sides.len(), 2, "{}: {sides:?}", rules.name);
        for part in &found.parts {
            assert!((0.0..=1.0).contains(&part.with) && (0.0..=1.0).contains(&part.without));
            assert!(part.low <= part.impact && part.impact <= part.high, "{part:?}");
        }
    }
}

#[test]
fn a_unit_left_out_of_hex_tactics_does_not_fight() {
    let skirmish = battle_of(&project().join("examples/battlescape/skirmish.toml"));
    let found = impact(&skirmish, Some(60));
    // Nobody's absence helps his own side much.
    assert!(found.parts.iter().all(|part| part.impact > -0.35), "{:?}", found.parts);
    assert!(found.parts[0].impact > 0.0, "{:?}", found.parts);
}

#[test]
fn every_ruleset_tells_which_value_matters() {
    for rules in rulesets() {
        let scenario = Scenario::new("template.toml", rules.template());
        let ask = SensitivityAsk { trials: Some(10), top: Some(5), ..SensitivityAsk::default() };
        let effort = Effort { threads: 2, ..Effort::default() };
        let found = scenario.sensitivity(&ask, 7, &effort).unwrap();
        assert!(!found.values.is_empty() && found.values.len() <= 5, "{}", rules.name);
        assert_eq!(found.of, rules.outcomes[0]);
        for value in &found.values {
            assert!(scenario.get(&value.path).unwrap().is_some(), "{}", value.path);
            assert!(!value.path.ends_with("seed"));
            // Whatever is told can be had: the change is one that the rules allow.
            for change in &value.changes {
                let mut changed = scenario.clone();
                changed.set(&value.path, change.to).unwrap();
                assert!(changed.battle().is_ok(), "{}", value.path);
            }
        }
    }
}

/// Exact effects are the difference of two exact answers.
#[test]
fn exact_effects_are_differences_of_odds() {
    let text = "ruleset = 'olympia'\nattacker.stack = [{ noble = 'A', men.soldier = 12 }]\n\
                defender.stack = [{ noble = 'B', men.pikeman = 11 }]\n";
    let scenario = Scenario::new("case.toml", text);
    let ask = SensitivityAsk { of: Some("defender".to_owned()), ..SensitivityAsk::default() };
    let found = scenario.sensitivity(&ask, 0, &Effort::default()).unwrap();
    assert_eq!((found.method, found.values.len()), (Method::Exact, 2));
    let before = exact(text, "defender");
    for value in &found.values {
        assert_eq!(value.changes.len(), 2);
        for change in &value.changes {
            let mut changed = scenario.clone();
            changed.set(&value.path, change.to).unwrap();
            let odds = changed.battle().unwrap().odds(Ask::default(), 0, &Effort::default());
            let after = odds.unwrap().odds.outcomes[1].p;
            assert!((change.p - after).abs() < 1e-12 && (found.p - before).abs() < 1e-12);
            assert!((change.effect - (after - before)).abs() < 1e-12);
        }
    }
}
