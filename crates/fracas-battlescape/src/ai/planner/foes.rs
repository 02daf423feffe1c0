//! The enemies that a plan reckons with: those in sight, and those supposed
//! where they were seen last (B-284).

use smallvec::SmallVec;

use crate::ai::Brain;
use crate::battle::UnitId;
use crate::data::WeaponId;
use crate::field::Spot;
use crate::view::{Posture, Seen, View};

/// An enemy.
pub(super) struct Foe<'a> {
    pub unit: UnitId,
    /// As it is seen; none for one that is only supposed to be there.
    pub seen: Option<Seen<'a>>,
    pub at: Spot,
    /// How sure that is, in percent.
    pub sure: i64,
    /// What it can do of what its kind can, in percent.
    pub force: i64,
    /// Hit points, in hundredths.
    pub hp: i64,
    /// What taking it out of the battle is worth besides, in hundredths.
    pub worth: i64,
    /// Whether it has to come close.
    pub melee: bool,
    /// What it takes when it has come near, by posture.
    near: [i64; 4],
    weapon: Option<WeaponId>,
    on: UnitId,
}

/// All of them.
pub(super) type Foes<'a> = SmallVec<[Foe<'a>; 8]>;

impl<'a> Foe<'a> {
    fn new(view: &View<'a>, on: UnitId, unit: UnitId, at: Spot, seen: Option<Seen<'a>>) -> Self {
        let class = view.class_of(unit);
        let weapon = seen.map_or(view.data().classes[class].weapon, |seen| seen.weapon);
        let melee = weapon.is_none_or(|weapon| view.data().weapon(weapon).is_melee());
        let force = match seen {
            Some(seen) if seen.panicked => 15,
            Some(seen) if seen.suppressed => 55,
            _ => 100,
        };
        let hp = seen.map_or(view.data().classes[class].hp, |seen| seen.hp);
        let mut foe = Self {
            unit,
            seen,
            at,
            sure: 100,
            force,
            hp: 100 * i64::from(hp),
            worth: 0,
            melee,
            near: [0; 4],
            weapon,
            on,
        };
        for posture in Posture::ALL {
            foe.near[posture as usize] = foe.rate(view, foe.comes_within(), posture);
        }
        let near = if melee { 1 } else { 4 };
        foe.worth = 1000 + foe.rate(view, near, Posture::Open).min(4000) * force / 100;
        foe
    }

    /// How near it comes to attack.
    pub fn comes_within(&self) -> u32 {
        if self.melee { 1 } else { 3 }
    }

    /// What it takes with 100 time units when it has come so near.
    pub fn near_rate(&self, posture: Posture) -> i64 {
        self.near[posture as usize]
    }

    /// What it takes with 100 time units from the unit at a distance.
    pub fn rate(&self, view: &View<'a>, distance: u32, posture: Posture) -> i64 {
        view.menace(self.unit, self.weapon, self.on, distance, posture)
    }
}

impl<'a> Brain<'a> {
    /// Who is to be reckoned with: enemies in sight, then those remembered.
    pub(super) fn foes(&self) -> Foes<'a> {
        let view = &self.view;
        let mut foes: Foes<'a> = self
            .threats
            .iter()
            .map(|seen| Foe::new(view, self.unit, seen.unit, seen.at, Some(*seen)))
            .collect();
        for ghost in view.ghosts() {
            let age = i64::from(view.turn() - ghost.turn);
            let mut foe = Foe::new(view, self.unit, ghost.unit, ghost.at, None);
            foe.sure = (80 - 30 * age).max(10);
            foes.push(foe);
        }
        foes
    }
}
