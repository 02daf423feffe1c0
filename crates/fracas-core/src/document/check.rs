//! From a tree of values to tables of known shape.

use std::sync::Arc;

use super::checked::{Checked, Entry, Item, Value};
use super::decimal::{Decimal, NoDecimal};
use super::diagnostics::{Diagnostic, Diagnostics};
use super::nearest::nearest;
use super::parse::{Node, Parsed, Table, Tree, Written};
use super::path::Step;
use super::shape::{COMMON, Field, Shape, TableShape};
use super::source::{Place, Source, Span};

/// Checks a file against a ruleset's shape and the keys of every scenario.
/// What does not fit is noted in `out` and absent from the result.
pub fn check(parsed: &Parsed, shape: &'static TableShape, out: &mut Diagnostics) -> Checked {
    check_with(parsed, shape, COMMON, out)
}

/// Checks a file that is no scenario itself: one that a scenario names.
pub fn check_part(parsed: &Parsed, shape: &'static TableShape, out: &mut Diagnostics) -> Checked {
    check_with(parsed, shape, &[], out)
}

fn check_with(
    parsed: &Parsed,
    shape: &'static TableShape,
    common: &'static [Field],
    out: &mut Diagnostics,
) -> Checked {
    let checker = Checker { source: out.shared(parsed.source), faults: &parsed.faults };
    let place = Place::of(parsed.source, "", Some(Span::default()));
    checker.table(&parsed.root, shape, common, place, out)
}

struct Checker<'a> {
    source: Arc<Source>,
    /// Lines of broken syntax: what the parser made of them is a guess.
    faults: &'a [Span],
}

/// A value to be checked.
#[derive(Clone, Copy)]
struct Given<'a> {
    node: &'a Node,
    place: &'a Place,
    /// The key it belongs to.
    field: &'static Field,
}

impl Given<'_> {
    /// Notes that it does not fit.
    fn refuse<'d>(&self, message: String, out: &'d mut Diagnostics) -> &'d mut Diagnostic {
        let noted = out.error(self.field.code, self.place, message);
        if !self.field.advice.is_empty() {
            noted.help(self.field.advice);
        }
        noted
    }
}

