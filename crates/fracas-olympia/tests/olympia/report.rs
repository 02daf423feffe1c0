//! Section 13: reports, as golden texts.

use fracas_core::capability::{Detail, Tell};
use fracas_olympia::Olympia;

use crate::common::*;

/// Opening, log and closing of a fought battle.
fn report(told: &Told, detail: Detail) -> String {
    let log: Vec<String> =
        told.events.iter().filter_map(|event| Olympia.tell(&told.battle, event, detail)).collect();
    let opening = Olympia.opening(&told.battle);
    let closing = Olympia.closing(&told.battle, &told.fought.state);
    let text = format!("{opening}\n{}\n\n{closing}", log.join("\n"));
    for line in opening.lines().chain(closing.lines()) {
        assert!(line.chars().count() <= 78, "too wide: {line}");
    }
    text
}

/// A plain battle, told by its turning points.
#[test]
fn a_plain_battle() {
    let told = fight(
        "place.name = 'Freedom Forest'
         attacker.stack = [{ noble = 'Osswid', code = 'os1', men = { soldier = 12, knight = 1 },
                             goods = { gold = 500, riding_horse = 12 }, items = [
             { name = 'Shield of Achilles', code = 'fx78', defense = 25 },
             { name = 'Sword of Death', code = 'gl23', attack = 10 },
             { name = 'Mithril Axe', code = 'wt29', attack = 15 },
             { name = 'Magic javelin', code = 'ht02', missile = 5 }] }]
         defender.position = 3
         defender.break_point = 55
         defender.stack = [{ noble = 'Lady Evalin', men = { elite_guard = 1 } },
                           { noble = 'Feasel', behind = 1, missile = 40,
                               men = { pikeman = 2, archer = 1 },
                             goods = { gold = 70 }, items = [{ name = 'Ring', missile = 1 }] }]",
        // Able: Osswid, 12 soldiers, knight; Evalin, guard; Feasel and his archer from the rear: 18.
        "attacker 1/18, hit 95/185
         attacker 19/19, target 13/13, hit 50/95
         attacker 1/18, target 1/4, hit 95/175, wound 40/100
         illness 61/100
         prisoner 76/100, prisoner 75/100",
    );
    insta::assert_snapshot!(report(&told, Detail::Phases));
}

/// A siege, every blow of it.
#[test]
fn a_siege() {
    let told = fight(
        "place = { name = 'Freedom Forest', weather = ['wind'] }
         attacker.stack = [{ noble = 'Osswid', men = { soldier = 2, catapult = 2 } }]
         defender.structure = { kind = 'castle',
             name = 'Castle Imperius', code = 'gx56', defense = 9, damage = 92 }
         defender.stack = [{ noble = 'Lady Evalin', men = { blessed_soldier = 2 } }]
         defender.ally = [{ stack = [{ noble = 'Old Scale', kind = 'giant_lizard',
             men = { giant_lizard = 3 } }] }]
         kinds.giant_lizard = { attack = 30, defense = 45 }",
        // Able: Osswid, 2 soldiers, 2 catapults; Evalin, 2 blessed, Old Scale, 3 lizards: 12.
        "attacker 4/12, hit 25/34, engine points 6/6
         attacker 1/12, target 2/6, hit 80/85, blessed save 2/2
         attacker 6/12, target 3/4, hit 80/280
         attacker 2/11, target 1/6
         attacker 4/11, engine points 2/6
         attacker 1/10, target 1/5, hit 1/85, blessed save 1/2
         attacker 1/9, target 2/4, hit 80/125
         attacker 1/8, target 2/3, hit 80/125
         attacker 5/7, target 1/2, hit 10/10
         attacker 1/7, target 2/2, hit 80/125
         attacker 1/6, target 2/2, hit 80/125, wound 12/100
         illness 88/100
         prisoner 38/100, prisoner 37/100",
    );
    insta::assert_snapshot!(report(&told, Detail::All));
}

/// A battle of ships, one of which sinks.
#[test]
fn a_naval_battle() {
    let told = fight(
        "place.terrain = 'ocean'
         attacker.structure = { kind = 'galley', name = 'Gull', defense = 2 }
         attacker.stack = [{ noble = 'Black Tom', men = { pirate = 2 } }]
         defender.structure = { kind = 'roundship', name = 'Tern', defense = 1, damage = 99 }
         defender.stack = [{ noble = 'Captain Ann', men = { sailor = 1 },
             goods = { gold = 40 } }, { noble = 'Ben' }]",
        "attacker 1/6, target 1/3, hit 80/81
         attacker 1/6, target 1/3
         attacker 4/6, target 2/3, hit 80/97
         attacker 1/5, target 2/2, hit 1/160, wound 100/100
         attacker 1/4, hit 1/81
         prisoner 51/100",
    );
    insta::assert_snapshot!(report(&told, Detail::Phases));
}

/// Point 3: nothing, turning points, every attack.
#[test]
fn how_much_a_log_tells() {
    let told = fight(
        "attacker.stack = [{ noble = 'A' }]\ndefender.stack = [{ noble = 'D' }]",
        "attacker 1/2, hit 81/160, attacker 1/2, hit 1/160, wound 1/100, illness 1/100,
            prisoner 76/100",
    );
    let lines = |detail| {
        told.events
            .iter()
            .filter(|event| Olympia.tell(&told.battle, event, detail).is_some())
            .count()
    };
    assert_eq!(lines(Detail::None), 0);
    // The hit noble, and the value that is lost with him.
    assert_eq!(lines(Detail::Phases), 2);
    assert_eq!(lines(Detail::All), 3);
}
