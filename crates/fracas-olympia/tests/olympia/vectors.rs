//! The exact test vectors of section 11, as tables. The small battles are in
//! `small_battles.rs`.

use fracas_core::capability::Inspect;
use fracas_olympia::rules::settling::prisoner_chance;
use fracas_olympia::rules::structures::struck;
use fracas_olympia::state::Wall;

use crate::common::oracle::{branches, mean_after};
use crate::common::*;

/// O-35: A, B and the chance of a hit, who strikes whom in which scenario.
#[test]
fn o_35_hit_chances() {
    let cases = [
        ("elite_guard", "knight", "", 90, 45, (2, 3)),
        ("elite_guard", "elite_guard", "", 90, 90, (1, 2)),
        ("soldier", "pikeman", "", 5, 30, (1, 7)),
        ("", "soldier", "", 80, 5, (16, 17)),
        ("soldier", "", "", 5, 80, (1, 17)),
        ("peasant", "", "", 1, 80, (1, 81)),
        ("knight", "pikeman", "", 45, 30, (3, 5)),
        ("knight", "swordsman", "place.terrain = 'swamp'", 20, 15, (4, 7)),
        ("knight", "swordsman", "place.aboard = { kind = 'galley' }", 20, 15, (4, 7)),
        ("elite_guard", "knight", "place.aboard = { kind = 'galley' }", 65, 20, (13, 17)),
        ("pirate", "knight", "place.aboard = { kind = 'galley' }", 15, 20, (3, 7)),
        (
            "soldier",
            "pikeman",
            "defender.structure = { kind = 'castle', defense = 25 }",
            5,
            55,
            (1, 12),
        ),
        (
            "elite_archer",
            "",
            "defender.structure = { kind = 'castle', defense = 25 }",
            75,
            105,
            (5, 12),
        ),
        ("archer", "swordsman", "", 50, 15, (10, 13)),
        ("archer", "swordsman", "place.weather = ['wind']", 25, 15, (5, 8)),
        ("crossbowman", "swordsman", "place.weather = ['wind']", 12, 15, (4, 9)),
        (
            "catapult",
            "structure",
            "defender.structure = { kind = 'castle', defense = 25 }",
            25,
            25,
            (1, 2),
        ),
        (
            "battering_ram",
            "structure",
            "defender.structure = { kind = 'tower', defense = 20 }",
            30,
            20,
            (3, 5),
        ),
        (
            "soldier",
            "structure",
            "defender.structure = { kind = 'inn', defense = 0 }",
            5,
            0,
            (1, 1),
        ),
    ];
    for (striker, target, more, a, b, (hits, of)) in cases {
        let men = |kind: &str| match kind {
            "" | "structure" => String::new(),
            kind => format!("{kind} = 1"),
        };
        let text = format!(
            "{more}\nattacker.stack = [{{ noble = 'A', men = {{ {} }} }}]\n\
             defender.stack = [{{ noble = 'D', men = {{ {} }} }}]",
            men(striker),
            men(target)
        );
        let battle = battle(&text);
        let name = |kind: &str, noble: &str| match kind {
            "" => noble.to_owned(),
            "structure" => kind.to_owned(),
            kind => format!("{kind} of {noble}"),
        };
        let case = format!("{striker} on {target} {more}");
        let able = able(&battle, start(&battle), ATTACKER);
        let (_, _, strength) =
            able.iter().find(|(_, who, _)| *who == name(striker, "A")).expect(&case);
        let exposed = exposed(&battle, start(&battle), DEFENDER);
        let (_, _, defense) =
            exposed.iter().find(|(_, who, _)| *who == name(target, "D")).expect(&case);
        assert_eq!((*strength, *defense), (a, b), "{case}");
        assert_eq!(a * of, hits * (a + b), "{case}: A in A + B is {hits} in {of}");
    }
}

/// O-35: the die has A + B faces, and A of them hit.
#[test]
fn o_35_a_hit_is_a_draw_of_at_most_a() {
    let text = "attacker.stack = [{ noble = 'A', attack = 90 }]
                defender.stack = [{ noble = 'D', defense = 45, men = { soldier = 0 } }]";
    let battle = battle(text);
    for (face, told) in
        [(1, "wound 1, health 99"), (90, "wound 1, health 99"), (91, "miss"), (135, "miss")]
    {
        let wound = if face <= 90 { ", wound 1/100" } else { "" };
        let mut state = start(&battle).clone();
        let log = step(&battle, &mut state, &format!("attacker 1/2, hit {face}/135{wound}"));
        assert_eq!(log[0], format!("1 A(90) at D(45): {told}"));
    }
}