impl Checker<'_> {
    fn table(
        &self,
        table: &Table,
        shape: &'static TableShape,
        common: &'static [Field],
        place: Place,
        out: &mut Diagnostics,
    ) -> Checked {
        let common = || common.iter().filter(|field| shape.field(field.key).is_none());
        let mut entries = Vec::with_capacity(table.entries.len());
        for written in &table.entries {
            let place = place.below(&Step::Key(written.key.clone())).at(written.node.span);
            let field = shape
                .field(&written.key)
                .or_else(|| common().find(|field| field.key == written.key));
            let Some(field) = field else {
                let allowed = common().chain(shape.fields).map(|field| field.key);
                self.unknown_key(written, &place, shape.unknown_key, allowed, out);
                continue;
            };
            let given = Given { node: &written.node, place: &place, field };
            let value = self.item(given, Some(written.key_span), &field.shape, out);
            entries.push(Entry {
                key: written.key.clone(),
                key_span: written.key_span,
                place,
                value,
            });
        }
        // In a file of broken syntax, what seems missing may just be broken.
        if self.faults.is_empty() {
            for field in common().chain(shape.fields).filter(|field| field.required) {
                if !entries.iter().any(|entry| entry.key == field.key) {
                    let missing = place.below(&Step::Key(field.key.to_owned()));
                    let found = out.error(field.code, &missing, format!("{missing} is missing"));
                    if !field.advice.is_empty() {
                        found.help(field.advice);
                    } else if !field.doc.is_empty() {
                        found.help(format!("{}: {}", field.key, field.doc));
                    }
                }
            }
        }
        Checked { place, entries }
    }

    fn unknown_key<'a>(
        &self,
        written: &Written,
        place: &Place,
        code: &'static str,
        allowed: impl Iterator<Item = &'a str>,
        out: &mut Diagnostics,
    ) {
        if self.is_broken(written.key_span) || out.is_one_too_many() {
            return;
        }
        let allowed: Vec<&str> = allowed.collect();
        let list = allowed.join(", ");
        let help = match nearest(&written.key, allowed) {
            Some(near) => format!("did you mean `{near}`? allowed here: {list}"),
            None => format!("allowed here: {list}"),
        };
        let place = place.clone().at(written.key_span);
        out.error(code, &place, format!("unknown key {place}")).help(help);
    }

    fn item(
        &self,
        given: Given<'_>,
        key: Option<Span>,
        shape: &'static Shape,
        out: &mut Diagnostics,
    ) -> Option<Item> {
        if self.is_broken(given.node.span) {
            return None;
        }
        let value = self.value(given, shape, out)?;
        Some(Item { value, place: given.place.clone(), key })
    }

    fn value(
        &self,
        given: Given<'_>,
        shape: &'static Shape,
        out: &mut Diagnostics,
    ) -> Option<Value> {
        match (shape, &given.node.value) {
            (Shape::Whole { min, max }, Tree::Whole(number)) => {
                self.whole(given, *number, *min, *max, out).map(Value::Whole)
            }
            (Shape::Decimal { min, max, places }, Tree::Whole(_) | Tree::Float(_)) => {
                self.decimal(given, *min, *max, *places, out).map(Value::Decimal)
            }
            (Shape::Text { max_chars, lines }, Tree::Text(text)) => {
                fit_text(given, text, *max_chars, *lines, out).map(Value::Text)
            }
            (Shape::Word(words), Tree::Text(text)) => {
                fit_word(given, text, words, out).map(Value::Text)
            }
            (Shape::Flag, Tree::Flag(flag)) => Some(Value::Flag(*flag)),
            (Shape::Table(shape), Tree::Table(table)) => {
                let place = given.place.clone();
                Some(Value::Table(self.table(table, shape, &[], place, out)))
            }
            (Shape::Paths(shape), Tree::Table(table)) => {
                let place = given.place.clone();
                let unfolded = self.unfold(table, &given, out);
                Some(Value::Table(self.table(&unfolded, shape, &[], place, out)))
            }
            (Shape::List { of, min, max }, Tree::List(nodes)) => {
                self.list(given, nodes, of, *min, *max, out)
            }
            (Shape::Map { value, max }, Tree::Table(table)) => {
                Some(self.map(given, table, value, *max, out))
            }
            (Shape::OneOf(shapes), _) => self.one_of(given, shape, shapes, out),
            _ => {
                self.wrong_kind(given, shape, out);
                None
            }
        }
    }

    fn whole(
        &self,
        given: Given<'_>,
        number: Option<i64>,
        min: i64,
        max: i64,
        out: &mut Diagnostics,
    ) -> Option<i64> {
        let fits = number.filter(|number| (min..=max).contains(number));
        if fits.is_none() {
            let message = format!(
                "{} is {}; allowed are {min} to {max}",
                given.place,
                self.written(given.node)
            );
            given.refuse(message, out);
        }
        fits
    }

    fn decimal(
        &self,
        given: Given<'_>,
        min: Decimal,
        max: Decimal,
        places: u8,
        out: &mut Diagnostics,
    ) -> Option<Decimal> {
        let number = match &given.node.value {
            Tree::Whole(number) => number.map(Decimal::from).ok_or(NoDecimal::TooLarge),
            Tree::Float(text) => Decimal::parse(text),
            _ => Err(NoDecimal::Malformed),
        };
        let place = given.place;
        let written = self.written(given.node);
        let message = match number {
            Ok(number) if number < min || number > max => {
                format!("{place} is {written}; allowed are {min} to {max}")
            }
            Err(NoDecimal::TooLarge) => format!("{place} is {written}; allowed are {min} to {max}"),
            Ok(number) if number.places() <= places => return Some(number),
            Ok(_) | Err(NoDecimal::TooFine) => {
                format!("{place} is {written}; it may have at most {places} decimal places")
            }
            Err(NoDecimal::Malformed) => format!("{place} must be a number, not {written}"),
        };
        given.refuse(message, out);
        None
    }

    fn list(
        &self,
        given: Given<'_>,
        nodes: &[Node],
        of: &'static Shape,
        min: usize,
        max: usize,
        out: &mut Diagnostics,
    ) -> Option<Value> {
        let wrong_length = |allowed: String, out: &mut Diagnostics| {
            let message = format!("{} has {}; {allowed}", given.place, entries(nodes.len()));
            given.refuse(message, out);
        };
        if min == max && nodes.len() != max {
            wrong_length(format!("it must have exactly {max}"), out);
            return None;
        }
        if nodes.len() < min {
            wrong_length(format!("at least {min} must be there"), out);
            return None;
        }
        if nodes.len() > max {
            wrong_length(format!("at most {max} are allowed"), out);
        }
        // Of a list that is too long the first ones are checked all the same.
        let mut items = Vec::new();
        let mut tables = Vec::new();
        for (index, node) in nodes.iter().take(max).enumerate() {
            let place = given.place.below(&Step::Index(index)).at(node.span);
            let given = Given { node, place: &place, field: given.field };
            match self.item(given, None, of, out) {
                Some(Item { value: Value::Table(table), .. }) => tables.push(table),
                Some(item) => items.push(item),
                None => {}
            }
        }
        if matches!(of, Shape::Table(_)) {
            return Some(Value::Tables(tables));
        }
        (items.len() >= min).then_some(Value::List(items))
    }

    fn map(
        &self,
        given: Given<'_>,
        table: &Table,
        value: &'static Shape,
        max: usize,
        out: &mut Diagnostics,
    ) -> Value {
        let count = table.entries.len();
        if count > max {
            let message =
                format!("{} has {}; at most {max} are allowed", given.place, entries(count));
            given.refuse(message, out);
        }
        let mut items = Vec::new();
        for written in table.entries.iter().take(max) {
            let place = given.place.below(&Step::Key(written.key.clone())).at(written.node.span);
            let given = Given { node: &written.node, place: &place, field: given.field };
            if let Some(item) = self.item(given, Some(written.key_span), value, out) {
                items.push((written.key.clone(), item));
            }
        }
        Value::Map(items)
    }

    /// The first shape that fits without an error. If none does, the errors
    /// of the first that is at least of the right kind.
    fn one_of(
        &self,
        given: Given<'_>,
        shape: &'static Shape,
        shapes: &'static [Shape],
        out: &mut Diagnostics,
    ) -> Option<Value> {
        let mut first_trial = None;
        for alternative in shapes.iter().filter(|shape| is_kind(shape, &given.node.value)) {
            let mut trial = out.afresh();
            let value = self.value(given, alternative, &mut trial);
            if !trial.has_errors() {
                return value;
            }
            first_trial.get_or_insert((trial, value));
        }
        match first_trial {
            Some((trial, value)) => {
                out.absorb(trial);
                value
            }
            None => {
                self.wrong_kind(given, shape, out);
                None
            }
        }
    }

    fn wrong_kind(&self, given: Given<'_>, shape: &Shape, out: &mut Diagnostics) {
        let Given { node, place, .. } = given;
        let found = match &node.value {
            Tree::Text(_) => "text".to_owned(),
            Tree::Whole(_) | Tree::Float(_) | Tree::Flag(_) => self.written(node),
            Tree::Date => "a date".to_owned(),
            Tree::List(_) => "a list".to_owned(),
            Tree::Table(_) => "a table".to_owned(),
        };
        let message = format!("{place} must be {}, not {found}", shape.describe());
        let help = self.hint(given, shape);
        let diagnostic = given.refuse(message, out);
        if let Some(help) = help {
            diagnostic.help(help);
        }
    }

    /// What was probably meant by a value of the wrong kind.
    fn hint(&self, given: Given<'_>, shape: &Shape) -> Option<String> {
        let path = &given.place.path;
        let header = self.text(given.node.span).starts_with("[[");
        match (shape, &given.node.value) {
            (Shape::Whole { .. } | Shape::Decimal { .. }, Tree::Text(text))
                if Decimal::parse(text).is_ok() =>
            {
                Some(format!("write {text} without quotes"))
            }
            (Shape::Flag, Tree::Text(text)) if text == "true" || text == "false" => {
                Some(format!("write {text} without quotes"))
            }
            (Shape::List { of: Shape::Table(_), .. }, Tree::Table(_)) => {
                Some(format!("write [[{path}]] with two brackets before each entry"))
            }
            (Shape::Table(_) | Shape::Paths(_) | Shape::Map { .. }, Tree::List(_)) if header => {
                Some(format!("write [{path}] with one bracket, and once only"))
            }
            (Shape::Word(words), _) => Some(format!("allowed: {}", words.join(", "))),
            _ => None,
        }
    }

    /// Tables within tables for keys that are paths: `"tu.walk" = 5` stands
    /// for `tu.walk = 5`.
    fn unfold(&self, table: &Table, given: &Given<'_>, out: &mut Diagnostics) -> Table {
        let mut unfolded = Table::default();
        let count = table.entries.len();
        if count > MAX_UNFOLDED {
            let allowed = format!("at most {MAX_UNFOLDED} are allowed");
            given.refuse(format!("{} has {}; {allowed}", given.place, entries(count)), out);
        }
        for written in table.entries.iter().take(MAX_UNFOLDED) {
            let steps = self.steps(written);
            if !put(&mut unfolded, &steps, &written.node) {
                let place = given.place.below(&Step::Key(written.key.clone()));
                let message = format!("{} is given twice", written.key);
                out.error(given.field.code, &place.at(written.key_span), message);
            }
        }
        unfolded
    }

    /// The steps of a key that may be a path, each with its place.
    fn steps(&self, written: &Written) -> Vec<(String, Span)> {
        let span = written.key_span;
        let quoted = self.text(span);
        let inside = quoted.get(1..quoted.len().max(2) - 1) == Some(written.key.as_str());
        let mut start = span.start + 1;
        // No shape is as deep as that; the rest of a longer path is one key.
        let steps = written.key.splitn(MAX_PATH, '.').map(|step| {
            let end = start + step.len();
            let place = if inside { Span { start, end } } else { span };
            start = end + 1;
            (step.to_owned(), place)
        });
        steps.collect()
    }

    fn is_broken(&self, span: Span) -> bool {
        self.faults.iter().any(|fault| span.start <= fault.end && fault.start <= span.end)
    }

    /// A value as the user wrote it, cut if it is long.
    fn written(&self, node: &Node) -> String {
        shorten(self.text(node.span))
    }

    fn text(&self, span: Span) -> &str {
        self.source.text.get(span.start..span.end).unwrap_or_default()
    }
}

