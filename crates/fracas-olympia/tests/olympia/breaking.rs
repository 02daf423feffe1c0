//! Chapter 8: breaking and the winner; break points of a leader's own (O-87).

use fracas_core::capability::Tell;
use fracas_olympia::Olympia;

use crate::common::oracle::{ends, exact};
use crate::common::*;

/// O-60: the larger of attack and missile, plus defense, over all standing men
/// in any row; walls, cover and engines are worth nothing.
#[test]
fn o_60_value() {
    let battle = battle(
        "place.weather = ['wind']
         attacker.stack = [{ noble = 'A', men = { archer = 2, catapult = 9 } },
                           { noble = 'B', behind = 5, missile = 300, men = { crossbowman = 3 } }]
         defender.structure = { kind = 'castle', defense = 400 }
         defender.stack = [{ noble = 'D', men = { pikeman = 2 } }]",
    );
    // 160 + 2 x (25 + 5) + (150 + 80) + 3 x (12 + 1)
    assert_eq!(breaks(&battle, ATTACKER).0, 489);
    assert_eq!(breaks(&battle, DEFENDER), (230, 115));
}

/// O-61: broken as soon as the value is at or below the break point. Noble and
/// 6 swordsmen: five dead fight on, six dead have lost; of 4 all may die.
#[test]
fn o_61_broken_at_or_below_the_break_point() {
    let kill = |men: u32, left: u32| {
        // A is place 1 of all the able; targets are swordsmen only.
        let target = if left > 1 { format!("target 1/{left}, ") } else { String::new() };
        format!("attacker 1/{}, {target}hit 1/95\n", 2 + men)
    };
    let text = |men: u32| {
        format!(
            "attacker.stack = [{{ noble = 'A' }}]
             defender.stack = [{{ noble = 'D', men = {{ swordsman = {men} }} }}]"
        )
    };
    let six: String = (0..6).map(|dead| kill(6 - dead, 6 - dead)).collect();
    let told = fight(&text(6), &format!("{six} prisoner 26/100"));
    assert_eq!((told.outcome(), told.measure("attacks")), ("attacker", 6));
    assert_eq!(told.measure("noble.D.hit"), 0);

    let four: String = (0..4).map(|dead| kill(4 - dead, 4 - dead)).collect();
    let told = fight(
        &text(4),
        &format!("{four} attacker 1/2, hit 80/160, wound 1/100, illness 1/100, prisoner 76/100"),
    );
    assert_eq!((told.outcome(), told.measure("attacks")), ("attacker", 5));

    // Two nobles: one hit leaves 160 of 320, which is broken.
    let told = fight(
        "attacker.stack = [{ noble = 'A' }]\ndefender.stack = [{ noble = 'D' }, { noble = 'E' }]",
        "attacker 1/3, hit 1/160, wound 1/100, illness 1/100, prisoner 26/100, prisoner 26/100",
    );
    assert_eq!((told.outcome(), told.measure("attacks")), ("attacker", 1));
}

/// O-61: never tested before the first attack, so men of no value lose nothing
/// by that; O-64 makes it a draw.
#[test]
fn o_61_o_64_men_without_value_are_not_broken_from_the_start() {
    let told = fight(
        "attacker.stack = [{ noble = 'A', attack = 0, defense = 0 }]
         defender.stack = [{ noble = 'D', attack = 0 }]",
        "",
    );
    assert_eq!((told.outcome(), told.measure("attacks")), ("draw", 0));
    // One side able: it keeps attacking, and a man of no value who falls breaks his side.
    let told = fight(
        "attacker.stack = [{ noble = 'A', attack = 0, defense = 0 }]
         defender.stack = [{ noble = 'D' }]",
        "wound 1/100, illness 1/100, prisoner 76/100",
    );
    assert_eq!((told.outcome(), told.measure("attacks")), ("defender", 1));
}

/// O-62: the first side to break has lost: of all ends of a battle, none has
/// both sides at or below their break points.
#[test]
fn o_62_both_sides_never_break_together() {
    let battle = battle(
        "attacker.stack = [{ noble = 'A', men = { knight = 2 } }]
         defender.stack = [{ noble = 'D', men = { pikeman = 2 } }, { noble = 'E' }]",
    );
    for (state, outcome) in ends(&battle) {
        let broken = [0, 1].map(|side| state.forces[side].value <= battle.sides[side].break_point);
        assert_eq!(broken, [outcome.0 == 1, outcome.0 == 0]);
    }
}

