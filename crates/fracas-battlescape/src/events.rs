//! What a log can tell of a battle (B-266), and who gets to know it.

use serde::Serialize;

use crate::battle::Units;
use crate::data::FireMode;
use crate::field::ColRow;
use crate::state::{Cover, Ending, Reason, Sound, Stance};

/// Something that happened.
#[derive(Debug, PartialEq, Serialize)]
pub struct Event {
    /// The turn.
    pub turn: u32,
    /// What.
    #[serde(flatten)]
    pub what: What,
    /// What the player's side and the enemy's get to know of it (B-267).
    #[serde(skip)]
    pub known: [Witnessed; 2],
}

impl Clone for Event {
    /// In one place, for what happens is of many kinds.
    #[inline(never)]
    fn clone(&self) -> Self {
        let Self { turn, ref what, known } = *self;
        Self { turn, what: what.clone(), known }
    }
}

/// What a side gets to know of an event, and whom it had in view then.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Witnessed {
    /// Whether it is told at all.
    pub told: bool,
    /// Whether the side sees the hex where it happens.
    pub there: bool,
    /// The units that act for the side.
    pub own: Units,
    /// Units of others in its sight.
    pub seen: Units,
}

/// Where a sound comes from (B-101).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Bearing {
    /// The direction.
    pub bearing: &'static str,
    /// `near`, `mid` or `far`.
    pub far: &'static str,
}

/// One term of a sum (B-140).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Term {
    /// Its name.
    pub name: &'static str,
    /// What it adds.
    pub value: i32,
}

/// The damage of a hit, step by step (B-150..B-158).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Harm {
    /// What the dice showed (D1).
    pub roll: i32,
    /// With mode, height and strength (D2).
    pub d2: i32,
    /// After matrix and cover (D3).
    pub d3: i32,
    /// The armour that counts (D4).
    pub armour: i32,
    /// Whether armour stopped it (D5).
    pub blocked: bool,
    /// Whether it was critical (D8).
    pub crit: bool,
    /// Damage in the end.
    pub damage: i32,
}

