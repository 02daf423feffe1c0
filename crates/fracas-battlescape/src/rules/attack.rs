//! Attacks (B-130..B-133, B-160..B-166): the rounds with their dice, and what
//! comes of them.

use fracas_core::chance::Chance;
use fracas_core::watch::Watch;
use smallvec::SmallVec;

use super::accuracy::{Mark, Shot, clamp};
use super::damage::{Blow, burns, ricochet};
use super::means::{Means, striking_weapon};
use super::morale::rear_panic_chance;
use super::sight::{is_open_to, true_line};
use super::suppression::attack_points;
use super::toll::Toll;
use super::{Fight, Known};
use crate::battle::UnitId;
use crate::data::{Arc, DamageType, FireMode};
use crate::dice::{CRIT, DAMAGE, EFFECT, PANIC, RICOCHET, RICOCHET_DIR, STUN, TO_HIT};
use crate::events::{Event, Harm, What};
use crate::hex::Dir;
use crate::measures::SHOTS;
use crate::orders::{Refused, Target};
use crate::state::Sound;

/// How long a weapon's stun lasts (B-166).
const STUN_PHASES: u8 = 2;
/// How far a chemical cloud reaches, and how long its gas hangs (B-164).
const CLOUD: u32 = 2;
const GAS: u8 = 2;

/// What kind of attack it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// An ordered attack.
    Order,
    /// A reaction shot, at a runner or not (B-212).
    Reaction {
        /// Whether the mover runs.
        runner: bool,
    },
    /// A strike at a unit that leaves (B-79).
    Opportunity,
}

impl Occasion {
    fn name(self) -> &'static str {
        match self {
            Occasion::Order => "attack",
            Occasion::Reaction { .. } => "reaction",
            Occasion::Opportunity => "opportunity",
        }
    }
}

/// One round or strike with all its dice, before anything comes of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fired {
    /// The chance to hit.
    pub accuracy: i32,
    /// What `to_hit` showed.
    pub roll: u32,
    /// Whether it hit.
    pub hit: bool,
    /// What a hit does.
    pub harm: Harm,
    /// Where it ricochets to.
    pub ricochet: Option<Dir>,
    /// Dice of the burn it leaves; 0 for none.
    pub burn: u8,
    /// Whether it stuns.
    pub stun: bool,
}

impl<'b, C: Chance + ?Sized, W: Watch<Event>> Fight<'b, C, W> {
    /// Carries out an ordered attack, launchers included.
    pub fn attack(
        &mut self,
        unit: UnitId,
        target: Target,
        mode: FireMode,
        head: bool,
        force: bool,
    ) -> Result<(), Refused> {
        let means = self.may_attack(unit, target, mode, head, force)?;
        self.can_pay(unit, means.tu)?;
        let battle = self.battle;
        let weapon = battle.data.weapon(means.weapon);
        // B-102: the ambush is judged before anything happens.
        let ambush = match target {
            Target::Unit(target) => !self.state.sees(self.state.observer(battle, target), unit),
            Target::Hex(_) => false,
        };
        self.pay(unit, means.tu);
        self.stand_down(unit);
        if means.at != self.state.unit(unit).at() {
            self.face(unit, means.at);
        }
        match target {
            Target::Unit(target) if weapon.blast.is_none() => {
                let shot = Shot::at_unit(battle, self.state, (unit, target), weapon, mode);
                let shot = Shot { head, ambush, ..shot };
                self.attack_unit((unit, target), &shot, means);
            }
            Target::Unit(target) => self.launch(unit, Some(target), mode, means),
            Target::Hex(_) => self.launch(unit, None, mode, means),
        }
        self.meet_suppression(unit);
        Ok(())
    }

    /// Fires one snap round or strikes without an order, for so many time
    /// units, and says whether it hit.
    pub fn shoot(&mut self, unit: UnitId, target: UnitId, occasion: Occasion, tu: u16) -> bool {
        let strikes = occasion == Occasion::Opportunity;
        let (weapon, mode) = if strikes {
            (striking_weapon(self.battle, self.state, unit), FireMode::Strike)
        } else {
            match self.state.unit(unit).in_hand() {
                Some(armed) => (armed.weapon, FireMode::Snap),
                None => return false,
            }
        };
        let at = self.state.unit(target).at();
        self.pay(unit, tu);
        let means = Means { weapon, at, tu, rounds: 1 };
        // B-102: a reaction asks at the moment it is fired.
        let observer = self.state.observer(self.battle, target);
        let ambush = !self.state.sees(observer, unit);
        self.face(unit, at);
        let battle = self.battle;
        let weapon = battle.data.weapon(weapon);
        let shot = Shot::at_unit(battle, self.state, (unit, target), weapon, mode);
        self.attack_unit((unit, target), &Shot { occasion, ambush, ..shot }, means)
    }

