//! Throws and launchers (B-180, B-181).

use fracas_core::chance::Chance;
use fracas_core::watch::Watch;

use super::accuracy::{Shot, clamp};
use super::blast::Charge;
use super::means::Means;
use super::sight::flight;
use super::toll::Toll;
use super::{Fight, Known};
use crate::battle::{Battle, Sheet, UnitId};
use crate::data::{Data, FireMode, Grenade, ItemId, ItemKind, Sight};
use crate::dice::{SCATTER_DIR, TO_HIT};
use crate::events::{Event, What};
use crate::field::Spot;
use crate::hex::Dir;
use crate::orders::{Refused, refuse};
use crate::state::{Carried, Sound};

/// How far above the chance a roll may lie to scatter by one hex only.
pub const NEAR: i32 = 30;

/// How far a unit throws (B-180).
pub fn throw_range(sheet: &Sheet) -> u32 {
    (4 + i32::from(sheet.strength).div_euclid(10)).max(0) as u32
}

/// The chance of a throw to land on its hex (B-181).
pub fn throw_accuracy(data: &Data, sheet: &Sheet, distance: u32) -> i32 {
    clamp(data, i32::from(sheet.accuracy) + 20 - 5 * (distance as i32 - 4).max(0))
}

/// Where something thrown or launched came down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landing {
    /// The hex.
    pub at: Spot,
    /// Whether it is where it was meant to go.
    pub on_target: bool,
    /// What `to_hit` showed.
    pub roll: u32,
}

