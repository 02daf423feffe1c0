//! What leaving the map means to whoever thinks of it (B-251, B-252).

use crate::battle::{Task, UnitId};
use crate::orders::Order;
use crate::view::View;

/// What is to be known before a unit leaves the map, unless an objective asks
/// for that; none for other orders.
pub fn parting(view: &View<'_>, unit: UnitId, order: &Order) -> Option<String> {
    if *order != Order::Exit {
        return None;
    }
    let at = view.mine(unit).at();
    let inside = |zone: usize| view.zones()[zone].spots.has(at);
    let mut open = view.objectives().filter(|(_, progress)| !progress.done && !progress.lost);
    let asked = open.any(|(objective, _)| match objective.task {
        Task::Escape(zone, _) => inside(zone),
        Task::Rescue { units, to, .. } => units.has(unit) && to.is_none_or(inside),
        _ => false,
    });
    if asked {
        return None;
    }
    let name = &view.sheet(unit).name;
    let mut others = view.own().filter(|other| *other != unit);
    Some(match others.any(|other| view.mine(other).is_able()) {
        true => format!("{name} leaves the map for good, and no objective asks for that"),
        false => format!(
            "{name} leaves the map as the last one, and no objective asks for that: the squad \
             withdraws"
        ),
    })
}
