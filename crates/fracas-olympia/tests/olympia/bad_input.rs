//! Section 12, what a unit or side may not be: E-1 to E-6, E-8, E-13 to E-15,
//! E-17, E-18, E-20. Places are in `bad_places.rs`, limits in `limits.rs`.

use crate::common::{battle, read, refuse, refused};

/// A scenario whose attacker's first unit has `unit` besides its noble.
fn unit(unit: &str) -> String {
    format!("attacker.stack = [{{ noble = 'A', {unit} }}]\ndefender.stack = [{{ noble = 'D' }}]")
}

/// A plain battle with `more` before it.
fn plain(more: &str) -> String {
    format!("{more}\nattacker.stack = [{{ noble = 'A' }}]\ndefender.stack = [{{ noble = 'D' }}]")
}

/// E-1: an unknown kind, and a known one among goods.
#[test]
fn e_1_unknown_kind() {
    let path = "attacker.stack[0].men.pikemn";
    refuse(&unit("men = { pikemn = 3 }"), "E-1", path, &["pikemn", "did you mean pikeman?"]);
    let second = "attacker.stack = [{ noble = 'A' }, { noble = 'B', men = { catapul = 3 } }]
                  defender.stack = [{ noble = 'D' }]";
    refuse(second, "E-1", "attacker.stack[1].men.catapul", &["catapul", "did you mean catapult?"]);
    for kind in ["soldier", "catapult"] {
        let path = format!("attacker.stack[0].goods.{kind}");
        refuse(
            &unit(&format!("goods = {{ {kind} = 3 }}")),
            "E-1",
            &path,
            &[kind, "men belong under `men`"],
        );
    }
    // A kind of the scenario's own is known, as a man and as no goods.
    let own = format!("kinds.orc = {{ attack = 1, defense = 1 }}\n{}", unit("goods = { orc = 3 }"));
    refuse(&own, "E-1", "attacker.stack[0].goods.orc", &["men belong under `men`"]);
}

/// E-2: counts.
#[test]
fn e_2_counts() {
    for count in ["-1", "1000001", "99999999999999999999", "1.5", "'ten'"] {
        let path = "attacker.stack[0].men.soldier";
        refuse(&unit(&format!("men = {{ soldier = {count} }}")), "E-2", path, &["0 to 1000000"]);
    }
    let none = battle(&unit("men = { soldier = 0 }"));
    assert!(none.units[0].men.is_empty(), "0 is accepted and ignored");
    assert!(read(&unit("men = { soldier = 1000000 }")).is_ok());
}

/// E-3: a side that is missing, empty, or has a unit without a noble.
#[test]
fn e_3_no_noble() {
    let says = &["each unit needs a noble"];
    refuse("defender.stack = [{ noble = 'D' }]", "E-3", "attacker", says);
    refuse("attacker.stack = [{ noble = 'A' }]", "E-3", "defender", says);
    refuse(
        "attacker.stack = []\ndefender.stack = [{ noble = 'D' }]",
        "E-3",
        "attacker.stack",
        says,
    );
    refuse("attacker = {}\ndefender.stack = [{ noble = 'D' }]", "E-3", "attacker.stack", says);
    let no_noble =
        "attacker.stack = [{ men = { soldier = 1 } }]\ndefender.stack = [{ noble = 'D' }]";
    refuse(no_noble, "E-3", "attacker.stack[0].noble", says);
    let no_name = "attacker.stack = [{ noble = '' }]\ndefender.stack = [{ noble = 'D' }]";
    refuse(no_name, "E-3", "attacker.stack[0].noble", says);
    let ally = plain("defender.ally = [{ stack = [] }]");
    refuse(&ally, "E-3", "defender.ally[0].stack", says);
    refuse(&plain("defender.ally = [{}]"), "E-3", "defender.ally[0].stack", says);
}

/// E-4: rows.
#[test]
fn e_4_behind() {
    for row in [-1, 10] {
        refuse(&unit(&format!("behind = {row}")), "E-4", "attacker.stack[0].behind", &["0 to 9"]);
    }
}

/// E-5: health, of prisoners too.
#[test]
fn e_5_health() {
    let says = &["1 to 100", "a noble of health 0 is dead and cannot fight"];
    for health in [-5, 0, 101] {
        refuse(&unit(&format!("health = {health}")), "E-5", "attacker.stack[0].health", says);
    }
    let held = unit("prisoners = [{ noble = 'P', health = 0 }]");
    refuse(&held, "E-5", "attacker.stack[0].prisoners[0].health", says);
}

