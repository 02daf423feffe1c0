//! Beyond the seed (F-72..F-75): reinforcements, healing, retreat.

use crate::common::*;

const MISSES: &str = "hits 0/1, blocks 0/1, hits 0/1, blocks 0/1,";

/// F-72: they join at the start of their round, at the end of the side, fresh.
#[test]
fn f_72_reinforcements_come_fresh_and_last() {
    let text = "max_rounds = 2
        heroes.fighters = [{ name = 'A', xp = 1, bodyguard_for = 'C', linked_to = 'B' }]
        villains.fighters = [{ name = 'Z', xp = 1 }]
        [[heroes.reinforcements]]
        round = 2
        fighters = [{ name = 'B', xp = 1 }]
        [[heroes.reinforcements]]
        round = 2
        fighters = [{ name = 'C', xp = 2000 }]
        [[heroes.reinforcements]]
        round = 9
        fighters = [{ name = 'D', xp = 1, buffs = [{ name = 'X', who = ['A'], offense = 0.5 }] }]";
    let (_, out) = read_with(text, &[]);
    assert_eq!(warned(&out), [""; 0], "names of those yet to come are no slips");
    let told = fight(
        battle(text),
        &format!(
            "{MISSES} target 3/3, hits 0/1, blocks 0/1, hits 0/1, blocks 0/1, hits 1/2, blocks 0/1,
             hits 1/1, blocks 0/1"
        ),
    );
    assert_eq!(
        told.log()[3..],
        [
            "round 2",
            "+ B, C",
            "A for C from Z",
            "A at Z: 0-0 = 2",
            "B at Z: 0-0 = 2",
            "C at Z: 1-0 = 1",
            "Z at A: 1-0 = 1"
        ]
    );
    // Fresh in round 2: B and C have not tired yet, A has.
    let start = &told.battle;
    assert_eq!(told.measure("hero.D.alive"), 0);
    assert_eq!(told.measure("heroes_alive"), 3);
    let stats = |name: &str| stats_at(start, &told.fought.state, name, 2);
    assert!(stats("A").contains("30%/20%") && stats("B").contains("30%/30%"));
}

/// F-72: `round = 1` is the same as listing them on the side.
#[test]
fn f_72_round_one_is_from_the_start() {
    let listed = battle(
        "heroes.fighters = [{ name = 'A', xp = 3000 }, { name = 'B', xp = 2000 }]
         villains.fighters = [{ name = 'Z', xp = 6000 }]
         heroes.retreat = { below = 0.6 }",
    );
    let coming = battle(
        "heroes.fighters = [{ name = 'A', xp = 3000 }]
         heroes.reinforcements = [{ round = 1, fighters = [{ name = 'B', xp = 2000 }] }]
         villains.fighters = [{ name = 'Z', xp = 6000 }]
         heroes.retreat = { below = 0.6 }",
    );
    assert_eq!(exact(&listed).odds, exact(&coming).odds);
}

/// F-72: a side that is emptied has lost, whoever is still on the way.
#[test]
fn f_72_f_55_nobody_waits_for_reinforcements() {
    let told = fight(
        battle(
            "heroes.fighters = [{ name = 'A', xp = 1 }]
             heroes.reinforcements = [{ round = 2, fighters = [{ name = 'B', xp = 9000 }] }]
             villains.fighters = [{ name = 'Z', xp = 2000 }]",
        ),
        "hits 0/1, blocks 0/2, hits 2/2, blocks 0/1",
    );
    assert_eq!((told.outcome(), told.measure("hero.B.alive")), ("villains", 0));
}

