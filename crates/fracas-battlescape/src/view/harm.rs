//! What grenades and rockets are expected to do (B-276): the loss of enemies
//! less twice the loss of everybody else.
//!
//! Whether a throw or a shot can be made at all is seen along its own line
//! (B-97); where it scatters and whom it reaches goes by what the side knows
//! of the ground (B-184).

use smallvec::SmallVec;

use super::weigh::expecting;
use super::{Seen, View};
use crate::battle::UnitId;
use crate::data::{DamageType, Dice, FireMode, Grenade, ItemId, ItemKind, Sight};
use crate::field::Spot;
use crate::hex::Dir;
use crate::rules::accuracy::{Mark, Shot};
use crate::rules::damage::Blow;
use crate::rules::sight::{flight, seems_open_to, true_line};
use crate::rules::throws::{NEAR, throw_accuracy, throw_range};

/// Parts of a certainty: hundredths, for each of six directions.
const PARTS: i64 = 600;

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
    possible.then(|| scattered(view, charge, at, &[throw_accuracy(view.data(), sheet, distance)]))
}

/// A shot of the launcher in hand at a hex; none if it cannot be made.
pub(super) fn launch(view: &View<'_>, unit: UnitId, mode: FireMode, at: Spot) -> Option<i64> {
    let me = view.mine(unit);
    let armed = me.in_hand()?;
    let weapon = view.data().weapon(armed.weapon);
    let rounds = weapon.modes[mode as usize]?.rounds.min(armed.loaded);
    let charge = Charge { dice: weapon.dice, damage: Some(weapon.damage), radius: weapon.blast? };
    let distance = view.field().distance(me.at, at);
    let possible = distance <= weapon.range()
        && view.visible(at)
        && true_line(view.battle, view.state, me.at, at).blocked.is_none();
    possible.then(|| {
        let shot = Shot::at_hex(view.battle, view.state, (unit, at), weapon, mode);
        let accuracy = (1..=u32::from(rounds)).map(|round| shot.accuracy(round));
        scattered(view, charge, at, &accuracy.collect::<SmallVec<[i32; 4]>>())
    })
}

/// The harm over all places where it may come down (B-181), with one accuracy
/// for each round. Nobody loses more than he has.
fn scattered(view: &View<'_>, charge: Charge, at: Spot, rounds: &[i32]) -> i64 {
    let landings = landings(view, at, rounds);
    let own = view.own().filter_map(|unit| view.seen(unit));
    let harm = own.chain(view.others()).map(|seen| {
        let lost = landings.iter().map(|(at, parts)| parts * loss(view, charge, *at, &seen));
        let lost = lost.sum::<i64>().min(i64::from(seen.hp) * 100 * PARTS);
        if view.battle.hostile(view.side(), seen.side) { lost } else { -2 * lost }
    });
    harm.sum::<i64>().div_euclid(PARTS)
}

/// Where something may come down, and how likely, in parts of [`PARTS`].
fn landings(view: &View<'_>, at: Spot, rounds: &[i32]) -> SmallVec<[(Spot, i64); 13]> {
    let (mut on, mut near, mut far) = (0, 0, 0);
    for accuracy in rounds {
        let misses = 100 - accuracy;
        on += 6 * i64::from(*accuracy);
        near += i64::from(NEAR.min(misses));
        far += i64::from((misses - NEAR).max(0));
    }
    let mut landings: SmallVec<[(Spot, i64); 13]> = SmallVec::new();
    landings.push((at, on));
    for dir in Dir::ALL {
        let one = drift(view, at, dir);
        landings.push((one, near));
        if far > 0 {
            landings.push((if one == at { at } else { drift(view, one, dir) }, far));
        }
    }
    landings
}

/// One hex on, unless something stops it there.
fn drift(view: &View<'_>, at: Spot, dir: Dir) -> Spot {
    let next = view.field().step(at, dir).filter(|next| {
        view.terrain(*next).is_none_or(|id| view.data().terrain(id).sight != Sight::Block)
    });
    next.unwrap_or(at)
}

/// What somebody loses by a charge that goes off on a hex, in hundredths.
fn loss(view: &View<'_>, charge: Charge, at: Spot, seen: &Seen<'_>) -> i64 {
    let distance = view.field().distance(at, seen.at);
    let open = || seems_open_to(view.battle, view.state, view.who, at, seen.at);
    if distance > u32::from(charge.radius) || !open() {
        return 0;
    }
    let mark = Mark::of(view.battle, view.state, seen.unit, at);
    let blow = Blow::blast(view.battle, &mark, charge.damage, distance);
    i64::from(expecting(|e| e.blow(charge.dice, blow, seen.hp, 100)))
}