/// The most keys of a table whose keys are paths: each is looked for among
/// those before it.
const MAX_UNFOLDED: usize = 10_000;

/// The most steps of a key that is a path.
const MAX_PATH: usize = 8;

/// Puts a value into a table at the end of a path; false if something else
/// stands there.
fn put(table: &mut Table, steps: &[(String, Span)], node: &Node) -> bool {
    let [(key, span), rest @ ..] = steps else { return false };
    let place = match table.entries.iter().position(|entry| entry.key == *key) {
        Some(place) => place,
        None => {
            let value =
                if rest.is_empty() { node.value.clone() } else { Tree::Table(Table::default()) };
            let node = Node { span: if rest.is_empty() { node.span } else { *span }, value };
            table.entries.push(Written { key: key.clone(), key_span: *span, node });
            if rest.is_empty() {
                return true;
            }
            table.entries.len() - 1
        }
    };
    match (&mut table.entries[place].node.value, &node.value) {
        (Tree::Table(below), _) if !rest.is_empty() => put(below, rest, node),
        (Tree::Table(below), Tree::Table(more)) => {
            let step = |entry: &Written| [(entry.key.clone(), entry.key_span)];
            more.entries.iter().all(|entry| put(below, &step(entry), &entry.node))
        }
        _ => false,
    }
}

