//! Dice that remember what fell, and tapes that can be thrown again.

use super::{Binomial, Die, Draw, Fault, Scripted};

/// One throw of a tape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TapeEntry {
    /// The die's name.
    pub die: String,
    /// Its highest face.
    pub sides: u64,
    /// What fell.
    pub result: u64,
}

/// All throws of a battle in order. Written one to a line, as
/// `attacker 20: 7`; `#` starts a comment, and a line may also be a bare
/// result, for dice written down by hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tape(pub Vec<TapeEntry>);

impl Tape {
    /// Dice that throw this tape again and complain when it does not fit.
    pub fn replayed(&self) -> Scripted {
        Scripted::named(self.0.iter().map(|entry| (entry.die.clone(), entry.sides, entry.result)))
    }
}

impl std::fmt::Display for Tape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for entry in &self.0 {
            writeln!(f, "{} {}: {}", entry.die, entry.sides, entry.result)?;
        }
        Ok(())
    }
}

/// Throws the dice of another source and remembers them.
///
/// ```
/// use fracas_core::chance::{Chance, Die, Purpose, Recorded, Rolled};
/// let mut dice = Recorded::new(Rolled::new(1, 0, Purpose::Battle));
/// let first = dice.face(6, Die("damage"));
/// let mut again = dice.tape().replayed();
/// assert_eq!(again.face(6, Die("damage")), first);
/// assert_eq!(again.finish(), Ok(()));
/// ```
#[derive(Clone, Debug)]
pub struct Recorded<D> {
    source: D,
    tape: Tape,
}

impl<D> Recorded<D> {
    /// Remembers everything drawn from `source`.
    pub fn new(source: D) -> Self {
        Self { source, tape: Tape::default() }
    }

    /// What was thrown so far.
    pub fn tape(&self) -> &Tape {
        &self.tape
    }

    fn remember(&mut self, die: Die, sides: u64, result: u64) {
        self.tape.0.push(TapeEntry { die: die.0.to_owned(), sides, result });
    }
}

impl<D: Draw> Draw for Recorded<D> {
    fn draw(&mut self, sides: u64, die: Die) -> u64 {
        let drawn = self.source.draw(sides, die);
        self.remember(die, sides, drawn + 1);
        drawn
    }

    fn draw_successes(&mut self, table: &Binomial, die: Die) -> u32 {
        let drawn = self.source.draw_successes(table, die);
        self.remember(die, u64::from(table.tries()), u64::from(drawn));
        drawn
    }

    fn fault(&self) -> Option<&Fault> {
        self.source.fault()
    }
}
