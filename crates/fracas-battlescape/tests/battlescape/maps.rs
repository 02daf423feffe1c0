//! §2: map files.

use crate::common::{EXAMPLE, battle, read_with, refuse, skirmish, unit};

fn map_with(layers: &str) -> String {
    let rows = "P . . E\n . # . .\n";
    skirmish(rows, "").replace("zones =", &format!("{layers}\nzones ="))
}

/// B-22: white space is ignored, layers have the map's shape.
#[test]
fn b_22_rows_and_layers() {
    let b = battle(
        &map_with(
            "elevation = '''\n0 1 2 0\n 0 0 0 3\n'''\nsmoke = '''\n.3..\n0120\n'''\n\
         fire = '''\n..f.\n....\n'''\nzone_rows = '''\n....\n...T\n'''",
        )
        .replace("E = 'east' }", "E = 'east', T = 'tower' }"),
    );
    assert_eq!((b.field.cols(), b.field.rows()), (4, 2));
    assert_eq!(b.elevation, [0, 1, 2, 0, 0, 0, 0, 3]);
    assert_eq!(*b.start.ground.smoke, [0, 3, 0, 0, 0, 1, 2, 0]);
    // A fire of the map has its full four turns and no smoke of its own.
    assert_eq!(b.start.ground.fire, [0, 0, 4, 0, 0, 0, 0, 0]);
    assert_eq!(b.data.terrain(b.terrain[5]).id, "wall");
    let tower = b.zones.iter().find(|zone| zone.name == "tower").unwrap();
    assert_eq!(tower.spots.iter().map(|spot| spot.0).collect::<Vec<_>>(), [7]);
    assert_eq!(b.zones[0].spots.count(), 1);
}

/// B-22: zone letters lie on `base`.
#[test]
fn b_22_zone_letters_lie_on_the_base_terrain() {
    let b = battle(EXAMPLE);
    let at =
        |col, row| b.data.terrain(b.terrain[b.field.at(col, row).unwrap().index()]).id.as_str();
    assert_eq!(
        (at(0, 3), at(12, 2), at(8, 4), at(6, 3)),
        ("grass", "grass", "grass", "closed_door")
    );
}

/// §23: rows of unequal length, layers of another shape, glyphs nobody knows.
#[test]
fn b_22_bad_maps_are_shown_by_row_and_column() {
    let text = skirmish("P . . E\n . . .\n", "");
    refuse(&text, "map.rows", &["row 1 of map.rows has 3 hexes, row 0 has 4", "battle.toml:6:2"]);
    let text = skirmish("P . . E\n . q . .\n", "");
    refuse(&text, "map.rows", &["unknown glyph `q` at [1,1]", "battle.toml:6:4", "known are"]);
    // All of it in one go.
    let (_, out) = read_with(&skirmish("P . q E\n . . . . ?\n . .", ""), &[]);
    let words = out.render(false);
    for say in
        ["row 1 of map.rows has 5", "row 2 of map.rows has 2", "`q` at [2,0]", "`?` at [4,1]"]
    {
        assert!(words.contains(say), "{say}: {words}");
    }
    refuse(
        &map_with("elevation = '''\n0000\n'''"),
        "map.elevation",
        &["map.elevation has 1 rows, the map has 2"],
    );
    refuse(
        &map_with("smoke = '''\n0000\n000\n'''"),
        "map.smoke",
        &["row 1 of map.smoke has 3 hexes, the map has 4"],
    );
    refuse(&map_with("smoke = '''\n0040\n0000\n'''"), "map.smoke", &["`4` at [2,0]"]);
    refuse(&map_with("fire = '''\nF...\n....\n'''"), "map.fire", &["`F` at [0,0]", "`f` or `.`"]);
    refuse(&map_with("zone_rows = '''\n....\n..Q.\n'''"), "map.zone_rows", &["`Q` at [2,1]"]);
    refuse(&map_with("zone_rows = '''\nE...\n....\n'''"), "map.zone_rows", &["one zone only"]);
}

#[test]
fn b_22_a_map_has_1_to_96_columns_and_rows() {
    refuse(&skirmish("", ""), "map.rows", &["the map is 0 columns by 0 rows"]);
    let wide = format!("P {} E", ". ".repeat(95));
    refuse(&skirmish(&wide, ""), "map.rows", &["the map is 97 columns by 1 rows", "1 to 96"]);
    let tall = format!("P E\n{}", ". .\n".repeat(96));
    refuse(&skirmish(&tall, ""), "map.rows", &["2 columns by 97 rows"]);
    let most = format!("P{}E\n{}", ".".repeat(94), format!("{}\n", ".".repeat(96)).repeat(95));
    assert_eq!(battle(&skirmish(&most, "")).field.count(), 96 * 96);
}

#[test]
fn b_22_zones_are_named_once_and_stand_on_the_map() {
    let zones = |zones: &str| skirmish("P . . E", "").replace("E = 'east' }", zones);
    refuse(&zones("E = 'east', F = 'west' }"), "map.zones.F", &["two zones are called `west`"]);
    refuse(&zones("E = 'east', Q = 'x' }"), "map.zones.Q", &["`Q` is not on the map"]);
    refuse(&zones("E = 'east', QQ = 'x' }"), "map.zones.QQ", &["`QQ` is no letter"]);
}

/// B-23: a step changes elevation by one at most, so this nest is out of
/// reach; §23: a warning only.
#[test]
fn b_23_a_cliff_keeps_a_zone_apart() {
    let cliff = "elevation = '''\n0 0 0 2\n 0 0 0 0\n'''";
    let (battle, out) = read_with(&map_with(cliff), &[]);
    assert!(battle.is_some());
    let words = out.render(false);
    assert!(words.contains("warning[B-32]: the zone `east` cannot be reached on foot"), "{words}");
    let ramp = "elevation = '''\n0 0 0 2\n 0 0 1 1\n'''";
    assert_eq!(read_with(&map_with(ramp), &[]).1.render(false), "");
}

/// B-16, B-20: where units cannot be.
#[test]
fn units_stand_on_hexes_that_can_be_entered() {
    let at = |at: &str| {
        skirmish("P . # E", "")
            .replace("class = 'rifleman', count = 1", &format!("class = 'rifleman', {at}"))
    };
    refuse(&at("at = [4, 0]"), "squad[0].units[0].at", &["rifleman 1 at [4,0] is off the map"]);
    refuse(&at("at = [2, 0]"), "squad[0].units[0]", &["rifleman 1 at [2,0]", "impassable", "wall"]);
    let both =
        at("at = [1, 0]").replace("class = 'sectoid', count = 1", "class = 'sectoid', at = [1, 0]");
    refuse(&both, "squad[1].units[0]", &["sectoid 1 at [1,0] stands on rifleman 1"]);
    let b = battle(&at("at = [1, 0]"));
    assert_eq!(b.start.unit(unit(&b, "rifleman 1")).at().0, 1);
}
