//! A checked scenario: the map, who fights, and what for.

use fracas_core::order::Ordered;
use std::sync::{Arc, OnceLock};

use serde::Serialize;
use smallvec::SmallVec;

use crate::data::{
    AbilityId, Class, Data, Mode, Strength, TargetType, TerrainId, Vision, WeaponId,
};
use crate::field::{Field, Spot, Spots};
use crate::rules::sight::SightCache;
use crate::state::State;
use crate::view::Menaces;

/// The most units of a battle.
pub const MAX_UNITS: usize = 128;

/// The most objectives of a battle.
pub const MOST_OBJECTIVES: usize = 32;

/// A unit, by its place in scenario order (B-291).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitId(pub u8);

impl UnitId {
    /// The place.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Some units, as a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Units(pub u128);

impl Units {
    /// Whether a unit is in it.
    #[inline]
    pub fn has(self, unit: UnitId) -> bool {
        self.0 >> unit.0 & 1 == 1
    }

    /// Puts a unit in.
    #[inline]
    pub fn put(&mut self, unit: UnitId) {
        self.0 |= 1 << unit.0;
    }

    /// Takes a unit out.
    #[inline]
    pub fn remove(&mut self, unit: UnitId) {
        self.0 &= !(1 << unit.0);
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// All of them, in scenario order.
    pub fn iter(self) -> impl Iterator<Item = UnitId> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let unit = left.trailing_zeros() as u8;
                left &= left - 1;
                UnitId(unit)
            })
        })
    }
}

/// Who a unit fights for (B-43).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The player's squad.
    Player,
    /// The enemy.
    Enemy,
    /// Civilians.
    Neutral,
}

impl Side {
    /// Its name.
    pub fn name(self) -> &'static str {
        ["player", "enemy", "neutral"][self as usize]
    }
}

/// What a unit is before the battle; nothing here changes while it is fought.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// Its name.
    pub name: String,
    /// Its class, by its place in the data.
    pub class: usize,
    /// The side it began on.
    pub side: Side,
    /// Hit points when unhurt.
    pub max_hp: u16,
    /// Accuracy.
    pub accuracy: i16,
    /// Strength, armour's included.
    pub strength: i16,
    /// Reactions.
    pub reactions: i16,
    /// Bravery.
    pub bravery: i16,
    /// Evasion.
    pub evasion: i16,
    /// Armour, natural and worn.
    pub armour: i16,
    /// Natural armour alone.
    pub natural_armour: i16,
    /// Armour worn, by its place in the data.
    pub worn: Option<usize>,
    /// Energy when fresh.
    pub max_energy: u16,
    /// Psi power; 0 for none.
    pub psi_power: i16,
    /// Psi defence.
    pub psi_defence: i16,
    /// How far it sees.
    pub vision: Vision,
    /// What it is to damage.
    pub target_type: TargetType,
    /// How dangerous it is (B-271).
    pub threat: i16,
    /// Whether it flies.
    pub flies: bool,
    /// Whether it has no mind (B-202).
    pub mindless: bool,
    /// Whether it leads (B-233).
    pub leader: bool,
    /// Whether it neither burns nor is poisoned.
    pub hazard_proof: bool,
    /// Abilities.
    pub abilities: SmallVec<[AbilityId; 8]>,
    /// How the AI plays it (B-272).
    pub mode: Mode,
    /// How well it does (B-281).
    pub skill: Strength,
    /// Waypoints (B-273); empty for none.
    pub patrol: Vec<Spot>,
    /// Experience from battles before (B-254).
    pub xp: u32,
    /// What it strikes with when it has no hand weapon (B-80).
    pub unarmed: WeaponId,
    /// What the scenario said where it differs from the class, in the words
    /// of the file, so that the aftermath can say it again.
    pub written: Vec<(String, String)>,
}

