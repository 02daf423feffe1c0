//! §3: made-up maps.

use std::collections::HashSet;

use fracas_battlescape::Battlescape;
use fracas_battlescape::battle::Battle;
use fracas_battlescape::data::Data;
use fracas_battlescape::field::{Spot, Spots};
use fracas_battlescape::generate::{MapRequest, make, map_text, print, size_named};
use fracas_battlescape::scenario::Map;
use fracas_core::chance::{Purpose, Rolled};
use fracas_core::ruleset::Ruleset;
use fracas_core::watch::Scores;

use crate::common::{battle, read_with, refuse};

const BIOMES: [&str; 8] =
    ["forest", "farmland", "urban", "desert", "industrial", "crash_site", "village", "compound"];

/// What the outside of buildings is made of.
const OUTSIDE: [&str; 4] = ["wall", "wood_wall", "window", "closed_door"];
/// And of what their inside is besides.
const INSIDE: [&str; 1] = ["open_door"];

fn request(biome: &str, seed: u64) -> MapRequest {
    MapRequest { seed, zones: vec!["cache".to_owned()], ..MapRequest::new(biome) }
}

fn generated(more: &str) -> String {
    format!(
        "[map.generate]\n{more}\n[[squad]]\nside = 'player'\nunits = [{{ class = 'rifleman', count = 4 }}]\n\
         [[squad]]\nside = 'enemy'\nunits = [{{ class = 'sectoid', count = 4 }}]\n\
         [[objective]]\nkind = 'eliminate'\nprimary = true\n"
    )
}

fn share(map: &Map, data: &Data, id: &str) -> usize {
    let kind = data.terrain_named(id).unwrap();
    map.terrain.iter().filter(|terrain| **terrain == kind).count()
}

#[test]
fn b_30_sizes_and_seeds() {
    for (size, cols, rows) in [("small", 20, 14), ("medium", 28, 20), ("large", 40, 28)] {
        let b = battle(&generated(&format!("biome = 'forest'\nsize = '{size}'\nseed = 4")));
        assert_eq!((b.field.cols(), b.field.rows()), (cols, rows));
    }
    let b = battle(&generated("biome = 'desert'\nsize = [30, 12]"));
    assert_eq!((b.field.cols(), b.field.rows()), (30, 12));
    let data = Data::built_in();
    let terrain = |seed| make(&request("forest", seed), &data).unwrap().terrain;
    assert_eq!(terrain(4), terrain(4));
    assert_ne!(terrain(4), terrain(5));
}

/// B-31: over many maps the scatter is that of the table.
#[test]
fn b_31_scatter_by_the_table() {
    let data = Data::built_in();
    for (biome, id, percent) in
        [("forest", "tree", 14), ("farmland", "low_wall", 5), ("desert", "rubble", 8)]
    {
        let maps: Vec<Map> =
            (0..40).filter_map(|seed| make(&request(biome, seed), &data).ok()).collect();
        assert_eq!(maps.len(), 40);
        let found: usize = maps.iter().map(|map| share(map, &data, id)).sum();
        // Strips, buildings and rivers take about two fifths of it away.
        let all = 40 * 20 * 14 * percent / 100;
        assert!((all / 2..all).contains(&found), "{biome}: {found} of {all}");
    }
}

/// B-31: buildings have walls and doors, rivers a bridge, hills slopes.
#[test]
fn b_31_buildings_rivers_and_hills() {
    let data = Data::built_in();
    let (mut rivers, mut hills) = (0, 0);
    for seed in 0..40 {
        let urban = make(&request("urban", seed), &data).unwrap();
        assert!(share(&urban, &data, "wall") >= 10 && share(&urban, &data, "closed_door") >= 1);
        let forest = make(&request("forest", seed), &data).unwrap();
        if share(&forest, &data, "deep_water") > 0 {
            rivers += 1;
            assert!(share(&forest, &data, "road") >= 1, "a river has a bridge");
        }
        hills += usize::from(forest.elevation.iter().any(|level| *level > 0));
        for spot in forest.field.spots() {
            for (_, next) in forest.field.neighbours(spot) {
                let levels = [spot, next].map(|spot| forest.elevation[spot.index()]);
                assert!(levels[0].abs_diff(levels[1]) <= 1);
            }
        }
    }
    // 40% of forests have a river; nearly all have a hill that is not cut away.
    assert!((8..=24).contains(&rivers), "{rivers}");
    assert!(hills >= 30, "{hills}");
    let crash = (0..20).map(|seed| make(&request("crash_site", seed), &data).unwrap());
    assert!(crash.map(|map| map.fire.iter().filter(|fire| **fire).count()).sum::<usize>() > 20);
}

