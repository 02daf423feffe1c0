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
        self.take_of::<{ u64::BITS }>(sides)
    }

    /// The same where only so many bits of the word, the highest, are random.
    #[inline(always)]
    fn take_of<const BITS: u32>(&mut self, sides: u64) -> Option<u64> {
        let places = self.places.checked_mul(sides)?;
        let (face, rest) = spread(self.rest, sides);
        let fraction = rest >> (u64::BITS - BITS);
        if fraction >> STEPS_BITS < places
            && bound::<BITS>(self.places, places).is_none_or(|bound| fraction < bound)
        {
            return None;
        }
        *self = Self { rest, places };
        Some(face)
    }
}

/// Bounds are less than two to this many steps.
const STEPS_BITS: u32 = 6;

/// The first fraction that is kept, if any is, when a die has made `places` of so many
/// before. Words that a die before has refused are missing below its own bound,
/// which therefore has to lie below this one: it is less than 1 + log2(before)
/// steps of its own, hence of this die, which has at least two sides and so a
/// log2 higher by one. (A die of one side has no lower bound than the one before.)
#[cold]
fn bound<const BITS: u32>(before: u64, places: u64) -> Option<u64> {
    let most = u64::MAX >> (u64::BITS - BITS);
    let steps = if before == 1 { 0 } else { u64::from(places.ilog2()) };
    let beyond = (most - (places - 1).min(most)) % places;
    places.checked_mul(steps)?.checked_add(beyond)
}

/// A handful of dice of which none is looked at by itself: in the end the word
/// did for all of them, or it may not have. See
/// [`Rolled::unchecked_hand`](super::Rolled::unchecked_hand).
///
/// What is left in the end shows it: every die multiplies what the one before has
/// left and, where that was little, loses nothing of it.
#[derive(Clone, Debug)]
pub struct UncheckedHand<G> {
    /// The generator after the word.
    pub(super) after: G,
    /// The fraction that is left.
    pub(super) rest: u64,
}

/// The last fraction at which an [`UncheckedHand`] is looked at again, where the sides
/// of its dice have this product at most. Those at which a die may have been refused
/// are as many times lower as the dice behind it have sides.
pub fn recheck_to(places: u64) -> u64 {
    places.saturating_mul(1 << STEPS_BITS)
}

impl<G> UncheckedHand<G> {
    /// Takes a die. One of one side is none: it takes nothing of the word.
    #[inline(always)]
    pub fn below(&mut self, sides: u64) -> u64 {
        let (face, rest) = spread(self.rest, sides);
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
        self.source.draw_from(&mut self.hand, true, sides, die)
    }

