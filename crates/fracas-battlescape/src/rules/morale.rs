//! Morale (B-230..B-233).

use fracas_core::chance::Chance;
use fracas_core::watch::Watch;

use super::{Fight, Known, rhu};
use crate::battle::{Sheet, UnitId};
use crate::data::Data;
use crate::events::{Event, What};
use crate::state::{Casualty, Unit};

/// The chance to panic at the start of a phase: 100 less twice the morale for
/// the shaken, none for others (B-232).
pub fn panic_chance(data: &Data, morale: u8) -> i32 {
    if morale < data.morale.shaken { plain_chance(data, morale).max(0) } else { 0 }
}

/// The chance to panic after a hit from behind (B-116).
pub fn rear_panic_chance(data: &Data, morale: u8) -> i32 {
    plain_chance(data, morale).max(i32::from(data.status.rear_panic))
}

fn plain_chance(data: &Data, morale: u8) -> i32 {
    100 - i32::from(data.status.panic_per_morale) * i32::from(morale)
}

/// Whether a unit of such morale would be shaken (B-232).
pub fn is_shaken_at(data: &Data, sheet: &Sheet, morale: u8) -> bool {
    morale < data.morale.shaken && !sheet.mindless
}

/// Whether a unit is shaken (B-232); the mindless have no morale (B-202).
#[inline]
pub fn is_shaken(data: &Data, sheet: &Sheet, unit: &Unit) -> bool {
    is_shaken_at(data, sheet, unit.morale)
}

impl<C: Chance + ?Sized, W: Watch<Event>> Fight<'_, C, W> {
    /// A loss of morale, weighed by bravery and command (B-230).
    pub fn lose_morale(&mut self, unit: UnitId, loss: u8, why: &'static str) {
        if loss == 0 || !self.has_morale(unit) {
            return;
        }
        let bravery = i32::from(self.battle.sheet(unit).bravery);
        let mut loss = rhu(i32::from(loss) * (150 - bravery).max(0), 100).max(1);
        if self.is_commanded(unit) {
            loss = rhu(loss, 2).max(1);
        }
        self.change_morale(unit, -loss, why);
    }

    /// A plain gain (B-230).
    pub fn gain_morale(&mut self, unit: UnitId, gain: u8, why: &'static str) {
        if self.has_morale(unit) {
            self.change_morale(unit, i32::from(gain), why);
        }
    }

    /// The casualties of the turn, in order of death: their friends lose
    /// heart, the other side takes some if it saw it (B-98, B-231, resolution
    /// step 7).
    pub fn mourn(&mut self) {
        for Casualty { unit: dead, seen } in std::mem::take(&mut self.state.fallen) {
            let numbers = self.battle.data.morale;
            let sheet = self.battle.sheet(dead);
            let loss = if sheet.leader { numbers.leader_killed } else { numbers.friend_killed };
            for unit in self.battle.units() {
                if self.battle.sheet(unit).side == sheet.side {
                    self.lose_morale(unit, loss, "friend_killed");
                }
            }
            let killer = self.state.unit(dead).killer;
            for unit in self.battle.units() {
                let saw = seen.get(self.battle.sheet(unit).side as usize) == Some(&true);
                if !saw || !self.is_foe(unit, dead) {
                    continue;
                }
                let gain = if killer == Some(unit) { numbers.killer } else { numbers.enemy_killed };
                self.gain_morale(unit, gain, "enemy_killed");
            }
        }
    }

    fn has_morale(&self, unit: UnitId) -> bool {
        self.state.unit(unit).is_here() && !self.battle.sheet(unit).mindless
    }

    /// Whether an able leader of its side is near, itself included (B-230,
    /// B-233). For morale everybody is of the side it began on, whoever
    /// controls it (B-201).
    fn is_commanded(&self, unit: UnitId) -> bool {
        let at = self.state.unit(unit).at();
        self.battle.units().any(|other| {
            let (sheet, now) = (self.battle.sheet(other), self.state.unit(other));
            sheet.leader
                && sheet.side == self.battle.sheet(unit).side
                && now.is_able()
                && self.battle.field.distance(at, now.at())
                    <= u32::from(self.battle.data.morale.command)
        })
    }

    fn change_morale(&mut self, unit: UnitId, by: i32, why: &'static str) {
        let now = self.state.unit_mut(unit);
        let before = i32::from(now.morale);
        let after = (before + by).clamp(0, 100);
        if after == before {
            return;
        }
        now.morale = after as u8;
        let side = self.battle.sheet(unit).side;
        self.tell(Known::Side(side), |fight| What::Morale {
            unit: fight.name(unit),
            by: after - before,
            morale: after as u8,
            why,
        });
    }
}
