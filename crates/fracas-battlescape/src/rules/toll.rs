//! What one action did to whom, and what it does to their hearts (B-231).

use fracas_core::chance::Chance;
use fracas_core::watch::Watch;
use smallvec::SmallVec;

use super::Fight;
use crate::battle::UnitId;
use crate::data::Arc;
use crate::events::Event;

/// What an action did.
#[derive(Clone, Debug, Default)]
pub struct Toll {
    /// Whether any round hit.
    pub hit: bool,
    /// Who took a critical hit.
    pub crit: Option<UnitId>,
    /// Who was hit, and from where.
    pub arc: Option<(UnitId, Arc)>,
    /// Damage by unit, in the order of the first harm.
    damage: SmallVec<[(UnitId, i32); 4]>,
    /// Suppression points of blasts by unit (B-214).
    points: SmallVec<[(UnitId, u8); 4]>,
}

impl Toll {
    /// Adds to the damage a unit took.
    pub fn harm(&mut self, unit: UnitId, damage: i32) {
        match self.damage.iter_mut().find(|(other, _)| *other == unit) {
            Some((_, sum)) => *sum += damage,
            None => self.damage.push((unit, damage)),
        }
    }

    /// A blast was near a unit. Of several in one action the nearest counts:
    /// points are given once per attack (B-214).
    pub fn pin(&mut self, unit: UnitId, points: u8) {
        match self.points.iter_mut().find(|(other, _)| *other == unit) {
            Some((_, most)) => *most = points.max(*most),
            None => self.points.push((unit, points)),
        }
    }
}

impl<C: Chance + ?Sized, W: Watch<Event>> Fight<'_, C, W> {
    /// What follows an action with blasts: suppression, then morale (B-132).
    pub fn settle_blasts(&mut self, toll: &Toll) {
        for (unit, points) in &toll.points {
            self.suppress(*unit, *points);
        }
        self.take_to_heart(toll);
    }

    /// The losses of morale after an action, each kind at most once.
    pub fn take_to_heart(&mut self, toll: &Toll) {
        let numbers = self.battle.data.morale;
        for (unit, damage) in &toll.damage {
            let heavy = i32::from(numbers.heavy_pct) * i32::from(self.battle.sheet(*unit).max_hp);
            if *damage > 0 && damage * 100 >= heavy {
                self.lose_morale(*unit, numbers.heavy_damage, "heavy_damage");
            }
        }
        if let Some(unit) = toll.crit {
            self.lose_morale(unit, numbers.crit, "crit");
        }
        match toll.arc {
            Some((unit, Arc::Side)) => self.lose_morale(unit, numbers.flank, "flank_hit"),
            Some((unit, Arc::Rear)) => self.lose_morale(unit, numbers.rear, "rear_hit"),
            _ => {}
        }
    }
}
