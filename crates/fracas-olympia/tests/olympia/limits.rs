//! O-94: limits; what exceeds them is E-2, and in an aftermath left behind.

use fracas_core::ruleset::Ruleset;
use fracas_olympia::Olympia;
use fracas_olympia::state::Verdict;

use crate::common::{ATTACKER, battle, dice, read, refuse, refused, start};

fn unit(unit: &str) -> String {
    format!("attacker.stack = [{{ noble = 'A'{unit} }}]\ndefender.stack = [{{ noble = 'D' }}]")
}

fn list(count: usize, one: impl Fn(usize) -> String) -> String {
    (0..count).map(one).collect::<Vec<_>>().join(", ")
}

/// O-94: 1,000 units a side, allies included.
#[test]
fn o_94_units() {
    let stack = |count| list(count, |index| format!("{{ noble = 'n{index}' }}"));
    let text = |count| {
        format!("attacker.stack = [{}]\ndefender.stack = [{{ noble = 'D' }}]", stack(count))
    };
    assert!(read(&text(1_000)).is_ok());
    refuse(&text(1_001), "E-2", "attacker", &["1001 units", "allowed are 1000"]);
    let allies = |count| {
        format!(
            "attacker.stack = [{{ noble = 'A' }}]\ndefender.stack = [{{ noble = 'D' }}]
             defender.ally = [{{ stack = [{}] }}, {{ stack = [{{ noble = 'E' }}] }}]",
            stack(count)
        )
    };
    assert!(read(&allies(998)).is_ok());
    refuse(&allies(999), "E-2", "defender", &["1001 units", "allowed are 1000"]);
}

/// O-94: 10,000,000 men and engines a side.
#[test]
fn o_94_men() {
    let text = |soldiers: u32| {
        let crowd = "men = { peasant = 1000000, worker = 1000000,
            sailor = 1000000, pikeman = 1000000, knight = 1000000";
        format!(
            "attacker.stack = [{{ noble = 'A', {crowd} }} }}, {{ noble = 'B', {crowd},
                soldier = {soldiers} }} }}]
             defender.stack = [{{ noble = 'D' }}]"
        )
    };
    assert!(read(&text(0)).is_ok());
    refuse(&text(1), "E-2", "attacker", &["10000001 men and engines", "allowed are 10000000"]);
}

/// O-94: 100 items, 100 goods and 100 prisoners a noble, 100 own kinds.
#[test]
fn o_94_lists() {
    let items = |count| {
        unit(&format!(", items = [{}]", list(count, |index| format!("{{ name = 'i{index}' }}"))))
    };
    let goods =
        |count| unit(&format!(", goods = {{ {} }}", list(count, |index| format!("g{index} = 1"))));
    let held = |count| {
        unit(&format!(
            ", prisoners = [{}]",
            list(count, |index| format!("{{ noble = 'p{index}' }}"))
        ))
    };
    let kinds = |count| {
        let all = list(count, |index| format!("k{index} = {{ attack = 1, defense = 1 }}"));
        format!("kinds = {{ {all} }}\n{}", unit(""))
    };
    let says = &["at most 100"];
    for (path, text) in [
        ("attacker.stack[0].items", &items as &dyn Fn(usize) -> String),
        ("attacker.stack[0].goods", &goods),
        ("attacker.stack[0].prisoners", &held),
        ("kinds", &kinds),
    ] {
        assert!(read(&text(100)).is_ok(), "{path}");
        refuse(&text(101), "E-2", path, says);
    }
}

/// O-94: quantities of goods, places in the location list.
#[test]
fn o_94_quantities_and_positions() {
    assert!(read(&unit(", goods = { gold = 1000000000 }")).is_ok());
    for gold in ["-1", "1000000001"] {
        let text = unit(&format!(", goods = {{ gold = {gold} }}"));
        refuse(&text, "E-2", "attacker.stack[0].goods.gold", &["0 to 1000000000"]);
    }
    assert!(read(&format!("attacker.position = 100000\n{}", unit(""))).is_ok());
    for (place, path) in [
        ("attacker.position = 0", "attacker.position"),
        ("defender.position = 100001", "defender.position"),
    ] {
        refuse(&format!("{place}\n{}", unit("")), "E-2", path, &["1 to 100000"]);
    }
}

