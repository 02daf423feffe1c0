//! Reaction fire and suppression fire (§14, B-210..B-213, B-215).

use fracas_battlescape::data::FireMode;
use fracas_battlescape::events::What;
use fracas_battlescape::hex::Dir;
use fracas_battlescape::orders::{Order, Target};
use fracas_battlescape::state::{Cover, Vigil};

use crate::table::{Table, alone, halted, man, rows, scene, vega, walk};

fn ready(max_shots: u8, min_accuracy: u8) -> Order {
    Order::Ready { max_shots, min_accuracy }
}

/// Vega at [0,0] and enemies on a row of 12.
fn range(player: &str, enemies: &str) -> Table {
    let row = ". . . . . . . . . . . .\n x x x x x x x x x x x x";
    scene("", &rows(row), player, enemies)
}

fn reactions(events: &[What]) -> Vec<(&str, i32)> {
    events
        .iter()
        .filter_map(|what| match what {
            What::Attack { unit, kind: "reaction", accuracy: Some(accuracy), .. } => {
                Some((unit.as_str(), *accuracy))
            }
            _ => None,
        })
        .collect()
}

/// B-210, B-211, C-19: readying costs 15 TU; the first shot is free, each
/// further one 50 TU from what was kept; at most one a step, and no more than
/// `max_shots`.
#[test]
fn b_210_shots_and_their_price() {
    let grey = man("sectoid", "Grey", 8, 0, "");
    let shots = |max_shots: u8, tu: u16, dice: &[u64]| {
        let mut table = range(&vega(0, 0, &format!("tu = {tu}")), &grey);
        table.act("Vega", ready(max_shots, 20), &[]);
        assert_eq!(table.unit("Vega").tu, tu - 15);
        table.enemy_phase();
        let to = table.hex(4, 0);
        let events = table.act("Grey", walk(to), dice);
        assert_eq!(table.place("Grey"), (4, 0));
        let loaded = table.unit("Vega").weapons[0].loaded;
        (reactions(&events).len(), table.unit("Vega").tu, 30 - loaded)
    };
    assert_eq!(shots(1, 100, &[100]), (1, 85, 1));
    assert_eq!(shots(2, 100, &[100; 2]), (2, 35, 2));
    assert_eq!(shots(3, 100, &[100; 2]), (2, 35, 2), "35 TU are not enough for a third");
    assert_eq!(shots(2, 50, &[100]), (1, 35, 1));
}

/// B-210, B-266: every shot's event tells its price: nothing for the first, 50
/// TU for a further one, and what is left then.
#[test]
fn b_210_b_266_events_tell_the_price() {
    let mut table = range(&vega(0, 0, "tu = 150"), &man("sectoid", "Grey", 8, 0, ""));
    table.act("Vega", ready(3, 20), &[]);
    table.enemy_phase();
    let to = table.hex(5, 0);
    let events = table.act("Grey", walk(to), &[100; 3]);
    let price = |what: &What| match what {
        What::Attack { kind: "reaction", tu, left, .. } => Some((*tu, *left)),
        _ => None,
    };
    let prices: Vec<_> = events.iter().filter_map(price).collect();
    assert_eq!(
        prices,
        [(Some(0), Some(135)), (Some(50), Some(85)), (Some(50), Some(35))],
        "the first is free"
    );
}

/// B-210, B-211: what it needs, and the limits of the order.
#[test]
fn b_210_b_211_refusals() {
    for weapon in ["rocket_launcher", "knife"] {
        let mut table = alone("", ". . .", "", &vega(0, 0, &format!("weapon = \"{weapon}\"")));
        let words = table.refused("Vega", ready(1, 20));
        assert!(words.contains("ranged weapon with snap"), "{words}");
    }
    let mut table = alone("", ". . .", "", &vega(0, 0, ""));
    for shots in [0, 4] {
        let words = table.refused("Vega", ready(shots, 20));
        assert!(words.contains(&shots.to_string()) && words.contains("1 to 3"), "{words}");
    }
    table.unit_mut("Vega").tu = 14;
    assert!(table.refused("Vega", ready(1, 20)).contains("15 needed, 14 left"));
    table.unit_mut("Vega").tu = 15;
    table.unit_mut("Vega").suppression = 3;
    assert!(table.refused("Vega", ready(1, 20)).contains("suppressed"));
}

