//! Changing the values of a scenario, comments and order kept.

use std::fmt;

use thiserror::Error;
use toml_edit::{
    Array, ArrayOfTables, Decor, DocumentMut, InlineTable, Item, Table, TableLike, Value,
};

use super::nearest::nearest;
use super::parse::guard;
use super::path::{BadPath, Step, join, parse_path};
use super::resolve::{below, length, resolve};

/// A scenario that can be changed by path. What it prints keeps the comments
/// and the order of the text it was read from.
///
/// ```
/// use fracas_core::document::Draft;
/// let mut draft = Draft::parse("men = { knight = 20 } # the garrison\n")?;
/// draft.set("men.knight", 60)?;
/// draft.set("place.terrain", "swamp")?;
/// assert_eq!(
///     draft.to_string(),
///     "men = { knight = 60 } # the garrison\n\n[place]\nterrain = \"swamp\"\n"
/// );
/// assert!(draft.remove("place")?);
/// assert_eq!(draft.to_string(), "men = { knight = 60 } # the garrison\n");
/// # Ok::<(), fracas_core::document::EditError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Draft(DocumentMut);

/// Why a scenario cannot be changed so. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EditError {
    /// The text is no TOML.
    #[error("{0}")]
    NotToml(String),
    /// The path is none.
    #[error(transparent)]
    Path(#[from] BadPath),
    /// The value is none.
    #[error("{0}")]
    Value(String),
    /// The path leads to nothing that takes the value.
    #[error("{0}")]
    Place(String),
}

/// A value to be put into a scenario: a number, a text, true or false, or a
/// list of such. From a [text](Self::read) it may be anything TOML knows.
#[derive(Clone, Debug)]
pub struct NewValue(Value);

impl NewValue {
    /// Reads a value as users write it: TOML if it is TOML, else text.
    ///
    /// ```
    /// # use fracas_core::document::{Draft, NewValue};
    /// let mut draft = Draft::default();
    /// draft.set("name", NewValue::read("Heron Mire")?)?;
    /// draft.set("men", NewValue::read("{ knight = 20 }")?)?;
    /// assert_eq!(draft.to_string(), "name = \"Heron Mire\"\nmen = { knight = 20 }\n");
    /// # Ok::<(), fracas_core::document::EditError>(())
    /// ```
    pub fn read(text: &str) -> Result<Self, EditError> {
        let text = text.trim();
        guard(text).map_err(|refusal| EditError::Value(refusal.message))?;
        match text.parse::<Value>() {
            // Nothing in a scenario can be infinite or no number: these are names.
            Ok(Value::Float(number)) if !number.value().is_finite() => Ok(Self(text.into())),
            Ok(value) => Ok(Self(value)),
            Err(error) if text.starts_with(['"', '\'', '[', '{']) => {
                Err(EditError::Value(format!("`{text}` is not a valid value: {}", error.message())))
            }
            Err(_) => Ok(Self(text.into())),
        }
    }

    /// Whether it is a list.
    pub fn is_list(&self) -> bool {
        self.0.is_array()
    }

    /// Whether it is a table.
    pub fn is_table(&self) -> bool {
        self.0.is_inline_table()
    }
}

macro_rules! values_from {
    ($($plain:ty => $toml:ty),+) => {
        $(impl From<$plain> for NewValue {
            fn from(value: $plain) -> Self {
                Self(<$toml>::from(value).into())
            }
        })+
    };
}

values_from!(i32 => i64, u32 => i64, i64 => i64, f64 => f64, bool => bool, &str => &str, String => String);

impl<T: Into<Self>> From<Vec<T>> for NewValue {
    fn from(list: Vec<T>) -> Self {
        Self(list.into_iter().map(|value| value.into().0).collect::<Array>().into())
    }
}

impl Draft {
    /// Reads a scenario.
    pub fn parse(text: &str) -> Result<Self, EditError> {
        guard(text).map_err(|refusal| EditError::NotToml(refusal.message))?;
        text.parse().map(Self).map_err(|error: toml_edit::TomlError| {
            EditError::NotToml(format!("the scenario is not valid TOML: {}", error.message()))
        })
    }

    /// Its outermost table.
    pub(super) fn root(&self) -> &Table {
        self.0.as_table()
    }

