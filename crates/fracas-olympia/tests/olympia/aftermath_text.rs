//! O-79: the aftermath is a scenario; each is read back with the real reader.

use fracas_olympia::battle::Battle;

use crate::common::*;

/// Names of a side's stack with the one each is under.
fn nesting(battle: &Battle, side: fracas_olympia::battle::SideId) -> Vec<(String, Option<String>)> {
    let name = |unit: usize| battle.units[unit].noble.name.clone();
    let units = battle.sides[side.index()].own_units();
    units.map(|unit| (name(unit), battle.units[unit].under.map(name))).collect()
}

fn under(pairs: &[(&str, &str)]) -> Vec<(String, Option<String>)> {
    let over = |over: &str| (!over.is_empty()).then(|| over.to_owned());
    pairs.iter().map(|(name, above)| ((*name).to_owned(), over(above))).collect()
}

/// O-79: surviving men, healths, illness, structure, position, items, goods,
/// own kinds and upkeep are all there in the next battle.
#[test]
fn o_79_the_next_battle_uses_what_is_left() {
    let told = fight(
        "name = 'Two days'
         place = { name = 'Freedom Forest', terrain = 'forest', weather = ['wind'] }
         kinds.orc = { attack = 8, defense = 6, missile = 3, shoots_like = 'archer', upkeep = 2,
                       plural = 'orken', swamp = { attack = 9, defense = 9 },
                           aboard = { attack = 1, defense = 2 },
                       blessed = true }
         upkeep = { soldier = 9 }
         attacker.position = 4
         attacker.where = 'on the hill'
         attacker.hold = true
         attacker.break_point = 40
         attacker.stack = [{ noble = 'A \"the Bold\"', code = 'a1',
             men = { soldier = 2, orc = 3, worker = 0 },
                             items = [{ name = 'axe', code = 'x1', attack = 15 }],
                                 goods = { 'wild horse' = 2 } }]
         defender.structure = { kind = 'castle',
             name = 'Keep', code = 'k1', defense = 5, damage = 3 }
         defender.stack = [{ noble = 'D', health = 60, ill = true, attack = 90 },
                           { noble = 'E', behind = 2, kind = 'orc', missile = 40, survive_fatal = true,
                             men = { knight = 1 } }]",
        // A's soldier batters the castle; then D, behind his men, strikes down all before A, and A.
        "attacker 2/9, target 1/3, hit 5/10
         attacker 7/9, target 1/5, hit 1/95
         attacker 6/8, target 2/4, hit 1/96, blessed save 1/2
         attacker 5/7, target 1/3, hit 1/95
         attacker 4/6, target 1/2, hit 1/96, blessed save 1/2
         attacker 3/5, hit 1/96, blessed save 1/2
         attacker 2/4, hit 1/170, wound 7/100
         illness 94/100, prisoner 100/100",
    );
    assert_eq!(told.outcome(), "defender");
    let text = told.aftermath();
    insta::assert_snapshot!("aftermath", text);
    let next = battle(&text);
    assert_eq!(next.name.as_deref(), Some("Two days"));
    assert_eq!(next.ground.terrain, "forest");
    assert!(next.ground.weather.wind && !next.ground.weather.rain);
    let (a, d, e) = (&next.units[0], &next.units[1], &next.units[2]);
    assert_eq!((a.noble.health, a.noble.ill), (93, true));
    assert_eq!(a.noble.code.as_deref(), Some("a1"));
    assert!(a.men.is_empty());
    assert_eq!(a.items, told.battle.units[0].items);
    assert_eq!(a.goods, told.battle.units[0].goods);
    assert_eq!(d.noble, told.battle.units[1].noble);
    assert_eq!((e.row, &e.noble), (2, &told.battle.units[2].noble));
    let walls = next.sides[1].structure.as_ref().expect("the castle");
    assert_eq!((walls.defense, walls.damage, walls.code.as_deref()), (4, 3, Some("k1")));
    assert_eq!(next.sides[0].position, None, "the beaten go to the end of the list");
    assert_eq!(next.sides[0].break_percent, 40);
    assert_eq!(next.kinds, told.battle.kinds);
    // The break point is computed afresh.
    assert_eq!(breaks(&next, ATTACKER), (175, 70));
}

