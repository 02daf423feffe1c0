//! What may stand in a scenario file, as data.
//!
//! The reader checks files against these descriptions, and the JSON schema
//! and the reference of scenario files are made from them.

use super::decimal::Decimal;

/// The keys of a table.
#[derive(Debug)]
pub struct TableShape {
    /// What the table describes, such as `unit`.
    pub name: &'static str,
    /// A sentence on it.
    pub doc: &'static str,
    /// Its keys, in the order they are documented.
    pub fields: &'static [Field],
    /// The rulebook's number for a key that is not among them; "" for none.
    pub unknown_key: &'static str,
}

impl TableShape {
    /// The key of this name.
    pub fn field(&self, key: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.key == key)
    }
}

/// A key of a table and what it may hold.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The key.
    pub key: &'static str,
    /// What its value must look like.
    pub shape: Shape,
    /// Whether it may not be left out.
    pub required: bool,
    /// What holds when it is left out, as documented; "" for nothing.
    pub default: &'static str,
    /// A sentence on it.
    pub doc: &'static str,
    /// The rulebook's number for a wrong or missing value; "" for none.
    pub code: &'static str,
    /// What to tell whoever wrote a wrong value or none; "" for nothing.
    pub advice: &'static str,
}

impl Field {
    /// A key that may be left out.
    pub const fn new(key: &'static str, shape: Shape, doc: &'static str) -> Self {
        Self { key, shape, required: false, default: "", doc, code: "", advice: "" }
    }

    /// The same, but it may not be left out.
    pub const fn required(self) -> Self {
        Self { required: true, ..self }
    }

    /// The same, saying what holds when it is left out.
    pub const fn default(self, default: &'static str) -> Self {
        Self { default, ..self }
    }

    /// The same, with the rulebook's number for a wrong value.
    pub const fn code(self, code: &'static str) -> Self {
        Self { code, ..self }
    }

    /// The same, with something to tell whoever gets it wrong.
    pub const fn advice(self, advice: &'static str) -> Self {
        Self { advice, ..self }
    }
}

/// What a value must look like.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// A whole number.
    Whole {
        /// The least allowed.
        min: i64,
        /// The largest allowed.
        max: i64,
    },
    /// A decimal number, read exactly; whole numbers fit too.
    Decimal {
        /// The least allowed.
        min: Decimal,
        /// The largest allowed.
        max: Decimal,
        /// How many places it may have.
        places: u8,
    },
    /// A text.
    Text {
        /// How many characters it may have.
        max_chars: usize,
        /// Whether it may have several lines.
        lines: bool,
    },
    /// True or false.
    Flag,
    /// One of some words.
    Word(&'static [&'static str]),
    /// A table of known keys.
    Table(&'static TableShape),
    /// The same, but keys may also be paths in quotes: `"tu.walk" = 5`.
    Paths(&'static TableShape),
    /// A list of values of one shape.
    List {
        /// The shape of each.
        of: &'static Shape,
        /// The fewest allowed.
        min: usize,
        /// The most allowed.
        max: usize,
    },
    /// A table whose keys are the user's own names, in written order.
    Map {
        /// The shape of each value.
        value: &'static Shape,
        /// The most entries allowed.
        max: usize,
    },
    /// Any of some shapes; the first that fits is taken.
    OneOf(&'static [Shape]),
}

impl Shape {
    /// A whole number from `min` to `max`.
    pub const fn whole(min: i64, max: i64) -> Self {
        Self::Whole { min, max }
    }

    /// A number from `min` to `max` with at most `places` decimal places.
    pub const fn decimal(min: i64, max: i64, places: u8) -> Self {
        Self::Decimal { min: Decimal::new(min, 0), max: Decimal::new(max, 0), places }
    }

    /// A text of one line.
    pub const fn text(max_chars: usize) -> Self {
        Self::Text { max_chars, lines: false }
    }

    /// A text of any number of lines.
    pub const fn lines(max_chars: usize) -> Self {
        Self::Text { max_chars, lines: true }
    }

    /// A list of up to `max` values.
    pub const fn list(of: &'static Shape, max: usize) -> Self {
        Self::List { of, min: 0, max }
    }

    /// A list of exactly `count` values, such as a pair.
    pub const fn exactly(count: usize, of: &'static Shape) -> Self {
        Self::List { of, min: count, max: count }
    }

    /// A table of the user's own names with up to `max` entries.
    pub const fn map(value: &'static Shape, max: usize) -> Self {
        Self::Map { value, max }
    }

    /// In words, as in "must be a whole number".
    pub fn describe(&self) -> String {
        match self {
            Shape::Whole { .. } => "a whole number".to_owned(),
            Shape::Decimal { .. } => "a number".to_owned(),
            Shape::Text { .. } => "text".to_owned(),
            Shape::Flag => "true or false".to_owned(),
            Shape::Word(_) => "a word".to_owned(),
            Shape::Table(_) | Shape::Paths(_) | Shape::Map { .. } => "a table".to_owned(),
            Shape::List { min, max, of } if min == max => {
                format!("a list of {max} ({} each)", of.describe())
            }
            Shape::List { .. } => "a list".to_owned(),
            Shape::OneOf(shapes) => {
                let mut words: Vec<String> = Vec::new();
                for word in shapes.iter().map(Shape::describe) {
                    if !words.contains(&word) {
                        words.push(word);
                    }
                }
                or(&words)
            }
        }
    }
}

/// "a", "a or b", "a, b or c".
pub(super) fn or(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// The largest seed: whole numbers up to it survive every JSON reader.
pub const MAX_SEED: i64 = (1 << 53) - 1;

/// The keys of every scenario, whatever its ruleset.
pub static COMMON: &[Field] = &[
    Field::new("ruleset", Shape::text(100), "the rules to fight by").required(),
    Field::new("name", Shape::text(100), "what reports call the battle"),
    Field::new("seed", Shape::whole(0, MAX_SEED), "the dice to use; `--seed` wins"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_put_in_words() {
        const DAMAGE: &[Shape] = &[
            Shape::text(20),
            Shape::whole(0, 9),
            Shape::Word(&["none"]),
            Shape::text(5),
            Shape::exactly(2, &Shape::whole(0, 9)),
        ];
        assert_eq!(
            Shape::OneOf(DAMAGE).describe(),
            "text, a whole number, a word or a list of 2 (a whole number each)"
        );
        assert_eq!(Shape::decimal(0, 1, 4).describe(), "a number");
        assert_eq!(Shape::Flag.describe(), "true or false");
    }

    #[test]
    fn a_table_may_hold_tables_of_its_own_shape() {
        static UNIT: TableShape = TableShape {
            name: "unit",
            doc: "",
            fields: &[Field::new("prisoners", Shape::list(&Shape::Table(&UNIT), 9), "")],
            unknown_key: "",
        };
        assert_eq!(UNIT.field("prisoners").map(|field| field.key), Some("prisoners"));
        assert!(UNIT.field("men").is_none());
    }
}
