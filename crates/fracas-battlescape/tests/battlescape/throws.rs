//! Throws and blasts (§11) and the grenades of §12.

use fracas_battlescape::data::FireMode::{Aimed, Burst, Snap};
use fracas_battlescape::events::Event;
use fracas_battlescape::orders::Target;
use fracas_battlescape::rules::Fight;
use fracas_battlescape::rules::blast::reached;
use fracas_battlescape::rules::throws::{throw_accuracy, throw_range};
use fracas_battlescape::state::{Cover, Vigil};
use fracas_core::chance::Scripted;
use fracas_core::watch::{Loud, Scores};

use crate::stage::{Stage, duel, field_of, open};

const ITEMS: &str = "items = [\"frag_grenade*2\", \"smoke_grenade\", \"incendiary\"]";

/// V-59, B-180, B-181: range by strength, accuracy by distance.
#[test]
fn range_and_accuracy() {
    let stage = duel(3, "", "");
    let (data, sheet) = (&stage.battle.data, stage.battle.sheet(stage.id("Vega")));
    assert_eq!([4, 9, 1].map(|distance| throw_accuracy(data, sheet, distance)), [85, 60, 85]);
    assert_eq!(throw_range(sheet), 9);
}

/// B-182, B-62, C-35: damage dice, `crit` only with somebody on the centre of a
/// blast on target, then unit by unit; 15 TU, a prepared one 10 (and 5).
#[test]
fn a_blast() {
    let more = "[[squad]]\nside = \"enemy\"\nunits = [{ class = \"sectoid\", name = \"Bob\", at = [5, 2] }, { class = \"sectoid\", name = \"Far\", at = [8, 2] }]";
    let mut stage = field_of(&open(), 3, ITEMS, "", more);
    stage.unit_mut("Vega").vigil = Vigil::Ready { max_shots: 1, min_accuracy: 20, shots: 0 };
    stage.throw("Vega", "frag_grenade", (4, 2), "to_hit 85, damage/10 10, damage/10 2, crit 99");
    // 12 - 3 on the centre, 9 - 3 beside.
    assert_eq!(["Sid", "Bob", "Far"].map(|name| stage.unit(name).hp), [36, 39, 45]);
    // B-214: centre 3, within three hexes 2; Vega herself stands three away.
    let points = ["Sid", "Bob", "Far", "Vega"].map(|name| stage.unit(name).suppression);
    assert_eq!(points, [3, 2, 0, 2]);
    assert_eq!(stage.unit("Vega").tu, 85);
    assert_eq!(stage.unit("Vega").vigil, Vigil::None, "B-213");
    // Suppressed: 5 at bravery 50 (B-231).
    assert_eq!(stage.unit("Sid").morale, 95);
    // B-183: smoke on the centre.
    let centre = stage.spot(4, 2);
    assert_eq!(stage.state.ground.smoke[centre.index()], 1);

    let (vega, frag) = (stage.id("Vega"), stage.item("frag_grenade"));
    let prepare = fracas_battlescape::orders::Order::Prepare(frag);
    stage.run("", |fight| fight.handle(vega, &prepare)).unwrap();
    stage.throw("Vega", "frag_grenade", (4, 2), "to_hit 1, damage/10 10, damage/10 2, crit 9");
    // 9 x 2.5 = 22.5
    assert_eq!((stage.unit("Sid").hp, stage.unit("Vega").tu), (13, 70));
    assert!(stage.unit("Vega").items.iter().all(|carried| carried.item != frag));
}

/// B-184: whom a blast reaches is known before, friends included.
#[test]
fn whom_a_blast_reaches() {
    let rows = format!("{0}\n{0}\n..#.....................\n{0}\n{0}\n", ".".repeat(24));
    let stage = field_of(&rows, 3, "", "", "");
    let names = |col| -> Vec<&str> {
        let centre = stage.spot(col, 2);
        let reached = reached(&stage.battle, &stage.state, centre, 2);
        reached.iter().map(|(unit, _)| stage.battle.sheet(*unit).name.as_str()).collect()
    };
    assert_eq!(names(3), ["Sid"], "a wall stands before Vega");
    assert_eq!(names(2), ["Vega", "Sid"]);
}

/// B-93, B-182: two partial blockers keep a blast off, as they block any line.
#[test]
fn b_182_two_partials_stop_a_blast() {
    let reached = |between: &str| -> usize {
        let rows = format!("{0}\n{0}\n...{between}...................\n{0}\n{0}\n", ".".repeat(24));
        let stage = field_of(&rows, 4, "", "", "");
        reached(&stage.battle, &stage.state, stage.spot(2, 2), 3).len()
    };
    assert_eq!([reached(".."), reached("b."), reached("bb")], [2, 2, 1]);
}

