//! Which of the things that a player is offered promises most.

use crate::ai::powers::{CONTROL, FIRE, PANIC, SLOW};
use crate::battle::{Task, UnitId};
use crate::data::{AbilityId, AbilityKind, ItemKind};
use crate::orders::{Order, Target};
use crate::query::burst::tolls;
use crate::state::Cover;
use crate::view::{Toll, View};

use super::choices::Choice;
use super::waste::near;

/// What the battle is about comes before everything.
const MOST: i64 = 1_000_000;
/// And whatever ends a unit's turn after it.
const LAST: i64 = -1_000_000;
/// What helps somebody who is in need of it.
const HELP: i64 = 400;
/// What may be of some use.
const SOME: i64 = 10;
/// What is of no use before there is an enemy, or for those who are well.
const IDLE: i64 = 1;

/// How much a choice promises, by hit points per time unit as B-276 counts
/// them, and for what does no harm by how such things compare with that.
pub fn worth(view: &View<'_>, unit: UnitId, choice: &Choice) -> i64 {
    let per_tu = |hundredths: i64| 10 * hundredths / i64::from(choice.preview.tu.max(1));
    let me = view.mine(unit);
    if let Some(tolls) = tolls(view, unit, &choice.order) {
        let toll = |toll: &Toll<'_>| match view.is_enemy(&toll.seen) {
            true => toll.expected,
            false => -2 * toll.expected,
        };
        return per_tu(tolls.iter().map(toll).sum());
    }
    let goal = |wanted: &dyn Fn(&Task) -> bool| {
        let open = view.objectives().filter(|(_, progress)| !progress.done && !progress.lost);
        open.into_iter().any(|(objective, _)| wanted(&objective.task))
    };
    match choice.order {
        Order::Attack { target: Target::Unit(on), mode, head, .. } => {
            let odds = view.seen(on).map(|seen| view.attack_odds(unit, &seen, mode, head));
            odds.and_then(Result::ok).map_or(0, |odds| per_tu((100.0 * odds.mean) as i64))
        }
        Order::Interact(object) if goal(&|task| *task == Task::Interact(object)) => MOST,
        Order::Exit if goal(&|task| matches!(task, Task::Escape(..))) => MOST,
        Order::Exit => LAST - 1,
        Order::End => LAST,
        Order::Reload if me.in_hand().is_some_and(|armed| armed.loaded == 0) => MOST,
        Order::Use { item, on } => match view.data().item(item).kind {
            ItemKind::Stim { .. } => spur(view, on),
            _ => dressing(view, on),
        },
        Order::TakeCover { .. } if me.cover == Cover::None => 150,
        Order::Ready { .. } => 120,
        Order::Cast { ability, target } => match hundredths(view, unit, ability, target) {
            Some(expected) => per_tu(expected),
            None => aid(view, unit, ability, target),
        },
        _ => SOME,
    }
}

/// What an ability promises against an enemy, in hundredths of hit points as
/// B-280 counts them; none for abilities of another kind.
fn hundredths(view: &View<'_>, unit: UnitId, id: AbilityId, target: Target) -> Option<i64> {
    let ability = view.data().ability(id);
    let on = match target {
        Target::Unit(on) => view.seen(on),
        Target::Hex(at) => view.enemies().find(|enemy| enemy.at == at),
    };
    let on = on.filter(|on| view.is_enemy(on))?;
    let chance = || i64::from(view.psi_chance(unit, id, &on));
    Some(match ability.kind {
        AbilityKind::PsiPanic if on.panicked => 0,
        AbilityKind::PsiPanic => chance() * PANIC,
        AbilityKind::MindBlast => chance() * i64::from(view.mean_loss(ability.dice, on.hp)) / 100,
        AbilityKind::Slow => chance() * SLOW,
        AbilityKind::MindControl => chance() * CONTROL,
        AbilityKind::Pyrokinesis if on.burning => 0,
        AbilityKind::Pyrokinesis => 100 * FIRE,
        AbilityKind::Clairvoyance | AbilityKind::Adrenaline | AbilityKind::Rally => return None,
    })
}

/// What an ability promises for the own side.
fn aid(view: &View<'_>, unit: UnitId, ability: AbilityId, target: Target) -> i64 {
    match (view.data().ability(ability).kind, target) {
        (AbilityKind::Rally, _) => {
            let shaken = view.data().morale.shaken;
            let friends = near(view, unit, ability).into_iter();
            let low = friends
                .filter(|(friend, now)| now.morale < shaken && !view.sheet(*friend).mindless)
                .count() as i64;
            if low == 0 { IDLE } else { HELP / 2 * low }
        }
        (AbilityKind::Adrenaline, Target::Unit(on)) => spur(view, on),
        _ => IDLE,
    }
}

/// Time units for somebody, or an end of his stun.
fn spur(view: &View<'_>, on: UnitId) -> i64 {
    match view.unit(on) {
        Some(now) if now.stun > 0 => HELP,
        Some(now) if view.enemies().next().is_some() && !now.ended => 100,
        _ => IDLE,
    }
}

/// A medikit for somebody.
fn dressing(view: &View<'_>, on: UnitId) -> i64 {
    let Some(now) = view.unit(on) else { return IDLE };
    let lost = view.sheet(on).max_hp.saturating_sub(now.hp);
    match lost >= 25 || now.burn.is_some() || now.poison > 0 {
        true => HELP,
        false => SOME,
    }
}
