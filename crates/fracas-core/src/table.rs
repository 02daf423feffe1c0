//! Tables, as `inspect` and the reports show them: for eyes and for JSON.

use serde::Serialize;
use serde_json::{Map, Value};

/// A titled table. The same table is set in columns on a terminal and given
/// as a list of objects in JSON.
///
/// ```
/// use fracas_core::table::Table;
/// use serde_json::json;
/// let mut ratings = Table::new("ratings", &["who", "attack"]);
/// ratings.row(vec![json!("Osswid"), json!(80)]);
/// assert_eq!(ratings.to_json(), json!([{ "who": "Osswid", "attack": 80 }]));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Above the table; its key in JSON.
    pub title: String,
    /// Column heads; keys of each row in JSON.
    pub columns: Vec<String>,
    /// One value a column.
    pub rows: Vec<Vec<Value>>,
    /// A remark below the table.
    pub note: Option<String>,
}

impl Table {
    /// A table without rows yet.
    pub fn new(title: impl Into<String>, columns: &[&str]) -> Self {
        Self {
            title: title.into(),
            columns: columns.iter().map(|head| (*head).to_owned()).collect(),
            rows: Vec::new(),
            note: None,
        }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: Vec<Value>) {
        debug_assert_eq!(cells.len(), self.columns.len());
        self.rows.push(cells);
    }

    /// The rows as JSON objects.
    pub fn to_json(&self) -> Value {
        let object = |cells: &Vec<Value>| {
            let pairs = self.columns.iter().cloned().zip(cells.iter().cloned());
            Value::Object(pairs.collect::<Map<_, _>>())
        };
        Value::Array(self.rows.iter().map(object).collect())
    }
}

impl Serialize for Table {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}
