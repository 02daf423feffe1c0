//! Where one gets on foot.

use crate::data::Data;
use crate::field::{Spot, Spots};
use crate::scenario::Map;

/// The hexes that can be walked to from some others, without swimming,
/// hazards or fire (B-23, B-32).
pub fn on_foot(map: &Map, data: &Data, from: impl IntoIterator<Item = Spot>) -> Spots {
    let mut reached = Spots::none(&map.field);
    let mut steps: Vec<Spot> = from.into_iter().collect();
    for spot in &steps {
        reached.put(*spot);
    }
    while let Some(spot) = steps.pop() {
        for (_, step) in map.field.neighbours(spot) {
            let climb = map.elevation[spot.index()].abs_diff(map.elevation[step.index()]);
            if !reached.has(step) && climb <= 1 && is_walkable(map, data, step) {
                reached.put(step);
                steps.push(step);
            }
        }
    }
    reached
}

fn is_walkable(map: &Map, data: &Data, spot: Spot) -> bool {
    let terrain = data.terrain(map.terrain[spot.index()]);
    let safe = !terrain.swim && terrain.hazard == 0 && !map.fire[spot.index()];
    terrain.walk.is_some() && safe
}
