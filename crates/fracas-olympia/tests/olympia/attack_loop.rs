//! Chapters 2 and 5: who fights, and the attack loop.

use crate::common::*;

/// O-37: the draws of each attack in their order, no draw where there is no
/// choice and no doubt, and after the last attack illness and prisoners.
#[test]
fn o_37_the_order_of_draws() {
    let told = fight(
        "attacker.stack = [{ noble = 'A', men = { soldier = 2, catapult = 1 } }]
         defender.structure = { kind = 'tower', defense = 3 }
         defender.stack = [{ noble = 'D', men = { blessed_soldier = 2 } }]",
        // An engine chooses no target.
        "attacker 4/7, hit 25/28, engine points 6/6
         attacker 2/7, target 1/3
         attacker 1/7, target 2/3, hit 80/85, blessed save 2/2
         attacker 1/7, target 3/3, hit 1/85, blessed save 1/2
         attacker 5/6, target 3/3, hit 80/280
         attacker 5/5, target 1/2, hit 6/10
         attacker 5/5, target 1/2, hit 1/10
         attacker 4/4, hit 5/10
         attacker 2/3, hit 80/160, wound 30/100
         illness 71/100
         prisoner 75/100",
    );
    assert_eq!(
        told.log(),
        [
            "1 catapult of A(25) at the tower(3): -10 = 0/7",
            "defender: breached",
            // With B = 0 there is no doubt.
            "2 soldier of A(5) at the tower(0): -1 = 0/8",
            "3 A(80) at blessed soldier of D(5): saved",
            "4 A(80) at blessed soldier of D(5): killed",
            "5 D(80) at catapult of A(200): destroyed",
            "6 blessed soldier of D(5) at soldier of A(5): miss",
            "7 blessed soldier of D(5) at soldier of A(5): killed",
            // One soldier is left before the leader: no choice.
            "8 blessed soldier of D(5) at soldier of A(5): killed",
            "9 D(80) at A(80): wound 30, health 70",
            "attacker: 4/4 lost",
            "A falls ill",
            "A is captured",
        ]
    );
    assert_eq!(told.outcome(), "defender");
    assert_eq!(told.measure("attacks"), 9);
}

/// O-37: members are listed in stack order: units, in each the noble, then men
/// and engines as written; attacker before defender; the structure before its men.
#[test]
fn o_37_lists_are_in_stack_order() {
    let battle = battle(
        "attacker.stack = [{ noble = 'A', men = { soldier = 2, catapult = 1, pikeman = 3 } },
                           { noble = 'B', men = { archer = 1, knight = 1 } }]
         defender.structure = { kind = 'inn', defense = 0 }
         defender.stack = [{ noble = 'D', men = { pikeman = 1, soldier = 1 } }]",
    );
    let names =
        |list: Vec<(u32, String, u32)>| list.into_iter().map(|(_, who, _)| who).collect::<Vec<_>>();
    let attackers =
        ["A", "soldier of A", "catapult of A", "pikeman of A", "B", "archer of B", "knight of B"];
    assert_eq!(names(able(&battle, start(&battle), ATTACKER)), attackers);
    assert_eq!(names(exposed(&battle, start(&battle), ATTACKER)), attackers[1..]);
    let defenders = ["structure", "pikeman of D", "soldier of D"];
    assert_eq!(names(exposed(&battle, start(&battle), DEFENDER)), defenders);
    // Places 1 to 10 are the attacker's, 11 to 13 the defender's.
    for (script, told) in [
        ("attacker 1/13, target 2/3, hit 110/110", "1 A(80) at pikeman of D(30): miss"),
        ("attacker 3/13, target 3/3, hit 10/10", "1 soldier of A(5) at soldier of D(5): miss"),
        ("attacker 10/13, target 2/3, hit 75/75", "1 knight of B(45) at pikeman of D(30): miss"),
        ("attacker 11/13, target 1/9, hit 85/85", "1 D(80) at soldier of A(5): miss"),
        ("attacker 13/13, target 9/9, hit 50/50", "1 soldier of D(5) at knight of B(45): miss"),
    ] {
        assert_eq!(step(&battle, &mut start(&battle).clone(), script), [told]);
    }
}

/// O-1, O-4: one stack attacks another; every noble and all his fighters take part.
#[test]
fn o_1_o_4_everybody_of_both_stacks_takes_part() {
    let battle = battle(
        "attacker.stack = [{ noble = 'A', men = { soldier = 2 } }, { noble = 'B',
            men = { archer = 3 } },
                           { noble = 'C', under = 'B' }]
         defender.stack = [{ noble = 'D' }, { noble = 'E', men = { knight = 4 } }]",
    );
    assert_eq!(able_count(&battle, start(&battle), ATTACKER), 8);
    assert_eq!(able_count(&battle, start(&battle), DEFENDER), 6);
}

/// O-2, O-5: whichever member or structure the attack names, the whole stack defends.
#[test]
fn o_2_o_5_the_whole_stack_defends_whoever_is_named() {
    for target in ["D", "d1", "E", "Keep", "k9"] {
        let battle = battle(&format!(
            "attacker.target = '{target}'
             attacker.stack = [{{ noble = 'A' }}]
             defender.structure = {{ kind = 'tower', name = 'Keep', code = 'k9', defense = 0 }}
             defender.stack = [{{ noble = 'D', code = 'd1', men = {{ soldier = 2 }} }},
                 {{ noble = 'E' }}]"
        ));
        let everybody = [entry(1, "structure", 0), entry(2, "soldier of D", 5), entry(1, "E", 80)];
        assert_eq!(exposed(&battle, start(&battle), DEFENDER), everybody, "{target}");
    }
}

