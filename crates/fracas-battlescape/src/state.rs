//! The battle in memory.

use serde::Serialize;
use smallvec::SmallVec;

use crate::battle::{Battle, Side, UnitId, Units};
use crate::data::{ItemId, Mode, TerrainId, WeaponId};
use crate::field::{Spot, Spots};
use crate::hex::Dir;
use crate::smoke::Smoke;

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
    /// Where it is; where it fell or left if it is not here.
    pub at: Spot,
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
    /// Where it searches this phase (B-279).
    pub searches: Option<Spot>,
}

impl Unit {
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

/// What lies on the ground and changes.
#[derive(Debug, PartialEq, Eq)]
pub struct Ground {
    /// Terrain.
    pub terrain: Vec<TerrainId>,
    /// Density of smoke, 0 to 3.
    pub smoke: Smoke,
    /// Turns a fire still burns; 0 for none.
    pub fire: Vec<u8>,
    /// Turns gas still hangs; 0 for none.
    pub gas: Vec<u8>,
    /// Whether terrain differs from before the battle anywhere.
    pub changed: bool,
    /// Flares: where, radius, turns left.
    pub flares: SmallVec<[(Spot, u8, u8); 4]>,
    /// Items lying about.
    pub items: Vec<(Spot, Carried)>,
}

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

/// Where a turn stands (B-50).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The player's squad acts.
    Player,
    /// The enemy acts.
    Enemy,
    /// Civilians act.
    Neutral,
    /// Fire, damage, recovery, objectives.
    Resolution,
}

/// How an objective stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Done, for good.
    pub done: bool,
    /// Cannot be done any more.
    pub lost: bool,
    /// Checks in a row that found the zone held.
    pub held: u32,
    /// The object was used.
    pub used: bool,
}

/// Why a battle ended (B-251..B-257).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// No able player unit is left.
    SquadLost,
    /// The primary objective is done.
    ObjectiveDone,
    /// Everybody able has left the map.
    Escaped,
    /// The primary objective cannot be done any more.
    ObjectiveLost,
    /// The time is up.
    TimeLimit,
    /// Nothing came of it in sixty turns.
    Stalemate,
}

/// How a battle ended. The order is that of the ruleset's outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// Victory.
    Victory,
    /// Defeat.
    Defeat,
    /// Mission failed.
    Failed,
    /// Withdrawn.
    Withdrawn,
}

/// A unit that died this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Casualty {
    /// Who.
    pub unit: UnitId,
    /// Whether the player's side and the enemy's saw it (B-98).
    pub seen: [bool; 2],
}

/// A battle under way. Copying one over another of the same battle does not
/// allocate (see `copying.rs`).
#[derive(Debug, PartialEq, Eq)]
pub struct State {
    /// Counted from 1.
    pub turn: u32,
    /// Whose phase it is.
    pub phase: Phase,
    /// Whether the running phase has been opened (B-53).
    pub opened: bool,
    /// Everybody, in scenario order.
    pub units: Vec<Unit>,
    /// Who stands on each hex.
    pub occupant: Vec<Option<UnitId>>,
    /// The ground.
    pub ground: Ground,
    /// What each unit sees by itself, in scenario order.
    pub sights: Vec<Spots>,
    /// What each observer knows: player, enemy, then civilian by civilian.
    pub known: Vec<Knowledge>,
    /// The objectives, in the order of the battle.
    pub progress: Vec<Progress>,
    /// The order in which units act in the running phase.
    pub order: Vec<UnitId>,
    /// Casualties of this turn, in order of death, for morale (B-231).
    pub fallen: SmallVec<[Casualty; 8]>,
    /// How the battle ended, once it has.
    pub ended: Option<(Ending, Reason)>,
}

/// Who knows things: 0 the player's side, 1 the enemy's, then each civilian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observer(pub u8);

impl Observer {
    /// The player's side.
    pub const PLAYER: Observer = Observer(0);
    /// The enemy's.
    pub const ENEMY: Observer = Observer(1);

    /// The place among [`State::known`].
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl State {
    /// A unit.
    #[inline]
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.index()]
    }

    /// A unit, to be changed.
    #[inline]
    pub fn unit_mut(&mut self, unit: UnitId) -> &mut Unit {
        &mut self.units[unit.index()]
    }

    /// The side a unit acts for now (B-201).
    #[inline]
    pub fn side(&self, battle: &Battle, unit: UnitId) -> Side {
        self.unit(unit).controlled.unwrap_or(battle.sheet(unit).side)
    }

    /// Who gets to know what a unit sees (B-43, B-96).
    pub fn observer(&self, battle: &Battle, unit: UnitId) -> Observer {
        match self.side(battle, unit) {
            Side::Player => Observer::PLAYER,
            Side::Enemy => Observer::ENEMY,
            Side::Neutral => {
                let before = &battle.sheets[..unit.index()];
                let civilians = before.iter().filter(|sheet| sheet.side == Side::Neutral).count();
                Observer(2 + civilians as u8)
            }
        }
    }

    /// Whether two units are enemies now (B-43).
    #[inline]
    pub fn hostile(&self, battle: &Battle, unit: UnitId, other: UnitId) -> bool {
        battle.hostile(self.side(battle, unit), self.side(battle, other))
    }

    /// Whether an observer sees a unit now.
    #[inline]
    pub fn sees(&self, observer: Observer, unit: UnitId) -> bool {
        let unit = self.unit(unit);
        unit.is_here() && self.known[observer.index()].visible.has(unit.at)
    }
}