/// E-6: ratings of nobles and own kinds, and bonuses of items.
#[test]
fn e_6_ratings() {
    for bad in [-1, 10001] {
        for key in ["attack", "defense", "missile"] {
            let path = format!("attacker.stack[0].{key}");
            refuse(&unit(&format!("{key} = {bad}")), "E-6", &path, &["0 to 10000"]);
            let item = unit(&format!("items = [{{ name = 'x', {key} = {bad} }}]"));
            refuse(&item, "E-6", &format!("attacker.stack[0].items[0].{key}"), &["0 to 10000"]);
        }
        let kind = plain(&format!(
            "kinds.orc = {{ attack = {bad}, defense = 1, swamp = {{ attack = 1, defense = 1 }} }}"
        ));
        refuse(&kind, "E-6", "kinds.orc.attack", &["0 to 10000"]);
        let swamp = plain(&format!(
            "kinds.orc = {{ attack = 1, defense = 1, swamp = {{ attack = 1, defense = {bad} }} }}"
        ));
        refuse(&swamp, "E-6", "kinds.orc.swamp.defense", &["0 to 10000"]);
    }
    refuse(&plain("kinds.orc = { attack = 1 }"), "E-6", "kinds.orc.defense", &["missing"]);
}

/// E-8: somebody else than the leader orders the attack.
#[test]
fn e_8_only_the_leader_may_attack() {
    let text = "attacker.by = 'B'
                attacker.stack = [{ noble = 'A' }, { noble = 'B' }]
                defender.stack = [{ noble = 'D' }]";
    let says = &["only the leader, A, may attack", "leave the stack first"];
    refuse(text, "E-8", "attacker.by", says);
}

/// E-13: two nobles of one name, prisoners and allies counted.
#[test]
fn e_13_names_must_be_unique() {
    let says = &["names must be unique within a battle"];
    let twice =
        "attacker.stack = [{ noble = 'A' }, { noble = 'A' }]\ndefender.stack = [{ noble = 'D' }]";
    refuse(twice, "E-13", "attacker.stack[1].noble", says);
    let held = unit("prisoners = [{ noble = 'A' }]");
    refuse(&held, "E-13", "attacker.stack[0].prisoners[0].noble", says);
    let ally = plain("defender.ally = [{ stack = [{ noble = 'D' }] }]");
    refuse(&ally, "E-13", "defender.ally[0].stack[0].noble", says);
}

/// E-13: `under` nobody, himself, a later unit, or out of depth-first order.
#[test]
fn e_13_under() {
    let stack = |units: &str| {
        format!(
            "attacker.stack = [{{ noble = 'A' }}, {units}]\ndefender.stack = [{{ noble = 'D' }}]"
        )
    };
    let path = "attacker.stack[1].under";
    refuse(
        &stack("{ noble = 'B', under = 'Z' }"),
        "E-13",
        path,
        &["nobody in this stack is called Z", ": A"],
    );
    refuse(
        &stack("{ noble = 'B', under = 'D' }"),
        "E-13",
        path,
        &["nobody in this stack is called D"],
    );
    refuse(&stack("{ noble = 'B', under = 'B' }"), "E-13", path, &["B cannot be under himself"]);
    let later = stack("{ noble = 'B', under = 'C' }, { noble = 'C' }");
    refuse(
        &later,
        "E-13",
        path,
        &["C is written after the unit under him", "an order that would do: A, C, B"],
    );
    // Two under each other: no order would do, and one mistake is told once.
    let circle = stack("{ noble = 'B', under = 'C' }, { noble = 'C', under = 'B' }");
    refuse(&circle, "E-13", path, &["he can be under one written before him: A"]);
    let leader = "attacker.stack = [{ noble = 'A', under = 'B' }, { noble = 'B' }]
     defender.stack = [{ noble = 'D' }]";
    refuse(leader, "E-13", "attacker.stack[0].under", &["under nobody"]);
    let apart = stack("{ noble = 'B' }, { noble = 'C' }, { noble = 'E', under = 'B' }");
    refuse(&apart, "E-13", "attacker.stack[3].under", &["an order that would do: A, B, E, C"]);
}

/// E-14: unknown keys, wherever they are.
#[test]
fn e_14_unknown_keys() {
    let cases = [
        (plain("terrain = 'swamp'"), "terrain", "allowed here"),
        (plain("place.terain = 'swamp'"), "place.terain", "did you mean `terrain`?"),
        (plain("attacker.breakpoint = 3"), "attacker.breakpoint", "did you mean `break_point`?"),
        // Only the attacker has these.
        (plain("defender.hold = true"), "defender.hold", "allowed here"),
        (plain("defender.target = 'A'"), "defender.target", "allowed here"),
        (unit("behnd = 3"), "attacker.stack[0].behnd", "did you mean `behind`?"),
        (
            unit("items = [{ name = 'x', attak = 1 }]"),
            "attacker.stack[0].items[0].attak",
            "did you mean `attack`?",
        ),
        (
            unit("prisoners = [{ noble = 'P', men = {} }]"),
            "attacker.stack[0].prisoners[0].men",
            "allowed here",
        ),
        (
            plain("defender.structure = { kind = 'inn', rooms = 3 }"),
            "defender.structure.rooms",
            "allowed here",
        ),
        (
            plain("place.aboard = { kind = 'galley', masts = 3 }"),
            "place.aboard.masts",
            "allowed here",
        ),
        (
            plain("defender.ally = [{ stack = [{ noble = 'E' }], hold = true }]"),
            "defender.ally[0].hold",
            "allowed here",
        ),
        (
            plain("kinds.orc = { attack = 1, defense = 1, color = 'green' }"),
            "kinds.orc.color",
            "allowed here",
        ),
        (plain("aftermath.days = 3"), "aftermath.days", "weeks, inn"),
    ];
    for (text, path, says) in cases {
        refuse(&text, "E-14", path, &[path, says]);
    }
}

