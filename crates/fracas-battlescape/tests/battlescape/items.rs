//! Items (§12), magazines (B-67) and objects (B-25).

use fracas_battlescape::orders::{Order, Refused};
use fracas_battlescape::state::Burn;

use crate::stage::{Stage, field_of, open};

const MORE: &str = r#"[[squad]]
side = "player"
units = [{ class = "medic", name = "Doc", at = [2, 2] }]
[[item]]
id = "stim"
at = [1, 2]
[[object]]
name = "console"
at = [2, 3]
[[objective]]
kind = "interact"
object = "console"
"#;

fn clinic() -> Stage {
    field_of(&open(), 9, "", "", MORE)
}

fn order(stage: &mut Stage, unit: &str, order: Order) -> Result<(), Refused> {
    let unit = stage.id(unit);
    stage.run("", |fight| fight.handle(unit, &order))
}

fn refused(stage: &mut Stage, unit: &str, what: Order, words: &[&str]) {
    let said = order(stage, unit, what).unwrap_err().0;
    for word in words {
        assert!(said.contains(word), "`{word}` is not said: {said}");
    }
}

/// B-190, B-191: a medikit heals up to the maximum, cures, and has three
/// uses; after the last it is gone.
#[test]
fn medikits() {
    let mut stage = clinic();
    let medikit = stage.item("medikit");
    let vega = stage.id("Vega");
    let unit = stage.unit_mut("Vega");
    (unit.hp, unit.burn, unit.poison) = (20, Some(Burn { dice: 2, turns: 2 }), 3);
    order(&mut stage, "Doc", Order::Use { item: medikit, on: vega }).unwrap();
    let unit = stage.unit("Vega");
    assert_eq!((unit.hp, unit.burn, unit.poison), (45, None, 0));
    assert_eq!(stage.unit("Doc").tu, 85);
    order(&mut stage, "Doc", Order::Use { item: medikit, on: vega }).unwrap();
    assert_eq!(stage.unit("Vega").hp, 60);
    let doc = stage.id("Doc");
    order(&mut stage, "Doc", Order::Use { item: medikit, on: doc }).unwrap();
    assert!(stage.unit("Doc").items.iter().all(|carried| carried.item != medikit));
    refused(&mut stage, "Doc", Order::Use { item: medikit, on: doc }, &["medikit", "not carried"]);
}

/// B-190, B-191, B-61: a stim gives time units up to 150, or ends stun.
#[test]
fn stims() {
    let mut stage = clinic();
    let (stim, vega) = (stage.item("stim"), stage.id("Vega"));
    stage.unit_mut("Vega").stun = 2;
    stage.unit_mut("Vega").tu = 0;
    order(&mut stage, "Doc", Order::Use { item: stim, on: vega }).unwrap();
    assert_eq!((stage.unit("Vega").stun, stage.unit("Vega").tu), (0, 0));

    let mut stage = clinic();
    stage.unit_mut("Doc").tu = 148;
    let doc = stage.id("Doc");
    order(&mut stage, "Doc", Order::Use { item: stim, on: doc }).unwrap();
    assert_eq!(stage.unit("Doc").tu, 150, "148 - 15 + 20 is capped");
}

/// §23, B-191: whom items do not reach.
#[test]
fn items_reach_neighbours_that_are_no_enemies() {
    let mut stage = field_of(
        &open(),
        1,
        "items = [\"medikit\", \"frag_grenade\", \"motion_scanner\"]",
        "",
        &MORE.replace("[2, 2]", "[9, 2]"),
    );
    let (sid, doc, vega) = (stage.id("Sid"), stage.id("Doc"), stage.id("Vega"));
    let medikit = stage.item("medikit");
    refused(&mut stage, "Vega", Order::Use { item: medikit, on: sid }, &["Sid", "no friend"]);
    let far = Order::Use { item: medikit, on: doc };
    refused(&mut stage, "Vega", far, &["distance 8", "range 1"]);
    let frag = Order::Use { item: stage.item("frag_grenade"), on: vega };
    refused(&mut stage, "Vega", frag, &["thrown"]);
    let scanner = Order::Use { item: stage.item("motion_scanner"), on: vega };
    refused(&mut stage, "Vega", scanner, &["by itself"]);
    stage.unit_mut("Vega").tu = 14;
    let short = Order::Use { item: medikit, on: vega };
    refused(&mut stage, "Vega", short, &["15 needed", "14 left"]);
}

