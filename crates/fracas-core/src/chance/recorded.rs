//! Dice that remember what fell, and tapes that can be thrown again.

use std::collections::HashSet;
use std::str::FromStr;
use std::sync::Arc;

use thiserror::Error;

use super::{Binomial, Die, Draw, Fault, Hand, Scripted};

/// The most throws of a tape, so that any tape fits into memory.
pub const MOST_THROWS: usize = 1 << 21;

/// The most names of dice that a tape may have.
const MOST_NAMES: usize = 1000;

/// One throw of a tape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TapeEntry {
    /// The die's name, which all throws of it share, and its highest face,
    /// where they were written down.
    pub die: Option<(Arc<str>, u64)>,
    /// What fell.
    pub result: u64,
}

/// All throws of a battle in order. Written one to a line, as
/// `attacker 20: 7`; `#` starts a comment, and a line may also be a bare
/// result, for dice written down by hand.
///
/// ```
/// use fracas_core::chance::{Chance, Die, Tape};
/// let tape: Tape = "# a lucky shot\nhit 20: 3\n6   # damage\n".parse().unwrap();
/// let mut dice = tape.replayed();
/// assert!(dice.hit(5, 20, Die("hit")));
/// assert_eq!(dice.face(6, Die("damage")), 6);
/// assert_eq!(dice.finish(), Ok(()));
///
/// assert_eq!((tape.throws().len(), tape.throws()[1].result), (2, 6));
/// assert_eq!(Tape::line_of("# a lucky shot\nhit 20: 3\n", 1), Some(2));
///
/// let wrong = "hit 20: 3\nhit 20: three\n".parse::<Tape>().unwrap_err();
/// assert!(wrong.to_string().starts_with("line 2: `three` is not a whole number"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tape {
    /// Shared with the dice that throw it again.
    throws: Arc<Vec<TapeEntry>>,
}

impl Tape {
    /// Dice that throw this tape again and complain when it does not fit.
    pub fn replayed(&self) -> Scripted {
        Scripted::of(Arc::clone(&self.throws))
    }

    /// All throws in order.
    pub fn throws(&self) -> &[TapeEntry] {
        &self.throws
    }

    /// The line of a tape's text that holds a throw, both counted from 1.
    pub fn line_of(text: &str, throw: usize) -> Option<usize> {
        throws(text).nth(throw.checked_sub(1)?).map(|(line, _)| line)
    }
}

impl std::fmt::Display for Tape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for entry in self.throws() {
            if let Some((die, sides)) = &entry.die {
                write!(f, "{die} {sides}: ")?;
            }
            writeln!(f, "{}", entry.result)?;
        }
        Ok(())
    }
}

impl FromStr for Tape {
    type Err = TapeError;

    fn from_str(text: &str) -> Result<Self, TapeError> {
        let mut names = HashSet::new();
        let mut entries = Vec::new();
        for (line, throw) in throws(text) {
            let entry = match entries.len() {
                MOST_THROWS => Err(ThrowError::TooMany),
                _ => entry(throw, &mut names),
            };
            entries.push(entry.map_err(|why| TapeError { line, why })?);
        }
        Ok(Self { throws: Arc::new(entries) })
    }
}

/// Why a text is not a tape.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {why}")]
pub struct TapeError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it and what is allowed.
    #[source]
    pub why: ThrowError,
}

/// Why a line of a tape is no throw.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ThrowError {
    /// Something is not a whole number.
    #[error("`{0}` is not a whole number; {FORM}")]
    NotWhole(String),
    /// A die has only a name or only sides.
    #[error("`{0}` has a name or a number of sides, not both; {FORM}")]
    HalfNamed(String),
    /// The tape is too long.
    #[error("a tape has at most {MOST_THROWS} throws")]
    TooMany,
    /// The tape has too many kinds of dice.
    #[error("a tape has at most {MOST_NAMES} names of dice")]
    TooManyNames,
}

/// The lines that hold a throw, without comments, and their numbers.
fn throws(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let bare = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    (1..).zip(bare).filter(|(_, throw)| !throw.is_empty())
}