/// E-15: a stack cannot attack itself.
#[test]
fn e_15_a_stack_cannot_attack_itself() {
    let both = "attacker.stack = [{ noble = 'A' }]\ndefender.stack = [{ noble = 'A' }]";
    refuse(both, "E-15", "defender.stack[0].noble", &["a stack cannot attack itself"]);
    let target = |name: &str| {
        format!(
            "attacker.target = '{name}'
             attacker.stack = [{{ noble = 'A' }}, {{ noble = 'B', code = 'b1' }}]
             defender.structure = {{ kind = 'tower', name = 'Keep' }}
             defender.stack = [{{ noble = 'D', prisoners = [{{ noble = 'P' }}] }},
                 {{ noble = 'Evalin' }}]"
        )
    };
    for own in ["A", "B", "b1"] {
        refuse(
            &target(own),
            "E-15",
            "attacker.target",
            &["a stack cannot attack itself", "D, Evalin, Keep"],
        );
    }
    // Nobody; and a prisoner, who is not attacked (O-5).
    for nobody in ["Zed", "P"] {
        refuse(&target(nobody), "E-15", "attacker.target", &[nobody, "D, Evalin, Keep"]);
    }
    refuse(&target("Evelin"), "E-15", "attacker.target", &["did you mean Evalin?"]);
}

/// E-17: break points and editions.
#[test]
fn e_17_break_point_and_edition() {
    for side in ["attacker", "defender"] {
        for percent in [-1, 100] {
            let text = plain(&format!("{side}.break_point = {percent}"));
            refuse(&text, "E-17", &format!("{side}.break_point"), &["0 to 99"]);
        }
    }
    refuse(&plain("edition = 'second'"), "E-17", "edition", &["first, later"]);
}

/// E-18: own kinds, and nobles of a kind.
#[test]
fn e_18_kinds() {
    let ratings = "{ attack = 1, defense = 1 }";
    for key in ["soldier", "catapult", "noble"] {
        let text = plain(&format!("kinds.{key} = {ratings}"));
        refuse(&text, "E-18", &format!("kinds.{key}"), &[key, "choose another name"]);
    }
    for (key, path) in [
        ("Orc", "kinds.Orc"),
        ("'big orc'", "kinds.\"big orc\""),
        ("'örk'", "kinds.\"örk\""),
        ("''", "kinds.\"\""),
    ] {
        let text = plain(&format!("kinds.{key} = {ratings}"));
        refuse(&text, "E-18", path, &["lower-case letters, digits and _"]);
    }
    let path = "attacker.stack[0].kind";
    refuse(&unit("kind = 'knigt'"), "E-18", path, &["knigt", "did you mean knight?"]);
    refuse(&unit("kind = 'catapult'"), "E-18", path, &["catapult", "engine"]);
    let held = unit("prisoners = [{ noble = 'P', kind = 'zzz' }]");
    refuse(&held, "E-18", "attacker.stack[0].prisoners[0].kind", &["zzz", "known are"]);
}

/// E-20: upkeep and weeks.
#[test]
fn e_20_upkeep_and_weeks() {
    for gold in [-1, 10001] {
        refuse(
            &plain(&format!("upkeep.soldier = {gold}")),
            "E-20",
            "upkeep.soldier",
            &["0 to 10000"],
        );
        let own = plain(&format!("kinds.orc = {{ attack = 1, defense = 1, upkeep = {gold} }}"));
        refuse(&own, "E-20", "kinds.orc.upkeep", &["0 to 10000"]);
    }
    refuse(
        &plain("upkeep.soldir = 3"),
        "E-20",
        "upkeep.soldir",
        &["soldir", "did you mean soldier?"],
    );
    for weeks in [-1, 521] {
        refuse(
            &plain(&format!("aftermath.weeks = {weeks}")),
            "E-20",
            "aftermath.weeks",
            &["0 to 520"],
        );
    }
}

/// All errors of a file are told in one go, each with its line and a caret.
#[test]
fn ten_errors_at_once() {
    let text = r#"ruleset = "olympia"
edition = "second"

[place]
terrain = "swmp"
weather = ["wind", "fog"]

[attacker]
by = "Feasel"
hold = "yes"

[[attacker.stack]]
noble = "Osswid"
men   = { soldier = -5, pikemn = 40 }

[[attacker.stack]]
noble  = "Feasel"
behind = 12
health = 0

[defender]
structure = { kind = "castle", damage = 100 }

[[defender.stack]]
men   = { knight = 20 }
"#;
    let (found, words) = refused(text);
    assert_eq!(found.len(), 11, "{words}");
    insta::assert_snapshot!("many_errors", words);
}
