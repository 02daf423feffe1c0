//! Chapters 5 and 6: rounds, retreat, and how a battle ends (M-25 to M-43).

use fracas_core::order::Ordered;
use fracas_core::ruleset::{Next, OutcomeId};
use fracas_core::watch::Watch;

use super::{attack, chain, conclusion};
use crate::battle::{Battle, Constants, Side};
use crate::events::Event;
use crate::report::site_report;
use crate::state::{Fight, Outcome, State};

/// The first round begins: who attacks when, and what there is to lose.
pub fn begin(fight: &mut Fight) {
    for side in Side::BOTH {
        let order = &mut fight.order[side.index()];
        let targets = &mut fight.targets[side.index()];
        let fighters = &fight.fighters;
        let places = match side {
            Side::Agents => 0..fight.agents,
            Side::Enemies => fight.agents..fighters.len(),
        };
        order.clear();
        order.extend(places.clone().map(|place| place as u32));
        // M-25, M-26: by base skill, ties by lowest id.
        order.put_few_in_order_by_key(|&place| (fighters[place as usize].skill, place));
        targets.clear();
        targets.extend(places.map(|place| crate::state::Target::new(fighters[place].eff, place)));
        targets.sort_unstable();
        fight.living[side.index()] = order.len();
    }
    fight.base = Side::BOTH.map(|side| fight.skill(side));
    fight.round = 1;
    attack::begin_phase(fight, Side::Agents);
}

/// M-36: only here a battle can end.
#[inline]
pub fn end_of_round<W: Watch<Event>>(b: &Battle, st: &mut State, w: &mut W) -> Next {
    let fight = &mut st.fight;
    w.event(|| Event::round(fight));
    if b.asked && waits(fight) {
        // Who was attacked in this round is of no account to the next.
        fight.aim = 0;
        return Next::On;
    }
    close_round(b, st, w)
}

/// Whether a round is over and both sides live: M-38 is the next question.
pub fn waits(fight: &Fight) -> bool {
    let enemies = Side::Enemies.index();
    fight.phase == enemies
        && fight.turn >= fight.order[enemies].len()
        && fight.living.iter().all(|living| *living > 0)
}

/// M-37: ends the battle, or begins the next round.
#[inline]
pub fn close_round<W: Watch<Event>>(b: &Battle, st: &mut State, w: &mut W) -> Next {
    let fight = &mut st.fight;
    match verdict_on(b, fight) {
        Some(outcome) => end(b, st, outcome, w),
        None => {
            fight.round += 1;
            attack::begin_phase(fight, Side::Agents);
            Next::On
        }
    }
}

/// The battle is over; the next of a chain may follow.
#[inline(never)]
pub fn end<W: Watch<Event>>(b: &Battle, st: &mut State, outcome: Outcome, w: &mut W) -> Next {
    w.event(|| Event::end(&st.fight, outcome));
    conclusion::conclude(b, st, outcome);
    if chain::goes_on(b, st, outcome) {
        w.event(|| Event::Report(Box::new(site_report(b, st))));
        chain::next(b, st, outcome, w);
        return Next::On;
    }
    Next::Over(OutcomeId(outcome.index() as u8))
}

#[inline]
fn verdict_on(b: &Battle, fight: &Fight) -> Option<Outcome> {
    let skill = |side| fight.skill(side);
    verdict(&b.world.constants, fight.round, fight.base[0], fight.living, skill)
}

/// M-37: the first of the four that holds at the end of a round. `skill` is
/// the total effective skill of a side, and only asked for if it is of account.
#[inline(always)]
pub fn verdict(
    constants: &Constants,
    round: u32,
    base: u64,
    living: [usize; 2],
    skill: impl Fn(Side) -> u64,
) -> Option<Outcome> {
    if living[Side::Enemies.index()] == 0 {
        return Some(Outcome::Success);
    }
    if living[Side::Agents.index()] == 0 {
        return Some(Outcome::Wiped);
    }
    let left = skill(Side::Agents);
    if retreats(base, left, constants.retreat_loss_pct) {
        return Some(Outcome::Retreat);
    }
    // M-41.
    let spent = left == 0 && skill(Side::Enemies) == 0;
    (spent || round >= constants.max_rounds).then_some(Outcome::Stalemate)
}

/// M-38 to M-40: whether a squad that had `base` and has `left` turns back.
pub fn retreats(base: u64, left: u64, loss_pct: u32) -> bool {
    100 * (base - left.min(base)) > u64::from(loss_pct) * base
}

#[cfg(test)]
mod tests {
    use super::*;

    /// M-38, M-39, M-40 and their vectors.
    #[test]
    fn a_squad_retreats_when_more_than_half_is_lost() {
        for (base, left, back) in [
            (218, 108, true),
            (218, 109, false),
            (201, 100, true),
            (201, 101, false),
            (0, 0, false),
        ] {
            assert_eq!(retreats(base, left, 50), back, "{left} of {base}");
        }
        assert!(!retreats(218, 0, 100));
        assert!(retreats(218, 217, 0) && !retreats(218, 218, 0));
        assert!(retreats(100, 74, 25) && !retreats(100, 75, 25));
    }

    /// M-41: by round 72 exhaustion alone has sent any squad back.
    #[test]
    fn no_squad_holds_out_for_72_rounds() {
        use crate::rules::skill::effective;
        for skill in (1..=300).chain([1_000, 1_000_000]) {
            for hp in [1, 7, 15, 29, 30] {
                for exhaustion in 0..=105 {
                    let base = u64::from(effective(skill, hp, 30, exhaustion, 5));
                    let left = u64::from(effective(skill, hp, 30, exhaustion + 72, 5));
                    assert!(base == 0 || retreats(base, left, 50), "{skill} {hp} {exhaustion}");
                }
            }
        }
    }
}