/// O-61: value and break point of one side.
#[test]
fn o_61_break_points() {
    let cases = [
        ("noble = 'A'", "", 160, 80),
        ("noble = 'A', men = { pikeman = 2 }", "", 230, 115),
        ("noble = 'A', men = { knight = 2 }", "", 340, 170),
        ("noble = 'A', men = { knight = 2 }", "place.terrain = 'swamp'", 240, 120),
        ("noble = 'A', men = { archer = 1 }", "", 215, 107),
        ("noble = 'A', men = { archer = 1 }", "place.weather = ['rain']", 170, 85),
        ("noble = 'A', men = { archer = 1 }", "place.weather = ['wind']", 190, 95),
        ("noble = 'A', men = { crossbowman = 1 }", "", 186, 93),
        ("noble = 'A', men = { crossbowman = 1 }", "place.weather = ['wind']", 173, 86),
        ("noble = 'A' }, { noble = 'B'", "", 320, 160),
        ("noble = 'A', men = { pirate = 10 }", "", 260, 130),
        ("noble = 'A', men = { pirate = 10 }", "place.aboard = { kind = 'galley' }", 460, 230),
        ("noble = 'A', men = { catapult = 3 }", "", 160, 80),
        ("noble = 'A', missile = 40", "", 160, 80),
        ("noble = 'A', items = [{ name = 'javelin', missile = 100 }]", "", 180, 90),
        (
            "noble = 'A', items = [{ name = 'javelin', missile = 100 }]",
            "place.weather = ['wind']",
            160,
            80,
        ),
        ("noble = 'A', men = { swordsman = 4 }", "", 280, 140),
        ("noble = 'A', men = { swordsman = 6 }", "", 340, 170),
    ];
    for (stack, more, value, point) in cases {
        let text = format!(
            "{more}\nattacker.stack = [{{ {stack} }}]\ndefender.stack = [{{ noble = 'D' }}]"
        );
        assert_eq!(breaks(&battle(&text), ATTACKER), (value, point), "{stack} {more}");
    }
}

/// O-87: the break point of a side worth 340 at other shares than half.
#[test]
fn o_87_break_points() {
    for (percent, point) in [(0, 0), (25, 85), (33, 112), (50, 170), (75, 255), (99, 336)] {
        let text = format!(
            "attacker.stack = [{{ noble = 'A' }}]
             defender.break_point = {percent}
             defender.stack = [{{ noble = 'D', men = {{ knight = 2 }} }}]"
        );
        assert_eq!(breaks(&battle(&text), DEFENDER), (340, point), "{percent} percent");
    }
}

/// O-42, O-70: death and illness of a noble who was hit, as exact chances.
#[test]
fn o_42_o_70_death_and_illness() {
    for (health, percent) in
        [(100, 1), (99, 2), (75, 26), (50, 51), (40, 61), (25, 76), (10, 91), (1, 100)]
    {
        let killed = after_a_hit(health, "killed");
        assert!((killed - f64::from(percent) / 100.0).abs() < 1e-12, "health {health}: {killed}");
    }
    assert!((after_a_hit(100, "ill") - 99.0 / 200.0).abs() < 1e-12);
    assert!((after_a_hit(40, "ill") - 39.0 / 125.0).abs() < 1e-12);
}

/// The chance that a noble of this health, once hit, is `killed` or `ill`.
fn after_a_hit(health: u32, what: &str) -> f64 {
    let battle = battle(&format!(
        "attacker.stack = [{{ noble = 'A' }}]
         defender.stack = [{{ noble = 'D', health = {health} }}]"
    ));
    let over = branches(&battle, start(&battle));
    let (state, ..) = over.iter().find(|(state, ..)| state.standing == [1, 0]).expect("D is hit");
    mean_after(&battle, state, &format!("noble.D.{what}"))
}

/// O-72: standing men of winner and loser, and the chance in percent.
#[test]
fn o_72_prisoner_chances() {
    let cases = [
        (1, 1, 25),
        (2, 1, 50),
        (3, 1, 75),
        (4, 1, 75),
        (1, 2, 25),
        (10, 30, 25),
        (26, 25, 26),
        (13, 12, 27),
        (11, 10, 27),
        (10, 9, 27),
        (5, 4, 31),
        (7, 5, 35),
        (3, 2, 37),
        (61, 40, 38),
        (7, 4, 43),
        (19, 10, 47),
        (199, 100, 49),
        (5, 2, 62),
        (8, 3, 66),
        (29, 10, 72),
        (41, 14, 73),
        (299, 100, 74),
        (300, 100, 75),
        (1, 0, 75),
        (500, 0, 75),
    ];
    for (winners, losers, percent) in cases {
        assert_eq!(prisoner_chance(winners, losers), percent, "{winners}:{losers}");
    }
}

