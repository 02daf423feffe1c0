//! Chapter 10: prisoners, loot, heirs, flight, positions, weeks. What is
//! written of it is in `aftermath_text.rs`.

use serde_json::{Value, json};

use crate::common::*;

/// O-71, O-72: each losing noble who lives is tested, hit or not, in stack
/// order, with one chance for all.
#[test]
fn o_71_o_72_prisoners() {
    // W is 4 (A and three soldiers), L is 2 (D and F): 50 percent.
    let text = "attacker.stack = [{ noble = 'A', men = { soldier = 3 } }]
                defender.break_point = 70
                defender.stack = [{ noble = 'D' }, { noble = 'E' }, { noble = 'F' }]";
    let told = fight(
        text,
        "attacker 1/7, target 1/2, hit 1/160, wound 10/100
         illness 90/100
         prisoner 51/100, prisoner 50/100, prisoner 1/100",
    );
    let captured = |name: &str| told.measure(&format!("noble.{name}.captured"));
    assert_eq!([captured("D"), captured("E"), captured("F"), captured("A")], [0, 1, 1, 0]);
    // The dead are not tested, and do not stand: W 4, L 2 as before.
    let told = fight(
        text,
        "attacker 1/7, target 1/2, hit 1/160, wound 100/100, prisoner 50/100, prisoner 51/100",
    );
    assert_eq!(told.measure("noble.D.captured"), 1);
    assert_eq!(told.measure("noble.F.captured"), 0);
}

/// O-72: standing men of all rows count, and the chance stays within 25 and 75.
#[test]
fn o_72_all_rows_count() {
    // W is 1, L is 1 + 9 in the rear: 25. Of 20 v 1: 75.
    let told = fight(
        "attacker.stack = [{ noble = 'A' }]
         defender.break_point = 70
         defender.stack = [{ noble = 'D' }, { noble = 'E' }, { noble = 'F', behind = 9,
             men = { peasant = 8 } }]",
        "attacker 1/3, hit 1/160, wound 100/100, prisoner 26/100, prisoner 25/100",
    );
    assert_eq!(told.measure("noble.F.captured"), 1);
    let told = fight(
        "attacker.stack = [{ noble = 'A', men = { soldier = 19 } }]
         defender.stack = [{ noble = 'D' }, { noble = 'E' }]",
        "attacker 1/22, hit 1/160, wound 100/100, prisoner 76/100",
    );
    assert_eq!(told.measure("noble.D.captured"), 0);
}

/// O-74: a prisoner is stripped of men, engines, items, goods and prisoners;
/// all of it goes to the leader of the winning stack, things of one name added up.
#[test]
fn o_74_a_prisoner_is_stripped() {
    let told = fight(
        "attacker.stack = [{ noble = 'A', men = { catapult = 1, soldier = 3 },
            goods = { gold = 10 } },
                           { noble = 'B' }]
         defender.break_point = 60
         defender.stack = [{ noble = 'D' }, { noble = 'E',
             men = { peasant = 3, catapult = 1 }, items = [{ name = 'ring', attack = 1 }],
             goods = { horse = 2, gold = 50 }, prisoners = [{ noble = 'X', health = 9 }] }]",
        "attacker 1/10, target 1/4, hit 80/160, wound 10/100
         illness 1/100
         prisoner 32/100, prisoner 31/100",
    );
    assert_eq!(told.measure("loot.gold"), 50);
    assert_eq!(told.measure("loot.men"), 4);
    let loot = json!([{ "from": "E", "to": "A",
        "things": { "peasant": 3, "catapult": 1,
            "horse": 2, "gold": 50, "ring": 1, "X": "prisoner" } }]);
    assert_eq!(told.fact("loot"), loot);
    let next = told.next();
    let a = &next.units[0];
    assert_eq!(a.noble.name, "A");
    let men: Vec<(&str, u32)> =
        a.men.iter().map(|(kind, count)| (next.kind(*kind).key.as_str(), *count)).collect();
    assert_eq!(men, [("catapult", 2), ("soldier", 3), ("peasant", 3)]);
    assert_eq!(a.goods, [("gold".to_owned(), 60), ("horse".to_owned(), 2)]);
    assert_eq!(a.items[0].name, "ring");
    let mut held: Vec<(&str, u8)> =
        a.prisoners.iter().map(|noble| (noble.name.as_str(), noble.health)).collect();
    held.sort_unstable();
    assert_eq!(held, [("E", 90), ("X", 9)]);
    assert!(next.units.iter().all(|unit| unit.noble.name != "E"));
}

