//! Sounds and motion scanners (B-99, B-101).

use fracas_core::chance::Chance;
use fracas_core::watch::Watch;

use super::{Fight, Known};
use crate::battle::{Side, UnitId, Units};
use crate::data::ItemKind;
use crate::events::{Bearing, Event, What};
use crate::field::Spot;
use crate::state::{Cue, Observer, Phase, Sound};

/// How many steps away the hex lies that a cue stands for: near, mid, far.
const STANDS_FOR: [u32; 3] = [3, 8, 13];
const FAR: [&str; 3] = ["near", "mid", "far"];
/// The sides that listen (B-43).
const LISTENERS: [Side; 2] = [Side::Player, Side::Enemy];

impl<C: Chance + ?Sized, W: Watch<Event>> Fight<'_, C, W> {
    /// Something is heard within a radius by whoever does not see its place.
    /// A unit's own side hears nothing of it.
    pub fn noise(&mut self, at: Spot, by: Option<UnitId>, sound: Sound, radius: u32) {
        for (who, side) in LISTENERS.into_iter().enumerate() {
            let own = by.is_some_and(|unit| self.state.side(self.battle, unit) == side);
            if own || self.state.known[who].visible.has(at) {
                continue;
            }
            let Some(cue) = self.hear(side, at, sound, radius) else { continue };
            let cues = &mut self.state.known[who].cues;
            if cues.contains(&cue) {
                continue;
            }
            cues.push(cue);
            self.tell(Known::Side(side), |_| What::Heard {
                side: side.name(),
                sound,
                bearing: cue.bearing.name(),
                far: FAR[usize::from(cue.far)],
            });
        }
    }

    /// Where either side would hear something loud from; none if it sees the
    /// place or nobody is in earshot.
    pub(super) fn bearings(&self, at: Spot, radius: u32) -> [Option<Bearing>; 2] {
        LISTENERS.map(|side| {
            let seen = self.state.known[side as usize].visible.has(at);
            let cue = self.hear(side, at, Sound::Gunfire, radius).filter(|_| !seen)?;
            Some(Bearing { bearing: cue.bearing.name(), far: FAR[usize::from(cue.far)] })
        })
    }

    /// What the nearest able unit of a side makes of a sound.
    fn hear(&self, side: Side, at: Spot, sound: Sound, radius: u32) -> Option<Cue> {
        let (battle, field) = (self.battle, &self.battle.field);
        let (distance, by) = battle
            .units()
            .filter(|unit| self.state.unit(*unit).is_able())
            .filter(|unit| self.state.side(battle, *unit) == side)
            .map(|unit| (field.distance(self.state.unit(unit).at(), at), unit))
            .filter(|(distance, _)| *distance <= radius)
            .min()?;
        let ear = self.state.unit(by).at();
        let bearing = field.bearing(ear, at)?;
        let noise = &battle.data.noise;
        let far =
            u8::from(distance > u32::from(noise.near)) + u8::from(distance > u32::from(noise.mid));
        let mut stands_for = ear;
        for _ in 0..STANDS_FOR[usize::from(far)] {
            stands_for = field.step(stands_for, bearing).unwrap_or(stands_for);
        }
        // Heard in the side's own phase it outlasts this phase and the next.
        let own_phase = match self.state.phase {
            Phase::Player => side == Side::Player,
            Phase::Enemy => side == Side::Enemy,
            Phase::Neutral | Phase::Resolution => false,
        };
        Some(Cue { by, sound, bearing, far, at: stands_for, old: !own_phase })
    }

    /// Motion scanners mark what moved (B-99), at the start of a side's phase.
    pub fn scan(&mut self, side: Side) {
        let Some(who) = LISTENERS.iter().position(|known| *known == side) else { return };
        let battle = self.battle;
        let moved = self.state.known[who].moved;
        self.state.known[who].marks.clear();
        for unit in moved.iter() {
            let body = self.state.unit(unit);
            let enemy = battle.hostile(side, self.state.side(battle, unit));
            let at = body.at();
            if body.is_here() && enemy && self.in_scanner(side, at) {
                self.state.known[who].marks.push(at);
                self.tell(Known::Side(side), |fight| What::Marked {
                    side: side.name(),
                    at: fight.at(at),
                });
            }
        }
    }

    /// Whether a motion scanner of a side reaches a hex.
    fn in_scanner(&self, side: Side, at: Spot) -> bool {
        let (battle, field) = (self.battle, &self.battle.field);
        battle.units().any(|unit| {
            let body = self.state.unit(unit);
            body.is_able()
                && self.state.side(battle, unit) == side
                && body.items.iter().any(|carried| match battle.data.item(carried.item).kind {
                    ItemKind::Scanner { radius } => {
                        field.distance(body.at(), at) <= u32::from(radius)
                    }
                    _ => false,
                })
        })
    }

    /// Ends what lasts until the end of a side's phase: cues heard before it
    /// (B-101), marks (B-99) and clairvoyance (B-200). From now on units that
    /// move have moved since that side's last phase.
    pub fn forget(&mut self, side: Side) {
        let Some(who) = LISTENERS.iter().position(|known| *known == side) else { return };
        let knowledge = &mut self.state.known[who];
        knowledge.cues.retain(|cue| !std::mem::replace(&mut cue.old, true));
        knowledge.marks.clear();
        knowledge.moved = Units::default();
        if !knowledge.clairvoyance.is_empty() {
            knowledge.clairvoyance.clear();
            self.share(Observer(who as u8));
        }
    }
}
