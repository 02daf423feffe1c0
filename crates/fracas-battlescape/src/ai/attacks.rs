//! Which attack (B-276).

use super::Brain;
use crate::data::FireMode;
use crate::orders::{Order, Target};
use crate::view::{Aim, LEAST, Seen, Stand};

/// An attack that is worth something.
#[derive(Clone, Copy, Debug)]
pub(in crate::ai) struct Attack {
    /// The order.
    pub order: Order,
    /// Ten times the expected loss in hundredths, for each time unit.
    pub value: i64,
    /// Time units.
    pub tu: u16,
}

impl Attack {
    /// Something expected to be worth so many hundredths of a hit point.
    pub fn worth(order: Order, expected: i64, tu: u16) -> Self {
        Self { order, value: 10 * expected / i64::from(tu.max(1)), tu }
    }

    /// The better of two: more value, then fewer time units, then the first.
    pub fn better(self, other: Option<Self>) -> Self {
        match other {
            Some(other)
                if (other.value, std::cmp::Reverse(other.tu))
                    >= (self.value, std::cmp::Reverse(self.tu)) =>
            {
                other
            }
            _ => self,
        }
    }
}

impl<'a> Brain<'a> {
    /// Where the unit stands now.
    pub(in crate::ai) fn stand(&self) -> Stand {
        Stand { at: self.me.at(), lean: self.me.lean(), steps: 0 }
    }

    /// The best thing to do to an enemy from here: shots and strikes at the
    /// highest threat that can be reached well enough, throws and abilities,
    /// compared by their value (B-276, B-280).
    pub(in crate::ai) fn best_attack_here(&self) -> Option<Attack> {
        if self.is_hindered() {
            return None;
        }
        let stand = self.stand();
        let aimed =
            self.threats.iter().find_map(|enemy| self.attack_from(stand, enemy, self.me.tu));
        let mut best = aimed;
        for other in [self.best_blast(), self.best_throw(), self.best_power()].into_iter().flatten()
        {
            best = Some(other.better(best));
        }
        best
    }

    /// The best mode against one enemy from a hex, within so many time units;
    /// none if no mode reaches the threshold.
    pub(in crate::ai) fn attack_from(
        &self,
        stand: Stand,
        enemy: &Seen<'a>,
        tu: u16,
    ) -> Option<Attack> {
        if self.spares(enemy.unit) {
            return None;
        }
        let aim = self.view.aim(self.unit, stand, enemy)?;
        let mut best = None;
        for mode in FireMode::ALL {
            if let Some(attack) = self.weigh(&aim, mode, tu) {
                best = Some(attack.better(best));
            }
        }
        best
    }

    /// What a mode is worth; none if it cannot be used or does not reach the
    /// threshold.
    pub(in crate::ai) fn weigh(&self, aim: &Aim<'a>, mode: FireMode, tu: u16) -> Option<Attack> {
        let cost = aim.cost(mode)?;
        if cost > tu {
            return None;
        }
        let least = i32::from(self.numbers().shoots_at).max(LEAST);
        let expected = aim.expected_at(mode, least)?;
        let target = Target::Unit(aim.target());
        let order = Order::Attack { target, mode, head: false, force: false };
        let expected = i64::from(expected) + self.worth_of_stun(aim, aim.accuracy(mode));
        Some(Attack::worth(order, expected, cost))
    }

    /// Whether the best of the attacks on an enemy kills it at least every
    /// second time (B-271).
    pub(in crate::ai) fn can_kill(&self, aim: &Aim<'a>) -> bool {
        let mut best: Option<(i64, u16, FireMode)> = None;
        for mode in FireMode::ALL {
            let Some(cost) = aim.cost(mode).filter(|cost| *cost <= self.me.tu) else { continue };
            let value = 10 * i64::from(aim.expected(mode)) / i64::from(cost.max(1));
            if best.is_none_or(|(most, tu, _)| (value, tu) > (most, cost)) {
                best = Some((value, cost, mode));
            }
        }
        best.is_some_and(|(_, _, mode)| aim.kills_evenly(mode))
    }

    /// Whether the unit cannot attack as it stands: in full cover or swimming
    /// (B-111, B-78).
    pub(in crate::ai) fn is_hindered(&self) -> bool {
        self.me.cover == crate::state::Cover::Full || self.view.swims(self.unit)
    }

    /// The cheapest attack the weapons in reach have.
    pub(in crate::ai) fn cheapest_attack(&self) -> Option<u16> {
        self.view.cheapest_attack(self.unit)
    }
}
