//! Blasts (B-182..B-184) and what other grenades do (B-191).

use fracas_core::chance::Chance;
use fracas_core::watch::Watch;
use smallvec::SmallVec;

use super::accuracy::Mark;
use super::damage::{BlastDice, Blow, blast_on_terrain};
use super::sight::is_open_to;
use super::suppression::blast_points;
use super::throws::Landing;
use super::toll::Toll;
use super::{Fight, Known};
use crate::battle::{Battle, UnitId};
use crate::data::{DamageType, Dice, Grenade, ItemId, ItemKind, Terrain};
use crate::dice::{CRIT, DAMAGE, STUN};
use crate::events::{Event, What};
use crate::field::Spot;
use crate::state::{Ground, Sound, State};

/// The smoke a kinetic blast leaves (B-183).
const SMOKE: u8 = 1;
/// The most smoke of a hex (B-242).
const MOST_SMOKE: u8 = 3;

/// Something that goes off.
#[derive(Clone, Copy, Debug)]
pub struct Charge<'a> {
    /// What it does.
    pub what: Grenade,
    /// How far.
    pub radius: u8,
    /// What it is called.
    pub name: &'a str,
}

impl<'a> Charge<'a> {
    /// That of an item, if it is one to be thrown.
    pub fn of(battle: &'a Battle, item: ItemId) -> Option<Self> {
        let item = battle.data.item(item);
        match item.kind {
            ItemKind::Thrown { what, radius } => Some(Self { what, radius, name: &item.id }),
            _ => None,
        }
    }
}

/// The units a blast reaches: within its radius on an unblocked line from the
/// centre, in scenario order, with their distance (B-182, B-184).
pub fn reached(
    battle: &Battle,
    state: &State,
    centre: Spot,
    radius: u8,
) -> SmallVec<[(UnitId, u32); 8]> {
    let within = |unit: UnitId| {
        let now = state.unit(unit);
        let distance = battle.field.distance(centre, now.at());
        let reached = now.is_here()
            && distance <= u32::from(radius)
            && is_open_to(battle, state, centre, now.at());
        reached.then_some((unit, distance))
    };
    battle.units().filter_map(within).collect()
}

/// Whether a hex can hold a fire (B-191).
pub fn can_hold_fire(terrain: &Terrain) -> bool {
    terrain.burns || (terrain.walk.is_some() && !terrain.water && !terrain.swim)
}

/// The chance of a critical hit on the centre of a blast (B-182).
pub fn blast_crit_chance(battle: &Battle, accuracy: i32) -> i32 {
    i32::from(battle.data.damage.crit) + accuracy / 20
}

