//! Moving, turning and doors (§7, B-15, B-16, B-24).

use fracas_battlescape::events::What;
use fracas_battlescape::field::Spot;
use fracas_battlescape::hex::Dir;
use fracas_battlescape::orders::{Order, Pace};
use fracas_battlescape::state::{Burn, Cover, Panic, Sound, Stance};

use crate::table::{Table, alone, go, halted, man, rows, scene, vega, walk};

fn press(to: Spot) -> Order {
    Order::Move { to, pace: Pace::Walk, allow_hazards: false, press_on: true, reserve: 0 }
}

fn dare(to: Spot) -> Order {
    Order::Move { to, pace: Pace::Walk, allow_hazards: true, press_on: false, reserve: 0 }
}

/// A row above a wall of void, with one enemy on it.
fn corridor(row: &str, player: &str, enemy: &str) -> Table {
    let void = vec!["x"; row.split_whitespace().count()].join(" ");
    scene("", &rows(&format!("{row}\n {void}")), player, enemy)
}

/// B-15: a step turns the unit, so does an attack, for free; `turn` costs 1 TU
/// per 60 degrees; being attacked turns nobody.
#[test]
fn b_15_facing() {
    let mut table = alone("", ". . .\n . . .", "", &vega(0, 0, "facing = \"E\""));
    let to = table.hex(0, 1);
    table.act("Vega", walk(to), &[]);
    assert_eq!(table.unit("Vega").facing.name(), "SE");
    let events = table.act("Vega", Order::Turn(Dir::number(4)), &[]);
    assert!(events.iter().any(|what| matches!(what, What::Turned { facing: "NW", tu: 3, .. })));
    assert_eq!((table.unit("Vega").facing.name(), table.unit("Vega").tu), ("NW", 93));
    assert!(table.refused("Vega", Order::Turn(Dir::number(4))).contains("NW"));
    table.unit_mut("Vega").tu = 1;
    let words = table.refused("Vega", Order::Turn(Dir::number(0)));
    assert!(words.contains("2 needed, 1 left"), "{words}");
    let grey = man("sectoid", "Grey", 3, 0, "facing = \"NE\"");
    let mut table = corridor(". . . .", &vega(0, 0, "facing = \"W\""), &grey);
    let target = fracas_battlescape::orders::Target::Unit(table.id("Grey"));
    let mode = fracas_battlescape::data::FireMode::Snap;
    table.act("Vega", Order::Attack { target, mode, head: false, force: false }, &[100]);
    assert_eq!(table.unit("Vega").facing.name(), "E");
    assert_eq!(table.unit("Grey").facing.name(), "NE");
}

/// B-16: one living unit per hex, and the map knows who.
#[test]
fn b_16_one_unit_per_hex() {
    let two = format!("{}, {}", vega(0, 0, ""), man("medic", "Okoro", 1, 0, ""));
    let mut table = corridor(". . . . .", &two, &man("sectoid", "Grey", 4, 0, ""));
    for (taken, name) in [((1, 0), "[1,0]"), ((4, 0), "[4,0]")] {
        let order = walk(table.hex(taken.0, taken.1));
        let words = table.refused("Vega", order);
        assert!(words.contains("occupied") && words.contains(name), "{words}");
    }
    let to = table.hex(2, 0);
    table.act("Vega", walk(to), &[]);
    let who = [0, 1, 2, 4].map(|col| table.state.occupant(table.hex(col, 0)));
    let [vega, okoro, grey] = ["Vega", "Okoro", "Grey"].map(|name| Some(table.id(name)));
    assert_eq!(who, [None, okoro, vega, grey]);
    // A body hinders nobody.
    let okoro = table.id("Okoro");
    table.fight(&[], |fight| fight.hurt(okoro, 99, None));
    let to = table.hex(1, 0);
    table.act("Vega", walk(to), &[]);
    assert_eq!(table.place("Vega"), (1, 0));
}

