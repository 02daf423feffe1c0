//! The shorter ways through a battle, which whoever counts outcomes and measures
//! takes, are the longer one, die by die.

use fracas_core::chance::{Purpose, Rolled};
use fracas_core::odds::Shortcut;
use fracas_core::ruleset::Ruleset;
use fracas_olympia::Olympia;
use fracas_testing::made_up::olympia::{scenario, small};
use fracas_testing::takes_shortcut;

use crate::common::battle;

/// O-22, O-24, O-30 to O-36, O-61: the shorter way through battles of two bands
/// is the longer one, die by die, also where others step up.
#[test]
fn o_30_the_shorter_way_is_the_longer_one() {
    let mut dice = Rolled::new(30, 0, Purpose::Setup);
    let mut short = 0;
    for _ in 0..200 {
        short += u32::from(takes_shortcut::<Olympia>(&battle(&small(&mut dice, 9)), 50));
    }
    for (men, foes, more) in [
        ("soldier = 10", "pikeman = 10", ""),
        ("knight = 50", "pikeman = 100", ""),
        ("swordsman = 2", "swordsman = 3", "attacker.break_point = 99\ndefender.break_point = 0"),
        ("peasant = 30", "archer = 7", "attacker.break_point = 10\ndefender.break_point = 90"),
        ("soldier = 6", "blessed_soldier = 6", ""),
    ] {
        let text = format!(
            "{more}\nattacker.stack = [{{ noble = 'A', men = {{ {men} }}, goods = {{ gold = 9 }} }}]
             defender.stack = [{{ noble = 'D', men = {{ {foes} }}, health = 30 }}]"
        );
        short += u32::from(takes_shortcut::<Olympia>(&battle(&text), 400));
    }
    for (ours, theirs) in [
        ("{ noble = 'A' }", "{ noble = 'D', survive_fatal = true }"),
        ("{ noble = 'A' }", "{ noble = 'D', men = { peasant = 1 }, attack = 0 }"),
        ("{ noble = 'A', behind = 1, men = { soldier = 4 } }, { noble = 'B' }", "{ noble = 'D' }"),
        (
            "{ noble = 'A', behind = 1, men = { archer = 2 } }, { noble = 'B', behind = 2 }",
            "{ noble = 'D', behind = 2, men = { soldier = 3, pikeman = 2 } }, { noble = 'E' }",
        ),
    ] {
        let text = format!("attacker.stack = [{ours}]\ndefender.stack = [{theirs}]");
        assert!(takes_shortcut::<Olympia>(&battle(&text), 400), "{text}");
    }
    assert!(short >= 8, "{short}");
}

/// O-61, O-71, O-74: small battles are told by a number, also who was taken and what
/// he had.
#[test]
fn o_71_small_battles_are_told_by_a_number() {
    let rear = "{ noble = 'D', men = { knight = 9 } }, { noble = 'E', behind = 4, health = 9, \
                goods = { gold = 70 } }, { noble = 'F', behind = 5 }";
    for (ours, theirs, more) in [
        ("{ noble = 'A', men = { knight = 10 } }", "{ noble = 'D', men = { knight = 10 } }", ""),
        ("{ noble = 'A', men = { knight = 4 }, goods = { gold = 5 } }", rear, ""),
        ("{ noble = 'A', men = { peasant = 40 } }", rear, "attacker.break_point = 90"),
    ] {
        let text = format!("{more}\nattacker.stack = [{ours}]\ndefender.stack = [{theirs}]");
        let battle = battle(&text);
        let shortcut = Olympia::shortcut(&battle);
        assert!(matches!(shortcut, Some(Shortcut::ToEnds(_))), "{text}");
        assert!(takes_shortcut::<Olympia>(&battle, 600), "{text}");
    }
}

/// O-22, O-30 to O-36, O-40, O-44, O-45, O-51 to O-53, O-61: the same where several
/// bands can be struck, from behind walls and with engines, until a leader is hit,
/// a row gives way, a structure falls or a side is broken.
#[test]
fn o_50_the_shorter_way_through_sieges() {
    let towers = "structure = { kind = 'tower', defense = 3, damage = 92 }";
    let castle = "structure = { kind = 'castle', defense = 12, damage = 40 }";
    for (ours, theirs, more) in [
        ("soldier = 9, pikeman = 12, archer = 4", "knight = 5, crossbowman = 9, peasant = 3", ""),
        ("soldier = 30, catapult = 2", "pikeman = 12, archer = 8", castle),
        ("soldier = 30, siege_tower = 3, battering_ram = 1", "pikeman = 30, archer = 40", towers),
        ("blessed_soldier = 8, soldier = 9, catapult = 1", "blessed_soldier = 6", castle),
        ("elite_archer = 7, archer = 7, peasant = 40", "worker = 5, sailor = 9", "break_point = 0"),
        ("catapult = 9", "catapult = 4, soldier = 1", castle),
    ] {
        let text = format!(
            "attacker.stack = [{{ noble = 'A', behind = 2, men = {{ {ours} }} }},
                               {{ noble = 'B', men = {{ swordsman = 11 }} }}]
             [defender]\n{more}
             stack = [{{ noble = 'D', behind = 1, men = {{ {theirs} }} }},
                      {{ noble = 'E', behind = 1, men = {{ soldier = 4 }} }},
                      {{ noble = 'F', men = {{ soldier = 6 }} }}]"
        );
        assert!(takes_shortcut::<Olympia>(&battle(&text), 300), "{text}");
    }
    let mut dice = Rolled::new(50, 0, Purpose::Setup);
    let short = (0..400).filter(|_| takes_shortcut::<Olympia>(&battle(&scenario(&mut dice)), 20));
    assert!(short.count() > 50);
}
