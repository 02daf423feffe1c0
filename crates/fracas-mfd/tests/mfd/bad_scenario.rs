//! Bad scenarios (E-18, E-23..E-25) and fighters written in them (F-70).

use crate::common::*;

const SIDES: &str = "heroes.fighters = [{ name = 'Ann', xp = 1 }]
    villains.fighters = [{ name = 'Zed', xp = 1 }]";

fn refuse(text: &str, code: &str, path: &str, says: &[&str]) {
    let (battle, out) = read_with(text, &[]);
    assert!(battle.is_none(), "this should be refused: {text}");
    let words = out.render(false);
    let found: Vec<_> =
        out.iter().map(|found| (found.code.unwrap_or(""), found.place.path.as_str())).collect();
    assert_eq!(found, [(code, path)], "{words}");
    let plain = words.split_whitespace().collect::<Vec<_>>().join(" ");
    for say in says {
        assert!(plain.contains(say), "`{say}` is not said in\n{words}");
    }
}

#[test]
fn e_18_f_68_max_rounds() {
    for value in ["0", "-1", "1000001"] {
        let text = format!("max_rounds = {value}\n{SIDES}");
        refuse(
            &text,
            "E-18",
            "max_rounds",
            &["allowed are 1 to 1000000", "whole number, at least 1"],
        );
    }
    for value in ["'two'", "1.5"] {
        refuse(&format!("max_rounds = {value}\n{SIDES}"), "E-18", "max_rounds", &["whole number"]);
    }
    assert_eq!(battle(&format!("max_rounds = 1000000\n{SIDES}")).limit, 1_000_000);
}

#[test]
fn e_23_names_in_healing_and_retreat() {
    refuse(
        &format!(
            "{SIDES}\nheroes.healing = [{{ round = 1 }}, {{ round = 1, who = ['Ann', 'Anm'] }}]"
        ),
        "E-23",
        "heroes.healing[1].who[1]",
        &["heroes, healing 2, who: entry 2: nobody is called Anm; did you mean Ann?"],
    );
    refuse(
        &format!("{SIDES}\nvillains.retreat = {{ falls = ['Ann'] }}"),
        "E-23",
        "villains.retreat.falls[0]",
        &["villains, retreat, falls: entry 1: nobody is called Ann"],
    );
    // Those yet to come may be named.
    battle(&format!(
        "{SIDES}\nheroes.reinforcements = [{{ round = 2, fighters = [{{ name = 'Bo', xp = 1 }}] }}]
         heroes.retreat = {{ falls = ['Bo'] }}"
    ));
}

#[test]
fn e_24_f_80_numbers_out_of_range() {
    for (keys, path, says) in [
        ("heroes.healing = [{ round = 0 }]", "heroes.healing[0].round", "allowed are 1 to"),
        ("heroes.healing = [{ round = 1.5 }]", "heroes.healing[0].round", "whole number"),
        ("heroes.healing = [{ round = 1, hp = -1 }]", "heroes.healing[0].hp", "allowed are 0 to"),
        (
            "heroes.healing = [{ round = 1, to_defend = -0.1 }]",
            "heroes.healing[0].to_defend",
            "allowed are 0 to 100",
        ),
        (
            "heroes.reinforcements = [{ round = 0, fighters = [{ name = 'X', xp = 1 }] }]",
            "heroes.reinforcements[0].round",
            "allowed are 1 to",
        ),
        ("heroes.retreat = { below = 1.5 }", "heroes.retreat.below", "allowed are 0 to 1"),
        ("heroes.retreat = { of = 0 }", "heroes.retreat.of", "allowed are 1 to"),
        ("constants.base_hp = 0", "constants.base_hp", "allowed are 1 to 1000000"),
        ("constants.base_aoe = 10001", "constants.base_aoe", "allowed are 1 to 10000"),
        ("constants.base_to_hit = 101", "constants.base_to_hit", "allowed are -100 to 100"),
        ("constants.base_to_defend = -101", "constants.base_to_defend", "allowed are -100 to 100"),
        ("constants.min_to_hit = -0.1", "constants.min_to_hit", "allowed are 0 to 1"),
        ("constants.max_to_defend = 1.1", "constants.max_to_defend", "allowed are 0 to 1"),
        ("constants.exhaustion = -1", "constants.exhaustion", "allowed are 0 to 100"),
        ("constants.xp_per_die = 0", "constants.xp_per_die", "allowed are 1 to 10000000"),
        ("constants.min_to_hit = 0.995", "constants.min_to_hit", "above max_to_hit 0.99"),
        (
            "constants = { min_to_defend = 0.5, max_to_defend = 0.4 }",
            "constants.min_to_defend",
            "above max_to_defend 0.4",
        ),
        ("compat = 'fight'", "compat", "fight.rkt"),
    ] {
        refuse(&format!("{SIDES}\n{keys}"), "E-24", path, &[says]);
    }
}

