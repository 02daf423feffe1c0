//! A view as data, for a page or another program: what is sent is what the
//! side knows, and nothing else (B-267).

use serde::Serialize;

use super::{Seen, View};
use crate::battle::UnitId;
use crate::field::ColRow;
use crate::rules::status::Health;
use crate::state::{Cover, Phase, Sound, Stance};

/// Everything a side knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sent {
    /// Whose view it is.
    pub side: &'static str,
    /// The turn.
    pub turn: u32,
    /// Whose phase it is.
    pub phase: Phase,
    /// The map as known, row by row: glyphs, a space for hexes never seen.
    pub map: Vec<String>,
    /// The levels as known, row by row, 0 where nothing was seen.
    pub elevation: Vec<String>,
    /// Hexes seen now.
    pub visible: Vec<ColRow>,
    /// Smoke on hexes seen now: hex and density.
    pub smoke: Vec<(ColRow, u8)>,
    /// Gas on hexes seen now.
    pub gas: Vec<ColRow>,
    /// Burning hexes.
    pub fire: Vec<ColRow>,
    /// The own units.
    pub own: Vec<Own>,
    /// Units of others in sight.
    pub others: Vec<Other>,
    /// Enemies seen before: name, hex, turn.
    pub ghosts: Vec<(String, ColRow, u32)>,
    /// Marks of motion scanners.
    pub marks: Vec<ColRow>,
    /// What was heard: sound, bearing and how far (0 near, 1 mid, 2 far).
    pub heard: Vec<(Sound, &'static str, u8)>,
    /// This turn's explosions.
    pub explosions: Vec<ColRow>,
    /// Items in sight.
    pub items: Vec<(String, ColRow)>,
    /// Objectives: name, primary, done, lost.
    pub objectives: Vec<(String, bool, bool, bool)>,
}

/// A unit of the side itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Own {
    /// What everybody can see of it.
    #[serde(flatten)]
    pub looks: Other,
    /// Time units.
    pub tu: u16,
    /// Energy.
    pub energy: u16,
    /// Morale.
    pub morale: u8,
    /// Rounds loaded.
    pub loaded: u8,
    /// Rounds in spare magazines.
    pub spare: u16,
    /// Items carried.
    pub carries: Vec<String>,
    /// Suppression points.
    pub suppression: u8,
    /// Whether its turn has ended.
    pub ended: bool,
}

/// A unit as others see it (B-105).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[allow(missing_docs, reason = "the fields are those of `Seen`")]
pub struct Other {
    pub name: String,
    pub class: String,
    pub side: &'static str,
    pub at: ColRow,
    pub hp: u16,
    pub max_hp: u16,
    pub armour: i16,
    pub health: Health,
    pub facing: &'static str,
    pub stance: Stance,
    pub cover: Cover,
    pub weapon: Option<String>,
    pub stunned: bool,
    pub panicked: bool,
    pub burning: bool,
    pub poisoned: bool,
    pub suppressed: bool,
}

impl View<'_> {
    /// Everything the side knows, as data.
    pub fn send(&self) -> Sent {
        let field = self.field();
        let spots = || field.spots();
        let at = |spot| field.col_row(spot);
        let rows = |glyph: &dyn Fn(crate::field::Spot) -> char| -> Vec<String> {
            (0..field.rows())
                .map(|row| {
                    (0..field.cols()).filter_map(|col| field.at(col, row)).map(glyph).collect()
                })
                .collect()
        };
        Sent {
            side: self.side().name(),
            turn: self.turn(),
            phase: self.phase(),
            map: rows(&|spot| self.terrain(spot).map_or(' ', |id| self.data().terrain(id).glyph)),
            elevation: rows(&|spot| {
                char::from_digit(u32::from(self.elevation(spot).unsigned_abs()), 10).unwrap_or('9')
            }),
            visible: spots().filter(|spot| self.visible(*spot)).map(at).collect(),
            smoke: spots()
                .map(|spot| (at(spot), self.smoke(spot)))
                .filter(|(_, smoke)| *smoke > 0)
                .collect(),
            gas: spots().filter(|spot| self.gas(*spot)).map(at).collect(),
            fire: spots().filter(|spot| self.burning(*spot)).map(at).collect(),
            own: self.own().filter_map(|unit| self.send_own(unit)).collect(),
            others: self.others().map(|seen| self.send_other(&seen)).collect(),
            ghosts: self
                .ghosts()
                .iter()
                .map(|ghost| {
                    let name = self.battle.sheet(ghost.unit).name.clone();
                    (name, at(ghost.at), ghost.turn)
                })
                .collect(),
            marks: self.marks().iter().copied().map(at).collect(),
            heard: self.cues().iter().map(|cue| (cue.sound, cue.bearing.name(), cue.far)).collect(),
            explosions: self.explosions().iter().copied().map(at).collect(),
            items: self
                .items()
                .map(|(spot, carried)| (self.data().item(carried.item).id.clone(), at(spot)))
                .collect(),
            objectives: self
                .every_objective()
                .map(|(objective, progress)| {
                    (objective.name.clone(), objective.primary, progress.done, progress.lost)
                })
                .collect(),
        }
    }

    fn send_own(&self, unit: UnitId) -> Option<Own> {
        let me = self.unit(unit)?;
        let hand = me.in_hand();
        Some(Own {
            looks: self.send_other(&self.seen(unit)?),
            tu: me.tu,
            energy: me.energy,
            morale: me.morale,
            loaded: hand.map_or(0, |armed| armed.loaded),
            spare: hand.map_or(0, |armed| armed.spares.iter().map(|m| u16::from(*m)).sum()),
            carries: me.items.iter().map(|c| self.data().item(c.item).id.clone()).collect(),
            suppression: me.suppression,
            ended: me.ended,
        })
    }

    fn send_other(&self, seen: &Seen<'_>) -> Other {
        Other {
            name: seen.name().to_owned(),
            class: self.data().classes[seen.class()].id.clone(),
            side: seen.side.name(),
            at: self.field().col_row(seen.at),
            hp: seen.hp,
            max_hp: seen.max_hp(),
            armour: seen.armour(),
            health: seen.health(),
            facing: seen.facing.name(),
            stance: seen.stance,
            cover: seen.cover,
            weapon: seen.weapon.map(|id| self.data().weapon(id).id.clone()),
            stunned: seen.stunned,
            panicked: seen.panicked,
            burning: seen.burning,
            poisoned: seen.poisoned,
            suppressed: seen.suppressed,
        }
    }
}