/// O-74: of two items of one name both are taken, and goods of that name too.
#[test]
fn o_74_two_items_of_one_name() {
    let told = fight(
        "attacker.stack = [{ noble = 'A' }]
         defender.stack = [{ noble = 'D', goods = { ring = 3 }, prisoners = [{ noble = 'crown' }],
             items = [{ name = 'ring', attack = 1 }, { name = 'ring', defense = 2 },
                 { name = 'crown' }] }]",
        "attacker 1/2, hit 1/162, wound 1/100, illness 1/100, prisoner 75/100",
    );
    let things = json!({ "ring": 5, "crown": 1, "crown (noble)": "prisoner" });
    assert_eq!(told.fact("loot"), json!([{ "from": "D", "to": "A", "things": things }]));
    let next = told.next_against_a_stranger();
    let items: Vec<(&str, u32, u32)> = next.units[0]
        .items
        .iter()
        .map(|item| (item.name.as_str(), item.attack, item.defense))
        .collect();
    assert_eq!(items, [("ring", 1, 0), ("ring", 0, 2), ("crown", 0, 0)]);
    assert_eq!(next.units[0].goods, [("ring".to_owned(), 3)]);
}

/// O-75: a killed loser's men and goods pass in part, entry by entry; unique
/// items and his prisoners always do.
#[test]
fn o_75_what_a_killed_loser_leaves() {
    let text = "attacker.stack = [{ noble = 'A' }]
         defender.break_point = 60
         defender.stack = [{ noble = 'D' }, { noble = 'E',
             men = { peasant = 3, catapult = 1, worker = 0 },
                 items = [{ name = 'ring', attack = 1 }],
             goods = { gold = 50, salt = 7 }, prisoners = [{ noble = 'X' }] }]";
    // q = 3: 1 + one of 0..=2; q = 1: 0 or 1; q = 50: 25 to 50; q = 7: 3 to 7.
    let told = fight(
        text,
        "attacker 1/6, target 1/4, hit 80/160, wound 100/100
         prisoner 26/100
         all of it 2/2, amount 2/3
         all of it 2/2, amount 1/2
         all of it 2/2, amount 26/26
         all of it 1/2",
    );
    let things = &told.fact("loot")[0]["things"];
    assert_eq!(things, &json!({ "peasant": 2, "gold": 50, "salt": 7, "ring": 1, "X": "prisoner" }));
    assert_eq!((told.measure("loot.gold"), told.measure("loot.men")), (50, 2));

    let told = fight(
        text,
        "attacker 1/6, target 1/4, hit 80/160, wound 100/100
         prisoner 26/100
         all of it 1/2
         all of it 2/2, amount 2/2
         all of it 2/2, amount 1/26
         all of it 2/2, amount 5/5",
    );
    let things = &told.fact("loot")[0]["things"];
    let expected =
        json!({ "peasant": 3, "catapult": 1, "gold": 25, "salt": 7, "ring": 1, "X": "prisoner" });
    assert_eq!(things, &expected);
    assert_eq!(told.measure("loot.men"), 4);
}

