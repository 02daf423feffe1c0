//! Attacks (§10.1), the types of damage (§10.4), and their refusals (§23).

use fracas_battlescape::data::FireMode::{Aimed, Auto, Burst, Snap, Strike};
use fracas_battlescape::events::What;
use fracas_battlescape::hex::Dir;
use fracas_battlescape::orders::Target;
use fracas_battlescape::rules::attack::Occasion;
use fracas_battlescape::state::{Burn, Cover, Panic, Stance, Vigil};

use crate::stage::{Stage, duel, field_of, open};

/// Vega and Sid, and Bob the sectoid at another hex.
fn with_bob(distance: usize, vega: &str, bob: &str) -> Stage {
    let more = format!(
        "[[squad]]\nside = \"enemy\"\nunits = [{{ class = \"sectoid\", name = \"Bob\", {bob} }}]"
    );
    field_of(&open(), distance, vega, "", &more)
}

/// B-130: pay, fire, use up rounds; an attack from half cover keeps it, ready
/// ends (B-113, B-213); rounds are counted (B-258).
#[test]
fn an_attack_is_paid_for() {
    let mut stage = duel(3, "", "");
    stage.unit_mut("Vega").cover = Cover::Half;
    stage.unit_mut("Vega").vigil = Vigil::Ready { max_shots: 1, min_accuracy: 20, shots: 0 };
    stage.attack("Vega", "Sid", Aimed, "to_hit 99").unwrap();
    let vega = stage.unit("Vega");
    assert_eq!((vega.tu, vega.weapons[0].loaded, vega.cover), (60, 29, Cover::Half));
    assert_eq!(vega.vigil, Vigil::None);
    assert_eq!(stage.shots, 1);
}

/// B-66, B-131: a burst fires what is left; the dead are not fired at and the
/// rounds for them are kept.
#[test]
fn bursts() {
    let mut stage = duel(2, "ammo = 3", "");
    stage.attack("Vega", "Sid", Burst, "to_hit 99, to_hit 99, to_hit 99").unwrap();
    assert_eq!((stage.unit("Vega").weapons[0].loaded, stage.unit("Vega").tu), (0, 70));
    assert_eq!(stage.shots, 3);

    let mut stage = duel(2, "", "hp_now = 20");
    stage
        .attack(
            "Vega",
            "Sid",
            Burst,
            "to_hit 1, damage/20 15, crit 99, to_hit 1, damage/20 15, crit 99",
        )
        .unwrap();
    assert_eq!((stage.unit("Sid").hp, stage.unit("Vega").weapons[0].loaded), (0, 28));
    assert_eq!(stage.shots, 2);
}

/// B-132, C-12: the dice of a round in their order; a die is drawn although the
/// damage already kills.
#[test]
fn the_order_of_dice() {
    let mut stage = duel(2, "weapon = \"plasma_rifle\"", "hp_now = 1");
    stage.attack("Vega", "Sid", Snap, "to_hit 1, damage/20 20, effect 21, crit 99").unwrap();
    assert!(!stage.unit("Sid").is_here());
    let mut stage = duel(2, "", "hp_now = 40, facing = \"E\"");
    stage.attack("Vega", "Sid", Snap, "to_hit 1, damage/20 2, crit 99, panic 6").unwrap();
    assert!(stage.unit("Sid").panic.is_none());
}

/// B-133: a headshot is aimed and tripled by a crit.
#[test]
fn headshots() {
    let mut stage = duel(2, "", "");
    let (vega, sid) = (stage.id("Vega"), Target::Unit(stage.id("Sid")));
    let refused = stage.run("", |fight| fight.attack(vega, sid, Snap, true, false)).unwrap_err();
    assert!(refused.0.contains("aimed"), "{refused}");
    // 65 + 5 + 15 - 20
    stage
        .run("to_hit 65, damage/20 5, crit 8", |fight| fight.attack(vega, sid, Aimed, true, false))
        .unwrap();
    // (6 + 2 - 3) x 3
    assert_eq!(stage.unit("Sid").hp, 30);
}

