//! The state before the first die (B-42).

use fracas_core::document::{Checked, Diagnostics};
use smallvec::SmallVec;

use super::map::Map;
use super::places;
use super::units::{Recruit, Roster};
use crate::battle::Side;
use crate::data::Data;
use crate::data::people::read_item;
use crate::field::Spot;
use crate::state::{Carried, Fate, Ground, State, Unit};

/// Turns a fire burns that the map shows (B-22).
const FIRE_TURNS: u8 = 4;

/// The state before the first die. Units without a hex have left the map
/// before (B-259).
pub fn state(
    roster: &Roster,
    spots: &[Option<Spot>],
    items: Vec<(Spot, Carried)>,
    objectives: usize,
    data: &Data,
    map: &Map,
    out: &mut Diagnostics,
) -> State {
    let units = roster.recruits.iter().zip(spots).map(|(recruit, spot)| {
        let mut unit = unit(recruit, spot.unwrap_or(Spot(0)), data, map, out);
        if spot.is_none() {
            unit.fate = Fate::Escaped;
        }
        unit
    });
    let units = units.collect();
    let ground = Ground {
        terrain: map.terrain.clone(),
        smoke: map.smoke.clone().into(),
        fire: map.fire.iter().map(|fire| if *fire { FIRE_TURNS } else { 0 }).collect(),
        gas: vec![0; map.field.count()],
        changed: false,
        flares: SmallVec::new(),
        items,
    };
    let civilians = roster.recruits.iter().filter(|unit| unit.sheet.side == Side::Neutral).count();
    State::new(&map.field, units, ground, 2 + civilians, objectives)
}

fn unit(recruit: &Recruit, at: Spot, data: &Data, map: &Map, out: &mut Diagnostics) -> Unit {
    let facing = places::facing(recruit, at, map);
    places::check_cover(recruit, at, facing, data, map, out);
    let mut unit = Unit::new(at, facing, recruit.sheet.mode);
    unit.hp = recruit.hp;
    unit.tu = recruit.tu;
    unit.energy = recruit.sheet.max_energy;
    unit.morale = recruit.morale;
    unit.stance = recruit.stance;
    unit.cover = recruit.cover;
    unit.weapons = recruit.weapons.clone();
    unit.items = recruit.items.clone();
    unit
}

/// The items on the ground.
pub fn ground_items(
    file: &Checked,
    data: &Data,
    map: &Map,
    out: &mut Diagnostics,
) -> Vec<(Spot, Carried)> {
    let mut items = Vec::new();
    for entry in file.tables("item") {
        let (Some(id), Some(at)) = (entry.value("id"), entry.value("at")) else { continue };
        let who = id.text().unwrap_or_default();
        let at = map.hex(at, who, out);
        for (item, uses) in read_item(id, data, out) {
            if let Some(at) = at {
                items.push((at, Carried { item, uses, prepared: false }));
            }
        }
    }
    items
}
