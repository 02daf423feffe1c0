//! The state before the first die (B-42).

use fracas_core::document::{Checked, Diagnostics};
use smallvec::SmallVec;

use super::map::Map;
use super::places;
use super::units::{Recruit, Roster};
use crate::battle::{Side, UnitId, Units};
use crate::data::people::read_item;
use crate::data::{Data, TerrainId};
use crate::field::{Field, Spot, Spots};
use crate::state::{Carried, Fate, Ground, Knowledge, Mind, Phase, Progress, State, Unit, Vigil};

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
    let mut units = Vec::with_capacity(spots.len());
    let mut occupant = vec![None; map.field.count()];
    for (place, (recruit, spot)) in roster.recruits.iter().zip(spots).enumerate() {
        match *spot {
            Some(at) => {
                units.push(unit(recruit, at, data, map, out));
                occupant[at.index()] = Some(UnitId(place as u8));
            }
            None => {
                let left = unit(recruit, Spot(0), data, map, out);
                units.push(Unit { fate: Fate::Escaped, ..left });
            }
        }
    }
    let civilians = roster.recruits.iter().filter(|unit| unit.sheet.side == Side::Neutral).count();
    State {
        turn: 1,
        phase: Phase::Player,
        opened: false,
        sights: units.iter().map(|_| Spots::none(&map.field)).collect(),
        units,
        occupant,
        ground: Ground {
            terrain: map.terrain.clone(),
            smoke: map.smoke.clone().into(),
            fire: map.fire.iter().map(|fire| if *fire { FIRE_TURNS } else { 0 }).collect(),
            gas: vec![0; map.field.count()],
            changed: false,
            flares: SmallVec::new(),
            items,
        },
        known: (0..2 + civilians).map(|_| ignorance(&map.field)).collect(),
        progress: vec![Progress::default(); objectives],
        order: Vec::new(),
        fallen: SmallVec::new(),
        ended: None,
    }
}

fn unit(recruit: &Recruit, at: Spot, data: &Data, map: &Map, out: &mut Diagnostics) -> Unit {
    let facing = places::facing(recruit, at, map);
    places::check_cover(recruit, at, facing, data, map, out);
    Unit {
        at,
        fate: Fate::Here,
        hp: recruit.hp,
        tu: recruit.tu,
        energy: recruit.sheet.max_energy,
        morale: recruit.morale,
        facing,
        stance: recruit.stance,
        cover: recruit.cover,
        weapons: recruit.weapons.clone(),
        items: recruit.items.clone(),
        stun: 0,
        panic: None,
        burn: None,
        poison: 0,
        suppression: 0,
        slowed: 0,
        moved: false,
        ran: false,
        ended: false,
        fresh: true,
        no_carry: false,
        spurred: false,
        vigil: Vigil::None,
        controlled: None,
        initiative: 0,
        xp: 0,
        drew_blood: false,
        killer: None,
        mind: Mind {
            mode: recruit.sheet.mode,
            post: at,
            contact: 0,
            waypoint: 0,
            orders: 0,
            moves: 0,
            attacks: 0,
            searches: None,
        },
    }
}

/// What somebody knows who has not looked yet.
fn ignorance(field: &Field) -> Knowledge {
    Knowledge {
        visible: Spots::none(field),
        seen: vec![0; field.count()],
        terrain: vec![TerrainId(0); field.count()],
        units: Units::default(),
        ghosts: SmallVec::new(),
        marks: SmallVec::new(),
        cues: SmallVec::new(),
        clairvoyance: SmallVec::new(),
        explosions: SmallVec::new(),
        quiet: 0,
        blood: false,
        moved: Units::default(),
    }
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