    #[inline]
    fn draw_if(&mut self, drawn: bool, sides: u64, die: Die) -> u64 {
        self.source.draw_from(&mut self.hand, drawn, sides, die)
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
    use std::collections::BTreeMap;

    /// What dice take from all words of so many bits, each of as many sides as the faces
    /// before it say: how many words each combination of faces keeps.
    fn kept<const BITS: u32>(
        dice: usize,
        sides: impl Fn(&[u64]) -> u64,
    ) -> BTreeMap<Vec<u64>, u32> {
        let mut kept = BTreeMap::new();
        for word in 0..1 << BITS {
            let mut hand = Hand::of(word << (u64::BITS - BITS));
            let mut faces = Vec::new();
            while let Some(face) = hand.take_of::<BITS>(sides(&faces)) {
                faces.push(face);
                if faces.len() == dice {
                    *kept.entry(faces).or_insert(0) += 1;
                    break;
                }
            }
        }
        kept
    }

    /// The words that each face of a die keeps, behind the faces of those before it.
    fn expect_even(kept: &BTreeMap<Vec<u64>, u32>, sides: impl Fn(&[u64]) -> u64) {
        let mut behind: BTreeMap<&[u64], Vec<u32>> = BTreeMap::new();
        for (faces, &count) in kept {
            let (_, before) = faces.split_last().unwrap();
            behind.entry(before).or_default().push(count);
        }
        for (before, counts) in behind {
            assert_eq!(counts.len() as u64, sides(before), "{before:?}");
            assert!(counts.iter().all(|count| *count == counts[0]), "{before:?} {counts:?}");
        }
    }

    /// Every combination of faces keeps as many words as every other.
    #[test]
    fn all_faces_of_a_handful_keep_as_many_words() {
        for sides in [&[7][..], &[3, 5], &[10, 3, 7], &[6, 1, 5, 1, 2], &[2, 3, 5, 7], &[100, 9]] {
            let (dice, of) = (sides.len(), |faces: &[u64]| sides[faces.len()]);
            for kept in [
                kept::<14>(dice, of),
                kept::<15>(dice, of),
                kept::<16>(dice, of),
                kept::<17>(dice, of),
            ] {
                assert_eq!(kept.len() as u64, sides.iter().product::<u64>());
                let counts: Vec<u32> = kept.into_values().collect();
                assert!(counts.iter().all(|count| *count == counts[0]), "{sides:?} {counts:?}");
            }
        }
    }

    /// Where the sides of a die hang on the faces before it, as those of whoever is
    /// struck hang on who strikes, each of its faces keeps as many words behind the same
    /// faces, after any number of dice.
    #[test]
    fn all_faces_of_dice_that_hang_on_others_keep_as_many_words() {
        let by_side = |faces: &[u64]| match faces {
            [] => 11,
            [by] => 2 + 5 * (by / 6),
            [by, at] => 3 + by % 4 + 7 * (at % 2),
            _ => 1,
        };
        let by_sum = |faces: &[u64]| 1 + (faces.iter().sum::<u64>() * 3 + faces.len() as u64) % 6;
        for dice in 1..=4 {
            for kept in
                [kept::<14>(dice, by_side), kept::<15>(dice, by_side), kept::<17>(dice, by_side)]
            {
                expect_even(&kept, by_side);
            }
            for kept in [kept::<14>(dice, by_sum), kept::<16>(dice, by_sum)] {
                expect_even(&kept, by_sum);
            }
        }
    }

    /// A word of 64 bits refuses as shorter ones do.
    #[test]
    fn low_fractions_are_refused() {
        let (before, places) = (100, 700);
        let bound = bound::<64>(before, places).unwrap();
        assert_eq!((u128::from(bound) + (1 << 64)) % 700, (2_u128 << 64) % 700);
        assert!((9 * 700..10 * 700).contains(&bound));
        let take = |rest| Hand { rest, places: before }.take(7);
        assert_eq!((take(0), take(bound / 7)), (None, None));
        assert_eq!(take(bound / 7 + 1), Some(0));
    }

    /// Whatever a die of a hand refuses is seen by what is left in the end.
    #[test]
    fn what_is_refused_is_seen_in_the_end() {
        let sides = [101, 7, 1, 19];
        let unknown = recheck_to(sides.iter().product());
        let mut refused = 0;
        for dice in 1..=sides.len() {
            let places: u64 = sides[..dice].iter().product();
            // The word that leaves so much after so many dice: an odd number has an
            // inverse.
            let inverse = (0..6).fold(places, |inverse, _| {
                inverse.wrapping_mul(2_u64.wrapping_sub(places.wrapping_mul(inverse)))
            });
            for left in (0..70 * places).step_by(5) {
                let word = left.wrapping_mul(inverse);
                let mut hand = Hand::of(word);
                let mut unchecked = UncheckedHand { after: (), rest: word };
                let faces = sides.map(|sides| hand.take(sides));
                let found = sides.map(|sides| unchecked.below(sides));
                refused += u32::from(faces.contains(&None));
                assert!(unchecked.rest <= unknown || faces == found.map(Some), "{word}");
            }
        }
        assert!(refused > 1000, "{refused}");
    }

    /// Where a word has hardly more places than the dice, it is refused whole.
    #[test]
    fn dice_that_are_too_large_take_nothing() {
        assert_eq!(Hand { rest: u64::MAX, places: u64::MAX }.take(2), None);
        assert_eq!(Hand::of(u64::MAX).take(3 << 61), Some((3 << 61) - 1));
        let mut hand = Hand::of(u64::MAX);
        assert_eq!(hand.take(3), Some(2));
        assert_eq!(hand.take((1 << 60) + 1), None);
    }
}
