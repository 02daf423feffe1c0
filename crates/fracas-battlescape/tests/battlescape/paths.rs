//! What steps cost and which way to go (§7, B-70..B-74).

use fracas_battlescape::ends::End;
use fracas_battlescape::field::Spot;
use fracas_battlescape::hex::Dir;
use fracas_battlescape::inspect::questions::path as inspect_path;
use fracas_battlescape::orders::Pace;
use fracas_battlescape::rules::paths::{Path, Reached, Search, Ways, best_path};
use fracas_battlescape::state::Stance;

use crate::random::{Map, Numbers};
use crate::table::{Table, alone, man, rows, scene, vega};

const PACES: [Pace; 3] = [Pace::Walk, Pace::Run, Pace::Crouch];

fn path(table: &Table, to: (usize, usize), pace: Pace) -> Option<Path> {
    let to = table.hex(to.0, to.1);
    best_path(&Ways::truth(&table.battle, &table.state, table.id("Vega"), pace, false), to)
}

fn cost(table: &Table, to: (usize, usize), pace: Pace) -> Option<u32> {
    path(table, to, pace).map(|path| path.cost)
}

fn directions(path: &Path) -> Vec<&'static str> {
    path.directions.iter().map(|dir| dir.name()).collect()
}

/// V-49, B-70, B-71, C-20: three plain hexes.
#[test]
fn v_49_plain_steps() {
    let mut table = alone("", ". . . .", "", &vega(0, 0, ""));
    assert_eq!(PACES.map(|pace| cost(&table, (3, 0), pace)), [Some(12), Some(15), Some(18)]);
    // B-71: prone units always pay half as much again, once.
    table.unit_mut("Vega").stance = Stance::Prone;
    assert_eq!(cost(&table, (3, 0), Pace::Walk), Some(18));
    assert_eq!(cost(&table, (3, 0), Pace::Crouch), Some(18));
    let (unit, to) = (table.id("Vega"), table.hex(3, 0));
    let run = inspect_path(&table.battle, &table.state, unit, to, Pace::Run);
    assert!(run.unwrap_err().0.contains("prone"), "B-71, B-269: and cannot run");
}

/// B-43, B-74: hunted civilians still pass their hunters like friends; to the
/// hunters they are enemies in the way.
#[test]
fn b_43_who_blocks_whom() {
    let text = |key: bool, civilian: usize, grey: usize| {
        format!(
            "ruleset = \"battlescape\"\nenemy_targets_civilians = {key}\n[map]\n{}\n\
             [[squad]]\nside = \"player\"\nunits = [{}]\n\
             [[squad]]\nside = \"enemy\"\nunits = [{}]\n\
             [[squad]]\nside = \"neutral\"\nunits = [{}]\n\
             [[objective]]\nkind = \"eliminate\"\nprimary = true\n",
            rows(". . .\n x x x\n. . ."),
            vega(0, 2, ""),
            man("sectoid", "Grey", grey, 0, ""),
            man("civilian", "Ada", civilian, 0, ""),
        )
    };
    let way = |table: &Table, name: &str| {
        let (unit, to) = (table.id(name), table.hex(2, 0));
        let path =
            best_path(&Ways::truth(&table.battle, &table.state, unit, Pace::Walk, false), to);
        path.map(|path| path.cost)
    };
    for key in [false, true] {
        assert_eq!(way(&Table::read(text(key, 0, 1)), "Ada"), Some(8));
        let hunter = way(&Table::read(text(key, 1, 0)), "Grey");
        assert_eq!(hunter, if key { None } else { Some(8) });
    }
}

/// V-50, B-24: through a closed door.
#[test]
fn v_50_a_door() {
    let table = alone("", ". + .", "", &vega(0, 0, ""));
    assert_eq!(cost(&table, (2, 0), Pace::Walk), Some(13));
    // B-72: a flyer pays for it too.
    let table = alone("", ". + .", "", &man("floater", "Vega", 0, 0, ""));
    assert_eq!(cost(&table, (2, 0), Pace::Walk), Some(13));
}

