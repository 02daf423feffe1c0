//! The shorter ways through a battle, which whoever counts outcomes and measures
//! takes, are the longer one, die by die.

use fracas_core::chance::{Purpose, Rolled};
use fracas_core::odds::Shortcut;
use fracas_core::ruleset::Ruleset;
use fracas_olympia::Olympia;
use fracas_olympia::battle::Battle;
use fracas_testing::made_up::olympia::{scenario, small};
use fracas_testing::{shortened, takes_shortcut};

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
        // To the last man of the row.
        ("{ noble = 'A', men = { soldier = 16 } }", "{ noble = 'D', men = { soldier = 16 } }", ""),
        ("{ noble = 'A', men = { knight = 2 } }", "{ noble = 'D', men = { knight = 2 } }", ""),
        ("{ noble = 'A', men = { knight = 3 } }", "{ noble = 'D', men = { knight = 2 } }", ""),
    ] {
        let text = format!("{more}\nattacker.stack = [{ours}]\ndefender.stack = [{theirs}]");
        let battle = battle(&text);
        assert!(is_told_by_a_number(&battle), "{text}");
        assert_eq!(shortened::<Olympia>(&battle, 600), 600, "{text}");
        assert!(takes_shortcut::<Olympia>(&battle, 600), "{text}");
    }
}

fn is_told_by_a_number(battle: &Battle) -> bool {
    matches!(Olympia::shortcut(battle), Some(Shortcut::ToEnds(_)))
}

/// O-64: battles that are given up have no number, in the row's last attacks or before.
#[test]
fn o_64_battles_that_are_given_up_have_no_number() {
    for (men, guard) in [("knight = 10", 18), ("soldier = 16", 50), ("knight = 2", 6)] {
        let unit = |name: &str| format!("[{{ noble = '{name}', men = {{ {men} }} }}]");
        let (ours, theirs) = (unit("A"), unit("D"));
        let mut battle = battle(&format!("attacker.stack = {ours}\ndefender.stack = {theirs}"));
        battle.guard = guard;
        assert!(is_told_by_a_number(&battle), "{men}");
        let told = shortened::<Olympia>(&battle, 400);
        assert!((40..360).contains(&told), "{men} {told}");
        assert!(takes_shortcut::<Olympia>(&battle, 400), "{men}");
    }
}

/// O-71: a number has room for eight who can be taken, and for 64 men in all.
#[test]
fn o_71_what_is_small() {
    for (men, nobles, small) in [
        (62, 1, true),
        (63, 1, false),
        (50, 8, true),
        (50, 9, false),
        (55, 8, true),
        (56, 8, false),
    ] {
        let rear: String =
            (1..nobles).map(|rank| format!(", {{ noble = 'R{rank}', behind = 5 }}")).collect();
        let text = format!(
            "attacker.stack = [{{ noble = 'A', men = {{ knight = 25 }} }}]
             defender.stack = [{{ noble = 'D', men = {{ knight = {} }} }}{rear}]",
            men - 25
        );
        let battle = battle(&text);
        assert_eq!(is_told_by_a_number(&battle), small, "{text}");
        assert!(takes_shortcut::<Olympia>(&battle, 200), "{text}");
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

/// O-31, O-33: lists as long as places have room for, and longer ones, which are left
/// to the longer way.
#[test]
fn o_31_the_longest_lists() {
    const LONGEST: u32 = 32_766;
    let few = "[{ noble = 'D', men = { knight = 20, archer = 5 } }]";
    let lists = |men: u32| {
        // With the noble there are so many, behind the last band or before it.
        let of = |men: u32, more: &str| {
            format!("[{{ noble = 'A', men = {{ soldier = {men}{more} }} }}]")
        };
        [of(men - 6, ", pikeman = 5"), of(men - 1, ", pikeman = 5")]
    };
    for (men, short) in [(LONGEST, true), (LONGEST + 1, false), (LONGEST + 2, false)] {
        for (list, many) in lists(men).iter().enumerate() {
            for (ours, theirs) in [(many.as_str(), few), (few, many)] {
                let text = format!("attacker.stack = {ours}\ndefender.stack = {theirs}");
                let takes = takes_shortcut::<Olympia>(&battle(&text), 3);
                assert_eq!(takes, short && list == 0, "{text}");
            }
        }
    }
    // The last places of both lists of both sides, of as many bands as there may be,
    // and with more men behind them.
    for rear in ["", "men = { pikeman = 3000 }"] {
        let side = |name: &str| {
            format!(
                "[{{ noble = '{name}', men = {{ soldier = 16000, pikeman = 16000, knight = 764 }} }},
                  {{ noble = '{name}2', attack = 0, behind = 5, {rear} }}]"
            )
        };
        let (ours, theirs) = (side("A"), side("D"));
        let text = format!(
            "attacker.break_point = 99\nattacker.stack = {ours}
             defender.break_point = 99\ndefender.stack = {theirs}"
        );
        assert!(takes_shortcut::<Olympia>(&battle(&text), 6), "{text}");
    }
}

/// O-37: eight bands of a side are those for which there is room.
#[test]
fn o_37_bands_for_which_there_is_room() {
    let seven = "peasant = 6, soldier = 7, pikeman = 8, swordsman = 9, knight = 2, archer = 9, \
                 crossbowman = 4";
    for (more, short) in [("", true), (", elite_guard = 3", false)] {
        for (ours, theirs) in [(more, ""), ("", more)] {
            let text = format!(
                "attacker.stack = [{{ noble = 'A', men = {{ {seven}{ours} }} }}]
                 defender.stack = [{{ noble = 'D', men = {{ {seven}{theirs} }} }}]"
            );
            assert_eq!(takes_shortcut::<Olympia>(&battle(&text), 40), short, "{text}");
        }
    }
}

/// O-56, O-57: both sides have walls where ships fight.
#[test]
fn o_57_walls_on_both_sides() {
    for (ours, theirs, defense, damage) in [
        ("soldier = 9, archer = 12", "pikeman = 12, crossbowman = 9", 7, 60),
        ("peasant = 12, sailor = 6, catapult = 2", "worker = 12, archer = 3", 2, 95),
    ] {
        let ship = format!("{{ kind = 'galley', defense = {defense}, damage = {damage} }}");
        let text = format!(
            "place.terrain = 'ocean'
             attacker.structure = {ship}
             attacker.stack = [{{ noble = 'A', men = {{ {ours} }} }}]
             defender.structure = {ship}
             defender.stack = [{{ noble = 'D', men = {{ {theirs} }} }}]"
        );
        assert!(takes_shortcut::<Olympia>(&battle(&text), 300), "{text}");
    }
}
