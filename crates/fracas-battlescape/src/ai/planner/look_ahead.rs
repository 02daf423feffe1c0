//! The elite: the best plans are played out in worlds that agree with what the
//! side knows (B-287). The dice are its own: they hang on public facts, and
//! the battle's are left alone.

use fracas_core::chance::{Purpose, Rolled};
use fracas_core::watch::Scores;
use smallvec::SmallVec;

use super::plans::Plan;
use crate::ai::MOST_MOVES;
use crate::ai::{Brain, decide_as};
use crate::battle::{Side, UnitId};
use crate::data::Strength;
use crate::rules::Fight;
use crate::rules::phases::{Command, Going};
use crate::view::{View, World};

/// How many of the best plans are played out in how many more worlds, round
/// after round. What follows a plan scatters by some 50 HP, and plans differ by
/// ten: few worlds tell nothing.
const ROUNDS: [(usize, u64); 3] = [(5, 8), (3, 16), (2, 32)];
/// Units in view up to which there is time for all of these worlds.
const FEW: usize = 8;
/// Orders that a unit plays out in a phase at the most, each counted as often
/// as there are units in view, for so long does it take to decide; half of what
/// is left of them whenever it looks ahead.
const EFFORT: u32 = 48_000;
/// Orders in a phase before which a unit looks ahead; later ones follow from
/// these.
const EARLY: u8 = 6;
/// How much of a hundredth the worth of the plan itself counts, and as much as
/// how many worlds.
const TRUST: i64 = 30;
const PRIOR: i64 = 17;
/// What a plan may be behind the best to be played on, in hundredths.
const BEHIND: i64 = 300;
/// The most orders of one play.
const MOST_ORDERS: u32 = 300;
/// What a life is worth besides its hit points, in hundredths.
const LIFE: i64 = 3000;

impl Brain<'_> {
    /// How many plans are worth playing out now (B-287).
    pub(super) fn to_play(&self) -> usize {
        if self.mind.orders < EARLY { ROUNDS[0].0 } else { 1 }
    }

    /// The plan, by its place, that does best when it is played out: all of
    /// them in some worlds, those that may still be the best in more.
    pub(super) fn look_ahead(&mut self, plans: &[Plan]) -> usize {
        let seed = u64::from(self.view.turn()) << 24
            | u64::from(self.unit.0) << 16
            | u64::from(self.mind.orders) << 8;
        let in_view = self.view.in_view().count();
        let (crowd, few) = (in_view.max(FEW) as u64, FEW as u64);
        let mut left: SmallVec<[(usize, i64); 6]> = (0..plans.len()).map(|n| (n, 0)).collect();
        let mut worlds = 0;
        let enough = self.mind.played.midpoint(EFFORT);
        for (most, more) in ROUNDS {
            left.truncate(most);
            if left.len() == 1 || self.mind.played >= enough {
                break;
            }
            for _ in 0..(more * few * few).div_ceil(crowd * crowd) {
                let world = self.view.imagine(&mut Rolled::new(seed, worlds, Purpose::Setup));
                for (plan, sum) in &mut left {
                    let dice = Rolled::new(seed, worlds, Purpose::Battle);
                    *sum += self.play_out(&plans[*plan], world.clone(), dice, in_view as u32);
                }
                worlds += 1;
                if self.mind.played >= enough {
                    break;
                }
            }
            // What the plan itself promised counts the less the more is known.
            let worth = |(plan, sum): (usize, i64)| {
                (PRIOR * TRUST * plans[plan].value / 100 + sum) / (worlds as i64 + PRIOR)
            };
            left.sort_unstable_by_key(|one| (-worth(*one), one.0));
            let best = worth(left[0]);
            left.retain(|one| worth(*one) >= best - BEHIND);
        }
        left[0].0
    }

    /// How the own side stands one turn later if it begins with this plan; each
    /// order is counted as often as there are units in view.
    fn play_out(
        &mut self,
        plan: &Plan,
        mut world: World<'_>,
        mut dice: Rolled,
        in_view: u32,
    ) -> i64 {
        let mut scores = Scores::new(vec![0; 64]);
        let mut fight = world.fight(&mut dice, &mut scores);
        let until = (fight.state.turn + 1, fight.state.phase);
        for order in &plan.orders {
            if fight.act(self.unit, order).is_err() {
                break;
            }
        }
        let mind = &mut fight.state.unit_mut(self.unit).mind;
        mind.plan.clear();
        (mind.weighed, mind.vain) = (0, 0);
        mind.moves = if plan.orders.is_empty() { MOST_MOVES } else { mind.moves + 1 };
        for _ in 0..MOST_ORDERS {
            if (fight.state.turn, fight.state.phase) == until {
                break;
            }
            match fight.go_on(Command::Ai) {
                Going::On => {}
                Going::Over => break,
                Going::Order(unit) => {
                    self.mind.played += in_view;
                    order(&mut fight, unit);
                }
            }
        }
        self.standing(&world)
    }

    /// What the own side has left more than the other.
    fn standing(&self, world: &World<'_>) -> i64 {
        let worth = |unit: UnitId| {
            let body = world.state.unit(unit);
            let life = if body.is_able() { LIFE } else { 0 };
            let sign = match world.side(unit) {
                Side::Neutral => 0,
                side if side == self.view.side() => 1,
                _ => -1,
            };
            if body.is_here() { sign * (100 * i64::from(body.hp) + life) } else { 0 }
        };
        world.units().map(worth).sum()
    }
}

/// Lets a unit act as a veteran would.
fn order(fight: &mut Fight<'_, Rolled, Scores>, unit: UnitId) {
    let decision =
        decide_as(&View::of_unit(fight.battle, fight.state, unit), unit, Strength::Veteran);
    fight.state.unit_mut(unit).mind = decision.mind;
    if fight.act(unit, &decision.order).is_err() {
        fight.end_turn(unit);
    }
}
