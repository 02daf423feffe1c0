//! Keys of the data: what a value may be, what it means, and where it goes.
//!
//! The built-in data, a player's data files, a scenario's `[rules]` and what
//! a scenario says of a single unit all pass through these (B-6, B-292).

use fracas_core::document::{Checked, Diagnostics, Field, Item, Shape, TableShape, nearest};

use super::{Data, Dice};

/// A key of a kind of thing.
pub struct Key<T: 'static> {
    /// Its name, the values it takes and a sentence on it.
    pub field: Field,
    put: Put<T>,
}

enum Put<T: 'static> {
    Whole(fn(&mut T, i64)),
    Flag(fn(&mut T, bool)),
    Any(fn(&mut T, &Item, &mut ReadContext<'_>)),
}

/// What is known while a value is put in its place.
pub struct ReadContext<'a> {
    /// The data as far as they have been read.
    pub data: &'a Data,
    /// Where to complain.
    pub out: &'a mut Diagnostics,
}

impl<T> Key<T> {
    /// A whole number.
    pub const fn whole(
        key: &'static str,
        range: (i64, i64),
        doc: &'static str,
        put: fn(&mut T, i64),
    ) -> Self {
        let field = Field::new(key, Shape::whole(range.0, range.1), doc).code("B-292");
        Self { field, put: Put::Whole(put) }
    }

    /// A flag.
    pub const fn flag(key: &'static str, doc: &'static str, put: fn(&mut T, bool)) -> Self {
        Self { field: Field::new(key, Shape::Flag, doc).code("B-292"), put: Put::Flag(put) }
    }

    /// Anything else.
    pub const fn any(
        key: &'static str,
        shape: Shape,
        doc: &'static str,
        put: fn(&mut T, &Item, &mut ReadContext<'_>),
    ) -> Self {
        Self { field: Field::new(key, shape, doc).code("B-292"), put: Put::Any(put) }
    }

    /// Puts a value in its place.
    pub fn apply(&self, thing: &mut T, item: &Item, context: &mut ReadContext<'_>) {
        match self.put {
            Put::Whole(put) => {
                if let Some(number) = item.whole() {
                    put(thing, number);
                }
            }
            Put::Flag(put) => {
                if let Some(flag) = item.flag() {
                    put(thing, flag);
                }
            }
            Put::Any(put) => put(thing, item, context),
        }
    }
}

/// Puts in its place all that a table says, in the order of the keys.
pub fn apply<T>(keys: &[Key<T>], thing: &mut T, table: &Checked, context: &mut ReadContext<'_>) {
    for key in keys {
        if let Some(item) = table.value(key.field.key) {
            key.apply(thing, item, context);
        }
    }
}

/// The descriptions of some keys.
pub const fn fields<T, const N: usize>(keys: &[Key<T>; N]) -> [Field; N] {
    let mut fields = [Field::new("", Shape::Flag, ""); N];
    let mut place = 0;
    while place < N {
        fields[place] = keys[place].field;
        place += 1;
    }
    fields
}

/// Some descriptions after others; `N` must be the sum of both.
pub const fn joined<const A: usize, const B: usize, const N: usize>(
    first: [Field; A],
    second: [Field; B],
) -> [Field; N] {
    let mut fields = [Field::new("", Shape::Flag, ""); N];
    let mut place = 0;
    while place < N {
        fields[place] = if place < A { first[place] } else { second[place - A] };
        place += 1;
    }
    fields
}

/// A table of data.
pub const fn table(name: &'static str, doc: &'static str, fields: &'static [Field]) -> TableShape {
    TableShape { name, doc, fields, unknown_key: "B-292" }
}

/// A whole number that the shape has held within its type.
pub fn num<N: TryFrom<i64> + Default>(number: i64) -> N {
    N::try_from(number).unwrap_or_default()
}

/// The place of a word among some.
pub fn word(item: &Item, words: &[&str]) -> Option<usize> {
    words.iter().position(|word| Some(*word) == item.text())
}

impl ReadContext<'_> {
    /// The place of a thing by its id; complains if there is none.
    pub fn find<'a>(
        &mut self,
        what: &str,
        item: &Item,
        known: impl Iterator<Item = &'a str> + Clone,
    ) -> Option<usize> {
        let id = item.text()?;
        let place = known.clone().position(|known| known == id);
        if place.is_none() {
            self.unknown(what, id, item, known);
        }
        place
    }

    /// Complains of an id nobody knows.
    pub fn unknown<'a>(
        &mut self,
        what: &str,
        id: &str,
        item: &Item,
        known: impl Iterator<Item = &'a str> + Clone,
    ) {
        let help = suggest(id, known);
        self.out.error("B-292", &item.place, format!("there is no {what} `{id}`")).help(help);
    }

    /// The dice that a text describes.
    pub fn dice(&mut self, item: &Item) -> Option<Dice> {
        let text = item.text()?;
        let dice = Dice::read(text);
        if dice.is_none() {
            self.out
                .error("B-2", &item.place, format!("`{text}` are no dice"))
                .help("write NdS, NdS+K or NdS-K, at most 20d100");
        }
        dice
    }
}

/// The nearest known word, or all of them.
pub fn suggest<'a>(word: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    match nearest(word, known.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("known are {}", known.collect::<Vec<_>>().join(", ")),
    }
}

impl Dice {
    /// Reads `NdS`, `NdS+K` or `NdS-K`, up to 20d100.
    pub fn read(text: &str) -> Option<Dice> {
        let (count, rest) = text.split_once('d')?;
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let (sides, plus) = match rest.find(['+', '-']) {
            Some(at) if digits(&rest[at + 1..]) => (&rest[..at], rest[at..].parse().ok()?),
            Some(_) => return None,
            None => (rest, 0),
        };
        if !digits(count) || !digits(sides) {
            return None;
        }
        let (count, sides): (u8, u8) = (count.parse().ok()?, sides.parse().ok()?);
        let fits =
            (1..=20).contains(&count) && (1..=100).contains(&sides) && (-999..=999).contains(&plus);
        fits.then_some(Dice { count, sides, plus })
    }
}

impl std::fmt::Display for Dice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}d{}", self.count, self.sides)?;
        if self.plus != 0 { write!(f, "{:+}", self.plus) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// B-2, §23: dice not `NdS`, `NdS+K`, `NdS-K`, or beyond 20d100.
    #[test]
    fn dice_are_read_and_written_alike() {
        for text in ["1d20", "2d12+4", "20d100", "3d6-2"] {
            assert_eq!(Dice::read(text).map(|dice| dice.to_string()).as_deref(), Some(text));
        }
        for text in [
            "", "d6", "1d", "0d6", "1d0", "21d6", "1d101", "1d6+", "1d6+-2", "1d6 + 1", "+1d6", "x",
        ] {
            assert_eq!(Dice::read(text), None, "{text}");
        }
    }
}
