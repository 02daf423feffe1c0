//! The numbers that stand in a scenario.

use toml_edit::{Item, TableLike, Value};

use super::draft::{Draft, NewValue};
use super::path::{Step, path_text};

/// A number of a scenario.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// A whole one.
    Whole(i64),
    /// One with a point.
    Real(f64),
}

impl From<Number> for NewValue {
    fn from(number: Number) -> Self {
        match number {
            Number::Whole(number) => number.into(),
            Number::Real(number) => number.into(),
        }
    }
}

impl Draft {
    /// All numbers that are written in it, each with its path, in the order of
    /// the text.
    ///
    /// ```
    /// use fracas_core::document::{Draft, Number};
    /// let draft = Draft::parse("seed = 4\n[[stack]]\nmen = { knight = 20 }\nat = [1, 2.5]\n")?;
    /// let numbers = draft.numbers();
    /// let paths: Vec<&str> = numbers.iter().map(|(path, _)| path.as_str()).collect();
    /// assert_eq!(paths, ["seed", "stack[0].men.knight", "stack[0].at[0]", "stack[0].at[1]"]);
    /// assert_eq!((numbers[1].1, numbers[3].1), (Number::Whole(20), Number::Real(2.5)));
    /// # Ok::<(), fracas_core::document::EditError>(())
    /// ```
    pub fn numbers(&self) -> Vec<(String, Number)> {
        let mut walk = Walk::default();
        walk.table(self.root());
        walk.found
    }
}

/// The way to where it is, and what was found so far. Tables are not within
/// each other without end: the text was guarded against that.
#[derive(Default)]
struct Walk {
    steps: Vec<Step>,
    found: Vec<(String, Number)>,
}

impl Walk {
    fn table(&mut self, table: &dyn TableLike) {
        for (key, item) in table.iter() {
            self.within(Step::Key(key.to_owned()), |walk| walk.item(item));
        }
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::None => {}
            Item::Value(value) => self.value(value),
            Item::Table(table) => self.table(table),
            Item::ArrayOfTables(tables) => {
                for (place, table) in tables.iter().enumerate() {
                    self.within(Step::Index(place), |walk| walk.table(table));
                }
            }
        }
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Integer(number) => self.number(Number::Whole(*number.value())),
            Value::Float(number) => self.number(Number::Real(*number.value())),
            Value::Array(list) => {
                for (place, value) in list.iter().enumerate() {
                    self.within(Step::Index(place), |walk| walk.value(value));
                }
            }
            Value::InlineTable(table) => self.table(table),
            Value::String(_) | Value::Boolean(_) | Value::Datetime(_) => {}
        }
    }

    fn number(&mut self, number: Number) {
        self.found.push((path_text(&self.steps), number));
    }

    fn within(&mut self, step: Step, walk: impl FnOnce(&mut Self)) {
        self.steps.push(step);
        walk(self);
        self.steps.pop();
    }
}
