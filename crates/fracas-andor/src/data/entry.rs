//! One entry of a data file, and its fields.

use fracas_core::document::{Diagnostics, Place, SourceId, Span};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::conditions::{Application, Effect, Odds, REMOVE};
use crate::data::Afflictions;
use crate::scenario::odds_of;
use crate::stats::Interval;

/// Numbers of data files stay within this (section 11, 17).
const MOST: i64 = 1_000_000;

/// An entry of the file's list.
pub struct Entry {
    source: SourceId,
    index: usize,
    span: Span,
    fields: Map<String, Value>,
}

/// All entries of a file that can be read; what cannot goes to `out`.
pub fn entries(source: SourceId, out: &mut Diagnostics) -> Vec<Entry> {
    let text = out.source(source).text.clone();
    let (whole, text) = (text.len(), text.strip_prefix('\u{feff}').unwrap_or(&text));
    let mark = whole - text.len();
    let list: Vec<&RawValue> = match serde_json::from_str(text) {
        Ok(list) => list,
        Err(error) => {
            let span = at(text, error.line(), error.column());
            let place = Place::of(source, "", Some(span));
            let why = match error.classify() {
                serde_json::error::Category::Data => "this is not a list of entries".to_owned(),
                serde_json::error::Category::Eof => "the file ends in the middle".to_owned(),
                _ => format!("this is not valid JSON: {error}"),
            };
            out.error("E-14", &place, why);
            return Vec::new();
        }
    };
    let mut found = Vec::new();
    for (index, raw) in list.into_iter().enumerate() {
        // A raw value borrows from the text, so where it begins is known.
        let start = mark + raw.get().as_ptr() as usize - text.as_ptr() as usize;
        let line = raw.get().find('\n').unwrap_or(raw.get().len());
        let span = Span { start, end: start + line };
        match serde_json::from_str::<Map<String, Value>>(raw.get()) {
            Ok(fields) => found.push(Entry { source, index, span, fields }),
            Err(_) => {
                let place = Place::of(source, format!("[{index}]"), Some(span));
                out.error("E-14", &place, "an entry must be an object").help("{ \"id\": … }");
            }
        }
    }
    found
}

/// The byte at a line and column, both counted from 1.
fn at(text: &str, line: usize, column: usize) -> Span {
    let before: usize = text.split_inclusive('\n').take(line.max(1) - 1).map(str::len).sum();
    let start = (before + column.saturating_sub(1)).min(text.len());
    Span { start, end: start }
}

impl Entry {
    /// Where it stands.
    pub fn place(&self) -> Place {
        Place::of(self.source, format!("[{}]", self.index), Some(self.span))
    }

    fn place_of(&self, key: &str) -> Place {
        Place::of(self.source, format!("[{}].{key}", self.index), Some(self.span))
    }

    /// Its id; an entry without one is an error.
    pub fn id(&self, out: &mut Diagnostics) -> Option<String> {
        match self.fields.get("id") {
            Some(Value::String(id)) if !id.is_empty() => Some(id.clone()),
            _ => {
                out.error("E-14", &self.place(), "an entry without id");
                None
            }
        }
    }

    /// Its name, else its id.
    pub fn name(&self, id: &str, out: &mut Diagnostics) -> String {
        self.text("name", out).unwrap_or_else(|| id.to_owned())
    }

    /// All its fields.
    pub fn fields(&self) -> Fields<'_> {
        Fields { entry: self, path: "", map: Some(&self.fields) }
    }

    /// A text of it.
    pub fn text(&self, key: &str, out: &mut Diagnostics) -> Option<String> {
        self.fields().text(key, out)
    }
}

/// An object within an entry; all absent if it is not there.
#[derive(Clone, Copy)]
pub struct Fields<'a> {
    entry: &'a Entry,
    path: &'a str,
    map: Option<&'a Map<String, Value>>,
}