/// B-181: a miss scatters by one hex, or by two if it misses by more than 30.
#[test]
fn scatter() {
    let landed = |stage: &Stage| {
        stage.told.iter().find_map(|what| match what {
            fracas_battlescape::events::What::Threw { landed, .. } => Some((landed.0, landed.1)),
            _ => None,
        })
    };
    // 45 + 20 - 5 x 2 = 55
    let throw = |rows: &str, dice: &str| {
        let mut stage = field_of(rows, 9, "accuracy = 45, items = [\"smoke_grenade\"]", "", "");
        stage.throw("Vega", "smoke_grenade", (7, 2), dice);
        landed(&stage)
    };
    assert_eq!(throw(&open(), "to_hit 55"), Some((7, 2)));
    assert_eq!(throw(&open(), "to_hit 85, scatter_dir 1"), Some((8, 2)));
    assert_eq!(throw(&open(), "to_hit 86, scatter_dir 1"), Some((9, 2)));
    // B-181: it stops before a sight-blocking hex.
    let rows = format!("{0}\n{0}\n........#...............\n{0}\n{0}\n", ".".repeat(24));
    assert_eq!(throw(&rows, "to_hit 86, scatter_dir 1"), Some((7, 2)));
    // Off the map.
    let mut stage = field_of(&open(), 9, "items = [\"smoke_grenade\"]", "", "");
    stage.throw("Vega", "smoke_grenade", (3, 0), "to_hit 86, scatter_dir 5");
    assert_eq!(landed(&stage), Some((3, 0)));
}

/// B-182: a miss has no crit, and walls keep a blast off; cover counts toward
/// the centre.
#[test]
fn lines_of_a_blast() {
    let rows = format!("{0}\n{0}\n.....#..................\n{0}\n{0}\n", ".".repeat(24));
    let more = "[[squad]]\nside = \"enemy\"\nunits = [{ class = \"sectoid\", name = \"Bob\", at = [6, 2] }]";
    let mut stage = field_of(&rows, 2, ITEMS, "", more);
    // Meant for [5,1], comes down on [4,1]... scattering west.
    stage.throw(
        "Vega",
        "frag_grenade",
        (5, 1),
        "to_hit 95, scatter_dir 4, damage/10 10, damage/10 10",
    );
    assert_eq!(stage.unit("Bob").hp, 45 - 7, "two hexes away, 20 x 50% - 3");
    let mut stage = field_of(&rows, 2, ITEMS, "", more);
    stage.throw("Vega", "frag_grenade", (4, 2), "to_hit 1, damage/10 10, damage/10 10");
    assert_eq!(stage.unit("Bob").hp, 45, "behind the wall");
    // Sid at [3,2] faces west, away from the centre: rear, cover is nothing.
    assert_eq!(stage.unit("Sid").hp, 45 - 12);
    let mut stage = field_of(&open(), 2, ITEMS, "facing = \"E\"", "");
    stage.unit_mut("Sid").cover = Cover::Half;
    stage.throw("Vega", "frag_grenade", (4, 2), "to_hit 1, damage/10 10, damage/10 10");
    // rhu(20 x 75% x 75%) - 3
    assert_eq!(stage.unit("Sid").hp, 45 - 8);
}

/// B-183: terrain that a kinetic blast destroys, the first wall included; a
/// fire on it goes out, cover behind it is gone (B-114).
#[test]
fn terrain_breaks() {
    let rows = format!("{0}\n{0}\n....cO..c...............\n{0}\n{0}\n", ",".repeat(24));
    let mut stage = field_of(&rows, 9, ITEMS, "", "");
    let crate_ = stage.spot(4, 2);
    stage.state.ground.fire[crate_.index()] = 3;
    stage.throw("Vega", "frag_grenade", (4, 1), "to_hit 1, damage/10 10, damage/10 10");
    // [4,2] and [5,2] are beside [4,1]: 15 each. Tough 15 and 8.
    assert_eq!((stage.terrain(4, 2), stage.terrain(5, 2)), ("ground", "rubble"));
    assert_eq!(stage.state.ground.fire[crate_.index()], 0);
    assert_eq!(stage.terrain(8, 2), "crate");
    assert!(stage.state.ground.changed);
}

