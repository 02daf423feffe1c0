//! Links (F-52..F-54), T-30 to T-34.

use crate::common::*;

/// Fights the first round of villains given as `name` or `name>anchor`; one
/// hero strikes at the one at this place (from 1) with so many hits.
fn strike(villains: &str, target: usize, hits: u32) -> Told {
    let list: Vec<&str> = villains.split(' ').collect();
    let villain = |text: &&str| match text.split_once('>') {
        Some((name, anchor)) => format!("{{ name = '{name}', xp = 1, linked_to = '{anchor}' }}"),
        None => format!("{{ name = '{text}', xp = 1 }}"),
    };
    let text = format!(
        "max_rounds = 1
         heroes.fighters = [{{ name = 'H', xp = 9000, bonus_hp = 9 }}]
         villains.fighters = [{}]",
        list.iter().map(villain).collect::<Vec<_>>().join(", ")
    );
    let choice =
        if list.len() > 1 { format!("target {target}/{},", list.len()) } else { String::new() };
    let theirs = "hits 0/1, blocks 0/9,".repeat(list.len());
    fight(battle(&text), &format!("{choice} hits {hits}/9, blocks 0/1, {theirs}"))
}

/// T-30, X-5: the dragon falls and all three are dead; Summoner was guarded.
#[test]
fn t_30_f_52_x_5_the_dragon_falls() {
    let heroes = seed_party();
    let villains = format!("{HEADER}\nRook,9000,,,,,,,,,,,\n");
    let script = "target 1/3,
        hits 0/19, blocks 0/9, hits 0/5, blocks 0/9, hits 0/8, blocks 0/9,
        hits 5/9, blocks 0/15";
    let told = fight(csv_battle(&heroes, &villains, ""), script);
    assert_eq!([told.hp("Dragon"), told.hp("Summoner"), told.hp("Tom")], [-4, 0, 0]);
    assert_eq!(told.log()[5..], ["Summoner with Dragon", "Tom with Dragon"]);
    assert_eq!(told.outcome(), "villains");
}

/// T-31: Tom falls alone (F-54), and Summoner can be attacked.
#[test]
fn t_31_f_54_tom_falls() {
    let villains = format!("{HEADER}\nRook,9000,,,,,,,,,,,\n");
    let script = "target 2/3,
        hits 0/19, blocks 0/9, hits 0/5, blocks 0/9, hits 0/8, blocks 0/9, hits 2/9, blocks 0/8,
        target 2/2,
        hits 0/19, blocks 0/9, hits 0/5, blocks 0/9, hits 1/9, blocks 0/5";
    let told = fight(csv_battle(&seed_party(), &villains, "max_rounds = 2"), script);
    assert_eq!(told.dead(), ["Tom"]);
    assert!(told.log().contains(&"Rook at Summoner: 1-0 = 2".to_owned()));
    assert_eq!(told.outcome(), "undecided");
}

/// T-32, F-53: a circle is harmless.
#[test]
fn t_32_f_53_a_circle_of_links() {
    let told = strike("A>B B>C C>A", 2, 2);
    assert_eq!(told.dead(), ["A", "B", "C"]);
    assert_eq!(told.outcome(), "heroes");
}

/// T-33, F-53, F-54: transitive, and one way.
#[test]
fn t_33_f_53_f_54_transitive_and_one_way() {
    let told = strike("P C1>P C2>C1", 2, 2);
    assert_eq!(told.dead(), ["C1", "C2"]);
    assert_eq!([told.hp("P"), told.hp("C1"), told.hp("C2")], [2, 0, 0]);
}

/// F-52: HP that is already below 0 is not changed.
#[test]
fn f_52_hp_below_zero_stays() {
    let text = "heroes.fighters = [{ name = 'H', xp = 9000, aoe = 2 }]
        villains.fighters = [{ name = 'A', xp = 1 }, { name = 'B', xp = 1, linked_to = 'A' }]";
    let told = fight(
        battle(text),
        "target 1/2, hits 3/9, blocks 0/1, hits 9/9, blocks 0/1,
         hits 0/1, blocks 0/9, hits 0/1, blocks 0/9",
    );
    assert_eq!([told.hp("A"), told.hp("B")], [-1, -7]);
    assert!(!told.log().iter().any(|line| line.contains("with")));
}

/// T-34, F-17: linked to itself, nothing more happens, but a warning.
#[test]
fn t_34_f_17_linked_to_itself() {
    assert_eq!(strike("A>A B", 1, 2).dead(), ["A"]);
    assert_eq!(strike("A>A B", 2, 2).dead(), ["B"]);
    let (_, out) = read_with(
        "heroes.fighters = [{ name = 'A', xp = 1, linked_to = 'A', bodyguard_for = 'A' }]
         villains.fighters = [{ name = 'Z', xp = 1 }]",
        &[],
    );
    assert_eq!(warned(&out), ["F-17", "F-17"]);
}
