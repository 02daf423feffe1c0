//! What a user writes, checked, and made into a battle (§23, §25).

mod map;
mod names;
mod objectives;
mod places;
mod shape;
mod start;
mod units;
mod warnings;

use std::sync::Arc;

use fracas_core::document::{Checked, Diagnostics, SourceId, check_part, parse_file};

pub use map::Map;
pub use shape::{LONGEST_NAME, MOST_XP, SCENARIO};

use crate::battle::{Battle, Light, Side};
use crate::data::{DATA, Data};
use crate::generate;
use units::Roster;
use warnings::Scene;

/// What `fracas new battlescape` prints.
pub const TEMPLATE: &str = include_str!("template.toml");

/// Makes a battle of a file whose values are of the right shape.
pub fn read(file: &Checked, out: &mut Diagnostics) -> Option<Battle> {
    let data = read_data(file, out);
    let map = read_map(file.table("map")?, &data, out)?;
    let roster = units::read(file, &data, &map, out);
    let aftermath = file.flag("aftermath").unwrap_or(false);
    if !aftermath {
        check_sides(file, &roster, out);
    }
    let zones = objectives::zones(file, &map, out);
    let objects = objectives::objects(file, &data, &map, out);
    let goals = objectives::read(file, &zones, &objects, &roster.recruits, out);
    let (spots, dealt) = places::place(&roster, &data, &map, aftermath, out);
    let items = start::ground_items(file, &data, &map, out);
    let lying = items.iter().map(|(_, carried)| carried.item).collect();
    let start = start::state(&roster, &spots, items, goals.len(), &data, &map, out);
    if out.has_errors() {
        return None;
    }
    let scene = Scene {
        file,
        data: &data,
        map: &map,
        roster: &roster,
        spots: &spots,
        lying,
        zones: &zones,
        objects: &objects,
        objectives: &goals,
    };
    scene.warn(out);
    let weather = shape::WEATHERS.iter().position(|word| file.text("weather") == Some(word));
    let battle = Battle {
        name: file.text("name").unwrap_or_default().to_owned(),
        field: map.field,
        elevation: map.elevation,
        terrain: map.terrain,
        sight: Arc::default(),
        menaces: Default::default(),
        supposed: Default::default(),
        zones,
        objects,
        objectives: goals,
        sheets: roster.recruits.into_iter().map(|recruit| recruit.sheet).collect(),
        dealt,
        light: light(file),
        weather: u32::from(data.sight.weather_pct[weather.unwrap_or(0)]),
        time_limit: file.whole("time_limit").and_then(|turns| u32::try_from(turns).ok()),
        enemy_targets_civilians: file.flag("enemy_targets_civilians").unwrap_or(false),
        aftermath,
        start,
        text: out.source(SourceId::SCENARIO).text.clone(),
        data,
    };
    Some(battle)
}

/// The map as it is drawn, or as it is made (B-30).
fn read_map(table: &Checked, data: &Data, out: &mut Diagnostics) -> Option<Map> {
    let Some(generate) = table.table("generate") else { return map::read(table, data, out) };
    const DRAWN: [&str; 6] = ["rows", "elevation", "smoke", "fire", "zone_rows", "zones"];
    for key in DRAWN.into_iter().filter(|key| table.has(key)) {
        let message = format!("`{key}` has no place beside `generate`");
        out.error("B-30", &table.key_place(key), message)
            .help("a map is either drawn or made; zones go into [map.generate] zones");
    }
    generate::read(generate, data, out)
}

/// The built-in data, the files of `data` and the `[rules]` over them.
fn read_data(file: &Checked, out: &mut Diagnostics) -> Data {
    let mut layers = Vec::new();
    for item in file.list("data") {
        let Some(name) = item.text() else { continue };
        match out.open(name) {
            Ok(source) => {
                if let Some(parsed) = parse_file(source, out) {
                    layers.push(check_part(&parsed, &DATA, out));
                }
            }
            Err(why) => {
                out.error("B-292", &item.place, format!("cannot read {name}: {why}"));
            }
        }
    }
    let layers: Vec<&Checked> = layers.iter().chain(file.table("rules")).collect();
    Data::layered(&layers, out)
}

fn light(file: &Checked) -> Light {
    match file.text("light") {
        Some("dusk") => Light::Dusk,
        Some("night") => Light::Night,
        Some("dark") => Light::Dark,
        _ => Light::Day,
    }
}

/// A side without units.
fn check_sides(file: &Checked, roster: &Roster, out: &mut Diagnostics) {
    if out.has_errors() {
        // They may be there, but wrong.
        return;
    }
    for side in [Side::Player, Side::Enemy] {
        if !roster.recruits.iter().any(|recruit| recruit.sheet.side == side) {
            let message = format!("the side `{}` has no units", side.name());
            out.error("B-43", &file.key_place("squad"), message);
        }
    }
}
