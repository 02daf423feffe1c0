//! The elite: the best plans are played out in worlds that agree with what the
//! side knows (B-287). The dice are its own: they hang on public facts, and
//! the battle's are left alone.

use fracas_core::chance::{Purpose, Rolled};
use fracas_core::watch::Scores;

use super::plans::{MOST_MOVES, Plan};
use crate::ai::{Brain, decide_as};
use crate::battle::{Side, UnitId};
use crate::data::Strength;
use crate::rules::Fight;
use crate::rules::phases::{Command, Going};
use crate::view::{View, World};

/// Units in sight that one world is played out for: the more there are, the
/// fewer worlds.
const UNITS: usize = 32;
/// The most worlds.
const WORLDS: usize = 4;
/// Orders in a phase before which a unit looks ahead; later ones follow from
/// these.
const EARLY: u8 = 6;
/// How much of a hundredth the worth of the plan itself counts.
const TRUST: i64 = 30;
/// The most orders of one play.
const MOST_ORDERS: u32 = 300;
/// What a life is worth besides its hit points, in hundredths.
const LIFE: i64 = 3000;

impl Brain<'_> {
    /// How many plans are worth playing out now (B-287).
    pub(super) fn to_play(&self) -> usize {
        match self.view.in_view().count() {
            _ if self.mind.orders >= EARLY => 1,
            0..=10 => 5,
            _ => 3,
        }
    }

    /// The plan, by its place, that does best when it is played out.
    pub(super) fn look_ahead(&self, plans: &[Plan]) -> usize {
        let mut sums = vec![0_i64; plans.len()];
        let seed = u64::from(self.view.turn()) << 24
            | u64::from(self.unit.0) << 16
            | u64::from(self.mind.orders) << 8;
        let worlds = (UNITS / self.view.in_view().count().max(1)).clamp(1, WORLDS) as u64;
        for n in 0..worlds {
            let world = self.view.imagine(&mut Rolled::new(seed, n, Purpose::Setup));
            for (plan, sum) in plans.iter().zip(&mut sums) {
                let dice = Rolled::new(seed, n, Purpose::Battle);
                *sum += self.play_out(plan, world.clone(), dice);
            }
        }
        // What the plan itself promised counts a little: plays are few.
        let worth = |n: &usize| 100 * sums[*n] / worlds as i64 + TRUST * plans[*n].value;
        (0..plans.len()).max_by_key(|n| (worth(n), std::cmp::Reverse(*n))).unwrap_or(0)
    }

    /// How the own side stands one turn later if it begins with this plan.
    fn play_out(&self, plan: &Plan, mut world: World<'_>, mut dice: Rolled) -> i64 {
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
                Going::Order(unit) => order(&mut fight, unit),
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
