//! How a unit behaves now (B-273, B-278).

use super::Brain;
use crate::battle::{Side, Task};
use crate::data::Mode;

/// Turns without contact after which a unit searches (B-273).
pub(in crate::ai) const LOST_CONTACT: u32 = 2;
/// Below this morale a unit gets away (B-273).
const DESPAIR: u8 = 25;
/// Whole quiet turns after which a side loses patience that has something to
/// reach, and after which those lose it who only attack (B-278).
const PATIENCE: u32 = 3;
const LONG_PATIENCE: u32 = 6;

impl Brain<'_> {
    pub(in crate::ai) fn choose_mode(&mut self) {
        let contact = !self.threats.is_empty();
        if contact {
            self.mind.contact = self.view.turn();
        }
        // B-278: who has left his post in vain does not go back to wait.
        self.mind.roused |= self.sheet.mode == Mode::Defensive && self.impatient();
        let base = if self.mind.roused { Mode::Aggressive } else { self.sheet.mode };
        let lost = self.view.turn() >= self.mind.contact + LOST_CONTACT;
        self.mode = if base == Mode::Hold {
            Mode::Hold
        } else if self.view.side() != Side::Neutral && self.impatient() {
            Mode::Aggressive
        } else if self.is_beaten(base) {
            Mode::Retreat
        } else if contact {
            if base == Mode::Search { Mode::Cautious } else { base }
        } else if lost && !matches!(base, Mode::Defensive | Mode::Retreat) {
            Mode::Search
        } else {
            base
        };
        self.mind.mode = self.mode;
    }

    fn is_beaten(&self, base: Mode) -> bool {
        let limit = u32::from(self.view.data().ai[base as usize].withdraws_at);
        u32::from(self.me.hp) * 100 <= limit * u32::from(self.sheet.max_hp)
            || (self.me.morale < DESPAIR && !self.sheet.mindless)
    }

    /// Whether the unit has waited long enough (B-278).
    pub(in crate::ai) fn impatient(&self) -> bool {
        let quiet = self.view.quiet();
        match self.view.side() {
            Side::Player => quiet >= PATIENCE && self.side_must_move(),
            Side::Enemy => quiet >= LONG_PATIENCE && self.attacks(),
            Side::Neutral => false,
        }
    }

    /// Whether it goes for the enemy without being told what for.
    fn attacks(&self) -> bool {
        matches!(self.sheet.mode, Mode::Aggressive | Mode::Cautious | Mode::Search)
    }

    /// Whether an open goal of the side needs movement (B-273, B-278).
    pub(in crate::ai) fn side_must_move(&self) -> bool {
        self.view.objectives().any(|(objective, progress)| {
            !progress.done
                && !progress.lost
                && objective.primary
                && !matches!(objective.task, Task::Survive(_) | Task::Protect(..))
        })
    }
}
