//! Chapter 4: the attack (A-40 to A-49), and critical skill (A-101).
//!
//! Draws, in this order (A-79): the hit, always; on a hit the damage, always;
//! then the critical roll, if there can be a critical hit.

use fracas_core::chance::{Chance, Die, Good, Test};

use crate::battle::Profile;
use crate::stats::{ONE, Stats};

/// Whether a blow hits.
pub const HIT: Die = Die("hit");
/// How much it does.
pub const DAMAGE: Die = Die("damage");
/// Whether it is critical.
pub const CRITICAL: Die = Die("critical");

/// A-41, A-42: the chance to hit in percent, from C = attack chance - block.
///
/// ```
/// use fracas_andor::rules::attack::hit_chance;
/// assert_eq!(hit_chance(90), 75);
/// ```
pub fn hit_chance(c: i64) -> u32 {
    match c {
        // A-43: the only whole values; elsewhere no rounding can reach one.
        10 => 25,
        50 => 50,
        90 => 75,
        _ => {
            let angle = ((c - 50) as f64 / 40.0).atan();
            (50.0 * (1.0 + std::f64::consts::FRAC_2_PI * angle)).floor() as u32
        }
    }
}

/// A-101: the chance that a critical skill gives, in percent.
///
/// ```
/// use fracas_andor::rules::attack::effective_critical;
/// assert_eq!(effective_critical(100), 39);
/// ```
pub fn effective_critical(skill: i64) -> i64 {
    if skill <= 0 { 0 } else { ((20 * skill).isqrt() - 5).max(0) }
}

/// A-25: how often somebody strikes in a turn who does nothing else.
pub fn blows_a_turn(ap: i32, attack_cost: i32) -> i32 {
    ap / attack_cost.max(1)
}

/// One actor's blow at another, ready to be struck: everything that does not
/// change from blow to blow is worked out here, once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Blow {
    /// X: hits in 100.
    pub hit: u32,
    /// The lowest damage before resistance.
    pub low: i32,
    /// How many values damage can have.
    pub sides: u32,
    /// Criticals in 100; 0 rolls nothing (A-45).
    pub critical: u32,
    /// In 1/10000.
    pub multiplier: i32,
    /// What comes off (A-40).
    pub resistance: i32,
}

impl Blow {
    /// The blow of somebody with these statistics at somebody with those.
    pub fn new(profile: Profile, attacker: &Stats, target: &Stats, immune: bool) -> Self {
        let damage = attacker.damage;
        let critical = match profile {
            Profile::Classic => attacker.critical,
            Profile::Current => effective_critical(attacker.critical),
        };
        // A-45: a multiplier of 0 or 1 makes no critical hits.
        let can = !immune && attacker.multiplier != 0 && attacker.multiplier != ONE;
        Self {
            hit: hit_chance(attacker.attack_chance - target.block),
            low: if damage.min >= damage.max { damage.max } else { damage.min } as i32,
            sides: damage.sides() as u32,
            critical: if can { critical.clamp(0, 100) as u32 } else { 0 },
            multiplier: attacker.multiplier as i32,
            resistance: target.resistance as i32,
        }
    }

    /// What the target loses if the damage die shows `face`, counted from 0
    /// (A-46, A-47).
    #[inline]
    pub fn loss(&self, face: u32, critical: bool) -> i32 {
        let damage = i64::from(self.low) + i64::from(face);
        let factor = if critical { i64::from(self.multiplier) } else { ONE };
        let multiplied = if factor == ONE { damage } else { damage * factor / ONE };
        (multiplied - i64::from(self.resistance)).clamp(0, i64::from(i32::MAX)) as i32
    }

    /// The most it can do.
    pub fn most(&self) -> i32 {
        if self.hit == 0 {
            return 0;
        }
        let ordinary = if self.critical < 100 { self.loss(self.sides - 1, false) } else { 0 };
        let critical = if self.critical > 0 { self.loss(self.sides - 1, true) } else { 0 };
        ordinary.max(critical)
    }

    /// A-42: the probability that it misses.
    pub fn misses(&self) -> f64 {
        f64::from(100 - self.hit) / 100.0
    }

    /// A-40: the probability that it hits, critically or not, with any one
    /// face of the damage die.
    pub fn chance_of_face(&self, critical: bool) -> f64 {
        let each = f64::from(self.hit) / 100.0 / f64::from(self.sides);
        let criticals = f64::from(self.critical) / 100.0;
        each * if critical { criticals } else { 1.0 - criticals }
    }

    /// The mean loss of one blow, misses included.
    pub fn mean(&self) -> f64 {
        let (hit, critical) = (f64::from(self.hit) / 100.0, f64::from(self.critical) / 100.0);
        hit * ((1.0 - critical) * self.mean_loss(false) + critical * self.mean_loss(true))
    }

    /// The mean loss of a hit.
    fn mean_loss(&self, critical: bool) -> f64 {
        // Wide intervals are summed in steps; the mean is for eyes only.
        let step = (self.sides / 4096).max(1);
        let faces = (0..self.sides).step_by(step as usize);
        let count = faces.len() as f64;
        faces.map(|face| f64::from(self.loss(face, critical))).sum::<f64>() / count
    }

    /// Strikes (A-40), with a handful of dice.
    #[inline(always)]
    pub fn strike<C: Chance + ?Sized>(&self, c: &mut C) -> BlowResult {
        let mut c = c.handful();
        let Test { success: hit, face } = c.test(u64::from(self.hit), 100, Good::Low, HIT);
        let roll = face as u32;
        if !hit {
            return BlowResult { roll, hit, critical: false, loss: 0 };
        }
        let face = c.below(u64::from(self.sides), DAMAGE) as u32;
        let criticals = u64::from(self.critical);
        let critical = criticals > 0 && c.test(criticals, 100, Good::Low, CRITICAL).success;
        BlowResult { roll, hit, critical, loss: self.loss(face, critical) }
    }
}

/// What came of a blow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlowResult {
    /// What the hit die showed.
    pub roll: u32,
    /// Whether it hit.
    pub hit: bool,
    /// Whether it was critical.
    pub critical: bool,
    /// Hit points the target loses.
    pub loss: i32,
}