/// B-24: doors are opened and closed from beside them for 5 TU; a path leads
/// through them; an occupied one cannot be closed.
#[test]
fn b_24_doors() {
    let two = format!("{}, {}", vega(0, 0, ""), man("medic", "Okoro", 4, 0, ""));
    let mut table = corridor(". + . . . # .", &two, &man("sectoid", "Grey", 6, 0, ""));
    let door = table.hex(1, 0);
    assert!(!table.sees("Vega", 2, 0));
    let events = table.act("Vega", Order::Door(door), &[]);
    assert!(events.iter().any(|what| matches!(what, What::Door { open: true, tu: 5, .. })));
    assert!(table.sees("Vega", 2, 0) && table.state.ground.changed);
    assert_eq!(table.unit("Vega").tu, 95);
    table.act("Vega", Order::Door(door), &[]);
    assert!(!table.sees("Vega", 2, 0) && !table.state.ground.changed);
    assert!(table.refused("Okoro", Order::Door(door)).contains("reach"));
    let (here, there) = (table.hex(0, 0), table.hex(2, 0));
    assert!(table.refused("Vega", Order::Door(here)).contains("no door on [0,0]"));
    // B-267: what lies out of reach is not told.
    assert!(table.refused("Vega", Order::Door(there)).contains("out of reach"));
    // Walking into it opens it: 4 + 5, and it is heard.
    let (before, to) = (table.unit("Vega").tu, door);
    let events = table.act("Vega", walk(to), &[]);
    assert_eq!(before - table.unit("Vega").tu, 9);
    assert!(events.iter().any(|what| matches!(what, What::Door { open: true, .. })));
    assert!(
        events.iter().any(|what| matches!(what, What::Heard { sound: Sound::Door, .. })) || {
            // Grey stands five hexes away, a door is heard four.
            table.battle.field.distance(door, table.unit("Grey").at()) > 4
        }
    );
    let words = table.refused("Vega", Order::Door(door));
    assert!(words.contains("occupied"), "{words}");
    let to = table.hex(2, 0);
    table.act("Vega", walk(to), &[]);
    table.unit_mut("Vega").tu = 4;
    assert!(table.refused("Vega", Order::Door(door)).contains("5 needed, 4 left"));
    table.unit_mut("Vega").tu = 5;
    table.act("Vega", Order::Door(door), &[]);
    assert_eq!(table.unit("Vega").tu, 0);
}

/// B-64, B-74: what cannot be done is refused with its goal, and what it would
/// have cost.
#[test]
fn b_64_refused_moves() {
    let mut table = alone("", ". . . # . .", "", &vega(0, 0, ""));
    let (beside, far, shut) = (table.hex(1, 0), table.hex(2, 0), table.hex(0, 1));
    let words = table.refused("Vega", go(beside, Pace::Run));
    assert!(words.contains("[1,0]") && words.contains("2 hexes"), "{words}");
    let wall = table.hex(3, 0);
    assert!(table.refused("Vega", walk(wall)).contains("no path to [3,0]"));
    assert!(table.refused("Vega", walk(shut)).contains("no path to [0,1]"));
    let here = table.hex(0, 0);
    assert!(table.refused("Vega", walk(here)).contains("[0,0]"));
    table.unit_mut("Vega").tu = 7;
    assert!(table.refused("Vega", walk(far)).contains("8 needed, 7 left"));
    table.unit_mut("Vega").stance = Stance::Prone;
    assert!(table.refused("Vega", go(far, Pace::Run)).contains("prone"), "B-71");
}

/// B-76: a unit that comes into view halts a move; only the steps made are
/// paid (B-73), and `press_on` goes on.
#[test]
fn b_76_b_73_halted_by_a_sighting() {
    let row = ". . . . . . . . . .";
    let vega = vega(0, 0, "vision = 5, hp = 60, hp_now = 42");
    let grey = man("sectoid", "Grey", 8, 0, "vision = 1");
    let mut table = corridor(row, &vega, &grey);
    let to = table.hex(5, 0);
    let events = table.act("Vega", walk(to), &[]);
    assert_eq!((table.place("Vega"), halted(&events)), ((3, 0), Some("enemy in sight")));
    assert!(events.iter().any(|what| matches!(what, What::Spotted { side: "player", .. })));
    // Three steps of 4 at 110%: 13.2, rounded up.
    assert_eq!(table.unit("Vega").tu, 100 - 14);
    assert!(table.unit("Vega").moved && !table.unit("Vega").ran);
    let mut table = corridor(row, &vega, &grey);
    let events = table.act("Vega", press(to), &[]);
    assert_eq!((table.place("Vega"), halted(&events)), ((5, 0), None));
    assert_eq!(table.unit("Vega").tu, 100 - 22);
}