/// O-63: the winner's leader is always unhurt; a leader of value v is hit only
/// if his other men were worth less than v.
#[test]
fn o_63_when_a_leader_can_be_hit() {
    for (men, can_be_hit) in [
        ("soldier = 3", true),
        ("knight = 1", true),
        ("knight = 2", false),
        // 16 x 10 is exactly 160.
        ("soldier = 16", false),
        ("soldier = 15", true),
    ] {
        let battle = battle(&format!(
            "attacker.stack = [{{ noble = 'A' }}]
             defender.stack = [{{ noble = 'D', men = {{ {men} }} }}]"
        ));
        let all = ends(&battle);
        assert_eq!(all.iter().any(|(state, _)| state.nobles[1].hit), can_be_hit, "{men}");
        for (state, outcome) in &all {
            assert!(!state.nobles[usize::from(outcome.0)].hit, "the winner's leader is unhurt");
        }
    }
}

/// O-64: nobody able is a draw, also when the last able one was an engine that
/// has become useless.
#[test]
fn o_64_a_draw_when_nobody_is_able() {
    let told = fight(
        "attacker.stack = [{ noble = 'A', attack = 0, men = { catapult = 1 },
            goods = { gold = 5 } }]
         attacker.position = 7
         defender.structure = { kind = 'tower', defense = 0, damage = 96 }
         defender.position = 2
         defender.stack = [{ noble = 'D', attack = 0 }]",
        "engine points 1/6",
    );
    assert_eq!((told.outcome(), told.measure("attacks")), ("draw", 1));
    assert_eq!(told.fact("stalemate"), serde_json::Value::Null);
    let places = told.fact("positions");
    assert_eq!(
        (&places["attacker"]["position"], &places["defender"]["position"]),
        (&7.into(), &2.into())
    );
}

/// O-64: if only one side is able it keeps attacking; each attack is drawn
/// from its members alone.
#[test]
fn o_64_one_side_able() {
    let told = fight(
        "attacker.stack = [{ noble = 'A' }]\ndefender.stack = [{ noble = 'D', attack = 0 }]",
        "hit 81/160, hit 160/160, hit 80/160, wound 100/100",
    );
    assert_eq!((told.outcome(), told.measure("attacks")), ("attacker", 3));
    assert_eq!(exact(&told.battle).outcomes, [1.0, 0.0, 0.0]);
}

/// O-64: the guard ends a battle after 10,000,000 attacks and 1,000 more for
/// every man, as a draw of its own kind with wounds and losses, but no
/// prisoners, loot or flight.
#[test]
fn o_64_the_guard() {
    let text = "attacker.stack = [{ noble = 'A', men = { soldier = 4, catapult = 3 } }]
                defender.stack = [{ noble = 'D' }, { noble = 'E', goods = { gold = 9 } },
                                  { noble = 'F' }, { noble = 'G' }]";
    let mut endless = battle(text);
    assert_eq!(endless.guard, 10_000_000 + 1_000 * 9);
    // Nobody has the patience: the same battle, given up after two attacks.
    endless.guard = 2;
    let told = fight_battle(
        endless,
        "attacker 1/9, target 1/3, hit 1/160, wound 30/100
         attacker 6/8, target 1/4, hit 1/85
         illness 70/100",
    );
    assert_eq!((told.outcome(), told.measure("attacks")), ("draw", 2));
    assert_eq!(told.fact("stalemate"), true);
    assert_eq!(told.measure("attacker_lost"), 1);
    assert_eq!(told.measure("noble.E.health"), 70);
    assert_eq!(told.measure("noble.E.captured"), 0);
    assert_eq!(told.measure("loot.gold"), 0);
    assert!(!told.aftermath().contains("where"));
    assert!(Olympia.closing(&told.battle, &told.fought.state).starts_with("No victor emerges"));
}

/// O-87: to the last man, and at once.
#[test]
fn o_87_a_break_point_of_ones_own() {
    let text = |percent: u8| {
        format!(
            "attacker.stack = [{{ noble = 'A' }}]
             defender.break_point = {percent}
             defender.stack = [{{ noble = 'D', men = {{ knight = 2 }} }}]"
        )
    };
    // 75 percent of 340 is 255: one knight dead leaves 250.
    let told = fight(&text(75), "attacker 1/4, target 1/2, hit 1/125, prisoner 26/100");
    assert_eq!(told.outcome(), "attacker");
    // 0: even the leader alone fights on, and is hit.
    let told = fight(
        &text(0),
        "attacker 1/4, target 1/2, hit 1/125
         attacker 1/3, hit 1/125
         attacker 1/2, hit 1/160, wound 2/100
         illness 1/100, prisoner 76/100",
    );
    assert_eq!((told.outcome(), told.measure("noble.D.hit")), ("attacker", 1));
}
