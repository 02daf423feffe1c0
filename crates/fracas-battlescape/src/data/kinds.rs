//! Kinds of things: terrain, weapons, armour, items, abilities, classes.

use serde::Serialize;
use smallvec::SmallVec;

/// A kind of terrain, by its place in the data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TerrainId(pub u8);
/// A weapon, by its place in the data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct WeaponId(pub u8);
/// An item, by its place in the data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ItemId(pub u8);
/// An ability, by its place in the data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AbilityId(pub u8);

/// `NdS+K` (B-2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Dice {
    /// How many dice, 0 to 20.
    pub count: u8,
    /// How many sides, 1 to 100.
    pub sides: u8,
    /// What is added.
    pub plus: i16,
}

/// How terrain hinders sight (B-93).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Sight {
    /// Not at all.
    Clear,
    /// Two of these block.
    Partial,
    /// Wholly.
    Block,
}

/// A kind of terrain (B-20).
#[derive(Clone, Debug)]
pub struct Terrain {
    /// Its id, such as `low_wall`.
    pub id: String,
    /// How a map draws it.
    pub glyph: char,
    /// The surcharge on a step in percent; none if it cannot be entered.
    pub walk: Option<u16>,
    /// Whether entering it is swimming (B-71, B-78).
    pub swim: bool,
    /// Whether it is water that puts out a burning unit (B-76).
    pub water: bool,
    /// How it hinders sight.
    pub sight: Sight,
    /// Its height for sight (B-93).
    pub height: i16,
    /// What cover it offers: 0 none, 1 half, 2 full.
    pub cover: u8,
    /// Whether it burns.
    pub burns: bool,
    /// Blast damage that destroys it; none for never.
    pub tough: Option<u16>,
    /// What it becomes when destroyed.
    pub becomes: TerrainId,
    /// What it becomes when burnt down.
    pub burnt: TerrainId,
    /// Damage on entry and per resolution (B-243); 0 for none.
    pub hazard: u16,
    /// For a closed door, the open one; for an open door, the closed one.
    pub door: Option<TerrainId>,
    /// Whether it is a closed door.
    pub closed: bool,
    /// Whether nobody can strike into or out of it (B-80): wall, window,
    /// closed door.
    pub parries: bool,
}

/// Damage types (B-160).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DamageType {
    /// Bullets, blades, blasts.
    Kinetic,
    /// Burns at times.
    Laser,
    /// Burns badly at times.
    Plasma,
    /// Poisons, and everybody around.
    Chemical,
}

/// What a unit is to damage (B-160).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TargetType {
    /// A vehicle.
    Armored,
    /// Behind an energy shield.
    Shielded,
    /// Flesh and blood.
    Bio,
    /// A machine.
    Mechanical,
    /// A being of energy.
    Energy,
}

/// How a weapon is used (B-63).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FireMode {
    /// A quick shot.
    Snap,
    /// A careful shot.
    Aimed,
    /// A few rounds.
    Burst,
    /// Many rounds.
    Auto,
    /// Hand to hand.
    Strike,
}

impl FireMode {
    /// All modes, in the order of preference among equals (B-276).
    pub const ALL: [FireMode; 5] =
        [FireMode::Snap, FireMode::Aimed, FireMode::Burst, FireMode::Auto, FireMode::Strike];

    /// Its name.
    pub fn name(self) -> &'static str {
        ["snap", "aimed", "burst", "auto", "strike"][self as usize]
    }
}

/// Weapon classes (B-63); they decide noise and suppression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WeaponClass {
    /// Pistols.
    Pistol,
    /// Submachine guns.
    Smg,
    /// Rifles.
    Rifle,
    /// Sniper rifles.
    Sniper,
    /// Shotguns.
    Shotgun,
    /// Heavy weapons.
    Heavy,
    /// Launchers.
    Launcher,
    /// Hand weapons.
    Melee,
}

