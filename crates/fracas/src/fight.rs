//! With which dice a battle is fought, and what is kept of it.

use fracas_core::chance::{Draw, Fault, Recorded, Staged, Tape};

use crate::fingerprint::Fingerprint;

/// Where the dice of one battle come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dice {
    /// Rolled from the stream of a seed and a trial.
    Rolled {
        /// The seed.
        seed: u64,
        /// The trial.
        trial: u64,
    },
    /// Written down beforehand. They must fit the battle and be used up.
    Tape(Tape),
}

/// What is to be kept of a battle beside its end. Whatever is there before
/// the battle is filled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Records {
    /// All throws.
    pub tape: Option<Tape>,
    /// A witness of all events.
    pub witness: Option<Witness>,
}

/// Somebody who has seen a battle and would know it again: the number of its
/// events and the fingerprint of their JSON, a line end after each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Witness {
    /// How many events.
    pub events: u64,
    /// Their fingerprint.
    pub hash: Fingerprint,
}

impl Witness {
    /// Sees an event, as its line of JSON.
    pub(crate) fn see(&mut self, event: &str) {
        self.events += 1;
        self.hash.add(event);
        self.hash.add("\n");
    }
}

impl Dice {
    /// Fights with these dice and sees to it that a tape is used up. What was
    /// thrown goes to `tape`, if there is one.
    pub(crate) fn throw<T>(
        &self,
        tape: &mut Option<Tape>,
        fight: impl FnOnce(&mut dyn Draw) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        match self {
            Self::Rolled { seed, trial } => {
                let mut dice = Staged::new(*seed, *trial);
                record(&mut dice, tape, fight)
            }
            Self::Tape(written) => {
                let mut dice = written.replayed();
                let fought = record(&mut dice, tape, fight)?;
                dice.finish()?;
                Ok(fought)
            }
        }
    }
}

/// Fights, remembering the throws if somebody wants them.
fn record<D: Draw + Clone, T>(
    dice: &mut D,
    tape: &mut Option<Tape>,
    fight: impl FnOnce(&mut dyn Draw) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let Some(tape) = tape else { return fight(dice) };
    let mut recorded = Recorded::new(dice.clone());
    let fought = fight(&mut recorded);
    (*dice, *tape) = recorded.into_parts();
    fought
}