/// B-211: a watcher fires at what it sees itself, in weapon range, at its
/// least accuracy or better; several fire by initiative until the mover drops.
#[test]
fn b_211_who_fires() {
    let grey = man("sectoid", "Grey", 8, 0, "");
    let fired = |more: &str, min_accuracy: u8, dice: &[u64]| {
        let mut table = range(&vega(0, 0, more), &grey);
        table.act("Vega", ready(3, min_accuracy), &[]);
        table.enemy_phase();
        let to = table.hex(6, 0);
        let events = table.act("Grey", walk(to), dice);
        reactions(&events).iter().map(|(_, accuracy)| *accuracy).collect::<Vec<_>>()
    };
    // 65 + 5 - 10 snap - 10 reaction, two bands at 7 and one at 6.
    assert_eq!(fired("", 40, &[100]), [40]);
    assert_eq!(fired("", 30, &[100; 2]), [30, 40]);
    assert_eq!(fired("", 41, &[]), [0; 0]);
    assert_eq!(fired("vision = 5", 20, &[]), [0; 0], "own sight");
    assert_eq!(fired("weapon = \"acid_thrower\"", 1, &[100; 2]).len(), 2);
    let two = format!("{}, {}", vega(0, 0, ""), man("scout", "Okoro", 1, 0, ""));
    let mut table = range(&two, &man("sectoid", "Grey", 6, 0, "hp_now = 1"));
    table.act("Vega", ready(1, 1), &[]);
    table.act("Okoro", ready(1, 1), &[]);
    table.enemy_phase();
    let to = table.hex(4, 0);
    // Okoro has the better reactions and kills; Vega keeps her shot. To hit,
    // damage 12, crit.
    let events = table.act("Grey", walk(to), &[1, 12, 100]);
    assert_eq!(reactions(&events).iter().map(|shot| shot.0).collect::<Vec<_>>(), ["Okoro"]);
    assert!(!table.unit("Grey").is_here());
}

/// B-76, B-212: a hit halts the mover; the watcher turns to it; nobody reacts
/// to a reaction.
#[test]
fn b_212_hits_and_facing() {
    let mut table = range(&vega(4, 0, "facing = \"W\""), &man("sectoid", "Grey", 9, 0, ""));
    table.act("Vega", ready(1, 1), &[]);
    table.enemy_phase();
    table.act("Grey", ready(1, 1), &[]);
    let to = table.hex(6, 0);
    // To hit, damage 10 against armour 3, no crit.
    let events = table.act("Grey", walk(to), &[1, 10, 100]);
    assert_eq!((table.place("Grey"), halted(&events)), ((8, 0), Some("hit")));
    assert_eq!(table.unit("Vega").facing.name(), "E");
    assert_eq!(table.unit("Grey").facing.name(), "W", "its step's direction");
    assert_eq!(reactions(&events).len(), 1);
    // From half cover she does not turn, unless the mover is behind her.
    let mut table = range(&vega(4, 0, ""), &man("sectoid", "Grey", 9, 0, ""));
    table.unit_mut("Vega").cover = Cover::Half;
    table.unit_mut("Vega").facing = Dir::number(1);
    table.act("Vega", ready(1, 1), &[]);
    table.enemy_phase();
    let to = table.hex(8, 0);
    table.act("Grey", walk(to), &[100]);
    assert_eq!((table.unit("Vega").facing.name(), table.unit("Vega").cover), ("SE", Cover::Half));
}