    /// The clamped accuracy `shoot` would have for a reaction shot; none if
    /// it cannot fire at all (no ranged weapon with snap, no rounds, out of
    /// range, no line).
    pub fn reaction_accuracy(&self, unit: UnitId, target: UnitId, runner: bool) -> Option<i32> {
        let armed = self.state.unit(unit).in_hand().filter(|armed| armed.loaded > 0)?;
        let weapon = self.battle.data.weapon(armed.weapon);
        weapon.modes[FireMode::Snap as usize]?;
        let (from, to) = (self.state.unit(unit).at(), self.state.unit(target).at());
        if weapon.blast.is_some()
            || weapon.is_melee()
            || self.battle.field.distance(from, to) > weapon.range()
            || true_line(self.battle, self.state, from, to).blocked.is_some()
        {
            return None;
        }
        let pair = (unit, target);
        let shot = Shot::at_unit(self.battle, self.state, pair, weapon, FireMode::Snap);
        Some(Shot { occasion: Occasion::Reaction { runner }, ..shot }.accuracy(1))
    }

    /// Fires the rounds of an attack on a unit, or strikes, and settles what
    /// follows (B-131, B-132). Says whether any hit.
    fn attack_unit(
        &mut self,
        (unit, target): (UnitId, UnitId),
        shot: &Shot<'b>,
        means: Means,
    ) -> bool {
        let Some(mark) = shot.target else { return false };
        let (blow, sum) = (Blow::of(shot, &mark), shot.sum());
        self.tell_attack(unit, Some(target), shot, means);
        self.raise_noise(unit, shot);
        let mut toll = Toll::default();
        let mut hits: SmallVec<[i32; 4]> = SmallVec::new();
        for number in 1..=u32::from(means.rounds) {
            self.spend_round(unit, shot);
            let fired = self.round(shot, &mark, &blow, sum, number);
            if fired.hit {
                toll.hit = true;
                if shot.weapon.damage == DamageType::Chemical && fired.harm.damage > 0 {
                    hits.push(fired.harm.d2);
                }
            }
            self.settle_round((unit, target), number, &fired, &mut toll);
            if !self.state.unit(target).is_here() || !self.state.unit(unit).is_here() {
                break;
            }
        }
        self.spread_cloud((unit, target), &hits, &mut toll);
        let points = attack_points(&self.battle.data.suppression, shot.weapon, shot.mode, toll.hit);
        self.suppress(target, points);
        if toll.hit {
            toll.arc = Some((target, mark.arc));
        }
        self.take_to_heart(&toll);
        if toll.hit && mark.arc == Arc::Rear {
            self.fright(target);
        }
        toll.hit
    }

    /// One round with all its dice in the order of B-132. Nothing comes of it
    /// yet, so exact odds run the very same code.
    pub fn round(
        &mut self,
        shot: &Shot<'_>,
        mark: &Mark,
        blow: &Blow,
        sum: i32,
        number: u32,
    ) -> Fired {
        let accuracy = clamp(&shot.battle.data, sum - shot.recoil(number));
        let (hit, roll) = self.check_face(accuracy, TO_HIT);
        let mut fired = Fired { accuracy, roll, hit, ..Fired::default() };
        if !hit {
            return fired;
        }
        let roll = self.roll(shot.weapon.dice, DAMAGE);
        fired.harm = blow.land(roll);
        if fired.harm.damage == 0 {
            return fired;
        }
        if fired.harm.blocked {
            let ricochets = i32::from(self.battle.data.damage.ricochet);
            if shot.weapon.damage == DamageType::Kinetic && self.check(ricochets, RICOCHET) {
                fired.ricochet = Some(Dir::number(self.die(6, RICOCHET_DIR) as usize - 1));
            }
            return fired;
        }
        if let Some((chance, dice)) = burns(shot, mark)
            && self.check(chance, EFFECT)
        {
            fired.burn = dice;
        }
        if shot.weapon.stun > 0 {
            fired.stun = self.check(i32::from(shot.weapon.stun), STUN);
        }
        if self.check(shot.crit_chance(accuracy), CRIT) {
            blow.make_critical(&mut fired.harm);
        }
        fired
    }

