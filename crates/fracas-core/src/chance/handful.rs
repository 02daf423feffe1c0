//! Dice that are thrown together: as many as go into one random word.

use super::spread::spread;
use super::{Binomial, Die, Draw, Fault};

/// What is left of a random word when dice were taken from it.
///
/// A word is a fraction of 1. Times the sides of a die, its whole part is the
/// face, and what follows the point is the fraction for the next die. Dice stay
/// exactly uniform, whatever fell before: see [`Hand::take`].
#[derive(Clone, Copy, Debug)]
pub struct Hand {
    /// The fraction, in 2^64ths.
    rest: u64,
    /// The product of the sides of all dice that were taken.
    places: u64,
}

impl Hand {
    /// All of a word.
    #[inline]
    pub fn of(word: u64) -> Self {
        Self { rest: word, places: 1 }
    }

    /// Takes a die; `None` if the word does not do for it and a fresh one is needed.
    ///
    /// The words that lead to one face of this die, after those that fell before,
    /// leave fractions that lie `places` apart, and faces are equally likely if
    /// each keeps as many of them. So low fractions are refused, up to a bound
    /// from which a whole number of steps leads to 1.
    #[inline]
    pub fn take(&mut self, sides: u64) -> Option<u64> {
        let places = self.places.checked_mul(sides)?;
        let (face, rest) = spread(self.rest, sides);
        if rest >> STEPS_BITS < places && rest < bound(self.places, places) {
            return None;
        }
        *self = Self { rest, places };
        Some(face)
    }
}

/// Bounds are less than two to this many steps.
const STEPS_BITS: u32 = 6;

/// The first fraction that is kept, when a die has made `places` of so many
/// before. Words that a die before has refused are missing below its own bound,
/// which therefore has to lie below this one: it is less than 1 + log2(before)
/// steps of its own, hence of this die, which has at least two sides and so a
/// log2 higher by one. (A die of one side has no lower bound than the one before.)
#[cold]
fn bound(before: u64, places: u64) -> u64 {
    let steps = if before == 1 { 0 } else { u64::from(places.ilog2()) };
    (places.wrapping_neg() % places).saturating_add(places.saturating_mul(steps))
}

/// A handful of dice for somebody who throws very many: no die is looked at
/// by itself, and in the end the word did for all of them or it did not. See
/// [`Rolled::loose_hand`](super::Rolled::loose_hand).
#[derive(Clone, Debug)]
pub struct LooseHand<G> {
    /// The generator after the word.
    pub(super) after: G,
    /// The fraction that is left.
    pub(super) rest: u64,
    /// Fractions below this may have to be refused.
    pub(super) careful: u64,
    /// Whether there was one.
    pub(super) is_doubtful: bool,
}

/// The fractions of which a [`LooseHand`] is careful, where the sides of its dice
/// have this product at most.
pub fn careful_below(places: u64) -> u64 {
    places.saturating_mul(1 << STEPS_BITS)
}

impl<G> LooseHand<G> {
    /// Takes a die.
    #[inline(always)]
    pub fn below(&mut self, sides: u64) -> u64 {
        let (face, rest) = spread(self.rest, sides);
        self.is_doubtful |= rest < self.careful;
        self.rest = rest;
        face
    }
}

/// A source whose dice come from one word, where they come from words at all.
pub(super) struct InHand<'a, D: ?Sized> {
    pub(super) source: &'a mut D,
    pub(super) hand: Hand,
}

impl<D: Draw + ?Sized> Draw for InHand<'_, D> {
    #[inline]
    fn draw(&mut self, sides: u64, die: Die) -> u64 {
        self.source.draw_from(&mut self.hand, sides, die)
    }

    #[inline]
    fn draw_if(&mut self, drawn: bool, sides: u64, die: Die) -> u64 {
        self.source.draw_from_if(&mut self.hand, drawn, sides, die)
    }

    #[inline]
    fn draw_successes(&mut self, table: &Binomial, die: Die) -> u32 {
        self.source.draw_successes(table, die)
    }

    fn fault(&self) -> Option<&Fault> {
        self.source.fault()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same as [`Hand`] on words of a few bits, all of which can be tried.
    fn faces(bits: u32, word: u64, sides: &[u64]) -> Option<Vec<u64>> {
        let all = 1_u64 << bits;
        let (mut rest, mut before) = (word, 1_u64);
        let take = |&sides: &u64| {
            let places = before * sides;
            let (face, left) = (rest * sides / all, rest * sides % all);
            let steps = if before == 1 { 0 } else { u64::from(places.ilog2()) };
            (rest, before) = (left, places);
            (left >= all % places + places * steps).then_some(face)
        };
        sides.iter().map(take).collect()
    }

    /// Every combination of faces keeps as many words as every other.
    #[test]
    fn all_faces_of_a_handful_keep_as_many_words() {
        for sides in [&[7][..], &[3, 5], &[10, 3, 7], &[6, 1, 5, 1, 2], &[2, 3, 5, 7], &[100, 9]] {
            for bits in [14, 15, 16, 17] {
                let mut kept = std::collections::BTreeMap::new();
                for faces in (0..1 << bits).filter_map(|word| faces(bits, word, sides)) {
                    *kept.entry(faces).or_insert(0_u32) += 1;
                }
                let counts: Vec<u32> = kept.values().copied().collect();
                assert_eq!(counts.len() as u64, sides.iter().product::<u64>());
                assert!(counts.iter().all(|count| *count == counts[0]), "{sides:?} {counts:?}");
            }
        }
    }

    /// The bound of the code is that of the model, and what it passes over
    /// without looking is above it.
    #[test]
    fn low_fractions_are_refused() {
        let (before, places) = (100, 700);
        let bound = bound(before, places);
        assert_eq!((u128::from(bound) + (1 << 64)) % 700, (2_u128 << 64) % 700);
        assert!((9 * 700..10 * 700).contains(&bound));
        let take = |rest| Hand { rest, places: before }.take(7);
        assert_eq!((take(0), take(bound / 7)), (None, None));
        assert_eq!(take(bound / 7 + 1), Some(0));
        assert_eq!(Hand { rest: u64::MAX, places: u64::MAX }.take(2), None);
        assert_eq!(Hand::of(u64::MAX).take(3 << 61), Some((3 << 61) - 1));
    }
}
