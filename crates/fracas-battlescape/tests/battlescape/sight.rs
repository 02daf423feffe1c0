//! Sight (§8, B-90..B-95, B-104).

use fracas_battlescape::data::WeaponId;
use fracas_battlescape::field::Spots;
use fracas_battlescape::hex::{Dir, Nudge};
use fracas_battlescape::rules::sight::{flight, look, sees_hex, true_line, vision};
use fracas_battlescape::state::{Cover, Fate};

use crate::random::{Map, Numbers};
use crate::table::{Table, alone, man, vega};

/// Whether a rifleman at one hex sees another hex of a map.
fn sees(map: &str, from: (usize, usize), to: (usize, usize)) -> bool {
    alone("", map, "", &vega(from.0, from.1, "")).sees("Vega", to.0, to.1)
}

/// V-41: one wall among plain hexes.
#[test]
fn v_41_one_wall() {
    let map = ". . . . . . .\n . . . # . . .\n. . . . . . .";
    assert!(!sees(map, (0, 1), (6, 1)));
    assert!(!sees(map, (0, 0), (6, 2)));
    assert!(sees(map, (0, 0), (6, 0)));
    assert!(sees(map, (0, 0), (3, 1)));
    let table = alone("", map, "", &vega(0, 0, ""));
    let between = |nudge| {
        let line = table.battle.field.between(table.hex(0, 0), table.hex(3, 1), nudge);
        line.map(|spot| spot.unwrap()).collect::<Vec<_>>()
    };
    let (plus, minus) = (between(Nudge::Plus), between(Nudge::Minus));
    assert!(plus.contains(&table.hex(2, 0)) && !plus.contains(&table.hex(1, 1)));
    assert!(minus.contains(&table.hex(1, 1)) && !minus.contains(&table.hex(2, 0)));
}

/// V-42, B-90: one of the two lines is enough.
#[test]
fn v_42_either_line() {
    assert!(sees(". # .\n . . .\n. . .", (0, 0), (1, 1)));
    assert!(!sees(". # .\n # . .\n. . .", (0, 0), (1, 1)));
}

/// V-43, B-93: two partials block, one does not, and what blocks is seen.
#[test]
fn v_43_trees() {
    let map = ". T . T . .";
    let table = alone("", map, "", &vega(0, 0, ""));
    let line = |to| true_line(&table.battle, &table.state, table.hex(0, 0), table.hex(to, 0));
    assert!(table.sees("Vega", 2, 0));
    assert_eq!((line(2).partials, line(2).blocked), (1, None));
    assert!(table.sees("Vega", 3, 0));
    assert!(!table.sees("Vega", 4, 0) && !table.sees("Vega", 5, 0));
    assert_eq!(line(5).blocked, Some(table.hex(3, 0)));
}

/// V-44, B-93: ground as high as the eye blocks.
#[test]
fn v_44_a_ridge() {
    let row = ". . . . . . .";
    assert!(!alone("", row, "0001000", &vega(0, 0, "")).sees("Vega", 6, 0));
    let table = alone("", row, "1001000", &vega(0, 0, ""));
    assert!(table.sees("Vega", 6, 0));
    let mut table = alone("", row, "0001000", &vega(6, 0, ""));
    assert!(!table.sees("Vega", 0, 0));
    table.put("Vega", 3, 0);
    assert!(table.sees("Vega", 0, 0) && table.sees("Vega", 6, 0));
}

/// V-45: over a wall from high up, but not to its foot.
#[test]
fn v_45_over_a_wall() {
    let row = ". . . # . . .";
    assert!(!alone("", row, "2000000", &vega(0, 0, "")).sees("Vega", 6, 0));
    let table = alone("", row, "3000000", &vega(0, 0, ""));
    assert!(table.sees("Vega", 6, 0));
    assert!(!table.sees("Vega", 4, 0));
}

