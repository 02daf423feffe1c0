//! The veteran and the elite: a unit's turn is weighed as a whole and then
//! carried out (B-282..B-287).

mod dangers;
mod endings;
mod figures;
mod foes;
mod gains;
mod known_lines;
mod look_ahead;
mod plans;
mod prospects;
mod squad;
#[cfg(test)]
mod tests;

use std::cell::Cell;

use super::{Brain, MOST_MOVES, Reason};
use crate::data::{ItemKind, Mode};
use crate::field::Spot;
use crate::orders::{Order, Target};
use crate::rules::time::MOST_CARRIED;
use crate::state::{Stance, Vigil};
use smallvec::SmallVec;

use figures::Figures;
use foes::Foes;
use known_lines::KnownLines;
use plans::Plans;

/// All that a plan is weighed by.
struct Scene<'b, 'a> {
    brain: &'b Brain<'a>,
    foes: Foes<'a>,
    figures: Figures,
    /// Where the others of the side are.
    friends: SmallVec<[Spot; 16]>,
    /// Whether no throw from here is worth it.
    vain: Cell<bool>,
    /// Whether the unit could get ready.
    can_ready: bool,
    lines: KnownLines,
}

impl<'b, 'a> Scene<'b, 'a> {
    fn new(brain: &'b Brain<'a>) -> Self {
        let view = &brain.view;
        let friends = view.own().filter(|friend| *friend != brain.unit);
        Self {
            brain,
            foes: brain.foes(),
            figures: brain.figures(),
            friends: friends.map(|friend| view.mine(friend).at()).collect(),
            vain: Cell::new(brain.mind.vain == brain.who_is_where(brain.me.at())),
            can_ready: view.can_ready(brain.unit),
            lines: KnownLines::default(),
        }
    }
}

impl<'a> Brain<'a> {
    /// What somebody does who plans, and plays plans out if it looks ahead.
    pub(in crate::ai) fn think_as_planner(&mut self, looks_ahead: bool) -> Order {
        let order = self.go_by_plan(looks_ahead);
        // B-282: cover is not taken to be left again.
        if matches!(order, Order::TakeCover { .. }) {
            self.mind.moves = MOST_MOVES;
        }
        order
    }

    fn go_by_plan(&mut self, looks_ahead: bool) -> Order {
        if let Some(order) = self.follow_plan() {
            self.why = Reason::AsPlanned;
            return order;
        }
        if self.mode == Mode::Retreat
            && let Some(order) = self.make_for_exit()
        {
            return order;
        }
        if self.threats.is_empty() {
            return self.on_the_way();
        }
        // B-275: what the battle is about is done even under fire.
        if let Some(order) = self.reach_goal(|objective| objective.primary) {
            self.why = Reason::Goal;
            return order;
        }
        if let Some(order) = self.rearm() {
            self.why = Reason::Care;
            return order;
        }
        if self.mode == Mode::Retreat {
            self.why = Reason::Withdraw;
            // B-273: who can get nowhere better stands at bay, and stays in
            // the cover he took.
            let leaves = self.mind.moves < MOST_MOVES;
            let order = if leaves { self.withdraw() } else { Order::End };
            return if order == Order::End { self.make_plan(false) } else { order };
        }
        if let Some(order) = self.lead() {
            self.why = Reason::Care;
            return order;
        }
        self.make_plan(looks_ahead)
    }

    /// The next order of the plan, unless something new was learned (B-282).
    fn follow_plan(&mut self) -> Option<Order> {
        if self.mind.plan.is_empty() {
            return None;
        }
        let arrived = self.mind.goal.is_none_or(|goal| goal == self.me.at());
        let next = self.mind.plan.remove(0);
        if !arrived || self.mind.known != self.learned() || !self.is_possible(&next) {
            self.mind.plan.clear();
            return None;
        }
        Some(next)
    }

    /// Whether an order of the plan can still be carried out: from another hex
    /// the line was as the side knew the ground.
    fn is_possible(&self, order: &Order) -> bool {
        match *order {
            Order::Attack { target: Target::Unit(target), mode, .. } => {
                let aim = self.aims.iter().flatten().find(|aim| aim.target() == target);
                let aim = aim.filter(|aim| aim.is_worth_firing(mode));
                let cost = aim.and_then(|aim| aim.cost(mode));
                !self.is_hindered() && cost.is_some_and(|cost| cost <= self.me.tu)
            }
            Order::TakeCover { toward, .. } => {
                let beside = self.view.field().step(self.me.at(), toward);
                beside.is_some_and(|beside| self.view.cover_of(beside) > 0)
                    && self.me.tu >= self.view.data().tu.take_cover
                    && !self.view.swims(self.unit)
            }
            Order::Prone => {
                self.me.stance == Stance::Standing
                    && self.me.tu >= self.view.data().tu.prone
                    && !self.view.swims(self.unit)
            }
            Order::Turn(facing) => {
                let turn = self.view.data().tu.turn * u16::from(self.me.facing.turn_to(facing));
                self.me.tu >= turn
            }
            _ => true,
        }
    }

