//! What the signs of a map as text mean: only those that are on it.

use super::ascii::Painting;
use super::opening::title;
use super::signs::{Cell, FIRE, GHOST, ITEM, Ink, MARK, OBJECT, SMOKE, Signs};
use super::words;
use crate::battle::Side;
use crate::data::Terrain;
use crate::field::{Field, Spot};
use crate::state::Ghost;
use crate::view::View;

/// Units by side, each with its mark and hex.
pub fn units<'a>(
    field: &Field,
    paint: Painting<'_>,
    units: impl Iterator<Item = (Side, char, &'a str, Spot)>,
) -> String {
    let mut named: [Vec<String>; 3] = Default::default();
    for (side, mark, name, at) in units {
        let mark = paint(Ink::Side(side), &mark.to_string());
        named[side as usize].push(format!("{mark} {name} {}", field.col_row(at)));
    }
    let sides = [Side::Player, Side::Enemy, Side::Neutral].into_iter().zip(&named);
    sides.map(|(side, named)| list(title(side), named)).collect()
}

/// Enemies that were seen before.
pub fn ghosts(view: &View<'_>) -> String {
    let ghost = |ghost: &Ghost| {
        let (name, at) = (view.name(ghost), view.field().col_row(ghost.at));
        format!("{GHOST} {name} {at} in turn {}", ghost.turn)
    };
    list("Seen last", &view.ghosts().iter().map(ghost).collect::<Vec<_>>())
}

/// Zones, objects, items, the ground, and whatever else the map shows.
pub fn places(signs: &Signs<'_>, field: &Field, paint: Painting<'_>, cells: &[Cell]) -> String {
    let alarms = [(FIRE, "fire"), (SMOKE, "smoke"), (MARK, "something moved")];
    let alarms = alarms.into_iter().filter(|(sign, _)| {
        let shown = (Ink::Alarm, *sign);
        cells.iter().any(|cell| cell.sign == shown)
    });
    let painted = |ink: Ink, sign: char| paint(ink, &sign.to_string());
    let alarms = alarms.map(|(sign, word)| format!("{} {word}", painted(Ink::Alarm, sign)));
    let alarms: Vec<String> = alarms.collect();
    let (object, item) = (painted(Ink::Thing, OBJECT), painted(Ink::Thing, ITEM));
    list("Zones", &zones(signs, field, paint, cells))
        + &list("Objects", &objects(signs, field, &object))
        + &list("Items", &items(signs, field, &item))
        + &list("Signs", &alarms)
        + &heights(cells)
        + &ground(signs, cells)
}

/// Zones with their letters, and with those of their hexes that had no room
/// for one.
fn zones(signs: &Signs<'_>, field: &Field, paint: Painting<'_>, cells: &[Cell]) -> Vec<String> {
    let told = signs.zones.iter().map(|(letter, zone)| {
        let mut notes = Vec::new();
        if zone.exit {
            notes.push("exit".to_owned());
        }
        if zone.danger > 0 {
            notes.push(format!("danger {}", zone.danger));
        }
        let hidden = zone.spots.iter().filter(|spot| !cells[spot.index()].shows(*letter));
        let hidden: Vec<String> = hidden.map(|spot| field.col_row(spot).to_string()).collect();
        if !hidden.is_empty() {
            notes.push(format!("also {}", hidden.join(" ")));
        }
        let notes =
            if notes.is_empty() { String::new() } else { format!(" ({})", notes.join(", ")) };
        let letter = paint(Ink::Zone, &letter.to_string());
        format!("{letter} {}{notes}", zone.name)
    });
    told.collect()
}

fn objects(signs: &Signs<'_>, field: &Field, sign: &str) -> Vec<String> {
    let told = signs.objects.iter().map(|thing| {
        let kind =
            if thing.kind == thing.name { String::new() } else { format!(" {}", thing.kind) };
        format!("{sign} {} {}{kind}", thing.name, field.col_row(thing.at))
    });
    told.collect()
}

fn items(signs: &Signs<'_>, field: &Field, sign: &str) -> Vec<String> {
    let mut lying: Vec<(Spot, Vec<&str>)> = Vec::new();
    for (at, carried) in &signs.items {
        let item = signs.data.item(carried.item).id.as_str();
        match lying.iter_mut().find(|(spot, _)| spot == at) {
            Some((_, here)) if here.contains(&item) => {}
            Some((_, here)) => here.push(item),
            None => lying.push((*at, vec![item])),
        }
    }
    let told = lying.iter().map(|(at, here)| {
        let here = here.join(" and ");
        format!("{sign} {here} {}", field.col_row(*at))
    });
    told.collect()
}

fn heights(cells: &[Cell]) -> String {
    let digits = cells.iter().filter(|cell| cell.tail.0 == Ink::Height).map(|cell| cell.tail.1);
    match digits.max() {
        None => String::new(),
        Some('1') => "Heights: 1 behind a hex.\n".to_owned(),
        Some(most) => format!("Heights: 1 to {most} behind a hex.\n"),
    }
}

/// The kinds of ground by the cover they give to whoever is behind them.
fn ground(signs: &Signs<'_>, cells: &[Cell]) -> String {
    let mut kinds: [Vec<String>; 3] = Default::default();
    for terrain in cells.iter().filter_map(|cell| cell.ground) {
        let terrain = signs.data.terrain(terrain);
        let cover = &mut kinds[usize::from(terrain.cover.min(2))];
        let words = kind(terrain);
        if !cover.contains(&words) {
            cover.push(words);
        }
    }
    let heads = ["Ground", "Half cover", "Full cover"].into_iter();
    heads.zip(&kinds).map(|(head, kinds)| list(head, kinds)).collect()
}

fn kind(terrain: &Terrain) -> String {
    let (glyph, name) = (terrain.glyph, terrain.id.replace('_', " "));
    match terrain.hazard {
        0 => format!("{glyph} {name}"),
        hazard => format!("{glyph} {name} (danger {hazard})"),
    }
}

/// A list, if there is anything in it.
fn list(head: &str, items: &[String]) -> String {
    if items.is_empty() { String::new() } else { words::listed(head, items) }
}
