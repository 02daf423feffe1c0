//! An order is carried out: who may act at all, and what follows every action
//! (B-54).

use fracas_core::chance::Chance;
use fracas_core::watch::Watch;

use super::Fight;
use super::objectives::Able;
use crate::battle::{Side, UnitId};
use crate::events::{Event, What};
use crate::orders::{Order, Refused, refuse};
use crate::rules::Known;
use crate::state::{Fate, Phase};

impl Phase {
    /// The side whose phase it is; none in resolution.
    pub fn side(self) -> Option<Side> {
        match self {
            Phase::Player => Some(Side::Player),
            Phase::Enemy => Some(Side::Enemy),
            Phase::Neutral => Some(Side::Neutral),
            Phase::Resolution => None,
        }
    }
}

impl<C: Chance + ?Sized, W: Watch<Event>> Fight<'_, C, W> {
    /// Carries out an order or says why not; then nothing changed.
    pub fn act(&mut self, unit: UnitId, order: &Order) -> Result<(), Refused> {
        self.may_act(unit)?;
        let able = Able::count(self.battle, self.state);
        match *order {
            Order::Move { .. } | Order::Disengage(_) | Order::Turn(_) => self.go(unit, order)?,
            Order::TakeCover { .. } => {
                self.is_ashore(unit)?;
                self.take_stance(unit, order)?;
            }
            Order::Prone | Order::Stand => self.take_stance(unit, order)?,
            Order::Attack { target, mode, head, force } => {
                self.is_ashore(unit)?;
                self.attack(unit, target, mode, head, force)?;
            }
            Order::Throw { item, at, live } => {
                self.is_ashore(unit)?;
                self.throw(unit, item, at, live)?;
            }
            Order::Prepare(_)
            | Order::Use { .. }
            | Order::Reload
            | Order::Switch
            | Order::Interact(_)
            | Order::PickUp(_) => self.handle(unit, order)?,
            Order::Cast { ability, target } => self.cast(unit, ability, target)?,
            Order::Door(at) => self.use_door(unit, at)?,
            Order::Ready { .. } | Order::Suppress(_) => {
                self.is_ashore(unit)?;
                self.keep_vigil(unit, order)?;
            }
            // Whoever leaves is not taken: B-54 asks nothing then.
            Order::Exit => return self.exit(unit),
            Order::End => self.end_turn(unit),
        }
        self.check_at_once(able);
        Ok(())
    }

    /// Whether a unit can be ordered to do anything now.
    pub fn may_act(&self, unit: UnitId) -> Result<(), Refused> {
        let Some(now) = self.state.units.get(unit.index()) else {
            return refuse("there is no such unit");
        };
        let name = &self.battle.sheet(unit).name;
        if self.state.ended.is_some() {
            return refuse("the battle is over");
        }
        let side = self.state.side(self.battle, unit);
        match now.fate {
            Fate::Dead => refuse(format!("{name} is dead")),
            Fate::Escaped => refuse(format!("{name} has left the map")),
            Fate::Here if now.stun > 0 => refuse(format!("{name} is stunned")),
            Fate::Here if self.state.phase.side() != Some(side) || !self.state.opened => {
                refuse(format!("it is not the phase of {name}'s side"))
            }
            Fate::Here if !self.state.order.contains(&unit) => {
                refuse(format!("{name} takes no part in this phase"))
            }
            Fate::Here if now.panic.is_some() => refuse(format!("{name} is panicked")),
            Fate::Here if now.ended => refuse(format!("{name} has ended its turn")),
            Fate::Here => Ok(()),
        }
    }

    /// Refuses what a swimming unit cannot do (B-78).
    fn is_ashore(&self, unit: UnitId) -> Result<(), Refused> {
        if self.is_swimming(unit) {
            return refuse(format!("{} is swimming", self.battle.sheet(unit).name));
        }
        Ok(())
    }

    /// Ends a unit's turn (B-61).
    pub fn end_turn(&mut self, unit: UnitId) {
        self.state.unit_mut(unit).ended = true;
        let left = self.state.unit(unit).tu;
        self.tell(Known::Unit(unit), |fight| What::Ended { unit: fight.name(unit), left });
    }

    /// Leaves the map (B-252).
    fn exit(&mut self, unit: UnitId) -> Result<(), Refused> {
        let at = self.state.unit(unit).at();
        let name = || self.battle.sheet(unit).name.as_str();
        let led_astray = self.state.unit(unit).controlled.is_some();
        if self.battle.sheet(unit).side == Side::Enemy || led_astray {
            return refuse(format!("{} cannot leave the map", name()));
        }
        if !self.battle.zones.iter().any(|zone| zone.exit && zone.spots.has(at)) {
            return refuse(format!("{} is not in an exit zone", name()));
        }
        if self.is_engaged(unit) {
            return refuse(format!("{} is engaged", name()));
        }
        self.tell(Known::Unit(unit), |fight| What::Exited {
            unit: fight.name(unit),
            at: fight.at(at),
        });
        self.state.take_off(unit);
        self.state.unit_mut(unit).fate = Fate::Escaped;
        self.refresh_unit(unit);
        Ok(())
    }
}
