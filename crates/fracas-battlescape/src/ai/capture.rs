//! Whoever is to be captured (B-255): nobody shoots him, and whoever has what
//! stuns strikes him with it.

use super::Brain;
use crate::battle::UnitId;
use crate::orders::Order;
use crate::view::Aim;

/// To stun him is worth so many hundredths of a hit point.
const STUNNED: i64 = 6000;
/// How near he is when a weapon that stuns is taken into the hand.
const NEAR: u32 = 8;

impl Brain<'_> {
    /// Whether an attack with the weapon in hand may kill somebody who is wanted
    /// alive, and cannot stun him.
    pub(in crate::ai) fn spares(&self, target: UnitId) -> bool {
        self.wanted == Some(target) && self.stuns() == 0
    }

    /// What it is worth that an attack may stun him, in hundredths.
    pub(in crate::ai) fn worth_of_stun(&self, aim: &Aim<'_>, accuracy: i32) -> i64 {
        self.most_of_stun(aim.target()) * i64::from(accuracy.max(0)) / 100
    }

    /// The same of an attack that hits.
    pub(in crate::ai) fn most_of_stun(&self, target: UnitId) -> i64 {
        if self.wanted == Some(target) { STUNNED * i64::from(self.stuns()) / 100 } else { 0 }
    }

    /// Takes the weapon that stuns, when he is near.
    pub(in crate::ai) fn take_what_stuns(&self) -> Option<Order> {
        let wanted = self.threats.iter().find(|seen| self.wanted == Some(seen.unit))?;
        let other = self.me.weapons.get(1)?;
        let near = self.view.field().distance(self.me.at(), wanted.at) <= NEAR;
        let useful = near && self.stuns() == 0 && self.view.data().weapon(other.weapon).stun > 0;
        (useful && self.me.tu >= self.view.data().tu.switch).then_some(Order::Switch)
    }

    /// How often a hit with the weapon in hand stuns, in percent (B-166).
    fn stuns(&self) -> u8 {
        self.me.in_hand().map_or(0, |hand| self.view.data().weapon(hand.weapon).stun)
    }
}
