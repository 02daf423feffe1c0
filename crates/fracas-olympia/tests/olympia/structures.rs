//! Chapter 7: structures and siege engines. Ships are in `ships.rs`.

use fracas_core::capability::Inspect;
use fracas_core::ruleset::Ruleset;
use fracas_olympia::Olympia;

use crate::common::*;

/// O-50, O-51: kinds of structure, the men they cover, and their defense where
/// it is left out (section 15).
#[test]
fn o_50_o_51_kinds_of_structures() {
    let table = [
        ("castle", 500, 50),
        ("tower", 100, 40),
        ("temple", 50, 10),
        ("inn", 50, 10),
        ("mine", 50, 10),
        ("other", 50, 0),
        ("galley", 50, 20),
        ("roundship", 50, 10),
    ];
    for (kind, covers, defense) in table {
        let battle = battle(&format!(
            "attacker.stack = [{{ noble = 'A' }}]
             defender.structure = {{ kind = '{kind}', damage = 99 }}
             defender.stack = [{{ noble = 'D' }}]"
        ));
        let tables = Olympia.inspect(&battle);
        let cover = tables.iter().find(|table| table.title == "cover").expect("a table of cover");
        let row = &cover.to_json()[0];
        assert_eq!(row["covers"], covers, "{kind}");
        assert_eq!(row["defense"], defense, "{kind}");
        assert_eq!(row["damage"], 99, "{kind}");
    }
}

/// O-52: when covered men fall the next move up; cover shrinks with the defense.
#[test]
fn o_52_the_next_move_up_and_cover_shrinks() {
    let battle = battle(
        "attacker.stack = [{ noble = 'A' }]
         defender.structure = { kind = 'inn', defense = 10 }
         defender.stack = [{ noble = 'D', men = { pikeman = 49, soldier = 2 } }]",
    );
    let mut state = start(&battle).clone();
    let expected = [
        entry(1, "structure", 10),
        entry(49, "pikeman of D", 40),
        entry(1, "soldier of D", 15),
        entry(1, "soldier of D", 5),
    ];
    assert_eq!(exposed(&battle, &state, DEFENDER), expected);
    let log = step(&battle, &mut state, "attacker 1/53, target 2/52, hit 80/120");
    assert_eq!(log, ["1 A(80) at pikeman of D(40): killed"]);
    step(&battle, &mut state, "attacker 1/52, target 1/51, hit 80/90");
    let expected =
        [entry(1, "structure", 9), entry(48, "pikeman of D", 39), entry(2, "soldier of D", 14)];
    assert_eq!(exposed(&battle, &state, DEFENDER), expected);
}

/// O-52: engines have no cover and use no place. They are exposed beside
/// covered men only where docked ships fight each other.
#[test]
fn o_52_engines_have_no_cover_and_use_no_place() {
    let battle = battle(
        "place.terrain = 'port'
         attacker.structure = { kind = 'galley' }
         attacker.stack = [{ noble = 'A' }]
         defender.structure = { kind = 'galley', defense = 6 }
         defender.stack = [{ noble = 'D', men = { soldier = 30, catapult = 3, pikeman = 30 } }]",
    );
    let expected = [
        entry(1, "structure", 6),
        entry(30, "soldier of D", 11),
        entry(3, "catapult of D", 200),
        entry(20, "pikeman of D", 36),
        entry(10, "pikeman of D", 30),
    ];
    assert_eq!(exposed(&battle, start(&battle), DEFENDER), expected);
}

/// O-52: the leader, once exposed, is covered like any man.
#[test]
fn o_52_an_exposed_leader_is_covered() {
    let battle = battle(
        "attacker.stack = [{ noble = 'A' }]
         defender.structure = { kind = 'castle', defense = 25 }
         defender.stack = [{ noble = 'D' }]",
    );
    assert_eq!(
        exposed(&battle, start(&battle), DEFENDER),
        [entry(1, "structure", 25), entry(1, "D", 105)]
    );
}

