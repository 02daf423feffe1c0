//! What came of parts of states, for all states that have the same part.

use std::hash::Hash;
use std::ops::Range;

use super::books::Note;
use super::ladder::Rung;
use super::successors::{Exit, Successors};

/// Parts of states on one rung, each with all that came of it.
pub(super) struct Known<K> {
    /// The parts; what came of them is in `found`, by place.
    parts: Rung<K>,
    found: Vec<Found>,
    /// The ways out of all parts, one part after the other, and their masses,
    /// each part's followed by what came back to it.
    exits: Vec<(Exit, K)>,
    masses: Vec<f64>,
    notes: Vec<Note>,
    /// Parts and ways for which there is room.
    most: usize,
}

/// What came of a part.
#[derive(Clone)]
struct Found {
    exits: Range<usize>,
    masses: Range<usize>,
    notes: Range<usize>,
    branches: u64,
}

impl<K: Clone + Eq + Hash> Known<K> {
    /// Nothing yet, with room for so many parts and ways out of them.
    pub fn new(most: usize) -> Self {
        Self {
            parts: Rung::with_stride(0),
            found: Vec::new(),
            exits: Vec::new(),
            masses: Vec::new(),
            notes: Vec::new(),
            most,
        }
    }

    /// Where a part is found that is known.
    pub fn place_of(&self, part: &K) -> Option<usize> {
        self.parts.place_of(part)
    }

    /// How many branches were followed from a part.
    pub fn branches(&self, place: usize) -> u64 {
        self.found[place].branches
    }

    /// Keeps what came of a part, with so many branches; where it is found.
    /// Without room for it all others are forgotten.
    pub fn keep(
        &mut self,
        part: &K,
        successors: &Successors<K>,
        notes: &[Note],
        branches: u64,
    ) -> usize {
        if self.found.len() + self.exits.len() + self.notes.len() >= self.most {
            self.clear();
        }
        let first = (self.exits.len(), self.masses.len(), self.notes.len());
        successors.copy_into(&mut self.exits, &mut self.masses);
        self.notes.extend_from_slice(notes);
        self.found.push(Found {
            exits: first.0..self.exits.len(),
            masses: first.1..self.masses.len(),
            notes: first.2..self.notes.len(),
            branches,
        });
        self.parts.mass_of(part);
        self.found.len() - 1
    }

    /// What came of a part, as that of a whole state: `whole` says what key a
    /// key of the part stands for.
    pub fn recall(
        &self,
        place: usize,
        whole: impl Fn(&K) -> K,
        successors: &mut Successors<K>,
        notes: &mut Vec<Note>,
    ) {
        let Found { exits, masses, notes: noted, .. } = self.found[place].clone();
        let exits = self.exits[exits].iter().map(|(exit, key)| (*exit, whole(key)));
        successors.copy_from(exits, &self.masses[masses]);
        notes.clear();
        notes.extend_from_slice(&self.notes[noted]);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.parts.clear();
        self.found.clear();
        self.exits.clear();
        self.masses.clear();
        self.notes.clear();
    }
}