/// The throw of a line. Names that were met before are shared.
fn entry(throw: &str, names: &mut HashSet<Arc<str>>) -> Result<TapeEntry, ThrowError> {
    let Some((die, result)) = throw.rsplit_once(':') else {
        return Ok(TapeEntry { die: None, result: whole(throw)? });
    };
    let named = die.trim().rsplit_once(char::is_whitespace);
    let Some((name, sides)) = named else { return Err(ThrowError::HalfNamed(shown(die.trim()))) };
    let name = name.trim();
    let name = match names.get(name) {
        Some(known) => Arc::clone(known),
        None if names.len() == MOST_NAMES => return Err(ThrowError::TooManyNames),
        None => {
            let name: Arc<str> = Arc::from(name);
            names.insert(Arc::clone(&name));
            name
        }
    };
    let die = Some((name, whole(sides)?));
    Ok(TapeEntry { die, result: whole(result.trim())? })
}

const FORM: &str = "write a throw as `attacker 20: 7`, or as 7 alone";

fn whole(text: &str) -> Result<u64, ThrowError> {
    // The standard parser would take a sign as well.
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = if digits { text.parse().ok() } else { None };
    number.ok_or_else(|| ThrowError::NotWhole(shown(text)))
}

/// What was written, cut if it is long.
fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
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
/// let (rolled, tape) = dice.into_parts();
/// assert_eq!(rolled.draws(), tape.throws().len() as u64);
/// ```
#[derive(Clone, Debug)]
pub struct Recorded<D> {
    source: D,
    tape: Tape,
    names: HashSet<Arc<str>>,
    full: Option<Fault>,
}

impl<D> Recorded<D> {
    /// Remembers everything drawn from `source`, up to [`MOST_THROWS`]; one
    /// more is a fault.
    pub fn new(source: D) -> Self {
        Self { source, tape: Tape::default(), names: HashSet::new(), full: None }
    }

    /// What was thrown so far.
    pub fn tape(&self) -> &Tape {
        &self.tape
    }

    /// The source again, and what was thrown.
    pub fn into_parts(self) -> (D, Tape) {
        (self.source, self.tape)
    }

