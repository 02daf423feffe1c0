//! Who stands in a blast, and what it is expected to take from him (B-184,
//! B-276).

use serde::Serialize;

use crate::battle::UnitId;
use crate::field::{ColRow, Spot};
use crate::orders::{Order, Target};
use crate::view::{Seen, Toll, View};

/// Somebody whom a blast may reach.
#[derive(Serialize)]
pub struct Inside {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub at: ColRow,
    /// Whether it is an enemy.
    pub enemy: bool,
    /// Hit points it has.
    pub hp: u16,
    /// Whether the blast reaches him where it is aimed.
    pub in_area: bool,
    /// Hit points lost on average, if it comes down where it is aimed.
    pub on_target: f64,
    /// Hit points lost on average, wherever it comes down.
    pub expected: f64,
}

/// Those whom an order's blast may reach: all in its area, and all whom it can
/// hurt where it scatters.
pub fn inside(view: &View<'_>, unit: UnitId, order: &Order, area: &[ColRow]) -> Vec<Inside> {
    let tolls = tolls(view, unit, order).unwrap_or_default();
    let in_area = |at: Spot| area.contains(&view.field().col_row(at));
    let somebody = |seen: Seen<'_>| {
        let toll = tolls.iter().find(|toll| toll.seen.unit == seen.unit);
        let reached = in_area(seen.at);
        (reached || toll.is_some()).then(|| Inside {
            name: seen.name().to_owned(),
            at: view.field().col_row(seen.at),
            enemy: view.is_enemy(&seen),
            hp: seen.hp,
            in_area: reached,
            on_target: toll.map_or(0.0, |toll| toll.on_target as f64 / 100.0),
            expected: toll.map_or(0.0, |toll| toll.expected as f64 / 100.0),
        })
    };
    view.in_view().filter_map(somebody).collect()
}

/// What an order's blast is expected to take from each; none for orders without.
pub fn tolls<'a>(view: &View<'a>, unit: UnitId, order: &Order) -> Option<Vec<Toll<'a>>> {
    match *order {
        Order::Throw { item, at, live: true } => view.grenades(unit, item)?.tolls_of_throw(at),
        Order::Attack { target: Target::Hex(at), mode, .. } => {
            view.rockets(unit)?.tolls_of_launch(at, mode)
        }
        Order::Attack { target: Target::Unit(target), mode, .. } => {
            view.rockets(unit)?.tolls_of_launch(view.seen(target)?.at, mode)
        }
        _ => None,
    }
}