    /// Sets the value at a path.
    ///
    /// Tables on the way that do not exist are made; an index must exist or be
    /// one past the end, which adds an entry. An entry may be named by what it
    /// is called.
    ///
    /// ```
    /// # use fracas_core::document::Draft;
    /// let mut draft = Draft::parse("[[stack]]\nnoble = \"Osswid\"\n")?;
    /// draft.set("stack[Osswid].behind", 2)?;
    /// assert_eq!(draft.get("stack[0].behind")?.as_deref(), Some("2"));
    /// # Ok::<(), fracas_core::document::EditError>(())
    /// ```
    pub fn set(&mut self, path: &str, value: impl Into<NewValue>) -> Result<(), EditError> {
        let steps = self.steps(path)?;
        let mut changed = self.0.clone();
        set_in_table(changed.as_table_mut(), "", &steps, value.into().0, Form::Header)
            .map_err(EditError::Place)?;
        self.0 = changed;
        Ok(())
    }

    /// Adds an entry to the list at a path, which is made if need be.
    ///
    /// ```
    /// # use fracas_core::document::Draft;
    /// let mut draft = Draft::parse("items = [\"axe\"]\n")?;
    /// draft.push("items", "bow")?;
    /// assert_eq!(draft.to_string(), "items = [\"axe\", \"bow\"]\n");
    /// # Ok::<(), fracas_core::document::EditError>(())
    /// ```
    pub fn push(&mut self, path: &str, value: impl Into<NewValue>) -> Result<(), EditError> {
        let steps = self.steps(path)?;
        let count = self.item(&steps).and_then(length).unwrap_or(0);
        self.set(&format!("{path}[{count}]"), value)
    }

    /// Takes the value at a path out. False if there is none.
    pub fn remove(&mut self, path: &str) -> Result<bool, EditError> {
        let steps = self.steps(path)?;
        let Some((last, way)) = steps.split_last() else { return Ok(false) };
        let mut item = Some(self.0.as_item_mut());
        for step in way {
            item = item.and_then(|item| match step {
                Step::Key(key) => item.get_mut(key.as_str()),
                Step::Index(index) => item.get_mut(*index),
                Step::Name(_) => None,
            });
        }
        Ok(match (item, last) {
            (Some(Item::ArrayOfTables(tables)), Step::Index(index)) => {
                let there = *index < tables.len();
                if there {
                    tables.remove(*index);
                }
                there
            }
            (Some(Item::Value(Value::Array(list))), Step::Index(index)) => {
                let there = *index < list.len();
                if there {
                    list.remove(*index);
                }
                there
            }
            (Some(item), Step::Key(key)) => {
                item.as_table_like_mut().and_then(|table| table.remove(key)).is_some()
            }
            _ => false,
        })
    }

    /// The value at a path as it is written, without a comment beside it; none
    /// if there is no such value.
    ///
    /// ```
    /// # use fracas_core::document::Draft;
    /// let draft = Draft::parse("[[stack]]\nnoble = \"Osswid\" # of Imperius\n")?;
    /// assert_eq!(draft.get("stack[0].noble")?.as_deref(), Some("\"Osswid\""));
    /// assert_eq!(draft.get("stack[1].noble")?, None);
    /// # Ok::<(), fracas_core::document::EditError>(())
    /// ```
    pub fn get(&self, path: &str) -> Result<Option<String>, EditError> {
        let steps = self.steps(path)?;
        let written = |item: &Item| match item.as_value() {
            Some(value) => value.clone().decorated("", "").to_string(),
            None => item.to_string().trim().to_owned(),
        };
        Ok(self.item(&steps).map(written))
    }

    /// The keys on top.
    pub fn keys(&self) -> Vec<&str> {
        self.0.iter().filter(|(_, item)| !item.is_none()).map(|(key, _)| key).collect()
    }