impl Sheet {
    /// Somebody with the figures of a class and the armour it wears; all else
    /// is as it is unless a scenario says more.
    pub fn like(like: &Class, data: &Data) -> Self {
        let worn = like.worn.map(|place| &data.armours[place]);
        let unarmed = data.weapons.iter().position(|weapon| weapon.id == "unarmed");
        Self {
            name: String::new(),
            class: 0,
            side: Side::Neutral,
            max_hp: like.hp,
            accuracy: like.accuracy,
            strength: (like.strength + worn.map_or(0, |worn| worn.strength)).max(0),
            reactions: like.reactions,
            bravery: like.bravery,
            evasion: like.evasion,
            armour: like.armour + worn.map_or(0, |worn| worn.armour),
            natural_armour: like.armour,
            worn: like.worn,
            max_energy: like.energy,
            psi_power: like.psi_power,
            psi_defence: like.psi_defence,
            vision: like.vision,
            target_type: like.target_type,
            threat: like.threat,
            flies: like.flies || worn.is_some_and(|worn| worn.flies),
            mindless: like.mindless,
            leader: like.leader,
            hazard_proof: worn.is_some_and(|worn| worn.hazard_proof),
            abilities: like.abilities.clone(),
            mode: Mode::Aggressive,
            skill: Strength::default(),
            patrol: Vec::new(),
            xp: 0,
            unarmed: WeaponId(unarmed.unwrap_or(0) as u8),
            written: Vec::new(),
        }
    }

    /// What the other side may suppose of it (B-287): what it shows (B-105),
    /// else the figures of its class, and that it attacks.
    fn supposed(&self, data: &Data) -> Self {
        let like = Class { worn: self.worn, hp: self.max_hp, ..data.classes[self.class].clone() };
        let (name, class, side) = (self.name.clone(), self.class, self.side);
        Self { name, class, side, ..Self::like(&like, data) }
    }
}

/// Light (B-92); how far one sees in it is in the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Light {
    /// Daylight.
    Day,
    /// Dusk or dawn.
    Dusk,
    /// A clear night.
    Night,
    /// Hardly any light.
    Dark,
}

/// A zone of the map.
#[derive(Clone, Debug)]
pub struct Zone {
    /// Its name.
    pub name: String,
    /// Its hexes.
    pub spots: Spots,
    /// Whether units can leave the map there (B-252).
    pub exit: bool,
    /// Damage per resolution (B-244); 0 for none.
    pub danger: u16,
}

/// Something to interact with (B-25).
#[derive(Clone, Debug)]
pub struct Object {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub at: Spot,
    /// What it is, such as `terminal`.
    pub kind: String,
}

/// What is to be done (B-250, B-255). Zones and objects by their place in the
/// battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// No able enemy is left.
    Eliminate,
    /// A unit is dead.
    Assassinate(UnitId),
    /// Units stand in a zone; none for all able ones.
    Reach(usize, Option<u32>),
    /// A zone is held so many turns in a row.
    Hold(usize, u32),
    /// The turn comes.
    Survive(u32),
    /// An object was used.
    Interact(usize),
    /// Units stand in a zone, or have left over it; none for any exit.
    Rescue {
        /// Who.
        units: Units,
        /// Where to.
        to: Option<usize>,
        /// How many; none for all.
        need: Option<u32>,
    },
    /// A unit is alive at a turn; none for the time limit.
    Protect(UnitId, Option<u32>),
    /// Units left over a zone; none for all able ones.
    Escape(usize, Option<u32>),
    /// A unit is stunned and held.
    Capture(UnitId),
}

/// An objective.
#[derive(Clone, Debug)]
pub struct Objective {
    /// What is to be done.
    pub task: Task,
    /// Whether the battle is about it.
    pub primary: bool,
    /// The turn from which it counts.
    pub trigger: u32,
    /// The objective that must be done before it counts, by its place.
    pub after: Option<usize>,
    /// What reports call it.
    pub name: String,
}

