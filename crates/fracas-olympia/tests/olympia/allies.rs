//! Allies of the defender (O-80 to O-82).

use fracas_core::capability::Tell;
use fracas_olympia::Olympia;
use serde_json::json;

use crate::common::*;

const ATTACK: &str = "attacker.stack = [{ noble = 'A', men = { soldier = 1 } }]";

/// O-80: allies fight on the defender's side from the first attack on; their
/// units follow his in every list, allies in the order written.
#[test]
fn o_80_allies_follow_the_defender_in_every_list() {
    let battle = battle(&format!(
        "{ATTACK}
         defender.stack = [{{ noble = 'D', men = {{ soldier = 2 }} }}]
         defender.ally = [{{ stack = [{{ noble = 'F', men = {{ pikeman = 1 }} }},
             {{ noble = 'G' }}] }},
                          {{ stack = [{{ noble = 'E' }}] }}]"
    ));
    let expected = [
        entry(1, "D", 80),
        entry(2, "soldier of D", 5),
        entry(1, "F", 80),
        entry(1, "pikeman of F", 5),
        entry(1, "G", 80),
        entry(1, "E", 80),
    ];
    assert_eq!(able(&battle, start(&battle), DEFENDER), expected);
    let log = step(&battle, &mut start(&battle).clone(), "attacker 9/9, hit 85/85");
    assert_eq!(log, ["1 E(80) at soldier of A(5): miss"]);
    let opening = Olympia.opening(&battle);
    assert_eq!(opening.matches("ally").count(), 2, "{opening}");
}

/// O-81: value and break point are those of the whole side; allies fight by
/// the defender's break point (O-87).
#[test]
fn o_81_value_and_break_point_of_the_whole_side() {
    let battle = battle(&format!(
        "{ATTACK}
         defender.break_point = 10
         defender.stack = [{{ noble = 'D' }}]
         defender.ally = [{{ stack = [{{ noble = 'E', men = {{ knight = 1 }} }}] }}]"
    ));
    assert_eq!(breaks(&battle, DEFENDER), (410, 41));
}

/// O-81: the defender's leader is hidden while anybody of his side stands, an
/// ally leader while another man of his own stack does.
#[test]
fn o_81_who_is_hidden() {
    let battle = battle(&format!(
        "{ATTACK}
         defender.break_point = 0
         defender.stack = [{{ noble = 'D' }}]
         defender.ally = [{{ stack = [{{ noble = 'E' }}, {{ noble = 'F' }}] }},
             {{ stack = [{{ noble = 'G' }}] }}]"
    ));
    let mut state = start(&battle).clone();
    assert_eq!(exposed(&battle, &state, DEFENDER), [entry(1, "F", 80), entry(1, "G", 80)]);
    step(&battle, &mut state, "attacker 1/6, target 1/2, hit 1/160, wound 1/100");
    assert_eq!(exposed(&battle, &state, DEFENDER), [entry(1, "E", 80), entry(1, "G", 80)]);
    step(&battle, &mut state, "attacker 1/5, target 2/2, hit 1/160, wound 1/100");
    step(&battle, &mut state, "attacker 1/4, hit 1/160, wound 1/100");
    assert_eq!(exposed(&battle, &state, DEFENDER), [entry(1, "D", 80)]);
}

/// O-81: rows of the whole side are taken together; the front leaves out
/// hidden leaders, an ally's too.
#[test]
fn o_81_rows_of_the_whole_side() {
    let battle = battle(&format!(
        "{ATTACK}
         defender.stack = [{{ noble = 'D', behind = 2, men = {{ soldier = 9 }} }}]
         defender.ally = [{{ stack = [{{ noble = 'E' }}, {{ noble = 'F', behind = 1 }}] }}]"
    ));
    let mut state = start(&battle).clone();
    // E, hidden by F, does not make row 0 the front.
    assert_eq!(exposed(&battle, &state, DEFENDER), [entry(1, "F", 80)]);
    assert_eq!(able(&battle, &state, DEFENDER), [entry(1, "E", 80), entry(1, "F", 80)]);
    step(&battle, &mut state, "attacker 1/4, hit 1/160, wound 1/100");
    assert_eq!(exposed(&battle, &state, DEFENDER), [entry(1, "E", 80)]);
}

/// O-81: allies stand outside: no cover, no place used, land ratings beside a
/// ship; aboard the one ship of `place.aboard` they are aboard.
#[test]
fn o_81_allies_stand_outside() {
    let battle_at = |more: &str| {
        battle(&format!(
            "{ATTACK}\n{more}
             defender.stack = [{{ noble = 'D', men = {{ soldier = 60 }} }}]
             defender.ally = [{{ stack = [{{ noble = 'E', men = {{ knight = 2 }} }}] }}]"
        ))
    };
    let docked =
        battle_at("place.terrain = 'port'\ndefender.structure = { kind = 'galley', defense = 7 }");
    let expected = [
        entry(1, "structure", 7),
        entry(50, "soldier of D", 12),
        entry(10, "soldier of D", 5),
        entry(2, "knight of E", 45),
    ];
    assert_eq!(exposed(&docked, start(&docked), DEFENDER), expected);
    let aboard = battle_at("place = { terrain = 'ocean', aboard = { kind = 'galley' } }");
    assert_eq!(ratings(&aboard, "E", "knight")[..2], [20, 20]);
}

