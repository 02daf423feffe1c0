//! A unit in battle.

use serde::Serialize;
use smallvec::SmallVec;

use crate::battle::{Side, UnitId, Units};
use crate::data::{ItemId, Mode, WeaponId};
use crate::field::Spot;
use crate::hex::Dir;
use crate::orders::Order;

/// How a unit stands (B-119).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stance {
    /// Upright.
    Standing,
    /// Flat on the ground.
    Prone,
}

/// The cover a unit has taken (B-110). It leans on the hex it faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Cover {
    /// None.
    None,
    /// Half: may attack.
    Half,
    /// Full: safe, cannot attack.
    Full,
}

/// A weapon that is carried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Armed {
    /// Which.
    pub weapon: WeaponId,
    /// Rounds loaded.
    pub loaded: u8,
    /// Rounds in each spare magazine.
    pub spares: SmallVec<[u8; 4]>,
}

/// An item that is carried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Carried {
    /// Which.
    pub item: ItemId,
    /// How often it can still be used.
    pub uses: u8,
    /// Whether it is a grenade made ready (B-62).
    pub prepared: bool,
}

/// What a unit waits for in the other side's phase (§14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vigil {
    /// Nothing.
    None,
    /// Reaction fire (B-210).
    Ready {
        /// How often it fires at most.
        max_shots: u8,
        /// At this accuracy or better.
        min_accuracy: u8,
        /// How often it has fired.
        shots: u8,
    },
    /// Suppression fire (B-215).
    Suppress {
        /// The middle of the zone.
        at: Spot,
        /// Who was met by it already.
        met: Units,
    },
}

/// Panic (B-222).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Panic {
    /// Resolutions since it began.
    pub resolutions: u8,
    /// Whether a phase was lost to it.
    pub lost_phase: bool,
}

/// A burn (B-163).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Burn {
    /// Four-sided dice per resolution: 1, or 2 for a severe burn.
    pub dice: u8,
    /// Resolutions left.
    pub turns: u8,
}

/// What became of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// Alive and on the map.
    Here,
    /// Left the map (B-252).
    Escaped,
    /// Dead.
    Dead,
}

/// A unit in battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Changed by [`State::move_to`](super::State::move_to) alone, which keeps
    /// in step who stands on which hex.
    pub(super) at: Spot,
    /// What became of it.
    pub fate: Fate,
    /// Hit points.
    pub hp: u16,
    /// Time units.
    pub tu: u16,
    /// Energy.
    pub energy: u16,
    /// Morale.
    pub morale: u8,
    /// Where it faces.
    pub facing: Dir,
    /// How it stands.
    pub stance: Stance,
    /// Its cover, toward its facing.
    pub cover: Cover,
    /// Weapons carried, the one in hand first.
    pub weapons: SmallVec<[Armed; 2]>,
    /// Items carried.
    pub items: SmallVec<[Carried; 8]>,
    /// Own phases still to be lost to stun (B-221).
    pub stun: u8,
    /// Panic.
    pub panic: Option<Panic>,
    /// Burning.
    pub burn: Option<Burn>,
    /// Resolutions of poison left.
    pub poison: u8,
    /// Suppression points.
    pub suppression: u8,
    /// Time units it loses at its next phase (B-200 slow).
    pub slowed: u16,
    /// Walked or crouched since its phase began (B-140).
    pub moved: bool,
    /// Ran since its phase began.
    pub ran: bool,
    /// Hexes entered since its phase began (B-140).
    pub steps: u8,
    /// Used an ability with a chance in this phase (B-203).
    pub cast: bool,
    /// Its turn has ended.
    pub ended: bool,
    /// Has not had a phase of its own yet (B-56).
    pub fresh: bool,
    /// Starts its next phase without carry (B-201).
    pub no_carry: bool,
    /// Was given adrenaline this turn (B-200).
    pub spurred: bool,
    /// What it waits for.
    pub vigil: Vigil,
    /// The side whose mind is in it (B-201).
    pub controlled: Option<Side>,
    /// Initiative of the running phase (B-52).
    pub initiative: i16,
    /// Experience won in this battle (B-254).
    pub xp: u32,
    /// Has hurt an enemy (B-254).
    pub drew_blood: bool,
    /// Who killed it, if somebody did.
    pub killer: Option<UnitId>,
    /// What its AI has in mind.
    pub mind: Mind,
}

