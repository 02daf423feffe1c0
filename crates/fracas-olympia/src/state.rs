//! A battle in memory while it is fought.

use std::ops::Range;

use fracas_core::chance::WeightTree;

use crate::battle::{BandStats, SideId};
use crate::rules::settling::Settling;

/// Everything that changes.
#[derive(Debug)]
pub struct State {
    /// Standing members per band.
    pub standing: Vec<u32>,
    /// How the members of each band stand.
    pub stances: Vec<Stance>,
    /// Able members of both sides, by band (O-31).
    pub able: WeightTree,
    /// The sides.
    pub forces: [Force; 2],
    /// The nobles, by unit.
    pub nobles: Vec<NobleState>,
    /// Attacks made so far.
    pub attacks: u64,
    /// Whose turn it is in the later edition (O-84).
    pub turns: Turns,
    /// How the battle ended, once it has.
    pub verdict: Option<Verdict>,
    /// Whether a side has just lost a man and somebody is asked if it breaks
    /// off (O-61).
    pub asked: bool,
    /// How far the aftermath has come.
    pub settling: Settling,
    /// What dead nobles left to others, as it was drawn (O-75).
    pub legacies: Vec<Legacy>,
}

fracas_core::clone_in_place!(State {
    standing,
    stances,
    able,
    forces,
    nobles,
    attacks,
    turns,
    verdict,
    asked,
    settling,
    legacies,
});

/// Rows 0 to 9, rounded up to a power of two.
pub const ROWS: usize = 16;

/// One side while it fights.
// A size that makes looking one of two up a shift.
#[repr(align(256))]
#[derive(Debug)]
pub struct Force {
    /// Exposed members by band, counted from the side's first (O-33).
    pub exposed: WeightTree,
    /// Able members (O-31).
    pub able: u64,
    /// Value of the standing men (O-60).
    pub value: u64,
    /// As [`Side::break_point`](crate::battle::Side::break_point): what a fall
    /// looks at is kept together.
    pub break_point: u64,
    /// The side's bands.
    pub bands: Range<usize>,
    /// How many men its structure covers (O-51); 0 without one.
    pub covers: u64,
    /// Whether it has cover and its engines can ever be exposed: they then
    /// stand among the men when cover is counted (O-33, O-52).
    pub engines_show: bool,
    /// Standing men in any row.
    pub men: u32,
    /// Standing men per row, hidden leaders left out (O-22, O-81).
    pub rows: [u32; ROWS],
    /// The foremost row that is held (O-22).
    pub front: u8,
    /// The structure it is housed in.
    pub wall: Wall,
}

fracas_core::clone_in_place!(Force {
    exposed,
    able,
    value,
    break_point,
    bands,
    covers,
    engines_show,
    men,
    rows,
    front,
    wall,
});

/// What a member of a band can do and suffer now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stance {
    /// Strength of his attack (O-23); 0 is not able.
    pub strength: u32,
    /// Whether it is an engine's, against structures only (O-34).
    pub engine: bool,
    /// What a blow must overcome: in the open, and under cover (O-52).
    pub defense: [u32; 2],
}

/// A structure during the battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wall {
    /// Whether it is there and can be struck.
    pub stands: bool,
    /// Current defense.
    pub defense: u32,
    /// Current damage in percent.
    pub damage: u32,
}

impl Wall {
    /// O-52: what it adds to the defense of those it covers.
    pub fn cover(&self, stats: &BandStats) -> u32 {
        if stats.housed { self.defense } else { 0 }
    }
}

/// What has become of a noble.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NobleState {
    /// Hit in this battle and out of the fight (O-42).
    pub hit: bool,
    /// Hit, but the wound is still to be drawn (see [`fracas_core::chance::Chance::PATIENT`]).
    pub wound_due: bool,
    /// Current health; 0 is dead.
    pub health: u8,
    /// Whether he is ill now.
    pub ill: bool,
    /// Survived a wound that should have killed him (O-90).
    pub survived: bool,
    /// Taken prisoner (O-71).
    pub captured: bool,
    /// Went down with a ship (O-59).
    pub drowned: bool,
}

/// O-84: attacks left to each side, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turns {
    /// Attacks left per side.
    pub left: [u64; 2],
    /// Who attacks next if both may.
    pub next: SideId,
}

/// How a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The other side broke (O-62).
    Won(SideId),
    /// Nobody is able to attack any more (O-64).
    Draw,
    /// Given up by the guard of O-64.
    Stalemate,
}

impl Verdict {
    /// Who won, if anybody.
    pub fn winner(self) -> Option<SideId> {
        match self {
            Verdict::Won(side) => Some(side),
            Verdict::Draw | Verdict::Stalemate => None,
        }
    }
}

/// One entry of what a dead noble left: how much of it passed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Legacy {
    /// Whose it was.
    pub unit: usize,
    /// Which of his entries: his bands of men first, then his goods.
    pub entry: usize,
    /// How much passed on; the rest is lost.
    pub amount: u64,
}
