//! On the way without contact (B-286): the squad goes where the enemy may be,
//! from cover to cover, apart from each other, and keeps time for what it
//! meets.

use std::cmp::Reverse;

use super::figures::Figures;
use crate::ai::{Brain, Reason};
use crate::field::Spot;
use crate::hex::Dir;
use crate::orders::{Order, Pace};
use crate::state::{Cover, Stance, Vigil};

/// How far from the way a better place may lie.
const ASIDE: u32 = 3;
/// What cover at the end of the way is worth, in hundredths.
const COVER: i64 = 280;
/// Time units less that are kept in the first turns, when nobody can be near:
/// one for every ten hexes that the map is longer than ten. Fewer still where
/// it is far.
const FIRST: u16 = 25;
const FIRST_OF_MANY: u16 = 45;
const TEN: usize = 10;
const MANY: usize = 3;
/// Time units more or less that are kept after them, by lot.
const PACE: u16 = 18;
/// A hex aside costs this.
const OFF: i64 = 45;

impl<'a> Brain<'a> {
    /// Nobody is in sight.
    pub(super) fn on_the_way(&mut self) -> Order {
        let care = self.rearm_at_leisure().or_else(|| self.heal());
        let care = care.or_else(|| self.go_to_the_hurt()).or_else(|| self.lead());
        if let Some(order) = care {
            self.why = Reason::Care;
            return order;
        }
        // B-275: what the way has led to is done at once.
        if self.mind.moves > 0
            && let Some(order) = self.reach_goal(|_| true)
        {
            self.why = Reason::Goal;
            return order;
        }
        self.why = Reason::Advance;
        let figures = self.figures();
        if self.mind.moves == 0
            && let Some(order) = self.pursue()
        {
            let Order::Move { to, pace, .. } = order else {
                if matches!(order, Order::Interact(_) | Order::Exit) {
                    self.why = Reason::Goal;
                }
                return order;
            };
            if self.me.stance == Stance::Prone && self.me.tu >= self.view.data().tu.stand {
                return Order::Stand;
            }
            self.mind.moves += 1;
            // B-278: who has looked in vain looks at the very hex.
            if self.impatient() {
                return order;
            }
            return self.bound(to, pace, figures);
        }
        self.why = Reason::Wait;
        self.settle(figures)
    }

    /// Goes near a hex on the way, to the best place there.
    fn bound(&mut self, to: Spot, pace: Pace, figures: Figures) -> Order {
        let view = self.view;
        let field = view.field();
        let toward = self.ahead(to);
        let length = field.cols().max(field.rows());
        let kept = match (length.saturating_sub(TEN) / TEN).max(1) {
            turns if view.turn() as usize > turns => figures.keep + PACE - PACE * self.lot(),
            MANY.. => figures.keep - FIRST_OF_MANY,
            _ => figures.keep - FIRST,
        };
        let budget = self.me.tu.saturating_sub(kept);
        let reach = view.reach(self.unit, pace, budget);
        let worth = |spot: Spot| {
            let friends = view.own().filter(|friend| *friend != self.unit);
            let crowd = friends
                .filter(|friend| field.distance(view.mine(*friend).at(), spot) <= 2)
                .count() as i64;
            let covered = toward.is_some_and(|dir| self.cover_toward(spot, dir).is_some());
            let off = i64::from(field.distance(spot, to));
            let cover = if covered { COVER } else { 0 };
            cover - off * OFF - crowd * figures.crowd
        };
        let least = reach.free().map(|(spot, _)| field.distance(spot, to)).min().unwrap_or(0);
        let near = reach
            .free()
            .filter(|(spot, _)| field.distance(*spot, to) <= least + ASIDE)
            // It gets on, however good the cover here.
            .filter(|(spot, _)| field.distance(*spot, to) < field.distance(self.me.at(), to))
            .filter(|(spot, _)| self.allows(*spot) && self.stays_with(*spot))
            .map(|(spot, _)| spot)
            .max_by_key(|spot| (worth(*spot), Reverse(self.end.place(*spot))));
        let to = near.unwrap_or(to);
        self.walk(to, pace)
    }

