//! Stats (F-26..F-37): what a fighter throws in a round.

use crate::battle::{Battle, Constants, Fighter};
use crate::rate::Rate;
use crate::rules::limits;
use crate::state::{Raw, RoundDice, State};
use crate::tables::Dice;

/// The derived values of a fighter in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stats {
    /// F-29.
    pub raw_to_hit: Rate,
    /// F-30.
    pub raw_to_defend: Rate,
    /// F-35.
    pub to_hit: Rate,
    /// F-35.
    pub to_defend: Rate,
    /// F-34.
    pub offense_dice: u32,
    /// F-34.
    pub defense_dice: u32,
}

impl Stats {
    /// The dice to be thrown.
    pub fn dice(&self) -> RoundDice {
        RoundDice {
            hits: Dice::new(self.offense_dice, self.to_hit),
            blocks: Dice::new(self.defense_dice, self.to_defend),
        }
    }
}

impl Raw {
    /// What so many rounds take off ToDefend (F-30). The own part does not
    /// sink below the limit of F-24, or no file could carry it (F-64).
    #[inline]
    pub fn exhaustion(&self, constants: &Constants, rounds: i64) -> Rate {
        (constants.exhaustion * rounds).min(self.own_to_defend + limits::BONUS)
    }
}

/// F-26: one die for every 1000 XP or part of them.
pub fn base_dice(total_xp: i64, constants: &Constants) -> u32 {
    // Total XP is 1 to 10 000 000 (F-24, F-27).
    total_xp.unsigned_abs().div_ceil(constants.xp_per_die.unsigned_abs()) as u32
}

/// The stats of a fighter in this round, given who lives.
pub fn stats(b: &Battle, st: &State, who: usize, round: u32) -> Stats {
    let fighter = &b.fighters[who];
    let tired = i64::from(round.saturating_sub(fighter.joins));
    of(b.constants(), b.compat(), fighter, st.raw(who), tired)
}

/// Evaluates the stats of everybody living at the start of the round.
pub fn evaluate(b: &Battle, st: &mut State) {
    let (constants, compat, round) = (b.constants(), b.compat(), st.round);
    st.set_dice(|who, raw| {
        let fighter = &b.fighters[who];
        let tired = i64::from(round - fighter.joins);
        of(constants, compat, fighter, raw, tired).dice()
    });
}

#[inline]
fn of(constants: &Constants, compat: bool, fighter: &Fighter, raw: Raw, tired: i64) -> Stats {
    // F-36: exhaustion lowers the raw value.
    let raw_to_defend = raw.to_defend - raw.exhaustion(constants, tired);
    let (to_hit, offense_dice) = value(fighter, raw.to_hit, constants.to_hit, raw, compat);
    let (to_defend, defense_dice) = value(fighter, raw_to_defend, constants.to_defend, raw, compat);
    Stats { raw_to_hit: raw.to_hit, raw_to_defend, to_hit, to_defend, offense_dice, defense_dice }
}

/// The rate that is thrown at, and with how many dice.
#[inline]
fn value(
    fighter: &Fighter,
    rate: Rate,
    (low, high): (Rate, Rate),
    raw: Raw,
    compat: bool,
) -> (Rate, u32) {
    let limited = rate.clamp(low, high);
    if !compat {
        return (limited, dice(fighter.base_dice, rate));
    }
    // C-3: only the buffed are limited. C-4: dice come from that value.
    let shown = if raw.buffs > 0 { limited } else { rate };
    (shown, dice(fighter.base_dice, shown))
}

/// F-34: more dice for a rate strictly above 1.
#[inline]
fn dice(base: u32, rate: Rate) -> u32 {
    if rate <= Rate::ONE {
        return base;
    }
    // At most 10 000 000 dice at a rate of 200 (F-24, F-80).
    (i64::from(base) * rate.0 + Rate::ONE.0 - 1).div_euclid(Rate::ONE.0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T-6: 1000 XP are one die, 1001 two.
    #[test]
    fn f_26_t_6_base_dice() {
        let constants = Constants::default();
        for (xp, dice) in [(1, 1), (1000, 1), (1001, 2), (999 + 2, 2), (10_000_000, 10_000)] {
            assert_eq!(base_dice(xp, &constants), dice);
        }
    }

    /// F-34: strictly above 1, and no spurious die from binary fractions.
    #[test]
    fn f_34_t_7_t_9_t_10_dice_of_rates_above_one() {
        for (base, rate, expected) in [
            (10, 990_000, 10),
            (10, 1_000_000, 10),
            (10, 1_010_000, 11),
            (5, 1_400_000, 7),
            (50, 1_100_000, 55),
            (15, 1_260_000, 19),
            (10_000_000, 200_000_000, 2_000_000_000),
        ] {
            assert_eq!(dice(base, Rate(rate)), expected);
        }
    }
}