/// B-62: preparing a grenade, 5 TU.
#[test]
fn grenades_are_prepared() {
    let mut stage = clinic();
    let frag = stage.item("frag_grenade");
    order(&mut stage, "Vega", Order::Prepare(frag)).unwrap();
    order(&mut stage, "Vega", Order::Prepare(frag)).unwrap();
    assert_eq!(stage.unit("Vega").tu, 90);
    refused(&mut stage, "Vega", Order::Prepare(frag), &["frag_grenade"]);
    let stim = stage.item("stim");
    refused(&mut stage, "Doc", Order::Prepare(stim), &["no grenade"]);
}

/// B-67: the fullest spare magazine is loaded, the removed one kept if it
/// still holds rounds.
#[test]
fn reloading() {
    let mut stage = clinic();
    refused(&mut stage, "Vega", Order::Reload, &["loaded already"]);
    let rifle = &mut stage.unit_mut("Vega").weapons[0];
    rifle.loaded = 4;
    rifle.spares = [10, 30, 30].into_iter().collect();
    order(&mut stage, "Vega", Order::Reload).unwrap();
    let rifle = &stage.unit("Vega").weapons[0];
    assert_eq!((rifle.loaded, rifle.spares.as_slice()), (30, &[10, 4, 30][..]));
    assert_eq!(stage.unit("Vega").tu, 90);
    let rifle = &mut stage.unit_mut("Vega").weapons[0];
    rifle.loaded = 0;
    rifle.spares = [10].into_iter().collect();
    order(&mut stage, "Vega", Order::Reload).unwrap();
    let rifle = &stage.unit("Vega").weapons[0];
    assert_eq!((rifle.loaded, rifle.spares.len()), (10, 0));
    refused(&mut stage, "Vega", Order::Reload, &["no spare magazine"]);
}

/// B-67: switching swaps the weapons, 5 TU; B-91: a scope counts in hand.
#[test]
fn switching() {
    let mut stage = field_of(&open(), 14, "class = \"marksman\"", "", MORE);
    let (vega, there) = (stage.id("Vega"), stage.spot(15, 2));
    assert!(stage.state.sights[vega.index()].has(there));
    order(&mut stage, "Vega", Order::Switch).unwrap();
    assert_eq!(stage.unit("Vega").weapons[0].weapon, stage.weapon("pistol"));
    assert_eq!(stage.unit("Vega").tu, 95);
    assert!(!stage.state.sights[vega.index()].has(there));
    refused(&mut stage, "Doc", Order::Switch, &["no other weapon"]);
}

/// B-25, B-190: picking up is an interaction, within the limits of what a
/// unit carries.
#[test]
fn picking_up() {
    let mut stage = clinic();
    let stim = stage.item("stim");
    order(&mut stage, "Vega", Order::PickUp(stim)).unwrap();
    assert!(stage.unit("Vega").items.iter().any(|carried| carried.item == stim));
    assert_eq!(stage.unit("Vega").tu, 90);
    refused(&mut stage, "Vega", Order::PickUp(stim), &["stim"]);

    let mut stage = field_of(&open(), 9, "items = [\"stim*3\"]", "", MORE);
    refused(&mut stage, "Vega", Order::PickUp(stim), &["3 consumables"]);
}

/// B-25: objects in the own hex or beside it, 10 TU; B-255: done by a player's
/// unit only.
#[test]
fn objects() {
    let mut stage = field_of(&open(), 2, "", "", MORE);
    // Sid at [3,2] stands beside the console at [2,3].
    order(&mut stage, "Sid", Order::Interact(0)).unwrap();
    assert!(stage.state.progress.iter().all(|progress| !progress.used));
    refused(&mut stage, "Vega", Order::Interact(0), &["console", "distance 2", "range 1"]);
    order(&mut stage, "Doc", Order::Interact(0)).unwrap();
    assert_eq!(stage.unit("Doc").tu, 90);
    assert_eq!(stage.state.progress.iter().filter(|progress| progress.used).count(), 1);
}