/// B-162, C-14: a blocked bullet may hit a neighbour of the target; the
/// direction is a die, armour counts, and there is nothing more to it.
#[test]
fn ricochets() {
    // Bob stands south-west of Sid, who is at [4,2].
    let mut stage = with_bob(3, "strength = 0", "at = [3, 3], facing = \"E\"");
    let dice = "to_hit 1, damage/20 1, ricochet 20, ricochet_dir 3";
    stage.attack("Vega", "Sid", Snap, dice).unwrap();
    assert_eq!((stage.unit("Sid").hp, stage.unit("Bob").hp), (44, 44));
    assert_eq!(stage.unit("Bob").suppression, 0);
    // Nobody stands to the east.
    let dice = "to_hit 1, damage/20 1, ricochet 20, ricochet_dir 1";
    stage.attack("Vega", "Sid", Snap, dice).unwrap();
    assert_eq!((stage.unit("Sid").hp, stage.unit("Bob").hp), (43, 44));
}

/// B-156, B-163, C-10: lasers burn, plasma burns badly, before the crit is
/// rolled; machines, beings of energy and wearers of hazard suits do not, and
/// no die is drawn.
#[test]
fn burns() {
    for (weapon, roll, dice) in [("laser_rifle", 10, 1), ("plasma_rifle", 20, 2)] {
        let mut stage = duel(2, &format!("weapon = \"{weapon}\""), "");
        let script = format!("to_hit 1, damage/20 10, effect {roll}, crit 99");
        stage.attack("Vega", "Sid", Snap, &script).unwrap();
        assert_eq!(stage.unit("Sid").burn, Some(Burn { dice, turns: 3 }), "{weapon}");
        // B-231: set on fire, 5 at bravery 50; and 10 for the heavy loss.
        assert_eq!(stage.unit("Sid").morale, 85, "{weapon}");
        let script = format!("to_hit 1, damage/20 10, effect {}, crit 99", roll + 1);
        let mut stage = duel(2, &format!("weapon = \"{weapon}\""), "");
        stage.attack("Vega", "Sid", Snap, &script).unwrap();
        assert_eq!(stage.unit("Sid").burn, None, "{weapon}");
    }
    for keys in
        ["target_type = \"mechanical\"", "target_type = \"energy\"", "armour = \"hazard_suit\""]
    {
        let mut stage = duel(2, "weapon = \"laser_rifle\"", keys);
        stage.attack("Vega", "Sid", Snap, "to_hit 1, damage/20 10, crit 99").unwrap();
        assert_eq!(stage.unit("Sid").burn, None, "{keys}");
    }
}

/// B-163, B-223: a new burn replaces a weaker or shorter one.
#[test]
fn a_new_burn() {
    let mut stage = duel(2, "", "");
    let sid = stage.id("Sid");
    let burnt = |stage: &mut Stage, before: Burn, dice| {
        stage.unit_mut("Sid").burn = Some(before);
        stage.run("", |fight| fight.ignite(sid, dice));
        let burn = stage.unit("Sid").burn.unwrap();
        (burn.dice, burn.turns)
    };
    assert_eq!(burnt(&mut stage, Burn { dice: 1, turns: 3 }, 2), (2, 3));
    assert_eq!(burnt(&mut stage, Burn { dice: 2, turns: 3 }, 1), (2, 3));
    assert_eq!(burnt(&mut stage, Burn { dice: 1, turns: 1 }, 1), (1, 3));
    assert_eq!(burnt(&mut stage, Burn { dice: 2, turns: 2 }, 1), (1, 3));
}

/// B-164: chemical hits reach everybody within two hexes on an open line, the
/// attacker too, and leave gas; blocked ones as well.
#[test]
fn chemical_clouds() {
    let mut stage = with_bob(2, "weapon = \"acid_thrower\"", "at = [4, 3]");
    // D2 = 11 + 2: Sid loses 13 - 2 (armour 3 at half). The others take
    // rhu(13 / 2) = 7, less 2.
    stage.attack("Vega", "Sid", Snap, "to_hit 1, damage/12 8, crit 99").unwrap();
    let hp = ["Sid", "Bob", "Vega"].map(|name| stage.unit(name).hp);
    assert_eq!(hp, [34, 40, 55]);
    assert_eq!(["Sid", "Bob", "Vega"].map(|name| stage.unit(name).poison), [3, 3, 3]);
    let gas = [(3, 2), (5, 2), (1, 2), (6, 2)].map(|(c, r)| {
        let spot = stage.spot(c, r);
        stage.state.ground.gas[spot.index()]
    });
    assert_eq!(gas, [2, 2, 2, 0]);

    // Blocked: 1d12+2 = 3, D2 = 3 (snap), D3 = 3 x 50% for a machine.
    let mut stage = with_bob(
        3,
        "weapon = \"acid_thrower\", strength = 0",
        "at = [5, 3], target_type = \"mechanical\", natural_armour = 0",
    );
    stage.unit_mut("Sid").hp = 45;
    stage.attack("Vega", "Sid", Snap, "to_hit 1, damage/12 1, crit 99").unwrap();
    // B-165: a machine is hurt, not poisoned.
    assert_eq!((stage.unit("Bob").hp, stage.unit("Bob").poison), (44, 0));
}

