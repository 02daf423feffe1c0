//! What a sweep tells of a point.

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

use crate::ask::OddsError;
use crate::report::OddsReport;

/// A point and its odds.
///
/// In JSON `{"values": {"men.knight": 5}, …}` with what follows `method` in the
/// JSON of odds; or `{"values": {…}, "error": "…"}` for a point that is no
/// battle.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The number of the point.
    pub point: u64,
    /// What was varied, and what it was here.
    pub values: Vec<(String, String)>,
    /// The odds, or why there are none.
    pub odds: Result<OddsReport, OddsError>,
}

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let values: serde_json::Map<String, Value> =
            self.values.iter().map(|(path, value)| (path.clone(), plain(value))).collect();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("values", &values)?;
        match &self.odds {
            Err(why) => map.serialize_entry("error", &why.to_string())?,
            Ok(odds) => {
                let odds = serde_json::to_value(&odds.odds).map_err(serde::ser::Error::custom)?;
                for (key, value) in odds.as_object().into_iter().flatten() {
                    map.serialize_entry(key, value)?;
                }
            }
        }
        map.end()
    }
}

/// A value as JSON has it: a number where it is one.
fn plain(value: &str) -> Value {
    match (value.parse::<i64>(), value.parse::<f64>()) {
        (Ok(whole), _) => whole.into(),
        (_, Ok(number)) if number.is_finite() => number.into(),
        _ => value.trim_matches(['"', '\'']).into(),
    }
}
