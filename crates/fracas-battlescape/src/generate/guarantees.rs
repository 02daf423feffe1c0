//! What every made-up map promises (B-32).

use super::walking::on_foot;
use crate::data::{Data, Sight};
use crate::field::{Spot, Spots};
use crate::hex::Nudge;
use crate::scenario::Map;

/// At least so many percent of hexes can be entered.
const PASSABLE_PCT: usize = 60;
/// Nobody begins in sight of an enemy this near.
pub const CLEAR: u32 = 6;

/// Whether a map keeps them all.
pub fn are_kept(map: &Map, data: &Data) -> bool {
    let count = map.terrain.len();
    let passable = map.terrain.iter().filter(|id| data.terrain(**id).walk.is_some()).count();
    100 * passable >= PASSABLE_PCT * count && is_connected(map, data) && is_apart(map, data)
}

/// Every hex of every zone can be walked to from every other.
fn is_connected(map: &Map, data: &Data) -> bool {
    let Some(first) = map.zones.first().and_then(|(_, strip)| strip.iter().next()) else {
        return false;
    };
    let reached = on_foot(map, data, [first]);
    map.zones.iter().all(|(_, zone)| !zone.exceeds(&reached))
}

/// No hex of one strip is in sight of a near one of the other.
fn is_apart(map: &Map, data: &Data) -> bool {
    let [(_, ours), (_, theirs), ..] = map.zones.as_slice() else { return false };
    let near = |spot: &Spot, others: &Spots| {
        others.iter().any(|other| {
            map.field.distance(*spot, other) <= CLEAR && is_in_sight(map, data, *spot, other)
        })
    };
    !ours.iter().any(|spot| near(&spot, theirs))
}

/// Whether one of the two lines is free (B-93).
fn is_in_sight(map: &Map, data: &Data, from: Spot, to: Spot) -> bool {
    [Nudge::Plus, Nudge::Minus].into_iter().any(|nudge| is_free(map, data, from, to, nudge))
}

fn is_free(map: &Map, data: &Data, from: Spot, to: Spot, nudge: Nudge) -> bool {
    let length = map.field.distance(from, to) as i32;
    let level = |spot: Spot| i32::from(map.elevation[spot.index()]);
    let mut partials = 0;
    for (step, spot) in (1..).zip(map.field.between(from, to, nudge)) {
        let Some(spot) = spot else { return false };
        let eye = (level(from) + 1) * length + (level(to) - level(from)) * step;
        let terrain = data.terrain(map.terrain[spot.index()]);
        let top = (level(spot) + i32::from(terrain.height)) * length;
        match terrain.sight {
            _ if level(spot) * length >= eye => return false,
            Sight::Block if top >= eye => return false,
            Sight::Partial if top >= eye => partials += 1,
            _ => {}
        }
    }
    partials < 2
}
