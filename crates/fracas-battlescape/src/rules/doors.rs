//! Doors (B-24).

use fracas_core::chance::Chance;
use fracas_core::watch::Watch;

use super::{Fight, Known};
use crate::battle::UnitId;
use crate::events::{Event, What};
use crate::field::Spot;
use crate::orders::{Refused, refuse};
use crate::state::Sound;

impl<C: Chance + ?Sized, W: Watch<Event>> Fight<'_, C, W> {
    /// Opens or closes a door.
    pub fn use_door(&mut self, unit: UnitId, at: Spot) -> Result<(), Refused> {
        let (battle, hex) = (self.battle, self.at(at));
        let stands = self.state.unit(unit).at();
        let terrain = battle.data.terrain(self.state.ground.terrain[at.index()]);
        // The distance first: it tells nothing of a hex nobody sees (B-267).
        if battle.field.distance(stands, at) > 1 {
            return refuse(format!("a door on {hex} is out of reach: distance is more than 1"));
        }
        if terrain.door.is_none() {
            return refuse(format!("there is no door on {hex}"));
        }
        if !terrain.closed && self.state.occupant(at).is_some() {
            return refuse(format!("the door on {hex} cannot be closed: it is occupied"));
        }
        let tu = battle.data.tu.door;
        self.can_pay(unit, tu)?;
        self.pay(unit, tu);
        self.swing(unit, at, tu);
        self.refresh_all();
        self.check_cover();
        self.noise(at, Some(unit), Sound::Door, u32::from(battle.data.noise.door));
        Ok(())
    }

    /// Opens a closed door that a unit walks into; its price is part of the
    /// step's. Says whether there was one.
    pub(super) fn push_open(&mut self, unit: UnitId, at: Spot) -> bool {
        let terrain = self.state.ground.terrain[at.index()];
        let closed = self.battle.data.terrain(terrain).closed;
        if closed {
            self.swing(unit, at, 0);
        }
        closed
    }

    /// A door becomes its counterpart.
    fn swing(&mut self, unit: UnitId, at: Spot, tu: u16) {
        let (battle, ground) = (self.battle, &mut self.state.ground);
        let terrain = battle.data.terrain(ground.terrain[at.index()]);
        let Some(other) = terrain.door else { return };
        let open = terrain.closed;
        ground.terrain[at.index()] = other;
        ground.changed = ground.terrain != battle.terrain;
        self.tell(Known::Spot(at), |fight| What::Door {
            unit: fight.name(unit),
            at: fight.at(at),
            open,
            tu,
        });
    }
}
