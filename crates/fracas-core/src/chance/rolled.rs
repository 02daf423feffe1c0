//! Dice rolled from a random stream.

use std::hint::select_unpredictable;

use rand_core::Rng;

use super::spread::spread;
use super::{Binomial, Die, Draw, Hand, LooseHand, Purpose, Xoroshiro};

/// A generator that [`Rolled`] can run on. The battles of fracas use
/// [`Xoroshiro`]; others exist to be measured against it.
pub trait Generator: Rng + Clone {
    /// The generator at the start of the named stream.
    fn of_stream(seed: u64, trial: u64, purpose: Purpose) -> Self;
}

/// Draws from the stream of (seed, trial, purpose).
///
/// ```
/// use fracas_core::chance::{Chance, Die, Purpose, Rolled};
/// let roll = |trial| Rolled::new(7, trial, Purpose::Battle).face(100, Die("hit"));
/// assert_eq!(roll(0), roll(0));
/// let mut dice: Rolled = Rolled::on(7, 0, Purpose::Battle);
/// assert_eq!((dice.face(100, Die("hit")), dice.draws()), (roll(0), 1));
/// ```
#[derive(Clone, Debug)]
pub struct Rolled<G = Xoroshiro> {
    generator: G,
    draws: u64,
}

impl Rolled {
    /// The dice of one battle.
    #[inline]
    pub fn new(seed: u64, trial: u64, purpose: Purpose) -> Self {
        Self::on(seed, trial, purpose)
    }
}

impl<G: Generator> Rolled<G> {
    /// The dice of one battle, on a generator of choice.
    #[inline]
    pub fn on(seed: u64, trial: u64, purpose: Purpose) -> Self {
        Self { generator: G::of_stream(seed, trial, purpose), draws: 0 }
    }

    /// How many draws were made so far.
    pub fn draws(&self) -> u64 {
        self.draws
    }

    /// Tells how many draws were made in all, where whoever made them kept loose hands
    /// without counting.
    #[inline(always)]
    pub fn were_drawn(&mut self, draws: u64) {
        self.draws = draws;
    }

    /// A [handful](super::Chance::handful) of which nothing is thrown until it is
    /// [kept](Self::keep).
    ///
    /// ```
    /// use fracas_core::chance::{Chance, Die, Purpose, Rolled, careful_below};
    /// let mut dice = Rolled::new(7, 0, Purpose::Battle);
    /// let mut same = dice.clone();
    /// let mut loose = dice.loose_hand(careful_below(100 * 6));
    /// let faces = [loose.below(100), loose.below(6)];
    /// assert!(dice.keep(loose, 2));
    /// let mut hand = same.handful();
    /// assert_eq!(faces, [hand.below(100, Die("hit")), hand.below(6, Die("damage"))]);
    /// ```
    #[inline(always)]
    pub fn loose_hand(&self, careful: u64) -> LooseHand<G> {
        let mut after = self.generator.clone();
        let rest = after.next_u64();
        LooseHand { after, rest, careful, is_doubtful: false }
    }

    /// Goes on behind a loose hand, of which so many dice were made use of. False in
    /// the rare case that it did not do for all of them: then they have to be
    /// thrown from here, one after another.
    #[inline(always)]
    pub fn keep(&mut self, hand: LooseHand<G>, draws: u64) -> bool {
        if hand.is_doubtful {
            return false;
        }
        self.generator = hand.after;
        self.draws += draws;
        true
    }

    /// A die of a handful whose word does not do for it: a fresh one, and the die.
    #[cold]
    fn draw_anew(&mut self, sides: u64) -> (Hand, u64) {
        loop {
            let mut hand = self.hand();
            if let Some(face) = hand.take(sides) {
                return (hand, face);
            }
        }
    }
}

impl<G: Generator> Draw for Rolled<G> {
    /// Lemire's method: multiply, and draw again in the rare case that would
    /// favour some results. Exactly uniform.
    #[inline]
    fn draw(&mut self, sides: u64, _die: Die) -> u64 {
        debug_assert!(sides > 0, "a die needs sides");
        self.draws += 1;
        let (mut face, mut rest) = spread(self.generator.next_u64(), sides);
        if rest < sides {
            let uneven = sides.wrapping_neg() % sides;
            while rest < uneven {
                (face, rest) = spread(self.generator.next_u64(), sides);
            }
        }
        face
    }

