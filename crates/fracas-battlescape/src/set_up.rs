//! Setting up the sides (B-40..B-43): squads shuffled over their spawn zones,
//! then the fog of war.

use fracas_core::chance::{Chance, Purpose, Rolled};
use fracas_core::watch::{Scores, Watch};

use crate::battle::{Battle, Dealt, UnitId};
use crate::dice;
use crate::ends::End;
use crate::events::Event;
use crate::field::{Field, Spot};
use crate::hex::Dir;
use crate::rules::Fight;
use crate::state::State;

impl<C: Chance + ?Sized, W: Watch<Event>> Fight<'_, C, W> {
    /// Places the units of which dice say where they begin (B-41): whoever is
    /// spread takes one hex of his part of the zone; for others the zone's
    /// hexes are shuffled once, from the last place down, and they take the
    /// first free ones in their order.
    pub fn place_squads(&mut self) {
        let battle = self.battle;
        for unit in battle.dealt() {
            self.state.take_off(unit);
        }
        for Dealt { units, hexes, spread } in &battle.dealt {
            if *spread {
                let place = self.die(hexes.len() as u32, dice::PLACEMENT) as usize - 1;
                units.iter().for_each(|unit| self.place(*unit, hexes[place]));
                continue;
            }
            let mut spots = hexes.clone();
            for last in (1..spots.len()).rev() {
                let other = self.die(last as u32 + 1, dice::PLACEMENT) as usize - 1;
                spots.swap(last, other);
            }
            let mut free = spots.into_iter();
            for unit in units {
                let open = |at: &Spot| self.state.occupant(*at).is_none();
                // The reader has seen to it that the zone is large enough.
                let Some(at) = free.find(open) else { return };
                self.place(*unit, at);
            }
        }
    }

    fn place(&mut self, unit: UnitId, at: Spot) {
        self.state.move_to(unit, at);
        let sheet = self.battle.sheet(unit);
        let told = sheet.written.iter().any(|(key, _)| key == "facing");
        let now = self.state.unit_mut(unit);
        now.mind.post = at;
        if !told {
            now.facing = start_facing(&self.battle.field, at);
        }
    }

    /// Lifts the fog before turn 1 (B-40). Whoever begins on a closed door has
    /// opened it (B-24).
    pub fn first_look(&mut self) {
        let (battle, State { units, ground, .. }) = (self.battle, &mut *self.state);
        for unit in units.iter().filter(|unit| unit.is_here()) {
            let terrain = &mut ground.terrain[unit.at().index()];
            let kind = battle.data.terrain(*terrain);
            if let (true, Some(open)) = (kind.closed, kind.door) {
                *terrain = open;
                ground.changed = true;
            }
        }
        self.refresh_all();
        self.check_cover();
    }
}

/// Where a unit faces that was not told (B-42).
pub fn start_facing(field: &Field, at: Spot) -> Dir {
    let middle = End::of(field, at).middle(field);
    middle.and_then(|middle| field.bearing(at, middle)).unwrap_or(Dir::E)
}

/// The start state with the fog lifted, as `inspect` shows it (B-269). Nothing is
/// drawn for that.
pub fn opening_state(battle: &Battle) -> State {
    let mut state = battle.start.clone();
    let mut fight = Fight {
        battle,
        state: &mut state,
        chance: &mut Rolled::new(0, 0, Purpose::Battle),
        watch: &mut Scores::default(),
    };
    fight.first_look();
    state
}
