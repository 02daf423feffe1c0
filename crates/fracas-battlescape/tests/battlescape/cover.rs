//! Cover, stance, flanks (§9).

use fracas_battlescape::data::{Arc, FireMode};
use fracas_battlescape::events::{Term, What};
use fracas_battlescape::hex::{Dir, Hex};
use fracas_battlescape::orders::{Order, Target};
use fracas_battlescape::rules::cover::{arc, cover_share};
use fracas_battlescape::state::{Cover, Phase, Stance, Vigil};

use crate::table::{Table, alone, halted, man, rows, scene, vega, walk};

const HALF: Cover = Cover::Half;
const FULL: Cover = Cover::Full;

fn lean(toward: usize, cover: Cover) -> Order {
    Order::TakeCover { step: None, toward: Dir::number(toward), cover }
}

fn snap(table: &Table, target: &str) -> Order {
    let target = Target::Unit(table.id(target));
    Order::Attack { target, mode: FireMode::Snap, head: false, force: false }
}

/// The terms of the first attack of a log.
fn terms(events: &[What]) -> Vec<Term> {
    let found = events.iter().find_map(|what| match what {
        What::Attack { terms, .. } => Some(terms.clone()),
        _ => None,
    });
    found.expect("an attack")
}

fn term(terms: &[Term], name: &str) -> i32 {
    terms.iter().find(|term| term.name == name).map_or(0, |term| term.value)
}

/// The arc of an attack on a unit in the middle of a field, by the axial
/// displacement of the attacker.
fn arc_from(facing: &str, q: i32, r: i32) -> Arc {
    let field = ". . . . . . . . . . . .\n".repeat(12);
    let table = alone("", field.trim(), "", &vega(0, 0, ""));
    let (middle, facing) = (Hex::at(6, 6), Dir::named(facing).unwrap());
    let spot = |hex| table.battle.field.spot(hex).unwrap();
    let attacker = spot(Hex { q: middle.q + q, r: middle.r + r });
    arc(&table.battle, spot(middle), facing, attacker)
}

/// V-38, B-115, C-5: the six neighbours of a unit that faces east.
#[test]
fn v_38_arcs_of_neighbours() {
    use Arc::{Front, Rear, Side};
    for (q, r, from) in
        [(2, 0, Front), (1, -1, Front), (0, 1, Front), (-1, 1, Side), (0, -1, Side), (-1, 0, Rear)]
    {
        assert_eq!(arc_from("E", q, r), from, "({q},{r})");
    }
}

/// V-39, B-12, B-115: on a diagonal the direction nearer the facing counts.
#[test]
fn v_39_arcs_on_diagonals() {
    use Arc::{Front, Side};
    for (q, r, from) in [(1, 1, Front), (-1, 2, Front), (-2, 1, Side), (-1, -1, Side)] {
        assert_eq!(arc_from("E", q, r), from, "({q},{r})");
    }
}

/// V-40: arcs far away, and of other facings.
#[test]
fn v_40_arcs_far_away() {
    assert_eq!(arc_from("E", -3, 1), Arc::Rear);
    assert_eq!(arc_from("E", -3, 2), Arc::Side);
    assert_eq!(arc_from("SE", 0, -4), Arc::Rear);
    assert_eq!(arc_from("NE", -2, -1), Arc::Side);
}

/// B-112, B-117, C-1, C-2: what cover takes off, by arc.
#[test]
fn b_112_b_117_cover_shares() {
    let table = alone("", ". .", "", &vega(0, 0, ""));
    let share = |cover, arc| cover_share(&table.battle, cover, arc);
    assert_eq!(share(HALF, Arc::Front), (15, 75));
    assert_eq!(share(FULL, Arc::Front), (30, 50));
    assert_eq!(share(HALF, Arc::Side), (7, 88));
    assert_eq!(share(FULL, Arc::Side), (15, 75));
    assert_eq!(share(HALF, Arc::Rear), (0, 100));
    assert_eq!(share(FULL, Arc::Rear), (0, 100));
    assert_eq!(share(Cover::None, Arc::Front), (0, 100));
    let mut changed = alone("", ". .", "", &vega(0, 0, ""));
    changed.battle.data.cover[1].damage_pct = 40;
    assert_eq!(cover_share(&changed.battle, FULL, Arc::Side), (15, 70));
}

