//! The measures of a battle.

use fracas_core::odds::Odds;
use fracas_core::ruleset::{Measure, MeasureKind, OutcomeId};
use fracas_core::watch::{MeasureId, Scores};

use crate::battle::Battle;
use crate::rules::rewards;
use crate::rules::turns::GUARD;
use crate::state::State;

/// Player turns begun.
pub const TURNS: MeasureId = MeasureId(0);
/// The hero's hit points when combat ends, given a win.
pub const HP: MeasureId = MeasureId(1);
/// Healing items then in the bag, given a win.
pub const POTIONS: MeasureId = MeasureId(2);
/// Experience granted.
pub const XP: MeasureId = MeasureId(3);
/// Gold picked up.
pub const GOLD: MeasureId = MeasureId(4);
/// Experience lost by death.
pub const XP_LOST: MeasureId = MeasureId(5);
/// 1 if the battle ran into the cap of A-30 though it could have gone on.
pub const CAPPED: MeasureId = MeasureId(6);

/// The outcome `win`.
pub const WIN: OutcomeId = OutcomeId(0);

/// The list, the same for every battle.
pub fn list() -> Vec<Measure> {
    vec![
        Measure::new("turns", MeasureKind::Counted),
        Measure::new("hp", MeasureKind::Final).given(WIN),
        Measure::new("potions", MeasureKind::Final).given(WIN),
        Measure::new("xp", MeasureKind::Final),
        Measure::new("gold", MeasureKind::Counted),
        Measure::new("xp_lost", MeasureKind::Once),
        Measure::new("capped", MeasureKind::Once),
    ]
}

/// Sets what is read off the state when combat ends.
#[inline]
pub fn finals(b: &Battle, st: &State, scores: &mut Scores) {
    scores.set(TURNS, i64::from(st.all_turns()));
    scores.set(HP, i64::from(st.hero.hp));
    scores.set(POTIONS, potions(b, st));
    scores.set(XP, rewards::granted(b, st));
}

/// says so where battles were given up that could have gone on.
pub fn remarks(odds: &Odds) -> Vec<String> {
    let share = odds.measures[CAPPED.index()].mean.unwrap_or(0.0);
    let (Some(trials), true) = (odds.trials, share > 0.0) else { return Vec::new() };
    let capped = (share * trials as f64).round();
    vec![format!(
        "{capped} of the {trials} battles were given up after {GUARD} turns though hit points could \
         still be lost (A-30): they are among the stalemates here, while exact odds, which have no \
         such limit, would see them end"
    )]
}

/// Healing items in the bag.
pub fn potions(b: &Battle, st: &State) -> i64 {
    let counts = st.bag.iter().enumerate();
    counts.filter(|(place, _)| b.stocked(*place).heal.is_some()).map(|(_, n)| i64::from(*n)).sum()
}
