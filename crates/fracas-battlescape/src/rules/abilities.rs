//! Abilities (B-200..B-202).

use fracas_core::chance::Chance;
use fracas_core::watch::Watch;

use super::accuracy::clamp;
use super::blast::can_hold_fire;
use super::morale::is_shaken;
use super::sight::true_line;
use super::toll::Toll;
use super::{Fight, Known};
use crate::battle::{Battle, Side, UnitId};
use crate::data::{Ability, AbilityId, AbilityKind};
use crate::dice::{DAMAGE, PSI};
use crate::events::{Event, What};
use crate::field::Spot;
use crate::orders::{Refused, Target, refuse};
use crate::state::Sound;

/// The chance of an ability on a unit; none if it is sure (B-200).
pub fn psi_chance(battle: &Battle, ability: &Ability, by: UnitId, on: UnitId) -> Option<i32> {
    let power = i32::from(battle.sheet(by).psi_power);
    let defence = i32::from(battle.sheet(on).psi_defence);
    ability.base.map(|base| clamp(&battle.data, i32::from(base) + (power - defence).div_euclid(2)))
}

/// What an ability is used on, once it is known to be fit.
#[derive(Clone, Copy)]
struct Aim {
    at: Spot,
    unit: Option<UnitId>,
}

impl<C: Chance + ?Sized, W: Watch<Event>> Fight<'_, C, W> {
    /// Carries out `Cast`.
    pub fn cast(&mut self, unit: UnitId, id: AbilityId, target: Target) -> Result<(), Refused> {
        let battle = self.battle;
        let ability = battle.data.ability(id);
        let aim = self.may_use(unit, id, target)?;
        self.can_pay(unit, ability.tu)?;
        self.pay(unit, ability.tu);
        let caster = self.state.unit_mut(unit);
        caster.energy -= ability.energy;
        caster.cast |= ability.base.is_some();
        let from = self.state.unit(unit).at();
        if aim.at != from {
            self.face(unit, aim.at);
        }
        self.noise(from, Some(unit), Sound::Whisper, u32::from(battle.data.noise.ability));
        let chance = aim.unit.and_then(|on| psi_chance(battle, ability, unit, on));
        let succeeded = chance.is_none_or(|chance| self.check(chance, PSI))
            && !aim.unit.is_some_and(|on| self.squad_holds(ability, on));
        let known = aim.unit.map_or(Known::Unit(unit), |on| Known::Units(unit, on));
        self.tell(known, |fight| What::Cast {
            unit: fight.name(unit),
            ability: ability.id.clone(),
            target: aim.unit.map_or_else(|| fight.at(aim.at).to_string(), |on| fight.name(on)),
            chance,
            succeeded,
            tu: ability.tu,
            energy: ability.energy,
        });
        if succeeded {
            self.work(unit, ability, aim);
        }
        Ok(())
    }

    /// Whether so many of a unit's side panic that the others harden against
    /// psi_panic (B-204).
    fn squad_holds(&self, ability: &Ability, on: UnitId) -> bool {
        if ability.kind != AbilityKind::PsiPanic {
            return false;
        }
        let side = self.battle.sheet(on).side;
        let able = || {
            let units = self.battle.units().map(|unit| (unit, self.state.unit(unit)));
            units.filter(|(unit, now)| self.battle.sheet(*unit).side == side && now.is_able())
        };
        let panicked = able().filter(|(unit, now)| *unit != on && now.panic.is_some()).count();
        panicked > 0 && 2 * (panicked + 1) > able().count()
    }

    /// Mind control of a unit ends (B-201): it is its own side's again and
    /// starts its next phase without carry.
    pub fn release(&mut self, unit: UnitId) {
        let now = self.state.unit_mut(unit);
        if now.controlled.take().is_some() {
            now.no_carry = true;
            self.tell_recovered(unit, "control");
            self.refresh_all();
        }
    }

    /// What comes of an ability.
    fn work(&mut self, unit: UnitId, ability: &Ability, aim: Aim) {
        match (ability.kind, aim.unit) {
            (AbilityKind::PsiPanic, Some(on)) => self.panic(on),
            (AbilityKind::MindBlast, Some(on)) => {
                let damage = self.roll(ability.dice, DAMAGE);
                let mut toll = Toll::default();
                toll.harm(on, damage);
                self.hurt_by(on, damage, Some(unit), "mind_blast");
                self.take_to_heart(&toll);
            }
            (AbilityKind::Slow, Some(on)) => {
                let slowed = &mut self.state.unit_mut(on).slowed;
                *slowed = (*slowed).max(u16::from(ability.amount));
            }
            (AbilityKind::MindControl, Some(on)) => self.control(unit, on),
            (AbilityKind::Adrenaline, Some(on)) => {
                self.state.unit_mut(on).spurred = true;
                self.give_tu(on, u16::from(ability.amount));
            }
            (AbilityKind::Pyrokinesis, _) => {
                self.light_fire(aim.at, ability.amount);
                if let Some(on) = self.state.occupant(aim.at) {
                    self.ignite(on, 1);
                }
                self.refresh_all();
            }
            (AbilityKind::Clairvoyance, _) => {
                let observer = self.state.observer(self.battle, unit);
                let known = &mut self.state.known[observer.index()];
                known.clairvoyance.push((aim.at, ability.radius));
                self.refresh_all();
            }
            (AbilityKind::Rally, _) => self.rally(unit, ability),
            (
                AbilityKind::PsiPanic
                | AbilityKind::MindBlast
                | AbilityKind::Slow
                | AbilityKind::MindControl
                | AbilityKind::Adrenaline,
                None,
            ) => {}
        }
    }

    /// A mind is taken over (B-201). One that was taken from the own side
    /// before comes back.
    fn control(&mut self, by: UnitId, unit: UnitId) {
        let side = self.state.side(self.battle, by);
        if self.battle.sheet(unit).side == side {
            self.release(unit);
            return;
        }
        self.stand_down(unit);
        let now = self.state.unit_mut(unit);
        now.controlled = Some(side);
        now.tu = 0;
        now.no_carry = true;
        self.tell(Known::Fate(unit), |fight| What::Controlled {
            unit: fight.name(unit),
            side: side.name(),
        });
        self.refresh_all();
    }

    /// Morale for friends around, the caster included (B-202).
    fn rally(&mut self, by: UnitId, ability: &Ability) {
        let (side, at) = (self.state.side(self.battle, by), self.state.unit(by).at());
        for friend in self.battle.units() {
            let now = self.state.unit(friend);
            let near = self.battle.field.distance(at, now.at()) <= u32::from(ability.radius);
            if !now.is_here() || !near || self.state.side(self.battle, friend) != side {
                continue;
            }
            self.gain_morale(friend, ability.amount, "rally");
            if self.state.unit(friend).morale >= ability.calm {
                self.calm(friend);
            }
        }
    }

    /// Whether a unit may use an ability on something, time units apart.
    fn may_use(&self, unit: UnitId, id: AbilityId, target: Target) -> Result<Aim, Refused> {
        let (battle, ability) = (self.battle, self.battle.data.ability(id));
        let now = self.state.unit(unit);
        if !battle.sheet(unit).abilities.contains(&id) {
            return refuse(format!("{} has no ability {}", self.name(unit), ability.id));
        }
        if now.stun > 0 || now.panic.is_some() {
            return refuse("a stunned or panicked unit cannot use abilities");
        }
        if is_shaken(&battle.data, battle.sheet(unit), now) {
            let (morale, needed) = (now.morale, battle.data.morale.shaken);
            return refuse(format!("not enough morale: {needed} needed, {morale} left"));
        }
        if now.energy < ability.energy {
            let (needed, left) = (ability.energy, now.energy);
            return refuse(format!("not enough energy: {needed} needed, {left} left"));
        }
        // B-203.
        if now.cast && ability.base.is_some() {
            return refuse("a unit reaches for minds once in a phase");
        }
        let observer = self.state.observer(battle, unit);
        // First of all, so that no refusal tells of what is hidden (B-267).
        if let Target::Unit(on) = target
            && self.state.observer(battle, on) != observer
            && !self.state.sees(observer, on)
        {
            return refuse(format!("{} is not visible", self.name(on)));
        }
        let aim = self.aim_of(unit, ability, target)?;
        let distance = battle.field.distance(now.at(), aim.at);
        if distance > u32::from(ability.range) {
            let range = ability.range;
            return refuse(format!("out of range: distance {distance}, range {range}"));
        }
        if matches!(ability.kind, AbilityKind::Clairvoyance | AbilityKind::Rally) {
            return Ok(aim);
        }
        if !self.state.known[observer.index()].visible.has(aim.at) {
            return refuse(match aim.unit {
                Some(on) => format!("{} is not visible", self.name(on)),
                None => format!("the hex {} is not visible", self.at(aim.at)),
            });
        }
        let terrain = battle.data.terrain(self.state.ground.terrain[aim.at.index()]);
        if ability.kind == AbilityKind::Pyrokinesis && !can_hold_fire(terrain) {
            return refuse(format!("{} cannot burn", terrain.id));
        }
        if let Some(blocking) = true_line(battle, self.state, now.at(), aim.at).blocked {
            return refuse(format!("no line: {} blocks it", self.at(blocking)));
        }
        Ok(aim)
    }

    /// What an ability is aimed at, if it is the right kind of target.
    fn aim_of(&self, unit: UnitId, ability: &Ability, target: Target) -> Result<Aim, Refused> {
        let own = Aim { at: self.state.unit(unit).at(), unit: None };
        let on = match (ability.kind, target) {
            (AbilityKind::Rally, _) => return Ok(own),
            (AbilityKind::Clairvoyance | AbilityKind::Pyrokinesis, target) => {
                let at = match target {
                    Target::Hex(at) => at,
                    Target::Unit(on) => self.state.unit(on).at(),
                };
                return Ok(Aim { at, unit: None });
            }
            (_, Target::Hex(_)) => {
                return refuse(format!("{} needs a unit as its target", ability.id));
            }
            (_, Target::Unit(on)) => on,
        };
        let (name, there) = (self.name(on), self.state.unit(on));
        if !there.is_here() {
            return refuse(format!("{name} is not here"));
        }
        let sides = [unit, on].map(|unit| self.state.side(self.battle, unit));
        if ability.kind == AbilityKind::Adrenaline {
            if on == unit || sides[0] != sides[1] || sides[0] == Side::Neutral {
                return refuse(format!("{} helps another friend only", ability.id));
            }
            // B-60: whoever is stunned has no time units.
            if there.stun > 0 {
                return refuse(format!("{name} is stunned"));
            }
            if there.spurred {
                return refuse(format!("{name} has had {} this turn", ability.id));
            }
        } else {
            if !self.state.hostile(self.battle, unit, on) {
                return refuse(format!("{name} is no enemy"));
            }
            if ability.kind != AbilityKind::Slow && self.battle.sheet(on).mindless {
                return refuse(format!("{name} has no mind to work on"));
            }
        }
        Ok(Aim { at: there.at(), unit: Some(on) })
    }
}