    /// Who is in sight and where, for a unit on a hex, in a number.
    fn who_is_where(&self, at: Spot) -> u64 {
        let mut sum = mix(u64::from(at.0), self.view.ghosts().len() as u64);
        for seen in &self.threats {
            let place = u64::from(seen.unit.0) << 16 | u64::from(seen.at.0);
            sum = sum.wrapping_add(mix(place, seen.cover as u64));
        }
        sum
    }

    /// What is known of the enemy and of the own health, in a number.
    fn learned(&self) -> u64 {
        let mut sum = mix(u64::from(self.me.hp), self.view.ghosts().len() as u64);
        for seen in &self.threats {
            let body = u64::from(seen.hp) << 16 | u64::from(seen.at.0);
            sum = mix(sum, body << 8 | seen.cover as u64);
        }
        sum
    }

    /// What it weighs, and how much (B-283 to B-285).
    fn figures(&self) -> Figures {
        let figures = Figures::of(self.mode, self.view.turn(), self.mind.idle);
        let heals = || self.item(|kind| matches!(kind, ItemKind::Medikit { .. })).is_some();
        let needed = self.sheet.leader || heals();
        if needed { figures.of_the_needed() } else { figures }
    }

    fn make_plan(&mut self, looks_ahead: bool) -> Order {
        let mut plans = Plans::new(if looks_ahead { self.to_play() } else { 1 });
        let scene = Scene::new(self);
        let weighed = scene.find_plans(&mut plans);
        let vain = scene.vain.get();
        if vain {
            self.mind.vain = self.who_is_where(self.me.at());
        }
        let chosen = if plans.best.len() > 1 { self.look_ahead(&plans.best) } else { 0 };
        let plan = plans.best.swap_remove(chosen);
        self.why = plan.why;
        self.mind.known = self.learned();
        if weighed {
            let at = match plan.orders.first() {
                Some(Order::Move { to, .. }) => *to,
                _ => self.me.at(),
            };
            self.mind.weighed = self.who_is_where(at);
            self.mind.falls_back = plan.falls_back;
        }
        let mut orders = plan.orders.into_iter();
        let first = orders.next();
        self.mind.plan = orders.collect();
        self.mind.goal = match first {
            Some(Order::Move { to, .. }) => Some(to),
            _ => None,
        };
        match first {
            Some(order @ Order::Move { .. }) => {
                self.mind.moves += 1;
                order
            }
            Some(order) => order,
            None => self.end_well(),
        }
    }

    /// Nothing is left to be gained: wounds, readiness, a look at the enemy.
    fn end_well(&mut self) -> Order {
        if let Some(order) = self.heal().or_else(|| self.spur()) {
            self.why = Reason::Care;
            return order;
        }
        let order = self.ready_or_end();
        // Nothing is left after it, unless something new is learned.
        match order {
            Order::Ready { .. } => {
                self.mind.plan.extend(self.face_foes().into_iter().chain([Order::End]))
            }
            Order::Turn(_) => self.mind.plan.push(Order::End),
            _ => {}
        }
        order
    }

    /// Readiness if it costs no more than it is worth, else a look at the
    /// enemy (B-285).
    pub(super) fn ready_or_end(&self) -> Order {
        let costs = &self.view.data().tu;
        let figures = self.figures();
        let spare = self.me.tu.saturating_sub(MOST_CARRIED);
        let price = i64::from(costs.ready.saturating_sub(spare)) * figures.time;
        let can = self.me.vigil == Vigil::None
            && self.me.tu >= costs.ready
            && self.view.can_ready(self.unit);
        if can && price <= figures.ready {
            return self.ready_order();
        }
        self.face_foes().unwrap_or(Order::End)
    }
}

/// Two numbers in one.
fn mix(sum: u64, part: u64) -> u64 {
    (sum.rotate_left(7) ^ part).wrapping_mul(0x0100_0000_01b3)
}