    /// Takes a key on top, with all that is in it, from another scenario, under
    /// a name of its own here. False if the other has no such key.
    ///
    /// ```
    /// # use fracas_core::document::Draft;
    /// let army = Draft::parse("[attacker]\n[[attacker.stack]]\nnoble = \"Osswid\"\n")?;
    /// let mut battle = Draft::parse("ruleset = \"olympia\"\n")?;
    /// assert!(battle.adopt(&army, "attacker", "defender"));
    /// assert_eq!(battle.get("defender.stack[0].noble")?.as_deref(), Some("\"Osswid\""));
    /// assert!(!battle.adopt(&army, "x", "x"));
    /// assert_eq!(battle.keys(), ["ruleset", "defender"]);
    /// # Ok::<(), fracas_core::document::EditError>(())
    /// ```
    pub fn adopt(&mut self, other: &Self, from: &str, to: &str) -> bool {
        let Some(item) = other.0.get(from).filter(|item| !item.is_none()) else { return false };
        self.0.insert(to, item.clone());
        true
    }

    fn item(&self, steps: &[Step]) -> Option<&Item> {
        steps.iter().try_fold(self.0.as_item(), below)
    }

    /// The way that a path names, names of entries looked up.
    fn steps(&self, path: &str) -> Result<Vec<Step>, EditError> {
        let steps = parse_path(path)?;
        resolve(self.0.as_item(), &steps).map_err(EditError::Place)
    }
}

impl fmt::Display for Draft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// How tables that do not exist yet are written.
#[derive(Clone, Copy)]
enum Form {
    /// Under a header of their own.
    Header,
    /// In braces, because what they stand in is.
    Inline,
}

fn set_in_table(
    table: &mut dyn TableLike,
    path: &str,
    steps: &[Step],
    value: Value,
    form: Form,
) -> Result<(), String> {
    let (key, rest) = match steps {
        [Step::Key(key), rest @ ..] => (key, rest),
        [Step::Index(index), ..] => {
            let key = table.iter().next().map_or("key", |(key, _)| key);
            let example = join(path, &Step::Key(key.to_owned()));
            return Err(format!(
                "{path} is a table, not a list: there is no [{index}]; name a key, such as {example}"
            ));
        }
        // Names are looked up before.
        [Step::Name(_), ..] | [] => return Ok(()),
    };
    let here = join(path, &steps[0]);
    if rest.is_empty() {
        match table.get_mut(key) {
            Some(Item::Value(old)) => replace(old, value),
            Some(item) => *item = Item::Value(value),
            None => insert(table, key, Item::Value(value), form),
        }
        return Ok(());
    }
    if table.get(key).is_none_or(Item::is_none) {
        if let Step::Index(index) = rest[0]
            && index > 0
        {
            return Err(no_such_list(&*table, path, key, index));
        }
        insert(table, key, new_item(rest, form), form);
    }
    match table.get_mut(key) {
        Some(item) => set_in_item(item, &here, rest, value, form),
        // It was just put there.
        None => Ok(()),
    }
}

/// Adds a key. In braces, the blanks before the closing one stay there.
fn insert(table: &mut dyn TableLike, key: &str, mut item: Item, form: Form) {
    if let (Form::Inline, Item::Value(new)) = (form, &mut item)
        && let Some((_, Item::Value(last))) = table.iter_mut().last()
    {
        hand_over_end(last, new);
    }
    table.insert(key, item);
}

/// Adds an entry, the blanks before the closing bracket stay there.
fn push(list: &mut Array, mut new: Value) {
    if let Some(last) = list.iter_mut().last() {
        hand_over_end(last, &mut new);
    }
    list.push_formatted(new);
}

/// What stood after the last value stands after the new last one.
fn hand_over_end(last: &mut Value, new: &mut Value) {
    let end = last.decor().suffix().cloned().unwrap_or_default();
    last.decor_mut().set_suffix("");
    *new.decor_mut() = Decor::new(" ", end);
}

fn no_such_list(table: &dyn TableLike, path: &str, key: &str, index: usize) -> String {
    let here = join(path, &Step::Key(key.to_owned()));
    let keys: Vec<&str> = table.iter().map(|(key, _)| key).collect();
    let hint = match nearest(key, keys.iter().copied()) {
        Some(near) => format!("; did you mean `{near}`?"),
        None if keys.is_empty() => String::new(),
        None => format!("; there are: {}", keys.join(", ")),
    };
    format!("there is no {here}, so it has no [{index}]{hint}")
}

