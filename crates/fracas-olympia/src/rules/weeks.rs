//! Chapter 10: illness and healing between battles (O-78).

use fracas_core::chance::{Chance, Die, Draw};

use super::heirs::heir;
use super::settling::passing_amount;
use super::spoils::{Holdings, Spoils};
use crate::battle::{Battle, Noble};

/// Whether an ill noble recovers.
pub const RECOVERY: Die = Die("recovery");
/// How much health a week brings or takes.
pub const WEEK: Die = Die("week");

/// Lets the weeks of `[aftermath]` pass over the free nobles (`None` is dead
/// or captured) and the prisoners they hold.
pub fn pass(b: &Battle, free: &mut [Option<Noble>], spoils: &mut Spoils, dice: &mut dyn Draw) {
    // Attacker's units come first, each side's in stack order.
    for _ in 0..b.weeks {
        for (noble, holdings) in free.iter_mut().zip(&mut spoils.holdings) {
            let Some(noble) = noble else { continue };
            week(noble, b.inn, dice);
            holdings.prisoners.retain_mut(|held| {
                week(held, b.inn, dice);
                held.health > 0
            });
        }
        // Only when everybody has had his week, lest a prisoner have two: one
        // with the dead noble and one with the heir.
        for unit in 0..free.len() {
            if free[unit].as_ref().is_some_and(|noble| noble.health == 0) {
                bury(b, unit, free, spoils, dice);
            }
        }
    }
}

/// A noble who died leaves his things as in O-75.
fn bury(
    b: &Battle,
    unit: usize,
    free: &mut [Option<Noble>],
    spoils: &mut Spoils,
    dice: &mut dyn Draw,
) {
    free[unit] = None;
    let left = leave(std::mem::take(&mut spoils.holdings[unit]), dice);
    let alive = |other: usize| free[other].as_ref().is_some_and(|noble| noble.health > 0);
    if let Some(to) = heir(b, unit, alive) {
        spoils.holdings[to].add(&left);
    }
}

/// One week: recovery is tested first, then 3 to 15 health come or go.
fn week(noble: &mut Noble, inn: bool, dice: &mut dyn Draw) {
    let recovery = if inn { 10 } else { 5 };
    if noble.ill && dice.hit(recovery, 100, RECOVERY) {
        noble.ill = false;
    }
    let change = 2 + dice.face(13, WEEK) as u8;
    noble.health = if noble.ill {
        noble.health.saturating_sub(change)
    } else {
        (noble.health + change).min(100)
    };
}

/// O-75: what a dead noble leaves, entry by entry.
fn leave(had: Holdings, dice: &mut dyn Draw) -> Holdings {
    let men = had.men.into_iter().map(|(kind, count)| (kind, passing_amount(count, dice)));
    let men = men.filter(|(_, count)| *count > 0).collect();
    let goods = had.goods.into_iter().map(|(name, count)| (name, passing_amount(count, dice)));
    let goods = goods.filter(|(_, count)| *count > 0).collect();
    Holdings { men, goods, items: had.items, prisoners: had.prisoners }
}
