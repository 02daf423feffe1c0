//! The chance to hit (§10.2) and vectors V-1 to V-17.

use fracas_battlescape::data::FireMode::{self, Aimed, Auto, Burst, Snap, Strike};
use fracas_battlescape::hex::Dir;
use fracas_battlescape::rules::accuracy::Shot;
use fracas_battlescape::rules::attack::Occasion;
use fracas_battlescape::state::{Cover, Stance};

use crate::stage::{Stage, duel, field_of, open};

fn covered(distance: usize, cover: Cover, facing: &str) -> Stage {
    let mut stage = duel(distance, "", "");
    stage.unit_mut("Sid").cover = cover;
    stage.unit_mut("Sid").facing = Dir::named(facing).unwrap();
    stage.look();
    stage
}

fn accuracy(stage: &Stage, mode: FireMode) -> i32 {
    stage.shot("Vega", "Sid", mode).accuracy(1)
}

/// V-1, V-3, V-4, V-5, V-6: range, cover and flank (B-140, B-141).
#[test]
fn cover_and_flank() {
    assert_eq!(accuracy(&covered(3, Cover::Half, "W"), Snap), 35, "V-1");
    assert_eq!(accuracy(&covered(3, Cover::Half, "SE"), Snap), 53, "V-3");
    assert_eq!(accuracy(&covered(3, Cover::Full, "SE"), Snap), 45, "V-4");
    assert_eq!(accuracy(&covered(3, Cover::Full, "E"), Snap), 75, "V-5");
    assert_eq!(accuracy(&covered(7, Cover::Full, "W"), Aimed), 35, "V-6");
}

/// B-140, B-266: the sum is told term by term, zeros left out.
#[test]
fn the_terms_of_the_sum() {
    let stage = covered(3, Cover::Half, "W");
    let terms: Vec<(&str, i32)> = stage
        .shot("Vega", "Sid", Snap)
        .terms(1)
        .iter()
        .map(|term| (term.name, term.value))
        .collect();
    assert_eq!(terms, [("base", 65), ("weapon", 5), ("mode", -10), ("range", -10), ("cover", -15)]);
}

/// B-140, B-202: a unit without a mind is not shaken, whatever its morale.
#[test]
fn the_mindless_are_not_shaken() {
    assert_eq!(accuracy(&duel(2, "morale = 49", ""), Snap), 50);
    assert_eq!(accuracy(&duel(2, "mindless = true, morale = 49", ""), Snap), 60);
}

/// V-2: 42 misses at 35, 28 hits, 35 hits.
#[test]
fn equal_succeeds() {
    for (dice, hp) in [
        ("to_hit 42", 45),
        ("to_hit 28, damage/20 10, crit 50", 38),
        ("to_hit 35, damage/20 10, crit 50", 38),
    ] {
        let mut stage = covered(3, Cover::Half, "W");
        stage.attack("Vega", "Sid", Snap, dice).unwrap();
        assert_eq!(stage.unit("Sid").hp, hp, "{dice}");
    }
}

/// V-7: 115 is clamped to 95; and height by a true slope (B-118).
#[test]
fn height_and_the_upper_bound() {
    let mut elevation = vec!["0".repeat(24); 5];
    elevation[2].replace_range(1..2, "1");
    let layer = format!("{}\"\"\"\nelevation = \"\"\"\n{}\n", open(), elevation.join("\n"));
    let mut stage = field_of(&layer, 1, "", "", "");
    stage.unit_mut("Sid").facing = Dir::named("E").unwrap();
    let shot = stage.shot("Vega", "Sid", Aimed);
    assert_eq!((shot.sum(), shot.accuracy(1)), (115, 95));
    // From below the same shot loses 5.
    let back = stage.shot("Sid", "Vega", Snap);
    assert!(back.terms(1).iter().any(|term| (term.name, term.value) == ("height", -5)));
}

/// V-8, V-9, C-27: recoil, and the bounds hold for every round (B-140).
#[test]
fn recoil_round_by_round() {
    let stage = duel(4, "", "");
    let shot = stage.shot("Vega", "Sid", Burst);
    let rounds: Vec<i32> = (1..=5).map(|round| shot.accuracy(round)).collect();
    assert_eq!(rounds, [35, 30, 25, 20, 15]);

    let stage = covered(12, Cover::Half, "W");
    let shot = stage.shot("Vega", "Sid", Auto);
    assert_eq!((shot.sum() - shot.recoil(10), shot.accuracy(10)), (-13, 5));
}

/// V-10, C-28: ran, smoke, evasion.
#[test]
fn smoke_evasion_and_running() {
    let mut stage = duel(5, "", "evasion = 10");
    let middle = stage.spot(4, 2);
    stage.state.ground.smoke.set(middle, 2);
    stage.unit_mut("Vega").moved = true;
    stage.unit_mut("Vega").ran = true;
    assert_eq!(accuracy(&stage, Snap), 20);
    stage.unit_mut("Vega").ran = false;
    assert_eq!(accuracy(&stage, Snap), 25, "walked: 5 instead of 10");
}