/// O-75: a winner's dead noble leaves his things to the first living noble
/// below him, else to the nearest above.
#[test]
fn o_75_heirs_of_the_winning_side() {
    let heir = |stack: &str, script: &str| {
        let told = fight(
            &format!(
                "attacker.break_point = 0\nattacker.stack = [{{ noble = 'A' }}, {stack}]
                 defender.stack = [{{ noble = 'D' }}]"
            ),
            script,
        );
        assert_eq!(told.outcome(), "attacker");
        assert_eq!(told.measure("loot.gold"), 0, "an inheritance is no loot");
        let next = told.next_against_a_stranger();
        let has_ring = |unit: &&fracas_olympia::battle::Unit| !unit.items.is_empty();
        let heir = next.units.iter().find(has_ring).expect("somebody has the ring");
        let gold: Vec<u64> = heir.goods.iter().map(|(_, count)| *count).collect();
        (heir.noble.name.clone(), gold)
    };
    let b = "{ noble = 'B', items = [{ name = 'ring' }], goods = { gold = 4 } }";
    // C stands under B and inherits.
    let script = "attacker 4/4, target 1/2, hit 1/160, wound 100/100
                  attacker 1/3, hit 1/160, wound 1/100
                  illness 1/100, prisoner 76/100, all of it 2/2, amount 2/3";
    assert_eq!(
        heir(&format!("{b}, {{ noble = 'C', under = 'B' }}"), script),
        ("C".to_owned(), vec![3])
    );
    // C stands beside B: the one above B inherits.
    assert_eq!(heir(&format!("{b}, {{ noble = 'C' }}"), script), ("A".to_owned(), vec![3]));
    // C, under B, is dead too: his heir is A as well, and B's the nearest above alive.
    let both = "attacker 4/4, target 1/2, hit 1/160, wound 100/100
                attacker 3/3, hit 1/160, wound 100/100
                attacker 1/2, hit 1/160, wound 100/100
                all of it 1/2";
    assert_eq!(
        heir(&format!("{b}, {{ noble = 'C', under = 'B' }}"), both),
        ("A".to_owned(), vec![4])
    );
}

/// O-75: the losing side's dead are drawn for first, then the winner's, each
/// in stack order.
#[test]
fn o_75_the_order_of_legacies() {
    let told = fight(
        "attacker.break_point = 0
         attacker.stack = [{ noble = 'A' }, { noble = 'B', goods = { gold = 1000 } }]
         defender.stack = [{ noble = 'D', goods = { gold = 10 } }]",
        "attacker 3/3, hit 1/160, wound 100/100
         attacker 1/2, hit 1/160, wound 100/100
         all of it 2/2, amount 1/6
         all of it 2/2, amount 1/501",
    );
    assert_eq!(told.next_goods("A"), [("gold".to_owned(), 505)]);
}

/// O-75: in a draw both sides' dead are treated like a winner's, the attacker's first.
#[test]
fn o_75_heirs_in_a_draw() {
    let mut endless = battle(
        "attacker.break_point = 0
         attacker.stack = [{ noble = 'A' }, { noble = 'B', goods = { gold = 1000 } }]
         defender.break_point = 0
         defender.stack = [{ noble = 'D' }, { noble = 'E', goods = { gold = 10 } }]",
    );
    endless.guard = 2;
    let told = fight_battle(
        endless,
        "attacker 4/4, hit 1/160, wound 100/100
         attacker 1/3, hit 1/160, wound 100/100
         all of it 2/2, amount 1/501
         all of it 2/2, amount 1/6",
    );
    assert_eq!(told.next_goods("A"), [("gold".to_owned(), 500)]);
    assert_eq!(told.next_goods("D"), [("gold".to_owned(), 5)]);
    assert_eq!(told.fact("loot"), json!([]));
}

impl Told {
    /// The goods of a noble in the next battle.
    fn next_goods(&self, noble: &str) -> Vec<(String, u64)> {
        let next = self.next_against_a_stranger();
        let unit = next.units.iter().find(|unit| unit.noble.name == noble).expect("a noble");
        unit.goods.clone()
    }
}