    /// What a round does to its target, and a ricochet to another.
    fn settle_round(
        &mut self,
        (unit, target): (UnitId, UnitId),
        number: u32,
        fired: &Fired,
        toll: &mut Toll,
    ) {
        let damage = fired.harm.damage;
        self.tell(Known::Units(unit, target), |fight| What::Round {
            unit: fight.name(unit),
            target: fight.name(target),
            number,
            accuracy: fired.accuracy,
            roll: fired.roll,
            hit: fired.hit,
            harm: fired.hit.then_some(fired.harm),
            hp: fight.state.unit(target).hp.saturating_sub(damage.min(9999) as u16),
        });
        if !fired.hit {
            return;
        }
        let at = self.state.unit(target).at();
        toll.harm(target, damage);
        if fired.harm.crit {
            toll.crit = Some(target);
        }
        if !self.hurt(target, damage, Some(unit)) {
            if fired.burn > 0 {
                self.ignite(target, fired.burn);
                // B-92, B-103: whoever burns is seen by that light.
                self.refresh_unit(target);
            }
            if fired.stun {
                self.stun(target, STUN_PHASES);
            }
        }
        let beside = fired.ricochet.and_then(|dir| self.battle.field.step(at, dir));
        if let Some(victim) = beside.and_then(|spot| self.state.occupant(spot)) {
            let damage = ricochet(fired.harm.d3, self.battle.sheet(victim).armour);
            toll.harm(victim, damage);
            self.hurt_by(victim, damage, Some(unit), "ricochet");
        }
    }

    /// Chemical hits reach everybody near the target and leave gas (B-164).
    fn spread_cloud(&mut self, (unit, target): (UnitId, UnitId), hits: &[i32], toll: &mut Toll) {
        if hits.is_empty() {
            return;
        }
        let at = self.state.unit(target).at();
        let battle = self.battle;
        self.tell(Known::Spot(at), |fight| What::Cloud {
            at: fight.at(at),
            radius: CLOUD as u8,
            of: "gas",
        });
        self.poison(target);
        for other in battle.units() {
            let there = self.state.unit(other).at();
            if other == target
                || !self.state.unit(other).is_here()
                || battle.field.distance(at, there) > CLOUD
                || !is_open_to(battle, self.state, at, there)
            {
                continue;
            }
            let blow = Blow::cloud(battle, &Mark::of(battle, self.state, other, at));
            for d2 in hits {
                let damage = blow.land(*d2).damage;
                toll.harm(other, damage);
                self.hurt_by(other, damage, Some(unit), "chemical");
            }
            self.poison(other);
        }
        for spot in battle.field.within(at, CLOUD) {
            if is_open_to(battle, self.state, at, spot) {
                let gas = &mut self.state.ground.gas[spot.index()];
                *gas = (*gas).max(GAS);
            }
        }
    }

    /// A unit hit from behind may panic (B-116).
    fn fright(&mut self, unit: UnitId) {
        let now = self.state.unit(unit);
        if now.is_here() && now.panic.is_none() && !self.battle.sheet(unit).mindless {
            let chance = rear_panic_chance(&self.battle.data, now.morale);
            if self.check(chance, PANIC) {
                self.panic(unit);
            }
        }
    }

    /// Uses up a round; strikes need none.
    pub(super) fn spend_round(&mut self, unit: UnitId, shot: &Shot<'_>) {
        if !shot.is_strike() {
            if let Some(armed) = self.state.unit_mut(unit).weapons.first_mut() {
                armed.loaded = armed.loaded.saturating_sub(1);
            }
            self.book(SHOTS, 1);
        }
    }

    /// An attack is heard (B-101).
    pub(super) fn raise_noise(&mut self, unit: UnitId, shot: &Shot<'_>) {
        let sound = if shot.is_strike() { Sound::Melee } else { Sound::Gunfire };
        let at = self.state.unit(unit).at();
        self.noise(at, Some(unit), sound, u32::from(shot.weapon.noise));
    }

    pub(super) fn tell_attack(
        &mut self,
        unit: UnitId,
        target: Option<UnitId>,
        shot: &Shot<'_>,
        means: Means,
    ) {
        let known = target.map_or(Known::Unit(unit), |target| Known::Units(unit, target));
        self.tell(known, |fight| {
            let accuracy = shot.accuracy(1);
            let at = fight.at(means.at);
            let (from, loud) = (fight.state.unit(unit).at(), u32::from(shot.weapon.noise));
            What::Attack {
                unit: fight.name(unit),
                target: target.map_or_else(|| at.to_string(), |target| fight.name(target)),
                at: Some(at),
                weapon: Some(shot.weapon.id.clone()),
                mode: Some(shot.mode),
                kind: shot.occasion.name(),
                tu: Some(means.tu),
                left: Some(fight.state.unit(unit).tu),
                terms: shot.terms(1).to_vec(),
                accuracy: Some(accuracy),
                crit: Some(shot.crit_chance(accuracy)),
                heard: None,
                cues: fight.bearings(from, loud),
            }
        });
    }
}