/// O-30: how many are able, and so who is drawn.
#[test]
fn o_30_attacker_choice() {
    let ten_and_twenty = battle(
        "attacker.stack = [{ noble = 'A', men = { soldier = 9 } }]
         defender.stack = [{ noble = 'D', men = { soldier = 19 } }]",
    );
    let state = start(&ten_and_twenty);
    assert_eq!(able_count(&ten_and_twenty, state, ATTACKER), 10);
    assert_eq!(able_count(&ten_and_twenty, state, DEFENDER), 20);
    let first = branches(&ten_and_twenty, state);
    let by_attacker: f64 = first
        .iter()
        .filter(|(after, ..)| after.standing[2..] != state.standing[2..])
        .map(|(.., p)| p)
        .sum();
    // 1/3 of the attacks are the first side's; his noble hits with 16/17, a soldier with 1/2.
    assert!((by_attacker - (1.0 / 30.0) * (16.0 / 17.0) - (9.0 / 30.0) / 2.0).abs() < 1e-12);

    let rows = |weather: &str| {
        battle(&format!(
            "place.weather = [{weather}]
             attacker.stack = [{{ noble = 'A', men = {{ pikeman = 4 }} }},
                               {{ noble = 'B', behind = 1, men = {{ archer = 5 }} }}]
             defender.stack = [{{ noble = 'D', men = {{ soldier = 9 }} }}]"
        ))
    };
    let calm = rows("");
    let expected = [entry(1, "A", 80), entry(4, "pikeman of A", 5), entry(5, "archer of B", 50)];
    assert_eq!(able(&calm, start(&calm), ATTACKER), expected);
    assert_eq!(able_count(&calm, start(&calm), DEFENDER), 10);
    let rain = rows("'rain'");
    assert_eq!(able_count(&rain, start(&rain), ATTACKER), 5);
    assert_eq!(able_count(&rain, start(&rain), DEFENDER), 10);

    // The noble of D strikes the pikemen one after the other.
    let deaths: Vec<String> = (0..4)
        .map(|dead| {
            let (able, exposed) = (20 - dead, 4 - dead);
            let target = if exposed > 1 { format!("target 1/{exposed}, ") } else { String::new() };
            format!("attacker {}/{able}, {target}hit 1/110", able - 9)
        })
        .collect();
    let after = steps(&calm, &deaths.iter().map(String::as_str).collect::<Vec<_>>());
    let expected = [entry(1, "A", 80), entry(1, "B", 80), entry(5, "archer of B", 50)];
    assert_eq!(able(&calm, &after, ATTACKER), expected);
}

/// O-33: who is on the list of targets.
#[test]
fn o_33_target_choice() {
    let targets = |text: &str| {
        let battle = battle(text);
        exposed(&battle, start(&battle), DEFENDER)
    };
    let tower = "attacker.stack = [{ noble = 'A' }]
                 defender.structure = { kind = 'tower', defense = 0 }";
    let five =
        targets(&format!("{tower}\ndefender.stack = [{{ noble = 'D', men = {{ soldier = 5 }} }}]"));
    assert_eq!(five, [entry(1, "structure", 0), entry(5, "soldier of D", 5)]);
    let alone = targets(&format!("{tower}\ndefender.stack = [{{ noble = 'D' }}]"));
    assert_eq!(alone, [entry(1, "structure", 0), entry(1, "D", 80)]);
    let two_nobles = targets(
        "attacker.stack = [{ noble = 'A' }]
         defender.stack = [{ noble = 'D', men = { soldier = 2 } }, { noble = 'E' }]",
    );
    assert_eq!(two_nobles, [entry(2, "soldier of D", 5), entry(1, "E", 80)]);

    let besiegers = |housed: &str| {
        let battle = battle(&format!(
            "attacker.stack = [{{ noble = 'A', men = {{ soldier = 3, catapult = 2 }} }}]
             {housed}\ndefender.stack = [{{ noble = 'D' }}]"
        ));
        exposed(&battle, start(&battle), ATTACKER)
    };
    let expected = [entry(3, "soldier of A", 5), entry(2, "catapult of A", 200)];
    assert_eq!(besiegers("defender.structure = { kind = 'castle' }"), expected);
    assert_eq!(besiegers(""), [entry(3, "soldier of A", 5)]);
}

