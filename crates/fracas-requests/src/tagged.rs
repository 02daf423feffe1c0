//! Requests whose key `ask` says what they are.
//!
//! They are read from a JSON value as serde reads variants. Its own way
//! (`tag = "ask"`, `untagged`, `flatten`) compiles everything that is in them
//! once more for each, and a page has to load that.

use serde::de::{Deserialize, Deserializer, Error};
use serde_json::{Map, Value};

use crate::strict::Strict;

/// The key that says what a request is.
pub const ASK: &str = "ask";

/// A request with the variant that it names around it.
pub fn variant<'de, D: Deserializer<'de>>(request: D) -> Result<Strict, D::Error> {
    let mut fields = Map::deserialize(request)?;
    match fields.remove(ASK) {
        Some(Value::String(ask)) => {
            Ok(Strict(Value::Object(Map::from_iter([(ask, fields.into())]))))
        }
        _ => Err(D::Error::missing_field(ASK)),
    }
}

/// A derived `deserialize` made the trait's, for variants named by `ask`.
macro_rules! named_by_ask {
    ($request:ident) => {
        impl<'de> serde::Deserialize<'de> for $request {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let request = crate::tagged::variant(from)?;
                $request::deserialize(request).map_err(serde::de::Error::custom)
            }
        }
    };
}
pub(crate) use named_by_ask;