/// B-110, C-21: taking cover costs 10 TU, a plain step included.
#[test]
fn b_110_taking_cover() {
    let mut table = alone("", ". . c .\n . . . .", "", &vega(0, 0, "facing = \"W\""));
    let order = Order::TakeCover { step: Some(Dir::E), toward: Dir::E, cover: HALF };
    let events = table.act("Vega", order, &[]);
    assert!(events.iter().any(|what| matches!(what, What::TookCover { toward: "E", tu: 10, .. })));
    let unit = table.unit("Vega");
    assert_eq!((unit.cover, unit.facing, unit.tu, unit.moved), (HALF, Dir::E, 90, true));
    assert_eq!(table.place("Vega"), (1, 0));
    let words = table.refused("Vega", lean(0, HALF));
    assert!(words.contains("already"), "{words}");
    let words = table.refused("Vega", lean(3, HALF));
    assert!(words.contains("no cover to the W of [1,0]"), "{words}");
    let words = table.refused("Vega", lean(0, FULL));
    assert!(words.contains("half"), "{words}");
    table.unit_mut("Vega").tu = 9;
    table.unit_mut("Vega").cover = Cover::None;
    assert!(table.refused("Vega", lean(0, HALF)).contains("10 needed, 9 left"));
}

/// B-110: the step must be a plain one.
#[test]
fn b_110_the_step_is_plain() {
    let refused = |row: &str, elevation: &str, fire: bool| {
        let mut table = alone("", row, elevation, &vega(0, 0, ""));
        let next = table.hex(1, 0);
        table.state.ground.fire[next.index()] = u8::from(fire);
        let order = Order::TakeCover { step: Some(Dir::E), toward: Dir::E, cover: HALF };
        table.refused("Vega", order)
    };
    for row in [". : c", ". + c", ". S c", ". # c", ". ~ c"] {
        assert!(refused(row, "", false).contains("[1,0]"), "{row}");
    }
    assert!(refused(". . c", "010", false).contains("[1,0]"));
    assert!(refused(". . c", "", true).contains("[1,0]"));
    let two = format!("{}, {}", vega(0, 0, ""), man("medic", "Okoro", 1, 0, ""));
    let mut table = alone("", ". . c", "", &two);
    let order = Order::TakeCover { step: Some(Dir::E), toward: Dir::E, cover: HALF };
    assert!(table.refused("Vega", order).contains("goal [1,0] is occupied"));
    let order = Order::TakeCover { step: Some(Dir::number(4)), toward: Dir::E, cover: HALF };
    assert!(table.refused("Vega", order).contains("NW"));
}

/// B-110: a hit on the way does not stop the rest; somebody unseen on the hex
/// does, and the price is due.
#[test]
fn b_110_what_stops_it() {
    let map = rows(". . c . . .\n x x x x x x");
    let mut table = scene("", &map, &vega(0, 0, ""), &man("sectoid", "Grey", 5, 0, ""));
    table.enemy_phase();
    table.act("Grey", Order::Ready { max_shots: 1, min_accuracy: 1 }, &[]);
    table.state.phase = Phase::Player;
    table.state.order = vec![table.id("Vega")];
    let order = Order::TakeCover { step: Some(Dir::E), toward: Dir::E, cover: HALF };
    // To hit, damage 12, no burn, no crit: hurt, and in cover all the same.
    table.act("Vega", order, &[1, 12, 100, 100]);
    assert!(table.unit("Vega").hp < 60);
    assert_eq!((table.unit("Vega").cover, table.unit("Vega").tu), (HALF, 90));
    let dark = "light = \"dark\"";
    let near = man("sectoid", "Grey", 1, 0, "");
    let mut table = scene(dark, &map, &vega(0, 0, ""), &near);
    table.state.known[0].visible.clear();
    let events = table.act("Vega", order, &[]);
    assert_eq!(crate::table::halted(&events), Some("occupied"));
    assert_eq!((table.place("Vega"), table.unit("Vega").tu), ((0, 0), 90));
}

