//! Copying states: `clone_from` between states of one battle reuses the
//! memory that is there.

use crate::state::{Ground, Knowledge, State};

impl Clone for Ground {
    fn clone(&self) -> Self {
        Self {
            terrain: self.terrain.clone(),
            smoke: self.smoke.clone(),
            fire: self.fire.clone(),
            gas: self.gas.clone(),
            changed: self.changed,
            flares: self.flares.clone(),
            items: self.items.clone(),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        let Self { terrain, smoke, fire, gas, changed, flares, items } = self;
        terrain.clone_from(&source.terrain);
        smoke.clone_from(&source.smoke);
        fire.clone_from(&source.fire);
        gas.clone_from(&source.gas);
        *changed = source.changed;
        flares.clone_from(&source.flares);
        items.clone_from(&source.items);
    }
}

impl Clone for Knowledge {
    fn clone(&self) -> Self {
        Self {
            visible: self.visible.clone(),
            seen: self.seen.clone(),
            terrain: self.terrain.clone(),
            units: self.units,
            ghosts: self.ghosts.clone(),
            marks: self.marks.clone(),
            cues: self.cues.clone(),
            clairvoyance: self.clairvoyance.clone(),
            explosions: self.explosions.clone(),
            quiet: self.quiet,
            blood: self.blood,
            moved: self.moved,
        }
    }

    fn clone_from(&mut self, source: &Self) {
        let Self {
            visible,
            seen,
            terrain,
            units,
            ghosts,
            marks,
            cues,
            clairvoyance,
            explosions,
            quiet,
            blood,
            moved,
        } = self;
        visible.clone_from(&source.visible);
        seen.clone_from(&source.seen);
        terrain.clone_from(&source.terrain);
        *units = source.units;
        ghosts.clone_from(&source.ghosts);
        marks.clone_from(&source.marks);
        cues.clone_from(&source.cues);
        clairvoyance.clone_from(&source.clairvoyance);
        explosions.clone_from(&source.explosions);
        *quiet = source.quiet;
        *blood = source.blood;
        *moved = source.moved;
    }
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            turn: self.turn,
            phase: self.phase,
            opened: self.opened,
            units: self.units.clone(),
            occupant: self.occupant.clone(),
            ground: self.ground.clone(),
            sights: self.sights.clone(),
            known: self.known.clone(),
            progress: self.progress.clone(),
            order: self.order.clone(),
            fallen: self.fallen.clone(),
            ended: self.ended,
        }
    }

    fn clone_from(&mut self, source: &Self) {
        let Self {
            turn,
            phase,
            opened,
            units,
            occupant,
            ground,
            sights,
            known,
            progress,
            order,
            fallen,
            ended,
        } = self;
        *turn = source.turn;
        *phase = source.phase;
        *opened = source.opened;
        units.clone_from(&source.units);
        occupant.clone_from(&source.occupant);
        ground.clone_from(&source.ground);
        sights.clone_from(&source.sights);
        known.clone_from(&source.known);
        progress.clone_from(&source.progress);
        order.clone_from(&source.order);
        fallen.clone_from(&source.fallen);
        *ended = source.ended;
    }
}
