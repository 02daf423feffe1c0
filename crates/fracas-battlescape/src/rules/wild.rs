//! Panicked units run wild (B-222).

use fracas_core::chance::Chance;
use fracas_core::watch::Watch;
use smallvec::SmallVec;

use super::Fight;
use super::paths::{Ways, wounds_percent};
use crate::battle::UnitId;
use crate::dice;
use crate::events::Event;
use crate::field::Spot;
use crate::orders::Pace;

/// The die that says how far.
const STEPS: u32 = 6;

impl<C: Chance + ?Sized, W: Watch<Event>> Fight<'_, C, W> {
    /// Runs until the steps of the die, the time units or the ways out are
    /// used up; then the unit's turn ends. The run is one move for B-73.
    pub(super) fn run_wild(&mut self, unit: UnitId) {
        self.drop_cover(unit, "panic");
        let percent = wounds_percent(self.battle, self.state, unit);
        let (mut sum, mut paid) = (0, 0);
        for _ in 0..self.die(STEPS, dice::PANIC_STEPS) {
            let ways = self.ways_out(unit);
            if ways.is_empty() || !self.state.unit(unit).is_able() {
                break;
            }
            let (to, cost) = ways[self.die(ways.len() as u32, dice::PANIC_DIR) as usize - 1];
            let through = sum + cost;
            let due = (through * percent).div_ceil(100) - paid;
            let before = self.state.unit(unit).at();
            if u32::from(self.state.unit(unit).tu) < due {
                break;
            }
            // Nothing but death and stun halts it, and those are seen above.
            let _ = self.step(unit, to, Pace::Walk, due as u16, false, true);
            if self.state.unit(unit).at() != before {
                (sum, paid) = (through, paid + due);
            }
        }
        let now = self.state.unit_mut(unit);
        if let Some(panic) = &mut now.panic {
            panic.lost_phase = true;
        }
        now.ended = true;
    }

    /// The free passable neighbours without hazard to the unit (B-72: flyers
    /// know none), in the order of directions, and what stepping there costs
    /// before wounds.
    fn ways_out(&self, unit: UnitId) -> SmallVec<[(Spot, u32); 6]> {
        let from = self.state.unit(unit).at();
        let ways = Ways::truth(self.battle, self.state, unit, Pace::Walk, true);
        let open = |to: Spot| {
            let free = self.state.occupant(to).is_none();
            if free && !ways.is_hazard(to) { Some((to, ways.step(from, to)?)) } else { None }
        };
        self.battle.field.neighbours(from).filter_map(|(_, to)| open(to)).collect()
    }
}
