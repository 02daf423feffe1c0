//! Smoke over a map (B-242).

use std::ops::Deref;

use crate::field::Spot;

/// The density of smoke on every hex, 0 to 3. It knows whether there is any:
/// mostly there is none, and then no line has to ask.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Smoke {
    density: Vec<u8>,
    /// Hexes with smoke.
    hexes: usize,
}

impl Smoke {
    /// Puts smoke of a density on a hex, or takes it away with 0.
    pub fn set(&mut self, spot: Spot, density: u8) {
        let before = std::mem::replace(&mut self.density[spot.index()], density);
        self.hexes += usize::from(density > 0);
        self.hexes -= usize::from(before > 0);
    }

    /// Makes smoke at least so dense on a hex.
    pub fn thicken(&mut self, spot: Spot, density: u8) {
        self.set(spot, self[spot.index()].max(density));
    }

    /// All densities, row-major; nothing if there is no smoke at all.
    #[inline]
    pub fn if_any(&self) -> &[u8] {
        if self.hexes == 0 { &[] } else { &self.density }
    }
}

impl From<Vec<u8>> for Smoke {
    fn from(density: Vec<u8>) -> Self {
        let hexes = density.iter().filter(|density| **density > 0).count();
        Self { density, hexes }
    }
}

impl Deref for Smoke {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.density
    }
}

impl Clone for Smoke {
    fn clone(&self) -> Self {
        Self { density: self.density.clone(), hexes: self.hexes }
    }

    fn clone_from(&mut self, source: &Self) {
        self.density.clone_from(&source.density);
        self.hexes = source.hexes;
    }
}
