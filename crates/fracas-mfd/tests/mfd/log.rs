//! The log (F-59..F-61).

use fracas_core::capability::Detail;

use crate::common::*;

/// F-60, F-61, F-63: everything a small battle tells.
#[test]
fn f_60_f_61_f_63_a_small_battle() {
    let villains = format!("{HEADER}\nRook,9000,,,0.125,,2,,,,,,\n");
    let script =
        "target 1/3, target 2/2, hits 5/19, blocks 5/9, hits 1/5, blocks 0/9, hits 0/8, blocks 3/9,
        hits 4/9, blocks 3/15, hits 2/9, blocks 0/8";
    let told = fight(csv_battle(&seed_party(), &villains, "name = 'Over the valley'"), script);
    insta::assert_snapshot!("small", told.text(Detail::All));
    // Turning points: who comes, who dies, who is left.
    insta::assert_snapshot!("phases", told.text(Detail::Phases));
}

/// The log of a large battle: totals per round; every blow on request.
#[test]
fn large_battles_are_told_in_totals() {
    let side = |name: &str| {
        (0..60)
            .map(|n| format!("{{ name = '{name}{n}', xp = 5000 }}"))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let battle = battle(&format!(
        "max_rounds = 2\nheroes.fighters = [{}]\nvillains.fighters = [{}]",
        side("H"),
        side("V")
    ));
    let mut dice = fracas_core::chance::Rolled::new(3, 0, fracas_core::chance::Purpose::Battle);
    let mut events = Vec::new();
    let fought =
        fracas_core::odds::fight_loud::<fracas_mfd::Mfd>(&battle, &mut dice, &mut |event| {
            events.push(event)
        })
        .expect("rolled dice fit");
    let told = Told { battle, fought, events };
    insta::assert_snapshot!("large", told.text(Detail::Phases));
    assert!(told.text(Detail::All).lines().count() > 400);
    assert!(told.text(Detail::None).lines().count() < 6);
}

/// Events as JSON, one to a line.
#[test]
fn events_are_json() {
    let told = fight(
        battle(
            "heroes.fighters = [{ name = 'A', xp = 1, bonus_hp = -1 }]\nvillains.fighters = [{ name = 'Z', xp = 1, bonus_to_hit = 0.025 }]",
        ),
        "hits 0/1, blocks 0/1, hits 1/1, blocks 0/1",
    );
    let lines: Vec<String> =
        told.events.iter().map(|event| serde_json::to_string(event).expect("JSON")).collect();
    insta::assert_snapshot!("events", lines.join("\n"));
}
