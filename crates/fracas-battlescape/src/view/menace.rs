//! What an enemy could do to a unit of this side (B-284), as far as its looks
//! and its class tell.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicI32, Ordering};

use super::View;
use super::weigh::expecting;
use crate::battle::UnitId;
use crate::data::{Arc, FireMode, WeaponId};
use crate::field::Spot;
use crate::hex::Dir;
use crate::rules::accuracy::{Mark, Shooter, Shot};
use crate::rules::attack::Occasion;
use crate::rules::sight::{Line, chosen_line};
use crate::state::Cover;

/// Distances for which menace is reckoned.
const DISTANCES: [u32; 11] = [1, 2, 3, 4, 6, 8, 10, 12, 14, 17, 20];
const POSTURES: usize = 4;

/// The place of the least of [`DISTANCES`] that is no shorter.
const PLACES: [u8; 21] = {
    let (mut places, mut distance) = ([0; 21], 1);
    while distance < places.len() {
        let before = places[distance - 1];
        let beyond = DISTANCES[before as usize] < distance as u32;
        places[distance] = if beyond { before + 1 } else { before };
        distance += 1;
    }
    places
};

/// How somebody meets an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Posture {
    /// In the open, facing it.
    Open,
    /// Behind half cover that faces it.
    Covered,
    /// Behind cover that does not.
    Flanked,
    /// Prone.
    Low,
}

impl Posture {
    /// All of them.
    pub const ALL: [Self; POSTURES] = [Self::Open, Self::Covered, Self::Flanked, Self::Low];
}

/// What units take from each other, found once: it hangs on what they are, not
/// on how the battle goes.
#[derive(Debug, Default)]
pub struct Menaces {
    pairs: OnceLock<Box<[OnceLock<Box<Menace>>]>>,
}

/// What one unit takes from another with the weapon first asked for, by posture
/// and distance; below 0 for what was not asked yet.
#[derive(Debug)]
struct Menace {
    weapon: Option<WeaponId>,
    rates: [AtomicI32; POSTURES * DISTANCES.len()],
}

/// Another battle finds its own.
impl Clone for Menaces {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Menaces {
    fn of_pair(&self, units: usize, foe: UnitId, on: UnitId, weapon: Option<WeaponId>) -> &Menace {
        let pairs =
            self.pairs.get_or_init(|| (0..units * units).map(|_| OnceLock::new()).collect());
        pairs[foe.index() * units + on.index()].get_or_init(|| {
            let rates = std::array::from_fn(|_| AtomicI32::new(-1));
            Box::new(Menace { weapon, rates })
        })
    }
}

impl View<'_> {
    /// The hit points, in hundredths, that somebody with the figures of his
    /// class and a weapon takes from a unit of this side on average with every
    /// 100 time units of his best attack; what the unit has left does not
    /// matter.
    pub fn menace(
        &self,
        foe: UnitId,
        weapon: Option<WeaponId>,
        on: UnitId,
        distance: u32,
        posture: Posture,
    ) -> i64 {
        let Some(place) = PLACES.get(distance as usize) else { return 0 };
        let place = usize::from(*place);
        let reckon = || self.reckon_menace(foe, weapon, on, DISTANCES[place], posture);
        let kept = self.battle.menaces.of_pair(self.battle.sheets.len(), foe, on, weapon);
        if kept.weapon != weapon {
            return reckon();
        }
        let cell = &kept.rates[posture as usize * DISTANCES.len() + place];
        let known = cell.load(Ordering::Relaxed);
        if known >= 0 {
            return i64::from(known);
        }
        let rate = reckon();
        cell.store(rate as i32, Ordering::Relaxed);
        rate
    }

    fn reckon_menace(
        &self,
        foe: UnitId,
        weapon: Option<WeaponId>,
        on: UnitId,
        distance: u32,
        posture: Posture,
    ) -> i64 {
        let (battle, sheet) = (self.battle, self.sheet(on));
        let class = &battle.data.classes[self.class_of(foe)];
        let weapon = battle.data.weapon(weapon.unwrap_or(sheet.unarmed));
        if distance > weapon.range() {
            return 0;
        }
        let (cover, arc) = match posture {
            Posture::Open | Posture::Low => (Cover::None, Arc::Front),
            Posture::Covered => (Cover::Half, Arc::Front),
            Posture::Flanked => (Cover::None, Arc::Side),
        };
        let mark = Mark::shown(sheet, cover, arc, posture == Posture::Low);
        let shooter = Shooter {
            accuracy: class.accuracy,
            strength: class.strength,
            strides: 1,
            ran: false,
            prone: false,
            suppressed: false,
            critical: false,
            shaken: false,
        };
        let rate = |mode: FireMode| {
            let cost = weapon.modes[mode as usize]?;
            let shot = Shot {
                battle,
                weapon,
                mode,
                head: false,
                occasion: Occasion::Order,
                distance,
                above: 0,
                partials: 0,
                smoke: 0,
                ambush: false,
                shooter,
                target: Some(mark),
            };
            let loss = expecting(|e| e.loss(&shot, sheet.max_hp, cost.rounds));
            Some(i64::from(loss) * 100 / i64::from(cost.tu.max(1)))
        };
        FireMode::ALL.into_iter().filter_map(rate).max().unwrap_or(0)
    }

    /// The line between two hexes as far as the side knows the ground, for
    /// somebody at either end who leans somewhere.
    pub fn known_line(&self, from: (Spot, Option<Dir>), to: (Spot, Option<Dir>)) -> Line {
        chosen_line(self.battle, self.over(), from, to)
    }
}