/// What a mode of a weapon costs (B-63).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModeCost {
    /// Time units.
    pub tu: u16,
    /// Rounds fired; 0 for strikes.
    pub rounds: u8,
    /// Accuracy lost with every further round (B-140).
    pub recoil: i16,
}

/// A weapon.
#[derive(Clone, Debug)]
pub struct Weapon {
    /// Its id.
    pub id: String,
    /// Its class.
    pub class: WeaponClass,
    /// Damage.
    pub dice: Dice,
    /// Damage type.
    pub damage: DamageType,
    /// Added to accuracy.
    pub accuracy: i16,
    /// Added to the chance of a critical hit.
    pub crit: i16,
    /// The modes it has, in the order of [`FireMode`].
    pub modes: [Option<ModeCost>; 5],
    /// The last hex of each range band (B-141).
    pub bands: SmallVec<[u8; 6]>,
    /// Closer than this costs accuracy.
    pub min_range: u8,
    /// Rounds in a magazine; 0 for hand weapons.
    pub magazine: u8,
    /// Spare magazines a unit begins with.
    pub spares: u8,
    /// Chance to stun (B-166); 0 for none.
    pub stun: u8,
    /// Blast radius; none for weapons that hit a unit.
    pub blast: Option<u8>,
    /// How far it is heard (B-101).
    pub noise: u8,
    /// What it is worth (B-253).
    pub value: u32,
}

impl Weapon {
    /// Whether it is a hand weapon.
    pub fn is_melee(&self) -> bool {
        self.class == WeaponClass::Melee
    }

    /// How far it reaches (B-141).
    pub fn range(&self) -> u32 {
        self.bands.last().copied().map_or(0, u32::from)
    }
}

/// Armour that is worn.
#[derive(Clone, Debug)]
pub struct Armour {
    /// Its id.
    pub id: String,
    /// Added to natural armour.
    pub armour: i16,
    /// Added to strength.
    pub strength: i16,
    /// Whether its wearer flies.
    pub flies: bool,
    /// Whether its wearer neither burns nor is poisoned.
    pub hazard_proof: bool,
    /// What it is worth (B-253).
    pub value: u32,
}

/// What a grenade does (B-190, B-191).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grenade {
    /// Typed damage; chemical ones poison and leave gas for so many turns.
    Blast {
        /// The dice.
        dice: Dice,
        /// The type.
        damage: DamageType,
        /// Turns of gas; 0 for none.
        gas: u8,
    },
    /// Smoke of this density.
    Smoke(u8),
    /// Untyped damage and fire for so many turns.
    Fire {
        /// The dice.
        dice: Dice,
        /// Turns the fire lasts.
        turns: u8,
    },
    /// A stun check of `chance - fall * distance`.
    Flash {
        /// At the centre.
        chance: u8,
        /// Lost per hex.
        fall: u8,
        /// Own phases it takes.
        phases: u8,
    },
    /// Light for so many turns.
    Flare(u8),
}

/// What an item does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// Thrown, works in a radius. A flare is a consumable, the rest count as
    /// grenades (B-190).
    Thrown {
        /// What it does.
        what: Grenade,
        /// How far it works.
        radius: u8,
    },
    /// Heals.
    Medikit {
        /// Hit points.
        heals: u16,
    },
    /// Gives time units or ends stun.
    Stim {
        /// Time units.
        tu: u16,
    },
    /// Marks what moves within a radius (B-99).
    Scanner {
        /// The radius.
        radius: u8,
    },
}

/// An item.
#[derive(Clone, Debug)]
pub struct Item {
    /// Its id.
    pub id: String,
    /// What it does.
    pub kind: ItemKind,
    /// How often it can be used; 0 for passive devices.
    pub uses: u8,
    /// What it is worth (B-253).
    pub value: u32,
}

impl Item {
    /// Whether it counts as a grenade (B-190).
    pub fn is_grenade(&self) -> bool {
        match self.kind {
            ItemKind::Thrown { what, .. } => !matches!(what, Grenade::Flare(_)),
            _ => false,
        }
    }

