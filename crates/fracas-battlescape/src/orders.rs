//! What a unit can be told to do (B-51, B-62).

pub use fracas_core::capability::Refused;
use serde::Serialize;

use crate::battle::UnitId;
use crate::data::{AbilityId, FireMode, ItemId};
use crate::field::Spot;
use crate::hex::Dir;
use crate::state::Cover;

/// How a unit moves (B-70, B-71).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// Walking.
    Walk,
    /// Running.
    Run,
    /// Crouching.
    Crouch,
}

impl Pace {
    /// Its name.
    pub fn name(self) -> &'static str {
        ["walk", "run", "crouch"][self as usize]
    }
}

/// What an attack or an ability is aimed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A unit.
    Unit(UnitId),
    /// A hex.
    Hex(Spot),
}

/// An order to one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Go to a hex (B-70..B-77).
    Move {
        /// Where to.
        to: Spot,
        /// How.
        pace: Pace,
        /// Through hazards and fire too (B-74).
        allow_hazards: bool,
        /// Not halted by a hit or a sighting (B-76).
        press_on: bool,
        /// Stop before fewer time units than this are left.
        reserve: u16,
    },
    /// Step out of close combat (B-79).
    Disengage(Dir),
    /// Turn on the spot (B-15).
    Turn(Dir),
    /// Take cover (B-110).
    TakeCover {
        /// A step first.
        step: Option<Dir>,
        /// The side to lean to.
        toward: Dir,
        /// Half or full.
        cover: Cover,
    },
    /// Go prone (B-119).
    Prone,
    /// Stand up.
    Stand,
    /// Attack (B-130).
    Attack {
        /// Whom, or where for blast weapons.
        target: Target,
        /// How.
        mode: FireMode,
        /// At the head (B-133).
        head: bool,
        /// Also at a friend or a civilian.
        force: bool,
    },
    /// Throw an item (B-180).
    Throw {
        /// Which.
        item: ItemId,
        /// Where to.
        at: Spot,
        /// Whether it is to go off.
        live: bool,
    },
    /// Prepare a grenade (B-62).
    Prepare(ItemId),
    /// Use an item on a unit (B-190).
    Use {
        /// Which.
        item: ItemId,
        /// On whom.
        on: UnitId,
    },
    /// Use an ability (B-200).
    Cast {
        /// Which.
        ability: AbilityId,
        /// On what; the own hex where nothing is aimed at.
        target: Target,
    },
    /// Reload (B-67).
    Reload,
    /// Change weapons (B-67).
    Switch,
    /// Open or close a door, by its hex (B-24).
    Door(Spot),
    /// Use an object, by its place in the battle (B-25).
    Interact(usize),
    /// Pick up an item of the own hex (B-25).
    PickUp(ItemId),
    /// Get ready for reaction fire (B-210).
    Ready {
        /// How often to fire at most.
        max_shots: u8,
        /// At this accuracy or better.
        min_accuracy: u8,
    },
    /// Lay suppression fire on a hex and those around it (B-215).
    Suppress(Spot),
    /// Leave the map (B-252).
    Exit,
    /// End the unit's turn (B-61).
    End,
}

/// Refuses an order (§23). Nothing was spent.
pub fn refuse<T>(why: impl Into<String>) -> Result<T, Refused> {
    Err(Refused(why.into()))
}
