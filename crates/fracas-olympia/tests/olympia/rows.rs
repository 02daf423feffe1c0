//! Chapter 4: rows, front and rear.

use crate::common::*;

/// O-21: men and engines share the row of their noble.
#[test]
fn o_21_a_unit_stands_in_one_row() {
    let battle = battle(
        "attacker.stack = [{ noble = 'A', men = { soldier = 1 } },
                           { noble = 'B', behind = 9,
                               men = { archer = 2, battering_ram = 1, catapult = 1 } }]
         defender.structure = { kind = 'tower' }
         defender.stack = [{ noble = 'D' }]",
    );
    // From row 9 only missiles work: archers and the catapult.
    let expected = [
        entry(1, "A", 80),
        entry(1, "soldier of A", 5),
        entry(2, "archer of B", 50),
        entry(1, "catapult of B", 25),
    ];
    assert_eq!(able(&battle, start(&battle), ATTACKER), expected);
    assert_eq!(exposed(&battle, start(&battle), ATTACKER), [entry(1, "soldier of A", 5)]);
}

/// O-22: rear units are no targets until the rows before them have fallen;
/// the next row steps up at once, and its melee men are able at once.
#[test]
fn o_22_a_row_steps_up_the_instant_the_one_before_is_gone() {
    let battle = battle(
        "attacker.stack = [{ noble = 'A', men = { soldier = 1 } },
                           { noble = 'B', behind = 2, men = { pikeman = 2 } },
                           { noble = 'C', behind = 5, men = { swordsman = 1 } }]
         defender.stack = [{ noble = 'D', men = { soldier = 20 } }]",
    );
    let mut state = start(&battle).clone();
    assert_eq!(exposed(&battle, &state, ATTACKER), [entry(1, "soldier of A", 5)]);
    let log = step(&battle, &mut state, "attacker 3/23, hit 80/85");
    assert_eq!(log, ["1 D(80) at soldier of A(5): killed", "attacker: row 2 is the front"]);
    let expected = [entry(1, "A", 80), entry(1, "B", 80), entry(2, "pikeman of B", 5)];
    assert_eq!(able(&battle, &state, ATTACKER), expected);
    assert_eq!(
        exposed(&battle, &state, ATTACKER),
        [entry(1, "B", 80), entry(2, "pikeman of B", 30)]
    );
    // One of the row is left: nobody steps up yet.
    step(&battle, &mut state, "attacker 5/25, target 1/3, hit 1/160, wound 1/100");
    step(&battle, &mut state, "attacker 4/24, target 1/2, hit 1/110");
    assert_eq!(exposed(&battle, &state, ATTACKER), [entry(1, "pikeman of B", 30)]);
    let log = step(&battle, &mut state, "attacker 3/23, hit 1/110");
    assert_eq!(log[1], "attacker: row 5 is the front");
    let expected = [entry(1, "A", 80), entry(1, "C", 80), entry(1, "swordsman of C", 15)];
    assert_eq!(able(&battle, &state, ATTACKER), expected);
}

/// O-22: with nobody in row 0 the front is the smallest row there is.
#[test]
fn o_22_the_front_is_the_smallest_row() {
    let battle = battle(
        "attacker.stack = [{ noble = 'A', behind = 3, men = { soldier = 2 } },
                           { noble = 'B', behind = 7, men = { soldier = 1 } }]
         defender.stack = [{ noble = 'D' }]",
    );
    assert_eq!(exposed(&battle, start(&battle), ATTACKER), [entry(2, "soldier of A", 5)]);
    assert_eq!(
        able(&battle, start(&battle), ATTACKER),
        [entry(1, "A", 80), entry(2, "soldier of A", 5)]
    );
}

/// O-23: the seed's noble of missile 40: 40 from the rear, 80 in front; an
/// archer shoots with 50 in either.
#[test]
fn o_23_missile_from_the_rear_the_larger_in_front() {
    let text = |behind: u8| {
        format!(
            "attacker.stack = [{{ noble = 'A', men = {{ soldier = 1 }} }},
                 {{ noble = 'B', behind = {behind}, missile = 40, men = {{ archer = 1,
                     soldier = 1 }} }}]
             defender.stack = [{{ noble = 'D' }}]"
        )
    };
    let rear = battle(&text(1));
    let expected = [
        entry(1, "A", 80),
        entry(1, "soldier of A", 5),
        entry(1, "B", 40),
        entry(1, "archer of B", 50),
    ];
    assert_eq!(able(&rear, start(&rear), ATTACKER), expected);
    let front = battle(&text(0));
    assert_eq!(
        able(&front, start(&front), ATTACKER)[2..],
        [entry(1, "B", 80), entry(1, "archer of B", 50), entry(1, "soldier of B", 5)]
    );
}

