//! Morale (B-230 to B-233), suppression points (B-214) and vectors V-56, V-57.

use fracas_battlescape::battle::Side;
use fracas_battlescape::rules::morale::{panic_chance, rear_panic_chance};
use fracas_battlescape::state::Vigil;

use crate::stage::{Stage, duel, field_of, open};

fn lose(stage: &mut Stage, name: &str, loss: u8) -> u8 {
    let unit = stage.id(name);
    stage.unit_mut(name).morale = 100;
    stage.run("", |fight| fight.lose_morale(unit, loss, "test"));
    100 - stage.unit(name).morale
}

const COMMAND: &str = "[[squad]]\nside = \"player\"\nunits = [{ class = \"commander\", name = \"Ortiz\", at = [9, 2] }, { class = \"medic\", name = \"Doc\", at = [1, 4] }]";

/// V-56, B-230: bravery weighs a loss; B-233: a leader within 8 halves it, his
/// own too.
#[test]
fn losses() {
    assert_eq!(lose(&mut duel(3, "", ""), "Vega", 10), 9);
    assert_eq!(lose(&mut duel(3, "bravery = 100", ""), "Vega", 1), 1, "at least 1");
    let mut stage = field_of(&open(), 3, "", "", COMMAND);
    assert_eq!(lose(&mut stage, "Vega", 10), 5, "rhu(9 / 2)");
    assert_eq!(lose(&mut stage, "Ortiz", 10), 4, "rhu(7 / 2): bravery 85");
    stage.unit_mut("Ortiz").stun = 1;
    assert_eq!(lose(&mut stage, "Vega", 10), 9);
    stage.unit_mut("Ortiz").stun = 0;
    let (ortiz, to) = (stage.id("Ortiz"), stage.spot(10, 2));
    stage.state.move_to(ortiz, to);
    assert_eq!(lose(&mut stage, "Vega", 10), 9, "nine hexes away");
}

/// B-201, B-230: whoever controls him, for morale a leader is of his own side
/// and leads it, and nobody else.
#[test]
fn a_controlled_leader_leads_his_own_side() {
    let mut stage = field_of(&open(), 3, "", "", COMMAND);
    let theirs = lose(&mut stage, "Sid", 10);
    stage.unit_mut("Ortiz").controlled = Some(Side::Enemy);
    assert_eq!(lose(&mut stage, "Vega", 10), 5, "rhu(9 / 2)");
    assert_eq!(lose(&mut stage, "Ortiz", 10), 4, "rhu(7 / 2): bravery 85");
    assert_eq!(lose(&mut stage, "Sid", 10), theirs);
    stage.unit_mut("Ortiz").controlled = None;
    stage.unit_mut("Vega").controlled = Some(Side::Enemy);
    assert_eq!(lose(&mut stage, "Vega", 10), 5, "a controlled man is led by his own side too");
}

/// B-230: morale stays within 0 and 100; gains are plain.
#[test]
fn bounds() {
    let mut stage = duel(3, "morale = 5", "");
    let vega = stage.id("Vega");
    stage.run("", |fight| fight.lose_morale(vega, 10, "test"));
    assert_eq!(stage.unit("Vega").morale, 0);
    stage.run("", |fight| fight.gain_morale(vega, 10, "test"));
    assert_eq!(stage.unit("Vega").morale, 10);
    stage.run("", |fight| (0..20).for_each(|_| fight.gain_morale(vega, 10, "test")));
    assert_eq!(stage.unit("Vega").morale, 100);
}

/// V-57, B-232: 40% at 30, none at 50; B-116: at least 5% from behind.
#[test]
fn panic_chances() {
    let stage = duel(3, "", "");
    let data = &stage.battle.data;
    assert_eq!([30, 49, 50, 0].map(|morale| panic_chance(data, morale)), [40, 2, 0, 100]);
    assert_eq!([30, 80].map(|morale| rear_panic_chance(data, morale)), [40, 5]);
}

/// B-231: casualties weigh on their friends, a leader double; the other side
/// gains, the killer more; in resolution.
#[test]
fn casualties() {
    let mut stage = field_of(&open(), 3, "", "", COMMAND);
    let (vega, sid) = (stage.id("Vega"), stage.id("Sid"));
    stage.unit_mut("Vega").morale = 50;
    stage.unit_mut("Doc").morale = 50;
    stage.run("", |fight| fight.hurt(sid, 99, Some(vega)));
    assert_eq!(stage.unit("Vega").morale, 50, "not before resolution");
    stage.run("", |fight| fight.mourn());
    assert_eq!(["Vega", "Doc", "Ortiz"].map(|name| stage.unit(name).morale), [60, 55, 100]);
    assert!(stage.state.fallen.is_empty());

    let mut stage = field_of(&open(), 3, "", "", COMMAND);
    let ortiz = stage.id("Ortiz");
    stage.unit_mut("Sid").morale = 50;
    stage.run("", |fight| fight.hurt(ortiz, 99, None));
    stage.run("", |fight| fight.mourn());
    // 20 at bravery 60; nobody leads any more. No killer: 5 for the enemy.
    assert_eq!(["Vega", "Doc", "Sid"].map(|name| stage.unit(name).morale), [82, 82, 55]);
}

/// B-98: a death out of a side's sight gives that side nothing.
#[test]
fn deaths_out_of_sight() {
    let mut stage = duel(15, "morale = 50", "");
    let (vega, sid) = (stage.id("Vega"), stage.id("Sid"));
    stage.run("", |fight| fight.hurt(sid, 99, Some(vega)));
    stage.run("", |fight| fight.mourn());
    assert_eq!(stage.unit("Vega").morale, 50);
}

/// B-202: what has no mind has no morale.
#[test]
fn the_mindless() {
    assert_eq!(lose(&mut duel(3, "mindless = true", ""), "Vega", 50), 0);
}

/// B-214: up to 10 points, suppressed from 3 on, morale lost once and ready
/// ended (B-213); two points less at the end of the own phase.
#[test]
fn suppression() {
    let mut stage = duel(3, "", "");
    let vega = stage.id("Vega");
    stage.unit_mut("Vega").vigil = Vigil::Ready { max_shots: 1, min_accuracy: 20, shots: 0 };
    stage.run("", |fight| fight.suppress(vega, 2));
    assert_ne!(stage.unit("Vega").vigil, Vigil::None);
    stage.run("", |fight| fight.suppress(vega, 1));
    // rhu(5 x 90%)
    assert_eq!((stage.unit("Vega").vigil, stage.unit("Vega").morale), (Vigil::None, 95));
    assert!(stage.run("", |fight| fight.is_suppressed(vega)));
    stage.run("", |fight| fight.suppress(vega, 9));
    assert_eq!((stage.unit("Vega").suppression, stage.unit("Vega").morale), (10, 95));
    stage.run("", |fight| fight.recover_nerve(vega));
    assert_eq!(stage.unit("Vega").suppression, 8);
}