/// B-164: a wall keeps the cloud off.
#[test]
fn a_cloud_stops_at_walls() {
    let rows = format!("{0}\n{0}\n.....#..................\n{0}\n{0}\n", ".".repeat(24));
    let more = "[[squad]]\nside = \"enemy\"\nunits = [{ class = \"sectoid\", name = \"Bob\", at = [6, 2] }]";
    let mut stage = field_of(&rows, 3, "weapon = \"acid_thrower\"", "", more);
    stage.attack("Vega", "Sid", Snap, "to_hit 1, damage/12 8, crit 99").unwrap();
    assert_eq!((stage.unit("Bob").hp, stage.unit("Bob").poison), (45, 0));
}

/// B-166: stun weapons, after the damage and before the crit.
#[test]
fn stun_weapons() {
    let mut stage = duel(1, "weapon = \"stun_rod\"", "");
    stage.attack("Vega", "Sid", Strike, "to_hit 1, damage/6 6, stun 40, crit 99").unwrap();
    let sid = stage.unit("Sid");
    // 6 + 5 - 3
    assert_eq!((sid.hp, sid.stun, sid.tu), (37, 2, 0));
    assert_eq!(stage.shots, 0, "B-258: strikes are no shots");
}

/// B-80: strikes with the primary weapon, the secondary or bare hands, only
/// between neighbours without a wall, window or door and a step apart.
#[test]
fn what_a_unit_strikes_with() {
    let weapon = |stage: &Stage| match stage.told.first() {
        Some(What::Attack { weapon: Some(weapon), .. }) => weapon.clone(),
        other => panic!("{other:?}"),
    };
    let mut stage = duel(1, "", "");
    stage.attack("Vega", "Sid", Strike, "to_hit 99").unwrap();
    assert_eq!((weapon(&stage).as_str(), stage.unit("Vega").tu), ("unarmed", 85));
    let mut stage = duel(1, "secondary = \"knife\"", "");
    stage.attack("Vega", "Sid", Strike, "to_hit 99").unwrap();
    assert_eq!(weapon(&stage), "knife");
    let said = duel(2, "", "").refused("Vega", "Sid", Strike);
    assert!(said.contains("2 hexes"), "{said}");
}

/// B-116: hit from behind a unit may panic, once per action, after the losses
/// of morale; not one that panics already, nor one without a mind.
#[test]
fn fright_from_behind() {
    let mut stage = duel(3, "", "facing = \"E\"");
    stage.attack("Vega", "Sid", Snap, "to_hit 1, damage/20 10, crit 99, panic 5").unwrap();
    let sid = stage.unit("Sid");
    // 17 of 45 is a heavy loss (10), a rear hit 10 more; at bravery 50.
    assert_eq!((sid.hp, sid.morale), (28, 80));
    assert_eq!(sid.panic, Some(Panic { resolutions: 0, lost_phase: false }));
    stage.attack("Vega", "Sid", Snap, "to_hit 1, damage/20 10, crit 99").unwrap();

    let mut stage = duel(3, "strength = 0", "facing = \"E\", morale = 30");
    stage
        .attack("Vega", "Sid", Burst, "to_hit 1, damage/20 1, ricochet 99, to_hit 1, damage/20 1, ricochet 99, to_hit 99, to_hit 99, to_hit 99, panic 60")
        .unwrap();
    // One rear hit is counted: 20 are left, so 60%.
    assert_eq!(stage.unit("Sid").morale, 20);
    assert!(stage.unit("Sid").panic.is_some());

    let mut stage = duel(3, "", "facing = \"E\", mindless = true");
    stage.attack("Vega", "Sid", Snap, "to_hit 1, damage/20 10, crit 99").unwrap();
    assert_eq!(stage.unit("Sid").morale, 100);
}

/// B-231: a flank hit and a crit cost morale, each once per action.
#[test]
fn losses_of_morale_after_the_action() {
    let mut stage = duel(2, "ammo = 2", "hp = 200, facing = \"SE\"");
    let dice = "to_hit 1, damage/20 10, crit 1, to_hit 1, damage/20 10, crit 1";
    stage.attack("Vega", "Sid", Burst, dice).unwrap();
    assert_eq!(stage.unit("Sid").morale, 90);
}