/// O-53: points come off the defense first; an engine's carry over into damage.
#[test]
fn o_53_points_in_a_battle() {
    let battle = battle(
        "attacker.stack = [{ noble = 'A', men = { catapult = 1 } }]
         defender.structure = { kind = 'tower', defense = 3, damage = 10 }
         defender.stack = [{ noble = 'D' }]",
    );
    let mut state = start(&battle).clone();
    let log = step(&battle, &mut state, "attacker 2/3, hit 25/28, engine points 4/6");
    assert_eq!(log, ["1 catapult of A(25) at the tower(3): -8 = 0/15", "defender: breached"]);
    let log = step(&battle, &mut state, "attacker 1/3, target 1/2");
    assert_eq!(log, ["2 A(80) at the tower(0): -1 = 0/16"]);
}

/// O-54: ratings of the engines; from the rear only catapults work, weakened by wind.
#[test]
fn o_54_engines_and_rows() {
    let siege = |behind: u8, weather: &str| {
        let battle = battle(&format!(
            "place.weather = [{weather}]
             attacker.stack = [{{ noble = 'A', men = {{ soldier = 1 }} }},
                 {{ noble = 'B', behind = {behind},
                 men = {{ catapult = 1, battering_ram = 1, siege_tower = 1 }} }}]
             defender.structure = {{ kind = 'castle' }}
             defender.stack = [{{ noble = 'D' }}]"
        ));
        let mut able = able(&battle, start(&battle), ATTACKER);
        able.retain(|(_, who, _)| who.ends_with(" of B"));
        able
    };
    let front = [
        entry(1, "catapult of B", 25),
        entry(1, "battering_ram of B", 30),
        entry(1, "siege_tower of B", 30),
    ];
    assert_eq!(siege(0, ""), front);
    assert_eq!(siege(0, "'wind'"), front);
    assert_eq!(siege(1, ""), [entry(1, "catapult of B", 25)]);
    assert_eq!(siege(1, "'wind'"), [entry(1, "catapult of B", 12)]);
    let battle = battle(
        "attacker.stack = [{ noble = 'A',
            men = { catapult = 1, battering_ram = 1, siege_tower = 1 } }]
         defender.stack = [{ noble = 'D' }]",
    );
    assert_eq!(ratings(&battle, "A", "catapult"), [25, 200, 25, 0]);
    assert_eq!(ratings(&battle, "A", "battering_ram"), [30, 250, 0, 0]);
    assert_eq!(ratings(&battle, "A", "siege_tower"), [30, 250, 0, 0]);
}

/// O-55: engines of the besieged, and in the open, sit the battle out.
#[test]
fn o_55_useless_engines_sit_out() {
    let battle = battle(
        "attacker.stack = [{ noble = 'A', men = { catapult = 1 } }]
         defender.structure = { kind = 'castle' }
         defender.stack = [{ noble = 'D', men = { catapult = 9 } }]",
    );
    assert_eq!(able_count(&battle, start(&battle), ATTACKER), 2);
    assert_eq!(able(&battle, start(&battle), DEFENDER), [entry(1, "D", 80)]);
    assert_eq!(
        exposed(&battle, start(&battle), DEFENDER),
        [entry(1, "structure", 50), entry(1, "D", 130)]
    );
}

/// O-55, O-72: engines are no men when prisoners are counted.
#[test]
fn o_55_engines_are_not_men_for_prisoners() {
    // W is 1 (A), L is 1 (E): 25 percent, whatever the engines.
    let told = fight(
        "attacker.stack = [{ noble = 'A', men = { catapult = 50 } }]
         defender.stack = [{ noble = 'D' }, { noble = 'E', men = { catapult = 3 } }]",
        "attacker 1/3, hit 1/160, wound 1/100, illness 1/100, prisoner 26/100, prisoner 26/100",
    );
    assert_eq!(told.outcome(), "attacker");
}