/// V-11: a reaction shot at a runner; B-212.
#[test]
fn reactions() {
    let mut stage = duel(6, "", "");
    let (vega, sid) = (stage.id("Vega"), stage.id("Sid"));
    assert_eq!(stage.run("", |fight| fight.reaction_accuracy(vega, sid, true)), Some(30));
    assert_eq!(stage.run("", |fight| fight.reaction_accuracy(vega, sid, false)), Some(40));
    stage.unit_mut("Vega").weapons[0].loaded = 0;
    assert_eq!(stage.run("", |fight| fight.reaction_accuracy(vega, sid, false)), None);
}

/// V-12: the head, a prone shooter and a tree.
#[test]
fn head_prone_and_a_tree() {
    let rows = format!("{0}\n{0}\n.....T..................\n{0}\n{0}\n", ".".repeat(24));
    let mut stage = field_of(&rows, 9, "", "", "");
    stage.unit_mut("Vega").stance = Stance::Prone;
    let shot = stage.shot("Vega", "Sid", Aimed);
    assert_eq!(Shot { head: true, ..shot }.accuracy(1), 40);
}

/// V-13: critical, shaken, suppressed: 0 becomes 5.
#[test]
fn the_lower_bound() {
    let mut stage = duel(2, "", "");
    let vega = stage.unit_mut("Vega");
    (vega.hp, vega.morale, vega.suppression) = (18, 49, 3);
    let shot = stage.shot("Vega", "Sid", Snap);
    assert_eq!((shot.sum(), shot.accuracy(1)), (0, 5));
}

/// V-14, V-15, V-16, V-17, C-11: crit chance (B-157).
#[test]
fn crit_chance() {
    let stage = duel(3, "", "");
    let rifle = stage.shot("Vega", "Sid", Snap);
    let chances: Vec<i32> =
        [60, 65, 35, 95].iter().map(|accuracy| rifle.crit_chance(*accuracy)).collect();
    assert_eq!(chances, [8, 8, 6, 9]);
    let stage = duel(3, "weapon = \"sniper_rifle\"", "");
    assert_eq!(stage.shot("Vega", "Sid", Snap).crit_chance(70), 13);
    // V-14: at 60 (snap at 3, 65 + 5 - 10 - 10 + 10) 7 crits and 9 does not;
    // V-15: 31 does not at 65.
    for (accuracy, roll, hp) in [(75, 7, 17), (75, 9, 31), (80, 31, 31)] {
        let mut stage = duel(3, &format!("accuracy = {accuracy}"), "");
        let dice = format!("to_hit 1, damage/20 14, crit {roll}");
        stage.attack("Vega", "Sid", Snap, &dice).unwrap();
        assert_eq!(stage.unit("Sid").hp, hp, "{roll} at {}", accuracy - 15);
    }
}

/// B-119: prone targets are hard to hit from afar and easy beside.
#[test]
fn prone_targets() {
    for (distance, prone) in [(1, 10), (2, -10), (6, -10)] {
        let mut stage = duel(distance, "", "");
        let before = accuracy(&stage, Snap);
        stage.unit_mut("Sid").stance = Stance::Prone;
        assert_eq!(accuracy(&stage, Snap) - before, prone, "at {distance}");
    }
    // A prone striker gains nothing.
    let mut stage = duel(1, "weapon = \"knife\"", "");
    let before = accuracy(&stage, Strike);
    stage.unit_mut("Vega").stance = Stance::Prone;
    assert_eq!(accuracy(&stage, Strike), before);
}

/// B-140, B-141, C-26: bands, and too close is a penalty.
#[test]
fn bands_and_the_least_range() {
    let stage = duel(3, "weapon = \"sniper_rifle\"", "");
    // 65 + 5 - 10, too close.
    assert_eq!(accuracy(&stage, Snap), 40);
    for (distance, expected) in [(4, 60), (8, 60), (9, 50), (15, 40), (21, 30)] {
        let stage = duel(distance, "weapon = \"sniper_rifle\", vision = 30", "vision = 30");
        assert_eq!(accuracy(&stage, Snap), expected, "at {distance}");
    }
}

/// B-142: strikes ignore range, cover, partial and smoke; flank and height
/// count.
#[test]
fn strikes() {
    let mut stage = covered(1, Cover::Full, "W");
    stage.battle.field.spots().for_each(|spot| stage.state.ground.smoke.set(spot, 3));
    let knife = stage.battle.data.weapon(stage.weapon("knife"));
    let shot = stage.shot("Vega", "Sid", Strike);
    let shot = Shot { weapon: knife, partials: 1, ..shot };
    assert_eq!(shot.accuracy(1), 75);
    assert_eq!(Shot { above: 1, ..shot }.accuracy(1), 80);
    assert_eq!(Shot { occasion: Occasion::Opportunity, ..shot }.accuracy(1), 55);
    stage.unit_mut("Sid").facing = Dir::named("E").unwrap();
    assert_eq!(stage.shot("Vega", "Sid", Strike).sum(), 65 + 5 + 25);
}

/// B-102: who is not seen by the target's side when the action begins has the
/// advantage.
#[test]
fn ambush() {
    let mut stage = duel(9, "", "vision = 5");
    assert_eq!(accuracy(&stage, Snap), 65 + 5 - 10 - 20 + 10);
    let (sid, to) = (stage.id("Sid"), stage.spot(5, 2));
    stage.state.move_to(sid, to);
    stage.look();
    assert_eq!(accuracy(&stage, Snap), 65 + 5 - 10 - 10);
}
