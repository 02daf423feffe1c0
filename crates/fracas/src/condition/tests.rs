use super::*;
use crate::Scenario;
use std::sync::atomic::AtomicBool;

fn siege() -> Battle {
    let text = "ruleset = \"olympia\"\n[[attacker.stack]]\nnoble = \"Mr. A & B\"\n\
                men.soldier = 20\n[[defender.stack]]\nnoble = \"Bo (old)\"\nmen.pikeman = 15\n";
    Scenario::new("siege.toml", text).battle().unwrap()
}

/// Where in a list of values a measure stands.
fn place(battle: &Battle, name: &str) -> usize {
    battle.measures().iter().position(|known| known == name).unwrap()
}

#[test]
fn the_first_is_found_by_any_number_of_threads() {
    let siege = siege();
    for text in ["attacker", "attacker_lost<=4", "defender & attacks > 95 & defender_lost = 9"] {
        let condition = siege.condition(text).unwrap();
        let fits = |trial: &u64| {
            let fought = siege.run(7, *trial, None);
            let outcome = siege.rules.outcomes.iter().position(|name| *name == fought.outcome);
            let values: Vec<i64> = fought.measures.iter().map(|(_, value)| *value).collect();
            condition.fits(outcome.unwrap(), &values)
        };
        let first = Search::Found((5..3000).find(fits).unwrap());
        for threads in [0, 1, 2, 5] {
            let effort = Effort { threads, ..Effort::default() };
            assert_eq!(siege.find(&condition, 7, 5..3000, &effort), first, "{text}");
        }
    }
}

#[test]
fn a_search_may_find_nothing_or_be_halted() {
    let siege = siege();
    let never = siege.condition("attacks < 0").unwrap();
    let effort = Effort { threads: 2, ..Effort::default() };
    assert_eq!(siege.find(&never, 7, 0..200, &effort), Search::Nowhere);
    assert_eq!(siege.find(&never, 7, 5..5, &effort), Search::Nowhere);
    let stop = AtomicBool::new(true);
    let effort = Effort { stop: Some(&stop), ..effort };
    assert_eq!(siege.find(&never, 7, 0..200, &effort), Search::Halted { tried: 0 });
}

/// Outcome 0, 30 attacks, 4 lost; then outcome 1, 10 attacks, 12 lost.
#[test]
fn conditions_are_read_as_they_are_meant() {
    let siege = siege();
    let battle = |attacks, lost| {
        let mut values = vec![0; siege.measures().len()];
        values[place(&siege, "attacks")] = attacks;
        values[place(&siege, "attacker_lost")] = lost;
        values
    };
    let (won, lost) = (battle(30, 4), battle(10, 12));
    for (text, first, second) in [
        ("attacker", true, false),
        ("ATTACKER", true, false),
        ("not attacker", false, true),
        ("!attacker", false, true),
        ("! ! attacker", true, false),
        ("not(attacker)", false, true),
        ("attacker or defender", true, true),
        ("attacker|draw", true, false),
        ("attacker || draw", true, false),
        ("attacker && attacks > 29", true, false),
        ("attacker and attacks > 30", false, false),
        ("attacks >= 10 and attacks <= 30", true, true),
        ("attacks = 30", true, false),
        ("attacks == 30", true, false),
        ("attacks != 30", false, true),
        ("attacks ≥ 11", true, false),
        ("attacker lost <= 4", true, false),
        ("Attacker Lost<5", true, false),
        ("'attacker_lost' < 1_000", true, true),
        ("\"attacker lost\" > -1", true, true),
        ("attacks < attacker_lost", false, true),
        ("'noble.Mr. A & B.hit' = 0 and defender", false, true),
        ("noble.Mr. A & B.hit = 0 & defender", false, true),
        ("noble: Bo (old) hit = 0 & attacker", true, false),
        // `and` binds more closely than `or`, `not` more than both.
        ("defender or attacker and attacks > 99", false, true),
        ("(defender or attacker) and attacks > 9", true, true),
        ("not attacker and defender", false, true),
        ("not (attacker and defender)", true, true),
    ] {
        let condition = siege.condition(text).unwrap_or_else(|why| panic!("{why}"));
        assert_eq!(condition.fits(0, &won), first, "{text}");
        assert_eq!(condition.fits(1, &lost), second, "{text}");
        assert_eq!(condition.to_string(), text);
    }
    let both = siege.condition("attacks > 3 or attacker_lost > attacks").unwrap();
    let places = ["attacks", "attacker_lost"].map(|name| place(&siege, name));
    assert_eq!((both.measures(), both.asks_outcome()), (places.to_vec(), false));
}

