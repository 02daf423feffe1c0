//! A map as text, ready to be edited (B-33).

use std::fmt::Write;

use fracas_core::document::{write_key, write_text};

use crate::battle::Battle;
use crate::field::{Field, Spot};
use crate::state::State;

/// Writes the map as it stands as the table `[map]` of a scenario, which
/// reads back to the same map.
pub fn print(battle: &Battle, state: &State) -> String {
    let (field, ground) = (&battle.field, &state.ground);
    let mut text = String::from("[map]\n");
    let glyph = |spot: Spot| battle.data.terrain(ground.terrain[spot.index()]).glyph;
    layer(&mut text, "rows", field, glyph);
    let digit = |number: u32| char::from_digit(number, 10).unwrap_or('0');
    if battle.elevation.iter().any(|level| *level != 0) {
        layer(&mut text, "elevation", field, |spot| {
            digit(battle.elevation[spot.index()].unsigned_abs().into())
        });
    }
    if ground.smoke.iter().any(|smoke| *smoke != 0) {
        layer(&mut text, "smoke", field, |spot| digit(ground.smoke[spot.index()].into()));
    }
    if ground.fire.iter().any(|turns| *turns != 0) {
        layer(
            &mut text,
            "fire",
            field,
            |spot| {
                if ground.fire[spot.index()] > 0 { 'f' } else { '.' }
            },
        );
    }
    if !battle.zones.is_empty() {
        let letters = letters(battle);
        layer(&mut text, "zone_rows", field, |spot| {
            let zone = battle.zones.iter().position(|zone| zone.spots.has(spot));
            zone.map_or('.', |zone| letters[zone])
        });
        let named = battle.zones.iter().zip(&letters).map(|(zone, letter)| {
            format!("{} = {}", write_key(&letter.to_string()), write_text(&zone.name))
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
fn letters(battle: &Battle) -> Vec<char> {
    let mut letters: Vec<char> = Vec::new();
    for zone in &battle.zones {
        let own = zone.name.chars().next().filter(char::is_ascii_alphabetic);
        let own = own.map(|letter| letter.to_ascii_uppercase());
        let others = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain('!'..='&');
        let free = own.into_iter().chain(others).find(|letter| !letters.contains(letter));
        letters.push(free.unwrap_or('?'));
    }
    letters
}
