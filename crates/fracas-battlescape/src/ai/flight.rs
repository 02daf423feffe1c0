//! The way out (B-273): whoever retreats while his side is to escape makes for
//! the exit.

use super::{Brain, MOST_MOVES, Reason};
use crate::battle::Task;
use crate::field::Spot;
use crate::orders::{Order, Pace};
use crate::state::Stance;

/// How far from the way's end a safer hex may lie.
const ASIDE: u32 = 3;
/// A hex that is in sight of an enemy counts as so many farther away.
const IN_SIGHT: u32 = 3;

impl Brain<'_> {
    /// Out over the exit, or as near to it as the time allows, out of sight if
    /// that is hardly farther. One way in a phase.
    pub(in crate::ai) fn make_for_exit(&mut self) -> Option<Order> {
        let out = self.nearest_exit()?;
        self.why = Reason::Out;
        if out == self.me.at() {
            return self.reach_goal(|one| matches!(one.task, Task::Escape(..)));
        }
        if self.mind.moves >= MOST_MOVES {
            return None;
        }
        if self.me.stance == Stance::Prone && self.me.tu >= self.view.data().tu.stand {
            return Some(Order::Stand);
        }
        let order = self.flee(out, Pace::Run).or_else(|| self.flee(out, Pace::Walk))?;
        self.mind.moves = MOST_MOVES;
        Some(order)
    }

    /// A move toward a hex, with all the time there is.
    fn flee(&self, out: Spot, pace: Pace) -> Option<Order> {
        let (view, field) = (&self.view, self.view.field());
        let end = view.toward(self.unit, out, pace, self.me.tu)?;
        let reach = view.reach(self.unit, pace, self.me.tu);
        let exposed = |spot: Spot| {
            let seen = self.threats.iter().filter(|enemy| view.in_sight_of(enemy, spot));
            seen.count() as u32
        };
        let far = |spot: Spot| field.distance(spot, out) + IN_SIGHT * exposed(spot);
        let nearer = |spot: &Spot| {
            field.distance(*spot, end) <= ASIDE
                && field.distance(*spot, out) < field.distance(self.me.at(), out)
        };
        let to = match end == out {
            true => out,
            false => reach
                .free()
                .map(|(spot, _)| spot)
                .filter(nearer)
                .min_by_key(|spot| (far(*spot), self.end.place(*spot)))
                .unwrap_or(end),
        };
        // B-71.
        let runs = pace != Pace::Run || field.distance(self.me.at(), to) >= 2;
        runs.then_some(Order::Move { to, pace, allow_hazards: false, press_on: true, reserve: 0 })
    }

    /// The nearest hex of an exit that an open goal asks for.
    fn nearest_exit(&self) -> Option<Spot> {
        let field = self.view.field();
        let open = self.view.objectives().filter(|(objective, progress)| {
            !progress.done && !progress.lost && objective.trigger <= self.view.turn()
        });
        open.filter_map(|(objective, _)| match objective.task {
            Task::Escape(zone, _) => self.place_in(zone),
            _ => None,
        })
        .min_by_key(|at| (field.distance(self.me.at(), *at), self.end.place(*at)))
    }
}