/// B-213: what ends readiness and what does not.
#[test]
fn b_213_the_end_of_readiness() {
    let scene = || {
        let map = rows(". . . . .\n # x x x x");
        let mut table =
            scene("", &map, &vega(0, 0, "ammo = 20, tu = 150"), &man("sectoid", "Grey", 4, 0, ""));
        table.act("Vega", ready(1, 95), &[]);
        table
    };
    let is_ready = |table: &Table| matches!(table.unit("Vega").vigil, Vigil::Ready { .. });
    let table = scene();
    let (to, vega) = (table.hex(1, 0), table.id("Vega"));
    let frag = table.unit("Vega").items[0].item;
    let attack = Order::Attack {
        target: Target::Unit(table.id("Grey")),
        mode: FireMode::Snap,
        head: false,
        force: false,
    };
    let full = Order::TakeCover { step: None, toward: Dir::number(1), cover: Cover::Full };
    let half = Order::TakeCover { step: None, toward: Dir::number(1), cover: Cover::Half };
    for (order, dice, keeps) in [
        (walk(to), &[][..], false),
        (attack, &[100][..], false),
        (Order::Prone, &[], false),
        (full, &[], false),
        (half, &[], true),
        (Order::Reload, &[], true),
        (Order::Prepare(frag), &[], true),
        (Order::Turn(Dir::number(3)), &[], true),
    ] {
        let mut table = scene();
        let events = table.act("Vega", order, dice);
        assert_eq!(is_ready(&table), keeps, "{order:?}");
        let told = events.iter().any(|what| matches!(what, What::StoodDown { .. }));
        assert_eq!(told, !keeps);
    }
    let mut table = scene();
    let land = table.hex(2, 0);
    table.act("Vega", Order::Throw { item: frag, at: land, live: false }, &[]);
    assert!(!is_ready(&table), "thrown");
    for end in 0..3 {
        let mut table = scene();
        table.fight(&[], |fight| match end {
            0 => fight.stun(vega, 1),
            1 => fight.panic(vega),
            _ => fight.suppress(vega, 3),
        });
        assert!(!is_ready(&table));
    }
    // Only movement triggers it: an attack and a turn do not.
    let mut table = scene();
    table.act("Vega", ready(1, 1), &[]);
    table.enemy_phase();
    table.act("Grey", Order::Turn(Dir::number(1)), &[]);
    let order = Order::Attack {
        target: Target::Unit(vega),
        mode: FireMode::Snap,
        head: false,
        force: false,
    };
    let events = table.act("Grey", order, &[100]);
    assert!(reactions(&events).is_empty() && is_ready(&table));
    // And it lasts until the unit's next phase.
    table.resolution(&[]);
    assert!(!is_ready(&table));
}

/// B-215, C-39: suppression fire costs a burst for the first step or attack of
/// each enemy in the zone, and gives 3 suppression points without a die.
#[test]
fn b_215_suppression_fire() {
    let two = format!("{}, {}", man("sectoid", "Grey", 7, 0, ""), man("sectoid", "Tall", 9, 0, ""));
    let mut table = range(&vega(0, 0, "ammo = 7"), &two);
    let zone = table.hex(5, 0);
    let events = table.act("Vega", Order::Suppress(zone), &[]);
    assert!(events.iter().any(|what| matches!(what, What::Suppressing { tu: 20, .. })));
    assert_eq!(table.unit("Vega").tu, 80);
    table.enemy_phase();
    // Out of the zone nothing happens, in it once.
    let to = table.hex(5, 0);
    let events = table.act("Grey", walk(to), &[]);
    let pinned = |events: &[What]| {
        let rounds = events.iter().filter_map(|what| match what {
            What::Pinned { rounds, .. } => *rounds,
            _ => None,
        });
        rounds.collect::<Vec<_>>()
    };
    assert_eq!(pinned(&events), [5]);
    assert_eq!(table.place("Grey"), (5, 0), "no damage, no halt");
    assert_eq!((table.unit("Grey").suppression, table.unit("Grey").hp), (3, 45));
    assert_eq!(table.unit("Vega").weapons[0].loaded, 2);
    // The next one takes what is left, and then it is over.
    let to = table.hex(6, 0);
    let events = table.act("Tall", walk(to), &[]);
    assert_eq!(pinned(&events), [2]);
    assert!(events.iter().any(|what| matches!(what, What::StoodDown { .. })));
    assert_eq!(table.unit("Vega").vigil, Vigil::None);
}

/// B-215: without a round in the weapon in hand nobody is held down.
#[test]
fn b_215_an_empty_weapon() {
    let mut table = range(&vega(0, 0, ""), &man("sectoid", "Grey", 7, 0, ""));
    let zone = table.hex(5, 0);
    table.act("Vega", Order::Suppress(zone), &[]);
    table.unit_mut("Vega").weapons[1].loaded = 0;
    table.act("Vega", Order::Switch, &[]);
    table.enemy_phase();
    let to = table.hex(5, 0);
    table.act("Grey", walk(to), &[]);
    assert_eq!(table.unit("Grey").suppression, 0);
}

/// B-215: an attack from inside the zone meets it too.
#[test]
fn b_215_attacks_in_the_zone() {
    let mut table = range(&vega(0, 0, ""), &man("sectoid", "Grey", 5, 0, ""));
    let zone = table.hex(5, 0);
    table.act("Vega", Order::Suppress(zone), &[]);
    table.enemy_phase();
    let order = Order::Attack {
        target: Target::Unit(table.id("Vega")),
        mode: FireMode::Snap,
        head: false,
        force: false,
    };
    table.act("Grey", order, &[100]);
    assert_eq!(table.unit("Grey").suppression, 3);
    table.act("Grey", order, &[100]);
    assert_eq!(table.unit("Grey").suppression, 3, "each enemy once");
}

