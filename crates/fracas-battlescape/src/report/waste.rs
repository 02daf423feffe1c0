//! Orders that the rules allow and that would do nothing (B-191, B-202).

use super::parting;
use crate::battle::UnitId;
use crate::data::{AbilityId, AbilityKind, ItemKind};
use crate::orders::{Order, Target};
use crate::rules::time::MOST;
use crate::state::Unit;
use crate::view::View;

/// The most morale there is.
const CALM: u8 = 100;

/// What is to be known before an order that may be regretted: one to leave the
/// map, or one that would do nothing; none for other orders.
pub fn doubt(view: &View<'_>, unit: UnitId, order: &Order) -> Option<String> {
    parting(view, unit, order).or_else(|| waste(view, unit, order))
}

/// Why an item or an ability would do nothing now; none if it would do
/// something, as far as the side can tell.
pub fn waste(view: &View<'_>, unit: UnitId, order: &Order) -> Option<String> {
    match *order {
        Order::Use { item, on } => {
            let (now, name) = (view.unit(on)?, &view.sheet(on).name);
            let item = view.data().item(item);
            match item.kind {
                ItemKind::Medikit { .. } if is_sound(view, on, now) => {
                    Some(format!("{name} is unhurt: {} would do nothing", item.id))
                }
                // The unit itself pays for it first.
                ItemKind::Stim { .. } if on != unit && now.stun == 0 => full_of_time(name, now),
                _ => None,
            }
        }
        Order::Cast { ability, target } => match (view.data().ability(ability).kind, target) {
            (AbilityKind::Adrenaline, Target::Unit(on)) => {
                let now = view.unit(on)?;
                full_of_time(&view.sheet(on).name, now)
            }
            (AbilityKind::Rally, _) => {
                let gains = |(friend, now): &(UnitId, &Unit)| {
                    now.panic.is_some() || now.morale < CALM && !view.sheet(*friend).mindless
                };
                let id = &view.data().ability(ability).id;
                (!near(view, unit, ability).iter().any(gains))
                    .then(|| format!("nobody is short of morale: {id} would do nothing"))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Own units within the radius of an ability, the unit itself included.
pub fn near<'a>(view: &View<'a>, unit: UnitId, ability: AbilityId) -> Vec<(UnitId, &'a Unit)> {
    let radius = u32::from(view.data().ability(ability).radius);
    let at = view.mine(unit).at();
    let all = view.own().map(|friend| (friend, view.mine(friend)));
    all.filter(|(_, now)| view.field().distance(at, now.at()) <= radius).collect()
}

fn is_sound(view: &View<'_>, unit: UnitId, now: &Unit) -> bool {
    now.hp >= view.sheet(unit).max_hp && now.poison == 0 && now.burn.is_none()
}

fn full_of_time(name: &str, now: &Unit) -> Option<String> {
    (now.tu >= MOST).then(|| format!("{name} has {} TU already, and nobody ever has more", now.tu))
}
