//! The AI (B-270..B-289). It gets the view of its side and nothing else, and
//! it draws nothing.

mod attacks;
mod capture;
mod care;
mod civilians;
mod flight;
mod goals;
mod modes;
mod planner;
pub(crate) mod powers;
mod reasons;
mod recruit;
mod threats;
mod throws;

use crate::battle::{Sheet, Side, UnitId};
use crate::data::{AiNumbers, Mode, Strength};
use crate::ends::End;
use crate::orders::Order;
use crate::state::{Mind, Unit};
use crate::view::View;
pub use reasons::Reason;
use threats::{Aims, Threats};

/// The most orders a unit gets in one phase (B-270).
const MOST_ORDERS: u8 = 12;

/// The most moves to better hexes in one phase (B-277, B-282).
const MOST_MOVES: u8 = 2;

/// What the AI wants a unit to do, and what it keeps in mind.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The order.
    pub order: Order,
    /// What to remember.
    pub mind: Mind,
    /// Why.
    pub why: Reason,
}

/// Decides for a unit whose turn it is.
pub fn decide(view: &View<'_>, unit: UnitId) -> Decision {
    decide_as(view, unit, view.sheet(unit).skill)
}

/// Decides as somebody of another strength would.
fn decide_as(view: &View<'_>, unit: UnitId, skill: Strength) -> Decision {
    let mut brain = Brain::new(*view, unit, skill);
    let order = if brain.mind.orders >= MOST_ORDERS { Order::End } else { brain.think(skill) };
    if brain.mind.orders == 0 {
        brain.mind.idle = brain.mind.idle.saturating_add(1);
    }
    if !matches!(order, Order::End | Order::Turn(_)) {
        brain.mind.idle = 0;
    }
    brain.mind.orders += 1;
    Decision { order, mind: brain.mind, why: brain.why }
}

/// One unit and all it takes into account.
struct Brain<'a> {
    view: View<'a>,
    unit: UnitId,
    me: &'a Unit,
    sheet: &'a Sheet,
    /// Whence it breaks ties (B-289).
    end: End,
    mind: Mind,
    /// How it behaves now (B-272, B-273).
    mode: Mode,
    /// Enemies that are seen and can act, the greatest threat first (B-271).
    threats: Threats<'a>,
    aims: Aims<'a>,
    /// Whom it does not kill (B-255).
    wanted: Option<UnitId>,
    /// Why it does what it does.
    why: Reason,
}

impl<'a> Brain<'a> {
    fn new(view: View<'a>, unit: UnitId, skill: Strength) -> Self {
        let (me, sheet) = (view.mine(unit), view.sheet(unit));
        let mut brain = Brain {
            view,
            unit,
            me,
            sheet,
            end: view.end(unit),
            mind: me.mind.clone(),
            mode: sheet.mode,
            threats: Threats::new(),
            aims: Aims::new(),
            wanted: view.wanted_alive(),
            why: Reason::Done,
        };
        // Whom somebody else has moved has had its move.
        if me.mind.orders == 0 && me.steps > 0 {
            brain.mind.moves = 1;
        }
        brain.find_threats(skill);
        brain.choose_mode();
        brain
    }

    fn think(&mut self, skill: Strength) -> Order {
        if self.view.side() == Side::Neutral {
            return self.think_as_civilian();
        }
        match skill {
            Strength::Recruit => self.think_as_recruit(),
            Strength::Veteran => self.think_as_planner(false),
            Strength::Elite => self.think_as_planner(true),
        }
    }

    /// Gives an order, and says why.
    fn because(&mut self, why: Reason, order: Order) -> Order {
        self.why = why;
        order
    }

    fn numbers(&self) -> &'a AiNumbers {
        &self.view.data().ai[self.mode as usize]
    }
}
