//! Tables that fit their shape.

use super::decimal::Decimal;
use super::path::Step;
use super::source::{Place, Span};

/// A table whose values fit its shape.
///
/// What did not fit is absent, and an error says so; the checks of a ruleset
/// can go on with the rest and find more.
///
/// ```
/// use fracas_core::document::{Diagnostics, Field, Shape, Source, TableShape, check, parse};
///
/// static MAN: TableShape = TableShape {
///     name: "man",
///     doc: "A man.",
///     fields: &[Field::new("rank", Shape::text(20), "his rank")],
///     unknown_key: "",
/// };
/// static SIEGE: TableShape = TableShape {
///     name: "siege",
///     doc: "A siege.",
///     fields: &[
///         Field::new("wind", Shape::decimal(0, 9, 2), "how hard it blows").default("0"),
///         Field::new("night", Shape::Flag, "whether it is dark"),
///         Field::new("walls", Shape::list(&Shape::whole(0, 9), 4), "how high they are"),
///         Field::new("man", Shape::list(&Shape::Table(&MAN), 9), "who takes part"),
///         Field::new("goods", Shape::map(&Shape::whole(0, 99), 9), "what is stored"),
///     ],
///     unknown_key: "",
/// };
/// assert_eq!(SIEGE.field("night").map(|field| field.shape.describe()), Some("true or false".into()));
///
/// let text = "ruleset = \"siege\"\nwind = 0.25\nnight = true\nwalls = [3, 4]\n\
///             goods.\"old wine\" = 7\n[[man]]\nrank = \"knight\"\n";
/// let mut out = Diagnostics::new(Source::new("siege.toml", text));
/// let siege = check(&parse(&mut out).unwrap(), &SIEGE, &mut out);
/// assert_eq!(out.render(false), "");
/// assert_eq!(siege.decimal("wind").map(|wind| wind.scaled(2)), Some(25));
/// assert_eq!((siege.flag("night"), siege.has("seed")), (Some(true), false));
/// assert_eq!(siege.list("walls")[1].whole(), Some(4));
/// assert_eq!(siege.tables("man")[0].text("rank"), Some("knight"));
/// let (name, stored) = siege.map("goods").next().unwrap();
/// assert_eq!((name, stored.whole()), ("old wine", Some(7)));
/// assert_eq!(siege.place("walls").path, "walls");
/// ```
#[derive(Clone, Debug)]
pub struct Checked {
    pub(super) place: Place,
    pub(super) entries: Vec<Entry>,
}

/// A key that was written.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub key: String,
    pub key_span: Span,
    pub place: Place,
    /// None if it did not fit.
    pub value: Option<Item>,
}

/// A value and where it stands.
#[derive(Clone, Debug)]
pub struct Item {
    /// The value.
    pub value: Value,
    /// Where it stands.
    pub place: Place,
    /// Where its key stands, if it has one.
    pub key: Option<Span>,
}

/// A value that fits its shape.
#[derive(Clone, Debug)]
pub enum Value {
    /// A whole number.
    Whole(i64),
    /// A decimal number.
    Decimal(Decimal),
    /// A text or a word.
    Text(String),
    /// True or false.
    Flag(bool),
    /// A list, of anything but tables.
    List(Vec<Item>),
    /// A list of tables.
    Tables(Vec<Checked>),
    /// A table of known keys.
    Table(Checked),
    /// A table of the user's own names, in written order.
    Map(Vec<(String, Item)>),
}

impl Item {
    /// The whole number it is.
    pub fn whole(&self) -> Option<i64> {
        match self.value {
            Value::Whole(number) => Some(number),
            _ => None,
        }
    }

    /// The number it is, whole or not.
    pub fn decimal(&self) -> Option<Decimal> {
        match self.value {
            Value::Decimal(number) => Some(number),
            Value::Whole(number) => Some(number.into()),
            _ => None,
        }
    }

    /// The text it is.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The flag it is.
    pub fn flag(&self) -> Option<bool> {
        match self.value {
            Value::Flag(flag) => Some(flag),
            _ => None,
        }
    }

    /// The table it is.
    pub fn table(&self) -> Option<&Checked> {
        match &self.value {
            Value::Table(table) => Some(table),
            _ => None,
        }
    }

    /// The entries of the list it is; none if it is no list.
    pub fn list(&self) -> &[Item] {
        match &self.value {
            Value::List(items) => items,
            _ => &[],
        }
    }

    /// The tables of the list it is; none if it is no list of tables.
    pub fn tables(&self) -> &[Checked] {
        match &self.value {
            Value::Tables(tables) => tables,
            _ => &[],
        }
    }

    /// The user's own names it holds, in written order.
    pub fn map(&self) -> impl Iterator<Item = (&str, &Item)> {
        let entries: &[(String, Item)] = match &self.value {
            Value::Map(entries) => entries,
            _ => &[],
        };
        entries.iter().map(|(key, item)| (key.as_str(), item))
    }

    /// The same path, but where its key stands: for names that are wrong
    /// themselves.
    pub fn key_place(&self) -> Place {
        let place = self.place.clone();
        match self.key {
            Some(span) => place.at(span),
            None => place,
        }
    }
}

impl Checked {
    fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key == key)
    }

    /// The value of a key, whatever it is.
    pub fn value(&self, key: &str) -> Option<&Item> {
        self.entry(key)?.value.as_ref()
    }

    /// The whole number of a key.
    pub fn whole(&self, key: &str) -> Option<i64> {
        self.value(key)?.whole()
    }

    /// The number of a key, whole or not.
    pub fn decimal(&self, key: &str) -> Option<Decimal> {
        self.value(key)?.decimal()
    }

    /// The text or word of a key.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.value(key)?.text()
    }

    /// The flag of a key.
    pub fn flag(&self, key: &str) -> Option<bool> {
        self.value(key)?.flag()
    }

    /// The table of a key.
    pub fn table(&self, key: &str) -> Option<&Checked> {
        self.value(key)?.table()
    }

    /// The list of tables of a key; empty if there is none.
    pub fn tables(&self, key: &str) -> &[Checked] {
        self.value(key).map_or(&[], Item::tables)
    }

    /// The list of a key; empty if there is none.
    pub fn list(&self, key: &str) -> &[Item] {
        self.value(key).map_or(&[], Item::list)
    }

    /// The user's own names below a key, in written order.
    pub fn map(&self, key: &str) -> impl Iterator<Item = (&str, &Item)> {
        self.value(key).into_iter().flat_map(Item::map)
    }

    /// Whether the key was written, even if its value did not fit.
    pub fn has(&self, key: &str) -> bool {
        self.entry(key).is_some()
    }

    /// Where the value of a key stands. For a key that is missing, its path
    /// and the place of the table.
    pub fn place(&self, key: &str) -> Place {
        match self.entry(key) {
            Some(entry) => entry.place.clone(),
            None => self.place.below(&Step::Key(key.to_owned())),
        }
    }

    /// Where a key stands; if it is missing, as [`Self::place`].
    pub fn key_place(&self, key: &str) -> Place {
        match self.entry(key) {
            Some(entry) => entry.place.clone().at(entry.key_span),
            None => self.place(key),
        }
    }

    /// Where the table itself stands: its header, or its braces.
    pub fn here(&self) -> Place {
        self.place.clone()
    }
}
