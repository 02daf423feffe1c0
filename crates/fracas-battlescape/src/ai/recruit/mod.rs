//! The recruit: one step at a time, whatever promises most now (B-281).

mod hopes;
mod moves;
mod places;
mod shelter;

use super::Brain;
use crate::data::Mode;
use crate::orders::Order;

impl Brain<'_> {
    /// What a recruit does next.
    pub(in crate::ai) fn think_as_recruit(&mut self) -> Order {
        if self.threats.is_empty() { self.without_contact() } else { self.in_contact() }
    }

    /// Enemies are in sight.
    fn in_contact(&mut self) -> Order {
        if let Some(order) = self.rearm() {
            return order;
        }
        if self.mode == Mode::Retreat {
            return self.withdraw();
        }
        if let Some(order) = self.lead() {
            return order;
        }
        if matches!(self.mode, Mode::Defensive | Mode::Hold)
            && let Some(order) = self.shelter_here()
        {
            return order;
        }
        if self.mode == Mode::Cautious && self.mind.attacks > 0 {
            return self.break_contact();
        }
        let here = self.best_attack_here();
        // Leaving an enemy's reach costs a blow (B-79).
        let free = here.is_none() || !self.view.is_engaged(self.unit);
        if free && let Some(order) = self.better_place(here.as_ref()) {
            self.mind.moves += 1;
            return order;
        }
        if self.mode == Mode::Cautious
            && here.is_some_and(|attack| attack.tu + self.view.data().tu.take_cover <= self.me.tu)
            && let Some(order) = self.shelter_here()
        {
            return order;
        }
        if let Some(attack) = here {
            self.mind.attacks += 1;
            return attack.order;
        }
        if let Some(order) = self.heal() {
            return order;
        }
        if self.mode == Mode::Aggressive
            && let Some(order) = self.go_for_goal(0).or_else(|| self.close_in())
        {
            return order;
        }
        self.wind_up()
    }

    /// Nobody is in sight.
    pub(in crate::ai) fn without_contact(&mut self) -> Order {
        let order = self.rearm_at_leisure().or_else(|| self.heal()).or_else(|| self.lead());
        if let Some(order) = order.or_else(|| self.pursue()) {
            return order;
        }
        self.wind_up()
    }

    /// What is left of the time goes into cover and readiness (B-272).
    fn wind_up(&mut self) -> Order {
        if !self.threats.is_empty()
            && let Some(order) = self.spur()
        {
            return order;
        }
        self.shelter_with_leftovers()
            .or_else(|| self.get_ready())
            .or_else(|| self.face_danger())
            .unwrap_or(Order::End)
    }
}