/// What the AI keeps in mind for a unit between orders (B-270..B-279).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mind {
    /// How it behaves now.
    pub mode: Mode,
    /// Where it belongs (B-273).
    pub post: Spot,
    /// The turn of the last contact.
    pub contact: u32,
    /// The next waypoint.
    pub waypoint: u8,
    /// Orders given this phase.
    pub orders: u8,
    /// Moves to better places this phase (B-277).
    pub moves: u8,
    /// Attacks this phase.
    pub attacks: u8,
    /// Orders played out in its mind this phase (B-287).
    pub played: u32,
    /// Where it searches this phase (B-279).
    pub searches: Option<Spot>,
    /// What is left of its plan (B-282).
    pub plan: SmallVec<[Order; 3]>,
    /// What was known when the plan was made.
    pub known: u64,
    /// Where the rest of the plan is to be carried out.
    pub goal: Option<Spot>,
    /// Who was where when it was last weighed where to go (B-282).
    pub weighed: u64,
    /// Who was where when no throw was worth it.
    pub vain: u64,
    /// Whether it has lost patience with its post (B-278).
    pub roused: bool,
    /// Where it was when it began to flee in this phase (B-273).
    pub fled: Option<Spot>,
    /// Where its plan has it fall back to when it has attacked, and the time
    /// units it keeps for that (B-282).
    pub falls_back: Option<(Spot, u16)>,
    /// Phases in which it has done nothing, this one included until it does
    /// something (B-282).
    pub idle: u8,
}

impl Unit {
    /// A unit on a hex with nothing in its hands, before its first phase.
    pub fn new(at: Spot, facing: Dir, mode: Mode) -> Self {
        Self {
            at,
            fate: Fate::Here,
            hp: 0,
            tu: 0,
            energy: 0,
            morale: 0,
            facing,
            stance: Stance::Standing,
            cover: Cover::None,
            weapons: SmallVec::new(),
            items: SmallVec::new(),
            stun: 0,
            panic: None,
            burn: None,
            poison: 0,
            suppression: 0,
            slowed: 0,
            moved: false,
            ran: false,
            steps: 0,
            cast: false,
            ended: false,
            fresh: true,
            no_carry: false,
            spurred: false,
            vigil: Vigil::None,
            controlled: None,
            initiative: 0,
            xp: 0,
            drew_blood: false,
            killer: None,
            mind: Mind {
                mode,
                post: at,
                contact: 0,
                waypoint: 0,
                orders: 0,
                moves: 0,
                attacks: 0,
                played: 0,
                searches: None,
                plan: SmallVec::new(),
                known: 0,
                goal: None,
                weighed: 0,
                vain: 0,
                roused: false,
                fled: None,
                falls_back: None,
                idle: 0,
            },
        }
    }

    /// Where it is; where it fell or left if it is not here.
    #[inline]
    pub fn at(&self) -> Spot {
        self.at
    }

    /// Alive, on the map and not stunned (B-251).
    #[inline]
    pub fn is_able(&self) -> bool {
        self.fate == Fate::Here && self.stun == 0
    }

    /// Alive and on the map.
    #[inline]
    pub fn is_here(&self) -> bool {
        self.fate == Fate::Here
    }

    /// The weapon in hand.
    pub fn in_hand(&self) -> Option<&Armed> {
        self.weapons.first()
    }

    /// The side it leans to, if it is in cover (B-104).
    #[inline]
    pub fn lean(&self) -> Option<Dir> {
        (self.cover != Cover::None).then_some(self.facing)
    }
}