/// B-73: wounds on the way change the next move, not this one.
#[test]
fn b_73_wounds_on_the_way() {
    let mut table = alone("", ". S . . .", "", &vega(0, 0, "hp = 60"));
    let to = table.hex(4, 0);
    let events = table.act("Vega", dare(to), &[]);
    assert_eq!((table.place("Vega"), halted(&events)), ((4, 0), None), "a hazard is no hit");
    assert_eq!((table.unit("Vega").hp, table.unit("Vega").tu), (52, 84));
    table.unit_mut("Vega").hp = 43;
    let to = table.hex(0, 0);
    table.act("Vega", dare(to), &[]);
    assert_eq!((table.unit("Vega").hp, table.unit("Vega").tu), (35, 84 - 16));
    let to = table.hex(2, 0);
    table.act("Vega", dare(to), &[]);
    assert_eq!(table.unit("Vega").tu, 68 - 9, "8 at 110%, rounded up");
}

/// B-76: what was planned unseen turns out to be a wall, an enemy, a hazard, a
/// fire, or too dear.
#[test]
fn b_76_halted_by_the_unseen() {
    let far = man("sectoid", "Grey", 6, 0, "vision = 1");
    let blind = vega(0, 0, "vision = 1");
    let halt = |row: &str, tu: u16, order: fn(Spot) -> Order| {
        let mut table = corridor(row, &blind, &far);
        table.unit_mut("Vega").tu = tu;
        let to = table.hex(5, 0);
        let events = table.act("Vega", order(to), &[]);
        (table.place("Vega").0, halted(&events), table.unit("Vega").tu)
    };
    assert_eq!(halt(". . . # . . .", 50, walk), (2, Some("impassable"), 42));
    assert_eq!(halt(". . . S . . .", 50, walk), (2, Some("hazard"), 42));
    assert_eq!(halt(". . . S . . .", 50, dare), (5, None, 30));
    assert_eq!(halt(". . : : : . .", 20, walk), (3, Some("time units"), 0));
    assert_eq!(halt(". . : : : . .", 25, walk), (3, Some("time units"), 5));
    let mut table = corridor(". . . . . . .", &blind, &man("sectoid", "Grey", 2, 0, "vision = 1"));
    let to = table.hex(5, 0);
    let events = table.act("Vega", press(to), &[]);
    assert_eq!((table.place("Vega"), halted(&events)), ((1, 0), Some("occupied")));
    // The goal may be a hazard if one knew it when the order was given (B-74).
    let mut table = alone("", ". . S", "", &vega(0, 0, ""));
    let to = table.hex(2, 0);
    let events = table.act("Vega", walk(to), &[]);
    assert_eq!((table.place("Vega"), halted(&events)), ((2, 0), None));
    assert_eq!(table.unit("Vega").hp, 52);
}

/// B-76 (4): hazards hurt, fire burns, gas poisons, water puts out.
#[test]
fn b_76_effects_of_the_hex() {
    let mut table = alone("", ". . ~ .", "", &vega(0, 0, ""));
    let (fire, water, gas) = (table.hex(1, 0), table.hex(2, 0), table.hex(3, 0));
    table.state.ground.fire[fire.index()] = 4;
    table.state.ground.gas[gas.index()] = 2;
    table.act("Vega", walk(fire), &[]);
    assert_eq!(table.unit("Vega").burn, Some(Burn { dice: 1, turns: 3 }));
    assert_eq!((table.unit("Vega").hp, table.unit("Vega").tu), (60, 91));
    let events = table.act("Vega", walk(water), &[]);
    assert!(events.iter().any(|what| matches!(what, What::Recovered { from: "burn", .. })));
    assert_eq!(table.unit("Vega").burn, None);
    table.act("Vega", walk(gas), &[]);
    assert_eq!(table.unit("Vega").poison, 3);
    // B-72: a flyer ignores hazards and fire.
    let mut table = alone("", ". S .", "", &man("floater", "Vega", 0, 0, ""));
    let (spikes, end) = (table.hex(1, 0), table.hex(2, 0));
    table.state.ground.fire[spikes.index()] = 4;
    table.act("Vega", walk(end), &[]);
    assert_eq!((table.unit("Vega").hp, table.unit("Vega").burn), (40, None));
    // Death on the way ends the move.
    let mut table = alone("", ". L .", "", &vega(0, 0, "hp_now = 20"));
    let end = table.hex(2, 0);
    let events = table.act("Vega", dare(end), &[]);
    assert!(events.iter().any(|what| matches!(what, What::Died { .. })));
    assert_eq!((table.place("Vega"), halted(&events)), ((1, 0), None));
}

