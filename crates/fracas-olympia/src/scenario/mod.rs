//! What a user writes, checked, and made into a battle (sections 12 and 15).

mod names;
mod places;
mod shape;
mod units;

use fracas_core::document::{Checked, Diagnostics, suggestion};

pub use shape::SCENARIO;

use crate::battle::{Battle, Edition, Side, SideId};
use crate::kinds::{Kind, KindId, Melee, Shoots, built_in};
use crate::muster::{self, Written};
use names::Names;

/// What `fracas new olympia` prints.
pub const TEMPLATE: &str = include_str!("template.toml");

/// Makes a battle of a file whose values are of the right shape.
pub fn read(file: &Checked, out: &mut Diagnostics) -> Option<Battle> {
    let edition = match file.text("edition") {
        Some("later") => Edition::Later,
        _ => Edition::First,
    };
    let ground = places::ground(file, edition, out);
    let (kinds, own_kinds, upkeep) = read_kinds(file, out);

    let mut units = Vec::new();
    let mut names = Names::default();
    let sides = SideId::BOTH.map(|side| {
        let table = file.table(side.key());
        read_side(table, side, &kinds, &mut units, &mut names, out)
    });
    names.check(out);
    if let Some(attacker) = file.table("attacker") {
        names.check_orders(attacker, &sides, &units, out);
    }
    places::check(file, &ground, &sides, out);

    if out.has_errors() {
        return None;
    }
    let aftermath = file.table("aftermath");
    let attacker = file.table("attacker");
    Some(muster::battle(Written {
        name: file.text("name").map(str::to_owned),
        edition,
        ground,
        sides,
        units,
        kinds,
        own_kinds,
        upkeep,
        target: attacker.and_then(|table| table.text("target")).map(str::to_owned),
        by: attacker.is_some_and(|table| table.has("by")),
        weeks: aftermath.and_then(|table| table.whole("weeks")).unwrap_or(0) as u32,
        inn: aftermath.and_then(|table| table.flag("inn")).unwrap_or(false),
    }))
}

/// The built-in kinds and the scenario's own (O-88), with upkeep as overridden (O-91).
fn read_kinds(file: &Checked, out: &mut Diagnostics) -> (Vec<Kind>, usize, Vec<(KindId, u32)>) {
    let mut kinds = built_in();
    let built_ins = kinds.len();
    for (key, item) in file.map("kinds") {
        let place = item.key_place();
        units::check_name(key, &place, out);
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if key.is_empty() || !key.chars().all(plain) {
            out.error("E-18", &place, format!("`{key}` cannot be the key of a kind"))
                .help("a key is made of lower-case letters, digits and _");
        } else if key == "noble" || kinds[..built_ins].iter().any(|kind| kind.key == key) {
            out.error("E-18", &place, format!("`{key}` is built in")).help("choose another name");
        } else if let Some(table) = item.table() {
            kinds.push(own_kind(key, table));
        }
    }
    let mut overrides = Vec::new();
    for (key, item) in file.map("upkeep") {
        let Some(index) = kinds.iter().position(|kind| kind.key == key) else {
            if !out.is_one_too_many() {
                let known = kinds.iter().map(|kind| kind.key.as_str());
                let help = suggestion(key, known);
                out.error("E-20", &item.key_place(), format!("upkeep of an unknown kind, `{key}`"))
                    .help(help);
            }
            continue;
        };
        if let Some(gold) = item.whole() {
            kinds[index].upkeep = gold as u32;
            overrides.push((KindId(index), gold as u32));
        }
    }
    let own_kinds = kinds.len() - built_ins;
    (kinds, own_kinds, overrides)
}

fn own_kind(key: &str, table: &Checked) -> Kind {
    let words = key.replace('_', " ");
    let rating = |table: &Checked, key: &str| table.whole(key).unwrap_or(0) as u32;
    let melee = |table: &Checked| Melee {
        attack: rating(table, "attack"),
        defense: rating(table, "defense"),
    };
    Kind {
        key: key.to_owned(),
        plural: table.text("plural").map_or_else(|| format!("{words}s"), str::to_owned),
        singular: words,
        land: melee(table),
        missile: rating(table, "missile"),
        aboard: table.table("aboard").map(melee),
        swamp: table.table("swamp").map(melee),
        blessed: table.flag("blessed").unwrap_or(false),
        shoots: match table.text("shoots_like") {
            Some("archer") => Shoots::LikeArcher,
            _ => Shoots::LikeCrossbowman,
        },
        upkeep: rating(table, "upkeep"),
        engine: false,
        unwarlike: false,
    }
}

/// A side as far as it is written down; ratings and values come with the muster.
fn read_side(
    table: Option<&Checked>,
    side: SideId,
    kinds: &[Kind],
    units: &mut Vec<crate::battle::Unit>,
    names: &mut Names,
    out: &mut Diagnostics,
) -> Side {
    let first = units.len();
    let mut allies = Vec::new();
    if let Some(table) = table {
        units::read_stack(table, side, kinds, units, names, out);
        for ally in table.tables("ally") {
            if side == SideId::Attacker {
                out.error("E-16", &ally.here(), "an attacker has no allies")
                    .help("allies join the defender only");
                continue;
            }
            let start = units.len();
            units::read_stack(ally, side, kinds, units, names, out);
            allies.push(crate::battle::Ally {
                units: start..units.len(),
                position: ally.whole("position"),
                whereabouts: ally.text("where").map(str::to_owned),
            });
        }
        units::check_limits(table, &units[first..], out);
    }
    Side {
        units: first..units.len(),
        bands: 0..0,
        structure: table.and_then(|table| table.table("structure")).and_then(places::structure),
        break_percent: table.and_then(|table| table.whole("break_point")).unwrap_or(50) as u32,
        value: 0,
        break_point: 0,
        position: table.and_then(|table| table.whole("position")),
        whereabouts: table.and_then(|table| table.text("where")).map(str::to_owned),
        hold: table.and_then(|table| table.flag("hold")).unwrap_or(false),
        allies,
    }
}