/// B-111: full cover is safe and idle; half cover beside a wall may fight; a
/// prone unit stands up first.
#[test]
fn b_111_full_and_half() {
    let map = rows(". . . .\n # x x x");
    let mut table = scene("", &map, &vega(0, 0, ""), &man("sectoid", "Grey", 3, 0, ""));
    table.act("Vega", lean(1, FULL), &[]);
    let order = snap(&table, "Grey");
    assert!(table.refused("Vega", order).contains("full cover"));
    let ready = Order::Ready { max_shots: 1, min_accuracy: 20 };
    assert!(table.refused("Vega", ready).contains("full cover"));
    let at = table.hex(2, 0);
    let item = table.unit("Vega").items[0].item;
    assert!(table.refused("Vega", Order::Throw { item, at, live: true }).contains("full cover"));
    // Changing to half is a new Take Cover.
    table.act("Vega", lean(1, HALF), &[]);
    assert_eq!(table.unit("Vega").tu, 80);
    table.act("Vega", ready, &[]);
    table.act("Vega", Order::Prone, &[]);
    assert_eq!(table.unit("Vega").cover, Cover::None, "B-119: prone and cover exclude each other");
    let before = table.unit("Vega").tu;
    table.act("Vega", lean(1, FULL), &[]);
    assert_eq!((table.unit("Vega").stance, before - table.unit("Vega").tu), (Stance::Standing, 15));
}

/// B-113: attacking from cover does not turn the unit, unless the target is
/// behind it: then cover is dropped first.
#[test]
fn b_113_attacking_from_cover() {
    let map = rows(". . . . .\n . . c . .\n. . . . .");
    let facing = |col: usize, row: usize| {
        let mut table = scene("", &map, &vega(1, 1, ""), &man("sectoid", "Grey", col, row, ""));
        table.act("Vega", lean(0, HALF), &[]);
        let order = snap(&table, "Grey");
        table.act("Vega", order, &[100]);
        (table.unit("Vega").cover, table.unit("Vega").facing.name())
    };
    assert_eq!(facing(3, 0), (HALF, "E"), "front");
    assert_eq!(facing(1, 0), (HALF, "E"), "side");
    assert_eq!(facing(0, 1), (Cover::None, "W"), "rear");
}

/// B-114: what ends cover.
#[test]
fn b_114_the_end_of_cover() {
    let scene = || {
        let mut table = alone("", ". + . .\n . . . .", "", &vega(0, 0, ""));
        table.act("Vega", lean(0, FULL), &[]);
        table
    };
    let lost = |table: &Table| table.unit("Vega").cover == Cover::None;
    let mut table = scene();
    assert!(!lost(&table));
    let to = table.hex(0, 1);
    let events = table.act("Vega", walk(to), &[]);
    assert!(lost(&table));
    assert!(events.iter().any(|what| matches!(what, What::LostCover { why: "moved", .. })));
    let mut table = scene();
    table.act("Vega", Order::Turn(Dir::number(1)), &[]);
    assert!(lost(&table));
    let mut table = scene();
    table.act("Vega", Order::Prone, &[]);
    assert!(lost(&table));
    let mut table = scene();
    let vega = table.id("Vega");
    table.fight(&[], |fight| fight.stun(vega, 1));
    assert!(lost(&table));
    let mut table = scene();
    table.fight(&[], |fight| fight.panic(vega));
    assert!(lost(&table));
    // The door it leans on is opened.
    let mut table = scene();
    let door = table.hex(1, 0);
    let events = table.act("Vega", Order::Door(door), &[]);
    assert!(lost(&table));
    assert!(events.iter().any(|what| matches!(what, What::LostCover { why: "gone", .. })));
}