/// V-46, B-92: smoke on the line, ends included, halves the range; how dense
/// it is does not matter.
#[test]
fn v_46_smoke() {
    let row = ". . . . . . . . . . . .";
    for dense in [1, 3] {
        let mut table = alone("", row, "", &vega(0, 0, ""));
        let third = table.hex(2, 0);
        table.state.ground.smoke.set(third, dense);
        table.refresh();
        assert!(table.sees("Vega", 5, 0));
        assert!(!table.sees("Vega", 6, 0));
    }
    let mut table = alone("", row, "", &vega(0, 0, ""));
    let far = table.hex(8, 0);
    table.state.ground.smoke.set(far, 1);
    table.refresh();
    // The hex before the smoke at full range, the smoky one no more.
    assert!(table.sees("Vega", 7, 0));
    assert!(!table.sees("Vega", 8, 0) && !table.sees("Vega", 9, 0));
    // In smoke oneself, every line is smoky.
    let own = table.hex(0, 0);
    table.state.ground.smoke.set(own, 1);
    table.refresh();
    assert!(table.sees("Vega", 5, 0) && !table.sees("Vega", 6, 0));
}

/// V-47, B-92: darkness and fog shorten the range, never below 1.
#[test]
fn v_47_light_and_weather() {
    let row = ". . . . . . . . . . . . . . . . . .";
    let farthest = |more: &str, unit: &str, smoke: bool| {
        let mut table = alone(more, row, "", unit);
        let first = table.hex(1, 0);
        table.state.ground.smoke.set(first, u8::from(smoke));
        table.refresh();
        (0..18).filter(|col| table.sees("Vega", *col, 0)).max().unwrap()
    };
    let night = "light = \"night\"";
    assert_eq!(farthest(night, &vega(0, 0, ""), false), 5);
    let fog = "light = \"night\"\nweather = \"heavy_fog\"";
    assert_eq!(farthest(fog, &man("sectoid", "Vega", 0, 0, ""), false), 3);
    let dusk = "light = \"dusk\"";
    assert_eq!(farthest(dusk, &man("marksman", "Vega", 0, 0, ""), true), 5);
    assert_eq!(farthest("light = \"day\"", &man("marksman", "Vega", 0, 0, ""), false), 15);
    let darkest = "light = \"dark\"\nweather = \"heavy_fog\"";
    assert_eq!(farthest(darkest, &vega(0, 0, "vision = 2"), true), 1);
}

/// V-48, C-32: what stands between.
#[test]
fn v_48_one_hex_between() {
    let through = |glyph: &str| sees(&format!(". {glyph} ."), (0, 0), (2, 0));
    for (glyph, clear) in [("w", false), ("~", true), ("+", false), ("/", true), ("O", true)] {
        assert_eq!(through(glyph), clear, "{glyph}");
    }
    // B-93: barricade, crate, bush and tree count 1 each.
    for glyph in ["H", "c", "b", "T"] {
        assert!(through(glyph));
        assert!(!sees(&format!(". {glyph} {glyph} ."), (0, 0), (3, 0)));
    }
}

/// B-14, B-90: nothing is seen over a corner outside the map; the own hex
/// always is; facing does not matter.
#[test]
fn b_14_b_90_edges_and_all_round_sight() {
    let field = ". . . .\n . . . .\n. . . .\n . . . .\n. . . .";
    let mut table = alone("", field, "", &vega(2, 2, "facing = \"E\""));
    let all = |table: &Table| (0..5).all(|row| (0..4).all(|col| table.sees("Vega", col, row)));
    assert!(all(&table));
    for dir in Dir::ALL {
        table.unit_mut("Vega").facing = dir;
        table.refresh();
        assert!(all(&table));
    }
    let walled = alone("", "# # #\n # . #\n# # #", "", &vega(1, 1, ""));
    assert!(walled.sees("Vega", 1, 1));
    // From [0,0] to [0,2] the hex [-1,1] lies outside: that line is blocked.
    let map = ". .\n # .\n. .";
    assert!(!sees(map, (0, 0), (0, 2)));
    assert!(sees(". .\n . .\n. .", (0, 0), (0, 2)));
}

/// B-91, C-30: how far the classes see; a marksman only with the rifle in hand.
#[test]
fn b_91_vision_ranges() {
    let range = |class: &str| {
        let table = alone("", ". . .", "", &man(class, "Vega", 0, 0, ""));
        vision(&table.battle, &table.state, table.id("Vega"))
    };
    for (class, hexes) in
        [("rifleman", 10), ("marksman", 15), ("sectoid", 12), ("commander", 8), ("civilian", 8)]
    {
        assert_eq!(range(class), hexes, "{class}");
    }
    let mut table = alone("", ". . .", "", &man("marksman", "Vega", 0, 0, ""));
    table.unit_mut("Vega").weapons.swap(0, 1);
    assert_eq!(vision(&table.battle, &table.state, table.id("Vega")), 10);
    table.unit_mut("Vega").weapons[0].weapon = WeaponId(0);
    assert_eq!(vision(&table.battle, &table.state, table.id("Vega")), 10);
}

