//! What may stand in a scenario file, for editors and for readers.
//!
//! Both are made from the description that the reader checks files against,
//! so they cannot say anything else than it does.

mod reference;
mod tables;

use fracas_core::document::{COMMON, Decimal, Field, Shape, TableShape};
use serde_json::{Map, Value, json};

use crate::registry::Rules;
use tables::Tables;

pub use reference::reference;

/// Text of one line: no control characters.
const LINE: &str = r"^[^\x00-\x1f\x7f-\x9f]*$";
/// Text of any number of lines.
const LINES: &str = r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]*$";

/// The JSON schema (draft 2020-12) of a ruleset's scenario files.
///
/// A file that does not fit it cannot be fought. One that fits may still be
/// refused: that a noble is named twice, for one, no schema can tell.
///
/// ```
/// let schema = fracas::schema(fracas::Registry::standard().rules("olympia").unwrap());
/// assert_eq!(schema["properties"]["ruleset"]["const"], "olympia");
/// assert_eq!(schema["$defs"]["unit"]["properties"]["behind"]["maximum"], 9);
/// ```
pub fn schema(rules: &Rules) -> Value {
    let tables = Tables::within(rules.shape());
    let mut root = Map::new();
    root.insert("$schema".to_owned(), json!("https://json-schema.org/draft/2020-12/schema"));
    root.insert("title".to_owned(), json!(format!("fracas scenario: {}", rules.name)));
    root.append(&mut table(rules.shape(), &common(rules.shape()), &tables));
    let ruleset = &mut root["properties"]["ruleset"];
    *ruleset = json!({ "description": ruleset["description"], "const": rules.name });
    let defs: Map<String, Value> = tables
        .iter()
        .map(|(shape, name)| (name.to_owned(), Value::Object(table(shape, &[], &tables))))
        .collect();
    root.insert("$defs".to_owned(), Value::Object(defs));
    Value::Object(root)
}

/// The keys of every scenario that a ruleset does not describe itself.
fn common(root: &TableShape) -> Vec<&'static Field> {
    COMMON.iter().filter(|field| root.field(field.key).is_none()).collect()
}

fn table(
    shape: &'static TableShape,
    common: &[&'static Field],
    tables: &Tables,
) -> Map<String, Value> {
    let fields = || common.iter().copied().chain(shape.fields);
    let properties: Map<String, Value> =
        fields().map(|field| (field.key.to_owned(), property(field, tables))).collect();
    let required: Vec<&str> =
        fields().filter(|field| field.required).map(|field| field.key).collect();
    let mut object = Map::new();
    if !shape.doc.is_empty() {
        object.insert("description".to_owned(), json!(shape.doc));
    }
    object.insert("type".to_owned(), json!("object"));
    object.insert("properties".to_owned(), Value::Object(properties));
    if !required.is_empty() {
        object.insert("required".to_owned(), json!(required));
    }
    object.insert("additionalProperties".to_owned(), json!(false));
    object
}

fn property(field: &'static Field, tables: &Tables) -> Value {
    let mut object = Map::new();
    let mut told: Vec<String> = Vec::new();
    if !field.doc.is_empty() {
        told.push(field.doc.to_owned());
    }
    if !field.default.is_empty() {
        told.push(format!("default: {}", field.default));
    }
    if let Shape::Decimal { places, .. } = field.shape {
        told.push(format!("at most {places} decimal places"));
    }
    if !told.is_empty() {
        object.insert("description".to_owned(), json!(told.join("; ")));
    }
    object.append(&mut value(&field.shape, tables));
    if let Some(default) = default_value(field) {
        object.insert("default".to_owned(), default);
    }
    Value::Object(object)
}

fn value(shape: &'static Shape, tables: &Tables) -> Map<String, Value> {
    let object = match shape {
        Shape::Whole { min, max } => {
            json!({ "type": "integer", "minimum": min, "maximum": max })
        }
        Shape::Decimal { min, max, .. } => {
            json!({ "type": "number", "minimum": number(*min), "maximum": number(*max) })
        }
        Shape::Text { max_chars, lines } => {
            let pattern = if *lines { LINES } else { LINE };
            let mut text = json!({ "type": "string", "pattern": pattern });
            limit(&mut text, "maxLength", *max_chars);
            text
        }
        Shape::Flag => json!({ "type": "boolean" }),
        Shape::Word(words) => json!({ "enum": words }),
        Shape::Table(table) => json!({ "$ref": format!("#/$defs/{}", tables.name_of(table)) }),
        Shape::Paths(shape) => {
            let mut paths = Value::Object(table(shape, &[], tables));
            paths["patternProperties"] = json!({ "\\.": true });
            paths
        }
        Shape::List { of, min, max } => {
            let mut list = json!({ "type": "array", "items": value(of, tables) });
            if *min > 0 {
                list["minItems"] = json!(min);
            }
            limit(&mut list, "maxItems", *max);
            list
        }
        Shape::Map { value: of, max } => {
            let mut map = json!({ "type": "object", "additionalProperties": value(of, tables) });
            limit(&mut map, "maxProperties", *max);
            map
        }
        Shape::OneOf(shapes) => {
            let shapes: Vec<_> = shapes.iter().map(|shape| value(shape, tables)).collect();
            json!({ "anyOf": shapes })
        }
    };
    match object {
        Value::Object(object) => object,
        // Every branch above is an object.
        _ => Map::new(),
    }
}

/// Says the most there may be, unless that is left to the ruleset.
fn limit(object: &mut Value, key: &str, most: usize) {
    if most < usize::MAX {
        object[key] = json!(most);
    }
}

/// Whole numbers stay whole.
fn number(decimal: Decimal) -> Value {
    if decimal.places() == 0 { json!(decimal.scaled(0)) } else { json!(decimal.to_f64()) }
}

/// The default of a field as a value, where its description is one.
fn default_value(field: &Field) -> Option<Value> {
    match field.shape {
        Shape::Whole { .. } => field.default.parse::<i64>().ok().map(Value::from),
        Shape::Decimal { .. } => Decimal::parse(field.default).ok().map(number),
        Shape::Flag => field.default.parse::<bool>().ok().map(Value::from),
        Shape::Word(words) => words.contains(&field.default).then(|| json!(field.default)),
        _ => None,
    }
}