/// O-82: allies are tested for capture like all losers; W and L count them.
#[test]
fn o_82_beaten_allies() {
    // W is 2 (A, soldier), L is 1 (D): 50 percent for D, E and F in turn.
    let told = fight(
        &format!(
            "{ATTACK}
             defender.stack = [{{ noble = 'D' }}]
             defender.position = 1
             defender.ally = [{{ position = 3, where = 'on the hill',
                 stack = [{{ noble = 'E', men = {{ soldier = 1 }}, goods = {{ gold = 5 }} }},
                     {{ noble = 'F' }}] }}]"
        ),
        "attacker 1/6, target 2/2, hit 1/160, wound 1/100
         attacker 1/5, hit 1/85
         attacker 1/4, hit 1/160, wound 1/100
         illness 1/100, illness 1/100
         prisoner 51/100, prisoner 50/100, prisoner 51/100",
    );
    assert_eq!(told.outcome(), "attacker");
    assert_eq!(told.measure("noble.E.captured"), 1);
    assert_eq!((told.measure("loot.gold"), told.measure("defender_lost")), (5, 1));
    // F, now the first of his stack, stays an ally, at the end of the list.
    let next = told.next();
    assert_eq!(next.sides[1].allies.len(), 1);
    assert_eq!(next.sides[1].allies[0].position, None);
    assert_eq!(next.units[2].noble.name, "F");
}

/// O-82: a victorious side's loot goes to the defender's leader alone, and
/// heirs of a dead ally are sought in his own stack, then the defender's leader.
#[test]
fn o_82_loot_and_heirs() {
    let fallen_ally = |stack: &str, script: &str| {
        let told = fight(
            &format!(
                "attacker.stack = [{{ noble = 'A', goods = {{ gold = 100 }} }}]
                 defender.break_point = 0
                 defender.stack = [{{ noble = 'D' }}]
                 defender.ally = [{{ stack = [{stack}] }}]"
            ),
            script,
        );
        assert_eq!(told.outcome(), "defender");
        let next = told.next_against_a_stranger();
        let gold = |name: &str| {
            let unit = next.units.iter().find(|unit| unit.noble.name == name);
            unit.map_or(0, |unit| unit.gold())
        };
        (gold("D"), gold("E"), gold("F"))
    };
    let (e, f) = ("{ noble = 'E', goods = { gold = 7 } }", "{ noble = 'F', goods = { gold = 1 } }");
    // E alone: the defender's leader inherits, beside A's gold as loot.
    let alone = "attacker 1/3, hit 1/160, wound 100/100
                 attacker 2/2, hit 1/160, wound 1/100
                 illness 1/100, prisoner 75/100, all of it 1/2";
    assert_eq!(fallen_ally(e, alone), (107, 0, 0));
    // F, of E's own stack, is dead: E, above him, inherits.
    let with_f = "attacker 1/4, hit 1/160, wound 100/100
                  attacker 2/3, hit 1/160, wound 1/100
                  illness 1/100, prisoner 75/100, all of it 1/2";
    assert_eq!(fallen_ally(&format!("{e}, {f}"), with_f), (100, 8, 0));
    // Both dead: nobody of the stack is left, so the defender's leader.
    let both = "attacker 1/4, hit 1/160, wound 100/100
                attacker 1/3, hit 1/160, wound 100/100
                attacker 2/2, hit 1/160, wound 1/100
                illness 1/100, prisoner 75/100, all of it 1/2, all of it 1/2";
    assert_eq!(fallen_ally(&format!("{e}, {f}"), both), (108, 0, 0));
}

/// O-82: if the defender's own stack is gone the first ally is the defender.
#[test]
fn o_82_the_first_ally_takes_the_defenders_place() {
    let told = fight(
        &format!(
            "{ATTACK}
             defender.stack = [{{ noble = 'D' }}]
             defender.ally = [{{ stack = [{{ noble = 'E' }}] }}, {{ stack = [{{ noble = 'F' }},
                 {{ noble = 'G', under = 'F' }}] }}]"
        ),
        "attacker 1/6, target 1/2, hit 1/160, wound 1/100
         attacker 1/5, hit 1/160, wound 1/100
         illness 1/100, illness 1/100
         prisoner 25/100, prisoner 26/100, prisoner 26/100, prisoner 26/100",
    );
    let next = told.next();
    let names: Vec<&str> = next.units.iter().map(|unit| unit.noble.name.as_str()).collect();
    assert_eq!(names, ["A", "E", "F", "G"]);
    assert_eq!(next.sides[1].own_units(), 1..2);
    assert_eq!(next.sides[1].allies[0].units, 2..4);
}