/// B-92: at night a fire, a flare and a burning unit are judged by daylight.
#[test]
fn b_92_lights() {
    let row = ". . . . . . . . . . . .";
    let night = "light = \"night\"";
    let mut table = alone(
        night,
        row,
        "",
        &format!("{}, {}", vega(0, 0, ""), vega(9, 0, "").replace("Vega", "Okoro")),
    );
    assert!(!table.sees("Vega", 9, 0) && !table.sees("Vega", 8, 0));
    table.unit_mut("Okoro").burn = Some(fracas_battlescape::state::Burn { dice: 1, turns: 3 });
    table.refresh();
    assert!(table.sees("Vega", 9, 0) && !table.sees("Vega", 8, 0));
    let flare = table.hex(7, 0);
    table.state.ground.flares.push((flare, 1, 4));
    table.refresh();
    assert!(table.sees("Vega", 6, 0) && table.sees("Vega", 8, 0) && table.sees("Vega", 9, 0));
    assert!(table.sees("Vega", 5, 0) && !table.sees("Vega", 10, 0));
    let fire = table.hex(10, 0);
    table.state.ground.fire[fire.index()] = 4;
    table.refresh();
    assert!(table.sees("Vega", 10, 0) && !table.sees("Vega", 11, 0));
}

/// V-63: a fire is seen at night until its own smoke halves the range.
#[test]
fn v_63_a_fire_at_night() {
    let map = ". . . . . . . ,";
    let mut table = alone("light = \"night\"", map, "", &vega(0, 0, "vision = 12"));
    let grass = table.hex(7, 0);
    table.state.ground.fire[grass.index()] = 4;
    table.refresh();
    assert!(table.sees("Vega", 7, 0) && table.sees("Vega", 6, 0));
    table.resolution(&[]);
    assert_eq!(table.state.turn, 2);
    assert_eq!(table.state.ground.smoke[grass.index()], 1);
    assert!(!table.sees("Vega", 7, 0) && table.sees("Vega", 6, 0));
}

/// B-94, C-31: units, fire, items and bodies are no obstacle.
#[test]
fn b_94_units_do_not_block() {
    let both = format!("{}, {}", vega(0, 0, ""), man("medic", "Okoro", 1, 0, ""));
    let mut table = alone("", ". . . .", "", &both);
    assert!(table.sees("Vega", 3, 0));
    let next = table.hex(2, 0);
    table.state.ground.fire[next.index()] = 4;
    table.unit_mut("Okoro").fate = Fate::Dead;
    table.refresh();
    assert!(table.sees("Vega", 3, 0));
}

/// B-95: of the two lines the one with less in its way; equal ones: plus.
#[test]
fn b_95_the_chosen_line() {
    // [0,0] to [1,1] runs over [1,0] (plus) or [0,1] (minus).
    let line = |map: &str, smoke: &[(usize, usize, u8)]| {
        let mut table = alone("", map, "", &vega(0, 0, ""));
        for &(col, row, dense) in smoke {
            let spot = table.hex(col, row);
            table.state.ground.smoke.set(spot, dense);
        }
        true_line(&table.battle, &table.state, table.hex(0, 0), table.hex(1, 1))
    };
    let open = ". . .\n . . .";
    assert_eq!(line(open, &[(1, 0, 3)]).smoke, 0);
    assert_eq!(line(open, &[(1, 0, 3), (0, 1, 2)]).smoke, 2);
    assert_eq!(line(open, &[(0, 0, 1), (1, 0, 3)]).smoke, 1);
    assert_eq!(line(". T .\n . . .", &[(0, 1, 3)]).smoke, 3);
    assert_eq!(line(". T .\n T . .", &[]).partials, 1);
    let table = alone("", ". # .\n # . .", "", &vega(0, 0, ""));
    let line = true_line(&table.battle, &table.state, table.hex(0, 0), table.hex(1, 1));
    assert_eq!(line.blocked, Some(table.hex(1, 0)), "equal: the plus line");
}