fn is_kind(shape: &Shape, value: &Tree) -> bool {
    match shape {
        Shape::Whole { .. } => matches!(value, Tree::Whole(_)),
        Shape::Decimal { .. } => matches!(value, Tree::Whole(_) | Tree::Float(_)),
        Shape::Text { .. } | Shape::Word(_) => matches!(value, Tree::Text(_)),
        Shape::Flag => matches!(value, Tree::Flag(_)),
        Shape::Table(_) | Shape::Paths(_) | Shape::Map { .. } => matches!(value, Tree::Table(_)),
        Shape::List { .. } => matches!(value, Tree::List(_)),
        Shape::OneOf(shapes) => shapes.iter().any(|shape| is_kind(shape, value)),
    }
}

fn fit_text(
    given: Given<'_>,
    text: &str,
    max_chars: usize,
    lines: bool,
    out: &mut Diagnostics,
) -> Option<String> {
    let place = given.place;
    let chars = text.chars().count();
    let odd = text
        .chars()
        .find(|&sign| sign.is_control() && !(lines && matches!(sign, '\n' | '\r' | '\t')));
    let message = match odd {
        _ if chars > max_chars => {
            format!("{place} has {chars} characters; at most {max_chars} are allowed")
        }
        Some('\n') => format!("{place} must be a single line"),
        Some(odd) => format!("{place} must not contain the character {}", odd.escape_unicode()),
        None => return Some(text.to_owned()),
    };
    given.refuse(message, out);
    None
}

fn fit_word(
    given: Given<'_>,
    text: &str,
    words: &'static [&'static str],
    out: &mut Diagnostics,
) -> Option<String> {
    if words.contains(&text) {
        return Some(text.to_owned());
    }
    let list = words.join(", ");
    let help = match nearest(text, words.iter().copied()) {
        Some(near) => format!("did you mean \"{near}\"? allowed: {list}"),
        None => format!("allowed: {list}"),
    };
    let message = format!("{} cannot be \"{}\"", given.place, shorten(text));
    given.refuse(message, out).help(help);
    None
}

fn shorten(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn entries(count: usize) -> String {
    match count {
        1 => "1 entry".to_owned(),
        _ => format!("{count} entries"),
    }
}
