//! The AI (B-270..B-280). It gets the view of its side and nothing else, and
//! it draws nothing.

mod attacks;
mod care;
mod civilians;
mod goals;
mod hopes;
mod modes;
mod moves;
mod places;
mod powers;
mod shelter;
mod threats;
mod throws;

use crate::battle::{Sheet, Side, UnitId};
use crate::data::{AiNumbers, Mode};
use crate::orders::Order;
use crate::state::{Mind, Unit};
use crate::view::View;
use threats::Threats;

/// The most orders a unit gets in one phase (B-270).
const MOST_ORDERS: u8 = 12;

/// What the AI wants a unit to do, and what it keeps in mind.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The order.
    pub order: Order,
    /// What to remember.
    pub mind: Mind,
}

/// Decides for a unit whose turn it is.
pub fn decide(view: &View<'_>, unit: UnitId) -> Decision {
    let mut brain = Brain::new(*view, unit);
    let order = if brain.mind.orders >= MOST_ORDERS { Order::End } else { brain.think() };
    brain.mind.orders += 1;
    Decision { order, mind: brain.mind }
}

/// One unit and all it takes into account.
struct Brain<'a> {
    view: View<'a>,
    unit: UnitId,
    me: &'a Unit,
    sheet: &'a Sheet,
    mind: Mind,
    /// How it behaves now (B-272, B-273).
    mode: Mode,
    /// Enemies that are seen and can act, the greatest threat first (B-271).
    threats: Threats<'a>,
}

impl<'a> Brain<'a> {
    fn new(view: View<'a>, unit: UnitId) -> Self {
        let (me, sheet) = (view.mine(unit), view.sheet(unit));
        let mut brain = Brain {
            view,
            unit,
            me,
            sheet,
            mind: me.mind.clone(),
            mode: sheet.mode,
            threats: Threats::new(),
        };
        brain.threats = brain.find_threats();
        brain.choose_mode();
        brain
    }

    fn think(&mut self) -> Order {
        if self.view.side() == Side::Neutral {
            return self.think_as_civilian();
        }
        if self.threats.is_empty() { self.without_contact() } else { self.in_contact() }
    }

    fn numbers(&self) -> &'a AiNumbers {
        &self.view.data().ai[self.mode as usize]
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
    fn without_contact(&mut self) -> Order {
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