/// O-3: the leader may be named as who attacks; E-8 refuses everybody else.
#[test]
fn o_3_only_the_leader_attacks() {
    let by = |name: &str| {
        read(&format!(
            "attacker.by = '{name}'
             attacker.stack = [{{ noble = 'A' }}, {{ noble = 'B' }}]
             defender.stack = [{{ noble = 'D' }}]"
        ))
    };
    assert!(by("A").is_ok());
    let refused = by("B").expect_err("B does not lead");
    assert_eq!(refused.iter().next().and_then(|found| found.code), Some("E-8"));
}

/// O-5: prisoners neither fight nor are attacked, and count for nothing.
#[test]
fn o_5_prisoners_sit_out() {
    let battle = battle(
        "attacker.stack = [{ noble = 'A', prisoners = [{ noble = 'P', attack = 500 }] }]
         defender.stack = [{ noble = 'D' }]",
    );
    assert_eq!(able(&battle, start(&battle), ATTACKER), [entry(1, "A", 80)]);
    assert_eq!(exposed(&battle, start(&battle), ATTACKER), [entry(1, "A", 80)]);
    assert_eq!(breaks(&battle, ATTACKER), (160, 80));
}

/// O-6: peasants, workers and sailors fight on both sides with 1/1.
#[test]
fn o_6_peasants_workers_and_sailors_fight_on_both_sides() {
    let men = "men = { peasant = 1, worker = 1, sailor = 1 }";
    let battle = battle(&format!(
        "attacker.stack = [{{ noble = 'A', {men} }}]\ndefender.stack = [{{ noble = 'D', {men} }}]"
    ));
    for (side, noble) in [(ATTACKER, "A"), (DEFENDER, "D")] {
        let crowd =
            ["peasant", "worker", "sailor"].map(|kind| entry(1, &format!("{kind} of {noble}"), 1));
        assert_eq!(able(&battle, start(&battle), side)[1..], crowd);
        assert_eq!(exposed(&battle, start(&battle), side), crowd);
        assert_eq!(breaks(&battle, side).0, 166);
    }
}

/// O-7: goods and horses never fight; O-8: nor does a side need more than its noble.
#[test]
fn o_7_o_8_goods_are_baggage_and_one_noble_is_a_side() {
    let battle = battle(
        "attacker.stack = [{ noble = 'A', goods = { gold = 500, riding_horse = 12, dragon = 1 } }]
         defender.stack = [{ noble = 'D' }]",
    );
    assert_eq!(able_count(&battle, start(&battle), ATTACKER), 1);
    assert_eq!(exposed(&battle, start(&battle), ATTACKER).len(), 1);
    assert_eq!(breaks(&battle, ATTACKER).0, 160);
    let no_noble =
        read("attacker.stack = [{ men = { soldier = 5 } }]\ndefender.stack = [{ noble = 'D' }]");
    let refused = no_noble.expect_err("a stack is led by a noble");
    assert_eq!(refused.iter().next().and_then(|found| found.code), Some("E-3"));
}

/// O-31, O-32: rear men without missiles are not drawn; a rating of 0 is never able.
#[test]
fn o_31_o_32_who_is_able_and_how_strong() {
    let battle = battle(
        "kinds.page = { attack = 0, defense = 3 }
         attacker.stack = [{ noble = 'A', attack = 0, men = { page = 4, soldier = 1 } },
                           { noble = 'B', behind = 1, men = { soldier = 3, crossbowman = 2 } }]
         defender.stack = [{ noble = 'D' }]",
    );
    let expected = [entry(1, "soldier of A", 5), entry(2, "crossbowman of B", 25)];
    assert_eq!(able(&battle, start(&battle), ATTACKER), expected);
    // The pages are targets all the same.
    assert_eq!(
        exposed(&battle, start(&battle), ATTACKER),
        [entry(4, "page of A", 3), entry(1, "soldier of A", 5)]
    );
}

/// O-34: engines strike the structure and nothing else, as long as it stands.
#[test]
fn o_34_engines_do_not_choose() {
    let battle = battle(
        "attacker.stack = [{ noble = 'A', men = { siege_tower = 1 } }]
         defender.structure = { kind = 'castle', defense = 70 }
         defender.stack = [{ noble = 'D', men = { soldier = 30 } }]",
    );
    let mut state = start(&battle).clone();
    let log = step(&battle, &mut state, "attacker 2/33, hit 30/100, engine points 1/6");
    assert_eq!(log, ["1 siege tower of A(30) at the castle(70): -5 = 65/0"]);
}

/// O-36: a target that was missed does nothing until it is drawn itself.
#[test]
fn o_36_there_is_no_riposte() {
    let battle = battle("attacker.stack = [{ noble = 'A' }]\ndefender.stack = [{ noble = 'D' }]");
    let mut state = start(&battle).clone();
    assert_eq!(step(&battle, &mut state, "attacker 1/2, hit 81/160"), ["1 A(80) at D(80): miss"]);
    // The next attack is drawn anew, from all who are able.
    assert_eq!(step(&battle, &mut state, "attacker 1/2, hit 160/160"), ["2 A(80) at D(80): miss"]);
    assert_eq!(step(&battle, &mut state, "attacker 2/2, hit 160/160"), ["3 D(80) at A(80): miss"]);
}