/// An empty container that the next step can go into.
fn new_item(rest: &[Step], form: Form) -> Item {
    match (rest, form) {
        ([Step::Key(_), ..], Form::Header) => {
            let mut table = Table::new();
            // Without values of its own it needs no header.
            table.set_implicit(rest.len() > 1);
            Item::Table(table)
        }
        ([Step::Index(_), Step::Key(_), ..], Form::Header) => {
            Item::ArrayOfTables(ArrayOfTables::new())
        }
        ([Step::Index(_), ..], _) => Item::Value(Value::Array(Array::new())),
        _ => Item::Value(Value::InlineTable(InlineTable::new())),
    }
}

fn set_in_item(
    item: &mut Item,
    path: &str,
    steps: &[Step],
    value: Value,
    form: Form,
) -> Result<(), String> {
    match item {
        Item::Table(table) => {
            if steps.len() == 1 {
                table.set_implicit(false);
            }
            set_in_table(table, path, steps, value, form)
        }
        Item::ArrayOfTables(tables) => {
            let (index, rest) = take_index(path, steps, tables.len())?;
            if rest.is_empty() {
                return set_whole_entry(tables, path, index, value);
            }
            if index == tables.len() {
                tables.push(Table::new());
            }
            let here = join(path, &Step::Index(index));
            match tables.get_mut(index) {
                Some(table) => set_in_table(table, &here, rest, value, form),
                // `take_index` and the push above see to it that it is there.
                None => Ok(()),
            }
        }
        Item::Value(old) => set_in_value(old, path, steps, value),
        Item::None => Ok(()),
    }
}

/// Replaces one `[[entry]]` by a table in braces.
fn set_whole_entry(
    tables: &mut ArrayOfTables,
    path: &str,
    index: usize,
    value: Value,
) -> Result<(), String> {
    let Value::InlineTable(inline) = value else {
        let here = join(path, &Step::Index(index));
        return Err(format!("{here} must be a table, such as {{ key = 1 }}"));
    };
    let new = inline.into_table();
    match tables.get_mut(index) {
        Some(old) => {
            let decor = old.decor().clone();
            let position = old.position();
            *old = new;
            *old.decor_mut() = decor;
            old.set_position(position);
        }
        None => tables.push(new),
    }
    Ok(())
}

fn set_in_value(old: &mut Value, path: &str, steps: &[Step], value: Value) -> Result<(), String> {
    match old {
        Value::InlineTable(table) => set_in_table(table, path, steps, value, Form::Inline),
        Value::Array(list) => {
            let (index, rest) = take_index(path, steps, list.len())?;
            if index == list.len() {
                match new_item(rest, Form::Inline) {
                    _ if rest.is_empty() => {
                        push(list, value);
                        return Ok(());
                    }
                    Item::Value(container) => push(list, container),
                    _ => {}
                }
            }
            let here = join(path, &Step::Index(index));
            match list.get_mut(index) {
                Some(entry) if rest.is_empty() => {
                    replace(entry, value);
                    Ok(())
                }
                Some(entry) => set_in_value(entry, &here, rest, value),
                // `take_index` and the push above see to it that it is there.
                None => Ok(()),
            }
        }
        other => Err(format!("{path} is {}, nothing is below it; write {path}=value", kind(other))),
    }
}

/// The index that comes next, if the list has it or ends just before it.
fn take_index<'a>(
    path: &str,
    steps: &'a [Step],
    len: usize,
) -> Result<(usize, &'a [Step]), String> {
    match steps {
        [Step::Index(index), rest @ ..] if *index <= len => Ok((*index, rest)),
        [Step::Index(index), ..] => {
            let count = match len {
                0 => "is empty".to_owned(),
                1 => "has only [0]".to_owned(),
                _ => format!("has [0] to [{}]", len - 1),
            };
            Err(format!("there is no {path}[{index}]: {path} {count}; [{len}] would add an entry"))
        }
        _ => Err(format!("{path} is a list: say which entry, such as {path}[0]")),
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::String(_) => "a text",
        Value::Integer(_) | Value::Float(_) => "a number",
        Value::Boolean(_) => "true or false",
        Value::Datetime(_) => "a date",
        Value::Array(_) => "a list",
        Value::InlineTable(_) => "a table",
    }
}

/// Puts a new value in the place of an old one, blanks and comments kept.
fn replace(old: &mut Value, new: Value) {
    let decor = old.decor().clone();
    *old = new;
    *old.decor_mut() = decor;
}