/// O-52: how many exposed men a structure covers.
#[test]
fn o_52_cover() {
    let cover = |kind: &str, men: &str| {
        let battle = battle(&format!(
            "attacker.stack = [{{ noble = 'A' }}]
             defender.structure = {{ kind = '{kind}', defense = 7 }}
             defender.stack = [{{ noble = 'D', men = {{ {men} }} }}]"
        ));
        exposed(&battle, start(&battle), DEFENDER)
    };
    let wall = || entry(1, "structure", 7);
    let covered = |count| entry(count, "soldier of D", 12);
    let open = |count| entry(count, "soldier of D", 5);
    assert_eq!(cover("castle", "soldier = 500"), [wall(), covered(500)]);
    assert_eq!(cover("castle", "soldier = 501"), [wall(), covered(500), open(1)]);
    assert_eq!(cover("tower", "soldier = 101"), [wall(), covered(100), open(1)]);
    assert_eq!(cover("galley", "soldier = 60"), [wall(), covered(50), open(10)]);
    assert_eq!(cover("inn", "soldier = 80"), [wall(), covered(50), open(30)]);
    let galley = cover("galley", "pikeman = 20, soldier = 40");
    assert_eq!(galley, [wall(), entry(20, "pikeman of D", 37), covered(30), open(10)]);
}

/// O-52: men of the rear use no place; when their row is the front they are covered.
#[test]
fn o_52_cover_by_rows() {
    let battle = battle(
        "attacker.stack = [{ noble = 'A', attack = 10000 }]
         defender.structure = { kind = 'inn', defense = 7 }
         defender.stack = [{ noble = 'D', men = { soldier = 45 } },
                           { noble = 'E', behind = 1, men = { soldier = 29 } }]",
    );
    let now = exposed(&battle, start(&battle), DEFENDER);
    assert_eq!(now, [entry(1, "structure", 7), entry(45, "soldier of D", 12)]);
    let deaths: Vec<String> = (0..45)
        .map(|dead| format!("attacker 1/{}, target 2/{}, hit 1/10012", 47 - dead, 46 - dead))
        .collect();
    let after = steps(&battle, &deaths.iter().map(String::as_str).collect::<Vec<_>>());
    let then = exposed(&battle, &after, DEFENDER);
    let expected = [entry(1, "structure", 7), entry(1, "E", 87), entry(29, "soldier of E", 12)];
    assert_eq!(then, expected);
}

/// O-53: points against a structure.
#[test]
fn o_53_structure_points() {
    let mut wall = Wall { stands: true, defense: 25, damage: 0 };
    for hit in 1..=26 {
        wall = struck(wall, 1);
        let expected = if hit <= 25 { (25 - hit, 0) } else { (0, 1) };
        assert_eq!((wall.defense, wall.damage), expected, "after {hit} hits");
    }
    let breached = struck(Wall { stands: true, defense: 3, damage: 0 }, 8);
    assert_eq!(breached, Wall { stands: true, defense: 0, damage: 5 });
    let gone = struck(Wall { stands: true, defense: 0, damage: 97 }, 7);
    assert_eq!(gone, Wall { stands: false, defense: 0, damage: 100 });
}

/// O-65: the seed's own example, and a blade that counts twice.
#[test]
fn o_65_items() {
    let osswid = battle(
        "attacker.stack = [{ noble = 'Osswid', items = [
             { name = 'Shield of Achilles', code = 'fx78', defense = 25 },
             { name = 'Sword of Death', code = 'gl23', attack = 10 },
             { name = 'Mithril Axe', code = 'wt29', attack = 15 },
             { name = 'Magic javelin', code = 'ht02', missile = 5 }] }]
         defender.stack = [{ noble = 'D', items = [
             { name = 'blade', attack = 10, defense = 10 }, { name = 'mail', defense = 5 }] }]",
    );
    assert_eq!(ratings(&osswid, "Osswid", "noble"), [95, 105, 5, 200]);
    assert_eq!(breaks(&osswid, ATTACKER), (200, 100));
    assert_eq!(ratings(&osswid, "D", "noble"), [90, 90, 0, 180]);
}

/// O-91: gold a month, as `inspect` and the measures tell it.
#[test]
fn o_91_upkeep() {
    let text = "attacker.stack = [{ noble = 'A',
        men = { soldier = 120, pikeman = 40, catapult = 4 } }]
                defender.stack = [{ noble = 'D', attack = 0,
                    men = { knight = 20, crossbowman = 40 } }]";
    let battle = battle(text);
    let tables = fracas_olympia::Olympia.inspect(&battle);
    let upkeep = tables.iter().find(|table| table.title == "upkeep").expect("a table of upkeep");
    let sums: Vec<_> =
        upkeep.rows.iter().filter(|row| row[1] == "all").map(|row| row[2].as_i64()).collect();
    assert_eq!(sums, [Some(360), Some(160)]);
}
