//! The measures of a battle.

use fracas_core::capability::ChainedBattle;
use fracas_core::odds::Odds;
use fracas_core::ruleset::{Measure, MeasureKind, OutcomeId};
use fracas_core::watch::{MeasureId, Scores};

use crate::battle::{Battle, Fight};
use crate::rules::rewards;
use crate::rules::turns::GUARD;
use crate::state::{State, Verdict};

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

/// Fights of a chain that were won; of a chain only.
pub const FIGHTS_WON: MeasureId = MeasureId(7);

/// The outcome `win`.
pub const WIN: OutcomeId = OutcomeId(0);

/// The list, the same for every battle but for the last of a chain.
pub fn list(b: &Battle) -> Vec<Measure> {
    let mut list = vec![
        Measure::new("turns", MeasureKind::Counted),
        Measure::new("hp", MeasureKind::Final).given(WIN),
        Measure::new("potions", MeasureKind::Final).given(WIN),
        Measure::new("xp", MeasureKind::Final),
        Measure::new("gold", MeasureKind::Counted),
        Measure::new("xp_lost", MeasureKind::Once),
        Measure::new("capped", MeasureKind::Once),
    ];
    if is_chain(b) {
        list.push(Measure::new("fights_won", MeasureKind::Final));
    }
    list
}

/// Whether several fights follow each other.
pub fn is_chain(b: &Battle) -> bool {
    b.fights.len() > 1
}

/// Fights that are won if the chain ends so in one of them.
pub fn fights_won(fight: usize, verdict: Option<Verdict>) -> i64 {
    fight as i64 + i64::from(verdict == Some(Verdict::Win))
}

/// The fights of a chain by what there is to be met in them. One is reached
/// when all before it are won.
pub fn battles(b: &Battle) -> Vec<ChainedBattle> {
    let fights = b.fights.iter().enumerate().filter(|_| is_chain(b));
    let chained = |(place, fight): (usize, &Fight)| ChainedBattle {
        name: met_in(b, fight),
        reached: (FIGHTS_WON, place as i64),
        won: (FIGHTS_WON, place as i64 + 1),
    };
    fights.map(chained).collect()
}

/// The monsters of a fight: `3 Cave rat, Old troll`.
fn met_in(b: &Battle, fight: &Fight) -> String {
    let mut kinds: Vec<(usize, usize)> = Vec::new();
    for foe in &fight.foes {
        match kinds.iter_mut().find(|(kind, _)| *kind == foe.kind) {
            Some((_, count)) => *count += 1,
            None => kinds.push((foe.kind, 1)),
        }
    }
    let told = kinds.iter().map(|(kind, count)| match count {
        1 => b.kinds[*kind].name.clone(),
        count => format!("{count} {}", b.kinds[*kind].name),
    });
    told.collect::<Vec<_>>().join(", ")
}

/// Sets what is read off the state when combat ends.
#[inline]
pub fn finals(b: &Battle, st: &State, scores: &mut Scores) {
    scores.set(TURNS, i64::from(st.all_turns()));
    scores.set(HP, i64::from(st.hero.hp));
    scores.set(POTIONS, potions(b, st));
    scores.set(XP, rewards::granted(b, st));
    if is_chain(b) {
        scores.set(FIGHTS_WON, fights_won(usize::from(st.fight), st.verdict));
    }
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
