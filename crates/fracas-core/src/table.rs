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
    /// Column heads; keys of each row in JSON, signs put in words.
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

    /// Adds a row. Nothing less than nothing is just nothing: -0 is 0.
    pub fn row(&mut self, mut cells: Vec<Value>) {
        debug_assert_eq!(cells.len(), self.columns.len());
        for cell in &mut cells {
            if cell.as_f64() == Some(0.0) && cell.is_f64() {
                *cell = Value::from(0.0);
            }
        }
        self.rows.push(cells);
    }

    /// The rows as JSON objects.
    pub fn to_json(&self) -> Value {
        let keys: Vec<String> = self.columns.iter().map(|head| key(head)).collect();
        let object = |cells: &Vec<Value>| {
            let pairs = keys.iter().cloned().zip(cells.iter().cloned());
            Value::Object(pairs.collect::<Map<_, _>>())
        };
        Value::Array(self.rows.iter().map(object).collect())
    }
}

/// A column head in words, as JSON has it: `win %` is `win percent`, `± gain`
/// is `gain error`.
fn key(head: &str) -> String {
    let words = head.replace('%', "percent");
    match words.strip_prefix('±') {
        Some(of) => format!("{of} error").trim_start().to_owned(),
        None => words,
    }
}

impl Serialize for Table {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn keys_are_words() {
        let mut table = Table::new("odds", &["win %", "± %", "gain", "± gain", "±"]);
        table.row(vec![json!(1), json!(2), json!(3), json!(4), json!(5)]);
        let expected = json!([{
            "win percent": 1, "percent error": 2, "gain": 3, "gain error": 4, "error": 5
        }]);
        assert_eq!(table.to_json(), expected);
    }

    #[test]
    fn zero_has_no_sign() {
        let mut table = Table::new("purse", &["gold", "turns"]);
        table.row(vec![json!(-0.0), json!(0)]);
        assert_eq!(table.to_json().to_string(), r#"[{"gold":0.0,"turns":0}]"#);
    }
}