    /// Whether it counts as a consumable (B-190).
    pub fn is_consumable(&self) -> bool {
        !self.is_grenade() && !matches!(self.kind, ItemKind::Scanner { .. })
    }
}

/// What an ability does (B-200).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AbilityKind {
    /// The target panics.
    PsiPanic,
    /// Damage that nothing stops.
    MindBlast,
    /// Fewer time units at the next phase.
    Slow,
    /// The target changes sides for a while.
    MindControl,
    /// Fire.
    Pyrokinesis,
    /// Sight into a far place.
    Clairvoyance,
    /// Time units for a friend.
    Adrenaline,
    /// Morale for friends.
    Rally,
}

/// An ability.
#[derive(Clone, Debug)]
pub struct Ability {
    /// Its id.
    pub id: String,
    /// What it does.
    pub kind: AbilityKind,
    /// Time units.
    pub tu: u16,
    /// Energy.
    pub energy: u16,
    /// How far it reaches.
    pub range: u8,
    /// The base chance; none if it is sure.
    pub base: Option<i16>,
    /// Damage, for `mind_blast`.
    pub dice: Dice,
    /// How much: time units for slow and adrenaline, morale for rally, turns
    /// for pyrokinesis.
    pub amount: u8,
    /// How far around its target it works: clairvoyance, rally.
    pub radius: u8,
    /// From this morale on a rally ends panic.
    pub calm: u8,
}

/// How far a unit sees (B-91).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vision {
    /// So many hexes.
    Plain(u8),
    /// So many with a sniper-class weapon in hand, else the other.
    Scoped {
        /// With the weapon.
        scoped: u8,
        /// Without.
        plain: u8,
    },
}

/// A class of units (§20).
#[derive(Clone, Debug)]
pub struct Class {
    /// Its id.
    pub id: String,
    /// Hit points.
    pub hp: u16,
    /// Accuracy.
    pub accuracy: i16,
    /// Strength.
    pub strength: i16,
    /// Reactions.
    pub reactions: i16,
    /// Bravery.
    pub bravery: i16,
    /// Evasion.
    pub evasion: i16,
    /// Natural armour.
    pub armour: i16,
    /// Energy.
    pub energy: u16,
    /// Psi power; 0 for none.
    pub psi_power: i16,
    /// Psi defence.
    pub psi_defence: i16,
    /// Sight.
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
    /// The weapon in hand.
    pub weapon: Option<WeaponId>,
    /// The other one.
    pub secondary: Option<WeaponId>,
    /// Armour worn, by its place in the data.
    pub worn: Option<usize>,
    /// Items carried.
    pub items: SmallVec<[ItemId; 8]>,
    /// How often each of them can be used.
    pub uses: SmallVec<[u8; 8]>,
    /// Abilities.
    pub abilities: SmallVec<[AbilityId; 8]>,
}

/// A biome of the map generator (B-31).
#[derive(Clone, Debug)]
pub struct Biome {
    /// Its id.
    pub id: String,
    /// What everything is at first.
    pub base: TerrainId,
    /// Percent of hexes that become something.
    pub scatter: Vec<(TerrainId, u8)>,
    /// Percent of hexes that burn.
    pub fire: u8,
    /// How many buildings, from and to.
    pub buildings: (u8, u8),
    /// Whether the building is a wreck.
    pub wreck: bool,
    /// Whether buildings stand in blocks between streets.
    pub streets: bool,
    /// What buildings are built of; none for stone walls.
    pub wall: Option<TerrainId>,
    /// Columns and rows of the largest buildings.
    pub largest: (u8, u8),
    /// Percent of buildings that are divided into rooms.
    pub rooms: u8,
    /// How many hills, from and to.
    pub hills: (u8, u8),
    /// Chance of a river in percent.
    pub river: u8,
    /// Chance of a road in percent.
    pub road: u8,
}