/// B-116, C-3: flanks by the terms of an attack. What a rear hit does besides
/// is in the tests of damage.
#[test]
fn b_116_b_118_flank_and_height() {
    let attacked = |facing: &str, levels: &str| {
        let map =
            format!("{}\nelevation = \"\"\"\n{levels}\n0000\n\"\"\"", rows(". . . .\n x x x x"));
        let grey = man("sectoid", "Grey", 3, 0, &format!("facing = \"{facing}\""));
        let mut table = scene("", &map, &vega(0, 0, ""), &grey);
        let order = snap(&table, "Grey");
        let terms = terms(&table.act("Vega", order, &[100]));
        (term(&terms, "flank"), term(&terms, "height"))
    };
    assert_eq!(attacked("W", "0000"), (0, 0));
    assert_eq!(attacked("NW", "0000"), (0, 0));
    assert_eq!(attacked("SE", "0000"), (10, 0));
    assert_eq!(attacked("E", "0000"), (25, 0));
    assert_eq!(attacked("W", "1000"), (0, 5), "B-118: higher");
    assert_eq!(attacked("W", "0001"), (0, -5), "B-118: lower");
}

/// B-119: prone targets are hard to hit from afar and easy from beside; prone
/// shooters aim better; lying down and standing up cost 10 and 5 TU.
#[test]
fn b_119_prone() {
    let attacked = |distance: usize, prone: &str, own: bool| {
        let grey = man("sectoid", "Grey", distance, 0, prone);
        let map = rows(". . . .\n x x x x");
        let mut table = scene("", &map, &vega(0, 0, ""), &grey);
        if own {
            table.act("Vega", Order::Prone, &[]);
        }
        let order = snap(&table, "Grey");
        term(&terms(&table.act("Vega", order, &[100])), "prone")
    };
    let prone = "stance = \"prone\"";
    assert_eq!(attacked(2, prone, false), -10);
    assert_eq!(attacked(1, prone, false), 10);
    assert_eq!(attacked(2, "", true), 5);
    let mut table = alone("", ". .", "", &vega(0, 0, ""));
    assert!(table.refused("Vega", Order::Stand).contains("stands already"));
    table.act("Vega", Order::Ready { max_shots: 1, min_accuracy: 20 }, &[]);
    let events = table.act("Vega", Order::Prone, &[]);
    assert!(events.iter().any(|what| matches!(what, What::Stance { tu: 10, .. })));
    assert_eq!((table.unit("Vega").tu, table.unit("Vega").vigil), (75, Vigil::None));
    assert!(table.refused("Vega", Order::Prone).contains("prone already"));
    table.act("Vega", Order::Stand, &[]);
    assert_eq!((table.unit("Vega").tu, table.unit("Vega").stance), (70, Stance::Standing));
}

/// B-96, B-110: cover beyond the step is judged as the side knows it; where it
/// is gone by now the time is spent for nothing.
#[test]
fn b_110_cover_that_is_remembered() {
    let east = Dir::number(0);
    let step = Order::TakeCover { step: Some(east), toward: east, cover: HALF };
    let fog = "light = \"dark\"\nweather = \"heavy_fog\"";
    let mut table = alone(fog, ". . . .", "", &vega(0, 0, ""));
    assert!(table.refused("Vega", step).contains("no cover"));
    let bushes = alone("", ". b", "", &vega(0, 0, ""));
    let there = table.hex(2, 0).index();
    table.state.known[0].terrain[there] = bushes.state.ground.terrain[bushes.hex(1, 0).index()];
    table.state.known[0].seen[there] = 1;
    let events = table.act("Vega", step, &[]);
    assert_eq!(halted(&events), Some("no cover"));
    assert_eq!((table.place("Vega"), table.unit("Vega").tu), ((1, 0), 90));
    assert_eq!(table.unit("Vega").cover, Cover::None);
}