/// The attacker wins at the first blow, the defender gets away.
fn attacker_wins(more: &str) -> Told {
    let housed = more.contains("defender.structure");
    let target = if housed { "target 2/2, " } else { "" };
    fight(
        &format!(
            "{more}\nattacker.stack = [{{ noble = 'A' }}]\ndefender.stack = [{{ noble = 'D' }}]"
        ),
        &format!("attacker 1/2, {target}hit 1/160, wound 1/100, illness 1/100, prisoner 76/100"),
    )
}

/// The defender wins at the first blow, the attacker gets away.
fn defender_wins(more: &str) -> Told {
    fight(
        &format!(
            "{more}\nattacker.stack = [{{ noble = 'A' }}]\ndefender.stack = [{{ noble = 'D' }}]"
        ),
        "attacker 2/2, hit 1/160, wound 1/100, illness 1/100, prisoner 76/100",
    )
}

/// O-76: where the beaten go.
#[test]
fn o_76_flight() {
    let castle = "defender.structure = { kind = 'castle', defense = 0 }";
    let docked = "place.terrain = 'port'\ndefender.structure = { kind = 'galley', defense = 0 }";
    let table = [
        (castle.to_owned(), json!("fled into the surrounding province")),
        ("place.terrain = 'city'".to_owned(), json!("fled into the surrounding province")),
        (docked.to_owned(), json!("fled ashore")),
        // Already in the open they stay.
        (String::new(), Value::Null),
        // They flee also when the winner does not move in.
        (format!("attacker.hold = true\n{castle}"), json!("fled into the surrounding province")),
        (format!("attacker.hold = true\n{docked}"), json!("fled ashore")),
        (
            "attacker.hold = true\nplace.terrain = 'city'".to_owned(),
            json!("fled into the surrounding province"),
        ),
        // Out of the one structure both were in.
        ("place.inside = { kind = 'inn' }".to_owned(), json!("fled outside")),
        (
            "place = { terrain = 'port', aboard = { kind = 'galley' } }".to_owned(),
            json!("fled ashore"),
        ),
    ];
    for (more, place) in table {
        let told = attacker_wins(&format!("defender.position = 3\n{more}"));
        let beaten = &told.fact("positions")["defender"];
        assert_eq!(beaten["where"], place, "{more}");
        assert_eq!(beaten["inside"], Value::Null, "{more}");
        assert_eq!(beaten["position"], Value::Null, "{more}: the end of the list");
    }
    // A beaten attacker in a city flees as well; in the open he goes to the end of the list.
    let told = defender_wins("attacker.position = 1\nplace.terrain = 'city'");
    assert_eq!(told.fact("positions")["attacker"]["where"], "fled into the surrounding province");
    let told = defender_wins("attacker.position = 1");
    assert_eq!(
        told.fact("positions")["attacker"],
        json!({ "position": null, "inside": null, "where": null })
    );
}

/// O-77: a victorious attacker moves into the structure, or takes the
/// defender's place in the list if it is better; `hold` inhibits both.
#[test]
fn o_77_the_victor_gains() {
    let castle = "defender.structure = { kind = 'castle', name = 'Keep', defense = 0 }";
    let told = attacker_wins(castle);
    assert_eq!(told.fact("positions")["attacker"]["inside"], "Keep");
    let told = attacker_wins(&format!("attacker.hold = true\n{castle}"));
    assert_eq!(told.fact("positions")["attacker"]["inside"], Value::Null);

    let table = [
        (Some(4), Some(2), false, Some(2)),
        (Some(2), Some(4), false, Some(2)),
        (Some(4), Some(2), true, Some(4)),
        (None, Some(9), false, Some(9)),
        (None, Some(9), true, None),
        (Some(9), None, false, Some(9)),
        (None, None, false, None),
    ];
    for (own, theirs, hold, after) in table {
        let position = |side: &str, place: Option<i64>| {
            place.map_or(String::new(), |place| format!("{side}.position = {place}\n"))
        };
        let told = attacker_wins(&format!(
            "{}{}attacker.hold = {hold}",
            position("attacker", own),
            position("defender", theirs)
        ));
        assert_eq!(
            told.fact("positions")["attacker"]["position"],
            json!(after),
            "{own:?} {theirs:?} {hold}"
        );
    }
    // A victorious defender stays where he is.
    let told = defender_wins("attacker.position = 1\ndefender.position = 5");
    assert_eq!(told.fact("positions")["defender"]["position"], 5);
}

