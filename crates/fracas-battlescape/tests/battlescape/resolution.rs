//! §16: the resolution phase, in its order and with its dice.

use fracas_battlescape::battle::Battle;
use fracas_battlescape::events::What;
use fracas_battlescape::field::{ColRow, Spot};
use fracas_battlescape::state::{Burn, Fate, Phase};

use crate::common::{battle, skirmish};
use crate::drill::Stage;

/// A map with a layer of fire; the sides stand apart in the dark.
fn burning(rows: &str, fire: &str) -> Battle {
    let text = skirmish(rows, "light = 'dark'");
    let fire = format!("fire = '''\n{fire}\n'''\nzones =");
    battle(&text.replacen("zones =", &fire, 1))
}

fn fires(stage: &Stage<'_>) -> Vec<u8> {
    stage.state.ground.fire.clone()
}

fn smoke(stage: &Stage<'_>) -> Vec<u8> {
    stage.state.ground.smoke.to_vec()
}

/// B-241: each fire of the start of the step rolls 15% and picks a neighbour
/// that can burn and does not; without one nothing is drawn.
#[test]
fn b_241_fire_spreads() {
    let b = burning("P . , , , . . . . E", ". . . f . . . . . .");
    let mut stage = Stage::new(&b, "fire_spread 100: 15, fire_dir 2: 2");
    stage.until(2, Phase::Player);
    // The new one is not aged and did not roll itself.
    assert_eq!(fires(&stage), [0, 0, 4, 3, 0, 0, 0, 0, 0, 0]);
    stage.finish();

    let mut stage = Stage::new(&b, "fire_spread 100: 16");
    stage.until(2, Phase::Player);
    assert_eq!(fires(&stage), [0, 0, 0, 3, 0, 0, 0, 0, 0, 0]);
    stage.finish();

    // Nothing around burns: no die. One way only: no die for the way.
    let b = burning("P . . , . . . . , , . E", ". . . f . . . . f . . .");
    let mut stage = Stage::new(&b, "fire_spread 100: 1");
    stage.until(2, Phase::Player);
    assert_eq!(fires(&stage)[3..10], [3, 0, 0, 0, 0, 3, 4]);
    stage.finish();
}

/// B-242: fire lasts 4 turns and keeps smoke over it, then burns down what can
/// burn; other smoke thins out, gas and flares count down.
#[test]
fn b_242_fire_smoke_and_gas_age() {
    let b = burning("P . . , . T . . . E", ". . . f . f . . . .");
    let mut stage = Stage::new(&b, "");
    stage.state.ground.smoke.set(Spot(7), 3);
    stage.state.ground.gas[7] = 2;
    stage.state.ground.flares.push((b.field.at(8, 0).unwrap(), 5, 2));
    stage.until(2, Phase::Player);
    assert_eq!(smoke(&stage), [0, 0, 0, 1, 0, 1, 0, 2, 0, 0]);
    assert_eq!((stage.state.ground.gas[7], stage.state.ground.flares.len()), (1, 1));
    stage.until(4, Phase::Player);
    assert_eq!(fires(&stage)[3], 1);
    assert_eq!(smoke(&stage), [0, 0, 0, 1, 0, 1, 0, 0, 0, 0]);
    assert_eq!((stage.state.ground.gas[7], stage.state.ground.flares.len()), (0, 0));
    stage.until(5, Phase::Player);
    assert_eq!(fires(&stage), [0; 10]);
    assert_eq!(smoke(&stage), [0; 10]);
    let terrain = |col| &b.data.terrain(stage.state.ground.terrain[col]).id;
    assert_eq!((terrain(3).as_str(), terrain(5).as_str()), ("ground", "rubble"));
    stage.finish();
}

/// B-240 step 5: hazard, burning hex, burn, poison, gas, unit by unit in
/// scenario order.
#[test]
fn b_240_damage_in_order() {
    let b = burning("P . . . . . . . . . . E", ". . . . . . . . . . . .");
    let script = "hazard 6: 2, dot 4: 3, dot 4: 1, dot 4: 4, dot 4: 4";
    let mut stage = Stage::new(&b, script);
    stage.state.ground.fire[0] = 3;
    stage.state.ground.gas[0] = 2;
    stage.unit_mut("rifleman 1").poison = 1;
    stage.unit_mut("sectoid 1").burn = Some(Burn { dice: 2, turns: 1 });
    stage.until(2, Phase::Player);
    let man = stage.unit("rifleman 1");
    assert_eq!(man.hp, 60 - 2 - 3 - 1);
    // The hex has set him on fire, the gas has poisoned him anew.
    assert_eq!((man.burn, man.poison), (Some(Burn { dice: 1, turns: 2 }), 3));
    let alien = stage.unit("sectoid 1");
    assert_eq!((alien.hp, alien.burn), (45 - 8, None));
    let causes: Vec<&str> = stage
        .told()
        .filter_map(|what| match what {
            What::Hurt { by, .. } => Some(*by),
            _ => None,
        })
        .collect();
    assert_eq!(causes, ["fire", "burn", "poison", "burn"]);
    stage.finish();
}

