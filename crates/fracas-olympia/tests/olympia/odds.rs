//! Sampled battles agree with the exact odds, at fixed seeds.

use fracas_core::odds::{Effort, sample};
use fracas_olympia::Olympia;

use crate::common::battle;
use crate::common::oracle::exact;

const TRIALS: u64 = 20_000;

/// Outcomes and the number of attacks lie within 4.5 standard errors.
fn agree(text: &str) {
    let battle = battle(text);
    let exact = exact(&battle);
    let tally = sample::<Olympia>(&battle, 7, 0..TRIALS, &Effort::default());
    for (count, p) in tally.outcomes().into_iter().zip(exact.outcomes) {
        let error = (p * (1.0 - p) / TRIALS as f64).sqrt();
        let share = count as f64 / TRIALS as f64;
        assert!((share - p).abs() <= 4.5 * error, "{text}\n{share} is not {p}, error {error}");
    }
    let attacks = tally.spread(0).expect("the measure `attacks`");
    let error = attacks.sd().expect("a deviation") / (TRIALS as f64).sqrt();
    let mean = attacks.mean();
    assert!(
        (mean - exact.attacks).abs() <= 4.5 * error,
        "{text}\n{mean} is not {}, error {error}",
        exact.attacks
    );
}

/// O-30 to O-45, O-61: men of several kinds, and blessed ones (O-41).
#[test]
fn o_30_o_41_sampled_plain_battles() {
    agree(
        "attacker.stack = [{ noble = 'A', men = { soldier = 4, swordsman = 2 } }]
           defender.stack = [{ noble = 'D', men = { pikeman = 3, blessed_soldier = 3 } },
               { noble = 'E' }]",
    );
}

/// O-22 to O-24: rows that step up, archers in the rear, a leader in the rear.
#[test]
fn o_22_o_24_sampled_rows() {
    agree(
        "place.weather = ['wind']
           attacker.stack = [{ noble = 'A', behind = 2, men = { crossbowman = 2 } },
                             { noble = 'B', men = { soldier = 3 } },
                                 { noble = 'C', behind = 1, men = { archer = 3 } }]
           defender.stack = [{ noble = 'D', men = { knight = 2 } },
               { noble = 'E', behind = 3, men = { pikeman = 2 } }]",
    );
}

/// O-45, O-52, O-53, O-59: a siege with engines, cover for some, and collapse.
#[test]
fn o_52_o_59_sampled_siege() {
    agree(
        "attacker.stack = [{ noble = 'A', men = { soldier = 3, catapult = 2, battering_ram = 1 } }]
           defender.structure = { kind = 'tower', defense = 6, damage = 88 }
           defender.stack = [{ noble = 'D', men = { crossbowman = 2, soldier = 2 } }]",
    );
    agree(
        "attacker.stack = [{ noble = 'A', attack = 200, men = { knight = 2 } }]
           defender.structure = { kind = 'inn', defense = 3 }
           defender.stack = [{ noble = 'D', men = { peasant = 52 } }]",
    );
}

/// O-59: ships against each other in port, engines on both sides.
#[test]
fn o_59_sampled_ships() {
    agree(
        "place.terrain = 'port'
           attacker.structure = { kind = 'galley', defense = 2, damage = 95 }
           attacker.stack = [{ noble = 'A', men = { pirate = 2, catapult = 1 } }]
           defender.structure = { kind = 'roundship', defense = 1, damage = 97 }
           defender.stack = [{ noble = 'D', men = { catapult = 1, knight = 2 } }]",
    );
}

/// O-84, O-86: turns and hidden nobles.
#[test]
fn o_84_o_86_sampled_later_edition() {
    agree(
        "edition = 'later'
           place.weather = ['fog']
           attacker.stack = [{ noble = 'A', men = { peasant = 4, archer = 2 } },
               { noble = 'B', men = { soldier = 2 } }]
           defender.stack = [{ noble = 'D', men = { peasant = 2 } }, { noble = 'E',
               men = { pikeman = 2 } }]",
    );
}

/// O-81: allies outside the walls, hidden leaders.
#[test]
fn o_81_sampled_allies() {
    agree(
        "attacker.stack = [{ noble = 'A', men = { swordsman = 4, catapult = 1 } }]
           defender.break_point = 30
           defender.structure = { kind = 'tower', defense = 2, damage = 95 }
           defender.stack = [{ noble = 'D', men = { soldier = 2 } }]
           defender.ally = [{ stack = [{ noble = 'E', men = { soldier = 1 } },
               { noble = 'F', behind = 1 }] }]",
    );
}

/// O-64: where one side cannot strike back the other wins, however long it takes.
#[test]
fn o_64_sampled_one_sided() {
    agree(
        "attacker.stack = [{ noble = 'A', attack = 9 }]
           defender.stack = [{ noble = 'D', attack = 0, defense = 90 }]",
    );
}
