//! States waiting for their turn.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

/// States by rung.
pub(super) struct Ladder<K> {
    rungs: BTreeMap<u64, Rung<K>>,
    /// How many states wait on all of them.
    states: usize,
    /// An emptied rung whose memory can be used again.
    spare: Option<Rung<K>>,
    counted: usize,
}

impl<K: Clone + Eq + Hash> Ladder<K> {
    pub fn new(counted: usize) -> Self {
        Self { rungs: BTreeMap::new(), states: 0, spare: None, counted }
    }

    /// Adds mass to a state.
    pub fn add(&mut self, rung: u64, key: &K, mass: &[f64]) {
        let (counted, spare) = (self.counted, &mut self.spare);
        let rung = self
            .rungs
            .entry(rung)
            .or_insert_with(|| spare.take().unwrap_or_else(|| Rung::new(counted)));
        let before = rung.len();
        rung.add(key, mass);
        self.states += rung.len() - before;
    }

    /// The lowest rung with all its states.
    pub fn take_lowest(&mut self) -> Option<Rung<K>> {
        let (_, rung) = self.rungs.pop_first()?;
        self.states -= rung.len();
        Some(rung)
    }

    /// How many states wait.
    pub fn states(&self) -> usize {
        self.states
    }

    /// Takes a rung that is worked off back for its memory.
    pub fn recycle(&mut self, mut rung: Rung<K>) {
        rung.clear();
        self.spare = Some(rung);
    }
}

/// States that wait together, each with its mass: probability, then first and
/// second moment of each counted measure.
pub(super) struct Rung<K> {
    keys: Vec<K>,
    masses: Vec<f64>,
    stride: usize,
    /// Where a key is found: its place counted from 1 in the first slot free
    /// from where its hash points to, 0 in a slot that is free. At least half
    /// of them are, and their number is a power of two.
    slots: Vec<u32>,
}

impl<K: Clone + Eq + Hash> Rung<K> {
    pub fn new(counted: usize) -> Self {
        Self::with_stride(1 + 2 * counted)
    }

    /// A rung of states whose mass is so many numbers.
    pub fn with_stride(stride: usize) -> Self {
        Self { keys: Vec::new(), masses: Vec::new(), stride, slots: vec![0; 16] }
    }

    /// The memory that a state takes, of its slots as many as there are at most.
    pub fn bytes_of_state(counted: usize) -> usize {
        size_of::<K>() + size_of::<f64>() * (1 + 2 * counted) + 4 * size_of::<u32>()
    }

    /// Adds mass to a state.
    pub fn add(&mut self, key: &K, mass: &[f64]) {
        for (sum, part) in self.mass_of(key).iter_mut().zip(mass) {
            *sum += part;
        }
    }

    /// The mass of a state, to be added to; nothing for a new one.
    pub fn mass_of(&mut self, key: &K) -> &mut [f64] {
        let slot = self.slot_of(key);
        let place = match self.slots[slot] {
            0 => self.enter(key.clone(), slot),
            place => place as usize - 1,
        };
        &mut self.masses[place * self.stride..][..self.stride]
    }

    /// The place of a state, which may be new.
    pub fn enter_if_new(&mut self, key: K) -> usize {
        let slot = self.slot_of(&key);
        match self.slots[slot] {
            0 => self.enter(key, slot),
            place => place as usize - 1,
        }
    }

    /// All keys, by place.
    pub fn into_keys(self) -> Vec<K> {
        self.keys
    }

    /// The place of a state that is there.
    pub fn place_of(&self, key: &K) -> Option<usize> {
        (self.slots[self.slot_of(key)] as usize).checked_sub(1)
    }

    /// The slot that holds the key, or the free one where it belongs.
    #[inline]
    fn slot_of(&self, key: &K) -> usize {
        let last = self.slots.len() - 1;
        let mut slot = hash(key) as usize & last;
        loop {
            match self.slots[slot] {
                0 => return slot,
                place if self.keys[place as usize - 1] == *key => return slot,
                _ => slot = (slot + 1) & last,
            }
        }
    }

    /// Enters a new key at a free slot; its place.
    fn enter(&mut self, key: K, slot: usize) -> usize {
        self.keys.push(key);
        self.masses.resize(self.masses.len() + self.stride, 0.0);
        self.slots[slot] = self.keys.len() as u32;
        if 2 * self.keys.len() > self.slots.len() {
            self.make_room();
        }
        self.keys.len() - 1
    }

    #[cold]
    fn make_room(&mut self) {
        self.slots = vec![0; 2 * self.slots.len()];
        for place in 0..self.keys.len() {
            let slot = self.slot_of(&self.keys[place]);
            self.slots[slot] = place as u32 + 1;
        }
    }

    /// All states with their masses.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &[f64])> {
        self.keys.iter().zip(self.masses.chunks_exact(self.stride))
    }

    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// A state and its mass.
    pub fn get(&self, index: usize) -> (&K, &[f64]) {
        (&self.keys[index], &self.masses[index * self.stride..][..self.stride])
    }

    /// The probability of all states together.
    pub fn probability(&self) -> f64 {
        // Not `sum`, which makes -0 of nothing.
        self.masses.iter().step_by(self.stride).fold(0.0, |sum, p| sum + p)
    }

    pub fn clear(&mut self) {
        if !self.keys.is_empty() {
            self.slots.fill(0);
        }
        self.keys.clear();
        self.masses.clear();
    }
}

fn hash(key: &impl Hash) -> u64 {
    let mut hasher = QuickHasher::default();
    key.hash(&mut hasher);
    hasher.finish()
}

/// Hashes keys that nobody chooses in order to do harm: one multiplication a
/// word.
#[derive(Default)]
pub(crate) struct QuickHasher(u64);

impl Hasher for QuickHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    #[inline]
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

    /// How long a list is, before its parts.
    #[inline]
    fn write_usize(&mut self, length: usize) {
        self.write_u64(length as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rung_finds_all_its_states_again() {
        let mut rung = Rung::new(1);
        for round in 0..3 {
            for number in 0..5_000_u64 {
                // Keys that differ in a high word only, as those of long lists do.
                rung.add(&[7, 0, number << 40], &[1.0, number as f64, f64::from(round)]);
            }
            assert_eq!(rung.len(), 5_000);
        }
        assert_eq!(rung.get(4_321), (&[7, 0, 4_321 << 40], &[3.0, 3.0 * 4_321.0, 3.0][..]));
        assert_eq!(rung.probability(), 15_000.0);
        assert_eq!((rung.enter_if_new([7, 0, 9 << 40]), rung.enter_if_new([7, 1, 0])), (9, 5_000));
        assert_eq!(rung.get(5_000), (&[7, 1, 0], &[0.0; 3][..]));
        rung.clear();
        assert_eq!(rung.len(), 0);
        assert_eq!(rung.mass_of(&[7, 0, 1 << 40]), [0.0; 3]);
    }
}
