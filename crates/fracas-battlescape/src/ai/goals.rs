//! The goals of the side (B-275).

use super::Brain;
use crate::battle::{Objective, Task, UnitId, Units, Zone};
use crate::field::Spot;
use crate::orders::Order;

impl Brain<'_> {
    /// Something to be done for the nearest open goal: use it if it is here,
    /// else go there and keep some time.
    pub(in crate::ai) fn go_for_goal(&self, keep: u16) -> Option<Order> {
        if let Some(order) = self.reach_goal(|_| true) {
            return Some(order);
        }
        let field = self.view.field();
        let goal = self
            .goals()
            .into_iter()
            .min_by_key(|at| (field.distance(self.me.at(), *at), self.end.place(*at)))?;
        self.advance(goal, keep)
    }

    /// Whether the unit stands where a goal of its side wants somebody to
    /// stay.
    pub(in crate::ai) fn keeps_goal(&self) -> bool {
        self.kept_zones().next().is_some()
    }

    /// Whether the unit may step to a hex, as far as goals want it to stay
    /// (B-275).
    pub(in crate::ai) fn stays_with(&self, to: Spot) -> bool {
        self.kept_zones().all(|zone| zone.spots.has(to))
    }

    /// The zones to be reached or held that the unit stands in.
    fn kept_zones(&self) -> impl Iterator<Item = &Zone> {
        let zones = self.view.objectives().filter_map(|(objective, progress)| {
            let open = !progress.done && !progress.lost && objective.trigger <= self.view.turn();
            match objective.task {
                Task::Reach(zone, _) | Task::Hold(zone, _) if open => {
                    Some(&self.view.zones()[zone])
                }
                _ => None,
            }
        });
        zones.filter(|zone| zone.spots.has(self.me.at()))
    }

    /// What can be done right here for some of the goals: use an object, leave
    /// the map.
    pub(in crate::ai) fn reach_goal(&self, counts: fn(&Objective) -> bool) -> Option<Order> {
        let (field, at) = (self.view.field(), self.me.at());
        for (objective, progress) in self.view.objectives().filter(|(one, _)| counts(one)) {
            if progress.done || progress.lost || objective.trigger > self.view.turn() {
                continue;
            }
            match objective.task {
                Task::Interact(object)
                    if !progress.used
                        && field.distance(at, self.view.objects()[object].at) <= 1
                        && self.me.tu >= self.view.data().tu.interact =>
                {
                    return Some(Order::Interact(object));
                }
                // B-252: nobody leaves whose mind is controlled, or who is
                // engaged.
                Task::Escape(zone, _)
                    if self.view.zones()[zone].spots.has(at)
                        && self.view.zones()[zone].exit
                        && self.me.controlled.is_none()
                        && !self.view.is_engaged(self.unit) =>
                {
                    return Some(Order::Exit);
                }
                _ => {}
            }
        }
        None
    }

    /// Hexes that open goals ask for.
    fn goals(&self) -> Vec<Spot> {
        let mut goals = Vec::new();
        for (objective, progress) in self.view.objectives() {
            if progress.done || progress.lost || objective.trigger > self.view.turn() {
                continue;
            }
            match &objective.task {
                Task::Reach(zone, _) | Task::Hold(zone, _) | Task::Escape(zone, _) => {
                    goals.extend(self.place_in(*zone));
                }
                Task::Interact(_) if progress.used => {}
                Task::Interact(object) => goals.push(self.view.objects()[*object].at),
                Task::Rescue { units, .. } => goals.extend(self.captives(*units)),
                Task::Assassinate(unit) | Task::Capture(unit) => {
                    goals.extend(self.view.seen(*unit).map(|seen| seen.at));
                }
                Task::Eliminate | Task::Survive(_) | Task::Protect(..) => {}
            }
        }
        goals
    }

    /// The nearest hex of a zone where the unit can stand, or where it stands.
    pub(in crate::ai) fn place_in(&self, zone: usize) -> Option<Spot> {
        let field = self.view.field();
        let spots = &self.view.zones()[zone].spots;
        if spots.has(self.me.at()) {
            return Some(self.me.at());
        }
        spots
            .iter()
            .filter(|spot| self.view.occupant(*spot).is_none())
            .min_by_key(|spot| (field.distance(self.me.at(), *spot), self.end.place(*spot)))
    }

    /// Where captives are seen that no friend is with yet.
    fn captives(&self, units: Units) -> Vec<Spot> {
        let field = self.view.field();
        let alone = |at: Spot| {
            let near = |friend: UnitId| field.distance(self.view.mine(friend).at(), at) <= 2;
            !self.view.own().any(|friend| friend != self.unit && near(friend))
        };
        units
            .iter()
            .filter_map(|unit| self.view.seen(unit))
            .map(|seen| seen.at)
            .filter(|at| alone(*at))
            .collect()
    }
}