/// F-72, E-6: a side of which all come in round 1 is a side, whatever else is
/// written of it; of later ones it is not.
#[test]
fn f_72_e_6_a_side_of_round_one_only() {
    let listed = battle(
        "heroes.fighters = [{ name = 'A', xp = 3000 }]
         villains.fighters = [{ name = 'Z', xp = 6000 }]",
    );
    let sides = |own: &str, round: u32| {
        format!(
            "{own}
             heroes.reinforcements = [
                 {{ round = {round}, fighters = [{{ name = 'A', xp = 3000 }}] }}]
             villains.fighters = [{{ name = 'Z', xp = 6000 }}]"
        )
    };
    let empty = [("None.csv", HEADER)];
    for own in ["heroes.fighters = []", "", "heroes.csv = 'None.csv'"] {
        let (coming, out) = read_with(&sides(own, 1), &empty);
        let coming = coming.unwrap_or_else(|| panic!("{own}\n{}", out.render(false)));
        assert_eq!(outcomes(&coming), outcomes(&listed), "{own}");
        let (late, out) = read_with(&sides(own, 2), &empty);
        assert!(late.is_none());
        let code = if own.is_empty() { "E-25" } else { "E-6" };
        assert_eq!(out.iter().map(|found| found.code).collect::<Vec<_>>(), [Some(code)]);
    }
}

/// F-73, F-24: healing raises HP to the limit of F-24 and no further, and rest
/// the own bonus with all positive buffs.
#[test]
fn f_73_f_24_healing_ends_at_the_limits() {
    let told = fight(
        battle(
            "max_rounds = 1
             heroes.fighters = [{ name = 'A', xp = 1, bonus_hp = 999990, bonus_to_defend = 40,
                 buffs = [{ name = 'X', who = ['A'], defense = 30 }] }]
             heroes.healing = [{ round = 1, hp = 100, to_defend = 20 }, { round = 1, hp = 5, to_defend = 20 }]
             villains.fighters = [{ name = 'Z', xp = 1 }]",
        ),
        "hits 0/1, blocks 0/1, hits 0/1, blocks 0/101",
    );
    assert_eq!(told.log()[1..3], ["A +8 = 1000000, rest 20", "A +0 = 1000000, rest 10"]);
}

/// F-73: HP and rest, for the named who live, in the order written, `up_to`
/// neither exceeded nor lowering. F-75: after reinforcements, before stats.
#[test]
fn f_73_f_75_healing() {
    let text = "max_rounds = 2
        heroes.fighters = [{ name = 'A', xp = 1, bonus_hp = 2 }, { name = 'B', xp = 1 }]
        heroes.reinforcements = [{ round = 2, fighters = [{ name = 'C', xp = 1 }] }]
        villains.fighters = [{ name = 'Z', xp = 3000 }]
        [[heroes.healing]]
        round = 2
        hp = 1
        up_to = 3
        [[heroes.healing]]
        round = 2
        who = ['B', 'C']
        to_defend = 0.25
        [[heroes.healing]]
        round = 1
        who = ['A']
        hp = 2";
    let told = fight(
        battle(text),
        "target 2/2, hits 0/1, blocks 0/3, hits 0/1, blocks 0/3, hits 1/3, blocks 0/1,
         target 3/3, hits 0/1, blocks 0/3, hits 0/1, blocks 0/3, hits 0/1, blocks 0/3, hits 0/3, blocks 0/1",
    );
    let healed: Vec<String> = told.log().into_iter().filter(|line| line.contains('+')).collect();
    assert_eq!(
        healed,
        [
            "A +2 = 6, rest 0",
            "+ C",
            "B +1 = 2, rest 0",
            "C +1 = 3, rest 0",
            "B +0 = 2, rest 0.25",
            "C +0 = 3, rest 0.25"
        ]
    );
    let stats = |name: &str| stats_at(&told.battle, &told.fought.state, name, 2);
    assert!(stats("A").contains("HP 6, 30%/20%"));
    assert!(stats("B").contains("HP 2, 30%/45%"));
    assert!(stats("C").contains("HP 3, 30%/55%"));
}

/// F-73: nobody is brought back to life.
#[test]
fn f_73_the_dead_stay_dead() {
    let text = "max_rounds = 2
        heroes.fighters = [{ name = 'A', xp = 1 }, { name = 'B', xp = 1 }]
        heroes.healing = [{ round = 2, hp = 5 }, { round = 2, who = ['B'], hp = 5 }]
        villains.fighters = [{ name = 'Z', xp = 3000 }]";
    let told = fight(
        battle(text),
        "target 2/2, hits 0/1, blocks 0/3, hits 0/1, blocks 0/3, hits 2/3, blocks 0/1,
         hits 0/1, blocks 0/3, hits 0/3, blocks 0/1",
    );
    assert_eq!((told.hp("A"), told.hp("B")), (7, 0));
}

