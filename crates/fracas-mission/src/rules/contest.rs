//! Chapter 3: contest rolls (M-13 to M-19).

use fracas_core::chance::{Die, Runs, recheck_to};

use crate::state::Fighter;

/// The roll of 1 to 10000 that decides an attack (M-16).
pub const CONTEST: Die = Die("contest");
/// The roll in the range of the weapon (M-18).
pub const DAMAGE: Die = Die("damage");

/// Contest chances are out of this many.
pub const OF: u64 = 10_000;

/// M-14, M-15: in how many of 10000 cases an attack succeeds.
#[inline]
pub fn chance(attacker: u32, defender: u32) -> u64 {
    let (a, d) = (u64::from(attacker), u64::from(defender));
    let (a, d) = (a * a, d * d);
    // Nobody who can do nothing hits: 0 in whatever the other has, and never 0 in 0.
    OF * a / (a + d).max(1)
}

/// Contest chances worked out beforehand: one division for each pair of
/// effective skills that can meet.
#[derive(Clone, Debug, Default)]
pub struct Contests {
    /// Skills below this are in the table.
    side: usize,
    chances: Vec<u16>,
}

impl Contests {
    /// For fighters of up to this skill; none at all if there are too many.
    pub fn up_to(skill: u32) -> Self {
        let side = skill as usize + 1;
        if side > MOST_KNOWN {
            return Self::default();
        }
        let pairs = (0..side).flat_map(|a| (0..side).map(move |d| (a, d)));
        let chances = pairs.map(|(a, d)| chance(a as u32, d as u32) as u16).collect();
        Self { side, chances }
    }

    /// As [`chance`].
    #[inline]
    pub fn chance(&self, attacker: u32, defender: u32) -> u64 {
        let (a, d) = (attacker as usize, defender as usize);
        if d < self.side
            && let Some(&known) = self.chances.get(a * self.side + d)
        {
            return u64::from(known);
        }
        chance(attacker, defender)
    }
}

/// M-18: the die of a weapon's damage.
#[derive(Clone, Copy, Debug, Default)]
pub struct DamageDie {
    /// The least damage.
    pub least: u32,
    /// How many values there are, each as likely.
    pub count: u32,
}

impl DamageDie {
    /// Of this attacker's weapon.
    #[inline]
    pub fn of(attacker: &Fighter) -> Self {
        Self { least: attacker.min_damage, count: attacker.damages }
    }

    /// When to look again at the word of a contest and this die.
    pub fn recheck_to(self) -> u64 {
        recheck_to(OF * u64::from(self.count))
    }
}

/// M-18: what a hit may do to somebody with so many hit points. Values that
/// leave nothing of him are alike.
#[derive(Clone, Copy, Debug)]
pub struct Damages {
    /// What is thrown.
    pub die: DamageDie,
    hp: u32,
}

impl Damages {
    /// Of this die.
    #[inline]
    pub fn of(die: DamageDie, hp: u32) -> Self {
        Self { die, hp }
    }

    /// How many of the values, the least first, leave him alive.
    #[inline]
    pub fn survived(&self) -> u32 {
        self.hp.saturating_sub(self.die.least).min(self.die.count)
    }

    /// The least and the most that may be left of him; none if nothing can.
    pub fn leaves(&self) -> Option<(u32, u32)> {
        let survived = self.survived();
        let most = self.hp.saturating_sub(self.die.least);
        (survived > 0).then(|| (most - (survived - 1), most))
    }
}

impl Runs for Damages {
    fn total(&self) -> u64 {
        u64::from(self.die.count)
    }

    fn each(&self, mut run: impl FnMut(u64)) {
        let survived = self.survived();
        for _ in 0..survived {
            run(1);
        }
        run(u64::from(self.die.count - survived));
    }
}

/// Tables of more than this a side would not stay near the processor.
const MOST_KNOWN: usize = 513;

#[cfg(test)]
mod tests {
    use super::*;

    /// M-13, M-14, M-15, M-17 and their vectors: cut, not rounded.
    #[test]
    fn contest_chances_are_cut_to_four_decimals() {
        let vectors = [
            (100, 100, 5000),
            (110, 100, 5475),
            (120, 100, 5901),
            (130, 100, 6282),
            (140, 100, 6621),
            (150, 100, 6923),
            (160, 100, 7191),
            (170, 100, 7429),
            (1, 1, 5000),
            (180, 100, 7641),
            (190, 100, 7830),
            (200, 100, 8000),
            (250, 100, 8620),
            (300, 100, 9000),
            (400, 100, 9411),
            (500, 100, 9615),
            (1000, 100, 9900),
            (60, 76, 3839),
            (100, 150, 3076),
            (40, 100, 1379),
            (1, 99, 1),
            (1, 100, 0),
            (99, 1, 9998),
            (100, 1, 9999),
            (0, 100, 0),
            (100, 0, 10000),
            (0, 0, 0),
        ];
        for (a, d, p) in vectors {
            assert_eq!(chance(a, d), p, "{a} against {d}");
        }
    }

    /// M-100: the largest values fit 64 bits.
    #[test]
    fn the_largest_values_fit() {
        assert_eq!(chance(1_000_000, 1_000_000), 5000);
        assert_eq!(chance(1_000_000, 0), 10_000);
        assert_eq!(chance(1, 1_000_000), 0);
    }

    /// M-14: known chances are those of the division, and others are divided.
    #[test]
    fn known_chances_are_the_same() {
        for most in [0, 1, 40, 100, 512, 513] {
            let contests = Contests::up_to(most);
            for a in (0..=120).chain([511, 512, 513, 600, 1_000_000]) {
                for d in (0..=120).chain([511, 512, 513, 600, 1_000_000]) {
                    assert_eq!(contests.chance(a, d), chance(a, d), "{a} {d} of {most}");
                }
            }
        }
    }
}
