//! The battle in memory.

mod ground;
mod knowledge;
mod places;
mod unit;

use serde::Serialize;
use smallvec::SmallVec;

pub use ground::Ground;
pub use knowledge::{Cue, Ghost, Knowledge, Sound};
pub use unit::{Armed, Burn, Carried, Cover, Fate, Mind, Panic, Stance, Unit, Vigil};

use crate::battle::{Battle, Side, UnitId};
use crate::field::{Field, Spots};

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
/// allocate (see [`fracas_core::clone_in_place`]).
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
    occupant: Vec<Option<UnitId>>,
    /// Who passes through the hex of another just now (B-76).
    guest: Option<UnitId>,
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

fracas_core::clone_in_place!(State {
    turn,
    phase,
    opened,
    units,
    occupant,
    guest,
    ground,
    sights,
    known,
    progress,
    order,
    fallen,
    ended,
});

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
    /// The beginning of turn 1. Everybody who is here stands on its hex;
    /// nobody has looked around yet.
    pub fn new(
        field: &Field,
        units: Vec<Unit>,
        ground: Ground,
        observers: usize,
        objectives: usize,
    ) -> Self {
        let mut occupant = vec![None; field.count()];
        for (place, unit) in units.iter().enumerate().filter(|(_, unit)| unit.is_here()) {
            occupant[unit.at.index()] = Some(UnitId(place as u8));
        }
        Self {
            turn: 1,
            phase: Phase::Player,
            opened: false,
            sights: units.iter().map(|_| Spots::none(field)).collect(),
            units,
            occupant,
            guest: None,
            ground,
            known: (0..observers).map(|_| Knowledge::none(field)).collect(),
            progress: vec![Progress::default(); objectives],
            order: Vec::new(),
            fallen: SmallVec::new(),
            ended: None,
        }
    }

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
