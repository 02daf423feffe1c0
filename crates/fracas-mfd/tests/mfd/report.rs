//! The report by fighter (F-76).

use fracas_core::capability::Detail;
use serde_json::json;

use crate::common::*;

fn party(report: bool) -> Told {
    let text = format!(
        "report = {report}
         heroes.fighters = [{{ name = 'A', xp = 5000, aoe = 2 }}, {{ name = 'B', xp = 1 }}]
         heroes.reinforcements = [{{ round = 2, fighters = [{{ name = 'C', xp = 1 }}] }}]
         villains.fighters = [{{ name = 'P', xp = 1 }}, {{ name = 'G', xp = 1, bodyguard_for = 'P' }}, {{ name = 'L', xp = 1, linked_to = 'G' }}]"
    );
    let script = "target 1/3, target 2/2, target 3/3, target 2/2, target 2/2, target 2/2,
        hits 3/5, blocks 1/1, hits 2/5, blocks 0/1, hits 1/1, blocks 0/1,
        hits 0/1, blocks 0/1, hits 1/1, blocks 1/1, hits 1/1, blocks 0/1,
        target 2/3, hits 1/5, blocks 0/1, hits 0/5, blocks 0/1, hits 1/1, blocks 0/1, hits 0/1, blocks 0/1, hits 1/1, blocks 0/1";
    fight(battle(&text), script)
}

/// F-76: attacks, hits, blocks, damage, kills, interceptions, who killed whom.
/// A kill goes to the attack that took HP to 0; a link death has no killer.
#[test]
fn f_76_facts_by_fighter() {
    let told = party(false);
    assert_eq!(told.outcome(), "heroes");
    assert_eq!(
        told.fighter("A"),
        json!({ "side": "heroes", "name": "A", "rounds": 2, "attacks": 4, "hits": 6, "damage_dealt": 5, "kills": 1,
            "attacks_received": 0, "blocks": 0, "damage_taken": 0, "interceptions": 0, "turned_away": 0,
            "alive": true, "hp": 2, "death_round": null, "killer": null, "cause": null })
    );
    let guard = told.fighter("G");
    assert_eq!(
        (&guard["interceptions"], &guard["damage_taken"], &guard["hp"]),
        (&json!(1), &json!(4), &json!(-2))
    );
    assert_eq!(
        (&guard["killer"], &guard["death_round"], &guard["cause"]),
        (&json!("A"), &json!(1), &json!("killed by A"))
    );
    let linked = told.fighter("L");
    assert_eq!((&linked["killer"], &linked["cause"]), (&json!(null), &json!("linked to G")));
    assert_eq!(told.fighter("P")["turned_away"], 1);
    assert_eq!(told.fighter("P")["killer"], "B");
    assert_eq!(told.fighter("C")["rounds"], 1);
}

/// F-76: `report = true` prints the table and adds measures.
#[test]
fn f_76_table_and_measures() {
    let told = party(true);
    insta::assert_snapshot!("table", told.text(Detail::None));
    assert_eq!(told.measure("hero.A.damage_dealt"), 5);
    assert_eq!(told.measure("villain.G.interceptions"), 1);
    assert_eq!(told.measure("villain.P.turned_away"), 1);
    assert_eq!(told.measure("hero.A.kills"), 1);
    assert_eq!(told.measure("hero.C.rounds"), 1);
    assert_eq!(told.measure("hero.A.hp"), 2);
    assert_eq!(told.measure("villain.G.hp"), 0);
}

/// Those who never came have no line.
#[test]
fn f_76_only_those_on_the_field() {
    let told = fight(
        battle(
            "max_rounds = 1\nheroes.fighters = [{ name = 'A', xp = 1 }]
             heroes.reinforcements = [{ round = 2, fighters = [{ name = 'C', xp = 1 }] }]
             villains.fighters = [{ name = 'Z', xp = 1 }]",
        ),
        "hits 0/1, blocks 0/1, hits 0/1, blocks 0/1",
    );
    assert_eq!(told.fact("fighters").as_array().map(Vec::len), Some(2));
}
