//! Time units and energy (B-60..B-66).

use fracas_core::chance::Chance;
use fracas_core::watch::Watch;

use super::Fight;
use crate::battle::UnitId;
use crate::events::Event;
use crate::orders::{Refused, refuse};

/// What every phase brings (B-60).
pub const PER_PHASE: u16 = 100;
/// The most that is carried into the next phase.
pub const MOST_CARRIED: u16 = 50;
/// The most a unit ever has.
pub const MOST: u16 = 150;

impl<C: Chance + ?Sized, W: Watch<Event>> Fight<'_, C, W> {
    /// Refuses what the unit cannot pay for (B-64), naming needed and left.
    pub fn can_pay(&self, unit: UnitId, tu: u16) -> Result<(), Refused> {
        let left = self.state.unit(unit).tu;
        if left < tu {
            return refuse(format!("not enough time units: {tu} needed, {left} left"));
        }
        Ok(())
    }

    /// Pays; the unit must be able to.
    pub fn pay(&mut self, unit: UnitId, tu: u16) {
        let unit = self.state.unit_mut(unit);
        debug_assert!(unit.tu >= tu, "can_pay comes first");
        unit.tu = unit.tu.saturating_sub(tu);
    }

    /// Time units at the start of a unit's phase (B-56, B-60).
    pub(super) fn renew_time(&mut self, unit: UnitId) {
        let numbers = &self.battle.data.suppression;
        let unit = self.state.unit_mut(unit);
        let own_first = unit.fresh && !unit.no_carry && unit.controlled.is_none();
        let full = if own_first {
            unit.tu
        } else if unit.no_carry || unit.controlled.is_some() {
            PER_PHASE
        } else {
            PER_PHASE + unit.tu.min(MOST_CARRIED)
        };
        let suppressed = if unit.suppression >= numbers.suppressed { numbers.tu } else { 0 };
        unit.tu = match unit.stun {
            0 => full.saturating_sub(suppressed.saturating_add(unit.slowed)).min(MOST),
            _ => 0,
        };
        unit.fresh = false;
        unit.no_carry = false;
        unit.slowed = 0;
    }

    /// Psions get some of their energy back in resolution (B-65).
    pub(super) fn renew_energy(&mut self, unit: UnitId) {
        let sheet = self.battle.sheet(unit);
        if sheet.psi_power > 0 {
            let gain = (sheet.max_energy / 20).max(1);
            let unit = self.state.unit_mut(unit);
            unit.energy = (unit.energy + gain).min(sheet.max_energy.max(unit.energy));
        }
    }
}