/// O-79: units below a lost noble move to the one above him; without one the
/// first of them leads.
#[test]
fn o_79_nesting_after_losses() {
    // A leads B (under him C, under him X) and E. All but A are hit; who dies is up to the wounds.
    let after = |wounds: [u8; 4], prisons: &str| {
        let [b, c, x, e] = wounds;
        let ill = wounds.map(|wound| if wound < 100 { "illness 1/100\n" } else { "" }).concat();
        fight(
            "attacker.break_point = 10
             attacker.stack = [{ noble = 'A' }, { noble = 'B' }, { noble = 'C', under = 'B' },
                               { noble = 'X', under = 'C' }, { noble = 'E', under = 'B' }]
             defender.stack = [{ noble = 'D' }]",
            &format!(
                "attacker 6/6, target 1/4, hit 1/160, wound {b}/100
                 attacker 5/5, target 1/3, hit 1/160, wound {c}/100
                 attacker 4/4, target 1/2, hit 1/160, wound {x}/100
                 attacker 3/3, hit 1/160, wound {e}/100
                 attacker 2/2, hit 1/160, wound 1/100
                 illness 1/100
                 {ill} {prisons}"
            ),
        )
    };
    let free = "prisoner 76/100\n";
    let told = after([1, 1, 1, 1], &free.repeat(5));
    let all = under(&[("A", ""), ("B", "A"), ("C", "B"), ("X", "C"), ("E", "B")]);
    assert_eq!(nesting(&told.next(), ATTACKER), all);
    let told = after([100, 1, 1, 1], &free.repeat(4));
    let b_lost = under(&[("A", ""), ("C", "A"), ("X", "C"), ("E", "A")]);
    assert_eq!(nesting(&told.next(), ATTACKER), b_lost);
    let told = after([1, 100, 1, 1], &free.repeat(4));
    let c_lost = under(&[("A", ""), ("B", "A"), ("X", "B"), ("E", "B")]);
    assert_eq!(nesting(&told.next(), ATTACKER), c_lost);
    // The leader is captured: B, the first of those left, leads.
    let told = after([1, 1, 1, 1], &format!("prisoner 75/100\n{}", free.repeat(4)));
    let a_lost = under(&[("B", ""), ("C", "B"), ("X", "C"), ("E", "B")]);
    assert_eq!(nesting(&told.next(), ATTACKER), a_lost);
    // Leader captured, B and C dead: X leads, and E, who has nobody above him, is under X.
    let told = after([100, 100, 1, 1], &format!("prisoner 75/100\n{}", free.repeat(2)));
    assert_eq!(nesting(&told.next(), ATTACKER), under(&[("X", ""), ("E", "X")]));
}

/// O-79: new prisoners stand with the winning leader; older ones stay with
/// their holder. They sit out the next battle.
#[test]
fn o_79_prisoners() {
    let told = fight(
        "attacker.stack = [{ noble = 'A',
            prisoners = [{ noble = 'P', code = 'p1', kind = 'knight', missile = 3 }] },
                           { noble = 'B',
                               prisoners = [{ noble = 'Q', health = 5, ill = true, survive_fatal = true }] }]
         defender.stack = [{ noble = 'D', health = 80 }, { noble = 'E' }]",
        "attacker 1/4, hit 1/160, wound 1/100, illness 1/100, prisoner 50/100, prisoner 51/100",
    );
    let next = told.next();
    let held = |unit: usize| {
        next.units[unit].prisoners.iter().map(|held| held.name.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(held(0), ["P", "D"]);
    assert_eq!(held(1), ["Q"]);
    assert_eq!(next.units[0].prisoners[0], told.battle.units[0].prisoners[0]);
    assert_eq!(next.units[1].prisoners[0], told.battle.units[1].prisoners[0]);
    assert_eq!(able_count(&next, start(&next), ATTACKER), 2);
    assert_eq!(nesting(&next, DEFENDER), under(&[("E", "")]));
}

/// O-79: roles stay, except that a side which alone sits in a building or
/// docked ship is the defender.
#[test]
fn o_79_roles() {
    let win = |more: &str| {
        let housed = more.contains("structure");
        let target = if housed { "target 2/2, " } else { "" };
        fight(
            &format!(
                "{more}\nattacker.stack = [{{ noble = 'A' }}]\ndefender.stack = [{{ noble = 'D' }}]"
            ),
            &format!(
                "attacker 1/2, {target}hit 1/160, wound 1/100, illness 1/100, prisoner 100/100"
            ),
        )
    };
    let attacker_of = |told: &Told| told.next().units[0].noble.name.clone();
    for swapped in [
        "defender.structure = { kind = 'castle', name = 'Keep', defense = 0, damage = 7 }",
        "place.terrain = 'port'
         defender.structure = { kind = 'galley', name = 'Keep', defense = 0, damage = 7 }",
        "place.inside = { kind = 'inn', name = 'Keep', defense = 0, damage = 7 }",
        "place = { terrain = 'port', aboard = { kind = 'galley',
            name = 'Keep', defense = 0, damage = 7 } }",
    ] {
        let told = win(swapped);
        assert_eq!(attacker_of(&told), "D", "{swapped}");
        let next = told.next();
        let walls = next.sides[1].structure.as_ref().expect("the winner sits inside");
        assert_eq!((walls.name.as_deref(), walls.damage), (Some("Keep"), 7));
        assert!(next.ground.shared.is_none());
        assert!(next.sides[0].whereabouts.is_some(), "who fled says so");
    }
    for kept in ["", "attacker.hold = true\ndefender.structure = { kind = 'castle', defense = 0 }"]
    {
        assert_eq!(attacker_of(&win(kept)), "A", "{kept}");
    }
    // The castle that nobody sits in is told in a comment.
    let text = win("attacker.hold = true
     defender.structure = { kind = 'castle', name = 'Keep', defense = 0 }")
    .aftermath();
    assert!(text.contains("# Keep stands empty: defense 0, damage 0"), "{text}");
}