/// B-76: a halt in a friend's hex takes effect on the next free one.
#[test]
fn b_76_halted_in_a_friends_hex() {
    let two =
        format!("{}, {}", vega(0, 0, "vision = 5"), man("medic", "Okoro", 1, 0, "vision = 1"));
    let grey = man("sectoid", "Grey", 6, 0, "vision = 1");
    let mut table = corridor(". . . . . . .", &two, &grey);
    let to = table.hex(4, 0);
    let events = table.act("Vega", walk(to), &[]);
    assert_eq!((table.place("Vega"), halted(&events)), ((2, 0), Some("enemy in sight")));
    let okoro = Some(table.id("Okoro"));
    assert_eq!(table.state.occupant(table.hex(1, 0)), okoro);
    assert_eq!(table.unit("Vega").tu, 92);
}

/// B-76, B-79: struck on leaving a friend's hex a unit goes on to the next
/// free one; stunned there it is put back to the last free hex of its path;
/// one who dies there leaves the friend standing.
#[test]
fn b_76_struck_in_a_friends_hex() {
    let map = rows(". . . .\n x . x x");
    let two = format!("{}, {}", vega(0, 0, ""), man("medic", "Okoro", 1, 0, ""));
    let table = |weapon: &str| scene("", &map, &two, &man("sectoid", "Grey", 1, 1, weapon));
    let mut table_0 = table("");
    let to = table_0.hex(3, 0);
    // Hit for 1: 1 and 3 of strength do not beat armour 4; no ricochet.
    let events = table_0.act("Vega", walk(to), &[1, 1, 100]);
    assert_eq!((table_0.place("Vega"), halted(&events)), ((2, 0), Some("hit")));
    assert_eq!((table_0.unit("Vega").hp, table_0.unit("Vega").tu), (59, 92));
    let mut table_1 = table("weapon = \"stun_rod\"");
    let events = table_1.act("Vega", walk(to), &[1, 6, 40, 100]);
    assert_eq!((table_1.place("Vega"), halted(&events)), ((0, 0), Some("hit")));
    assert_eq!((table_1.unit("Vega").hp, table_1.unit("Vega").stun), (55, 2));
    let [vega, okoro] = ["Vega", "Okoro"].map(|name| Some(table_1.id(name)));
    assert_eq!(table_1.state.occupant(table_1.hex(0, 0)), vega);
    assert_eq!(table_1.state.occupant(table_1.hex(1, 0)), okoro);
    let mut table_2 = table("");
    table_2.unit_mut("Vega").hp = 1;
    table_2.act("Vega", walk(to), &[1, 1, 100]);
    assert!(!table_2.unit("Vega").is_here());
    assert_eq!(table_2.state.occupant(table_2.hex(1, 0)), okoro);
    assert_eq!(table_2.state.occupant(table_2.hex(0, 0)), None);
}

/// A move keeps the time units it is told to reserve.
#[test]
fn b_76_reserve() {
    let mut table = alone("", ". . . . . . . .", "", &vega(0, 0, "tu = 30"));
    let to = table.hex(7, 0);
    let order =
        Order::Move { to, pace: Pace::Walk, allow_hazards: false, press_on: false, reserve: 20 };
    let events = table.act("Vega", order, &[]);
    assert_eq!((table.place("Vega"), halted(&events)), ((2, 0), Some("reserve")));
    assert_eq!(table.unit("Vega").tu, 22);
    assert!(table.refused("Vega", order).contains("less than 20"));
}

