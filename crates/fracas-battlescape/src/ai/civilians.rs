//! Civilians (B-275): they hide from enemies and follow their rescuers.

use super::Brain;
use crate::battle::{Side, Task};
use crate::orders::{Order, Pace};

impl Brain<'_> {
    pub(in crate::ai) fn think_as_civilian(&mut self) -> Order {
        if self.sees(Side::Enemy) {
            return self.hide();
        }
        if self.sees(Side::Player)
            && let Some(order) = self.follow()
        {
            return order;
        }
        Order::End
    }

    fn sees(&self, side: Side) -> bool {
        self.view.others().any(|other| other.side == side && other.is_able())
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

    /// Toward the rescue zone, or the exit.
    fn follow(&self) -> Option<Order> {
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
            .min_by_key(|spot| (field.distance(self.me.at(), *spot), *spot))?;
        if goal != self.me.at() {
            let to = self.view.toward(self.unit, goal, Pace::Walk, self.me.tu)?;
            return Some(self.walk(to, Pace::Walk));
        }
        zones.iter().any(|zone| zone.exit && zone.spots.has(goal)).then_some(Order::Exit)
    }
}
