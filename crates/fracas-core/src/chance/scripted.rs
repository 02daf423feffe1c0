//! Dice whose results were written down beforehand.

use std::sync::Arc;

use thiserror::Error;

use super::{Binomial, Die, Draw, MOST_THROWS, TapeEntry};

/// Why a list of results does not fit the battle it was given to.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// The list is used up.
    #[error("the dice are used up: throw {throw} ({die}, 1 to {sides}) has no result")]
    UsedUp {
        /// The throw that found nothing, counted from 1.
        throw: usize,
        /// The die that was to be thrown.
        die: Die,
        /// Its number of sides.
        sides: u64,
    },
    /// The next result is not a face of the die.
    #[error("throw {throw} ({die}) cannot be {found}: it goes from {} to {}", faces.0, faces.1)]
    Impossible {
        /// The throw, counted from 1.
        throw: usize,
        /// The die.
        die: Die,
        /// Its lowest and highest face.
        faces: (u64, u64),
        /// What the list says.
        found: u64,
    },
    /// The tape names another die than the one to be thrown.
    #[error("throw {throw} is {die} with {sides} sides, but the tape has {found}")]
    WrongDie {
        /// The throw, counted from 1.
        throw: usize,
        /// The die to be thrown.
        die: Die,
        /// Its number of sides.
        sides: u64,
        /// What the tape says.
        found: String,
    },
    /// The battle is over and results remain.
    #[error("the battle is over and {results} of the dice were not thrown")]
    LeftOver {
        /// How many.
        results: usize,
    },
    /// More was thrown than a tape holds.
    #[error("the battle throws more than {MOST_THROWS} dice, which is what a tape holds")]
    TooLong,
}

/// Takes its results, faces counted from 1, from a list.
///
/// A list that does not fit leaves a [`Fault`]; the answers given after it
/// mean nothing and the battle must be stopped.
///
/// ```
/// use fracas_core::chance::{Chance, Die, Scripted};
/// let mut dice = Scripted::new([3, 1]);
/// assert_eq!(dice.face(6, Die("damage")), 3);
/// assert!(dice.hit(1, 2, Die("hit")));
/// assert_eq!(dice.finish(), Ok(()));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Scripted {
    /// Shared with the tape it may come from.
    script: Arc<Vec<TapeEntry>>,
    next: usize,
    fault: Option<Fault>,
}

impl Scripted {
    /// A script of plain results.
    pub fn new(results: impl IntoIterator<Item = u64>) -> Self {
        let plain = |result| TapeEntry { die: None, result };
        Self::of(Arc::new(results.into_iter().map(plain).collect()))
    }

    /// A script that also says which die each result is of: its name and its
    /// number of sides.
    ///
    /// ```
    /// use fracas_core::chance::{Chance, Die, Draw, Fault, Scripted};
    /// let mut dice = Scripted::named([("hit".to_owned(), 20, 3)]);
    /// dice.face(6, Die("damage"));
    /// assert!(matches!(dice.fault(), Some(Fault::WrongDie { throw: 1, .. })));
    /// ```
    pub fn named(results: impl IntoIterator<Item = (String, u64, u64)>) -> Self {
        let named = |(die, sides, result): (String, u64, u64)| TapeEntry {
            die: Some((Arc::from(die), sides)),
            result,
        };
        Self::of(Arc::new(results.into_iter().map(named).collect()))
    }

    /// The throws of a tape.
    pub(super) fn of(script: Arc<Vec<TapeEntry>>) -> Self {
        Self { script, ..Self::default() }
    }

    /// Whether everything was used and everything fitted.
    pub fn finish(&self) -> Result<(), Fault> {
        match &self.fault {
            Some(fault) => Err(fault.clone()),
            None if self.next < self.script.len() => {
                Err(Fault::LeftOver { results: self.script.len() - self.next })
            }
            None => Ok(()),
        }
    }

    /// The next result, if it is one of `lowest..=highest`; else a fault.
    fn take(&mut self, lowest: u64, highest: u64, die: Die) -> u64 {
        if self.fault.is_some() {
            return lowest;
        }
        let throw = self.next + 1;
        let sides = highest;
        let Some(entry) = self.script.get(self.next) else {
            self.fault = Some(Fault::UsedUp { throw, die, sides });
            return lowest;
        };
        self.next += 1;
        if let Some((name, named_sides)) = &entry.die
            && (**name != *die.0 || *named_sides != sides)
        {
            let found = format!("{name} with {named_sides} sides");
            self.fault = Some(Fault::WrongDie { throw, die, sides, found });
            return lowest;
        }
        let found = entry.result;
        if !(lowest..=highest).contains(&found) {
            let faces = (lowest, highest);
            self.fault = Some(Fault::Impossible { throw, die, faces, found });
            return lowest;
        }
        found
    }
}

impl Draw for Scripted {
    fn draw(&mut self, sides: u64, die: Die) -> u64 {
        self.take(1, sides, die) - 1
    }

    /// The script holds the number of successes itself.
    fn draw_successes(&mut self, table: &Binomial, die: Die) -> u32 {
        self.take(0, u64::from(table.tries()), die) as u32
    }

    fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Chance;
    use super::*;

    const HIT: Die = Die("hit");

    #[test]
    fn too_few_too_many_and_impossible_results_are_faults() {
        let mut dice = Scripted::new([2]);
        dice.face(6, HIT);
        dice.face(6, HIT);
        let used_up = Fault::UsedUp { throw: 2, die: HIT, sides: 6 };
        assert_eq!(dice.finish(), Err(used_up));

        let mut dice = Scripted::new([2, 2, 2]);
        dice.face(6, HIT);
        assert_eq!(dice.finish(), Err(Fault::LeftOver { results: 2 }));

        for wrong in [0, 7] {
            let mut dice = Scripted::new([wrong]);
            dice.face(6, HIT);
            let impossible = Fault::Impossible { throw: 1, die: HIT, faces: (1, 6), found: wrong };
            assert_eq!(dice.finish(), Err(impossible));
        }
    }

    #[test]
    fn a_named_script_must_name_the_die_thrown() {
        let mut dice = Scripted::named([("wound".to_owned(), 100, 4)]);
        dice.face(100, HIT);
        let fault = dice.finish().unwrap_err();
        assert_eq!(
            fault.to_string(),
            "throw 1 is hit with 100 sides, but the tape has wound with 100 sides"
        );
    }

    #[test]
    fn successes_are_scripted_as_their_number() {
        let table = Binomial::new(4, 1, 2);
        let mut dice = Scripted::new([0, 4]);
        assert_eq!(dice.successes(&table, HIT), 0);
        assert_eq!(dice.successes(&table, HIT), 4);
        assert_eq!(dice.finish(), Ok(()));
    }
}
