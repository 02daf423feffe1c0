//! Suppression points (B-214).

use fracas_core::chance::Chance;
use fracas_core::watch::Watch;

use super::{Fight, Known};
use crate::battle::UnitId;
use crate::data::{FireMode, Suppression, Weapon, WeaponClass};
use crate::events::{Event, What};

/// The points an attack gives its target.
pub fn attack_points(numbers: &Suppression, weapon: &Weapon, mode: FireMode, hit: bool) -> u8 {
    let mut points = if hit { numbers.hit } else { numbers.miss };
    if weapon.class == WeaponClass::Heavy {
        points = points.saturating_add(numbers.heavy);
    }
    if mode == FireMode::Auto { points.max(numbers.auto) } else { points }
}

/// The points a blast gives a unit so far from its centre.
pub fn blast_points(numbers: &Suppression, distance: u32) -> u8 {
    match distance {
        0 => numbers.blast_centre,
        _ if distance <= u32::from(numbers.near) => numbers.blast_near,
        _ => 0,
    }
}

impl<C: Chance + ?Sized, W: Watch<Event>> Fight<'_, C, W> {
    /// Whether a unit is suppressed.
    pub fn is_suppressed(&self, unit: UnitId) -> bool {
        self.state.unit(unit).suppression >= self.battle.data.suppression.suppressed
    }

    /// Gives a unit suppression points. One that becomes suppressed loses
    /// heart and is no longer ready (B-213, B-231).
    pub fn suppress(&mut self, unit: UnitId, points: u8) {
        if points == 0 || !self.state.unit(unit).is_here() {
            return;
        }
        let numbers = self.battle.data.suppression;
        let was = self.is_suppressed(unit);
        let now = self.state.unit_mut(unit);
        now.suppression = now.suppression.saturating_add(points).min(numbers.cap);
        self.tell_suppression(unit, was);
        if !was && self.is_suppressed(unit) {
            self.lose_morale(unit, self.battle.data.morale.suppressed, "suppressed");
            self.stand_down(unit);
        }
    }

    /// Takes some away at the end of the unit's own phase.
    pub fn recover_nerve(&mut self, unit: UnitId) {
        let recovery = self.battle.data.suppression.recovery;
        let was = self.is_suppressed(unit);
        let now = self.state.unit_mut(unit);
        if now.suppression > 0 {
            now.suppression = now.suppression.saturating_sub(recovery);
            self.tell_suppression(unit, was);
        }
    }

    fn tell_suppression(&mut self, unit: UnitId, was: bool) {
        self.tell(Known::Unit(unit), |fight| What::Suppressed {
            unit: fight.name(unit),
            points: Some(fight.state.unit(unit).suppression),
            suppressed: fight.is_suppressed(unit),
            changed: fight.is_suppressed(unit) != was,
        });
    }
}