/// B-254: first damage 10, a kill 50, a leader 100; not for a friend.
#[test]
fn experience() {
    let mut stage = duel(3, "", "");
    stage.attack("Vega", "Sid", Snap, "to_hit 1, damage/20 10, crit 99").unwrap();
    assert_eq!((stage.unit("Vega").xp, stage.unit("Vega").drew_blood), (10, true));
    stage.unit_mut("Sid").hp = 1;
    stage.attack("Vega", "Sid", Snap, "to_hit 1, damage/20 10, crit 99").unwrap();
    assert_eq!(stage.unit("Vega").xp, 60);
    assert_eq!(stage.unit("Sid").killer, Some(stage.id("Vega")));
    let mut stage = field_of(
        &open(),
        3,
        "",
        "",
        "[[squad]]\nside = \"enemy\"\nunits = [{ class = \"sectoid_leader\", name = \"Boss\", at = [4, 3], hp_now = 1 }]\n[[squad]]\nside = \"player\"\nunits = [{ class = \"medic\", name = \"Doc\", at = [3, 3], hp_now = 1 }]",
    );
    stage.attack("Vega", "Boss", Snap, "to_hit 1, damage/20 10, crit 99").unwrap();
    assert_eq!(stage.unit("Vega").xp, 110);
    let (vega, doc) = (stage.id("Vega"), Target::Unit(stage.id("Doc")));
    stage.unit_mut("Vega").tu = 100;
    stage
        .run("to_hit 1, damage/20 20, crit 99", |fight| fight.attack(vega, doc, Snap, false, true))
        .unwrap();
    assert_eq!((stage.unit("Doc").is_here(), stage.unit("Vega").xp), (false, 110));
}

/// B-214: points per action on its target, by hit, weapon and mode.
#[test]
fn suppression_by_attacks() {
    let points = |vega: &str, mode, dice: &str| {
        let mut stage = duel(3, vega, "hp = 300");
        stage.attack("Vega", "Sid", mode, dice).unwrap();
        stage.unit("Sid").suppression
    };
    assert_eq!(points("", Snap, "to_hit 99"), 1);
    assert_eq!(points("", Snap, "to_hit 1, damage/20 10, crit 99"), 2);
    let heavy = "weapon = \"machine_gun\", ammo = 1";
    assert_eq!(points(heavy, Snap, "to_hit 99"), 2);
    assert_eq!(points("ammo = 1", Auto, "to_hit 99"), 3);
    let hit = "to_hit 1, damage/12 6, damage/12 6, damage/12 6, crit 99";
    assert_eq!(points(heavy, Auto, hit), 3);
}

/// B-212, B-79: shots and strikes without an order cost the caller nothing,
/// turn the unit, keep it ready, and use ammunition.
#[test]
fn shots_without_an_order() {
    let mut stage = duel(3, "facing = \"NW\"", "");
    stage.unit_mut("Vega").vigil = Vigil::Ready { max_shots: 1, min_accuracy: 20, shots: 0 };
    let (vega, sid) = (stage.id("Vega"), stage.id("Sid"));
    let reaction = Occasion::Reaction { runner: false };
    // 65 + 5 - 10 - 10 - 10
    assert!(!stage.run("to_hit 41", |fight| fight.shoot(vega, sid, reaction, 0)));
    assert!(
        stage.run("to_hit 40, damage/20 9, crit 99", |fight| fight.shoot(vega, sid, reaction, 0))
    );
    let unit = stage.unit("Vega");
    assert_eq!((unit.tu, unit.weapons[0].loaded, unit.facing), (100, 28, Dir::E));
    assert_ne!(unit.vigil, Vigil::None);

    let mut stage = duel(1, "secondary = \"knife\"", "");
    // 65 + 10 - 20
    let strike = |fight: &mut crate::stage::Testing<'_, '_>| {
        fight.shoot(vega, sid, Occasion::Opportunity, 0)
    };
    assert!(!stage.run("to_hit 56", strike));
    assert!(stage.run("to_hit 55, damage/10 4, crit 99", strike));
}

/// B-113: a target in the rear arc makes the unit drop its cover and turn.
#[test]
fn cover_is_dropped_for_a_target_behind() {
    let mut stage = duel(3, "facing = \"W\"", "");
    stage.unit_mut("Vega").cover = Cover::Half;
    stage.attack("Vega", "Sid", Snap, "to_hit 99").unwrap();
    assert_eq!((stage.unit("Vega").cover, stage.unit("Vega").facing), (Cover::None, Dir::E));
}

