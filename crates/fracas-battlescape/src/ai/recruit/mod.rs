//! The recruit: one step at a time, whatever promises most now (B-281).

mod hopes;
mod moves;
mod places;
mod shelter;

use super::attacks::Attack;
use super::{Brain, Reason};
use crate::data::Mode;
use crate::orders::{Order, Target};

impl Brain<'_> {
    /// What a recruit does next.
    pub(in crate::ai) fn think_as_recruit(&mut self) -> Order {
        if self.mode == Mode::Retreat
            && let Some(order) = self.make_for_exit()
        {
            return order;
        }
        if self.threats.is_empty() { self.without_contact() } else { self.in_contact() }
    }

    /// Enemies are in sight.
    fn in_contact(&mut self) -> Order {
        if let Some(order) = self.rearm() {
            return self.because(Reason::Care, order);
        }
        if self.mode == Mode::Retreat {
            self.why = Reason::Withdraw;
            return self.withdraw();
        }
        if let Some(order) = self.lead() {
            return self.because(Reason::Care, order);
        }
        if matches!(self.mode, Mode::Defensive | Mode::Hold)
            && let Some(order) = self.shelter_here()
        {
            return self.because(Reason::Shelter, order);
        }
        if self.mode == Mode::Cautious && self.mind.attacks > 0 {
            self.why = Reason::Withdraw;
            return self.break_contact();
        }
        let here = self.best_attack_here();
        // Leaving an enemy's reach costs a blow (B-79).
        let free = here.is_none() || !self.view.is_engaged(self.unit);
        if free && let Some(order) = self.better_place(here.as_ref()) {
            self.mind.moves += 1;
            return self.because(Reason::Better, order);
        }
        if self.mode == Mode::Cautious
            && here.is_some_and(|attack| attack.tu + self.view.data().tu.take_cover <= self.me.tu)
            && let Some(order) = self.shelter_here()
        {
            return self.because(Reason::Shelter, order);
        }
        if let Some(attack) = here {
            self.mind.attacks += 1;
            return self.because(self.why_attack(&attack), attack.order);
        }
        if let Some(order) = self.heal() {
            return self.because(Reason::Care, order);
        }
        if self.mode == Mode::Aggressive {
            if let Some(order) = self.go_for_goal(0) {
                return self.because(Reason::Goal, order);
            }
            if let Some(order) = self.close_in() {
                return self.because(Reason::Closer, order);
            }
        }
        self.wind_up()
    }

    /// Nobody is in sight.
    pub(in crate::ai) fn without_contact(&mut self) -> Order {
        let order = self.rearm_at_leisure().or_else(|| self.heal()).or_else(|| self.lead());
        if let Some(order) = order {
            return self.because(Reason::Care, order);
        }
        if let Some(order) = self.pursue() {
            return self.because(Reason::Advance, order);
        }
        self.wind_up()
    }

    /// What is left of the time goes into cover and readiness (B-272).
    fn wind_up(&mut self) -> Order {
        if !self.threats.is_empty()
            && let Some(order) = self.spur()
        {
            return self.because(Reason::Care, order);
        }
        if let Some(order) = self.shelter_with_leftovers() {
            return self.because(Reason::Shelter, order);
        }
        if let Some(order) = self.get_ready() {
            return self.because(Reason::Ready, order);
        }
        match self.face_danger() {
            Some(order) => self.because(Reason::Face, order),
            None => self.because(Reason::Done, Order::End),
        }
    }

    /// What an attack promises.
    fn why_attack(&self, attack: &Attack) -> Reason {
        let expected = attack.value * i64::from(attack.tu) / 10;
        let Order::Attack { target: Target::Unit(target), mode, .. } = attack.order else {
            return match attack.order {
                Order::Cast { .. } => Reason::Power { expected },
                _ => Reason::Force { expected },
            };
        };
        let seen = self.threats.iter().find(|enemy| enemy.unit == target);
        let aim = seen.and_then(|enemy| self.view.aim(self.unit, self.stand(), enemy));
        match aim {
            Some(aim) => Reason::Attack { target, accuracy: aim.accuracy(mode), expected },
            None => Reason::Force { expected },
        }
    }
}