/// B-77, C-22: a runner is shot at after every second hex and the last one,
/// also where the run is cut short.
#[test]
fn b_77_runs() {
    let row = ". . . . . . . .";
    let shots = |pace: Pace, to: usize, dice: &[u64]| {
        let watcher = man("sectoid", "Grey", 7, 0, "");
        let mut table = corridor(row, &vega(0, 0, ""), &watcher);
        table.enemy_phase();
        table.act("Grey", Order::Ready { max_shots: 3, min_accuracy: 1 }, &[]);
        table.unit_mut("Grey").tu = 150;
        table.state.phase = fracas_battlescape::state::Phase::Player;
        table.state.order = vec![table.id("Vega")];
        let to = table.hex(to, 0);
        let events = table.act("Vega", go(to, pace), dice);
        let mut at = 0;
        let mut shots = Vec::new();
        for what in &events {
            match what {
                What::Moved { to, .. } => at = to.0,
                What::Attack { kind: "reaction", terms, .. } => {
                    let term = terms.iter().find(|term| term.name == "reaction");
                    shots.push((at, term.map_or(0, |term| term.value)));
                }
                _ => {}
            }
        }
        shots
    };
    assert_eq!(shots(Pace::Walk, 3, &[100; 3]), [(1, -10), (2, -10), (3, -10)]);
    assert_eq!(shots(Pace::Run, 3, &[100; 2]), [(2, -20), (3, -20)]);
    assert_eq!(shots(Pace::Run, 4, &[100; 2]), [(2, -20), (4, -20)]);
    // Cut short by a sighting after one hex.
    let mut table = corridor(row, &vega(0, 0, "vision = 6"), &man("sectoid", "Grey", 7, 0, ""));
    table.enemy_phase();
    table.act("Grey", Order::Ready { max_shots: 1, min_accuracy: 1 }, &[]);
    table.state.phase = fracas_battlescape::state::Phase::Player;
    table.state.order = vec![table.id("Vega")];
    let to = table.hex(4, 0);
    let events = table.act("Vega", go(to, Pace::Run), &[100]);
    assert_eq!((table.place("Vega"), halted(&events)), ((1, 0), Some("enemy in sight")));
    assert!(table.unit("Vega").ran);
}

/// B-78: a swimming unit cannot attack, throw, ready or take cover.
#[test]
fn b_78_swimming() {
    let mut table = corridor("w . .", &vega(0, 0, ""), &man("sectoid", "Grey", 1, 0, ""));
    let target = fracas_battlescape::orders::Target::Unit(table.id("Grey"));
    let mode = fracas_battlescape::data::FireMode::Snap;
    let item = table.unit("Vega").items[0].item;
    let at = table.hex(1, 0);
    for order in [
        Order::Attack { target, mode, head: false, force: false },
        Order::Throw { item, at, live: true },
        Order::Ready { max_shots: 1, min_accuracy: 20 },
        Order::Suppress(at),
        Order::TakeCover { step: None, toward: Dir::E, cover: Cover::Half },
    ] {
        let words = table.refused("Vega", order);
        assert!(words.contains("swim"), "{order:?}: {words}");
    }
    let mut table = alone("", "w c", "", &man("floater", "Vega", 0, 0, ""));
    table.act("Vega", Order::Ready { max_shots: 1, min_accuracy: 20 }, &[]);
    table.act("Vega", Order::TakeCover { step: None, toward: Dir::E, cover: Cover::Half }, &[]);
}

/// B-79: leaving the side of an enemy that sees one draws a strike before the
/// step; a hit ends the move before it is paid.
#[test]
fn b_79_opportunity_strikes() {
    let table = || corridor(". . . . .", &vega(1, 0, ""), &man("chryssalid", "Claw", 0, 0, ""));
    let mut missed = table();
    let to = missed.hex(3, 0);
    let events = missed.act("Vega", walk(to), &[100]);
    let terms = events.iter().find_map(|what| match what {
        What::Attack { kind: "opportunity", terms, .. } => Some(terms.clone()),
        _ => None,
    });
    assert!(terms.unwrap().iter().any(|term| (term.name, term.value) == ("opportunity", -20)));
    assert_eq!((missed.place("Vega"), halted(&events)), ((3, 0), None));
    let mut hit = table();
    // 2d10 + 8 from behind; no crit, no panic.
    let order = press(to);
    let events = hit.act("Vega", order, &[1, 1, 1, 100, 100]);
    assert_eq!((hit.place("Vega"), halted(&events)), ((1, 0), Some("hit")));
    assert_eq!(hit.unit("Vega").tu, 100);
    assert!(!hit.unit("Vega").moved);
    // Not by an enemy that is stunned, panicked, in full cover or blind.
    for change in 0..3 {
        let mut table = table();
        let claw = table.id("Claw");
        match change {
            0 => drop(table.fight(&[], |fight| fight.stun(claw, 1))),
            1 => {
                table.unit_mut("Claw").panic = Some(Panic { resolutions: 0, lost_phase: false });
            }
            _ => table.unit_mut("Claw").cover = Cover::Full,
        }
        table.act("Vega", walk(to), &[]);
        assert_eq!(table.place("Vega"), (3, 0));
    }
}

