//! A map as text, ready to be edited (B-33).

use std::fmt::Write;

use fracas_core::document::{write_key, write_text};

use crate::battle::Battle;
use crate::data::{Data, TerrainId};
use crate::field::{Field, Spot, Spots};
use crate::scenario::Map;
use crate::state::State;

/// What of a map is printed.
struct Layers<'a> {
    data: &'a Data,
    field: &'a Field,
    terrain: &'a [TerrainId],
    elevation: &'a [i16],
    smoke: &'a [u8],
    /// The hexes that burn.
    fire: Vec<bool>,
    zones: Vec<(&'a str, &'a Spots)>,
}

/// Writes the map as it stands as the table `[map]` of a scenario, which
/// reads back to the same map.
pub fn print(battle: &Battle, state: &State) -> String {
    let ground = &state.ground;
    written(&Layers {
        data: &battle.data,
        field: &battle.field,
        terrain: &ground.terrain,
        elevation: &battle.elevation,
        smoke: &ground.smoke,
        fire: ground.fire.iter().map(|turns| *turns > 0).collect(),
        zones: battle.zones.iter().map(|zone| (zone.name.as_str(), &zone.spots)).collect(),
    })
}

/// Writes a map before any battle.
pub(super) fn print_map(map: &Map, data: &Data) -> String {
    written(&Layers {
        data,
        field: &map.field,
        terrain: &map.terrain,
        elevation: &map.elevation,
        smoke: &map.smoke,
        fire: map.fire.clone(),
        zones: map.zones.iter().map(|(name, spots)| (name.as_str(), spots)).collect(),
    })
}

fn written(map: &Layers<'_>) -> String {
    let mut text = String::from("[map]\n");
    let digit = |number: u32| char::from_digit(number, 10).unwrap_or('0');
    layer(&mut text, "rows", map.field, |at| map.data.terrain(map.terrain[at.index()]).glyph);
    if map.elevation.iter().any(|level| *level != 0) {
        let level = |at: Spot| digit(map.elevation[at.index()].unsigned_abs().into());
        layer(&mut text, "elevation", map.field, level);
    }
    if map.smoke.iter().any(|smoke| *smoke != 0) {
        layer(&mut text, "smoke", map.field, |at| digit(map.smoke[at.index()].into()));
    }
    if map.fire.contains(&true) {
        layer(&mut text, "fire", map.field, |at| if map.fire[at.index()] { 'f' } else { '.' });
    }
    if !map.zones.is_empty() {
        let letters = letters(&map.zones);
        layer(&mut text, "zone_rows", map.field, |at| {
            let zone = map.zones.iter().position(|(_, spots)| spots.has(at));
            zone.map_or('.', |zone| letters[zone])
        });
        let named = map.zones.iter().zip(&letters).map(|((name, _), letter)| {
            format!("{} = {}", write_key(&letter.to_string()), write_text(name))
        });
        let _ = writeln!(text, "zones = {{ {} }}", named.collect::<Vec<_>>().join(", "));
    }
    text
}

/// One sign per hex, odd rows half a hex to the right.
fn layer(text: &mut String, key: &str, field: &Field, sign: impl Fn(Spot) -> char) {
    let _ = writeln!(text, "{key} = '''");
    for row in 0..field.rows() {
        if row % 2 == 1 {
            text.push(' ');
        }
        let signs = (0..field.cols()).filter_map(|col| field.at(col, row)).map(&sign);
        let signs: Vec<String> = signs.map(String::from).collect();
        let _ = writeln!(text, "{}", signs.join(" "));
    }
    text.push_str("'''\n");
}

/// A letter for each zone: the first of its name where that is free.
fn letters(zones: &[(&str, &Spots)]) -> Vec<char> {
    let mut letters: Vec<char> = Vec::new();
    for (name, _) in zones {
        let own = name.chars().next().filter(char::is_ascii_alphabetic);
        let own = own.map(|letter| letter.to_ascii_uppercase());
        let others = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain('!'..='&');
        let free = own.into_iter().chain(others).find(|letter| !letters.contains(letter));
        letters.push(free.unwrap_or('?'));
    }
    letters
}