/// The connected groups of the hexes that pass a test.
fn groups(map: &Map, fits: impl Fn(Spot) -> bool) -> Vec<Spots> {
    let mut groups: Vec<Spots> = Vec::new();
    for start in map.field.spots().filter(|spot| fits(*spot)) {
        if groups.iter().any(|group| group.has(start)) {
            continue;
        }
        let mut group = Spots::none(&map.field);
        group.put(start);
        let mut steps = vec![start];
        while let Some(spot) = steps.pop() {
            for (_, next) in map.field.neighbours(spot) {
                if fits(next) && !group.has(next) {
                    group.put(next);
                    steps.push(next);
                }
            }
        }
        groups.push(group);
    }
    groups
}

/// B-31 with its table: no map has fewer buildings or hills than its biome, and
/// no building cuts a road or a river. On mirrored maps too (B-30).
#[test]
fn b_31_every_map_has_what_its_biome_has() {
    let data = Data::built_in();
    let (mut roads, mut rivers) = (0, 0);
    for (biome, size, mirror) in BIOMES.iter().flat_map(|biome| {
        let sizes = ["small", "medium", "large"].into_iter();
        sizes.flat_map(move |size| [(*biome, size, false), (*biome, size, true)])
    }) {
        let table = data.biomes.iter().find(|known| known.id == biome).unwrap();
        for seed in 0..30 {
            let size = size_named(size).unwrap();
            let map = make(&MapRequest { size, mirror, ..request(biome, seed) }, &data).unwrap();
            let is = |spot: Spot, ids: &[&str]| {
                ids.contains(&data.terrain(map.terrain[spot.index()]).id.as_str())
            };
            let place = |spot: Spot| map.field.col_row(spot);
            let case = format!("{biome} {size:?}, seed {seed}, mirror {mirror}");

            let walls = |spot| is(spot, &OUTSIDE) || is(spot, &INSIDE);
            // The table is for a medium map; larger ones have more.
            let grounds = if table.wreck { 1 } else { (size.0 * size.1 + 280) / 560 };
            let times = |number: u8| usize::from(number) * grounds.max(1);
            let (least, most) = (times(table.buildings.0), times(table.buildings.1));
            let found = groups(&map, walls).len();
            assert!(found >= least, "{case}: {found} buildings");
            // A wreck's walls fall into pieces; half of a mirrored one is another.
            assert!(table.wreck || found <= most, "{case}: {found} buildings");

            let high = map.elevation.iter().copied().max().unwrap_or(0);
            assert!(table.hills.0 == 0 || high >= 2, "{case}: no hill");
            assert!(table.hills.1 > 0 || high == 0, "{case}: a hill");

            // Urban ground is road everywhere.
            if table.road > 0 && share(&map, &data, "road") > 0 {
                roads += 1;
                let (west, east) = (3, size.0 as u8 - 4);
                let whole = groups(&map, |spot| is(spot, &["road"])).into_iter().any(|road| {
                    [west, east].iter().all(|col| road.iter().any(|spot| place(spot).0 == *col))
                });
                assert!(whole, "{case}: a road that leads nowhere");
            }
            if share(&map, &data, "deep_water") > 0 {
                rivers += 1;
                let ends = [0, size.1 as u8 - 1];
                for river in groups(&map, |spot| is(spot, &["deep_water", "road"])) {
                    let whole = ends.iter().all(|row| {
                        river.iter().any(|spot| place(spot).1 == *row && is(spot, &["deep_water"]))
                    });
                    assert!(whole, "{case}: a river that ends");
                    assert!(river.iter().any(|spot| is(spot, &["road"])), "{case}: no bridge");
                }
            }
        }
    }
    assert!(roads > 300 && rivers > 50, "{roads} roads, {rivers} rivers");
}