/// What happened. JSON logs hold these, one to a line. Units are named, hexes
/// are `[col,row]`. What is none was not told to the side whose log it is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[allow(missing_docs, reason = "the fields are the words of the rulebook")]
pub enum What {
    /// A turn begins.
    Turn { number: u32 },
    /// The AI tells why it does what comes next (B-288).
    Decided { unit: String, why: String },
    /// A side's phase begins.
    Phase { side: &'static str },
    /// A die fell (B-3). `need` is what a check had to stay within.
    Die { die: &'static str, sides: u32, face: u32, need: Option<i32> },
    /// A unit stepped (B-76).
    Moved {
        unit: String,
        from: ColRow,
        to: ColRow,
        pace: &'static str,
        tu: u16,
        #[serde(skip_serializing_if = "Option::is_none")]
        left: Option<u16>,
    },
    /// A move was cut short (B-76).
    Halted { unit: String, at: ColRow, why: &'static str },
    /// A unit turned (B-15).
    Turned { unit: String, facing: &'static str, tu: u16 },
    /// A unit took cover (B-110).
    TookCover { unit: String, cover: Cover, toward: &'static str, tu: u16 },
    /// Cover was lost (B-114).
    LostCover { unit: String, why: &'static str },
    /// A unit went prone or stood up.
    Stance { unit: String, stance: Stance, tu: u16 },
    /// A door was opened or closed (B-24).
    Door { unit: String, at: ColRow, open: bool, tu: u16 },
    /// An attack began (B-130). `kind` is `attack`, `reaction` or `opportunity`.
    Attack {
        unit: String,
        target: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        at: Option<ColRow>,
        #[serde(skip_serializing_if = "Option::is_none")]
        weapon: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        mode: Option<FireMode>,
        kind: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        tu: Option<u16>,
        #[serde(skip_serializing_if = "Option::is_none")]
        left: Option<u16>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        terms: Vec<Term>,
        #[serde(skip_serializing_if = "Option::is_none")]
        accuracy: Option<i32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        crit: Option<i32>,
        /// Where it is heard from, for who does not see the attacker.
        #[serde(skip_serializing_if = "Option::is_none")]
        heard: Option<Bearing>,
        /// The same for either side.
        #[serde(skip)]
        cues: [Option<Bearing>; 2],
    },
    /// One round of it, or one strike.
    Round {
        unit: String,
        target: String,
        number: u32,
        accuracy: i32,
        roll: u32,
        hit: bool,
        harm: Option<Harm>,
        hp: u16,
    },
    /// The same as a side sees it whose attack it is not.
    Felt { target: String, number: u32, hit: bool, blocked: bool, crit: bool, damage: i32, hp: u16 },
    /// A unit lost hit points by other means than a round.
    Hurt { unit: String, by: &'static str, damage: i32, hp: u16 },
    /// A unit died.
    Died { unit: String, at: Option<ColRow>, killer: Option<String> },
    /// A unit is stunned for so many phases.
    Stunned { unit: String, phases: u8 },
    /// A unit panics.
    Panicked { unit: String },
    /// A unit burns.
    Burning { unit: String, severe: bool },
    /// A unit is poisoned.
    Poisoned { unit: String },
    /// A state is over: `stun`, `panic`, `burn`, `poison`, `control`.
    Recovered { unit: String, from: &'static str },
    /// Suppression points changed (B-214).
    Suppressed {
        unit: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        points: Option<u8>,
        suppressed: bool,
        /// Whether that is news.
        #[serde(skip)]
        changed: bool,
    },
    /// Morale changed (B-231).
    Morale { unit: String, by: i32, morale: u8, why: &'static str },
    /// Something was thrown or launched (B-181).
    Threw {
        unit: String,
        item: String,
        at: ColRow,
        #[serde(skip_serializing_if = "Option::is_none")]
        accuracy: Option<i32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        roll: Option<u32>,
        landed: ColRow,
        /// By a weapon, whose attack was told before.
        launched: bool,
        tu: u16,
        #[serde(skip_serializing_if = "Option::is_none")]
        left: Option<u16>,
    },
    /// Something went off (B-182).
    Blast {
        unit: String,
        at: ColRow,
        radius: u8,
        #[serde(skip_serializing_if = "Option::is_none")]
        roll: Option<i32>,
        what: String,
    },
    /// The same for who does not see the hex (B-100).
    Explosion { at: ColRow },
    /// Terrain changed (B-183, B-242).
    Terrain { at: ColRow, from: String, to: String },
    /// A hex caught fire or its fire went out.
    Fire { at: ColRow, burning: bool },
    /// Smoke, gas or light fills hexes around a place.
    Cloud { at: ColRow, radius: u8, of: &'static str },
    /// An item was used (B-190).
    Used {
        unit: String,
        item: String,
        on: String,
        tu: u16,
        #[serde(skip_serializing_if = "Option::is_none")]
        left: Option<u16>,
    },
    /// Hit points were gained.
    Healed { unit: String, by: u16, hp: u16 },
    /// Time units were gained.
    Gained { unit: String, tu: u16, now: u16 },
    /// An ability was used (B-200). `chance` is none where it is sure.
    Cast {
        unit: String,
        ability: String,
        target: String,
        chance: Option<i32>,
        succeeded: bool,
        tu: u16,
        energy: u16,
    },
    /// A unit changed sides (B-201).
    Controlled { unit: String, side: &'static str },
    /// A weapon was reloaded.
    Reloaded {
        unit: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        rounds: Option<u8>,
        tu: u16,
    },
    /// Weapons were changed.
    Switched { unit: String, weapon: String, tu: u16 },
    /// A grenade was prepared.
    Prepared { unit: String, item: String, tu: u16 },
    /// An item was picked up.
    PickedUp { unit: String, item: String, tu: u16 },
    /// An object was used.
    Interacted { unit: String, object: String, tu: u16 },
    /// A unit is ready for reaction fire (B-210).
    Readied { unit: String, max_shots: u8, min_accuracy: u8, tu: u16 },
    /// A unit lays suppression fire (B-215).
    Suppressing { unit: String, at: ColRow, tu: u16 },
    /// Suppression fire met somebody.
    Pinned {
        unit: String,
        by: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        rounds: Option<u8>,
    },
    /// A vigil ended before its time.
    StoodDown { unit: String },
    /// A unit left the map (B-252).
    Exited { unit: String, at: ColRow },
    /// A unit's turn ended.
    Ended { unit: String, left: u16 },
    /// A side catches sight of a unit.
    Spotted { side: &'static str, unit: String, at: ColRow },
    /// A side loses sight of a unit.
    Vanished { side: &'static str, unit: String, at: ColRow },
    /// A side hears something (B-101).
    Heard { side: &'static str, sound: Sound, bearing: &'static str, far: &'static str },
    /// A motion scanner marks a hex (B-99).
    Marked { side: &'static str, at: ColRow },
    /// An objective was done.
    ObjectiveDone { number: usize, name: String },
    /// An objective cannot be done any more.
    ObjectiveLost { number: usize, name: String },
    /// A unit stands in a danger zone (B-244).
    Danger { unit: String, zone: String },
    /// The battle is over.
    Over { ending: Ending, reason: Reason },
}