    fn remember(&mut self, die: Die, sides: u64, result: u64) {
        let throws = Arc::make_mut(&mut self.tape.throws);
        if throws.len() == MOST_THROWS {
            self.full = Some(Fault::TooLong);
            return;
        }
        // The last throw is mostly of the same die.
        let last = throws.last().and_then(|last| last.die.as_ref()).map(|(name, _)| name);
        let known = last.filter(|name| ***name == *die.0).or_else(|| self.names.get(die.0));
        let name = match known {
            Some(name) => Arc::clone(name),
            None => {
                let name: Arc<str> = Arc::from(die.0);
                self.names.insert(Arc::clone(&name));
                name
            }
        };
        throws.push(TapeEntry { die: Some((name, sides)), result });
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

    fn hand(&mut self) -> Hand {
        self.source.hand()
    }

    fn draw_from(&mut self, hand: &mut Hand, drawn: bool, sides: u64, die: Die) -> u64 {
        let face = self.source.draw_from(hand, drawn, sides, die);
        if drawn {
            self.remember(die, sides, face + 1);
        }
        face
    }

    fn set_up_over(&mut self) {
        self.source.set_up_over();
    }

    fn fault(&self) -> Option<&Fault> {
        self.source.fault().or(self.full.as_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Chance, Purpose, Rolled};
    use super::*;

    const HIT: Die = Die("hit the wall");

    #[test]
    fn what_was_thrown_can_be_written_and_read() {
        let mut dice = Recorded::new(Scripted::new([3, 20, 2]));
        dice.face(6, HIT);
        dice.below(20, Die("target"));
        dice.successes(&Binomial::new(4, 1, 2), Die("shots"));
        let (source, tape) = dice.into_parts();
        assert_eq!(source.finish(), Ok(()));
        let text = tape.to_string();
        assert_eq!(text, "hit the wall 6: 3\ntarget 20: 20\nshots 4: 2\n");
        assert_eq!(text.parse(), Ok(tape));
    }

    #[test]
    fn comments_and_empty_lines_are_no_throws() {
        let text = "# by hand\n\n  7 # lucky\r\n\thit the wall  20 :  8\n#9\n";
        let tape: Tape = text.parse().unwrap();
        let bare = TapeEntry { die: None, result: 7 };
        let named = TapeEntry { die: Some((Arc::from("hit the wall"), 20)), result: 8 };
        assert_eq!(tape.throws(), [bare, named]);
        assert_eq!(tape.to_string(), "7\nhit the wall 20: 8\n");
        let lines = [0, 1, 2, 3].map(|throw| Tape::line_of(text, throw));
        assert_eq!(lines, [None, Some(3), Some(4), None]);
    }

    #[test]
    fn a_tape_names_its_die_or_none() {
        let tape: Tape = "hit the wall 20: 8\n8\nhit the wall 20: 8\n".parse().unwrap();
        let mut dice = tape.replayed();
        assert_eq!((dice.face(20, HIT), dice.face(20, HIT)), (8, 8));
        dice.face(12, HIT);
        let fault = dice.finish().unwrap_err().to_string();
        assert_eq!(
            fault,
            "throw 3 is hit the wall with 12 sides, but the tape has hit the wall with 20 sides"
        );
    }

    #[test]
    fn a_bad_line_is_named_with_what_is_allowed() {
        let wrong = |text: &str| text.parse::<Tape>().unwrap_err().to_string();
        assert_eq!(
            wrong("4\n\nseven\n"),
            "line 3: `seven` is not a whole number; write a throw as `attacker 20: 7`, or as 7 alone"
        );
        assert!(wrong("-3").starts_with("line 1: `-3` is not"));
        assert!(wrong("+3").starts_with("line 1: `+3` is not"));
        assert!(wrong("99999999999999999999").starts_with("line 1: `9"));
        assert!(wrong("hit: 3").starts_with("line 1: `hit` has a name or"));
        assert!(wrong("hit 20:").starts_with("line 1: `` is not"));
        assert!(wrong("hit twenty: 3").starts_with("line 1: `twenty` is not"));
        assert!(wrong("3 4").starts_with("line 1: `3 4` is not"));
    }
    /// What one program writes another must read: the limits are the same.
    #[test]
    fn a_tape_that_is_too_long_is_neither_read_nor_written() {
        let text = "1\n".repeat(MOST_THROWS);
        assert_eq!(text.parse::<Tape>().unwrap().throws().len(), MOST_THROWS);
        let longer = (text + "1\n").parse::<Tape>().unwrap_err();
        assert_eq!(longer, TapeError { line: MOST_THROWS + 1, why: ThrowError::TooMany });

        let mut dice = Recorded::new(Rolled::new(1, 0, Purpose::Battle));
        for _ in 0..MOST_THROWS {
            dice.below(6, HIT);
        }
        assert_eq!(dice.fault(), None);
        dice.below(6, HIT);
        assert_eq!(dice.fault(), Some(&Fault::TooLong));
        assert_eq!(dice.tape().throws().len(), MOST_THROWS);
    }

    #[test]
    fn names_are_shared_and_few() {
        let text: String = (0..3000).map(|n| format!("die {} {n}: 1\n", n % 1000)).collect();
        let tape: Tape = text.parse().unwrap();
        let name = |place: usize| tape.throws()[place].die.clone().unwrap().0;
        assert!(Arc::ptr_eq(&name(7), &name(2007)));
        let more = format!("{text}one more 6: 1\n").parse::<Tape>().unwrap_err();
        assert_eq!(more, TapeError { line: 3001, why: ThrowError::TooManyNames });
        let long = "x".repeat(1_000_000).parse::<Tape>().unwrap_err().to_string();
        assert!(long.len() < 200, "{long}");
    }
}