/// B-31, B-32: also on small maps of odd sizes the houses of a town find room.
#[test]
fn b_31_towns_on_small_maps() {
    let data = Data::built_in();
    for size in [(18, 12), (22, 10), (30, 7)] {
        for seed in 0..40 {
            let map = make(&MapRequest { size, ..request("urban", seed) }, &data).unwrap();
            let walls = |spot: Spot| {
                let id = &data.terrain(map.terrain[spot.index()]).id;
                OUTSIDE.contains(&id.as_str()) || INSIDE.contains(&id.as_str())
            };
            assert!(groups(&map, walls).len() >= 3, "{size:?}, seed {seed}");
        }
    }
}

/// B-32: what every map promises, checked by other means than the maker's.
#[test]
fn b_32_guarantees_hold() {
    let data = Data::built_in();
    for biome in BIOMES {
        for seed in 0..12 {
            let map = make(&request(biome, seed), &data).unwrap();
            let passable =
                map.terrain.iter().filter(|id| data.terrain(**id).walk.is_some()).count();
            assert!(passable * 100 >= map.terrain.len() * 60);
            let names: Vec<&str> = map.zones.iter().map(|(name, _)| name.as_str()).collect();
            assert_eq!(names, ["player", "enemy", "cache"]);
            assert_eq!(map.zones[0].1.count(), 3 * 14);
            let dry = flood(&map, &data);
            assert!(map.zones.iter().all(|(_, zone)| zone.iter().all(|spot| dry.has(spot))));
            assert!(map.zones.iter().take(2).all(|(_, strip)| {
                strip.iter().all(|spot| map.elevation[spot.index()] == 0 && !map.fire[spot.index()])
            }));
        }
    }
}

/// Grows from the player's strip until nothing changes.
fn flood(map: &Map, data: &Data) -> Spots {
    let mut wet = Spots::none(&map.field);
    map.zones[0].1.iter().take(1).for_each(|spot| wet.put(spot));
    loop {
        let before = wet.count();
        for spot in map.field.spots().filter(|spot| !wet.has(*spot)).collect::<Vec<Spot>>() {
            let terrain = data.terrain(map.terrain[spot.index()]);
            let dry = terrain.walk.is_some()
                && terrain.id != "deep_water"
                && terrain.hazard == 0
                && !map.fire[spot.index()];
            let near = map.field.neighbours(spot).any(|(_, next)| {
                let levels = [spot, next].map(|spot| map.elevation[spot.index()]);
                wet.has(next) && levels[0].abs_diff(levels[1]) <= 1
            });
            if dry && near {
                wet.put(spot);
            }
        }
        if wet.count() == before {
            return wet;
        }
    }
}

/// B-32: squads of one side do not begin before the other's eyes.
#[test]
fn b_32_no_map_is_better_than_a_bad_one() {
    refuse(
        &generated("biome = 'urban'\nsize = [8, 6]\nseed = 3"),
        "map.generate",
        &["no valid map", "biome urban", "size 8 x 6", "seed 3", "50 tries"],
    );
    refuse(
        &generated("biome = 'urban'\nsize = [6, 6]"),
        "map.generate",
        &["no valid map", "take 12 columns or more"],
    );
    refuse(&generated("biome = 'forrest'"), "map.generate.biome", &["did you mean `forest`?"]);
    refuse(&generated("biome = 'forest'\nsize = 'huge'"), "map.generate.size", &["huge", "small"]);
    refuse(
        &generated("biome = 'forest'\nzones = ['a', 'a']"),
        "map.generate.zones[1]",
        &["two zones are called `a`"],
    );
    let both = generated("biome = 'forest'")
        .replace("[map.generate]", "[map]\nrows = '.'\n[map.generate]");
    refuse(&both, "map.rows", &["`rows` has no place beside `generate`"]);
    let crowd = generated("biome = 'forest'")
        .replace("class = 'sectoid', count = 4", "class = 'sectoid', count = 43");
    refuse(&crowd, "squad[1].spawn", &["the zone `enemy` is too small: 43 needed, 42 available"]);
}