/// In andor hit points count for the wins alone.
#[test]
fn a_measure_of_one_outcome_says_nothing_of_others() {
    let template = crate::Registry::standard().rules("andor").unwrap().template();
    let duel = Scenario::new("duel.toml", template).battle().unwrap();
    let mut values = vec![0; duel.measures().len()];
    values[place(&duel, "hp")] = 30;
    let healthy = duel.condition("hp >= 20").unwrap();
    assert!(healthy.fits(0, &values) && !healthy.fits(1, &values) && healthy.asks_outcome());
}

#[test]
fn what_cannot_be_looked_for_is_explained() {
    let siege = siege();
    for (text, says, carets) in [
        ("atacker", "did you mean `attacker`?", "^^^^^^^"),
        ("", "here an outcome is missing, or a measure such as `attacks >= 50`", "^"),
        ("attacks", "write what `attacks` is to be, such as `attacks >= 1`", "^^^^^^^"),
        ("atacks >= 3", "did you mean `attacks`?", "^^^^^^"),
        ("attacks >= many", "`many` is not a whole number", "           ^^^^"),
        ("attacks >= 2.5", "`2.5` is not a whole number", "           ^^^"),
        ("attacks >= atacks", "did you mean `attacks`?", "           ^^^^^^"),
        ("attacks >= attacker", "`attacker` is not a whole number", "           ^^^^^^^^"),
        ("attacker & attacks", "such as `attacks >= 1`", "           ^^^^^^^"),
        ("attacker lsot <= 3", "did you mean `attacker_lost`?", "^^^^^^^^^^^^^"),
        ("mana > 3", "outcomes are attacker, defender, draw; measures are attacks,", "^^^^"),
        ("attacker and", "here an outcome is missing", "            ^"),
        ("attacker and or draw", "here an outcome is missing", "             ^"),
        ("(attacker or draw", "this `(` has no `)`", "^"),
        ("attacker)", "here `and`, `or` or the end should follow", "        ^"),
        ("attacker >= 90%", "is said in a claim", "         ^"),
        ("'attacker", "this quote has no end", "^"),
        ("'atacker'", "did you mean `attacker`?", " ^^^^^^^"),
        ("3 < attacks", "`3` is neither", "^"),
        ("attacks => 3", "did you mean `>=`?", "         ^"),
        ("attacks <", "here a number is missing, such as `attacks >= 50`", "         ^"),
        ("'Bo hit' = 1", "did you mean `noble.Bo (old).hit`?", " ^^^^^^"),
    ] {
        let wrong = siege.condition(text).unwrap_err().to_string();
        assert!(wrong.lines().next().unwrap().contains(says), "{text}: {wrong}");
        assert_eq!(wrong.lines().nth(2), Some(format!("  {carets}").as_str()), "{text}: {wrong}");
    }
}

#[test]
fn hostile_texts_are_refused_without_harm() {
    let siege = siege();
    let wrong = |text: &str| siege.condition(text).unwrap_err().fault;
    assert_eq!(wrong(&"(".repeat(3_000)), ConditionFault::TooDeep(32));
    assert_eq!(wrong(&"!".repeat(3_000)), ConditionFault::TooDeep(32));
    assert_eq!(wrong(&"not ".repeat(900)), ConditionFault::TooDeep(32));
    assert_eq!(wrong(&"x".repeat(5_000)), ConditionFault::TooLong(4_000));
    assert_eq!(wrong(&["draw"; 65].join("|")), ConditionFault::TooMany(64));
    assert!(siege.condition(&["draw"; 64].join("|")).is_ok());
    // Signs of several bytes, cut nowhere in their middle.
    for text in ["é", "≥", "attacks ≥ é", "日本 and 'ü", "attacker\u{a0}lost < 3", "\t\n", "`"]
    {
        let _ = siege.condition(text).map_err(|why| why.to_string());
        let _ = siege.claim(text).map_err(|why| why.to_string());
    }
}