/// A battle as the scenario describes it.
#[derive(Clone, Debug)]
pub struct Battle {
    /// What reports call it.
    pub name: String,
    /// Kinds and figures.
    pub data: Data,
    /// The shape of the map.
    pub field: Field,
    /// The level of every hex (B-23).
    pub elevation: Vec<i16>,
    /// Terrain before the battle; sight over it is in the cache.
    pub terrain: Vec<TerrainId>,
    /// Sight over the map as it was before the battle, shared by all battles
    /// fought on it.
    pub sight: Arc<SightCache>,
    /// What units take from each other, as the AI reckons it (B-284).
    pub menaces: Menaces,
    /// The battle as each side supposes it.
    pub supposed: Supposed,
    /// Zones.
    pub zones: Vec<Zone>,
    /// Objects.
    pub objects: Vec<Object>,
    /// Objectives.
    pub objectives: Vec<Objective>,
    /// Everybody, in scenario order.
    pub sheets: Vec<Sheet>,
    /// Units that dice place (B-41).
    pub dealt: Vec<Dealt>,
    /// Light.
    pub light: Light,
    /// Percent of sight the weather leaves.
    pub weather: u32,
    /// The last turn, if there is one.
    pub time_limit: Option<u32>,
    /// Whether the enemy attacks civilians (B-43).
    pub enemy_targets_civilians: bool,
    /// Whether this is what another battle left (B-259).
    pub aftermath: bool,
    /// Before the first die.
    pub start: State,
    /// The scenario file, for what the aftermath says again.
    pub text: String,
}

/// Units that dice place, and the hexes they may take (B-41).
#[derive(Clone, Debug)]
pub struct Dealt {
    /// Units without a place of their own.
    pub units: Vec<UnitId>,
    /// The hexes.
    pub hexes: Vec<Spot>,
    /// Whether it is one unit that is spread, which takes one of them; else
    /// they are shuffled.
    pub spread: bool,
}

/// A battle as each side supposes it (B-287), found when it is first asked
/// for; a changed battle finds it anew.
#[derive(Debug, Default)]
pub struct Supposed([OnceLock<Box<Battle>>; 3]);

impl Clone for Supposed {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Battle {
    /// The battle as a side supposes it: everybody else has the figures of his
    /// class and attacks.
    pub fn supposed_by(&self, side: Side) -> &Self {
        self.supposed.0[side as usize].get_or_init(|| {
            let mut battle = self.clone();
            for sheet in battle.sheets.iter_mut().filter(|sheet| sheet.side != side) {
                *sheet = sheet.supposed(&self.data);
            }
            Box::new(battle)
        })
    }

    /// What a unit is.
    #[inline]
    pub fn sheet(&self, unit: UnitId) -> &Sheet {
        &self.sheets[unit.index()]
    }

    /// All units, in scenario order.
    pub fn units(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.sheets.len() as u8).map(UnitId)
    }

    /// How strong the AI is that orders a side where nobody else does (B-281).
    pub fn strengths(&self, side: Side) -> Vec<&'static str> {
        let of_side = |strength: &Strength| {
            self.sheets.iter().any(|sheet| sheet.side == side && sheet.skill == *strength)
        };
        Strength::ALL.into_iter().filter(of_side).map(Strength::name).collect()
    }

    /// Those of whom dice say where they begin (B-41).
    pub fn dealt(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.dealt.iter().flat_map(|dealt| dealt.units.iter().copied())
    }

    /// The places of the objectives, each after what has to be done before it
    /// (B-250).
    pub fn objectives_in_order(&self) -> impl Iterator<Item = usize> + use<> {
        let after = |place: usize| self.objectives[place].after;
        let before = |place: usize| std::iter::successors(Some(place), |next| after(*next)).count();
        let mut places: SmallVec<[usize; 8]> = (0..self.objectives.len()).collect();
        places.put_few_in_order_by_key(|place| before(*place));
        places.into_iter()
    }

    /// Whether units of one side fight units of another (B-43).
    #[inline]
    pub fn hostile(&self, side: Side, other: Side) -> bool {
        match (side, other) {
            (Side::Player, Side::Enemy) | (Side::Enemy, Side::Player) => true,
            (Side::Enemy, Side::Neutral) => self.enemy_targets_civilians,
            _ => false,
        }
    }
}
