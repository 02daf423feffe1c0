//! States waiting for their turn.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// States by rung.
pub(super) struct Ladder<K> {
    rungs: BTreeMap<u64, Rung<K>>,
    /// An emptied rung whose memory can be used again.
    spare: Option<Rung<K>>,
    counted: usize,
}

impl<K: Clone + Eq + Hash> Ladder<K> {
    pub fn new(counted: usize) -> Self {
        Self { rungs: BTreeMap::new(), spare: None, counted }
    }

    /// Adds mass to a state.
    pub fn add(&mut self, rung: u64, key: &K, mass: &[f64]) {
        let (counted, spare) = (self.counted, &mut self.spare);
        let rung = self
            .rungs
            .entry(rung)
            .or_insert_with(|| spare.take().unwrap_or_else(|| Rung::new(counted)));
        rung.add(key, mass);
    }

    /// The lowest rung with all its states.
    pub fn take_lowest(&mut self) -> Option<Rung<K>> {
        self.rungs.pop_first().map(|(_, rung)| rung)
    }

    /// Takes an emptied rung back for its memory.
    pub fn recycle(&mut self, rung: &mut Rung<K>) {
        let mut rung = std::mem::replace(rung, Rung::new(self.counted));
        rung.clear();
        self.spare = Some(rung);
    }
}

/// States that wait together, each with its mass: probability, then first and
/// second moment of each counted measure.
pub(super) struct Rung<K> {
    places: HashMap<K, u32, BuildHasherDefault<QuickHasher>>,
    keys: Vec<K>,
    masses: Vec<f64>,
    stride: usize,
}

impl<K: Clone + Eq + Hash> Rung<K> {
    pub fn new(counted: usize) -> Self {
        let stride = 1 + 2 * counted;
        Self { places: HashMap::default(), keys: Vec::new(), masses: Vec::new(), stride }
    }

    /// Adds mass to a state.
    pub fn add(&mut self, key: &K, mass: &[f64]) {
        let next = self.keys.len() as u32;
        let place = *self.places.entry(key.clone()).or_insert(next);
        if place == next {
            self.keys.push(key.clone());
            self.masses.extend_from_slice(mass);
            return;
        }
        let start = place as usize * self.stride;
        let sums = &mut self.masses[start..start + self.stride];
        for (sum, part) in sums.iter_mut().zip(mass) {
            *sum += part;
        }
    }

    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// A state and its mass.
    pub fn get(&self, index: usize) -> (&K, &[f64]) {
        let start = index * self.stride;
        (&self.keys[index], &self.masses[start..start + self.stride])
    }

    /// The probability of all states together.
    pub fn probability(&self) -> f64 {
        // Not `sum`, which makes -0 of nothing.
        self.masses.iter().step_by(self.stride).fold(0.0, |sum, p| sum + p)
    }

    fn clear(&mut self) {
        self.places.clear();
        self.keys.clear();
        self.masses.clear();
    }
}

/// Hashes keys that nobody chooses in order to do harm: one multiplication a
/// word.
#[derive(Default)]
pub(super) struct QuickHasher(u64);

impl Hasher for QuickHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.write_u64(u64::from_le_bytes(*word));
        }
        if !rest.is_empty() {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        let mixed = u128::from(self.0 ^ word) * 0x9e37_79b9_7f4a_7c15;
        self.0 = (mixed as u64) ^ ((mixed >> 64) as u64);
    }
}