impl<C: Chance + ?Sized, W: Watch<Event>> Fight<'_, C, W> {
    /// Something goes off where it landed. What it did to whom is added to the
    /// toll of the action.
    pub(super) fn go_off(
        &mut self,
        by: UnitId,
        charge: &Charge<'_>,
        landing: Landing,
        accuracy: i32,
        toll: &mut Toll,
    ) {
        let (at, radius) = (landing.at, charge.radius);
        match charge.what {
            Grenade::Blast { dice, damage, gas } => {
                let dice = self.blast_dice(dice, landing, accuracy);
                self.explode(by, charge, landing.at, dice, Some(damage), toll);
                match damage {
                    DamageType::Kinetic => self.break_terrain(at, radius, dice.roll),
                    DamageType::Chemical => self.hang_gas(at, radius, gas),
                    DamageType::Laser | DamageType::Plasma => {}
                }
            }
            Grenade::Fire { dice, turns } => {
                let dice = self.blast_dice(dice, landing, accuracy);
                self.explode(by, charge, landing.at, dice, None, toll);
                self.light_fires(at, radius, turns);
            }
            Grenade::Flash { chance, fall, phases } => {
                self.tell_blast(by, at, charge, 0);
                self.resound(at, by);
                for (unit, distance) in reached(self.battle, self.state, at, radius) {
                    let chance = i32::from(chance) - i32::from(fall) * distance as i32;
                    if self.check(chance, STUN) {
                        self.stun(unit, phases);
                    }
                }
            }
            Grenade::Smoke(density) => {
                self.tell_cloud(at, radius, "smoke");
                self.fill(at, radius, |ground, spot| {
                    ground.smoke.thicken(spot, density.min(MOST_SMOKE));
                });
            }
            Grenade::Flare(turns) => {
                self.tell_cloud(at, radius, "light");
                self.state.ground.flares.push((at, radius, turns));
            }
        }
        self.refresh_all();
    }

    /// The damage of a blast to units, one by one (B-182). Without a type it
    /// ignores armour and sets on fire (B-191).
    fn explode(
        &mut self,
        by: UnitId,
        charge: &Charge<'_>,
        at: Spot,
        dice: BlastDice,
        damage: Option<DamageType>,
        toll: &mut Toll,
    ) {
        let battle = self.battle;
        self.tell_blast(by, at, charge, dice.roll);
        self.resound(at, by);
        for (unit, distance) in reached(battle, self.state, at, charge.radius) {
            let mark = Mark::of(battle, self.state, unit, at);
            let blow = Blow::blast(battle, &mark, damage, distance);
            let harm = blow.land_blast(dice, distance);
            if harm.crit {
                toll.crit = Some(unit);
            }
            toll.harm(unit, harm.damage);
            self.hurt_by(unit, harm.damage, Some(by), "blast");
            match damage {
                None => self.ignite(unit, 1),
                Some(DamageType::Chemical) => self.poison(unit),
                Some(_) => {}
            }
        }
        for unit in battle.units() {
            let distance = battle.field.distance(at, self.state.unit(unit).at());
            toll.pin(unit, blast_points(&battle.data.suppression, distance));
        }
    }

    /// The dice of a blast: damage, then `crit` if somebody stands on the
    /// centre of one that is on target (B-182). Nothing comes of them yet.
    pub fn blast_dice(&mut self, dice: Dice, landing: Landing, accuracy: i32) -> BlastDice {
        let roll = self.roll(dice, DAMAGE);
        let centre = landing.on_target && self.state.occupant(landing.at).is_some();
        let crit = centre && self.check(blast_crit_chance(self.battle, accuracy), CRIT);
        BlastDice { roll, crit }
    }

    /// Terrain in the radius of a kinetic blast (B-183).
    fn break_terrain(&mut self, at: Spot, radius: u8, roll: i32) {
        let battle = self.battle;
        let mut broken: SmallVec<[Spot; 8]> = SmallVec::new();
        for spot in battle.field.within(at, u32::from(radius)) {
            let terrain = battle.data.terrain(self.state.ground.terrain[spot.index()]);
            let harm = blast_on_terrain(battle, roll, battle.field.distance(at, spot));
            if terrain.tough.is_some_and(|tough| harm >= i32::from(tough))
                && is_open_to(battle, self.state, at, spot)
            {
                broken.push(spot);
            }
        }
        for spot in &broken {
            let from = battle.data.terrain(self.state.ground.terrain[spot.index()]);
            let ground = &mut self.state.ground;
            ground.terrain[spot.index()] = from.becomes;
            ground.fire[spot.index()] = 0;
            ground.changed = true;
            self.tell(Known::Spot(*spot), |fight| What::Terrain {
                at: fight.at(*spot),
                from: from.id.clone(),
                to: battle.data.terrain(from.becomes).id.clone(),
            });
        }
        if !broken.is_empty() {
            self.check_cover();
        }
        self.state.ground.smoke.thicken(at, SMOKE);
    }

    fn hang_gas(&mut self, at: Spot, radius: u8, turns: u8) {
        if turns > 0 {
            self.tell_cloud(at, radius, "gas");
            self.fill(at, radius, |ground, spot| {
                let gas = &mut ground.gas[spot.index()];
                *gas = (*gas).max(turns);
            });
        }
    }

    fn light_fires(&mut self, at: Spot, radius: u8, turns: u8) {
        for spot in self.open_to(at, radius) {
            self.light_fire(spot, turns);
        }
    }

    /// Sets a hex on fire for so many turns, if it can hold one.
    pub fn light_fire(&mut self, at: Spot, turns: u8) {
        let terrain = self.state.ground.terrain[at.index()];
        if !can_hold_fire(self.battle.data.terrain(terrain)) {
            return;
        }
        let fire = &mut self.state.ground.fire[at.index()];
        let lit = *fire == 0;
        *fire = (*fire).max(turns);
        if lit {
            // B-100: fires are shown wherever they burn.
            self.tell(Known::All, |fight| What::Fire { at: fight.at(at), burning: true });
        }
    }

    /// Does something to every hex in a radius with an unblocked line from its
    /// middle.
    fn fill(&mut self, at: Spot, radius: u8, mut with: impl FnMut(&mut Ground, Spot)) {
        for spot in self.open_to(at, radius) {
            with(&mut self.state.ground, spot);
        }
    }

    fn open_to(&self, at: Spot, radius: u8) -> SmallVec<[Spot; 32]> {
        let within = self.battle.field.within(at, u32::from(radius));
        within.filter(|spot| is_open_to(self.battle, self.state, at, *spot)).collect()
    }

    /// An explosion is heard, and seen by everybody (B-100, B-101).
    fn resound(&mut self, at: Spot, by: UnitId) {
        for known in &mut self.state.known {
            known.explosions.push(at);
        }
        self.noise(at, Some(by), Sound::Explosion, u32::from(self.battle.data.noise.explosion));
    }

    fn tell_blast(&mut self, by: UnitId, at: Spot, charge: &Charge<'_>, roll: i32) {
        self.tell(Known::Blast(at), |fight| What::Blast {
            unit: fight.name(by),
            at: fight.at(at),
            radius: charge.radius,
            roll: Some(roll),
            what: charge.name.to_owned(),
        });
    }

    fn tell_cloud(&mut self, at: Spot, radius: u8, of: &'static str) {
        self.tell(Known::Spot(at), |fight| What::Cloud { at: fight.at(at), radius, of });
    }
}
