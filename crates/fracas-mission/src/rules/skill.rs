//! Chapter 2: effective skill (M-8 to M-12).

/// M-8: what is left of a skill with wounds and exhaustion, rounded down once
/// (M-9). `free` points of exhaustion cost nothing.
#[inline]
pub fn effective(skill: u32, hp: u32, max_hp: u32, exhaustion: u32, free: u32) -> u32 {
    let force = u64::from(skill) * u64::from(hp);
    (force * u64::from(vigour(exhaustion, free)) / (100 * u64::from(max_hp))) as u32
}

/// A division by 100 times the hit points of an unhurt unit, done by
/// multiplication: it is made twice in every attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    divisor: u64,
    /// 2^64 / divisor, rounded up.
    reciprocal: u64,
}

impl Share {
    /// For a unit of so many hit points.
    pub fn of(max_hp: u32) -> Self {
        let divisor = 100 * u64::from(max_hp);
        Self { divisor, reciprocal: u64::MAX / divisor + 1 }
    }

    /// M-8, as [`effective`] has it.
    #[inline]
    pub fn effective(self, skill: u32, hp: u32, vigour: u32) -> u32 {
        let force = u64::from(skill) * u64::from(hp) * u64::from(vigour);
        // Machines of 32 bits have no wide product, and divide.
        if cfg!(target_pointer_width = "32") {
            return (force / self.divisor) as u32;
        }
        // The force is at most a million times the divisor (M-100), so that
        // the rounded reciprocal is at most one too high.
        let high = ((u128::from(force) * u128::from(self.reciprocal)) >> 64) as u64;
        (high - u64::from(high * self.divisor > force)) as u32
    }
}

/// The same for some side by side, of whom machines take several at a time: in
/// half a word each.
#[derive(Clone, Copy, Debug)]
pub struct Shares<const N: usize> {
    skill: [u16; N],
    divisor: [u16; N],
    /// 2^16 times skill / divisor, rounded up.
    reciprocal: [u16; N],
}

impl<const N: usize> Default for Shares<N> {
    fn default() -> Self {
        Self { skill: [0; N], divisor: [0; N], reciprocal: [0; N] }
    }
}

impl<const N: usize> Shares<N> {
    /// Puts somebody at a place; `None` if half a word is too narrow for him.
    pub fn set(&mut self, place: usize, skill: u32, max_hp: u32) -> Option<()> {
        let divisor = max_hp.checked_mul(100).filter(|divisor| *divisor <= i16::MAX as u32)?;
        if skill >= divisor {
            return None;
        }
        self.skill[place] = skill as u16;
        self.divisor[place] = divisor as u16;
        self.reciprocal[place] = (skill << 16).div_ceil(divisor) as u16;
        Some(())
    }

    /// M-8, as [`effective`] has it, of the one at this place.
    #[inline(always)]
    pub fn effective(&self, place: usize, hp: i16, exhaustion: i16, free: i16) -> i16 {
        let vigour = 100 - (exhaustion - free).clamp(0, 100);
        // Not more than the divisor.
        let force = (hp as u16).wrapping_mul(vigour as u16);
        // At most one too high: then less than nothing is left over.
        let high = ((u32::from(force) * u32::from(self.reciprocal[place])) >> 16) as u16;
        let whole = high.wrapping_mul(self.divisor[place]);
        let left = force.wrapping_mul(self.skill[place]).wrapping_sub(whole) as i16;
        high as i16 + (left >> 15)
    }
}

/// The percentage that exhaustion leaves: from 100 down to 0.
#[inline]
pub fn vigour(exhaustion: u32, free: u32) -> u32 {
    100 - exhaustion.saturating_sub(free).min(100)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// M-8, M-9, M-12 and their vectors.
    #[test]
    fn effective_skill_is_rounded_down_once() {
        let vectors = [
            (100, 23, 30, 0, 76),
            (116, 30, 30, 20, 98),
            (150, 23, 30, 20, 97),
            (120, 9, 30, 8, 34),
            (100, 30, 30, 5, 100),
            (100, 30, 30, 6, 99),
            (60, 14, 20, 1, 42),
            (1, 29, 30, 0, 0),
            (100, 30, 30, 104, 1),
            (100, 30, 30, 105, 0),
            (100, 30, 30, 300, 0),
            (0, 30, 30, 0, 0),
        ];
        for (skill, hp, max_hp, exhaustion, eff) in vectors {
            assert_eq!(effective(skill, hp, max_hp, exhaustion, 5), eff);
        }
    }

    /// M-100: the largest values fit.
    #[test]
    fn the_largest_values_fit() {
        assert_eq!(effective(1_000_000, 1_000_000, 1_000_000, 0, 5), 1_000_000);
        assert_eq!(effective(1_000_000, 999_999, 1_000_000, 1_000_000, 1_000_000), 999_999);
    }

    /// M-8: by multiplication as by division.
    #[test]
    fn shares_are_exact() {
        for max_hp in [1, 2, 3, 7, 20, 30, 40, 50, 97, 42_950, 999_983, 1_000_000] {
            let share = Share::of(max_hp);
            for hp in [0, 1, max_hp / 3, max_hp / 2, max_hp - 1, max_hp] {
                for skill in [0, 1, 40, 97, 100, 999_999, 1_000_000] {
                    for exhaustion in 0..=110 {
                        let found = share.effective(skill, hp, vigour(exhaustion, 5));
                        assert_eq!(found, effective(skill, hp, max_hp, exhaustion, 5));
                    }
                }
            }
        }
    }

    /// M-8: in half a word as in a whole one.
    #[test]
    fn narrow_shares_are_exact() {
        for max_hp in [1, 2, 3, 7, 20, 30, 40, 97, 200, 326, 327] {
            for skill in [0, 1, 40, 97, 99, 100, 137, 512, 1_022, 32_699] {
                let mut shares = Shares::<1>::default();
                let fits = shares.set(0, skill, max_hp).is_some();
                assert_eq!(fits, skill < 100 * max_hp);
                for (hp, exhaustion) in (0..=max_hp).flat_map(|hp| (0..=110).map(move |x| (hp, x)))
                {
                    let found = shares.effective(0, hp as i16, exhaustion as i16, 5);
                    let wanted = effective(skill, hp, max_hp, exhaustion, 5) as i16;
                    assert!(!fits || found == wanted, "{skill} {hp}/{max_hp} {exhaustion}");
                }
            }
        }
        assert!(Shares::<1>::default().set(0, 100, 328).is_none());
    }

    /// M-12: neither wounds nor exhaustion ever raise it.
    #[test]
    fn it_never_rises() {
        for hp in 1..=30 {
            for exhaustion in 0..120 {
                let now = effective(137, hp, 30, exhaustion, 5);
                assert!(effective(137, hp, 30, exhaustion + 1, 5) <= now);
                assert!(effective(137, hp - 1, 30, exhaustion, 5) <= now);
            }
        }
    }
}