/// O-79: a side with nobody left is `stack = []`, which reads back as E-3.
#[test]
fn o_79_nobody_left_reads_back_as_e_3() {
    let told = fight(
        "attacker.stack = [{ noble = 'A' }]\ndefender.stack = [{ noble = 'D' }]",
        "attacker 1/2, hit 1/160, wound 100/100",
    );
    let text = told.aftermath();
    assert!(text.contains("\n[defender]\nstack = []\n"), "{text}");
    let refused = read(&text).expect_err("nothing is fought by mistake");
    let found: Vec<_> =
        refused.iter().map(|found| (found.code, found.place.path.as_str())).collect();
    assert_eq!(found, [(Some("E-3"), "defender.stack")]);
}

/// O-79: whatever happens, an aftermath reads back, or says that a side is gone
/// (E-3) or adrift (E-11). Battles of every sort, many seeds.
#[test]
fn o_79_every_aftermath_reads_back() {
    use fracas_core::chance::{Purpose, Rolled};
    use fracas_core::odds::fight_loud;
    use fracas_core::ruleset::Ruleset;
    let sides = "
        attacker.stack = [{ noble = 'A', men = { soldier = 4, catapult = 1 },
            goods = { gold = 5 } },
                          { noble = 'B', behind = 1, health = 30, men = { archer = 2 } },
                          { noble = 'C', under = 'B', items = [{ name = 'axe', attack = 9 }] }]
        defender.stack = [{ noble = 'D', men = { pikeman = 3 },
            prisoners = [{ noble = 'P', health = 4, ill = true }] },
                          { noble = 'E', survive_fatal = true, health = 10, men = { orc = 2 } }]
        kinds.orc = { attack = 8, defense = 6 }
        aftermath.weeks = 3";
    let allies = "defender.ally = [{ position = 2, stack = [{ noble = 'F',
        men = { knight = 1 } }, { noble = 'G', health = 9 }] },
                                   { where = 'near',
                                       stack = [{ noble = 'H', health = 5, ill = true }] }]";
    let ships = "attacker.structure = { kind = 'galley', name = 'Gull', defense = 1, damage = 96 }
                 defender.structure = { kind = 'roundship',
                     name = 'Tern', defense = 0, damage = 97 }";
    let scenes = [
        String::new(),
        allies.to_owned(),
        format!("edition = 'later'\nplace.weather = ['fog']\n{allies}"),
        format!("{allies}\ndefender.structure = {{ kind = 'castle', defense = 2, damage = 98 }}"),
        format!(
            "attacker.hold = true\n{allies}
             defender.structure = {{ kind = 'castle', defense = 2 }}"
        ),
        "place.inside = { kind = 'inn' }".to_owned(),
        format!("place = {{ terrain = 'port', aboard = {{ kind = 'galley' }} }}\n{allies}"),
        format!("place = {{ terrain = 'ocean', aboard = {{ kind = 'galley' }} }}\n{allies}"),
        format!("place.terrain = 'ocean'\n{ships}"),
        format!("place.terrain = 'port'\n{ships}\n{allies}"),
        format!("place.terrain = 'ocean'\nattacker.hold = true\n{ships}"),
    ];
    for scene in &scenes {
        let battle = battle(&format!("{scene}\n{sides}"));
        for trial in 0..200 {
            let mut dice = Rolled::new(79, trial, Purpose::Battle);
            let fought = fight_loud::<fracas_olympia::Olympia>(&battle, &mut dice, &mut |_| {})
                .expect("rolled");
            let text = fracas_olympia::Olympia::aftermath(&battle, &fought.state, &mut dice);
            if let Err(out) = read(&text) {
                let gone = text.contains("stack = []");
                let adrift = text.contains("where = \"adrift\"");
                let fitting = |code: Option<&str>| match code {
                    Some("E-3") => gone,
                    Some("E-11" | "E-10") => adrift || gone,
                    _ => false,
                };
                assert!(
                    out.iter().all(|found| fitting(found.code)),
                    "{scene}\n{text}\n{}",
                    out.render(false)
                );
            }
        }
    }
}