/// O-78: each week an ill noble may recover, then 3 to 15 health come or go;
/// attacker's nobles first, prisoners with their holder.
#[test]
fn o_78_weeks() {
    let told = fight(
        "aftermath.weeks = 2
         attacker.stack = [{ noble = 'A', health = 90,
             prisoners = [{ noble = 'X', health = 50, ill = true }] },
                           { noble = 'B', ill = true, health = 20 }]
         defender.stack = [{ noble = 'D' }]",
        "attacker 1/3, hit 1/160, wound 40/100, illness 60/100, prisoner 76/100",
    );
    let after = told.aftermath_with(
        "week 13/13
         recovery 6/100, week 1/13
         recovery 5/100, week 1/13
         week 13/13
         week 1/13
         recovery 100/100, week 13/13
         week 2/13
         week 1/13",
    );
    let next = battle(&after);
    let noble = |name: &str| {
        let held = next.units.iter().flat_map(|unit| &unit.prisoners);
        let found =
            next.units.iter().map(|unit| &unit.noble).chain(held).find(|noble| noble.name == name);
        let found = found.expect("a noble");
        (found.health, found.ill)
    };
    assert_eq!(noble("A"), (100, false), "never above 100");
    assert_eq!(noble("X"), (50 - 3 - 15, true));
    assert_eq!(noble("B"), (20 + 3 + 4, false));
    assert_eq!(noble("D"), (60 + 15 + 3, false));
    // It changes no measure.
    assert_eq!(told.measure("noble.D.health"), 60);
}

/// O-78: in an inn 10 percent recover.
#[test]
fn o_78_an_inn_helps() {
    for (inn, face, health) in [(true, 10, 53), (true, 11, 47), (false, 6, 47), (false, 5, 53)] {
        let told = fight(
            &format!(
                "aftermath = {{ weeks = 1, inn = {inn} }}
                 attacker.stack = [{{ noble = 'A', health = 50, ill = true }}]
                 defender.stack = [{{ noble = 'D' }}]"
            ),
            "attacker 1/2, hit 1/160, wound 100/100",
        );
        let after = told.aftermath_with(&format!("recovery {face}/100, week 1/13"));
        assert!(after.contains(&format!("health = {health}\n")), "{after}");
    }
}

/// O-78: who dies of illness leaves his things as a winner does (O-75); a
/// prisoner he held has one week in that week, not two.
#[test]
fn o_78_death_by_illness() {
    let told = fight(
        "aftermath.weeks = 1
         attacker.stack = [{ noble = 'A', health = 15, ill = true, goods = { gold = 9 },
             men = { soldier = 1 },
                             prisoners = [{ noble = 'X', health = 50 }] },
                           { noble = 'B' }]
         defender.stack = [{ noble = 'D' }]",
        "attacker 1/4, hit 1/160, wound 100/100",
    );
    let after = told.aftermath_with(
        "recovery 6/100, week 13/13, week 1/13
         week 1/13
         all of it 2/2, amount 1/2
         all of it 2/2, amount 6/6",
    );
    let next = battle(&after.replace("stack = []", "stack = [{ noble = 'Stranger' }]"));
    assert_eq!(next.units[0].noble.name, "B");
    assert_eq!(next.units[0].goods, [("gold".to_owned(), 9)]);
    assert!(next.units[0].men.is_empty());
    assert_eq!(next.units[0].prisoners[0].health, 53);
}
