//! Somebody who fights trials and counts what comes of them.

use std::ops::Range;

use super::counts::Counts;
use super::trial::{End, NO_END};
use super::{CHUNK, Fights, Question};

/// One thread's share of counting.
pub(super) struct Counter<'a> {
    fighter: Box<dyn Fights + 'a>,
    questions: &'a [Question<'a>],
    counts: Counts,
    /// Battles that are not among the counts yet, by how they ended.
    alike: Alike,
    ends: Vec<End>,
    has_ends: bool,
}

impl<'a> Counter<'a> {
    pub fn new(
        fighter: Box<dyn Fights + 'a>,
        counts: Counts,
        questions: &'a [Question<'a>],
    ) -> Self {
        let has_ends = fighter.has_ends();
        Self { fighter, questions, counts, alike: Alike::default(), ends: Vec::new(), has_ends }
    }

    /// Battles that have a number in the end are short: many are fought in a go.
    pub fn abreast(&self) -> u64 {
        if self.has_ends { SHORT_ABREAST } else { 1 }
    }

    /// Fights trials and counts them.
    #[inline]
    pub fn count(&mut self, seed: u64, trials: Range<u64>) {
        if !self.has_ends {
            return trials.for_each(|trial| self.count_one(seed, trial));
        }
        let mut ends = std::mem::take(&mut self.ends);
        let draws = self.fighter.fight_to_ends(seed, trials.clone(), &mut ends);
        self.counts.add_draws(draws);
        for (trial, &end) in trials.zip(&ends) {
            if end == NO_END {
                self.count_one(seed, trial);
            } else if !self.alike.add(end, trial) {
                self.look();
                self.alike.add(end, trial);
            }
        }
        self.ends = ends;
    }

    #[inline]
    fn count_one(&mut self, seed: u64, trial: u64) {
        let outcome = self.fighter.fight(seed, trial);
        self.counts.add_draws(self.fighter.draws());
        self.counts.add((trial, 1), outcome, self.fighter.values(), self.questions);
    }

    /// Puts the battles that ended alike among the counts.
    #[cold]
    fn look(&mut self) {
        let Self { fighter, questions, counts, alike, .. } = self;
        alike.take(|end, trial, times| {
            let outcome = fighter.tell(end);
            counts.add((trial, times), outcome, fighter.values(), questions);
        });
    }

    /// What was counted.
    pub fn finish(mut self) -> Counts {
        self.look();
        self.counts
    }
}

/// Short battles in a go: many, because of those side by side a few last longest,
/// and few enough to stay near the processor.
const SHORT_ABREAST: u64 = 4 * CHUNK;

/// How many battles ended alike, and which was the first. A table of few places:
/// one that is full is emptied.
#[derive(Default)]
struct Alike {
    places: Vec<Place>,
    used: usize,
}

#[derive(Clone, Copy)]
struct Place {
    /// [`NO_END`] if the place is free.
    end: End,
    count: u64,
    first: u64,
}

const FREE: Place = Place { end: NO_END, count: 0, first: 0 };

/// Places of the table, as a power of two: it stays near the processor.
const BITS: u32 = 12;
/// So many are used at most, or looking for one would take long.
const MOST_USED: usize = 3 << (BITS - 2);

impl Alike {
    /// Counts a battle; false if there is no room for it. Trials rise.
    #[inline]
    fn add(&mut self, end: End, trial: u64) -> bool {
        // One multiplication spreads numbers that nobody chooses well enough.
        let mut place = (end.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - BITS)) as usize;
        while let Some(found) = self.places.get_mut(place) {
            if found.end == end {
                found.count += 1;
                return true;
            }
            if found.end == NO_END {
                break;
            }
            place = (place + 1) % (1 << BITS);
        }
        self.add_new(place, end, trial)
    }

    #[cold]
    fn add_new(&mut self, place: usize, end: End, first: u64) -> bool {
        if self.used == MOST_USED {
            return false;
        }
        self.places.resize(1 << BITS, FREE);
        self.places[place] = Place { end, count: 1, first };
        self.used += 1;
        true
    }

    /// Empties the table.
    fn take(&mut self, mut hear: impl FnMut(End, u64, u64)) {
        for place in &mut self.places {
            if place.end != NO_END {
                hear(place.end, place.first, place.count);
                *place = FREE;
            }
        }
        self.used = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// Every battle is counted once, however often the table is emptied.
    #[test]
    fn battles_that_end_alike_are_counted_together() {
        for kinds in [1, 7, 3_000, 20_000] {
            let (mut table, mut wanted) = (Alike::default(), BTreeMap::new());
            let mut found: BTreeMap<u64, (u64, u64)> = BTreeMap::new();
            let mut hear = |end, first: u64, count| {
                let entry = found.entry(end).or_insert((first, 0));
                *entry = (entry.0.min(first), entry.1 + count);
            };
            for trial in 0..50_000_u64 {
                let end = trial * trial % kinds * 1_000_003;
                wanted.entry(end).or_insert((trial, 0)).1 += 1;
                if !table.add(end, trial) {
                    table.take(&mut hear);
                    assert!(table.add(end, trial));
                }
            }
            table.take(&mut hear);
            assert_eq!(found, wanted);
        }
    }
}