/// B-31: a town of 96 x 96 has streets and blocks, with houses in proportion,
/// and every street can be walked.
#[test]
fn b_31_a_city() {
    let data = Data::built_in();
    for seed in 0..3 {
        let map = make(&MapRequest { size: (96, 96), ..request("urban", seed) }, &data).unwrap();
        let id = |spot: Spot| data.terrain(map.terrain[spot.index()]).id.as_str();
        let house = |spot: Spot| OUTSIDE.contains(&id(spot)) || INSIDE.contains(&id(spot));
        let houses = groups(&map, house).len();
        assert!((3 * 16..=5 * 16).contains(&houses), "seed {seed}: {houses} houses");
        // Streets are straight lanes without a house in them, many each way.
        let col = |col: usize| (0..96).all(|row| !house(map.field.at(col, row).unwrap()));
        let row = |row: usize| (4..92).all(|col| !house(map.field.at(col, row).unwrap()));
        let lanes = [(5..91).filter(|at| col(*at)).count(), (2..94).filter(|at| row(*at)).count()];
        assert!(lanes.iter().all(|lanes| *lanes >= 10), "seed {seed}: {lanes:?} lanes");
    }
}

/// B-31: rooms and houses can be entered: from the strip every hex that is not
/// a hazard is walked to, some windows and crates are in every house, and doors
/// of all kinds occur.
#[test]
fn b_31_rooms_and_doors() {
    let data = Data::built_in();
    let (mut rooms, mut open) = (0, 0);
    for biome in ["urban", "village", "compound", "farmland"] {
        for seed in 0..25 {
            let size = size_named("medium").unwrap();
            let map = make(&MapRequest { size, ..request(biome, seed) }, &data).unwrap();
            let dry = flood(&map, &data);
            let id = |spot: Spot| data.terrain(map.terrain[spot.index()]).id.as_str();
            let walls = |spot: Spot| OUTSIDE.contains(&id(spot)) || INSIDE.contains(&id(spot));
            for house in groups(&map, walls) {
                assert!(house.iter().any(|spot| id(spot) == "window"), "{biome} {seed}");
                for door in house.iter().filter(|spot| id(*spot) == "closed_door") {
                    assert!(dry.has(door), "{biome} {seed}: a door at {door:?} to nowhere");
                    let near = map.field.neighbours(door).filter(|(_, next)| dry.has(*next));
                    assert!(near.count() >= 2, "{biome} {seed}: a door at {door:?} to nowhere");
                }
            }
            // Floors that no wall parts, behind walls: rooms.
            let floors = |spot: Spot| matches!(id(spot), "ground" | "crate") && !walls(spot);
            if biome != "compound" {
                rooms += groups(&map, floors).iter().filter(|room| room.count() >= 4).count();
            }
            open += share(&map, &data, "open_door");
            for spot in map.field.spots().filter(|spot| floors(*spot)) {
                assert!(dry.has(spot), "{biome} {seed}: a floor at {spot:?} without a door");
            }
        }
    }
    assert!(rooms > 300 && open > 60, "{rooms} rooms, {open} open doors");
}

/// B-31, B-41: who came down with it begins at the wreck, in the farther half.
#[test]
fn b_41_the_crew_is_at_its_wreck() {
    let data = Data::built_in();
    for seed in 0..20 {
        let size = size_named("medium").unwrap();
        let map = make(&MapRequest { size, ..request("crash_site", seed) }, &data).unwrap();
        let walls = ["wall", "window", "closed_door"].map(|id| data.terrain_named(id).unwrap());
        let wreck = |spot: Spot| walls.contains(&map.terrain[spot.index()]);
        let crew = &map.zones[1].1;
        assert!(crew.count() >= 12, "seed {seed}: {} hexes", crew.count());
        for spot in crew.iter() {
            assert!(map.field.within(spot, 6).any(wreck), "seed {seed}: {spot:?}");
            assert!(map.field.col_row(spot).0 >= 10, "seed {seed}: {spot:?}");
        }
    }
}

