//! Civilians (B-275): they hide from enemies and follow their rescuers.

use super::{Brain, Reason};
use crate::battle::{Side, Task};
use crate::field::Spot;
use crate::orders::{Order, Pace};

/// No civilian goes farther from its escort (B-275).
const ESCORT: u32 = 5;

impl Brain<'_> {
    pub(in crate::ai) fn think_as_civilian(&mut self) -> Order {
        if self.seen_of(Side::Enemy).next().is_some() {
            self.why = Reason::Withdraw;
            return self.hide();
        }
        let escorts: Vec<Spot> = self.seen_of(Side::Player).collect();
        let field = self.view.field();
        let is_escorted = |spot| escorts.iter().any(|at| field.distance(*at, spot) <= ESCORT);
        if is_escorted(self.me.at())
            && let Some(order) = self.follow(is_escorted)
        {
            return self.because(Reason::Escorted, order);
        }
        self.because(Reason::Unescorted, Order::End)
    }

    /// Where able units of a side are in sight.
    fn seen_of(&self, side: Side) -> impl Iterator<Item = Spot> {
        let able = self.view.others().filter(move |other| other.side == side && other.is_able());
        able.map(|other| other.at)
    }

    /// Out of the enemy's sight.
    fn hide(&mut self) -> Order {
        self.threats = self
            .view
            .others()
            .filter(|other| other.side == Side::Enemy && other.is_able())
            .collect();
        self.withdraw()
    }

    /// Toward the rescue zone, or the exit, as far as it is escorted.
    fn follow(&self, is_escorted: impl Fn(Spot) -> bool) -> Option<Order> {
        let zones = self.view.zones();
        let wanted =
            self.view.objectives().find_map(|(objective, progress)| match &objective.task {
                Task::Rescue { units, to, .. } if units.has(self.unit) && !progress.done => {
                    Some(*to)
                }
                _ => None,
            });
        let goal_zones = match wanted {
            Some(Some(zone)) => &zones[zone..=zone],
            _ => zones,
        };
        let any_exit = !matches!(wanted, Some(Some(_)));
        let field = self.view.field();
        let goal = goal_zones
            .iter()
            .filter(|zone| !any_exit || zone.exit)
            .flat_map(|zone| zone.spots.iter())
            .filter(|spot| *spot == self.me.at() || self.view.occupant(*spot).is_none())
            .min_by_key(|spot| (field.distance(self.me.at(), *spot), self.end.place(*spot)))?;
        if goal != self.me.at() {
            let to =
                self.view.toward_within(self.unit, goal, Pace::Walk, self.me.tu, is_escorted)?;
            return Some(self.walk(to, Pace::Walk));
        }
        zones.iter().any(|zone| zone.exit && zone.spots.has(goal)).then_some(Order::Exit)
    }
}
