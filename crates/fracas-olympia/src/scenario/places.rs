//! Terrain, weather and structures, and where one may stand (E-7, E-9 to E-12,
//! E-16, E-19).

use fracas_core::document::{Checked, Diagnostics};

use crate::battle::{Edition, Ground, Side, SideId, Structure, TERRAINS, Weather};
use crate::kinds::StructureKind;

/// The place of the battle.
pub fn ground(file: &Checked, edition: Edition, out: &mut Diagnostics) -> Ground {
    let place = file.table("place");
    let terrain = place.and_then(|place| place.text("terrain")).unwrap_or("plain");
    let mut weather = Weather::default();
    for word in place.map_or(&[][..], |place| place.list("weather")) {
        match word.text() {
            Some("wind") => weather.wind = true,
            Some("rain") => weather.rain = true,
            Some("fog") if edition == Edition::First => {
                out.error("E-9", &word.place, "fog belongs to the later edition")
                    .help("write edition = \"later\", or one of wind, rain");
            }
            Some("fog") => weather.fog = true,
            _ => {}
        }
    }
    let aboard = place.and_then(|place| place.table("aboard"));
    let inside = place.and_then(|place| place.table("inside"));
    if let (Some(aboard), Some(_)) = (aboard, inside) {
        out.error(
            "E-19",
            &aboard.here(),
            "both sides are either aboard a ship or inside a building",
        )
        .help("leave out place.aboard or place.inside");
    }
    for (table, ship) in [(aboard, true), (inside, false)] {
        let Some((table, found)) = table.and_then(|table| Some((table, structure(table)?))) else {
            continue;
        };
        if found.kind.is_ship() != ship {
            let key = if ship { "aboard" } else { "inside" };
            let fits =
                |key: &&&str| StructureKind::of(key).is_some_and(|kind| kind.is_ship() == ship);
            let fitting: Vec<&str> = StructureKind::KEYS.iter().filter(fits).copied().collect();
            let message = format!("place.{key} cannot be a {}", found.kind.key());
            out.error("E-19", &table.place("kind"), message)
                .help(format!("{key} fits {}", fitting.join(", ")));
        }
    }
    Ground {
        name: place.and_then(|place| place.text("name")).map(str::to_owned),
        terrain: TERRAINS.iter().find(|known| **known == terrain).copied().unwrap_or("plain"),
        weather,
        shared: aboard.or(inside).and_then(structure),
    }
}

/// A structure, if its kind is known.
pub fn structure(table: &Checked) -> Option<Structure> {
    let kind = StructureKind::of(table.text("kind")?)?;
    let defense = table.whole("defense").map_or(kind.usual_defense(), |points| points as u32);
    Some(Structure {
        kind,
        name: table.text("name").map(str::to_owned),
        code: table.text("code").map(str::to_owned),
        defense,
        damage: table.whole("damage").unwrap_or(0) as u32,
    })
}

/// Whether everybody stands where one can stand, and can attack from there.
pub fn check(file: &Checked, ground: &Ground, sides: &[Side; 2], out: &mut Diagnostics) {
    for side in SideId::BOTH {
        let Some(table) = file.table(side.key()) else { continue };
        if ground.shared.is_some() && table.has("structure") {
            out.error("E-12", &table.place("structure"), "both sides are in one structure already")
                .help("write either place.aboard or place.inside, or `structure` of a side");
        }
        if ground.at_sea() {
            check_at_sea(table, ground, &sides[side.index()], side, out);
        }
    }
    check_attacker(file, sides, out);
    for ally in file.table("defender").map_or(&[][..], |table| table.tables("ally")) {
        let aboard = ground.shared.as_ref().is_some_and(|structure| structure.kind.is_ship());
        if ground.at_sea() && !aboard {
            out.error("E-16", &ally.here(), "an ally has no place to stand on the ocean").help(
                "allies can be on the ocean only where both sides are on one ship, `place.aboard`",
            );
        } else if ground.shared.is_some() && !aboard {
            out.error("E-16", &ally.here(), "an ally has no place to stand inside")
                .help("allies stand outside; with `place.inside` there is no outside");
        }
    }
}

/// E-11.
fn check_at_sea(table: &Checked, ground: &Ground, side: &Side, id: SideId, out: &mut Diagnostics) {
    let housed = side.structure.as_ref().or(ground.shared.as_ref());
    match housed {
        Some(structure) if structure.kind.is_ship() => {}
        Some(structure) => {
            let place =
                if table.has("structure") { table.place("structure") } else { table.here() };
            let message = format!("there is no {} on the ocean", structure.kind.words());
            out.error("E-11", &place, message)
                .help("on the ocean a side is in a galley or roundship, or both are aboard one");
        }
        None if table.has("structure") => {}
        None => {
            let message = format!("the {} is on the ocean without a ship", id.key());
            out.error("E-11", &table.here(), message).help(
                "nobody can stand on the ocean: give each side a ship, or both one `place.aboard`",
            );
        }
    }
}

/// E-10.
fn check_attacker(file: &Checked, sides: &[Side; 2], out: &mut Diagnostics) {
    let Some(table) = file.table("attacker") else { return };
    let Some(structure) = &sides[0].structure else { return };
    let place = table.place("structure");
    if !structure.kind.is_ship() {
        let message = format!("the attacker is inside a {}", structure.kind.words());
        out.error("E-10", &place, message)
            .help("men inside cannot attack outside; leave the structure first");
    } else if !sides[1].structure.as_ref().is_some_and(|foe| foe.kind.is_ship()) {
        out.error("E-10", &place, "the attacker is aboard a ship and the defender is not")
            .help("ships attack ships only; leave the ship first");
    }
}