impl<C: Chance + ?Sized, W: Watch<Event>> Fight<'_, C, W> {
    /// Carries out `Throw`.
    pub fn throw(
        &mut self,
        unit: UnitId,
        item: ItemId,
        at: Spot,
        live: bool,
    ) -> Result<(), Refused> {
        let tu = self.may_throw(unit, item, at, live)?;
        self.can_pay(unit, tu)?;
        let Some(carried) = self.take_to_throw(unit, item, live) else {
            return self.not_carried(item);
        };
        let (battle, from) = (self.battle, self.state.unit(unit).at());
        self.pay(unit, tu);
        self.stand_down(unit);
        if at != from {
            self.face(unit, at);
        }
        self.noise(from, Some(unit), Sound::Throw, u32::from(battle.data.noise.throw));
        let accuracy =
            throw_accuracy(&battle.data, battle.sheet(unit), battle.field.distance(from, at));
        // B-191: what is not to go off lands exactly.
        let landing = if live {
            self.come_down(at, accuracy)
        } else {
            Landing { at, on_target: true, roll: 0 }
        };
        self.tell_threw(unit, &battle.data.item(item).id, at, accuracy, landing, Some(tu));
        match Charge::of(battle, item) {
            Some(charge) if live => {
                let mut toll = Toll::default();
                self.go_off(unit, &charge, landing, accuracy, &mut toll);
                self.settle_blasts(&toll);
            }
            _ => self.state.ground.items.push((landing.at, Carried { prepared: false, ..carried })),
        }
        Ok(())
    }

    /// Whether a unit may throw an item at a hex, and for how many time units.
    pub fn may_throw(
        &self,
        unit: UnitId,
        item: ItemId,
        at: Spot,
        live: bool,
    ) -> Result<u16, Refused> {
        self.may_fight(unit, "throw")?;
        let (costs, kind) = (&self.battle.data.tu, &self.battle.data.item(item).kind);
        let items = &self.state.unit(unit).items;
        if !items.iter().any(|carried| carried.item == item) {
            return self.not_carried(item);
        }
        let thrown = matches!(kind, ItemKind::Thrown { .. });
        if live && !thrown {
            return refuse(format!("{} does not go off", self.battle.data.item(item).id));
        }
        let now = self.state.unit(unit);
        let distance = self.battle.field.distance(now.at(), at);
        let range = throw_range(self.battle.sheet(unit));
        if distance > range {
            return refuse(format!("out of range: distance {distance}, range {range}"));
        }
        let observer = self.state.observer(self.battle, unit);
        let visible = &self.state.known[observer.index()].visible;
        let blocking = flight(self.battle, self.state, now.at(), at);
        // B-267: what nobody sees is not named.
        if let Some(blocking) = blocking.filter(|by| visible.has(*by) || visible.has(at)) {
            return refuse(format!("no line: {} blocks it", self.at(blocking)));
        }
        if !visible.has(at) {
            return refuse(format!("the hex {} is not visible", self.at(at)));
        }
        let prepared = items.iter().any(|carried| carried.item == item && carried.prepared);
        Ok(match (live, prepared) {
            (false, _) => costs.throw,
            (true, true) => costs.throw_prepared,
            (true, false) => costs.use_item,
        })
    }

    /// Fires a blast weapon at a hex (B-181), until a target on it is dead
    /// (B-131).
    pub(super) fn launch(
        &mut self,
        unit: UnitId,
        target: Option<UnitId>,
        mode: FireMode,
        means: Means,
    ) {
        let battle: &Battle = self.battle;
        let weapon = battle.data.weapon(means.weapon);
        let shot = Shot::at_hex(battle, self.state, (unit, means.at), weapon, mode);
        self.tell_attack(unit, None, &shot, means);
        self.raise_noise(unit, &shot);
        let mut toll = Toll::default();
        let lasts = |fight: &Self| {
            let alive = |unit: UnitId| fight.state.unit(unit).is_here();
            alive(unit) && target.is_none_or(alive)
        };
        for number in 1..=u32::from(means.rounds) {
            self.spend_round(unit, &shot);
            let accuracy = shot.accuracy(number);
            let landing = self.come_down(means.at, accuracy);
            self.tell_threw(unit, &weapon.id, means.at, accuracy, landing, None);
            let charge = Charge {
                what: Grenade::Blast { dice: weapon.dice, damage: weapon.damage, gas: 0 },
                radius: weapon.blast.unwrap_or(0),
                name: &weapon.id,
            };
            self.go_off(unit, &charge, landing, accuracy, &mut toll);
            if !lasts(self) {
                break;
            }
        }
        self.settle_blasts(&toll);
    }

    /// Rolls whether something comes down where it was meant to, and where
    /// else it does (B-181).
    pub fn come_down(&mut self, at: Spot, accuracy: i32) -> Landing {
        let roll = self.chance.face(100, TO_HIT) as u32;
        self.tell(Known::Nobody, |_| What::Die {
            die: TO_HIT.0,
            sides: 100,
            face: roll,
            need: Some(accuracy),
        });
        if roll as i32 <= accuracy {
            return Landing { at, on_target: true, roll };
        }
        let dir = Dir::number(self.die(6, SCATTER_DIR) as usize - 1);
        let mut landed = at;
        for _ in 0..if roll as i32 <= accuracy + NEAR { 1 } else { 2 } {
            match self.battle.field.step(landed, dir) {
                Some(next) if !self.blocks_sight(next) => landed = next,
                _ => break,
            }
        }
        Landing { at: landed, on_target: false, roll }
    }

    fn blocks_sight(&self, spot: Spot) -> bool {
        let terrain = self.state.ground.terrain[spot.index()];
        self.battle.data.terrain(terrain).sight == Sight::Block
    }

    /// Takes an item out of the pack: to be thrown live a prepared one, else
    /// one that is not.
    fn take_to_throw(&mut self, unit: UnitId, item: ItemId, live: bool) -> Option<Carried> {
        let items = &mut self.state.unit_mut(unit).items;
        let fits = |carried: &Carried| carried.item == item;
        let place = items
            .iter()
            .position(|carried| fits(carried) && carried.prepared == live)
            .or_else(|| items.iter().position(fits))?;
        Some(items.remove(place))
    }

    fn not_carried<T>(&self, item: ItemId) -> Result<T, Refused> {
        refuse(format!("{} is not carried", self.battle.data.item(item).id))
    }

    /// What is thrown has a price; what is launched was paid for already.
    fn tell_threw(
        &mut self,
        unit: UnitId,
        item: &str,
        at: Spot,
        accuracy: i32,
        landing: Landing,
        tu: Option<u16>,
    ) {
        self.tell(Known::Unit(unit), |fight| What::Threw {
            unit: fight.name(unit),
            item: item.to_owned(),
            at: fight.at(at),
            accuracy: Some(accuracy),
            roll: Some(landing.roll),
            landed: fight.at(landing.at),
            launched: tu.is_none(),
            tu: tu.unwrap_or(0),
            left: Some(fight.state.unit(unit).tu),
        });
    }
}
