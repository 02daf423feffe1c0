//! O-94: limits; what exceeds them is E-2.

use crate::common::{read, refuse, refused};

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