/// B-191: smoke fills hexes on an open line.
#[test]
fn smoke() {
    let mut stage = duel(9, ITEMS, "");
    stage.throw("Vega", "smoke_grenade", (5, 2), "to_hit 1");
    let smoke = [(5, 2), (3, 2), (7, 2), (8, 2)].map(|(c, r)| {
        let spot = stage.spot(c, r);
        stage.state.ground.smoke[spot.index()]
    });
    assert_eq!(smoke, [3, 3, 3, 0]);
}

/// B-191: fire ignores armour, sets units and bare ground on fire, not water.
#[test]
fn incendiaries() {
    let rows = format!("{0}\n{0}\n.....~..................\n{0}\n{0}\n", ".".repeat(24));
    let mut stage = field_of(&rows, 3, ITEMS, "natural_armour = 9", "");
    stage.throw("Vega", "incendiary", (4, 2), "to_hit 1, damage/10 6, crit 99");
    assert_eq!(stage.unit("Sid").hp, 39);
    assert!(stage.unit("Sid").burn.is_some());
    let fire = [(4, 2), (3, 2), (5, 2), (6, 2)].map(|(c, r)| {
        let spot = stage.spot(c, r);
        stage.state.ground.fire[spot.index()]
    });
    assert_eq!(fire, [3, 3, 0, 0]);
}

/// B-100: a fire is told of wherever it is lit.
#[test]
fn b_100_fires_are_told() {
    let mut stage = duel(20, "vision = 1", "vision = 1");
    let (at, mut told) = (stage.spot(10, 2), Vec::new());
    let mut listener = |event: Event| told.push(event.known.map(|known| known.told));
    let mut fight = Fight {
        battle: &stage.battle,
        state: &mut stage.state,
        chance: &mut Scripted::default(),
        watch: &mut Loud { scores: Scores::new(Vec::new()), listener: &mut listener },
    };
    fight.light_fire(at, 4);
    assert_eq!(told, [[true; 2]]);
}

/// B-190, B-191: a flash stuns by distance, in scenario order, friends too.
#[test]
fn flashes() {
    let mut stage = duel(2, "items = [\"flash_grenade\"]", "");
    stage.throw("Vega", "flash_grenade", (3, 2), "to_hit 1, stun 31, stun 70");
    assert_eq!((stage.unit("Vega").stun, stage.unit("Sid").stun), (0, 1));
    let mut stage = duel(2, "items = [\"flash_grenade\"]", "");
    stage.throw("Vega", "flash_grenade", (3, 2), "to_hit 1, stun 30, stun 71");
    assert_eq!((stage.unit("Vega").stun, stage.unit("Sid").stun), (1, 0));
    // B-6: for how long is data.
    let rules = "[rules]\n\"item.flash_grenade.stun\" = 3";
    let mut stage = field_of(&open(), 4, "items = [\"flash_grenade\"]", "", rules);
    stage.throw("Vega", "flash_grenade", (5, 2), "to_hit 1, stun 70");
    assert_eq!(stage.unit("Sid").stun, 3);
}

/// B-190: gas hurts, poisons and stays.
#[test]
fn gas() {
    let mut stage = duel(4, "items = [\"gas_grenade\"]", "");
    stage.throw("Vega", "gas_grenade", (5, 2), "to_hit 1, damage/6 4, damage/6 4, crit 99");
    // 8 - rhu(3 x 50%)
    assert_eq!((stage.unit("Sid").hp, stage.unit("Sid").poison), (39, 3));
    let spot = stage.spot(5, 2);
    assert_eq!(stage.state.ground.gas[spot.index()], 3);
}

/// B-190: a flare lights its surroundings.
#[test]
fn flares() {
    let mut stage = duel(9, "items = [\"flare\"]", "");
    stage.throw("Vega", "flare", (7, 2), "to_hit 1");
    let spot = stage.spot(7, 2);
    assert_eq!(stage.state.ground.flares.as_slice(), [(spot, 5, 4)]);
}

/// B-191, B-62: thrown without detonation an item lands exactly, for 10 TU.
#[test]
fn items_thrown_without_detonation() {
    let mut stage = duel(9, ITEMS, "");
    let (vega, frag, at) = (stage.id("Vega"), stage.item("frag_grenade"), stage.spot(5, 2));
    stage.run("", |fight| fight.throw(vega, frag, at, false)).unwrap();
    assert_eq!(stage.unit("Vega").tu, 90);
    assert!(stage.state.ground.items.iter().any(|(spot, item)| (*spot, item.item) == (at, frag)));
}

