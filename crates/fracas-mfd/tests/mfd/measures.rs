//! Measures (F-77).

use fracas_core::capability::Parts;
use fracas_core::ruleset::Ruleset;
use fracas_mfd::Mfd;

use crate::common::*;

#[test]
fn f_77_the_list() {
    let battle = battle(
        "heroes.fighters = [{ name = 'A B', xp = 1 }]
         heroes.reinforcements = [{ round = 2, fighters = [{ name = 'C', xp = 1 }] }]
         heroes.retreat = { below = 0 }
         villains.fighters = [{ name = 'Z', xp = 1 }]",
    );
    let names: Vec<String> = Mfd::measures(&battle).into_iter().map(|m| m.name).collect();
    assert_eq!(
        names,
        [
            "rounds",
            "heroes_alive",
            "villains_alive",
            "heroes_hp",
            "villains_hp",
            "hero.A B.alive",
            "hero.C.alive",
            "villain.Z.alive",
            "heroes_retreated"
        ]
    );
    assert_eq!(Mfd::OUTCOMES, ["heroes", "villains", "both", "undecided"]);
}

#[test]
fn f_77_values_at_the_end() {
    let told = fight(
        battle(
            "heroes.fighters = [{ name = 'A', xp = 5000, bonus_hp = 3 }, { name = 'B', xp = 1 }]
             villains.fighters = [{ name = 'Z', xp = 5000 }]",
        ),
        "target 1/2, hits 5/5, blocks 0/5, hits 0/1, blocks 0/5, hits 2/5, blocks 0/5",
    );
    let measures = [
        "rounds",
        "heroes_alive",
        "villains_alive",
        "heroes_hp",
        "villains_hp",
        "hero.A.alive",
        "villain.Z.alive",
    ];
    assert_eq!(measures.map(|name| told.measure(name)), [1, 2, 0, 5, 0, 1, 0]);
}

/// A battle without one of its fighters, for the ranking of who matters.
#[test]
fn parts_can_be_left_out() {
    let battle = battle(
        "heroes.fighters = [{ name = 'A', xp = 5000 }, { name = 'B', xp = 1000, bodyguard_for = 'A' }]
         villains.fighters = [{ name = 'Z', xp = 5000 }]",
    );
    let parts = Mfd.parts(&battle);
    assert_eq!(
        parts.iter().map(|part| (part.name.as_str(), part.side)).collect::<Vec<_>>(),
        [("A", "heroes"), ("B", "heroes"), ("Z", "villains")]
    );
    let without = Mfd.without(&battle, 1).expect("A is left");
    assert_eq!(without.fighters.len(), 2);
    assert!(outcomes(&without)[0] < outcomes(&battle)[0]);
    assert!(Mfd.without(&battle, 2).is_none());
}
