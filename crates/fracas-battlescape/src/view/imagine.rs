//! Worlds that agree with what a side knows (B-287).
//!
//! What the side does not know is made up: hidden figures of those in sight are
//! those of their class, and they attack; those remembered stand where they were
//! seen last or near it, everybody else is not there, and what was never seen
//! cannot be entered or seen through.

use fracas_core::chance::{Draw, Rolled};
use fracas_core::watch::Scores;
use smallvec::SmallVec;

use super::View;
use crate::battle::{Battle, Side, UnitId};
use crate::data::{Mode, Sight, TerrainId};
use crate::dice::PLACEMENT;
use crate::field::Spot;
use crate::hex::Dir;
use crate::rules::Fight;
use crate::state::{
    Armed, Carried, Cover, Fate, Ghost, Knowledge, Observer, Panic, Progress, Stance, State, Unit,
    Vigil,
};

/// Morale that enemies are supposed to have.
const MORALE: u8 = 80;

/// A world that may be.
#[derive(Clone)]
pub struct World<'a> {
    battle: &'a Battle,
    /// How it stands; nothing in it is hidden from the side that imagined it.
    pub state: State,
}

impl<'a> World<'a> {
    /// Lets something happen in it.
    pub fn fight<'w>(
        &'w mut self,
        chance: &'w mut Rolled,
        watch: &'w mut Scores,
    ) -> Fight<'w, Rolled, Scores>
    where
        'a: 'w,
    {
        Fight { battle: self.battle, state: &mut self.state, chance, watch }
    }

    /// The side a unit began on.
    pub fn side(&self, unit: UnitId) -> Side {
        self.battle.sheet(unit).side
    }

    /// Everybody who may be there.
    pub fn units(&self) -> impl Iterator<Item = UnitId> + use<> {
        self.battle.units()
    }
}

impl<'a> View<'a> {
    /// A world that may be, by dice of one's own.
    pub fn imagine(&self, dice: &mut Rolled) -> World<'a> {
        let mut world = self.state.clone();
        self.imagine_ground(&mut world);
        for unit in self.battle.units().filter(|unit| !self.is_own(*unit)) {
            self.imagine_unit(&mut world, unit, dice);
        }
        if self.objectives().next().is_none() {
            world.progress.fill(Progress::default());
        }
        world.fallen.retain(|fallen| self.battle.sheet(fallen.unit).side == self.side);
        for (who, known) in world.known.iter_mut().enumerate() {
            if Observer(who as u8) != self.who {
                *known = Knowledge::none(&self.battle.field);
                known.terrain.clone_from(&self.knowledge().terrain);
                known.seen.fill(1);
            }
        }
        let mut world = World { battle: self.battle.supposed_by(self.side), state: world };
        world.fight(dice, &mut Scores::default()).refresh_all();
        world
    }

    fn imagine_ground(&self, world: &mut State) {
        let never = self.data().terrains.iter().position(|terrain| {
            terrain.walk.is_none() && terrain.sight == Sight::Block && terrain.tough.is_none()
        });
        let never = TerrainId(never.unwrap_or(0) as u8);
        let ground = &mut world.ground;
        for spot in self.battle.field.spots() {
            ground.terrain[spot.index()] = self.terrain(spot).unwrap_or(never);
            if !self.visible(spot) {
                ground.smoke.set(spot, 0);
                ground.gas[spot.index()] = 0;
            }
            ground.fire[spot.index()] = ground.fire[spot.index()].min(1);
        }
        ground.changed = true;
        ground.items.retain(|(at, _)| self.visible(*at));
    }

    fn imagine_unit(&self, world: &mut State, unit: UnitId, dice: &mut Rolled) {
        let ghost = self.ghosts().iter().find(|ghost| ghost.unit == unit);
        let seen = self.seen(unit);
        let at = match (seen, ghost) {
            (Some(seen), _) => Some(seen.at),
            (None, Some(ghost)) => self.imagine_place(world, *ghost, dice),
            (None, None) => None,
        };
        let Some(at) = at else {
            world.take_off(unit);
            world.unit_mut(unit).fate = Fate::Escaped;
            return;
        };
        let mut body = self.fresh(unit, at);
        if let Some(seen) = seen {
            body.hp = seen.hp;
            body.facing = seen.facing;
            body.stance = seen.stance;
            body.cover = seen.cover;
            body.stun = u8::from(seen.stunned);
            body.panic = seen.panicked.then_some(Panic { resolutions: 0, lost_phase: false });
            let down = self.data().suppression.suppressed;
            body.suppression = if seen.suppressed { down } else { 0 };
            body.controlled = (seen.side != seen.uniform()).then_some(seen.side);
        }
        world.take_off(unit);
        *world.unit_mut(unit) = body;
        world.move_to(unit, at);
    }

    /// A unit as those of its class begin, on a hex.
    fn fresh(&self, unit: UnitId, at: Spot) -> Unit {
        let (sheet, data) = (self.battle.sheet(unit), self.data());
        let class = &data.classes[sheet.class];
        let mut body = Unit::new(at, Dir::E, Mode::Aggressive);
        let held = self.seen(unit).map_or(class.weapon, |seen| seen.weapon);
        let full = |id| {
            let weapon = data.weapon(id);
            Armed {
                weapon: id,
                loaded: weapon.magazine,
                spares: SmallVec::from_elem(weapon.magazine, 1),
            }
        };
        body.weapons = held.map(full).into_iter().collect();
        body.items = class
            .items
            .iter()
            .zip(&class.uses)
            .map(|(&item, &uses)| Carried { item, uses, prepared: false })
            .collect();
        body.hp = class.hp.min(sheet.max_hp);
        body.tu = 50;
        body.energy = class.energy;
        body.morale = MORALE;
        body.fresh = false;
        body.initiative = class.reactions;
        body.vigil = Vigil::None;
        body.stance = Stance::Standing;
        body.cover = Cover::None;
        body
    }

    /// Where somebody may be who was seen before.
    fn imagine_place(&self, world: &State, ghost: Ghost, dice: &mut Rolled) -> Option<Spot> {
        let free = |at: &Spot| {
            let walk = self.terrain(*at).and_then(|id| self.data().terrain(id).walk);
            walk.is_some()
                && !self.visible(*at)
                && world.occupant(*at).is_none_or(|on| !self.is_own(on))
        };
        let age = self.turn() - ghost.turn;
        let near: Vec<Spot> =
            self.battle.field.within(ghost.at, 1 + 3 * age).filter(free).collect();
        if near.is_empty() {
            return free(&ghost.at).then_some(ghost.at);
        }
        Some(near[dice.draw(near.len() as u64, PLACEMENT) as usize])
    }
}