/// B-80: no strike over two levels, nor into or out of a window.
#[test]
fn b_80_where_strikes_reach() {
    let strikes = |row: &str, elevation: &str, dice: &[u64]| {
        let void = "x x x";
        let map = format!(
            "{}\nelevation = \"\"\"\n{elevation}\n000\n\"\"\"",
            rows(&format!("{row}\n {void}"))
        );
        let mut table =
            scene("", &map, &vega(1, 0, ""), &man("floater", "Grey", 0, 0, "vision = 9"));
        let to = table.hex(2, 0);
        table.act("Vega", walk(to), dice);
    };
    strikes(". . .", "000", &[100]);
    strikes(". . .", "100", &[100]);
    strikes(". . .", "200", &[]);
    strikes("+ . .", "000", &[]);
}

/// B-79, C-23: disengaging costs 30 TU flat and draws nothing.
#[test]
fn b_79_disengage() {
    let claw = man("chryssalid", "Claw", 0, 0, "");
    let mut table = corridor(". . . . .", &vega(1, 0, ""), &claw);
    table.act("Vega", Order::Disengage(Dir::E), &[]);
    assert_eq!((table.place("Vega"), table.unit("Vega").tu), ((2, 0), 70));
    assert!(table.unit("Vega").moved, "B-81");
    let words = table.refused("Vega", Order::Disengage(Dir::E));
    assert!(words.contains("no enemy engages"), "{words}");
    let mut table = corridor(". . w . .", &vega(1, 0, ""), &claw);
    let words = table.refused("Vega", Order::Disengage(Dir::E));
    assert!(words.contains("[2,0]") && words.contains("12"), "{words}");
    assert!(table.refused("Vega", Order::Disengage(Dir::number(3))).contains("occupied"));
    assert!(table.refused("Vega", Order::Disengage(Dir::number(4))).contains("NW"));
    table.unit_mut("Vega").tu = 29;
    let mut poor = corridor(". . . . .", &vega(1, 0, "tu = 29"), &claw);
    assert!(poor.refused("Vega", Order::Disengage(Dir::E)).contains("30 needed, 29 left"));
}

/// B-81: a disengaging step draws no reaction fire, a step into cover does.
#[test]
fn b_81_steps_of_other_actions() {
    let enemies =
        format!("{}, {}", man("chryssalid", "Claw", 0, 0, ""), man("sectoid", "Grey", 6, 0, ""));
    let table = || {
        let mut table = corridor(". . . c . . .", &vega(1, 0, ""), &enemies);
        table.enemy_phase();
        table.act("Grey", Order::Ready { max_shots: 1, min_accuracy: 1 }, &[]);
        table.state.phase = fracas_battlescape::state::Phase::Player;
        table.state.order = vec![table.id("Vega")];
        table
    };
    let mut quiet = table();
    quiet.act("Vega", Order::Disengage(Dir::E), &[]);
    assert_eq!(quiet.place("Vega"), (2, 0));
    let mut cover = table();
    let order = Order::TakeCover { step: Some(Dir::E), toward: Dir::E, cover: Cover::Half };
    // The strike misses, so does the shot.
    cover.act("Vega", order, &[100, 100]);
    assert_eq!((cover.place("Vega"), cover.unit("Vega").cover), ((2, 0), Cover::Half));
    assert!(cover.unit("Vega").moved && cover.unit("Vega").tu == 90);
}
