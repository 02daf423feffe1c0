//! The resolution phase (B-240..B-244), step by step.

use fracas_core::chance::Chance;
use fracas_core::watch::Watch;
use smallvec::SmallVec;

use super::{Fight, Known};
use crate::battle::UnitId;
use crate::data::Dice;
use crate::dice;
use crate::events::{Event, What};
use crate::field::Spot;
use crate::state::{Fate, Phase};

/// Turns a fire lasts (B-242).
pub const FIRE_TURNS: u8 = 4;
/// Chance of a fire to spread, in percent (B-241).
const SPREADS: i32 = 15;
/// The resolution at which panic ends for certain (B-222).
const LAST_OF_PANIC: u8 = 3;
/// A burning hex (B-243).
const FLAMES: Dice = Dice { count: 1, sides: 6, plus: 0 };
/// Sides of the dice of burns and poison (B-163, B-164).
const DOT_SIDES: u8 = 4;

impl<C: Chance + ?Sized, W: Watch<Event>> Fight<'_, C, W> {
    /// Resolves the turn in the order of B-240 and begins the next one,
    /// unless the battle is over.
    pub(super) fn resolve(&mut self) {
        self.tell(Known::All, |_| What::Phase { side: "resolution" });
        self.spread_fire();
        self.age_fire();
        self.thin_smoke();
        self.age_gas();
        for unit in self.battle.units() {
            self.endure(unit);
        }
        for unit in self.battle.units() {
            if self.state.unit(unit).is_here() {
                self.recover(unit);
                self.renew_energy(unit);
            }
        }
        self.mourn();
        self.refresh_all();
        self.endanger();
        self.judge_objectives(false);
        self.check_end();
        if self.state.ended.is_none() {
            self.begin_turn();
        }
    }

    /// The next turn: what counted for one turn only is forgotten.
    fn begin_turn(&mut self) {
        let (turn, lasts) = (self.state.turn + 1, u32::from(self.battle.data.sight.ghost_turns));
        for known in &mut self.state.known {
            known.quiet = if known.blood { 0 } else { known.quiet + 1 };
            known.blood = false;
            known.explosions.clear();
            known.ghosts.retain(|ghost| ghost.turn + lasts >= turn);
        }
        for unit in &mut self.state.units {
            unit.spurred = false;
        }
        self.state.turn = turn;
        self.state.phase = Phase::Player;
        self.state.opened = false;
    }

    /// Step 1: every fire that burns now may jump to a neighbour (B-241).
    fn spread_fire(&mut self) {
        let burning: SmallVec<[Spot; 32]> =
            self.battle.field.spots().filter(|at| self.fire_on(*at) > 0).collect();
        for from in burning {
            let burns = |at: &Spot| {
                let terrain = self.state.ground.terrain[at.index()];
                self.battle.data.terrain(terrain).burns && self.fire_on(*at) == 0
            };
            let neighbours = self.battle.field.neighbours(from).map(|(_, at)| at);
            let near: SmallVec<[Spot; 6]> = neighbours.filter(burns).collect();
            if !near.is_empty() && self.check(SPREADS, dice::FIRE_SPREAD) {
                let to = near[self.die(near.len() as u32, dice::FIRE_DIR) as usize - 1];
                // One more than it lasts: it is not aged in this resolution.
                self.state.ground.fire[to.index()] = FIRE_TURNS + 1;
                self.tell(Known::All, |fight| What::Fire { at: fight.at(to), burning: true });
            }
        }
    }

    /// Step 2: fires grow older and burn down what they stand on (B-242).
    fn age_fire(&mut self) {
        let mut burnt_down = false;
        for at in self.battle.field.spots() {
            match self.fire_on(at) {
                0 => {}
                1 => {
                    self.state.ground.fire[at.index()] = 0;
                    self.tell(Known::All, |fight| What::Fire { at: fight.at(at), burning: false });
                    burnt_down |= self.burn_down(at);
                }
                left => self.state.ground.fire[at.index()] = left - 1,
            }
        }
        if burnt_down {
            self.check_cover();
        }
    }

    fn burn_down(&mut self, at: Spot) -> bool {
        let from = self.state.ground.terrain[at.index()];
        let terrain = self.battle.data.terrain(from);
        let to = terrain.burnt;
        if !terrain.burns || to == from {
            return false;
        }
        self.state.ground.terrain[at.index()] = to;
        self.state.ground.changed = true;
        self.tell(Known::Spot(at), |fight| What::Terrain {
            at: fight.at(at),
            from: fight.battle.data.terrain(from).id.clone(),
            to: fight.battle.data.terrain(to).id.clone(),
        });
        true
    }

    /// Step 3: smoke thins out, except over fires (B-242).
    fn thin_smoke(&mut self) {
        let ground = &mut self.state.ground;
        for spot in self.battle.field.spots() {
            let least = u8::from(ground.fire[spot.index()] > 0);
            let left = ground.smoke[spot.index()].saturating_sub(1).max(least);
            ground.smoke.set(spot, left);
        }
    }

    /// Step 4: gas counts down, and so do flares.
    fn age_gas(&mut self) {
        let ground = &mut self.state.ground;
        for gas in &mut ground.gas {
            *gas = gas.saturating_sub(1);
        }
        for (_, _, turns) in &mut ground.flares {
            *turns = turns.saturating_sub(1);
        }
        ground.flares.retain(|(_, _, turns)| *turns > 0);
    }

    /// Step 5 for one unit: hazard, burning hex, burn, poison, gas (B-243,
    /// B-223).
    fn endure(&mut self, unit: UnitId) {
        if !self.state.unit(unit).is_here() {
            return;
        }
        let at = self.state.unit(unit).at();
        let grounded = !self.battle.sheet(unit).flies;
        let terrain = self.state.ground.terrain[at.index()];
        let hazard = self.battle.data.terrain(terrain).hazard;
        if grounded && hazard > 0 && self.hurt_by(unit, i32::from(hazard), None, "hazard") {
            return;
        }
        if grounded && self.fire_on(at) > 0 {
            let damage = self.roll(FLAMES, dice::HAZARD);
            if self.hurt_by(unit, damage, None, "fire") {
                return;
            }
            self.ignite(unit, 1);
        }
        if let Some(burn) = self.state.unit(unit).burn {
            let dice = Dice { count: burn.dice, sides: DOT_SIDES, plus: 0 };
            let damage = self.roll(dice, dice::DOT);
            if self.hurt_by(unit, damage, None, "burn") {
                return;
            }
            let left = burn.turns.saturating_sub(1);
            let after = (left > 0).then_some(crate::state::Burn { turns: left, ..burn });
            self.state.unit_mut(unit).burn = after;
            if after.is_none() {
                self.tell_recovered(unit, "burn");
            }
        }
        if self.state.unit(unit).poison > 0 {
            let dice = Dice { count: 1, sides: DOT_SIDES, plus: 0 };
            let damage = self.roll(dice, dice::DOT);
            if self.hurt_by(unit, damage, None, "poison") {
                return;
            }
            self.state.unit_mut(unit).poison -= 1;
            if self.state.unit(unit).poison == 0 {
                self.tell_recovered(unit, "poison");
            }
        }
        if self.state.ground.gas[at.index()] > 0 {
            self.poison(unit);
        }
    }

    /// Step 6 for one unit: stun (B-221), then panic (B-222).
    fn recover(&mut self, unit: UnitId) {
        let recovers = i32::from(self.battle.data.status.recover);
        if self.state.unit(unit).stun > 0 && self.check(recovers, dice::RECOVER) {
            self.wake(unit);
        }
        let shaken = self.battle.data.morale.shaken;
        let now = self.state.unit_mut(unit);
        if let Some(panic) = &mut now.panic {
            panic.resolutions += 1;
            let calm = panic.lost_phase && now.morale >= shaken;
            let certain = calm || panic.resolutions >= LAST_OF_PANIC;
            if certain || self.check(recovers, dice::RECOVER) {
                self.calm(unit);
            }
        }
    }

    /// Danger zones deal their damage (B-244), before objectives are checked.
    fn endanger(&mut self) {
        let battle = self.battle;
        for zone in battle.zones.iter().filter(|zone| zone.danger > 0) {
            for unit in battle.units() {
                let now = self.state.unit(unit);
                if now.fate == Fate::Here && zone.spots.has(now.at()) {
                    self.tell(Known::Unit(unit), |fight| What::Danger {
                        unit: fight.name(unit),
                        zone: zone.name.clone(),
                    });
                    self.hurt_by(unit, i32::from(zone.danger), None, "danger");
                }
            }
        }
    }

    fn fire_on(&self, at: Spot) -> u8 {
        self.state.ground.fire[at.index()]
    }
}