#[test]
fn e_25_csv_or_fighters() {
    let villains = "villains.fighters = [{ name = 'Zed', xp = 1 }]";
    refuse(
        &format!("heroes = {{}}\n{villains}"),
        "E-25",
        "heroes",
        &["heroes has neither csv nor fighters; write one of the two"],
    );
    refuse(
        &format!("heroes.csv = 'A.csv'\nheroes.fighters = [{{ name = 'A', xp = 1 }}]\n{villains}"),
        "E-25",
        "heroes",
        &["both csv and fighters; write one of the two"],
    );
    refuse(villains, "E-25", "heroes", &["heroes is missing", "one of the two"]);
    refuse(
        &format!("{SIDES}\nvillains.reinforcements = [{{ round = 2 }}]"),
        "E-25",
        "villains.reinforcements[0]",
        &["neither csv nor fighters"],
    );
}

/// F-70, F-79: the same rules for inline fighters; errors name side, fighter
/// number and key; unknown keys are errors; rates are read from their text.
#[test]
fn f_70_f_79_inline_fighters() {
    let one = |keys: &str| {
        format!(
            "heroes.fighters = [{{ name = 'A', xp = 1 }}, {{ {keys} }}]\nvillains.fighters = [{{ name = 'Z', xp = 1 }}]"
        )
    };
    for (keys, code, path, says) in [
        ("name = '', xp = 1", "E-7", "heroes.fighters[1].name", "heroes, fighter 2, name"),
        ("xp = 1", "E-7", "heroes.fighters[1].name", "name is missing"),
        ("name = 'A', xp = 1", "E-8", "heroes.fighters[1].name", "taken by heroes.fighters[0]"),
        ("name = 'B'", "E-9", "heroes.fighters[1].xp", "xp is missing"),
        ("name = 'B', xp = 5.5", "E-9", "heroes.fighters[1].xp", "whole number"),
        (
            "name = 'B', xp = 0",
            "E-10",
            "heroes.fighters[1]",
            "heroes, fighter 2, bonus_xp: total XP is 0 + 0 = 0",
        ),
        (
            "name = 'B', xp = 1, bonus_hp = -2",
            "E-11",
            "heroes.fighters[1].bonus_hp",
            "heroes, fighter 2, bonus_hp",
        ),
        (
            "name = 'B', xp = 1, bonus_to_hit = '10%'",
            "E-12",
            "heroes.fighters[1].bonus_to_hit",
            "number",
        ),
        ("name = 'B,C', xp = 1", "E-17", "heroes.fighters[1].name", "comma"),
        ("name = 'B', xp = 1, aoe = 10001", "E-19", "heroes.fighters[1].aoe", "limit is 10000"),
        (
            "name = 'B', xp = 1, linked_to = 'A,B'",
            "E-22",
            "heroes.fighters[1].linked_to",
            "one name only",
        ),
        (
            "name = 'B', xp = 1, hp = 3",
            "",
            "heroes.fighters[1].hp",
            "unknown key heroes.fighters[1].hp",
        ),
        (
            "name = 'B', xp = 1, buffs = [{ who = ['A'] }]",
            "E-15",
            "heroes.fighters[1].buffs[0].name",
            "is missing",
        ),
        (
            "name = 'B', xp = 1, buffs = [{ name = 'X', who = ['A'], offense = 101 }]",
            "E-19",
            "heroes.fighters[1].buffs[0].offense",
            "heroes, fighter 2, buff 1, offense",
        ),
    ] {
        let (battle, out) = read_with(&one(keys), &[]);
        assert!(battle.is_none(), "{keys}");
        let words = out.render(false);
        let plain = words.split_whitespace().collect::<Vec<_>>().join(" ");
        let found = out.iter().next().expect("an error");
        let place = found.place.path.starts_with(path);
        assert!(
            found.code.unwrap_or("") == code && place && plain.contains(says),
            "{keys}\n{words}"
        );
    }
    let (battle, out) = read_with(&one("name = 'B', xp = 1, bonus_to_hit = 0.12345678"), &[]);
    assert_eq!(warned(&out), ["F-11"]);
    assert!(stats(&battle.expect("a battle"), "B").contains("42.3457%/30%"));
}

/// E-6: nobody on a side.
#[test]
fn e_6_a_side_of_nobody() {
    refuse(
        "heroes.fighters = []\nvillains.fighters = [{ name = 'Z', xp = 1 }]",
        "E-6",
        "heroes.fighters",
        &["heroes.fighters: no fighters; add at least one"],
    );
}
