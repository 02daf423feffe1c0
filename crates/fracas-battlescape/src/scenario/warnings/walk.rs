//! The least it takes to get somewhere, whoever stands in the way.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::data::Data;
use crate::field::{Spot, Spots};
use crate::scenario::Map;

/// What it costs at least to walk, or fly, to the nearest of some hexes, from
/// every hex; none where no way leads there. Swimming and hazards are ways, if
/// bad ones (B-70..B-74).
pub fn costs(map: &Map, data: &Data, flies: bool, goal: &[Spot]) -> Vec<Option<u32>> {
    let mut best: Vec<Option<u32>> = vec![None; map.field.count()];
    let mut queue = BinaryHeap::new();
    for spot in goal {
        best[spot.index()] = Some(0);
        queue.push(Reverse((0, *spot)));
    }
    // From the goal back: what is paid is the hex that is entered.
    while let Some(Reverse((cost, entered))) = queue.pop() {
        if best[entered.index()] != Some(cost) {
            continue;
        }
        let Some(price) = price(map, data, flies, entered) else { continue };
        for (_, from) in map.field.neighbours(entered) {
            let sum = cost + price;
            let steep = map.elevation[from.index()].abs_diff(map.elevation[entered.index()]) > 1;
            if (flies || !steep) && best[from.index()].is_none_or(|known| sum < known) {
                best[from.index()] = Some(sum);
                queue.push(Reverse((sum, from)));
            }
        }
    }
    best
}

/// What a step onto a hex costs at least.
fn price(map: &Map, data: &Data, flies: bool, to: Spot) -> Option<u32> {
    let terrain = data.terrain(map.terrain[to.index()]);
    let surcharge = u32::from(terrain.walk?);
    let door = if terrain.closed { u32::from(data.tu.door) } else { 0 };
    let percent = if flies { 100 } else { 100 + surcharge };
    Some(u32::from(data.tu.walk) * percent / 100 + door)
}

/// The hexes that somebody can get to at all from where he is.
pub fn range(map: &Map, data: &Data, flies: bool, from: Spot) -> Spots {
    let mut reached = Spots::none(&map.field);
    reached.put(from);
    let mut steps = vec![from];
    while let Some(spot) = steps.pop() {
        for (_, step) in map.field.neighbours(spot) {
            let steep = map.elevation[spot.index()].abs_diff(map.elevation[step.index()]) > 1;
            let open = price(map, data, flies, step).is_some() && (flies || !steep);
            if open && !reached.has(step) {
                reached.put(step);
                steps.push(step);
            }
        }
    }
    reached
}