/// §23, B-64, B-97, B-130: what is refused, and that nothing is spent.
#[test]
fn refusals() {
    let said = |stage: &mut Stage, mode, words: &[&str]| {
        let before = stage.state.units.clone();
        let said = stage.refused("Vega", "Sid", mode);
        for word in words {
            assert!(said.contains(word), "`{word}` is not said: {said}");
        }
        assert_eq!(stage.state.units, before);
    };
    said(&mut duel(3, "tu = 19", ""), Snap, &["20 needed", "19 left"]);
    said(&mut duel(3, "ammo = 0", ""), Snap, &["rounds", "1 needed", "0 left"]);
    said(&mut duel(3, "weapon = \"laser_rifle\"", ""), Auto, &["auto", "snap, aimed, burst"]);
    said(&mut duel(12, "weapon = \"pistol\", vision = 20", ""), Snap, &["distance 12", "range 10"]);
    said(&mut duel(12, "", ""), Snap, &["Sid", "not visible"]);
    let mut stage = duel(3, "", "");
    stage.unit_mut("Vega").cover = Cover::Full;
    said(&mut stage, Snap, &["full cover"]);
    let mut stage = duel(3, "", "");
    stage.unit_mut("Vega").stun = 1;
    said(&mut stage, Snap, &["stunned"]);
    let mut stage = duel(3, "", "");
    stage.unit_mut("Vega").panic = Some(Panic { resolutions: 0, lost_phase: false });
    said(&mut stage, Snap, &["panicked"]);
    let rows = format!("{0}\n{0}\n.w......................\n{0}\n{0}\n", ".".repeat(24));
    said(&mut field_of(&rows, 3, "", "", ""), Snap, &["swimming"]);
}

/// §23, B-97: an ally may spot, but the own line must be open; the first
/// blocking hex is named.
#[test]
fn no_line() {
    let rows = format!("{0}\n{0}\n...#....................\n{0}\n{0}\n", ".".repeat(24));
    let more = "[[squad]]\nside = \"player\"\nunits = [{ class = \"medic\", name = \"Doc\", at = [5, 4] }]";
    let mut stage = field_of(&rows, 4, "", "", more);
    let said = stage.refused("Vega", "Sid", Snap);
    assert!(said.contains("[3,2]"), "{said}");
    // Beyond her own sight, but Doc sees it and the rifle reaches.
    let mut stage = field_of(&open(), 14, "", "", &more.replace("[5, 4]", "[9, 4]"));
    stage.attack("Vega", "Sid", Snap, "to_hit 99").unwrap();
}

/// B-130: friends and civilians only by force, a hex only with a blast.
#[test]
fn force_and_hexes() {
    let more = "[[squad]]\nside = \"neutral\"\nunits = [{ class = \"civilian\", name = \"Ann\", at = [3, 3] }]";
    let mut stage = field_of(&open(), 3, "", "", more);
    let said = stage.refused("Vega", "Ann", Snap);
    assert!(said.contains("force"), "{said}");
    let (vega, ann) = (stage.id("Vega"), stage.id("Ann"));
    stage
        .run("to_hit 99", |fight| fight.attack(vega, Target::Unit(ann), Snap, false, true))
        .unwrap();
    let hex = Target::Hex(stage.spot(3, 2));
    let said = stage.run("", |fight| fight.attack(vega, hex, Snap, false, false)).unwrap_err();
    assert!(said.0.contains("hex"), "{said}");
}

/// B-215: suppression fire meets an attack made in its zone, after it.
#[test]
fn suppression_fire_meets_an_attack() {
    let mut stage = duel(3, "", "weapon = \"machine_gun\"");
    let at = stage.unit("Vega").at();
    stage.unit_mut("Sid").vigil = Vigil::Suppress { at, met: Default::default() };
    // 60 without suppression.
    stage.attack("Vega", "Sid", Aimed, "to_hit 75, damage/20 1, ricochet 99").unwrap();
    assert_eq!(stage.unit("Vega").suppression, 3);
    assert_eq!(stage.unit("Sid").weapons[0].loaded, 8);
}

/// B-119: attacks do not raise a prone unit.
#[test]
fn prone_units_stay_prone() {
    let mut stage = duel(3, "", "");
    stage.unit_mut("Vega").stance = Stance::Prone;
    stage.attack("Vega", "Sid", Snap, "to_hit 99").unwrap();
    assert_eq!(stage.unit("Vega").stance, Stance::Prone);
}
