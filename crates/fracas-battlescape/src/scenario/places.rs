//! Where everybody begins (B-40..B-42).

use fracas_core::document::Diagnostics;

use super::map::Map;
use super::units::{Placement, Recruit, Roster};
use crate::battle::{Dealt, Side, UnitId};
use crate::data::Data;
use crate::field::Spot;
use crate::hex::Dir;
use crate::set_up::start_facing;
use crate::state::Cover;

/// Gives every unit its hex, those with `at` first (B-41). None for units
/// that find no place, which `out` tells, and in an aftermath for those that
/// have left the map (B-259).
pub fn place(
    roster: &Roster,
    data: &Data,
    map: &Map,
    aftermath: bool,
    out: &mut Diagnostics,
) -> (Vec<Option<Spot>>, Vec<Dealt>) {
    let mut spots: Vec<Option<Spot>> = vec![None; roster.recruits.len()];
    let mut taken: Vec<Option<usize>> = vec![None; map.field.count()];
    for (unit, recruit) in roster.recruits.iter().enumerate() {
        let Some(at) = recruit.at else { continue };
        if is_free(unit, at, &taken, roster, map, out)
            && (aftermath || is_passable(unit, at, roster, data, map, out))
        {
            taken[at.index()] = Some(unit);
        }
        spots[unit] = Some(at);
    }
    let mut rooms: Vec<Room> = Vec::new();
    // Ordered squads before those that dice place: these may take any hex left.
    for placement in [Placement::Order, Placement::Spread, Placement::Random] {
        for (number, squad) in roster.squads.iter().enumerate() {
            if squad.placement != placement {
                continue;
            }
            let waiting: Vec<usize> = (0..roster.recruits.len())
                .filter(|unit| roster.recruits[*unit].squad == number)
                .filter(|unit| roster.recruits[*unit].at.is_none())
                .filter(|unit| !roster.recruits[*unit].astray)
                .collect();
            if waiting.is_empty() {
                continue;
            }
            if aftermath && !squad.has_spawn {
                continue;
            }
            let Some(zone) = squad.spawn else {
                // A spawn zone that is not known was told already.
                if !squad.has_spawn {
                    homeless(&waiting, roster, out);
                }
                continue;
            };
            let (name, hexes) = &map.zones[zone];
            let free: Vec<Spot> = hexes
                .iter()
                .filter(|spot| taken[spot.index()].is_none() && is_open(*spot, data, map))
                .collect();
            let known = rooms.iter().position(|room| room.zone == zone);
            let waits =
                known.map_or(0, |known| rooms[known].spread.len() + rooms[known].random.len());
            if free.len() < waits + waiting.len() {
                let message = format!(
                    "the zone `{name}` is too small: {} needed, {} available",
                    waiting.len(),
                    free.len().saturating_sub(waits)
                );
                out.error("B-41", &squad.spawn_place, message)
                    .help("only passable hexes without hazard, fire or another unit count");
                continue;
            }
            if placement == Placement::Order {
                for (unit, spot) in waiting.iter().zip(&free) {
                    spots[*unit] = Some(*spot);
                    taken[spot.index()] = Some(*unit);
                }
                continue;
            }
            let known = known.unwrap_or_else(|| {
                rooms.push(Room { zone, free, spread: Vec::new(), random: Vec::new() });
                rooms.len() - 1
            });
            // Squads of one zone are placed together.
            let units = waiting.iter().map(|unit| UnitId(*unit as u8));
            match placement {
                Placement::Spread => rooms[known].spread.extend(units),
                _ => rooms[known].random.extend(units),
            }
        }
    }
    let side = |unit: &UnitId| roster.recruits[unit.index()].sheet.side;
    let mut dealt: Vec<Dealt> = rooms.iter().flat_map(|room| room.parts(side)).collect();
    dealt.extend(rooms.into_iter().filter(|room| !room.random.is_empty()).map(|room| Dealt {
        units: room.random,
        hexes: room.free,
        spread: false,
    }));
    // Where they stand as long as nobody has thrown the dice.
    for Dealt { units, hexes, spread } in &dealt {
        let first = if *spread { hexes.len() / 2 } else { 0 };
        let mut open = hexes[first..].iter().filter(|spot| taken[spot.index()].is_none());
        for unit in units {
            let Some(spot) = open.next() else { break };
            spots[unit.index()] = Some(*spot);
        }
        for unit in units {
            if let Some(spot) = spots[unit.index()] {
                taken[spot.index()] = Some(unit.index());
            }
        }
    }
    (spots, dealt)
}

