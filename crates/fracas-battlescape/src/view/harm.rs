//! What grenades and rockets are expected to do (B-276): the loss of enemies
//! less twice the loss of everybody else.
//!
//! Whether a throw or a shot can be made at all is seen along its own line
//! (B-97); where it scatters and whom it reaches goes by what the side knows
//! of the ground (B-184).

use super::weigh::expecting;
use super::{Seen, View};
use crate::battle::UnitId;
use crate::data::{DamageType, Dice, FireMode, Grenade, ItemId, ItemKind, Sight};
use crate::field::Spot;
use crate::hex::Dir;
use crate::rules::accuracy::{Mark, Shot};
use crate::rules::damage::Blow;
use crate::rules::sight::{flight, known_flight, true_line};
use crate::rules::throws::{NEAR, throw_accuracy, throw_range};

/// What goes off.
#[derive(Clone, Copy)]
struct Charge {
    dice: Dice,
    damage: Option<DamageType>,
    radius: u8,
}

/// A throw of an item at a hex; none if it cannot be made or harms nobody.
pub(super) fn throw(view: &View<'_>, unit: UnitId, item: ItemId, at: Spot) -> Option<i64> {
    let ItemKind::Thrown { what, radius } = view.data().item(item).kind else { return None };
    let charge = match what {
        Grenade::Blast { dice, damage, .. } => Charge { dice, damage: Some(damage), radius },
        Grenade::Fire { dice, .. } => Charge { dice, damage: None, radius },
        _ => return None,
    };
    let (sheet, from) = (view.sheet(unit), view.mine(unit).at);
    let distance = view.field().distance(from, at);
    let possible = distance <= throw_range(sheet)
        && view.visible(at)
        && flight(view.battle, view.state, from, at).is_none();
    possible.then(|| scattered(view, charge, at, throw_accuracy(view.data(), sheet, distance)))
}

/// A shot of the launcher in hand at a hex; none if it cannot be made.
pub(super) fn launch(view: &View<'_>, unit: UnitId, mode: FireMode, at: Spot) -> Option<i64> {
    let me = view.mine(unit);
    let weapon = view.data().weapon(me.in_hand()?.weapon);
    let charge = Charge { dice: weapon.dice, damage: Some(weapon.damage), radius: weapon.blast? };
    let distance = view.field().distance(me.at, at);
    let possible = distance <= weapon.range()
        && view.visible(at)
        && true_line(view.battle, view.state, me.at, at).blocked.is_none();
    possible.then(|| {
        let shot = Shot::at_hex(view.battle, view.state, (unit, at), weapon, mode);
        scattered(view, charge, at, shot.accuracy(1))
    })
}

/// The harm over all places where it may come down (B-181).
fn scattered(view: &View<'_>, charge: Charge, at: Spot, accuracy: i32) -> i64 {
    let near = i64::from(NEAR.min(100 - accuracy));
    let far = i64::from(100 - accuracy) - near;
    let mut sum = 6 * i64::from(accuracy) * harm(view, charge, at);
    for dir in Dir::ALL {
        let one = drift(view, at, dir);
        sum += near * harm(view, charge, one);
        if far > 0 {
            let two = if one == at { at } else { drift(view, one, dir) };
            sum += far * harm(view, charge, two);
        }
    }
    sum.div_euclid(600)
}

/// One hex on, unless something stops it there.
fn drift(view: &View<'_>, at: Spot, dir: Dir) -> Spot {
    let next = view.field().step(at, dir).filter(|next| {
        view.terrain(*next).is_none_or(|id| view.data().terrain(id).sight != Sight::Block)
    });
    next.unwrap_or(at)
}

/// The harm of a charge that goes off on a hex.
fn harm(view: &View<'_>, charge: Charge, at: Spot) -> i64 {
    let near = |seen: &Seen<'_>| view.field().distance(at, seen.at) <= u32::from(charge.radius);
    let own = view.own().filter_map(|unit| view.seen(unit));
    own.chain(view.others())
        .filter(near)
        .filter(|seen| known_flight(view.battle, view.state, view.who, at, seen.at).is_none())
        .map(|seen| {
            let distance = view.field().distance(at, seen.at);
            let mark = Mark::of(view.battle, view.state, seen.unit, at);
            let blow = Blow::blast(view.battle, &mark, charge.damage, distance);
            let loss = i64::from(expecting(|e| e.blow(charge.dice, blow, seen.hp, 100)));
            if view.battle.hostile(view.side(), seen.side) { loss } else { -2 * loss }
        })
        .sum()
}
