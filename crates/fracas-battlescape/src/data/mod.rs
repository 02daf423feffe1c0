//! The numbers and kinds of the game (B-6, §20): terrain, weapons, armour,
//! items, abilities, classes, and every figure of the rulebook's tables. All
//! of it is read from `battlescape.toml` and may be changed by a scenario.

mod arsenal;
mod figures;
mod ground;
pub mod key;
mod kinds;
mod numbers;
pub mod people;
mod read;
mod sense;

pub use kinds::{
    Ability, AbilityId, AbilityKind, Armour, Biome, Class, DamageType, Dice, FireMode, Grenade,
    Item, ItemId, ItemKind, ModeCost, Sight, TargetType, Terrain, TerrainId, Vision, Weapon,
    WeaponClass, WeaponId,
};
pub use numbers::{
    AccuracyNumbers, AiNumbers, Arc, ClassNumbers, Costs, CoverNumbers, DamageNumbers, Mode,
    ModeNumbers, Morale, Noise, SightNumbers, StatusNumbers, Strength, Suppression, XpNumbers,
};
pub use read::{BUILT_IN, DATA};

/// The words for how far a unit sees (B-91).
pub const VISION: [&str; 5] = ["infantry", "marksman", "alien", "commander", "civilian"];

/// Everything the rules look up.
#[derive(Clone, Debug)]
pub struct Data {
    /// Kinds of terrain (B-20).
    pub terrains: Vec<Terrain>,
    /// Weapons.
    pub weapons: Vec<Weapon>,
    /// Armour that is worn.
    pub armours: Vec<Armour>,
    /// Items (B-190).
    pub items: Vec<Item>,
    /// Abilities (B-200).
    pub abilities: Vec<Ability>,
    /// Classes of units.
    pub classes: Vec<Class>,
    /// Biomes of the map generator (B-31).
    pub biomes: Vec<Biome>,
    /// Half cover and full cover (B-112).
    pub cover: [CoverNumbers; 2],
    /// What arc an attack comes from, by the steps between facing and bearing
    /// (B-115).
    pub arcs: [Arc; 4],
    /// Accuracy and damage by fire mode, in the order of [`FireMode`].
    pub modes: [ModeNumbers; 5],
    /// Percent of damage by target type and damage type (B-160).
    pub matrix: [[u16; 4]; 5],
    /// What actions cost (B-62).
    pub tu: Costs,
    /// Suppression (B-214).
    pub suppression: Suppression,
    /// Morale (B-230, B-231).
    pub morale: Morale,
    /// Thresholds of the AI by mode, in the order of [`Mode`] (B-272).
    pub ai: [AiNumbers; 6],
    /// Terms of accuracy (B-140).
    pub accuracy: AccuracyNumbers,
    /// What happens to damage on its way (B-151..B-157).
    pub damage: DamageNumbers,
    /// How far one sees (B-92).
    pub sight: SightNumbers,
    /// The words for vision (B-91), in the order of [`VISION`].
    pub vision: [Vision; 5],
    /// How far things are heard (B-101).
    pub noise: Noise,
    /// Health and panic (B-220..B-232).
    pub status: StatusNumbers,
    /// Experience (B-254).
    pub xp: XpNumbers,
    /// What weapons have from their class, in the order of [`WeaponClass`].
    pub weapon_classes: [ClassNumbers; 8],
}

impl Data {
    /// A kind of terrain.
    #[inline]
    pub fn terrain(&self, id: TerrainId) -> &Terrain {
        &self.terrains[usize::from(id.0)]
    }

    /// A weapon.
    #[inline]
    pub fn weapon(&self, id: WeaponId) -> &Weapon {
        &self.weapons[usize::from(id.0)]
    }

    /// An item.
    #[inline]
    pub fn item(&self, id: ItemId) -> &Item {
        &self.items[usize::from(id.0)]
    }

    /// An ability.
    #[inline]
    pub fn ability(&self, id: AbilityId) -> &Ability {
        &self.abilities[usize::from(id.0)]
    }
}
