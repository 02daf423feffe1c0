//! F-24: how much there may be of anything, in files and in battles.

use crate::rate::Rate;

/// Fighters of a side.
pub const FIGHTERS: usize = 10_000;
/// XP, bonus XP and their sum.
pub const XP: i64 = 10_000_000;
/// Attacks a round.
pub const AOE: i64 = 10_000;
/// Attacks a round of a whole side.
pub const SIDE_AOE: i64 = 1_000_000;
/// HP, healing included (F-73).
pub const HP: i64 = 1_000_000;
/// Rates, in units.
pub const RATE: i64 = 100;
/// The own bonus of a fighter, and that with all positive buffs.
pub const BONUS: Rate = Rate(RATE * Rate::ONE.0);
/// Buff groups.
pub const GROUPS: usize = 100;
/// Characters of a name.
pub const NAME: usize = 1_000;
/// Rounds (F-68).
pub const ROUNDS: i64 = 1_000_000;
/// What a share of fighters is a share of (F-74).
pub const STRENGTH: u32 = 1_000_000;