/// A zone whose hexes dice give out.
struct Room {
    zone: usize,
    free: Vec<Spot>,
    spread: Vec<UnitId>,
    random: Vec<UnitId>,
}

impl Room {
    /// B-41: the part of the zone of each who is spread over it. Where they are the
    /// enemy's alone, parts are counted from its end, so that both sides of a
    /// mirrored map stand alike.
    fn parts(&self, side: impl Fn(&UnitId) -> Side) -> Vec<Dealt> {
        let (free, of) = (self.free.len(), self.spread.len());
        let mut order = self.free.clone();
        if self.spread.iter().all(|unit| side(unit) == Side::Enemy) {
            order.reverse();
        }
        let part = |(place, unit): (usize, &UnitId)| {
            let hexes = order[place * free / of..(place + 1) * free / of].to_vec();
            Dealt { units: vec![*unit], hexes, spread: true }
        };
        self.spread.iter().enumerate().map(part).collect()
    }
}

/// Units without `at` in a squad without `spawn`.
fn homeless(waiting: &[usize], roster: &Roster, out: &mut Diagnostics) {
    for unit in waiting {
        let recruit = &roster.recruits[*unit];
        let message = format!("{} has no place: neither `at` nor a `spawn`", recruit.sheet.name);
        out.error("B-41", &recruit.place, message)
            .help("give the unit `at`, or its squad a `spawn` zone");
    }
}

/// Whether nobody stands where the file puts a unit.
fn is_free(
    unit: usize,
    at: Spot,
    taken: &[Option<usize>],
    roster: &Roster,
    map: &Map,
    out: &mut Diagnostics,
) -> bool {
    let recruit = &roster.recruits[unit];
    let (name, hex) = (&recruit.sheet.name, map.field.col_row(at));
    if let Some(other) = taken[at.index()] {
        let other = &roster.recruits[other].sheet.name;
        let message = format!("{name} at {hex} stands on {other}");
        out.error("B-16", &recruit.place, message);
        return false;
    }
    true
}

/// Whether the ground there can be stood on. What a battle made of the ground
/// under somebody's feet does not matter (B-259).
fn is_passable(
    unit: usize,
    at: Spot,
    roster: &Roster,
    data: &Data,
    map: &Map,
    out: &mut Diagnostics,
) -> bool {
    let recruit = &roster.recruits[unit];
    let terrain = data.terrain(map.terrain[at.index()]);
    if terrain.walk.is_none() {
        let (name, hex) = (&recruit.sheet.name, map.field.col_row(at));
        let message = format!("{name} at {hex} stands on impassable terrain: {}", terrain.id);
        out.error("B-20", &recruit.place, message);
    }
    terrain.walk.is_some()
}

/// Whether a hex of a spawn zone counts (B-41).
fn is_open(spot: Spot, data: &Data, map: &Map) -> bool {
    let terrain = data.terrain(map.terrain[spot.index()]);
    terrain.walk.is_some() && terrain.hazard == 0 && !map.fire[spot.index()]
}

/// B-42: as given, else toward the middle of the map.
pub fn facing(recruit: &Recruit, at: Spot, map: &Map) -> Dir {
    recruit.facing.unwrap_or_else(|| start_facing(&map.field, at))
}

/// Cover that the map does not offer.
pub fn check_cover(
    recruit: &Recruit,
    at: Spot,
    facing: Dir,
    data: &Data,
    map: &Map,
    out: &mut Diagnostics,
) {
    let offered =
        map.field.step(at, facing).map_or(0, |hex| data.terrain(map.terrain[hex.index()]).cover);
    let wanted = match recruit.cover {
        Cover::None => 0,
        Cover::Half => 1,
        Cover::Full => 2,
    };
    let swims = data.terrain(map.terrain[at.index()]).swim && !recruit.sheet.flies;
    if wanted > 0 && swims {
        let message = format!("{} swims and cannot be in cover", recruit.sheet.name);
        out.error("B-78", &recruit.cover_place, message);
    } else if wanted > offered {
        let (name, hex) = (&recruit.sheet.name, map.field.col_row(at));
        let message = format!("{name} at {hex} has no such cover to the {}", facing.name());
        out.error("B-110", &recruit.cover_place, message);
    }
}
