//! Files that were read, and places in them.

use serde::Serialize;

use super::path::{Step, join};

/// A file that was read.
///
/// ```
/// use fracas_core::document::Source;
/// let source = Source::new("siege.toml", "seed = 7\nmen = 9\n");
/// let men = source.position(15);
/// assert_eq!((men.line, men.column), (2, 7));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// What the user calls it, such as `siege.toml`.
    pub name: String,
    /// All of it.
    pub text: String,
    /// Whether complaints must not quote it.
    pub(super) hidden: bool,
}

impl Source {
    /// A file of this name and text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into(), hidden: false }
    }

    /// Line and column of a byte, both counted from 1; columns in characters.
    pub fn position(&self, byte: usize) -> Position {
        let line = self.line_at(byte);
        let before = &self.text[line.start..self.boundary(byte).max(line.start)];
        Position { line: line.number, column: before.chars().count() + 1 }
    }

    /// The line a byte stands in. A byte past the end is in the last line.
    pub(super) fn line_at(&self, byte: usize) -> Line<'_> {
        let byte = self.boundary(byte);
        let before = &self.text[..byte];
        let number = before.bytes().filter(|&b| b == b'\n').count() + 1;
        let bom = if self.text.starts_with(BOM) { BOM.len_utf8() } else { 0 };
        let start = before.rfind('\n').map_or(bom, |newline| newline + 1);
        let rest = self.text.get(start..).unwrap_or_default();
        let line = rest.split('\n').next().unwrap_or_default();
        let text = line.strip_suffix('\r').unwrap_or(line);
        Line { number, start, text }
    }

    /// The nearest start of a character at or before a byte.
    fn boundary(&self, byte: usize) -> usize {
        let mut byte = byte.min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        byte
    }
}

/// The mark some editors put before the first character of a file.
const BOM: char = '\u{feff}';

/// One line of a source.
pub(super) struct Line<'a> {
    /// Counted from 1.
    pub number: usize,
    /// Its first byte in the source.
    pub start: usize,
    /// Without its line end.
    pub text: &'a str,
}

/// Line and column, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
}

/// One of the sources that [`Diagnostics`](super::Diagnostics) holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceId(pub(super) usize);

impl SourceId {
    /// The scenario file itself.
    pub const SCENARIO: Self = Self(0);
}

/// A stretch of bytes in a source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl From<std::ops::Range<usize>> for Span {
    fn from(range: std::ops::Range<usize>) -> Self {
        Self { start: range.start, end: range.end }
    }
}

/// Where something stands.
///
/// ```
/// use fracas_core::document::{Place, SourceId, Step};
/// let stack = Place::new("attacker.stack[1]", None);
/// assert_eq!(stack.below(&Step::Key("men".to_owned())).path, "attacker.stack[1].men");
/// assert_eq!(Place::of(SourceId::SCENARIO, "attacker.stack[1]", None), stack);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The way to it as users write it: `attacker.stack[1].men.pikemn`.
    pub path: String,
    /// Where it is written, if it is.
    pub span: Option<Span>,
    /// The file it is written in.
    pub source: SourceId,
}

impl Place {
    /// A place in the scenario file.
    pub fn new(path: impl Into<String>, span: Option<Span>) -> Self {
        Self { path: path.into(), span, source: SourceId::SCENARIO }
    }

    /// A place in another file.
    pub fn of(source: SourceId, path: impl Into<String>, span: Option<Span>) -> Self {
        Self { path: path.into(), span, source }
    }

    /// The place of a key or an entry below this one. Keeps the span: what is
    /// missing is shown where it should stand.
    pub fn below(&self, step: &Step) -> Self {
        Self { path: join(&self.path, step), ..self.clone() }
    }

    /// The same path, written elsewhere.
    pub(super) fn at(self, span: Span) -> Self {
        Self { span: Some(span), ..self }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, byte: usize) -> (usize, usize) {
        let position = Source::new("f", text).position(byte);
        (position.line, position.column)
    }

    #[test]
    fn positions_count_lines_and_characters_from_one() {
        assert_eq!(at("", 0), (1, 1));
        assert_eq!(at("ab\ncd", 1), (1, 2));
        assert_eq!(at("ab\ncd", 2), (1, 3));
        assert_eq!(at("ab\ncd", 3), (2, 1));
        assert_eq!(at("ab\r\ncd", 4), (2, 1));
        assert_eq!(at("ä = 1", 5), (1, 5));
        assert_eq!(at("ab\n", 99), (2, 1));
    }

    #[test]
    fn a_byte_order_mark_takes_no_column() {
        assert_eq!(at("\u{feff}ab", 3), (1, 1));
        assert_eq!(at("\u{feff}ab", 0), (1, 1));
        assert_eq!(at("\u{feff}ab", 4), (1, 2));
    }

    #[test]
    fn a_byte_inside_a_character_belongs_to_it() {
        assert_eq!(at("ä=1", 1), (1, 1));
    }

    #[test]
    fn places_below_are_joined_as_users_write_them() {
        let stack = Place::new("attacker.stack", Some(Span { start: 3, end: 5 }));
        let unit = stack.below(&Step::Index(1)).below(&Step::Key("Old Scale".into()));
        assert_eq!(unit.to_string(), "attacker.stack[1].\"Old Scale\"");
        assert_eq!(unit.span, stack.span);
    }
}
