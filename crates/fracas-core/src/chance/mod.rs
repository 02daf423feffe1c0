//! Where every random number comes from.
//!
//! A rule asks for chance through [`Chance`] and never knows who answers:
//!
//! | source | answers with |
//! |---|---|
//! | [`Rolled`] | the random stream of (seed, trial, purpose) |
//! | [`Staged`] | the stream of the set-up, then that of the battle |
//! | [`Scripted`] | the next entry of a list; a list that does not fit is a fault |
//! | [`Recorded`] | what another source answers, remembered as a tape |
//! | [`Enumerated`] | every possible answer in turn, each with its probability |
//!
//! All but the last answer face by face and implement [`Draw`], which can be
//! used behind `dyn`; whatever implements it is a [`Chance`] too.

mod binomial;
mod enumerated;
mod handful;
mod recorded;
mod rolled;
mod runs;
mod scripted;
mod spread;
mod staged;
mod stream;
mod xoroshiro;

pub use binomial::Binomial;
pub use enumerated::Enumerated;
pub use handful::{Hand, UncheckedHand, recheck_to};
pub use recorded::{MOST_THROWS, Recorded, Tape, TapeEntry, TapeError, ThrowError};
pub use rolled::{Generator, Rolled};
pub use runs::{Runs, WeightTree};
pub use scripted::{Fault, Scripted};
pub use staged::Staged;
pub use stream::{Purpose, STREAM_VERSION, stream_seed};
pub use xoroshiro::Xoroshiro;

use handful::InHand;

/// The name of a die, as logs, tapes and complaints about tapes call it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Die(pub &'static str);

impl std::fmt::Display for Die {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

/// Which end of a die is the good one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Good {
    /// Success when the face is at most the chance.
    Low,
    /// Success when the face is among the highest.
    High,
}

impl Good {
    /// Whether a face is a success.
    #[inline]
    fn is_success(self, face: u64, chances: u64, of: u64) -> bool {
        match self {
            Good::Low => face <= chances,
            Good::High => face > of - chances,
        }
    }
}

/// The answer to a test of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Test {
    /// Whether it succeeded.
    pub success: bool,
    /// The face that fell, 1 to the number of sides; 0 from [`Enumerated`],
    /// which knows success and failure only.
    pub face: u64,
}

/// A source of chance, as rules use it.
///
/// A request always draws, also for one side or a certain test: whether a
/// certain thing is drawn at all is for the rulebook to say, and rules that
/// skip such draws do so before they ask.
///
/// ```
/// use fracas_core::chance::{Binomial, Chance, Die, Good, Scripted};
///
/// fn blow(chance: &mut impl Chance) -> u64 {
///     if !chance.hit(12, 20, Die("hit")) {
///         return 0;
///     }
///     let sharp = chance.test(1, 10, Good::High, Die("sharp"));
///     let sparks = chance.successes(&Binomial::new(3, 1, 2), Die("sparks"));
///     chance.dice(2, 6, Die("damage")) + u64::from(sparks) + if sharp.success { 10 } else { 0 }
/// }
///
/// let mut dice = Scripted::new([12, 10, 2, 3, 4]);
/// assert_eq!(blow(&mut dice), 3 + 4 + 2 + 10);
/// assert_eq!(dice.finish(), Ok(()));
/// ```
pub trait Chance {
    /// True where the order of draws is of no account because every branch is
    /// visited. A rule may then put off a draw that nothing in between depends
    /// on, so that states which differ only in it are one state.
    const PATIENT: bool;

    /// A uniform number in `0..sides`.
    fn below(&mut self, sides: u64, die: Die) -> u64;

    /// One uniform draw over the places of a list, `0..list.total()`, where
    /// all places of one run are alike. [`Enumerated`] answers with the first
    /// place of each run.
    fn choose<L: Runs>(&mut self, list: &L, die: Die) -> u64;

    /// The same where it is to be drawn; else there is no draw, and 0. Who rolls dice
    /// need not guess beforehand whether it is, which costs more than a die where
    /// it is as likely as not.
    #[inline]
    fn choose_if<L: Runs>(&mut self, drawn: bool, list: &L, die: Die) -> u64 {
        if drawn { self.choose(list, die) } else { 0 }
    }

