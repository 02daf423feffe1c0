//! Dice rolled from a random stream.

use std::hint::select_unpredictable;

use rand_core::Rng;

use super::spread::spread;
use super::{Binomial, Die, Draw, Hand, Purpose, UncheckedHand, Xoroshiro};

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

    /// Tells how many draws were made in all, where whoever made them kept unchecked hands
    /// without counting.
    #[inline(always)]
    pub fn were_drawn(&mut self, draws: u64) {
        self.draws = draws;
    }

    /// A [handful](super::Chance::handful) of which nothing is thrown until it is
    /// [kept](Self::keep).
    ///
    /// ```
    /// use fracas_core::chance::{Chance, Die, Purpose, Rolled, recheck_to};
    /// let mut dice = Rolled::new(7, 0, Purpose::Battle);
    /// let mut same = dice.clone();
    /// let mut hand = dice.unchecked_hand();
    /// let faces = [hand.below(100), hand.below(6)];
    /// assert!(dice.keep(hand, recheck_to(100 * 6), 2));
    /// let mut hand = same.handful();
    /// assert_eq!(faces, [hand.below(100, Die("hit")), hand.below(6, Die("damage"))]);
    /// ```
    #[inline(always)]
    pub fn unchecked_hand(&self) -> UncheckedHand<G> {
        let mut after = self.generator.clone();
        let rest = after.next_u64();
        UncheckedHand { after, rest }
    }

    /// Goes on behind an unchecked hand, of which so many dice were made use of. False in
    /// the rare case that it did not do for all of them: then they have to be
    /// thrown from here, one after another.
    #[inline(always)]
    pub fn keep(&mut self, hand: UncheckedHand<G>, recheck_to: u64, draws: u64) -> bool {
        if hand.rest <= recheck_to {
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

    /// The die is taken from the word in any case: there is nothing to be guessed.
    #[inline]
    fn draw_from(&mut self, hand: &mut Hand, drawn: bool, sides: u64, _die: Die) -> u64 {
        debug_assert!(sides > 0 || !drawn, "a die needs sides");
        self.draws += u64::from(drawn);
        let mut after = *hand;
        let face = match after.take(sides) {
            Some(face) => face,
            None if !drawn => return 0,
            None => {
                let face;
                (after, face) = self.draw_anew(sides);
                face
            }
        };
        *hand = select_unpredictable(drawn, after, *hand);
        select_unpredictable(drawn, face, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Chance, Good, recheck_to};
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
        let mut dice = Rolled::new(7, 3, Purpose::Battle);
        let mut handful = |sides: [u64; 3]| {
            let mut hand = dice.handful();
            sides.map(|sides| hand.below(sides, DIE))
        };
        assert_eq!(KNOWN_HANDFULS.map(|_| handful([100, 6, 20])), KNOWN_HANDFULS);
        let mut handful = |sides: [u64; 2]| {
            let mut hand = dice.handful();
            sides.map(|sides| hand.below(sides, DIE))
        };
        // 1 words of these are refused.
        assert_eq!(KNOWN_WIDE_HANDFULS.map(|_| handful([3, 1 << 55])), KNOWN_WIDE_HANDFULS);
    }

    // Worked out by a separate program from the definitions of SplitMix64,
    // xoroshiro128++, Lemire's method, Vose's tables and handfuls.
    const KNOWN_HANDFULS: [[u64; 3]; 3] = [[6, 1, 2], [5, 5, 16], [14, 4, 3]];
    const KNOWN_WIDE_HANDFULS: [[u64; 2]; 6] = [
        [1, 19_305_070_931_471_627],
        [1, 12_905_668_261_406_802],
        [0, 26_892_838_809_197_007],
        [1, 27_154_115_832_154_852],
        [2, 10_368_994_309_654_134],
        [0, 17_205_015_039_212_684],
    ];
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

    /// What is not to be drawn of a handful leaves the rest of it as it was, also
    /// where a word does not do for it.
    #[test]
    fn dice_of_a_handful_are_drawn_or_not() {
        let (mut one, mut other) =
            (Rolled::new(5, 0, Purpose::Battle), Rolled::new(5, 0, Purpose::Battle));
        let sides = [6, 100, 1, 3 << 61, 20, (1 << 63) + 1];
        for throw in 0..500_usize {
            let (mut hand, mut wanted_hand) = (one.hand(), other.hand());
            for (place, &sides) in sides.iter().enumerate() {
                let drawn = !(throw + place).is_multiple_of(3);
                let wanted =
                    if drawn { other.draw_from(&mut wanted_hand, true, sides, DIE) } else { 0 };
                assert_eq!(one.draw_from(&mut hand, drawn, sides, DIE), wanted);
            }
        }
        assert_eq!(one.draws(), other.draws());
    }

    /// Where dice have more sides than a word has places, no fraction is kept unseen,
    /// not even the highest.
    #[test]
    fn hands_of_too_many_places_are_looked_at() {
        for (places, rest, is_kept) in [
            (100, 6_400, false),
            (100, 6_401, true),
            (u64::MAX / 64 + 1, u64::MAX, false),
            (u64::MAX, u64::MAX, false),
        ] {
            let mut dice = Rolled::new(3, 0, Purpose::Battle);
            let hand = UncheckedHand { rest, ..dice.unchecked_hand() };
            assert_eq!(dice.keep(hand, recheck_to(places), 2), is_kept, "{places} {rest}");
            assert_eq!(dice.draws(), if is_kept { 2 } else { 0 });
        }
    }

    /// What is not drawn needs no sides.
    #[test]
    fn no_die_of_no_sides() {
        let mut dice = Rolled::new(3, 0, Purpose::Battle);
        let mut hand = dice.hand();
        assert_eq!(dice.draw_from(&mut hand, false, 0, DIE), 0);
        assert_eq!(dice.draws(), 0);
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "a die needs sides")]
    fn a_die_of_a_handful_needs_sides() {
        let mut dice = Rolled::new(3, 0, Purpose::Battle);
        let mut hand = dice.hand();
        dice.draw_from(&mut hand, true, 0, DIE);
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