    #[inline]
    fn draw_successes(&mut self, table: &Binomial, _die: Die) -> u32 {
        self.draws += 1;
        table.pick(self.generator.next_u64())
    }

    #[inline]
    fn hand(&mut self) -> Hand {
        Hand::of(self.generator.next_u64())
    }

    #[inline]
    fn draw_from(&mut self, hand: &mut Hand, sides: u64, _die: Die) -> u64 {
        self.draws += 1;
        let Some(face) = hand.take(sides) else {
            let face;
            (*hand, face) = self.draw_anew(sides);
            return face;
        };
        face
    }

    /// The die is taken from the word in any case: there is nothing to be guessed.
    #[inline]
    fn draw_from_if(&mut self, hand: &mut Hand, drawn: bool, sides: u64, die: Die) -> u64 {
        let mut after = *hand;
        let Some(face) = after.take(sides) else {
            return if drawn { self.draw_from(hand, sides, die) } else { 0 };
        };
        self.draws += u64::from(drawn);
        *hand = select_unpredictable(drawn, after, *hand);
        select_unpredictable(drawn, face, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Chance, Good};
    use super::*;

    const DIE: Die = Die("test");

    fn faces(count: usize, sides: u64, trial: u64) -> Vec<u64> {
        let mut dice = Rolled::new(7, trial, Purpose::Battle);
        (0..count).map(|_| dice.face(sides, DIE)).collect()
    }

    /// These values are a promise: whoever changes them raises
    /// [`super::super::STREAM_VERSION`].
    #[test]
    fn known_answers() {
        assert_eq!(faces(8, 100, 0), KNOWN_D100);
        assert_eq!(faces(4, 3 << 61, 1), KNOWN_WIDE);
        let mut dice = Rolled::new(7, 2, Purpose::Battle);
        let table = Binomial::new(10, 3, 10);
        let counts: Vec<u32> = (0..12).map(|_| dice.successes(&table, DIE)).collect();
        assert_eq!(counts, KNOWN_SUCCESSES);
    }

    // Worked out by a separate program from the definitions of SplitMix64,
    // xoroshiro128++, Lemire's method and Vose's tables.
    const KNOWN_D100: [u64; 8] = [15, 70, 46, 93, 47, 46, 55, 9];
    const KNOWN_WIDE: [u64; 4] = [
        641_586_220_933_382_422,
        6_359_383_563_026_951_779,
        1_094_671_574_513_786_318,
        2_407_386_642_902_694_078,
    ];
    const KNOWN_SUCCESSES: [u32; 12] = [5, 1, 6, 6, 4, 2, 1, 4, 4, 4, 4, 2];

    #[test]
    fn a_test_shows_the_face_that_decided_it() {
        let mut dice = Rolled::new(1, 0, Purpose::Battle);
        for _ in 0..200 {
            let low = dice.test(30, 100, Good::Low, DIE);
            assert_eq!(low.success, low.face <= 30);
            let high = dice.test(30, 100, Good::High, DIE);
            assert_eq!(high.success, high.face > 70);
        }
        assert_eq!(dice.draws(), 400);
    }

    /// What is not to be drawn leaves the dice as they were.
    #[test]
    fn draws_on_a_condition_are_draws_or_nothing() {
        let (mut one, mut other) =
            (Rolled::new(5, 0, Purpose::Battle), Rolled::new(5, 0, Purpose::Battle));
        for throw in 0..500_u64 {
            let (drawn, sides) = (throw % 3 != 1, [1, 6, 100, 3 << 61][throw as usize % 4]);
            let wanted = if drawn { other.below(sides, DIE) } else { 0 };
            assert_eq!(one.draw_if(drawn, sides, DIE), wanted);
        }
        assert_eq!(one.draws(), other.draws());
    }

    /// Every face of small dice comes up as often as it should: within five
    /// standard deviations over a fixed stream.
    #[test]
    fn faces_are_uniform() {
        for sides in [1, 2, 6, 7, 100] {
            let mut dice = Rolled::new(11, sides, Purpose::Battle);
            let mut counts = vec![0u64; sides as usize];
            let throws = 20_000 * sides;
            for _ in 0..throws {
                counts[dice.below(sides, DIE) as usize] += 1;
            }
            let spread = 5.0 * (throws as f64 / sides as f64).sqrt();
            for count in counts {
                assert!((count as f64 - 20_000.0).abs() <= spread);
            }
        }
    }
}
