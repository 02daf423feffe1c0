//! Reaction fire and suppression fire (B-210..B-213, B-215).

use fracas_core::chance::Chance;
use fracas_core::order::Ordered;
use fracas_core::watch::Watch;
use smallvec::SmallVec;

use super::attack::Occasion;
use super::sight::true_line;
use super::{Fight, Known};
use crate::battle::{UnitId, Units};
use crate::data::{FireMode, WeaponClass};
use crate::events::{Event, What};
use crate::field::Spot;
use crate::measures::SHOTS;
use crate::orders::{Order, Refused, refuse};
use crate::state::{Cover, Sound, Vigil};

/// How far around its middle suppression fire works (B-215).
const ZONE: u32 = 1;
/// The most reaction shots a unit can get ready for (B-211).
const MOST_SHOTS: u8 = 3;

impl<C: Chance + ?Sized, W: Watch<Event>> Fight<'_, C, W> {
    /// Carries out `Ready` or `Suppress`.
    pub fn keep_vigil(&mut self, unit: UnitId, order: &Order) -> Result<(), Refused> {
        match *order {
            Order::Ready { max_shots, min_accuracy } => self.ready(unit, max_shots, min_accuracy),
            Order::Suppress(at) => self.lay_suppression(unit, at),
            _ => refuse("not a vigil"),
        }
    }

    /// What keeps a unit from waiting with its weapon (B-78, B-111, B-214).
    fn check_vigil(&self, unit: UnitId) -> Result<(), Refused> {
        let body = self.state.unit(unit);
        if body.cover == Cover::Full {
            return refuse("not from full cover");
        }
        if self.is_swimming(unit) {
            return refuse("not while swimming");
        }
        if body.suppression >= self.battle.data.suppression.suppressed {
            return refuse("not while suppressed");
        }
        Ok(())
    }

    fn ready(&mut self, unit: UnitId, max_shots: u8, min_accuracy: u8) -> Result<(), Refused> {
        let battle = self.battle;
        self.check_vigil(unit)?;
        let weapon = self.state.unit(unit).in_hand().map(|armed| battle.data.weapon(armed.weapon));
        let fit = weapon.is_some_and(|weapon| {
            weapon.class != WeaponClass::Launcher
                && weapon.blast.is_none()
                && weapon.modes[FireMode::Snap as usize].is_some()
        });
        if !fit {
            return refuse("ready needs a ranged weapon with snap fire that is no launcher");
        }
        if !(1..=MOST_SHOTS).contains(&max_shots) {
            return refuse(format!("max_shots is {max_shots}, allowed are 1 to {MOST_SHOTS}"));
        }
        if min_accuracy > 100 {
            return refuse(format!("min_accuracy is {min_accuracy}, allowed are 0 to 100"));
        }
        let tu = battle.data.tu.ready;
        self.can_pay(unit, tu)?;
        self.pay(unit, tu);
        self.state.unit_mut(unit).vigil = Vigil::Ready { max_shots, min_accuracy, shots: 0 };
        // B-105: nobody else gets to know of it.
        self.tell(Known::Side(self.state.side(battle, unit)), |fight| What::Readied {
            unit: fight.name(unit),
            max_shots,
            min_accuracy,
            tu,
        });
        Ok(())
    }

    fn lay_suppression(&mut self, unit: UnitId, at: Spot) -> Result<(), Refused> {
        let battle = self.battle;
        self.check_vigil(unit)?;
        let body = self.state.unit(unit);
        let Some(armed) = body.in_hand() else { return refuse("the unit has no weapon") };
        let weapon = battle.data.weapon(armed.weapon);
        if self.pinning_rounds(unit).is_none() {
            return refuse(format!("mode not offered: {} has neither burst nor auto", weapon.id));
        }
        if armed.loaded == 0 {
            return refuse("not enough rounds: 1 needed, 0 left");
        }
        let (distance, range) = (battle.field.distance(body.at(), at), weapon.range());
        if distance > range {
            return refuse(format!("out of range: distance {distance}, range {range}"));
        }
        let who = self.state.observer(battle, unit);
        if !self.state.known[who.index()].visible.has(at) {
            return refuse(format!("{} is not visible", self.at(at)));
        }
        if let Some(by) = true_line(battle, self.state, body.at(), at).blocked {
            return refuse(format!("no line: {} blocks", self.at(by)));
        }
        let tu = battle.data.tu.suppress;
        self.can_pay(unit, tu)?;
        self.pay(unit, tu);
        self.face(unit, at);
        self.state.unit_mut(unit).vigil = Vigil::Suppress { at, met: Units::default() };
        // B-105: nobody else gets to know of it.
        self.tell(Known::Side(self.state.side(battle, unit)), |fight| What::Suppressing {
            unit: fight.name(unit),
            at: fight.at(at),
            tu,
        });
        Ok(())
    }

    /// The rounds of a burst of the weapon in hand, else of its automatic
    /// fire; none if it has neither.
    fn pinning_rounds(&self, unit: UnitId) -> Option<u8> {
        let armed = self.state.unit(unit).in_hand()?;
        let modes = &self.battle.data.weapon(armed.weapon).modes;
        let mode = modes[FireMode::Burst as usize].or(modes[FireMode::Auto as usize])?;
        Some(mode.rounds)
    }

    /// The enemies of a unit that wait for something, in initiative order.
    fn watchers(&self, of: UnitId) -> SmallVec<[UnitId; 16]> {
        let mut watchers: SmallVec<[UnitId; 16]> = self
            .battle
            .units()
            .filter(|unit| self.state.unit(*unit).vigil != Vigil::None)
            .filter(|unit| self.state.unit(*unit).is_able())
            .filter(|unit| self.state.hostile(self.battle, *unit, of))
            .collect();
        watchers.put_few_in_order_by_key(|unit| (-self.state.unit(*unit).initiative, *unit));
        watchers
    }

    /// Everybody who is ready reacts to a step of a unit (B-211).
    pub fn react(&mut self, mover: UnitId, running: bool) {
        for watcher in self.watchers(mover) {
            if !self.state.unit(mover).is_able() {
                return;
            }
            let body = self.state.unit(watcher);
            let Vigil::Ready { max_shots, min_accuracy, shots } = body.vigil else { continue };
            // B-210: the first shot is free.
            let tu = if shots == 0 { 0 } else { self.battle.data.tu.reaction };
            let sees = self.state.sights[watcher.index()].has(self.state.unit(mover).at());
            if shots >= max_shots || body.tu < tu || !body.is_able() || !sees {
                continue;
            }
            let accuracy = self.reaction_accuracy(watcher, mover, running);
            if accuracy.is_none_or(|accuracy| accuracy < i32::from(min_accuracy)) {
                continue;
            }
            self.shoot(watcher, mover, Occasion::Reaction { runner: running }, tu);
            if let Vigil::Ready { shots, .. } = &mut self.state.unit_mut(watcher).vigil {
                *shots += 1;
            }
        }
    }

    /// Suppression fire meets a unit that steps or attacks in its zone
    /// (B-215).
    pub fn meet_suppression(&mut self, unit: UnitId) {
        let battle = self.battle;
        for shooter in self.watchers(unit) {
            let body = self.state.unit(unit);
            let Vigil::Suppress { at, met } = self.state.unit(shooter).vigil else { continue };
            if !body.is_here() || met.has(unit) || battle.field.distance(at, body.at()) > ZONE {
                continue;
            }
            let Some(rounds_due) = self.pinning_rounds(shooter) else { continue };
            let Some(armed) = self.state.unit_mut(shooter).weapons.first_mut() else { continue };
            let rounds = rounds_due.min(armed.loaded);
            // The weapon in hand may have been changed for an empty one.
            if rounds == 0 {
                continue;
            }
            armed.loaded -= rounds;
            let (empty, weapon) = (armed.loaded == 0, armed.weapon);
            let mut met = met;
            met.put(unit);
            self.state.unit_mut(shooter).vigil = Vigil::Suppress { at, met };
            self.book(SHOTS, i64::from(rounds));
            self.tell(Known::Units(unit, shooter), |fight| What::Pinned {
                unit: fight.name(unit),
                by: fight.name(shooter),
                rounds: Some(rounds),
            });
            let from = self.state.unit(shooter).at();
            let loud = u32::from(battle.data.weapon(weapon).noise);
            self.noise(from, Some(shooter), Sound::Gunfire, loud);
            if empty {
                self.stand_down(shooter);
            }
            self.suppress(unit, battle.data.suppression.zone);
        }
    }

    /// Ends a vigil (B-213).
    pub fn stand_down(&mut self, unit: UnitId) {
        if self.state.unit(unit).vigil != Vigil::None {
            self.state.unit_mut(unit).vigil = Vigil::None;
            self.tell(Known::Side(self.state.side(self.battle, unit)), |fight| What::StoodDown {
                unit: fight.name(unit),
            });
        }
    }
}
