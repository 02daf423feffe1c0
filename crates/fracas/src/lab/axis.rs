//! Values that a sweep goes through: `path=0..60..5`, `path=plain,swamp`.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use thiserror::Error;
use unicode_width::UnicodeWidthStr;

use crate::set::split;

/// More points than anybody waits for.
pub const MOST_POINTS: u64 = 1_000_000;

/// One value of a scenario and what it is to be, one after the other.
///
/// ```
/// use fracas::lab::Axis;
/// let knights: Axis = "attacker.stack[0].men.knight=0..20..5".parse()?;
/// assert_eq!(knights.values, ["0", "5", "10", "15", "20"]);
/// let terrain: Axis = "place.terrain=plain, swamp, forest".parse()?;
/// assert_eq!((terrain.path.as_str(), terrain.values.len()), ("place.terrain", 3));
/// let share: Axis = "chance=0..1..0.25,3".parse()?;
/// assert_eq!(share.values, ["0.00", "0.25", "0.50", "0.75", "1.00", "3"]);
///
/// let wrong = "men.knight=5..1".parse::<Axis>().unwrap_err().to_string();
/// assert_eq!(wrong.lines().collect::<Vec<_>>(), [
///     "a range begins at or below its end",
///     "  men.knight=5..1",
///     "             ^^^^",
/// ]);
/// # Ok::<(), fracas::lab::BadAxis>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The way to the value.
    pub path: String,
    /// What it is to be, as users write it.
    pub values: Vec<String>,
}

/// A text that is no axis: what is wrong, and the place with carets under it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadAxis {
    /// What is wrong.
    pub fault: AxisFault,
    /// The text.
    pub text: String,
    /// The bytes of it that are wrong.
    pub at: Range<usize>,
}

/// What can be wrong with an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum AxisFault {
    /// There is no path, or nothing after it.
    #[error("write path=lo..hi..step, such as men.knight=0..60..5, or path=plain,swamp,forest")]
    Form,
    /// A value of a list is missing.
    #[error("here a value is missing")]
    Missing,
    /// Something in a range is no number.
    #[error("this is no number; write a range as lo..hi..step, such as 0..60..5")]
    NotANumber,
    /// A range goes downwards.
    #[error("a range begins at or below its end")]
    Downwards,
    /// A step leads nowhere.
    #[error("a step is above 0")]
    Step,
    /// There are too many values.
    #[error("that are more than {MOST_POINTS} points")]
    TooMany,
}

impl fmt::Display for BadAxis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let before = self.text[..self.at.start].width();
        let width = self.text[self.at.clone()].width().max(1);
        write!(f, "{}\n  {}\n  {}{}", self.fault, self.text, " ".repeat(before), "^".repeat(width))
    }
}

impl std::error::Error for BadAxis {}

impl FromStr for Axis {
    type Err = BadAxis;

    fn from_str(text: &str) -> Result<Self, BadAxis> {
        let bad = |fault, at| BadAxis { fault, text: text.to_owned(), at };
        let Some((path, list)) = split(text) else {
            return Err(bad(AxisFault::Form, 0..text.len()));
        };
        let path = path.trim();
        if path.is_empty() || list.trim().is_empty() {
            return Err(bad(AxisFault::Form, 0..text.len()));
        }
        let begin = text.len() - list.len();
        let mut values = Vec::new();
        for item in items(list) {
            let (start, end) = (begin + item.start, begin + item.end);
            let at = trimmed(text, start..end);
            read_item(&text[at.clone()], at, &mut values).map_err(|(fault, at)| bad(fault, at))?;
        }
        Ok(Self { path: path.to_owned(), values })
    }
}

/// The bytes without blanks at both ends.
fn trimmed(text: &str, at: Range<usize>) -> Range<usize> {
    let inside = &text[at.clone()];
    let start = at.start + (inside.len() - inside.trim_start().len());
    start..(start + inside.trim().len()).max(start)
}

/// Where the items of a list stand: at commas outside quotes and brackets.
fn items(list: &str) -> Vec<Range<usize>> {
    let (mut found, mut start, mut depth, mut quote) = (Vec::new(), 0, 0usize, None);
    for (place, sign) in list.char_indices() {
        match (quote, sign) {
            (Some(open), _) if open == sign => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') if list[start..place].trim().is_empty() || depth > 0 => {
                quote = Some(sign);
            }
            (None, '[' | '{') => depth += 1,
            (None, ']' | '}') => depth = depth.saturating_sub(1),
            (None, ',') if depth == 0 => {
                found.push(start..place);
                start = place + 1;
            }
            _ => {}
        }
    }
    found.push(start..list.len());
    found
}

