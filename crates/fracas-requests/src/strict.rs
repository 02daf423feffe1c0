//! Requests in which every field has to be known.
//!
//! serde tells whoever reads for it which fields there are. Here that list is
//! used: a field that is not on it is refused by name, with the word that was
//! probably meant. So no request can forget to, and a page does not load the same
//! once more for each. What is wrong is told with its place: `seats[1].unts`.

use std::fmt::{self, Display};

use fracas::core::document::suggestion;
use serde::de::value::StringDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error, Expected, IntoDeserializer,
    MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor,
};
use serde_json::{Map, Value};

/// Texts that are longer are not told again.
const LONGEST_TOLD: usize = 60;

/// Why something is no request, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// Such as `seats[1].unts`; empty for the whole.
    path: String,
    why: String,
}

impl Unread {
    /// The same, seen from around a step of the path.
    fn under(mut self, step: &str) -> Self {
        let dot = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        self.path = format!("{step}{dot}{}", self.path);
        self
    }
}

impl Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.as_str() {
            "" => f.write_str(&self.why),
            path => write!(f, "{path}: {}", self.why),
        }
    }
}

impl std::error::Error for Unread {}

impl Error for Unread {
    fn custom<T: Display>(why: T) -> Self {
        Self { path: String::new(), why: why.to_string() }
    }

    fn invalid_type(found: Unexpected<'_>, wanted: &dyn Expected) -> Self {
        // A whole scenario where an object belongs is not told again.
        let found = match found {
            Unexpected::Str(text) if text.len() > LONGEST_TOLD => Unexpected::Other("a long text"),
            found => found,
        };
        Self::custom(format!("{found} where {wanted} belongs"))
    }

    fn unknown_variant(found: &str, known: &'static [&'static str]) -> Self {
        Self::custom(format!("there is no `{found}`; {}", suggestion(found, known.iter().copied())))
    }
}

/// Reads a request, all of whose fields have to be known.
pub fn read<T: DeserializeOwned>(request: Value) -> Result<T, Unread> {
    T::deserialize(Strict(request))
}

/// A value whose fields have to be known.
pub struct Strict(pub Value);

/// Refuses fields that are not among these.
fn all_known(found: &Map<String, Value>, known: &[&str]) -> Result<(), Unread> {
    match found.keys().find(|field| !known.contains(&field.as_str())) {
        None => Ok(()),
        Some(field) => {
            let help = match known {
                [] => "there are none".to_owned(),
                known => suggestion(field, known.iter().copied()),
            };
            Err(Unread::custom(format!("no such field; {help}")).under(field))
        }
    }
}

fn unexpected(found: &Value, wanted: &dyn Expected) -> Unread {
    let found = match found {
        Value::Null => Unexpected::Unit,
        Value::Bool(truth) => Unexpected::Bool(*truth),
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(whole), _) => Unexpected::Unsigned(whole),
            (None, Some(whole)) => Unexpected::Signed(whole),
            (None, None) => Unexpected::Float(number.as_f64().unwrap_or_default()),
        },
        Value::String(text) => Unexpected::Str(text),
        Value::Array(_) => Unexpected::Seq,
        Value::Object(_) => Unexpected::Map,
    };
    Error::invalid_type(found, wanted)
}

fn visit_object<'de, V: Visitor<'de>>(
    found: Value,
    known: &[&str],
    visitor: V,
) -> Result<V::Value, Unread> {
    let Value::Object(fields) = found else { return Err(unexpected(&found, &"an object")) };
    all_known(&fields, known)?;
    visitor.visit_map(Fields { rest: fields.into_iter(), value: None })
}