/// V-51, B-71, B-72: deep water is swum, never run, and flown over.
#[test]
fn v_51_deep_water() {
    let table = alone("", ". w w .", "", &vega(0, 0, ""));
    assert_eq!(cost(&table, (3, 0), Pace::Walk), Some(28));
    assert_eq!(cost(&table, (3, 0), Pace::Run), None);
    let table = alone("", ". w w .", "", &man("floater", "Vega", 0, 0, ""));
    assert_eq!(PACES.map(|pace| cost(&table, (3, 0), pace)), [Some(12), Some(15), Some(18)]);
}

/// V-52, B-23, B-70: up costs, down does not, two levels are too many.
#[test]
fn v_52_slopes() {
    let table = alone("", ". . .", "012", &vega(0, 0, ""));
    assert_eq!(cost(&table, (2, 0), Pace::Walk), Some(16));
    assert_eq!(cost(&table, (2, 0), Pace::Crouch), Some(20));
    let table = alone("", ". . .", "210", &vega(0, 0, ""));
    assert_eq!(cost(&table, (2, 0), Pace::Walk), Some(8));
    let table = alone("", ". . .", "020", &vega(0, 0, ""));
    assert_eq!(cost(&table, (2, 0), Pace::Walk), None);
    let table = alone("", ". . .", "020", &man("floater", "Vega", 0, 0, ""));
    assert_eq!(cost(&table, (2, 0), Pace::Walk), Some(8));
}

/// V-53: round the rubble.
#[test]
fn v_53_round_the_rubble() {
    let table = alone("", ". : : . .\n . . . . .", "", &vega(0, 0, ""));
    let path = path(&table, (3, 0), Pace::Walk).unwrap();
    assert_eq!((path.cost, directions(&path)), (16, vec!["SE", "E", "E", "NE"]));
    assert_eq!(path.steps.last(), Some(&table.hex(3, 0)));
}

/// V-54, B-74: of equal paths the one whose directions come first.
#[test]
fn v_54_the_first_of_equals() {
    let table = alone("", ". . . .\n . . . .\n. . . .", "", &vega(0, 0, ""));
    let path = path(&table, (2, 2), Pace::Walk).unwrap();
    assert_eq!((path.cost, directions(&path)), (12, vec!["E", "SE", "SE"]));
}

/// V-55, B-73, C-25: wounds make the sum dearer, rounded up once.
#[test]
fn v_55_wounds() {
    let mut table = alone("", ". . . . . .", "", &vega(0, 0, "hp = 100"));
    let costs = |table: &Table| [1, 5].map(|to| cost(table, (to, 0), Pace::Walk).unwrap());
    assert_eq!(costs(&table), [4, 20]);
    table.unit_mut("Vega").hp = 70;
    assert_eq!(costs(&table), [5, 22]);
    table.unit_mut("Vega").hp = 30;
    assert_eq!(costs(&table), [5, 25]);
    table.unit_mut("Vega").hp = 71;
    assert_eq!(costs(&table), [4, 20]);
}

/// B-70: surcharges add up before the flat extras.
#[test]
fn b_70_surcharges() {
    let price = |glyph: &str, elevation: &str, pace: Pace, fire: u8| {
        let mut table = alone("", &format!(". {glyph}"), elevation, &vega(0, 0, ""));
        let to = table.hex(1, 0);
        table.state.ground.fire[to.index()] = fire;
        cost(&table, (1, 0), pace)
    };
    assert_eq!(price(":", "01", Pace::Walk, 0), Some(12));
    assert_eq!(price(":", "01", Pace::Crouch, 0), Some(14));
    assert_eq!(price(":", "00", Pace::Run, 0), Some(10));
    assert_eq!(price("w", "00", Pace::Walk, 0), Some(12));
    assert_eq!(price(",", "00", Pace::Walk, 4), Some(9), "a burning hex costs 5 more");
    assert_eq!(price("#", "00", Pace::Walk, 0), None);
    assert_eq!(price("~", "10", Pace::Walk, 0), Some(8), "down costs nothing extra");
}