/// V-61, B-104, C-40: two units in cover that face each other look past it.
#[test]
fn v_61_leaning_past_cover() {
    let map = ". c . . c .\n x x x x x x";
    let scene = |cover: &str| {
        let player = vega(0, 0, &format!("facing = \"E\"{cover}"));
        let enemy = man("sectoid", "Grey", 5, 0, &format!("facing = \"W\"{cover}"));
        crate::table::scene("", &crate::table::rows(map), &player, &enemy)
    };
    let free = scene("");
    assert!(!free.player_sees("Grey") && !free.sees("Grey", 0, 0));
    let mut leaning = scene(", cover = \"half\"");
    assert!(leaning.player_sees("Grey") && leaning.sees("Grey", 0, 0));
    let ends = (leaning.hex(0, 0), leaning.hex(5, 0));
    let line = true_line(&leaning.battle, &leaning.state, ends.0, ends.1);
    assert_eq!((line.blocked, line.partials), (None, 0));
    // One of them alone is one partial away.
    leaning.unit_mut("Grey").cover = Cover::None;
    leaning.refresh();
    let line = true_line(&leaning.battle, &leaning.state, ends.0, ends.1);
    assert_eq!((line.blocked, line.partials), (None, 1));
    // A wall blocks however one leans on it.
    let map = ". # . . .\n x x x x x";
    let wall = vega(0, 0, "facing = \"E\", cover = \"half\"");
    let table =
        crate::table::scene("", &crate::table::rows(map), &wall, &man("sectoid", "Grey", 4, 0, ""));
    assert!(!table.player_sees("Grey"));
}

/// What is thrown flies over partials, not over walls and ridges (B-180).
#[test]
fn b_180_flight() {
    let flies = |map: &str, elevation: &str, to: usize| {
        let table = alone("", map, elevation, &vega(0, 0, ""));
        flight(&table.battle, &table.state, table.hex(0, 0), table.hex(to, 0))
            .map(|spot| table.battle.field.col_row(spot).0)
    };
    assert_eq!(flies(". T T T .", "", 4), None);
    assert_eq!(flies(". T # T .", "", 4), Some(2));
    assert_eq!(flies(". . . . .", "00100", 4), Some(2));
    assert_eq!(flies(". . # . .", "", 2), None);
}

/// B-90, B-93, B-104: looking around by what is kept for the map gives hex by
/// hex what judging every hex gives, with smoke, fires, flares, cover and
/// changed terrain about.
#[test]
fn b_90_looking_around_is_judging_every_hex() {
    let mut numbers = Numbers(7);
    for round in 0..60 {
        let light = ["day", "dusk", "night", "dark"][round % 4];
        let map = Map::wild(&mut numbers, 14, 12, if round % 3 == 0 { 3 } else { 0 });
        let mut table = map.table(&format!("light = \"{light}\""), 4);
        map.disturb(&mut numbers, &mut table, round % 5 == 4);
        for unit in table.battle.units() {
            let mut seen = Spots::none(&table.battle.field);
            look(&table.battle, &table.state, unit, &mut seen);
            for spot in table.battle.field.spots() {
                let sees = sees_hex(&table.battle, &table.state, unit, spot);
                assert_eq!(seen.has(spot), sees, "round {round}, {spot:?}");
            }
        }
    }
}

/// B-13: who sees whom does not depend on who looks, by day and at equal
/// range.
#[test]
fn b_13_sight_is_mutual() {
    let mut numbers = Numbers(11);
    for _ in 0..20 {
        let map = Map::wild(&mut numbers, 12, 10, 2);
        let table = map.table("", 5);
        for a in table.battle.units() {
            for b in table.battle.units() {
                let (here, there) = (table.state.unit(a).at(), table.state.unit(b).at());
                let forth = true_line(&table.battle, &table.state, here, there);
                let back = true_line(&table.battle, &table.state, there, here);
                assert_eq!(forth.blocked.is_some(), back.blocked.is_some());
                if forth.blocked.is_none() {
                    assert_eq!(forth.partials, back.partials);
                }
            }
        }
    }
}
