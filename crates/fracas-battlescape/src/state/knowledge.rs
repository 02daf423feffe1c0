//! What is known in battle, and to whom.

use serde::Serialize;
use smallvec::SmallVec;

use crate::battle::{UnitId, Units};
use crate::data::TerrainId;
use crate::field::{Field, Spot, Spots};
use crate::hex::Dir;

/// An enemy seen before (B-98).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ghost {
    /// Who.
    pub unit: UnitId,
    /// Where.
    pub at: Spot,
    /// When.
    pub turn: u32,
}

/// Something heard (B-101).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cue {
    /// The unit that heard it.
    pub by: UnitId,
    /// What it sounded like.
    pub sound: Sound,
    /// Where from.
    pub bearing: Dir,
    /// 0 near, 1 mid, 2 far.
    pub far: u8,
    /// The hex it stands for.
    pub at: Spot,
    /// Whether the side's running or next phase is the last to know it.
    pub old: bool,
}

/// What something sounds like (B-101).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Sound {
    /// Steps.
    Steps,
    /// A door.
    Door,
    /// Shots.
    Gunfire,
    /// A throw.
    Throw,
    /// An explosion.
    Explosion,
    /// A fight hand to hand.
    Melee,
    /// An ability.
    Whisper,
}

/// What one observer knows (B-96..B-101). The player's side and the enemy's
/// are one observer each, every civilian is one of its own (B-43).
#[derive(Debug, PartialEq, Eq)]
pub struct Knowledge {
    /// The hexes seen now.
    pub visible: Spots,
    /// The turn each hex was last seen; 0 for never.
    pub seen: Vec<u16>,
    /// Terrain as last seen.
    pub terrain: Vec<TerrainId>,
    /// Units of others seen now.
    pub units: Units,
    /// Enemies seen before.
    pub ghosts: SmallVec<[Ghost; 16]>,
    /// What a motion scanner marked (B-99).
    pub marks: SmallVec<[Spot; 8]>,
    /// What was heard.
    pub cues: SmallVec<[Cue; 8]>,
    /// Hexes shown by clairvoyance until the phase ends.
    pub clairvoyance: SmallVec<[(Spot, u8); 2]>,
    /// This turn's explosions (B-100).
    pub explosions: SmallVec<[Spot; 4]>,
    /// Turns without a loss on either side (B-278).
    pub quiet: u32,
    /// Whether a unit of its own lost hit points this turn, or an enemy did
    /// in its sight.
    pub blood: bool,
    /// Enemies that moved since its last phase (B-99).
    pub moved: Units,
}

fracas_core::clone_in_place!(Knowledge {
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
});

impl Knowledge {
    /// That of somebody who has not looked yet.
    pub fn none(field: &Field) -> Self {
        Self {
            visible: Spots::none(field),
            seen: vec![0; field.count()],
            terrain: vec![TerrainId(0); field.count()],
            units: Units::default(),
            ghosts: SmallVec::new(),
            marks: SmallVec::new(),
            cues: SmallVec::new(),
            clairvoyance: SmallVec::new(),
            explosions: SmallVec::new(),
            quiet: 0,
            blood: false,
            moved: Units::default(),
        }
    }
}
