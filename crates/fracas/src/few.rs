//! Lists of files that are bounded while they are read: a short text can hold
//! more entries than memory.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// More orders than anybody gives.
const MOST_ORDERS: usize = 1_000_000;
/// More files than any scenario names.
const MOST_FILES: usize = 10_000;

/// The orders of a replay.
pub fn few_orders<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Vec<String>>, D::Error> {
    from.deserialize_seq(Orders).map(Some)
}

/// The files of a replay.
pub fn few_files<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<String, String>, D::Error> {
    from.deserialize_map(FilesByName)
}

struct Orders;

impl<'de> Visitor<'de> for Orders {
    type Value = Vec<String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of at most {MOST_ORDERS} orders")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut orders = Vec::new();
        while let Some(order) = list.next_element()? {
            if orders.len() == MOST_ORDERS {
                return Err(A::Error::invalid_length(MOST_ORDERS + 1, &self));
            }
            orders.push(order);
        }
        Ok(orders)
    }
}

struct FilesByName;

impl<'de> Visitor<'de> for FilesByName {
    type Value = BTreeMap<String, String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at most {MOST_FILES} files by name")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut files = BTreeMap::new();
        while let Some((name, text)) = map.next_entry()? {
            if files.len() == MOST_FILES {
                return Err(A::Error::invalid_length(MOST_FILES + 1, &self));
            }
            files.insert(name, text);
        }
        Ok(files)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_up_to_their_bound() {
        let orders = |text: &str| few_orders(&mut serde_json::Deserializer::from_str(text));
        assert_eq!(orders("[\"end\"]").unwrap(), Some(vec!["end".to_owned()]));
        let many = format!("[{}\"\"]", "\"\",".repeat(MOST_ORDERS));
        let why = orders(&many).unwrap_err().to_string();
        assert!(why.contains("expected a list of at most 1000000 orders"), "{why}");

        let files = |text: &str| few_files(&mut serde_json::Deserializer::from_str(text));
        assert_eq!(files("{\"a\":\"b\"}").unwrap().len(), 1);
        let many: Vec<String> = (0..=MOST_FILES).map(|n| format!("\"{n}\":\"\"")).collect();
        assert!(files(&format!("{{{}}}", many.join(","))).is_err());
    }
}