/// O-57: a defender may be housed in any structure; an attacker only in a ship
/// against a ship (E-10 in `bad_places.rs`).
#[test]
fn o_57_who_may_be_housed() {
    let read_with = |attacker: &str, defender: &str| {
        read(&format!(
            "place.terrain = 'port'\n{attacker}\nattacker.stack = [{{ noble = 'A' }}]
             {defender}\ndefender.stack = [{{ noble = 'D' }}]"
        ))
    };
    for kind in ["castle", "tower", "temple", "inn", "mine", "other", "galley", "roundship"] {
        assert!(read_with("", &format!("defender.structure = {{ kind = '{kind}' }}")).is_ok());
    }
    let ship = "attacker.structure = { kind = 'galley' }";
    assert!(read_with(ship, "defender.structure = { kind = 'roundship' }").is_ok());
    assert!(read_with(ship, "defender.structure = { kind = 'inn' }").is_err());
    assert!(read_with(ship, "").is_err());
}

/// O-58: a structure that both sides are in is no target, covers nobody, takes
/// no damage, and gives engines nothing to do.
#[test]
fn o_58_both_sides_in_one_structure() {
    for shared in
        ["inside = { kind = 'castle', defense = 90 }", "aboard = { kind = 'galley', defense = 90 }"]
    {
        let battle = battle(&format!(
            "place.{shared}
             attacker.stack = [{{ noble = 'A', men = {{ catapult = 1 }} }}]
             defender.stack = [{{ noble = 'D', men = {{ soldier = 1 }} }}]"
        ));
        assert_eq!(exposed(&battle, start(&battle), DEFENDER), [entry(1, "soldier of D", 5)]);
        assert_eq!(able(&battle, start(&battle), ATTACKER), [entry(1, "A", 80)]);
        assert!(
            Olympia::measures(&battle).iter().all(|measure| !measure.name.contains("structure"))
        );
    }
}

/// O-59: a structure that collapses is gone at once: no target, no cover, its
/// besiegers' engines are idle and no targets either; everyone fights on.
#[test]
fn o_59_collapse_in_the_middle_of_a_battle() {
    let text = "attacker.stack = [{ noble = 'A', men = { catapult = 2 } }]
                defender.structure = { kind = 'tower', defense = 1, damage = 95 }
                defender.stack = [{ noble = 'D', men = { soldier = 2 } }]";
    let battle = battle(text);
    let mut state = start(&battle).clone();
    assert_eq!(exposed(&battle, &state, DEFENDER)[1], entry(2, "soldier of D", 6));
    let log = step(&battle, &mut state, "attacker 2/6, hit 1/26, engine points 2/6");
    assert_eq!(
        log,
        [
            "1 catapult of A(25) at the tower(1): -6 = 0/100",
            "defender: breached",
            "defender: collapsed",
        ]
    );
    assert_eq!(able(&battle, &state, ATTACKER), [entry(1, "A", 80)]);
    assert_eq!(exposed(&battle, &state, ATTACKER), [entry(1, "A", 80)]);
    assert_eq!(exposed(&battle, &state, DEFENDER), [entry(2, "soldier of D", 5)]);

    let told = fight(
        text,
        "attacker 2/6, hit 1/26, engine points 2/6
         attacker 1/4, target 2/2, hit 85/85
         attacker 2/4, hit 1/160, wound 5/100
         illness 1/100, prisoner 100/100",
    );
    assert_eq!(told.outcome(), "defender");
    assert_eq!(told.measure("structure_defense_lost"), 1);
    assert_eq!(told.measure("structure_damage"), 5);
    assert_eq!(told.measure("structure_collapsed"), 1);
    // Its occupants are in the open now.
    let after = told.aftermath();
    assert!(!after.contains("structure"), "{after}");
    assert!(after.contains("where = \"in the open, for what housed them is gone\""), "{after}");
}

/// O-59: a collapsed structure cannot be taken.
#[test]
fn o_59_ruins_are_not_moved_into() {
    let told = fight(
        "attacker.stack = [{ noble = 'A' }]
         defender.structure = { kind = 'inn', defense = 0, damage = 99 }
         defender.stack = [{ noble = 'D' }]",
        "attacker 1/2, target 1/2
         attacker 1/2, hit 1/160, wound 1/100
         illness 1/100, prisoner 76/100",
    );
    let places = told.fact("positions");
    assert_eq!(places["attacker"]["inside"], serde_json::Value::Null);
    assert_eq!(places["defender"]["where"], "fled into the surrounding province");
    assert!(!told.aftermath().contains("structure"));
}