/// B-74: enemies block, friends are passed but not ended on, hazards and fires
/// are entered as the goal only.
#[test]
fn b_74_who_and_what_blocks() {
    let corridor = rows(". . . .\n x x x x");
    let both = |friend: &str, enemy: &str| scene("", &corridor, friend, enemy);
    let friend = format!("{}, {}", vega(0, 0, ""), man("medic", "Okoro", 1, 0, ""));
    let table = both(&friend, &man("sectoid", "Grey", 3, 0, ""));
    assert_eq!(cost(&table, (2, 0), Pace::Walk), Some(8), "through a friend");
    assert_eq!(cost(&table, (1, 0), Pace::Walk), None, "not onto one");
    assert_eq!(cost(&table, (3, 0), Pace::Walk), None);
    let table = both(&vega(0, 0, ""), &man("sectoid", "Grey", 1, 0, ""));
    assert_eq!(cost(&table, (2, 0), Pace::Walk), None, "not through an enemy");
    for hazard in ["L", "A", "S", "Z"] {
        let table = alone("", &format!(". {hazard} ."), "", &vega(0, 0, ""));
        assert_eq!(cost(&table, (1, 0), Pace::Walk), Some(4));
        assert_eq!(cost(&table, (2, 0), Pace::Walk), None);
        let (unit, to) = (table.id("Vega"), table.hex(2, 0));
        let dared =
            best_path(&Ways::truth(&table.battle, &table.state, unit, Pace::Walk, true), to);
        assert_eq!(dared.map(|path| path.cost), Some(8));
        let table = alone("", &format!(". {hazard} ."), "", &man("floater", "Vega", 0, 0, ""));
        assert_eq!(cost(&table, (2, 0), Pace::Walk), Some(8), "B-72: flyers ignore them");
    }
    let mut table = alone("", ". . .", "", &vega(0, 0, ""));
    let fire = table.hex(1, 0);
    table.state.ground.fire[fire.index()] = 3;
    assert_eq!(cost(&table, (1, 0), Pace::Walk), Some(9));
    assert_eq!(cost(&table, (2, 0), Pace::Walk), None);
}

/// B-74, B-100: planning goes by what the side knows. Unseen hexes are plain
/// ground, enemies out of sight do not block, fires are known of everywhere.
#[test]
fn b_74_b_100_planning_by_what_is_known() {
    let map = rows(". . # : .\n x x x x .\n. . . . .");
    let mut table = scene("", &map, &vega(0, 0, ""), &man("sectoid", "Grey", 4, 1, ""));
    let known = |table: &Table, to: (usize, usize)| {
        let (unit, to) = (table.id("Vega"), table.hex(to.0, to.1));
        best_path(&Ways::known(&table.battle, &table.state, unit, Pace::Walk, false), to)
    };
    // The rubble behind the wall was never seen; the wall itself was.
    assert_eq!(known(&table, (3, 0)), None);
    let wall = table.hex(2, 0);
    table.state.known[0].seen[wall.index()] = 0;
    let unseen = known(&table, (3, 0)).unwrap();
    assert_eq!(unseen.cost, 12, "wall and rubble are planned as ground");
    assert!(known(&table, (4, 1)).is_some(), "nobody knows that Grey stands there");
    table.state.known[0].units.put(fracas_battlescape::battle::UnitId(1));
    assert!(known(&table, (4, 1)).is_none());
    let rubble = table.hex(3, 0);
    table.state.ground.fire[rubble.index()] = 2;
    assert_eq!(known(&table, (3, 0)).unwrap().cost, 17);
    assert!(!known(&table, (4, 0)).unwrap().steps.contains(&rubble), "not through the fire");
    // Terrain is remembered as it was seen.
    let ground = table.state.ground.terrain[table.hex(0, 0).index()];
    let next = table.hex(1, 0);
    table.state.ground.terrain[next.index()] = table.battle.terrain[wall.index()];
    assert_eq!(table.state.known[0].terrain[next.index()], ground);
    assert_eq!(known(&table, (1, 0)).unwrap().cost, 4);
    assert_eq!(cost(&table, (1, 0), Pace::Walk), None);
}