/// O-24: the leader is hit last whatever his row, and attacks all the time.
#[test]
fn o_24_the_leader_is_hidden_while_another_man_stands() {
    let battle = battle(
        "attacker.stack = [{ noble = 'A', defense = 1000, men = { soldier = 0 } },
                           { noble = 'B', behind = 3, men = { soldier = 1 } }]
         defender.stack = [{ noble = 'D' }]",
    );
    let mut state = start(&battle).clone();
    // He stands in row 0, alone and before all the others, and is still no target.
    assert_eq!(
        exposed(&battle, &state, ATTACKER),
        [entry(1, "B", 80), entry(1, "soldier of B", 5)]
    );
    assert_eq!(able(&battle, &state, ATTACKER)[0], entry(1, "A", 80));
    step(&battle, &mut state, "attacker 4/4, target 1/2, hit 1/160, wound 1/100");
    step(&battle, &mut state, "attacker 3/3, hit 1/85");
    assert_eq!(exposed(&battle, &state, ATTACKER), [entry(1, "A", 1000)]);
    let log = step(&battle, &mut state, "attacker 2/2, hit 1/1080, wound 1/100");
    assert_eq!(log[0], "3 D(80) at A(1000): wound 1, health 99");
}

/// O-24: from behind the front the leader needs a missile; alone he is the front.
#[test]
fn o_24_a_leader_in_the_rear() {
    let text = |missile: u8| {
        format!(
            "attacker.stack = [{{ noble = 'A', behind = 4, missile = {missile} }},
                               {{ noble = 'B', defense = 5 }}]
             defender.stack = [{{ noble = 'D' }}]"
        )
    };
    let unarmed = battle(&text(0));
    assert_eq!(able(&unarmed, start(&unarmed), ATTACKER), [entry(1, "B", 80)]);
    let slinger = battle(&text(9));
    let mut state = start(&slinger).clone();
    assert_eq!(able(&slinger, &state, ATTACKER), [entry(1, "A", 9), entry(1, "B", 80)]);
    // His side is worth 245 and breaks at 122: without B he fights on, in front.
    step(&slinger, &mut state, "attacker 3/3, hit 1/85, wound 1/100");
    assert_eq!(able(&slinger, &state, ATTACKER), [entry(1, "A", 80)]);
    assert_eq!(exposed(&slinger, &state, ATTACKER), [entry(1, "A", 80)]);
}

/// O-25: other nobles are ordinary targets of their row, their own men or not.
#[test]
fn o_25_a_second_noble_is_an_ordinary_target() {
    let battle = battle(
        "attacker.stack = [{ noble = 'A', men = { soldier = 1 } },
                           { noble = 'B', men = { soldier = 2 } }]
         defender.stack = [{ noble = 'D' }]",
    );
    let mut state = start(&battle).clone();
    let expected = [entry(1, "soldier of A", 5), entry(1, "B", 80), entry(2, "soldier of B", 5)];
    assert_eq!(exposed(&battle, &state, ATTACKER), expected);
    let log = step(&battle, &mut state, "attacker 6/6, target 2/4, hit 80/160, wound 50/100");
    assert_eq!(log[0], "1 D(80) at B(80): wound 50, health 50");
    // His men fight on without him.
    assert_eq!(able(&battle, &state, ATTACKER)[2], entry(2, "soldier of B", 5));
}

/// O-26: neither the leader nor the rear waits for engines to be destroyed.
#[test]
fn o_26_engines_shield_nobody() {
    let alone = battle(
        "attacker.stack = [{ noble = 'A', men = { catapult = 2 } }]
         defender.structure = { kind = 'tower' }
         defender.stack = [{ noble = 'D' }]",
    );
    assert_eq!(
        exposed(&alone, start(&alone), ATTACKER),
        [entry(1, "A", 80), entry(2, "catapult of A", 200)]
    );
    let rows = battle(
        "attacker.stack = [{ noble = 'A', men = { soldier = 0 } },
                           { noble = 'B', men = { battering_ram = 1 } },
                           { noble = 'C', behind = 1, men = { soldier = 9 } }]
         defender.structure = { kind = 'tower', defense = 1 }
         defender.stack = [{ noble = 'D' }]",
    );
    let mut state = start(&rows).clone();
    let log = step(&rows, &mut state, "attacker 4/4, target 1/2, hit 1/160, wound 1/100");
    assert!(log.contains(&"attacker: row 1 is the front".to_owned()), "{log:?}");
    let expected =
        [entry(1, "battering_ram of B", 250), entry(1, "C", 80), entry(9, "soldier of C", 5)];
    assert_eq!(exposed(&rows, &state, ATTACKER), expected);
    // The ram before the front still works.
    assert!(able(&rows, &state, ATTACKER).contains(&entry(1, "battering_ram of B", 30)));
}