#[test]
fn names_that_are_spelled_alike_must_be_written_out() {
    let text = "ruleset = \"olympia\"\n[[attacker.stack]]\nnoble = \"A B\"\n\
                [[attacker.stack]]\nnoble = \"a b\"\n[[defender.stack]]\nnoble = \"C\"\n";
    let battle = Scenario::new("twins.toml", text).battle().unwrap();
    let wrong = battle.condition("noble A b hit = 1").unwrap_err().to_string();
    assert!(wrong.starts_with("`noble A b hit` may be `noble.A B.hit` or `noble.a b.hit`"));
    let one = battle.condition("noble.a b.hit = 1").unwrap();
    assert_eq!(one.measures(), [place(&battle, "noble.a b.hit")]);
}

#[test]
fn claims_are_of_probabilities_and_means() {
    let siege = siege();
    let says = |text: &str| siege.claim(text).unwrap_or_else(|why| panic!("{why}")).to_string();
    assert_eq!(says("defender>=90%"), "defender >= 90%");
    assert_eq!(says("defender > 0.125"), "defender > 12.5%");
    assert_eq!(
        says("attacker and attacker_lost <= 12 >= 80 %"),
        "attacker and attacker_lost <= 12 >= 80%"
    );
    assert_eq!(says("attacker lost <= 12 < 80%"), "attacker lost <= 12 < 80%");
    assert_eq!(says("(attacker or draw) >= 1"), "(attacker or draw) >= 100%");
    assert_eq!(says("mean attacker lost <= 12"), "mean attacker_lost <= 12");
    assert_eq!(says("attacker_lost < 12.5"), "mean attacker_lost < 12.5");
    assert_eq!(says("not attacker <= 5%"), "not attacker <= 5%");

    let wrong = |text: &str| siege.claim(text).unwrap_err().to_string();
    assert!(wrong("attacker").starts_with("say how likely it is to be, such as `attacker >= 90%`"));
    assert!(wrong("attacker >= 90").starts_with("`90` is no share"));
    assert!(wrong("attacker >= 120%").starts_with("`120%` is no share"));
    assert!(wrong("attacker = 90%").starts_with("a probability or mean is compared with"));
    assert!(wrong("mean attacker >= 3").starts_with("after `mean` comes a measure"));
    assert!(wrong("mean attacks >= lots").starts_with("`lots` is no number"));
    assert!(wrong("mean atacks >= 3").contains("did you mean `attacks`?"));
    assert!(wrong("atacker >= 3%").contains("did you mean `attacker`?"));
    assert!(wrong("attacker >= 90% or draw").contains("should follow"));
}

/// Names as tables show them: a measure that counts after one outcome says so.
#[test]
fn measures_of_one_outcome_are_named_as_tables_do() {
    let duel = crate::Registry::standard().rules("andor").unwrap().template();
    let duel = crate::Scenario::new("duel.toml", duel).battle().unwrap();
    let plain = duel.condition("hp >= 20").unwrap();
    let told = duel.condition("hp given win >= 20 and turns > 1").unwrap();
    assert!(told.measures().contains(&plain.measures()[0]));
    assert!(duel.condition("hp given lose >= 20").is_err());
}

/// `--at-least hp=20` tells how likely that is in won battles; a condition asks
/// all battles and must not say the same.
#[test]
fn a_condition_tells_that_it_asks_all_battles() {
    let duel = crate::Registry::standard().rules("andor").unwrap().template();
    let duel = crate::Scenario::new("duel.toml", duel).battle().unwrap();
    for (written, told) in [
        ("hp given win >= 20", "win and hp >= 20"),
        ("hp given win>=20 or lose", "win and hp >=20 or lose"),
        ("'hp given win' >= 20", "win and 'hp' >= 20"),
        ("not hp given win >= 20", "not (win and hp >= 20)"),
        ("not (hp given win >= 20)", "not (win and hp >= 20)"),
        ("turns > 1 and hp given win < potions given win", "turns > 1 and win and hp < potions"),
        (" hp >= 20 ", "hp >= 20"),
    ] {
        let condition = duel.condition(written).unwrap();
        assert_eq!(condition.text(), told);
        // It means the same, and nothing is left to be put in other words.
        let again = duel.condition(told).unwrap();
        assert_eq!(again.text(), told);
        for outcome in 0..duel.rules.outcomes.len() {
            for value in [0, 2, 20, 30] {
                let values = vec![value; duel.measures().len()];
                assert_eq!(condition.fits(outcome, &values), again.fits(outcome, &values));
            }
        }
    }
    let claim = duel.claim("hp given win >= 20 >= 30%").unwrap();
    assert_eq!(claim.to_string(), "win and hp >= 20 >= 30%");
}