/// B-31, B-32: a crash finds room on small maps too, on narrow ones with strips.
#[test]
fn b_41_crashes_on_small_maps() {
    let data = Data::built_in();
    for size in [(18, 12), (20, 14), (14, 10)] {
        for seed in 0..60 {
            let map = make(&MapRequest { size, ..request("crash_site", seed) }, &data).unwrap();
            assert!(map.zones[1].1.count() >= 8, "{size:?}, seed {seed}");
        }
    }
}

/// B-41: without `spawn` a squad stands over the whole length of its strip, on
/// a mirrored map like the other, each somewhere in his part of it; in a zone
/// that is named row by row.
#[test]
fn b_41_squads_are_spread_over_their_strips() {
    let b = battle(&generated("biome = 'forest'\nmirror = true"));
    let rows: Vec<u8> = b.start.units.iter().map(|unit| b.field.col_row(unit.at()).1).collect();
    assert_eq!(rows, [1, 5, 8, 12, 12, 8, 5, 1]);
    let count = b.field.count();
    for (ours, theirs) in (0..4).map(|place| (place, place + 4)) {
        let [ours, theirs] = [ours, theirs].map(|unit: usize| b.start.units[unit].at().index());
        assert_eq!(ours, count - 1 - theirs);
    }
    assert!(b.dealt.iter().all(|dealt| dealt.spread && dealt.units.len() == 1));
    let parts: Vec<usize> = b.dealt.iter().map(|dealt| dealt.hexes.len()).collect();
    assert_eq!(parts.iter().sum::<usize>() / 2, b.zones[0].spots.count());
    for (ours, theirs) in (0..4).map(|place| (&b.dealt[place], &b.dealt[place + 4])) {
        let turned = theirs.hexes.iter().map(|spot| count - 1 - spot.index());
        assert!(ours.hexes.iter().map(|spot| spot.index()).eq(turned));
    }
    // Each takes one hex of his part, by one die.
    let stood: Vec<Vec<usize>> = (0..40)
        .map(|trial| {
            let mut state = b.start.clone();
            let mut dice = Rolled::new(41, trial, Purpose::Setup);
            Battlescape::set_up(&b, &mut state, &mut dice, &mut Scores::new(vec![0; 64]));
            assert_eq!(dice.draws(), 8);
            state.units.iter().map(|unit| unit.at().index()).collect()
        })
        .collect();
    for (place, dealt) in b.dealt.iter().enumerate() {
        let seen: HashSet<usize> = stood.iter().map(|units| units[place]).collect();
        assert!(seen.len() > 5, "{place}");
        assert!(seen.iter().all(|at| dealt.hexes.iter().any(|spot| spot.index() == *at)));
    }
    let order =
        generated("biome = 'forest'").replace("'player'\n", "'player'\nplacement = 'order'\n");
    let b = battle(&order);
    let hexes: Vec<Spot> = b.start.units[..4].iter().map(|unit| unit.at()).collect();
    assert_eq!(hexes, [(0, 0), (1, 0), (2, 0), (0, 1)].map(|(c, r)| b.field.at(c, r).unwrap()));
}

/// B-41: both sides in one zone have parts of their own.
#[test]
fn b_41_both_sides_spread_over_one_zone() {
    let text = generated("biome = 'forest'").replace("'enemy'\n", "'enemy'\nspawn = 'player'\n");
    let b = battle(&text);
    let mut hexes: Vec<usize> =
        b.dealt.iter().flat_map(|dealt| dealt.hexes.iter().map(|spot| spot.index())).collect();
    let all = hexes.len();
    hexes.sort_unstable();
    hexes.dedup();
    assert_eq!((b.dealt.len(), hexes.len()), (8, all));
}

fn same_map(a: &Battle, b: &Battle) {
    assert_eq!((a.field.cols(), a.field.rows()), (b.field.cols(), b.field.rows()));
    assert_eq!(a.terrain, b.terrain);
    assert_eq!(a.elevation, b.elevation);
    assert_eq!(a.start.ground.fire, b.start.ground.fire);
    assert_eq!(a.start.ground.smoke, b.start.ground.smoke);
    let zones = |battle: &Battle| {
        let zones = battle.zones.iter();
        zones.map(|zone| (zone.name.clone(), zone.spots.clone())).collect::<Vec<_>>()
    };
    assert_eq!(zones(a), zones(b));
}