    /// A test that succeeds in `chances` cases out of `of`.
    fn test(&mut self, chances: u64, of: u64, good: Good, die: Die) -> Test;

    /// A test on which the whole step hangs: if it fails, the step is over, the
    /// battle stands as it stood before the step, and nothing was counted but
    /// what a success counts too. [`Enumerated`] may then add failures up
    /// instead of following them.
    #[inline]
    fn test_or_nothing(&mut self, chances: u64, of: u64, good: Good, die: Die) -> Test {
        self.test(chances, of, good, die)
    }

    /// The number of successes among the tries of `table`.
    fn successes(&mut self, table: &Binomial, die: Die) -> u32;

    /// The dice of one blow or one attack, which are thrown together. They are as
    /// likely as others, but who rolls them takes them from one random word, which
    /// is quicker: of the same seed other faces fall, so whoever adds or takes away
    /// a handful raises the version of his rules.
    fn handful(&mut self) -> impl Chance;

    /// A test with low faces good: `chances` in `of`.
    fn hit(&mut self, chances: u64, of: u64, die: Die) -> bool {
        self.test(chances, of, Good::Low, die).success
    }

    /// A die as players throw it: a uniform face in `1..=sides`.
    fn face(&mut self, sides: u64, die: Die) -> u64 {
        self.below(sides, die) + 1
    }

    /// The sum of `count` dice of `sides` faces each.
    fn dice(&mut self, count: u32, sides: u64, die: Die) -> u64 {
        (0..count).map(|_| self.face(sides, die)).sum()
    }
}

/// A source that answers one face at a time; usable as `dyn Draw`.
pub trait Draw {
    /// A uniform number in `0..sides`.
    fn draw(&mut self, sides: u64, die: Die) -> u64;

    /// The same where it is to be drawn; else 0.
    #[inline]
    fn draw_if(&mut self, drawn: bool, sides: u64, die: Die) -> u64 {
        if drawn { self.draw(sides, die) } else { 0 }
    }

    /// The number of successes among the tries of `table`.
    fn draw_successes(&mut self, table: &Binomial, die: Die) -> u32;

    /// A word for a handful of dice, where dice come from words. Whoever passes
    /// on what another source draws passes this on, too, and [`Self::draw_from`]:
    /// else he gets other dice than that source.
    #[inline]
    fn hand(&mut self) -> Hand {
        Hand::of(0)
    }

    /// A die of a handful where it is to be drawn; else 0.
    #[inline]
    fn draw_from(&mut self, _hand: &mut Hand, drawn: bool, sides: u64, die: Die) -> u64 {
        self.draw_if(drawn, sides, die)
    }

    /// The set-up is over; what is drawn from here on is of the battle.
    fn set_up_over(&mut self) {}

    /// What went wrong, for a source whose answers can run out or not fit.
    fn fault(&self) -> Option<&Fault> {
        None
    }
}

impl<D: Draw + ?Sized> Chance for D {
    const PATIENT: bool = false;

    #[inline]
    fn below(&mut self, sides: u64, die: Die) -> u64 {
        self.draw(sides, die)
    }

    #[inline]
    fn choose<L: Runs>(&mut self, list: &L, die: Die) -> u64 {
        self.draw(list.total(), die)
    }

    #[inline]
    fn test(&mut self, chances: u64, of: u64, good: Good, die: Die) -> Test {
        let face = self.draw(of, die) + 1;
        Test { success: good.is_success(face, chances, of), face }
    }

    #[inline]
    fn choose_if<L: Runs>(&mut self, drawn: bool, list: &L, die: Die) -> u64 {
        self.draw_if(drawn, list.total(), die)
    }

    #[inline]
    fn successes(&mut self, table: &Binomial, die: Die) -> u32 {
        self.draw_successes(table, die)
    }

    #[inline]
    fn handful(&mut self) -> impl Chance {
        let hand = self.hand();
        InHand { source: self, hand }
    }
}