/// The end whence the one who walks counts.
fn end(table: &Table) -> End {
    End::of(&table.battle.field, table.unit("Man 0").mind.post)
}

/// The best path found by trying all ways that are not worse, as B-74 defines
/// it: by cost, then steps, then directions as counted from its end (B-289).
fn best_by_trial(table: &Table, ways: &Ways<'_>, to: Spot) -> Option<(u32, Vec<usize>)> {
    let field = &table.battle.field;
    let from = table.unit("Man 0").at();
    let end = end(table);
    let mut best: Vec<Option<(u32, Vec<usize>)>> = vec![None; field.count()];
    best[from.index()] = Some((0, Vec::new()));
    let better = |a: &(u32, Vec<usize>), b: &Option<(u32, Vec<usize>)>| {
        let rank = |way: &(u32, Vec<usize>)| (way.0, way.1.len(), way.1.clone());
        b.as_ref().is_none_or(|b| rank(a) < rank(b))
    };
    // Improved again and again until nothing changes.
    loop {
        let mut changed = false;
        for spot in field.spots() {
            let Some(way) = best[spot.index()].clone() else { continue };
            if spot == to || (spot != from && (ways.enemy_on(spot) || ways.is_hazard(spot))) {
                continue;
            }
            for (dir, next) in field.neighbours(spot) {
                let Some(price) = ways.step(spot, next) else { continue };
                let mut longer = (way.0 + price, way.1.clone());
                longer.1.push(end.turned(dir).index());
                if better(&longer, &best[next.index()]) {
                    best[next.index()] = Some(longer);
                    changed = true;
                }
            }
        }
        if !changed {
            return best[to.index()].clone();
        }
    }
}

/// B-74: the search finds the defined path on wild maps, and the hexes within
/// reach are those with a path of that cost.
#[test]
fn b_74_the_defined_path() {
    let mut numbers = Numbers(23);
    for round in 0..12 {
        let map = Map::wild(&mut numbers, 9, 8, round % 3);
        let mut table = map.table("", 3);
        map.disturb(&mut numbers, &mut table, false);
        let unit = table.id("Man 0");
        let pace = PACES[round % 3];
        let ways = Ways::truth(&table.battle, &table.state, unit, pace, false);
        let mut search = Search::default();
        let mut reached = Vec::new();
        search.reach(&ways, 40, &mut reached);
        for to in table.battle.field.spots().filter(|to| *to != table.unit("Man 0").at()) {
            let found = search.path(&ways, to);
            let expected = best_by_trial(&table, &ways, to).filter(|_| !ways.is_taken(to));
            let counted = |dir: &Dir| end(&table).turned(*dir).index();
            let plain = found
                .as_ref()
                .map(|path| (path.cost, path.directions.iter().map(counted).collect::<Vec<_>>()));
            assert_eq!(plain, expected, "round {round} to {to:?}");
            let steps = |path: &Path| path.steps.len() as u32;
            let least = if pace == Pace::Run { 2 } else { 1 };
            let within = found.filter(|path| path.cost <= 40 && steps(path) >= least);
            let within =
                within.map(|path| Reached { at: to, cost: path.cost, steps: steps(&path) });
            assert_eq!(reached.iter().find(|reached| reached.at == to).copied(), within);
        }
    }
}