/// F-74: by share, exactly; the other side wins, those who left live on.
#[test]
fn f_74_retreat_by_share() {
    let text = |below: &str| {
        format!(
            "max_rounds = 1
             heroes.fighters = [{{ name = 'A', xp = 1 }}, {{ name = 'B', xp = 1 }}, {{ name = 'C', xp = 1 }}]
             heroes.retreat = {{ below = {below} }}
             villains.fighters = [{{ name = 'Z', xp = 3000 }}]"
        )
    };
    let miss = "hits 0/1, blocks 0/3,";
    let script = format!("target 1/3, {miss}{miss}{miss} hits 2/3, blocks 0/1");
    // Two of three live: 2 < 0.666667 x 3, but not 2 < 0.666666 x 3.
    let told = fight(battle(&text("0.666667")), &script);
    assert_eq!((told.outcome(), told.measure("heroes_retreated")), ("villains", 1));
    assert_eq!(
        (told.measure("heroes_alive"), told.fact("retreated")),
        (2, serde_json::json!(["heroes"]))
    );
    assert!(told.log().contains(&"heroes retreat".to_owned()));
    let told = fight(battle(&text("0.666666")), &script);
    assert_eq!((told.outcome(), told.measure("heroes_retreated")), ("undecided", 0));
}

/// F-74: `of`, and reinforcements that arrived since.
#[test]
fn f_74_a_share_of_what() {
    let text = "max_rounds = 2
        heroes.fighters = [{ name = 'A', xp = 1 }]
        heroes.reinforcements = [{ round = 2, fighters = [{ name = 'B', xp = 1 }] }]
        heroes.retreat = { below = 0.5, of = 2 }
        villains.fighters = [{ name = 'Z', xp = 1 }]";
    // 1 < 0.5 x 2 is false; then 2 < 0.5 x 3 is false.
    let told = fight(
        battle(text),
        &format!(
            "{MISSES} target 1/2, hits 0/1, blocks 0/1, hits 0/1, blocks 0/1, hits 0/1, blocks 0/1"
        ),
    );
    assert_eq!(told.outcome(), "undecided");
    let told = fight(battle(&text.replace("of = 2", "of = 3")), MISSES);
    assert_eq!(told.outcome(), "villains");
}

/// F-74: when somebody named falls; both in one round is undecided; a side
/// cannot flee from nobody.
#[test]
fn f_74_f_56_retreat_when_somebody_falls() {
    let text = "heroes.fighters = [{ name = 'A', xp = 1 }, { name = 'B', xp = 1 }]
        heroes.retreat = { falls = ['B'] }
        villains.fighters = [{ name = 'Y', xp = 3000 }, { name = 'Z', xp = 3000 }]
        villains.retreat = { falls = ['Z', 'Y'] }";
    let choices = |second: u32| format!("target {second}/2, target 2/2, target 2/2, target 2/2,");
    let told = fight(
        battle(text),
        &format!(
            "{} hits 1/1, blocks 0/3, hits 1/1, blocks 0/3, hits 2/3, blocks 0/1, hits 0/3, blocks 0/1",
            choices(2)
        ),
    );
    assert_eq!(told.dead(), ["B", "Z"]);
    assert_eq!(
        (told.outcome(), told.fact("retreated")),
        ("undecided", serde_json::json!(["heroes", "villains"]))
    );

    let one = "heroes.fighters = [{ name = 'A', xp = 1 }, { name = 'B', xp = 1 }]
        heroes.retreat = { below = 1 }
        villains.fighters = [{ name = 'Z', xp = 3000, bonus_hp = -1 }]";
    let told = fight(
        battle(one),
        "target 1/2, hits 1/1, blocks 0/3, hits 0/1, blocks 0/3, hits 3/3, blocks 0/1",
    );
    assert_eq!((told.outcome(), told.measure("heroes_retreated")), ("heroes", 0));
}