/// B-215: what it needs; readying and suppressing exclude each other.
#[test]
fn b_215_refusals() {
    let mut table = range(&man("marksman", "Vega", 0, 0, ""), &man("sectoid", "Grey", 11, 0, ""));
    let zone = table.hex(3, 0);
    assert!(table.refused("Vega", Order::Suppress(zone)).contains("neither burst nor auto"));
    let grey = man("sectoid", "Grey", 11, 0, "");
    let mut table = range(&vega(0, 0, "weapon = \"smg\", vision = 20"), &grey);
    table.unit_mut("Vega").weapons[0].loaded = 0;
    assert!(table.refused("Vega", Order::Suppress(zone)).contains("1 needed, 0 left"));
    table.unit_mut("Vega").weapons[0].loaded = 60;
    let dark = table.hex(5, 0);
    table.state.known[0].visible.remove(dark);
    assert!(table.refused("Vega", Order::Suppress(dark)).contains("[5,0] is not visible"));
    let long = ". . . . . . . . . . . . . .\n x x x x x x x x x x x x x x";
    let mut far = scene("", &rows(long), &vega(0, 0, "weapon = \"smg\", vision = 20"), &grey);
    let spot = far.hex(13, 0);
    let words = far.refused("Vega", Order::Suppress(spot));
    assert!(words.contains("distance 13") && words.contains("range 12"), "{words}");
    let two = format!("{}, {}", vega(0, 0, ""), man("scout", "Okoro", 3, 0, ""));
    let mut wall =
        scene("", &rows(". # . . . .\n x x x x x x"), &two, &man("sectoid", "Grey", 5, 0, ""));
    let spot = wall.hex(2, 0);
    assert!(wall.refused("Vega", Order::Suppress(spot)).contains("[1,0]"));
    table.act("Vega", ready(1, 20), &[]);
    table.act("Vega", Order::Suppress(zone), &[]);
    assert!(matches!(table.unit("Vega").vigil, Vigil::Suppress { .. }));
    table.act("Vega", ready(1, 20), &[]);
    assert!(matches!(table.unit("Vega").vigil, Vigil::Ready { .. }));
}

/// B-79, B-213: a strike at somebody who leaves neither ends ready nor counts
/// among its shots.
#[test]
fn b_213_a_strike_keeps_readiness() {
    let map = rows(". . . .\n x x x x");
    let mut table = scene("", &map, &vega(0, 0, ""), &man("sectoid", "Grey", 1, 0, ""));
    table.act("Vega", ready(1, 95), &[]);
    table.enemy_phase();
    let to = table.hex(2, 0);
    let events = table.act("Grey", walk(to), &[100]);
    let struck = |what: &What| matches!(what, What::Attack { kind: "opportunity", .. });
    assert!(events.iter().any(struck));
    let vigil = Vigil::Ready { max_shots: 1, min_accuracy: 95, shots: 0 };
    assert_eq!(table.unit("Vega").vigil, vigil);
}

/// B-76, B-104: who passes through the hex of a friend in cover is shot at
/// past what the friend leans on, without a share in the cover.
#[test]
fn b_104_passing_through_a_friend_in_cover() {
    let terms = |cover: &str| -> Vec<&'static str> {
        let map = rows(". . c . . .\n x x x x x x");
        let okoro = man("medic", "Okoro", 1, 0, cover);
        let two = format!("{}, {okoro}", vega(0, 0, ""));
        let mut table = scene("", &map, &two, &man("sectoid", "Grey", 5, 0, ""));
        table.unit_mut("Grey").vigil = Vigil::Ready { max_shots: 1, min_accuracy: 5, shots: 0 };
        let to = table.hex(2, 0);
        let events = table.act("Vega", walk(to), &[100]);
        let terms = events.iter().find_map(|what| match what {
            What::Attack { at: Some(at), terms, .. } if (at.0, at.1) == (1, 0) => Some(terms),
            _ => None,
        });
        let names = terms.expect("a reaction shot").iter().map(|term| term.name);
        names.filter(|name| ["cover", "partial"].contains(name)).collect()
    };
    assert!(terms("facing = \"E\", cover = \"half\"").is_empty());
    assert_eq!(terms("facing = \"E\""), ["partial"]);
}
