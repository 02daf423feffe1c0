//! Tables, as `inspect` and the reports show them: for eyes and for JSON.

use std::ops::Deref;

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::odds::grouped;

/// A titled table. The same table is set in columns on a terminal and given
/// as a list of objects in JSON.
///
/// ```
/// use fracas_core::table::{Cell, Table, interval};
/// use serde_json::json;
/// let mut ratings = Table::new("ratings", &["who", "hit %", "damage"]);
/// ratings.row(vec![json!("Osswid"), json!(62.5), interval(5, 15)]);
/// let expected = json!([
///     { "who": "Osswid", "hit_percent": 62.5, "damage": { "low": 5, "high": 15 } }
/// ]);
/// assert_eq!(ratings.to_json(), expected);
/// let words: Vec<String> = ratings.rows[0].iter().map(Cell::words).collect();
/// assert_eq!(words, ["Osswid", "62.5", "5-15"]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Above the table; its key in JSON.
    pub title: String,
    /// Column heads; keys of each row in JSON, signs put in words.
    pub columns: Vec<String>,
    /// Columns from this place on are called after somebody: their heads are
    /// keys as they are.
    pub names_from: usize,
    /// One cell a column.
    pub rows: Vec<Vec<Cell>>,
    /// A remark below the table.
    pub note: Option<String>,
}

/// A value for programs, and words for people where they are not those of the
/// value itself.
///
/// ```
/// use fracas_core::table::Cell;
/// use serde_json::json;
/// let place = Cell::told(json!([7, 3]), "7,3");
/// assert_eq!((place.words(), place.as_array().map(Vec::len)), ("7,3".to_owned(), Some(2)));
/// assert_eq!(Cell::from(json!(["Vega", "Sato"])).words(), "Vega, Sato");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    value: Value,
    told: Option<String>,
}

impl Cell {
    /// A value in words of its own.
    pub fn told(value: impl Into<Value>, words: impl Into<String>) -> Self {
        Self { value: value.into(), told: Some(words.into()) }
    }

    /// As people read it.
    pub fn words(&self) -> String {
        self.told.clone().unwrap_or_else(|| words(&self.value))
    }
}

impl From<Value> for Cell {
    fn from(value: Value) -> Self {
        Self { value, told: None }
    }
}

/// The value for programs.
impl Deref for Cell {
    type Target = Value;

    fn deref(&self) -> &Value {
        &self.value
    }
}

impl PartialEq<Value> for Cell {
    fn eq(&self, other: &Value) -> bool {
        self.value == *other
    }
}

impl PartialEq<&str> for Cell {
    fn eq(&self, other: &&str) -> bool {
        self.value == *other
    }
}

impl PartialEq<str> for Cell {
    fn eq(&self, other: &str) -> bool {
        self.value == *other
    }
}

/// Numbers from a lowest to a highest, both included.
pub fn interval(low: impl Into<Value>, high: impl Into<Value>) -> Value {
    json!({ "low": low.into(), "high": high.into() })
}

/// A value as people read it.
fn words(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::String(text) => text.clone(),
        Value::Number(number) => match number.as_i64() {
            Some(number) => grouped(number),
            None => number.as_f64().map_or_else(|| number.to_string(), decimal),
        },
        Value::Array(list) => list.iter().map(words).collect::<Vec<_>>().join(", "),
        Value::Object(object) => match (object.get("low"), object.get("high")) {
            (Some(low), Some(high)) if object.len() == 2 => {
                format!("{}-{}", words(low), words(high))
            }
            _ => value.to_string(),
        },
    }
}

/// A number with at most four places and at least one. One that is rounded to
/// nothing has no sign.
fn decimal(number: f64) -> String {
    let text = format!("{number:.4}");
    let short = text.trim_end_matches('0');
    let short = if short.ends_with('.') { format!("{short}0") } else { short.to_owned() };
    if short == "-0.0" { "0.0".to_owned() } else { short }
}

impl Table {
    /// A table without rows yet.
    pub fn new(title: impl Into<String>, columns: &[&str]) -> Self {
        Self {
            title: title.into(),
            columns: columns.iter().map(|head| (*head).to_owned()).collect(),
            names_from: columns.len(),
            rows: Vec::new(),
            note: None,
        }
    }

    /// Adds a row. Nothing less than nothing is just nothing: -0 is 0.
    pub fn row<C: Into<Cell>>(&mut self, cells: Vec<C>) {
        debug_assert_eq!(cells.len(), self.columns.len());
        let mut cells: Vec<Cell> = cells.into_iter().map(Into::into).collect();
        for cell in &mut cells {
            if cell.as_f64() == Some(0.0) && cell.is_f64() {
                cell.value = Value::from(0.0);
            }
        }
        self.rows.push(cells);
    }

    /// The key of the table in JSON: its title in one word.
    pub fn key(&self) -> String {
        key(&self.title)
    }

    /// The rows as JSON objects.
    pub fn to_json(&self) -> Value {
        let keys: Vec<String> =
            self.columns.iter().enumerate().map(|entry| self.head(entry)).collect();
        let object = |cells: &Vec<Cell>| {
            let values = cells.iter().map(|cell| cell.value.clone());
            Value::Object(keys.iter().cloned().zip(values).collect::<Map<_, _>>())
        };
        Value::Array(self.rows.iter().map(object).collect())
    }

    fn head(&self, (place, head): (usize, &String)) -> String {
        if place < self.names_from { key(head) } else { head.clone() }
    }
}

/// A head as JSON has it, in one word: `win %` is `win_percent`, `± gain` is
/// `gain_error`.
fn key(head: &str) -> String {
    let words = head.replace('%', "percent");
    let words = match words.strip_prefix('±') {
        Some(of) => format!("{of} error").trim_start().to_owned(),
        None => words,
    };
    words.replace([' ', '-'], "_")
}

impl Serialize for Table {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_words() {
        let mut table = Table::new("odds", &["win %", "± %", "max gain", "± gain", "±", "Bo - 1"]);
        table.names_from = 5;
        table.row((1..7).map(Value::from).collect());
        let expected = json!([{
            "win_percent": 1, "percent_error": 2, "max_gain": 3, "gain_error": 4, "error": 5,
            "Bo - 1": 6
        }]);
        assert_eq!(table.to_json(), expected);
        assert_eq!(Table::new("one attack of the heroes", &[]).key(), "one_attack_of_the_heroes");
    }

    #[test]
    fn zero_has_no_sign() {
        let mut table = Table::new("purse", &["gold", "turns"]);
        table.row(vec![json!(-0.0), json!(0)]);
        assert_eq!(table.to_json().to_string(), r#"[{"gold":0.0,"turns":0}]"#);
    }

    #[test]
    fn values_have_words() {
        for (value, said) in [
            (json!(null), ""),
            (json!(true), "yes"),
            (json!(1500), "1,500"),
            (json!(-0.00001), "0.0"),
            (json!(0.1 + 0.2), "0.3"),
            (json!(-2.0), "-2.0"),
            (interval(3, 11), "3-11"),
            (json!(["a", 2]), "a, 2"),
        ] {
            assert_eq!(Cell::from(value).words(), said);
        }
        assert_eq!(Cell::told(Value::Null, "more than 1000").words(), "more than 1000");
        assert_eq!(Cell::from(json!("all")), "all");
        assert_eq!(Cell::from(json!(3)), json!(3));
    }
}
