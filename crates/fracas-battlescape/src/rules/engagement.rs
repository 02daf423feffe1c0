//! Close quarters (B-78..B-80): who engages a unit, strikes at those who leave,
//! disengaging.

use fracas_core::chance::Chance;
use fracas_core::order::Ordered;
use fracas_core::watch::Watch;
use smallvec::SmallVec;

use super::Fight;
use super::attack::Occasion;
use super::means::in_reach;
use super::paths::Ways;
use crate::battle::UnitId;
use crate::events::Event;
use crate::hex::Dir;
use crate::orders::{Pace, Refused, refuse};
use crate::state::Cover;

/// The dearest hex a unit can disengage to (B-79).
const DISENGAGE: u32 = 8;

impl<C: Chance + ?Sized, W: Watch<Event>> Fight<'_, C, W> {
    /// Whether an able enemy beside it sees the unit (B-79).
    pub fn is_engaged(&self, unit: UnitId) -> bool {
        !self.engaged_by(unit).is_empty()
    }

    /// The enemies that engage a unit, in initiative order.
    fn engaged_by(&self, unit: UnitId) -> SmallVec<[UnitId; 6]> {
        let at = self.state.unit(unit).at();
        let mut enemies: SmallVec<[UnitId; 6]> = self
            .battle
            .field
            .neighbours(at)
            .filter_map(|(_, spot)| self.state.occupant(spot))
            .filter(|enemy| self.state.unit(*enemy).is_able())
            .filter(|enemy| self.state.hostile(self.battle, *enemy, unit))
            .filter(|enemy| self.state.sights[enemy.index()].has(at))
            .collect();
        enemies.put_few_in_order_by_key(|enemy| (-self.state.unit(*enemy).initiative, *enemy));
        enemies
    }

    /// Whether a unit swims (B-78): in deep water and not above it (B-72).
    pub fn is_swimming(&self, unit: UnitId) -> bool {
        let at = self.state.unit(unit).at();
        let terrain = self.battle.data.terrain(self.state.ground.terrain[at.index()]);
        terrain.swim && !self.battle.sheet(unit).flies
    }

    /// B-79: everybody who engages the unit strikes at it before it leaves.
    /// Says whether any of them hit.
    pub(super) fn draw_strikes(&mut self, unit: UnitId) -> bool {
        let mut hit = false;
        for enemy in self.engaged_by(unit) {
            let body = self.state.unit(enemy);
            let may = body.is_able()
                && body.panic.is_none()
                && body.cover != Cover::Full
                && !self.is_swimming(enemy)
                && in_reach(self.battle, self.state, body.at(), self.state.unit(unit).at());
            if may && self.state.unit(unit).is_able() {
                hit |= self.shoot(enemy, unit, Occasion::Opportunity, 0);
            }
        }
        hit
    }

    /// B-79: out of close combat, for a price.
    pub(super) fn disengage(&mut self, unit: UnitId, dir: Dir) -> Result<(), Refused> {
        let price = self.battle.data.tu.disengage;
        let from = self.state.unit(unit).at();
        if !self.is_engaged(unit) {
            return refuse("cannot disengage: no enemy engages the unit");
        }
        let ways = Ways::truth(self.battle, self.state, unit, Pace::Walk, true);
        let to = self.battle.field.step(from, dir);
        let step = to.and_then(|to| Some((to, ways.step(from, to)?)));
        let Some((to, cost)) = step else {
            return refuse(format!("cannot disengage: no path to the {}", dir.name()));
        };
        let goal = self.at(to);
        if ways.is_taken(to) {
            return refuse(format!("cannot disengage: goal {goal} is occupied"));
        }
        if cost > DISENGAGE {
            return refuse(format!(
                "cannot disengage: the step to {goal} costs {cost}, more than {DISENGAGE}"
            ));
        }
        self.can_pay(unit, price)?;
        self.step(unit, to, Pace::Walk, price, true, false);
        Ok(())
    }
}