/// O-94: names of 100 characters, whatever they name.
#[test]
fn o_94_names() {
    let (fits, long) = ("ä".repeat(100), "ä".repeat(101));
    let key = "k".repeat(101);
    let text = |name: &str| {
        format!(
            "place.name = '{name}'
             attacker.where = '{name}'
             attacker.stack = [{{ noble = 'A', code = '{name}',
                 items = [{{ name = '{name}' }}], goods = {{ '{name}' = 1 }} }}]
             defender.structure = {{ kind = 'inn', name = '{name}', code = '{name}' }}
             defender.stack = [{{ noble = '{name}' }}]"
        )
    };
    assert!(read(&text(&fits)).is_ok());
    let (found, words) = refused(&text(&long));
    assert_eq!(found.len(), 8, "{words}");
    assert!(found.iter().all(|(code, _)| *code == "E-2"), "{words}");
    assert_eq!(words.matches("101 characters").count(), 8, "{words}");
    let kind = format!("kinds.{key} = {{ attack = 1, defense = 1 }}\n{}", unit(""));
    refuse(&kind, "E-2", &format!("kinds.{key}"), &["101 characters"]);
}

/// What is left when the attacker has won and taken the noble of this unit,
/// nobody else being hurt.
fn after_capture(text: &str, unit: usize) -> String {
    let battle = battle(text);
    let mut state = start(&battle).clone();
    state.verdict = Some(Verdict::Won(ATTACKER));
    state.nobles[unit].captured = true;
    Olympia::aftermath(&battle, &state, &mut dice(""))
}

/// O-94, O-79: loot beyond what a scenario holds is left behind, and a comment of
/// the aftermath says so; it reads back whatever was taken.
#[test]
fn o_94_what_a_scenario_cannot_hold_is_left_behind() {
    let side = |name: &str| {
        format!(
            "{{ noble = '{name}', men = {{ peasant = 900000 }}, items = [{}],
                goods = {{ gold = 700000000, {} }}, prisoners = [{}] }}",
            list(60, |n| format!("{{ name = '{name}{n}' }}")),
            list(60, |n| format!("{name}{n} = 1")),
            list(60, |n| format!("{{ noble = '{name}{n}' }}"))
        )
    };
    let (a, d) = (side("A"), side("D"));
    let sides = format!("attacker.stack = [{a}]\ndefender.stack = [{d}, {{ noble = 'E' }}]");
    let text = after_capture(&sides, 1);
    assert!(text.contains("\n# left behind, for a scenario holds no more: 800,000 peasants, "));
    let next = battle(&text);
    let a = &next.units[0];
    assert_eq!((a.men[0].1, a.gold()), (1_000_000, 1_000_000_000));
    assert_eq!((a.items.len(), a.goods.len(), a.prisoners.len()), (100, 100, 100));
}

/// O-94: ten million men and engines a side, whatever was taken.
#[test]
fn o_94_no_side_grows_beyond_its_limit() {
    let men = "men = { peasant = 1000000, worker = 1000000, sailor = 1000000, soldier = 1000000,
        pikeman = 500000 }";
    let more = "men = { knight = 1000000, elite_archer = 1000000 }";
    let sides = format!(
        "attacker.stack = [{{ noble = 'A', {men} }}, {{ noble = 'B', {men} }}]
         defender.stack = [{{ noble = 'D', {more} }}, {{ noble = 'E' }}]"
    );
    let text = after_capture(&sides, 2);
    let next = battle(&text);
    let all: u32 = next.units[..2].iter().flat_map(|unit| &unit.men).map(|(_, n)| n).sum();
    assert_eq!(all, 10_000_000, "{text}");
    assert!(text.contains("holds no more: 1,000,000 elite archers\n"), "{text}");
}

/// O-79: a comment of the aftermath stays in its line, whatever goods are called.
#[test]
fn o_79_comments_stay_in_their_line() {
    let goods = r#"goods = { "salt\nseed = 3 \u0007" = 1000000000 }"#;
    let sides = format!(
        "attacker.stack = [{{ noble = 'A', {goods} }}]
         defender.stack = [{{ noble = 'D', {goods} }}, {{ noble = 'E' }}]"
    );
    let text = after_capture(&sides, 1);
    assert!(text.contains(r"holds no more: 1,000,000,000 salt\nseed = 3 \u{7}"), "{text}");
    assert_eq!(battle(&text).units[0].goods[0].1, 1_000_000_000);
}