    /// 0, 1 or 2, each in turn; which comes first hangs on where those of the
    /// side began that are left.
    fn lot(&self) -> u16 {
        let began = |unit| u32::from(self.end.place(self.view.mine(unit).mind.post));
        let places: u32 = self.view.own().map(began).sum();
        ((places + self.view.turn()) % 3) as u16
    }

    /// Where the enemy is to be expected from a hex.
    fn ahead(&self, from: Spot) -> Option<Dir> {
        let field = self.view.field();
        let near = |at: &Spot| (field.distance(from, *at), self.end.place(*at));
        let ghost = self.view.ghosts().iter().map(|ghost| ghost.at).min_by_key(near);
        let cue = self.view.cues().iter().map(|cue| cue.at).min_by_key(near);
        let goal = ghost.or(cue).filter(|at| *at != from);
        let here = self.me.at();
        match goal {
            Some(goal) => field.bearing(from, goal),
            None if from != here => field.bearing(here, from),
            None => None,
        }
    }

    /// A side on which cover can be taken at a hex, not far from a direction.
    fn cover_toward(&self, at: Spot, toward: Dir) -> Option<Dir> {
        self.view
            .field()
            .neighbours(at)
            .filter(|(dir, beside)| self.view.cover_of(*beside) > 0 && dir.turn_to(toward) <= 1)
            .map(|(dir, _)| dir)
            .min_by_key(|dir| (dir.turn_to(toward), self.end.turned(*dir)))
    }

    /// Cover, or else a place on the ground, and readiness where the way has
    /// ended.
    fn settle(&mut self, figures: Figures) -> Order {
        let costs = &self.view.data().tu;
        let tu = self.me.tu;
        let spare = tu.saturating_sub(crate::rules::time::MOST_CARRIED);
        let toward = self.ahead(self.me.at()).unwrap_or(self.me.facing);
        let stands = self.me.cover == Cover::None
            && self.me.stance == Stance::Standing
            && self.me.vigil == Vigil::None
            && !self.view.swims(self.unit);
        let pays = |cost: u16| {
            let price = i64::from(cost.saturating_sub(spare)) * figures.time;
            tu >= cost && price <= figures.ready
        };
        if stands
            && pays(costs.take_cover)
            && let Some(toward) = self.cover_toward(self.me.at(), toward)
        {
            return Order::TakeCover { step: None, toward, cover: Cover::Half };
        }
        if stands && self.can_lie() && pays(costs.prone) {
            return Order::Prone;
        }
        self.ready_or_end()
    }

    /// Turns where the enemies are that could do most (B-285).
    pub(super) fn face_foes(&self) -> Option<Order> {
        let (view, me) = (&self.view, self.me);
        if me.cover != Cover::None {
            return None;
        }
        let foes = self.foes();
        let worth = |dir: Dir| {
            let front = foes.iter().filter(|foe| view.in_front(me.at(), dir, foe.at));
            let near = |at| 40 - i64::from(view.field().distance(me.at(), at).min(30));
            front.map(|foe| foe.worth * foe.sure * near(foe.at)).sum::<i64>()
        };
        let best = Dir::ALL.into_iter().max_by_key(|dir| {
            (worth(*dir), -i64::from(me.facing.turn_to(*dir)), Reverse(self.end.turned(*dir)))
        })?;
        let cost = view.data().tu.turn * u16::from(me.facing.turn_to(best));
        (cost > 0 && cost <= me.tu && worth(best) > worth(me.facing)).then_some(Order::Turn(best))
    }

    pub(super) fn ready_order(&self) -> Order {
        let shots = self.numbers().ready_shots.max(1);
        Order::Ready { max_shots: shots, min_accuracy: 20 }
    }
}