/// O-79, O-82: when the victor sits in the castle the beaten side is written
/// as attacker. Attackers have no allies, so those who remain stand in its stack.
#[test]
fn o_79_o_82_beaten_allies_of_a_side_that_attacks_next() {
    let told = fight(
        &format!(
            "{ATTACK}
             defender.structure = {{ kind = 'castle', defense = 0 }}
             defender.stack = [{{ noble = 'D' }}, {{ noble = 'H' }}]
             defender.ally = [{{ stack = [{{ noble = 'E' }}, {{ noble = 'F' }}] }}]"
        ),
        "attacker 1/6, target 2/3, hit 1/160, wound 1/100
         attacker 1/5, target 2/2, hit 1/160, wound 1/100
         illness 1/100, illness 1/100
         prisoner 26/100, prisoner 26/100, prisoner 26/100, prisoner 26/100",
    );
    assert_eq!(told.outcome(), "attacker");
    let next = told.next();
    let stack: Vec<(&str, Option<usize>)> = next.units[next.sides[0].units.clone()]
        .iter()
        .map(|unit| (unit.noble.name.as_str(), unit.under))
        .collect();
    assert_eq!(stack, [("D", None), ("H", Some(0)), ("E", Some(0)), ("F", Some(2))]);
    assert_eq!(next.units[4].noble.name, "A");
    assert!(next.sides[1].structure.is_some());
    assert_eq!(told.fact("positions")["attacker"]["inside"], json!("the castle"));
}

/// O-81, O-82: where the defender's leader died of his illness (O-78) and an ally
/// leads now, he is where he stood: outside the structure, at his own position.
#[test]
fn o_81_o_82_an_ally_who_leads_now_stands_outside() {
    let told = fight(
        "aftermath.weeks = 1
         attacker.stack = [{ noble = 'A' }]
         defender.structure = { kind = 'tower', name = 'Keep', defense = 3, damage = 1 }
         defender.position = 2
         defender.where = 'on the rock'
         defender.stack = [{ noble = 'D', health = 3, ill = true }]
         defender.ally = [{ position = 4, where = 'by the brook', stack = [{ noble = 'E' }] },
                          { position = 5, stack = [{ noble = 'F' }] }]",
        "attacker 2/4, hit 1/160, wound 1/100, illness 1/100, prisoner 76/100",
    );
    assert_eq!(told.outcome(), "defender");
    let text = told.aftermath_with("week 1/13, recovery 6/100, week 13/13, week 1/13, week 1/13");
    assert!(text.contains("# Keep stands empty: defense 3, damage 1\n"), "{text}");
    let next = fracas_testing::battle::<Olympia>(&text, &[]);
    let side = &next.sides[1];
    assert_eq!(next.units[side.leader()].noble.name, "E");
    assert_eq!((&side.structure, side.position), (&None, Some(4)));
    assert_eq!(side.whereabouts.as_deref(), Some("by the brook"));
    assert_eq!(side.allies[0].position, Some(5));
}

/// O-76, O-82: beaten, with the defender's own stack taken, the ally who leads
/// now was in the open and goes to the end of the list; from a city all flee.
#[test]
fn o_76_o_82_a_beaten_ally_who_leads_now() {
    let beaten = |place: &str| {
        fight(
            &format!(
                "{place}\nattacker.stack = [{{ noble = 'A' }}]
                 defender.position = 2
                 defender.stack = [{{ noble = 'D' }}]
                 defender.ally = [{{ position = 4, where = 'by the brook',
                     stack = [{{ noble = 'E' }}] }}]"
            ),
            &format!(
                "attacker 1/3, {}hit 1/160, wound 1/100
                 illness 1/100, prisoner 25/100, prisoner 26/100",
                if place.contains("castle") { "target 2/2, " } else { "" }
            ),
        )
    };
    let told = beaten("defender.structure = { kind = 'castle', defense = 0 }");
    let gone = json!({ "position": null, "inside": null, "where": null });
    assert_eq!(told.fact("positions")["defender"], gone);
    let text = Olympia.closing(&told.battle, &told.fought.state);
    assert!(text.contains("E falls back to the end of the location list."), "{text}");
    let next = told.next();
    assert_eq!(next.units[0].noble.name, "E", "A sits in the castle");
    assert_eq!(next.sides[0].whereabouts.as_deref(), Some("by the brook"));
    let told = beaten("place.terrain = 'city'");
    let place = &told.fact("positions")["defender"]["where"];
    assert_eq!(place, "fled into the surrounding province");
}