impl<'a> Fields<'a> {
    fn get(&self, key: &str) -> Option<&'a Value> {
        self.map?.get(key).filter(|value| !value.is_null())
    }

    fn wrong(&self, key: &str, must: &str, out: &mut Diagnostics) {
        let path =
            if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) };
        let found = self.get(key).map(Value::to_string).unwrap_or_default();
        let found: String = found.chars().take(40).collect();
        let place = self.entry.place_of(&path);
        out.error("E-14", &place, format!("{path} must be {must}, not {found}"));
    }

    /// Whether the object is there.
    pub fn is_there(&self) -> bool {
        self.map.is_some()
    }

    /// A text.
    pub fn text(&self, key: &str, out: &mut Diagnostics) -> Option<String> {
        match self.get(key)? {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => {
                self.wrong(key, "text", out);
                None
            }
        }
    }

    /// A whole number; real files also write it as text.
    pub fn whole(&self, key: &str, out: &mut Diagnostics) -> Option<i64> {
        let found = match self.get(key)? {
            Value::Number(number) => number
                .as_i64()
                .or_else(|| number.as_f64().filter(|n| n.fract() == 0.0).map(|n| n as i64)),
            Value::String(text) => text.trim().parse().ok(),
            Value::Bool(flag) => Some(i64::from(*flag)),
            _ => None,
        };
        let found = found.filter(|number| (-MOST..=MOST).contains(number));
        if found.is_none() {
            self.wrong(key, "a whole number within 1000000", out);
        }
        found
    }

    /// True or false, also written as 1 or 0.
    pub fn flag(&self, key: &str, out: &mut Diagnostics) -> bool {
        match self.get(key) {
            None => false,
            Some(Value::Bool(flag)) => *flag,
            Some(_) => self.whole(key, out).is_some_and(|number| number != 0),
        }
    }

    /// A multiplier of at most four places, in 1/10000.
    pub fn multiplier(&self, key: &str, out: &mut Diagnostics) -> Option<i64> {
        let text = match self.get(key)? {
            Value::Number(number) => number.to_string(),
            Value::String(text) => text.clone(),
            _ => {
                self.wrong(key, "a number", out);
                return None;
            }
        };
        let parsed = fracas_core::document::Decimal::parse(text.trim()).ok();
        let scaled = parsed.map(|number| number.rounded(4).scaled(4));
        let found = scaled.filter(|number| (0..=10_000_000).contains(number));
        if found.is_none() {
            self.wrong(key, "a number from 0 to 1000", out);
        }
        found
    }

    /// An interval `{min, max}`; without `min` it begins at 0.
    pub fn interval(&self, key: &str, out: &mut Diagnostics) -> Option<Interval> {
        match self.get(key)? {
            Value::Object(map) => {
                let inner = Fields { map: Some(map), path: key, ..*self };
                let Some(max) = inner.whole("max", out) else {
                    if inner.get("max").is_none() {
                        self.wrong(key, "an interval with a max", out);
                    }
                    return None;
                };
                Some(Interval::new(inner.whole("min", out).unwrap_or(0), max))
            }
            Value::Number(_) => self.whole(key, out).map(|both| Interval::new(both, both)),
            _ => {
                self.wrong(key, "an interval { min, max }", out);
                None
            }
        }
    }

    /// an interval that real data sometimes has upside down.
    pub fn damage(&self, key: &str, out: &mut Diagnostics) -> Option<Interval> {
        let found = self.interval(key, out)?;
        if found.min > found.max {
            let message = format!("damage {}-{}: min is above max", found.min, found.max);
            out.warning("", &self.entry.place_of(key), message)
                .help(format!("it always does {} (A-6)", found.max));
        }
        Some(found)
    }

    /// A chance.
    pub fn odds(&self, key: &str, out: &mut Diagnostics) -> Odds {
        let Some(text) = self.text(key, out) else { return Odds::CERTAIN };
        odds_of(&text).unwrap_or_else(|| {
            self.wrong(key, "a chance such as \"20\" or \"1/100\"", out);
            Odds::CERTAIN
        })
    }

    /// An object below it.
    pub fn object(&self, key: &'a str, out: &mut Diagnostics) -> Fields<'a> {
        let map = match self.get(key) {
            Some(Value::Object(map)) => Some(map),
            Some(_) => {
                self.wrong(key, "an object", out);
                None
            }
            None => None,
        };
        Fields { entry: self.entry, path: key, map }
    }

    /// The objects of a list below it.
    pub fn list(&self, key: &'a str, out: &mut Diagnostics) -> Vec<Fields<'a>> {
        match self.get(key) {
            None => Vec::new(),
            Some(Value::Array(list)) => {
                let objects = list.iter().map(|value| match value {
                    Value::Object(map) => {
                        Some(Fields { entry: self.entry, path: key, map: Some(map) })
                    }
                    _ => None,
                });
                objects
                    .filter_map(|object| {
                        if object.is_none() {
                            self.wrong(key, "a list of objects", out);
                        }
                        object
                    })
                    .collect()
            }
            Some(_) => {
                self.wrong(key, "a list", out);
                Vec::new()
            }
        }
    }

    /// An effect below it.
    pub fn effect(
        &self,
        key: &'a str,
        conditions: &mut Afflictions,
        out: &mut Diagnostics,
    ) -> Option<Effect> {
        let fields = self.object(key, out);
        if !fields.is_there() {
            return None;
        }
        let mut applications = |list: &'a str, out: &mut Diagnostics| -> Vec<Application> {
            let of = fields.list(list, out);
            of.iter().filter_map(|one| one.application(conditions, out)).collect()
        };
        Some(Effect {
            on_owner: applications("conditionsSource", out),
            on_opponent: applications("conditionsTarget", out),
            hp: fields.interval("increaseCurrentHP", out),
            ap: fields.interval("increaseCurrentAP", out),
            attacker_hp: fields.interval("increaseAttackerCurrentHP", out),
            attacker_ap: fields.interval("increaseAttackerCurrentAP", out),
        })
    }

    fn application(
        &self,
        conditions: &mut Afflictions,
        out: &mut Diagnostics,
    ) -> Option<Application> {
        let id = self.text("condition", out)?;
        Some(Application {
            condition: conditions.of(&id),
            magnitude: self.whole("magnitude", out).unwrap_or(REMOVE),
            duration: self.whole("duration", out).unwrap_or(0),
            chance: self.odds("chance", out),
        })
    }
}
