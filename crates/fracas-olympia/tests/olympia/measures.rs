//! What is counted in every battle (O-91 to O-93).

use fracas_core::capability::Inspect;
use fracas_core::ruleset::Ruleset;
use fracas_olympia::Olympia;

use crate::common::*;

fn names(text: &str) -> Vec<String> {
    Olympia::measures(&battle(text)).into_iter().map(|measure| measure.name).collect()
}

/// O-92, O-93: every measure of a battle, sides without a structure leave its three out.
#[test]
fn o_92_o_93_names_of_measures() {
    let open = names(
        "attacker.stack = [{ noble = 'A', men = { soldier = 1, catapult = 1, knight = 0 } }]
         defender.stack = [{ noble = 'D', men = { pikeman = 1 } }]
         defender.ally = [{ stack = [{ noble = 'Old Scale', men = { soldier = 1 } }] }]",
    );
    let mut expected = vec![
        "attacks",
        "attacker_lost",
        "defender_lost",
        "attacker_lost.soldier",
        "attacker_lost.catapult",
        "defender_lost.pikeman",
        "defender_lost.soldier",
        "loot.gold",
        "loot.men",
        "attacker_upkeep",
        "defender_upkeep",
    ]
    .into_iter()
    .map(str::to_owned)
    .collect::<Vec<_>>();
    for noble in ["A", "D", "Old Scale"] {
        expected.extend(
            ["hit", "killed", "captured", "ill", "health"]
                .map(|what| format!("noble.{noble}.{what}")),
        );
    }
    let sorted = |mut names: Vec<String>| {
        names.sort();
        names
    };
    assert_eq!(sorted(open), sorted(expected));

    let of_walls = |text: &str| {
        names(text).into_iter().filter(|name| name.contains("structure")).collect::<Vec<_>>()
    };
    let three = ["structure_defense_lost", "structure_damage", "structure_collapsed"];
    let sides = "attacker.stack = [{ noble = 'A' }]\ndefender.stack = [{ noble = 'D' }]";
    assert_eq!(of_walls(&format!("defender.structure = {{ kind = 'inn' }}\n{sides}")), three);
    let ships =
        "attacker.structure = { kind = 'galley' }\ndefender.structure = { kind = 'galley' }";
    let six = of_walls(&format!("{ships}\n{sides}"));
    assert_eq!(six[..3], three);
    assert_eq!(six[3..], three.map(|name| format!("attacker_{name}")));
    assert!(of_walls(&format!("place.inside = {{ kind = 'inn' }}\n{sides}")).is_empty());
}

/// O-92: men killed are counted, allies with the defender; nobles, engines,
/// the saved and what is taken later are not. Engines have a line of their own.
#[test]
fn o_92_losses() {
    let told = fight(
        "attacker.stack = [{ noble = 'A', men = { soldier = 2, catapult = 1 } }]
         defender.break_point = 53
         defender.structure = { kind = 'tower', defense = 4, damage = 10 }
         defender.stack = [{ noble = 'D', men = { blessed_soldier = 1, worker = 5 } }]
         defender.ally = [{ stack = [{ noble = 'E', men = { worker = 1 } }] }]",
        // Able: A, 2 soldiers, catapult; D, blessed, 5 workers; E, worker: 13.
        "attacker 4/13, hit 1/29, engine points 1/6
         attacker 1/13, target 2/8, hit 1/85, blessed save 2/2
         attacker 5/13, target 3/3, hit 1/280
         attacker 1/12, target 8/8, hit 1/81
         attacker 1/11, target 3/8, hit 1/81
         attacker 4/10, target 1/2, hit 1/85
         attacker 1/9, target 7/7, hit 1/160, wound 60/100
         illness 41/100
         prisoner 25/100, prisoner 26/100",
    );
    assert_eq!(told.outcome(), "attacker");
    let expect = [
        ("attacks", 7),
        ("attacker_lost", 1),
        ("attacker_lost.soldier", 1),
        ("attacker_lost.catapult", 1),
        ("defender_lost", 2),
        ("defender_lost.worker", 2),
        ("defender_lost.blessed_soldier", 0),
        ("noble.A.hit", 0),
        ("noble.A.health", 100),
        ("noble.D.hit", 0),
        ("noble.D.captured", 1),
        ("noble.D.health", 100),
        ("noble.E.hit", 1),
        ("noble.E.killed", 0),
        ("noble.E.captured", 0),
        ("noble.E.ill", 1),
        ("noble.E.health", 40),
        ("structure_defense_lost", 4),
        // What it had before is not counted.
        ("structure_damage", 1),
        ("structure_collapsed", 0),
        // D's four workers and his blessed soldier change sides.
        ("loot.men", 5),
        ("loot.gold", 0),
        // One soldier; a blessed soldier and four workers, before anybody is taken.
        ("attacker_upkeep", 2),
        ("defender_upkeep", 3 + 4 * 2),
    ];
    for (name, value) in expect {
        assert_eq!(told.measure(name), value, "{name}");
    }
}