/// One item: a value, or a range of numbers.
fn read_item(
    item: &str,
    at: Range<usize>,
    values: &mut Vec<String>,
) -> Result<(), (AxisFault, Range<usize>)> {
    if item.is_empty() {
        return Err((AxisFault::Missing, at));
    }
    if item.starts_with(['"', '\'', '[', '{']) || !item.contains("..") {
        values.push(item.to_owned());
        return full(values, at);
    }
    let mut numbers = Vec::new();
    let mut start = at.start;
    for part in item.split("..") {
        let place = start..start + part.len();
        let number = Decimal::read(part.trim()).ok_or((AxisFault::NotANumber, place.clone()))?;
        numbers.push((number, place));
        start += part.len() + 2;
    }
    let (low, high, step) = match numbers.as_slice() {
        [low, high] => (low, high, (Decimal { digits: 1, places: 0 }, at.clone())),
        [low, high, step] => (low, high, step.clone()),
        _ => return Err((AxisFault::Form, at)),
    };
    let places = low.0.places.max(high.0.places).max(step.0.places);
    // At most thirty digits each: all sums fit.
    let [from, to, by] = [low.0, high.0, step.0].map(|number| number.scaled(places));
    if by <= 0 {
        return Err((AxisFault::Step, step.1));
    }
    if from > to {
        return Err((AxisFault::Downwards, at));
    }
    if (to - from) / by >= i128::from(MOST_POINTS) {
        return Err((AxisFault::TooMany, at));
    }
    let mut digits = from;
    while digits <= to {
        values.push(Decimal { digits, places }.to_string());
        digits += by;
    }
    full(values, at)
}

fn full(values: &[String], at: Range<usize>) -> Result<(), (AxisFault, Range<usize>)> {
    if values.len() as u64 > MOST_POINTS { Err((AxisFault::TooMany, at)) } else { Ok(()) }
}

/// A number as it is written: steps of 0.1 stay what they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Decimal {
    digits: i128,
    /// How many of them stand behind the point.
    places: u32,
}

impl Decimal {
    fn read(text: &str) -> Option<Self> {
        const MOST_DIGITS: usize = 15;
        let text = text.replace('_', "");
        let (sign, plain) = match text.strip_prefix('-') {
            Some(rest) => (-1, rest),
            None => (1, text.as_str()),
        };
        let (whole, part) = plain.split_once('.').unwrap_or((plain, ""));
        let digits = format!("{whole}{part}");
        let fits = (1..=MOST_DIGITS).contains(&digits.len()) && !whole.is_empty();
        if !fits || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        Some(Self { digits: sign * digits.parse::<i128>().ok()?, places: part.len() as u32 })
    }

    fn scaled(self, places: u32) -> i128 {
        self.digits * 10i128.pow(places - self.places)
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.places == 0 {
            return write!(f, "{}", self.digits);
        }
        let unit = 10u128.pow(self.places);
        let (sign, digits) = (if self.digits < 0 { "-" } else { "" }, self.digits.unsigned_abs());
        let (whole, part, places) = (digits / unit, digits % unit, self.places as usize);
        write!(f, "{sign}{whole}.{part:0places$}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Vec<String> {
        text.parse::<Axis>().unwrap().values
    }

    #[test]
    fn ranges_hold_both_ends_if_the_step_meets_them() {
        assert_eq!(values("a=0..3"), ["0", "1", "2", "3"]);
        assert_eq!(values("a=0..10..4"), ["0", "4", "8"]);
        assert_eq!(values("a=-1..1..0.5"), ["-1.0", "-0.5", "0.0", "0.5", "1.0"]);
        assert_eq!(values("a=7..7"), ["7"]);
        assert_eq!(values("a=1_000..2_000..500"), ["1000", "1500", "2000"]);
    }

    #[test]
    fn lists_hold_anything() {
        assert_eq!(values("a=x, y ,z"), ["x", "y", "z"]);
        assert_eq!(
            values("a=\"x,y\",[1, 2],{ b = 'c,d' }"),
            ["\"x,y\"", "[1, 2]", "{ b = 'c,d' }"]
        );
        assert_eq!(values("unit[A=B].\"x=y\"=1,5..7"), ["B].\"x=y\"=1", "5", "6", "7"]);
        assert_eq!(values("a=D'Artagnan,'O,B'"), ["D'Artagnan", "'O,B'"]);
    }

    #[test]
    fn what_is_wrong_is_pointed_at() {
        let wrong = |text: &str| {
            let bad = text.parse::<Axis>().unwrap_err();
            (bad.fault, bad.text[bad.at].to_owned())
        };
        assert_eq!(wrong("knight"), (AxisFault::Form, "knight".to_owned()));
        assert_eq!(wrong("knight= "), (AxisFault::Form, "knight= ".to_owned()));
        assert_eq!(wrong("a=1,,2"), (AxisFault::Missing, String::new()));
        assert_eq!(wrong("a=1..many"), (AxisFault::NotANumber, "many".to_owned()));
        assert_eq!(wrong("a=.."), (AxisFault::NotANumber, String::new()));
        assert_eq!(wrong("a=0..10..0"), (AxisFault::Step, "0".to_owned()));
        assert_eq!(wrong("a=0..1..2..3"), (AxisFault::Form, "0..1..2..3".to_owned()));
        assert_eq!(wrong("a=0..1..0.0000001"), (AxisFault::TooMany, "0..1..0.0000001".to_owned()));
        assert_eq!(wrong("a=1, 9..2"), (AxisFault::Downwards, "9..2".to_owned()));
    }
}
