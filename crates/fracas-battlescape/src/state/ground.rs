//! The ground in battle.

use smallvec::SmallVec;

use super::Carried;
use crate::data::TerrainId;
use crate::field::Spot;
use crate::smoke::Smoke;

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

fracas_core::clone_in_place!(Ground { terrain, smoke, fire, gas, changed, flares, items });