/// O-91: gold a month per kind, overrides, and own kinds.
#[test]
fn o_91_upkeep_per_kind() {
    let of = |men: &str, more: &str| {
        let told = fight(
            &format!(
                "{more}\nattacker.stack = [{{ noble = 'A', attack = 0, men = {{ {men} }} }}]
                 defender.stack = [{{ noble = 'D', attack = 0, men = {{ {men} }} }}]"
            ),
            "",
        );
        told.measure("attacker_upkeep")
    };
    let table = [
        ("peasant", 1),
        ("worker", 2),
        ("sailor", 2),
        ("soldier", 2),
        ("crossbowman", 2),
        ("blessed_soldier", 3),
        ("pikeman", 3),
        ("swordsman", 3),
        ("pirate", 3),
        ("archer", 3),
        ("knight", 4),
        ("elite_archer", 4),
        ("elite_guard", 5),
        ("catapult", 0),
        ("battering_ram", 0),
        ("siege_tower", 0),
    ];
    let battle_of = |kind: &str| {
        let text = format!(
            "attacker.stack = [{{ noble = 'A', men = {{ {kind} = 10 }} }}]
             defender.stack = [{{ noble = 'D' }}]"
        );
        let tables = Olympia.inspect(&battle(&text));
        let upkeep = tables.iter().find(|table| table.title == "upkeep").expect("upkeep");
        upkeep.rows[0][2].as_i64()
    };
    for (kind, gold) in table {
        assert_eq!(battle_of(kind), Some(10 * gold), "{kind}");
    }
    let page = "kinds.page = { attack = 0, defense = 1, upkeep = 7 }";
    assert_eq!(of("page = 3", page), 21);
    assert_eq!(of("page = 3", &format!("{page}\nupkeep.page = 1")), 3);
    assert_eq!(of("page = 3", "kinds.page = { attack = 0, defense = 1 }"), 0);
    assert_eq!(of("catapult = 2", "upkeep.catapult = 9"), 18);
}

/// O-93: gold and men that change sides, from the captured and the killed.
#[test]
fn o_93_loot() {
    let told = fight(
        "attacker.stack = [{ noble = 'A', goods = { gold = 1 } }]
         defender.break_point = 60
         defender.stack = [{ noble = 'D', goods = { gold = 20, iron = 9 }, men = { peasant = 1 } },
                           { noble = 'E', goods = { gold = 8 }, men = { catapult = 2 } }]",
        "attacker 1/4, target 2/2, hit 1/160, wound 100/100
         prisoner 25/100
         all of it 2/2, amount 1/2
         all of it 1/2",
    );
    // From D 20 gold and a peasant; from E one catapult of two and 8 gold.
    assert_eq!((told.measure("loot.gold"), told.measure("loot.men")), (28, 2));
}