/// B-181, B-182: a launcher aims at a hex with the terms of the shooter, of
/// range, height, partial and smoke, none of a target's; bare hexes too.
#[test]
fn launchers() {
    let mut stage = duel(6, "weapon = \"rocket_launcher\"", "evasion = 30");
    stage.unit_mut("Sid").cover = Cover::Full;
    // 65 - 10 + 15 - 10
    let dice =
        "to_hit 60, damage/10 5, damage/10 5, damage/10 5, damage/10 5, damage/10 5, crit 99";
    stage.attack("Vega", "Sid", Aimed, dice).unwrap();
    assert_eq!(stage.unit("Sid").hp, 45 - 22);
    assert_eq!((stage.unit("Vega").weapons[0].loaded, stage.shots), (0, 1));

    let mut stage = duel(6, "weapon = \"rocket_launcher\"", "");
    let (vega, hex) = (stage.id("Vega"), Target::Hex(stage.spot(9, 2)));
    // 65 - 10 - 10 - 10; by one hex to the west, two from Sid.
    let dice = "to_hit 65, scatter_dir 1, damage/10 10, damage/10 1, damage/10 1, damage/10 1, damage/10 1";
    stage.run(dice, |fight| fight.attack(vega, hex, Snap, false, false)).unwrap();
    assert_eq!(stage.unit("Sid").hp, 45);
}

/// B-131, B-214, B-231: several blasts of one attack suppress and dishearten
/// once, by what they did together; the rounds left when the target is dead
/// are kept.
#[test]
fn b_131_bursts_of_blasts() {
    let rules = "[rules]\n\"weapon.rocket_launcher\" = { dice = \"1d10\", blast = 1, \
                 burst = 50, burst_rounds = 3, burst_recoil = 10, magazine = 3 }";
    let new = |sid: &str| field_of(&open(), 4, "weapon = \"rocket_launcher\"", sid, rules);
    let mut stage = new("");
    // 65 - 10 - 25, then 10 less each; a hit takes 10 - 3.
    let dice = "to_hit 30, damage/10 10, crit 99, to_hit 20, damage/10 10, crit 99, \
                to_hit 10, damage/10 10, crit 99";
    stage.attack("Vega", "Sid", Burst, dice).unwrap();
    let sid = stage.unit("Sid");
    assert_eq!((sid.hp, sid.suppression), (45 - 21, 3));
    // 5 for suppression, 10 for 21 of 45 in one action, at bravery 50.
    assert_eq!(sid.morale, 85);
    assert_eq!((stage.unit("Vega").weapons[0].loaded, stage.shots), (0, 3));

    let mut stage = new("hp_now = 7");
    stage.attack("Vega", "Sid", Burst, "to_hit 30, damage/10 10, crit 99").unwrap();
    assert_eq!((stage.unit("Sid").hp, stage.unit("Vega").weapons[0].loaded), (0, 2));
}

/// §23, B-180: refusals of throws.
#[test]
fn refusals() {
    let said = |stage: &mut Stage, item: &str, at: (usize, usize), words: &[&str]| {
        let (vega, item) = (stage.id("Vega"), stage.item(item));
        let at = stage.spot(at.0, at.1);
        let said = stage.run("", |fight| fight.throw(vega, item, at, true)).unwrap_err().0;
        for word in words {
            assert!(said.contains(word), "`{word}` is not said: {said}");
        }
    };
    let rows = format!("{0}\n{0}\n...#....................\n{0}\n{0}\n", ".".repeat(24));
    let new = || field_of(&rows, 5, ITEMS, "", "");
    said(&mut new(), "frag_grenade", (11, 2), &["distance 10", "range 9"]);
    said(&mut new(), "frag_grenade", (4, 2), &["[3,2]"]);
    said(&mut new(), "stim", (2, 2), &["stim", "not carried"]);
    // B-267: a wall in the dark is not betrayed.
    let items = format!("{ITEMS}, vision = 1");
    said(
        &mut field_of(&rows, 5, &items, "", ""),
        "frag_grenade",
        (4, 2),
        &["[4,2] is not visible"],
    );
    let mut stage = new();
    stage.unit_mut("Vega").tu = 14;
    said(&mut stage, "frag_grenade", (2, 2), &["15 needed", "14 left"]);
    let mut stage = new();
    stage.unit_mut("Vega").cover = Cover::Full;
    said(&mut stage, "frag_grenade", (2, 2), &["full cover"]);
    let mut stage = field_of(&open(), 9, "vision = 3, items = [\"frag_grenade\"]", "", "");
    said(&mut stage, "frag_grenade", (6, 2), &["[6,2]", "not visible"]);
}