/// B-33: a printed map reads back to the same map.
#[test]
fn b_33_maps_print_as_text() {
    for biome in BIOMES {
        let text = generated(&format!("biome = '{biome}'\nseed = 7\nzones = ['cache', 'exit']"));
        let made = battle(&text);
        let printed = print(&made, &made.start);
        let end = text.find("[[squad]]").unwrap();
        let drawn = battle(&format!("{printed}{}", &text[end..]));
        same_map(&made, &drawn);
        // The same without a battle.
        let zones = ["cache", "exit"].map(str::to_owned).to_vec();
        assert_eq!(map_text(&MapRequest { zones, ..request(biome, 7) }), Ok(printed));
        // The strips of a printed map are still where squads begin.
        let places =
            |battle: &Battle| battle.start.units.iter().map(|unit| unit.at()).collect::<Vec<_>>();
        assert_eq!(places(&made), places(&drawn));
    }
}

/// B-33, §23: what keeps a map from being made is said in one line.
#[test]
fn b_33_no_map_and_why() {
    let why = |request: MapRequest| map_text(&request).unwrap_err().0;
    let plain = || request("forest", 0);
    assert_eq!(why(request("forrest", 0)), "there is no biome `forrest`; did you mean `forest`?");
    let odd = why(MapRequest { mirror: true, size: (20, 13), ..plain() });
    assert!(odd.contains("13 rows") && odd.contains("even number"), "{odd}");
    let huge = why(MapRequest { size: (97, 14), ..plain() });
    assert!(huge.contains("97 x 14") && huge.contains("1 to 96"), "{huge}");
    let small = why(MapRequest { size: (20, 5), ..request("urban", 3) });
    assert!(small.contains("no valid map of biome urban, size 20 x 5, seed 3"), "{small}");
}

/// B-34: the sequence of draws is a promise. Whoever changes this map raises
/// the version of the rules.
#[test]
fn b_34_a_known_map() {
    let made = battle(&generated("biome = 'farmland'\nseed = 4\nzones = ['barn']"));
    insta::assert_snapshot!(print(&made, &made.start));
}

/// B-3: the map comes from its own seed, whatever the battle's.
#[test]
fn b_3_the_map_has_a_seed_of_its_own() {
    let text = generated("biome = 'forest'\nseed = 9");
    let [a, b] = [1, 2].map(|seed| battle(&format!("seed = {seed}\n{text}")));
    same_map(&a, &b);
}

/// B-274: on a mirrored map both sides stand alike.
#[test]
fn b_30_mirrored_maps_are_the_same_from_either_side() {
    let data = Data::built_in();
    for biome in BIOMES {
        for seed in 0..8 {
            let map = make(&MapRequest { mirror: true, ..request(biome, seed) }, &data).unwrap();
            let count = map.field.count();
            let turned = |spot: Spot| Spot((count - 1 - spot.index()) as u16);
            for spot in map.field.spots() {
                let image = turned(spot);
                assert_eq!(map.terrain[spot.index()], map.terrain[image.index()]);
                assert_eq!(map.elevation[spot.index()], map.elevation[image.index()]);
                assert_eq!(map.fire[spot.index()], map.fire[image.index()]);
                assert_eq!(map.zones[0].1.has(spot), map.zones[1].1.has(image));
                assert_eq!(map.zones[2].1.has(spot), map.zones[2].1.has(image));
                // The turn keeps neighbours neighbours.
                for (_, next) in map.field.neighbours(spot) {
                    assert!(map.field.adjacent(image, turned(next)));
                }
            }
        }
    }
    let odd = generated("biome = 'forest'\nsize = [20, 13]\nmirror = true");
    refuse(&odd, "map.generate.mirror", &["13 rows", "even number of rows"]);
    assert_eq!(read_with(&generated("biome = 'urban'\nmirror = true"), &[]).1.render(false), "");
}