impl<'de> Deserializer<'de> for Strict {
    type Error = Unread;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(truth) => visitor.visit_bool(truth),
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(whole), _) => visitor.visit_u64(whole),
                (None, Some(whole)) => visitor.visit_i64(whole),
                (None, None) => visitor.visit_f64(number.as_f64().unwrap_or_default()),
            },
            Value::String(text) => visitor.visit_string(text),
            Value::Array(items) => visitor.visit_seq(Items { rest: items.into_iter(), place: 0 }),
            Value::Object(fields) => {
                visitor.visit_map(Fields { rest: fields.into_iter(), value: None })
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Unread> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unread> {
        visit_object(self.0, fields, visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        known: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unread> {
        let variant = match self.0 {
            Value::String(name) => Variant { name, value: None },
            Value::Object(fields) if fields.len() == 1 => {
                // It has one, as was just seen.
                let (name, value) = fields.into_iter().next().unwrap_or_default();
                Variant { name, value: Some(value) }
            }
            other => {
                let known = format!("one of {}", known.join(", "));
                return Err(unexpected(&other, &known.as_str()));
            }
        };
        visitor.visit_enum(variant)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map identifier ignored_any
    }
}

/// The rest of a list.
struct Items {
    rest: std::vec::IntoIter<Value>,
    place: usize,
}

impl<'de> SeqAccess<'de> for Items {
    type Error = Unread;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Unread> {
        let Some(item) = self.rest.next() else { return Ok(None) };
        let place = self.place;
        self.place += 1;
        let read = seed.deserialize(Strict(item));
        read.map(Some).map_err(|why| why.under(&format!("[{place}]")))
    }
}

/// The rest of an object.
struct Fields {
    rest: serde_json::map::IntoIter,
    value: Option<(String, Value)>,
}

impl<'de> MapAccess<'de> for Fields {
    type Error = Unread;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Unread> {
        let Some((key, value)) = self.rest.next() else { return Ok(None) };
        self.value = Some((key.clone(), value));
        let key: StringDeserializer<Unread> = key.into_deserializer();
        seed.deserialize(key).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Unread> {
        // serde asks for a value after its key.
        let (key, value) = self.value.take().unwrap_or_default();
        seed.deserialize(Strict(value)).map_err(|why| why.under(&key))
    }
}

/// A variant by its name, with what it holds.
struct Variant {
    name: String,
    value: Option<Value>,
}

impl<'de> EnumAccess<'de> for Variant {
    type Error = Unread;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(
        mut self,
        seed: V,
    ) -> Result<(V::Value, Self), Unread> {
        let name: StringDeserializer<Unread> = std::mem::take(&mut self.name).into_deserializer();
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant {
    type Error = Unread;

    fn unit_variant(self) -> Result<(), Unread> {
        match self.value {
            None => Ok(()),
            Some(value) => Err(unexpected(&value, &"a word alone")),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Unread> {
        seed.deserialize(Strict(self.value.unwrap_or_default()))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Unread> {
        Strict(self.value.unwrap_or_default()).deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unread> {
        visit_object(self.value.unwrap_or_default(), fields, visitor)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    struct Game {
        seats: Vec<Seat>,
        clock: Option<u8>,
        #[serde(default)]
        files: BTreeMap<String, String>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Seat {
        Empty,
        Taken { name: String, luck: f64 },
    }

    fn refused(request: Value) -> String {
        read::<Game>(request).unwrap_err().to_string()
    }

    #[test]
    fn what_is_known_is_read() {
        let game = json!({
            "seats": ["empty", { "taken": { "name": "Ada", "luck": 1 } }],
            "clock": null,
            "files": { "a.csv": "x" },
        });
        let ada = Seat::Taken { name: "Ada".to_owned(), luck: 1.0 };
        let files = BTreeMap::from([("a.csv".to_owned(), "x".to_owned())]);
        assert_eq!(read(game), Ok(Game { seats: vec![Seat::Empty, ada], clock: None, files }));
    }

    #[test]
    fn what_is_not_known_is_named() {
        assert_eq!(refused(json!({ "saets": [] })), "saets: no such field; did you mean seats?");
        assert_eq!(
            refused(json!({ "seats": [], "x": 1 })),
            "x: no such field; known are seats, clock, files"
        );
        assert_eq!(
            refused(json!({ "seats": [{ "taken": { "name": "A", "luk": 1 } }] })),
            "seats[0].luk: no such field; did you mean luck?"
        );
        assert_eq!(
            refused(json!({ "seats": ["emty"] })),
            "seats[0]: there is no `emty`; did you mean empty?"
        );
        assert_eq!(
            refused(json!({ "seats": ["empty", 3] })),
            "seats[1]: integer `3` where one of empty, taken belongs"
        );
        assert_eq!(
            refused(json!({ "seats": [], "clock": 300 })),
            "clock: invalid value: integer `300`, expected u8"
        );
        assert_eq!(refused(json!({})), "missing field `seats`");
        assert_eq!(refused(json!([[], 3])), "sequence where an object belongs");
        let long = "x".repeat(1000);
        assert_eq!(
            refused(json!({ "seats": long })),
            "seats: a long text where a sequence belongs"
        );
        assert_eq!(
            refused(json!({ "seats": [], "files": { "a": 3 } })),
            "files.a: integer `3` where a string belongs"
        );
    }
}
