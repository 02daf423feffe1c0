//! Experience and levels (A-54 to A-56, A-60 to A-62).

use crate::battle::LevelUp;
use crate::stats::Stats;

/// The highest level (A-62, section 11).
pub const MOST_LEVEL: u32 = 1000;
/// The most of any statistic without items (section 11).
pub const MOST_STAT: i64 = 1_000_000;
/// The most experience or gold (section 11); totals stop there.
pub const MOST_TOTAL: i64 = 1_000_000_000_000;

/// A-60: all the experience that a level needs.
///
/// ```
/// use fracas_andor::rules::levels::threshold;
/// assert_eq!(threshold(5), 1650);
/// ```
pub fn threshold(level: u32) -> i64 {
    let level = i64::from(level);
    55 * (level - 1) * level * (2 * level - 1) / 6
}

/// A-55, A-56: what death takes: `percent` of what was built up in the level.
///
/// ```
/// use fracas_andor::rules::levels::loss;
/// assert_eq!(loss(5, 2000, 30), 105);
/// ```
pub fn loss(level: u32, xp: i64, percent: i64) -> i64 {
    (xp - threshold(level)).max(0) * percent / 100
}

/// A hero who may have risen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Risen {
    /// His level.
    pub level: u32,
    /// His statistics without items.
    pub base: Stats,
    /// Current hit points he gained on the way.
    pub hp: i64,
}

/// What is written stops at its limit (section 11, 17).
fn more(value: i64, by: i64) -> i64 {
    (value + by).min(MOST_STAT)
}

/// A-62: takes every pending level-up, if it is known what for.
pub fn rise(level: u32, xp: i64, base: &Stats, choices: &[LevelUp]) -> Risen {
    let mut risen = Risen { level, base: *base, hp: 0 };
    while !choices.is_empty() && risen.level < MOST_LEVEL && xp >= threshold(risen.level + 1) {
        let choice = choices[(risen.level as usize - 1) % choices.len()];
        match choice {
            LevelUp::Hp => {
                let hp = more(risen.base.hp, 5);
                risen.hp += hp - risen.base.hp;
                risen.base.hp = hp;
            }
            LevelUp::AttackChance => risen.base.attack_chance = more(risen.base.attack_chance, 5),
            LevelUp::Damage => {
                risen.base.damage.min = more(risen.base.damage.min, 1);
                risen.base.damage.max = more(risen.base.damage.max, 1);
            }
            LevelUp::Block => risen.base.block = more(risen.base.block, 3),
        }
        risen.level += 1;
    }
    risen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::Profile;

    #[test]
    fn a_60_thresholds_of_the_rulebook() {
        let known = [
            (1, 0),
            (2, 55),
            (3, 275),
            (4, 770),
            (5, 1650),
            (10, 15_675),
            (20, 135_850),
            (30, 470_525),
            (60, 3_861_550),
            (100, 18_059_250),
        ];
        for (level, xp) in known {
            assert_eq!(threshold(level), xp, "level {level}");
        }
    }

    #[test]
    fn a_54_a_55_a_56_death_takes_a_share_of_what_was_built_up() {
        assert_eq!((loss(5, 2000, 30), loss(5, 2000, 20)), (105, 70));
        assert_eq!(loss(1, 1, 30), 0);
        assert_eq!((loss(2, 58, 30), loss(2, 59, 30)), (0, 1));
        // Never below the threshold, whatever is taken.
        assert_eq!(loss(5, 1650, 30), 0);
    }

    #[test]
    /// A-61, A-62.
    fn a_61_a_62_level_ups_wait_until_a_choice_is_known() {
        let base = Stats::hero(Profile::Classic);
        assert_eq!(rise(1, 500, &base, &[]).level, 1);
        let choices = [LevelUp::Hp, LevelUp::Damage];
        // From 1 the first choice, from 2 the second; 500 is short of level 4.
        let risen = rise(1, 500, &base, &choices);
        assert_eq!((risen.level, risen.hp), (3, 5));
        assert_eq!((risen.base.hp, risen.base.damage.max), (30, 2));
        // The step from level 2 takes entry 1 whoever took the one before.
        assert_eq!(rise(2, 500, &base, &choices).base.damage.min, 2);
        let others = [LevelUp::AttackChance, LevelUp::Block];
        let risen = rise(1, 500, &base, &others);
        assert_eq!((risen.base.attack_chance, risen.base.block), (65, 3));
        assert_eq!(rise(MOST_LEVEL, MOST_TOTAL, &base, &choices).level, MOST_LEVEL);
    }
}