/// B-240 step 6 and 7: stun before panic of one unit, unit after unit; morale
/// of casualties comes after recovery.
#[test]
fn b_240_recovery_before_morale() {
    let rows = "P . . . . . . . . . . . E\nP . . . . . . . . . . . .";
    let b = battle(&skirmish(rows, "light = 'dark'"));
    // The first man is stunned and panics, the second dies of poison.
    let mut stage = Stage::new(&b, "dot 4: 4, recover 100: 11, recover 100: 10");
    let man = stage.id("rifleman 1");
    stage.pass();
    stage.fight(|fight| fight.panic(man));
    stage.fight(|fight| fight.stun(man, 2));
    let other = stage.unit_mut("rifleman 2");
    (other.hp, other.poison) = (1, 3);
    stage.until(1, Phase::Enemy);
    stage.pass();
    assert_eq!(stage.unit("rifleman 2").fate, Fate::Dead);
    let man = stage.unit("rifleman 1");
    assert_eq!((man.stun > 0, man.panic), (true, None));
    // B-230: a friend killed, bravery 60: 10 * 90%.
    assert_eq!(man.morale, 91);
    stage.finish();
}

/// B-243: hazard terrain deals its value per resolution; flyers do not feel
/// it.
#[test]
fn b_243_hazards() {
    let text = skirmish("P . . . . . . . . . . E", "light = 'dark'");
    let b = battle(&text);
    let mut stage = Stage::new(&b, "");
    let lava = b.data.terrains.iter().position(|terrain| terrain.id == "lava").unwrap();
    let lava = fracas_battlescape::data::TerrainId(lava as u8);
    stage.state.ground.terrain[0] = lava;
    stage.until(2, Phase::Player);
    assert_eq!(stage.unit("rifleman 1").hp, 40);

    let b = battle(&text.replace("'rifleman',", "'rifleman', flies = true,"));
    let mut stage = Stage::new(&b, "");
    stage.state.ground.terrain[0] = lava;
    stage.state.ground.fire[0] = 4;
    stage.until(2, Phase::Player);
    assert_eq!((stage.unit("rifleman 1").hp, stage.unit("rifleman 1").burn), (60, None));
}

/// B-244: danger zones warn and hurt everybody inside, armour or not.
#[test]
fn b_244_danger_zones() {
    let text = skirmish("P . . . . . . . . . . E", "light = 'dark'")
        + "[[zone]]\nname = 'west'\ndanger = 7\n";
    let b = battle(&text);
    let mut stage = Stage::new(&b, "");
    stage.until(2, Phase::Player);
    assert_eq!(stage.unit("rifleman 1").hp, 53);
    assert_eq!(stage.unit("sectoid 1").hp, 45);
    let warned = |what: &What| matches!(what, What::Danger { zone, .. } if zone == "west");
    assert!(stage.told().any(warned));
}

/// B-240: the whole order, as the log tells it.
#[test]
fn b_240_steps_in_order() {
    let b = burning("P , , . . . . . . . . . E", ". . f . . . . . . . . . .");
    let script = "fire_spread 100: 1, dot 4: 1, recover 100: 1";
    let mut stage = Stage::new(&b, script);
    stage.state.ground.fire[2] = 1;
    let man = stage.id("rifleman 1");
    stage.pass();
    stage.fight(|fight| fight.stun(man, 2));
    stage.unit_mut("rifleman 1").poison = 2;
    stage.events.clear();
    stage.pass();
    let told: Vec<String> = stage
        .told()
        .filter_map(|what| match what {
            What::Fire { at, burning } => Some(format!("fire {at} {burning}")),
            What::Hurt { by, .. } => Some((*by).to_owned()),
            What::Recovered { from, .. } => Some((*from).to_owned()),
            What::Turn { .. } => Some("turn".to_owned()),
            _ => None,
        })
        .collect();
    let at = |col| ColRow(col, 0);
    let (new, old) = (format!("fire {} true", at(1)), format!("fire {} false", at(2)));
    assert_eq!(told, [new.as_str(), old.as_str(), "poison", "stun", "turn"]);
    stage.finish();
}
