//! From text to a tree of values.

use crate::order::Ordered;
use toml::de::{DeTable, DeValue};
use toml_parser::lexer::TokenKind;

use super::diagnostics::Diagnostics;
use super::source::{Place, Source, SourceId, Span};

/// Files larger than this are refused.
pub const MAX_BYTES: usize = 16 << 20;

/// Words and signs a file may have; bounds the memory a hostile one takes.
const MAX_TOKENS: usize = 1 << 20;

/// Tables a file may have, of which each takes more memory than many words.
const MAX_TABLES: usize = 50_000;

/// Tables and lists within each other. No ruleset needs a quarter of it, and
/// it keeps every walk over a tree within a small stack.
const MAX_DEPTH: usize = 40;

/// With so many mistakes of syntax a file is not looked at further.
const MAX_FAULTS: usize = 100;

/// A file that is a tree of values.
///
/// ```
/// use fracas_core::document::{Diagnostics, Source, parse};
/// let of = |text: &str| parse(&mut Diagnostics::new(Source::new("siege.toml", text)));
/// let siege = of("ruleset = 'olympia' # a comment\nseed = 7\n").unwrap();
/// assert_eq!(siege.ruleset().map(|(word, _)| word), Some("olympia"));
/// assert!(siege.is_whole());
/// // However it is written, it says the same.
/// assert_eq!(siege.canonical(), of("ruleset=\"olympia\"\nseed=7\n").unwrap().canonical());
/// ```
#[derive(Clone, Debug)]
pub struct Parsed {
    pub(super) root: Table,
    /// The file it was read from.
    pub(super) source: SourceId,
    /// Where the syntax is broken.
    pub(super) faults: Vec<Span>,
}

impl Parsed {
    /// The word after `ruleset` and where it stands.
    pub fn ruleset(&self) -> Option<(&str, Place)> {
        let entry = self.root.entries.iter().find(|entry| entry.key == "ruleset")?;
        match &entry.node.value {
            Tree::Text(word) => {
                Some((word, Place::of(self.source, "ruleset", Some(entry.node.span))))
            }
            _ => None,
        }
    }

    /// Whether the syntax of the whole file is sound. Of a file with broken
    /// parts the rest can be checked, but not what is missing.
    pub fn is_whole(&self) -> bool {
        self.faults.is_empty()
    }
}

/// A value as it was written.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub span: Span,
    pub value: Tree,
}

#[derive(Clone, Debug)]
pub(super) enum Tree {
    Text(String),
    /// None if it does not fit.
    Whole(Option<i64>),
    /// Its text without underscores.
    Float(String),
    Flag(bool),
    Date,
    List(Vec<Node>),
    Table(Table),
}

/// Keys and values in written order.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    pub entries: Vec<Written>,
}

#[derive(Clone, Debug)]
pub(super) struct Written {
    pub key: String,
    pub key_span: Span,
    pub node: Node,
}

/// Reads the scenario file that `out` holds. None if it is too large, too
/// deep or hardly TOML at all; all mistakes of syntax are in `out` either way.
pub fn parse(out: &mut Diagnostics) -> Option<Parsed> {
    parse_file(SourceId::SCENARIO, out)
}

/// The same for another file that `out` holds.
pub fn parse_file(file: SourceId, out: &mut Diagnostics) -> Option<Parsed> {
    let source = out.shared(file);
    if let Err(refusal) = guard(&source.text) {
        out.error("", &Place::of(file, "", refusal.span), refusal.message);
        return None;
    }
    let (root, mut errors) = DeTable::parse_recoverable(&source.text);
    errors.put_in_order_by_key(|error| error.span().map_or(0, |span| span.start));
    let mut faults: Vec<Span> = Vec::new();
    for error in errors {
        let span = Span::from(error.span().unwrap_or_default());
        // Further mistakes in the same line mostly follow from the first.
        if faults.last().is_some_and(|line| span.start <= line.end) {
            continue;
        }
        let place = Place::of(file, "", Some(span));
        out.error("", &place, in_words(&source, span, error.message()));
        faults.push(whole_lines(&source, span));
        if faults.len() > MAX_FAULTS {
            return None;
        }
    }
    let root = own_table(root.get_ref());
    Some(Parsed { root, source: file, faults })
}

/// The parser's message where it is plain enough, else a plainer one.
fn in_words(source: &Source, span: Span, message: &str) -> String {
    if message == "duplicate key" {
        let key = source.text.get(span.start..span.end).unwrap_or_default();
        return format!("the key `{key}` is given twice");
    }
    [", expected nothing", ", expected literal string"]
        .iter()
        .find_map(|end| message.strip_suffix(end))
        .unwrap_or(message)
        .to_owned()
}

/// A text that is not even parsed.
#[derive(Debug)]
pub(super) struct Refusal {
    pub span: Option<Span>,
    pub message: String,
}

/// Refuses what would cost too much memory or stack. Looks at words and signs
/// only, so it is safe for any text.
pub(super) fn guard(text: &str) -> Result<(), Refusal> {
    if text.len() > MAX_BYTES {
        let mebibytes = MAX_BYTES >> 20;
        return Err(Refusal {
            span: None,
            message: format!("the file is larger than {mebibytes} MiB"),
        });
    }
    // Dots of the key before each bracket that is open, and of the key under way.
    let mut open: Vec<Bracket> = Vec::new();
    let mut dots = 0;
    let mut depth = 0;
    let mut tables = 0;
    let mut in_key = true;
    for (count, token) in toml_parser::Source::new(text).lex().enumerate() {
        match token.kind() {
            kind @ (TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket) => {
                let curly = kind == TokenKind::LeftCurlyBracket;
                // A bracket that no key and `=` stand before opens a heading.
                tables += usize::from(curly || in_key);
                in_key |= curly;
                open.push(Bracket { dots, curly });
                dots = 0;
                depth += 1;
            }
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => {
                depth -= dots;
                dots = 0;
                in_key = false;
                if let Some(bracket) = open.pop() {
                    dots = bracket.dots;
                    depth -= 1;
                }
            }
            TokenKind::Dot => {
                tables += usize::from(in_key);
                dots += 1;
                depth += 1;
            }
            TokenKind::Equals => in_key = false,
            TokenKind::Comma => {
                in_key = open.last().is_some_and(|bracket| bracket.curly);
                depth -= dots;
                dots = 0;
            }
            TokenKind::Newline if open.is_empty() => {
                in_key = true;
                depth -= dots;
                dots = 0;
            }
            _ => {}
        }
        let refuse = |message: String| {
            let span = Span::from(token.span().start()..token.span().end());
            Err(Refusal { span: Some(span), message })
        };
        if depth > MAX_DEPTH {
            return refuse(format!("more than {MAX_DEPTH} tables or lists within each other"));
        }
        if count > MAX_TOKENS {
            return refuse(format!("more than {MAX_TOKENS} words and signs"));
        }
        if tables > MAX_TABLES {
            return refuse(format!("more than {MAX_TABLES} tables"));
        }
    }
    Ok(())
}

/// A bracket that is open.
struct Bracket {
    /// The dots of the key before it.
    dots: usize,
    curly: bool,
}

/// All lines that a span touches.
fn whole_lines(source: &Source, span: Span) -> Span {
    let first = source.line_at(span.start);
    let last = source.line_at(span.end);
    Span { start: first.start, end: last.start + last.text.len() }
}

fn own_table(table: &DeTable<'_>) -> Table {
    let mut entries: Vec<Written> = table
        .iter()
        .map(|(key, value)| Written {
            key: key.get_ref().to_string(),
            key_span: key.span().into(),
            node: own_node(value.span().into(), value.get_ref()),
        })
        .collect();
    // The parser sorts keys by name; the order they are written in matters.
    entries.put_in_order_by_key(|entry| entry.key_span);
    Table { entries }
}

fn own_node(span: Span, value: &DeValue<'_>) -> Node {
    let value = match value {
        DeValue::String(text) => Tree::Text(text.to_string()),
        DeValue::Integer(number) => {
            Tree::Whole(i64::from_str_radix(number.as_str(), number.radix()).ok())
        }
        DeValue::Float(number) => Tree::Float(number.as_str().to_owned()),
        DeValue::Boolean(flag) => Tree::Flag(*flag),
        DeValue::Datetime(_) => Tree::Date,
        DeValue::Array(list) => {
            let nodes = list.iter().map(|entry| own_node(entry.span().into(), entry.get_ref()));
            Tree::List(nodes.collect())
        }
        DeValue::Table(table) => Tree::Table(own_table(table)),
    };
    Node { span, value }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(text: &str) -> Vec<String> {
        let mut out = Diagnostics::new(Source::new("f", text));
        parse(&mut out);
        out.iter().map(|found| found.message.clone()).collect()
    }

    #[test]
    fn faults_are_put_plainly_and_once_a_line() {
        assert_eq!(faults("a = swamp"), ["string values must be quoted"]);
        assert_eq!(faults("a = 012"), ["unexpected leading zero"]);
        assert_eq!(faults("a = \"x"), ["invalid basic string, expected `\"`"]);
        assert_eq!(faults("a = { b = 1 c = 2 }"), ["string values must be quoted"]);
        assert_eq!(faults("[a]\n[a]\n"), ["the key `a` is given twice"]);
        assert_eq!(faults("a = x\nb = y\n").len(), 2);
    }

    #[test]
    fn the_guard_counts_what_lies_within_each_other() {
        let depth = |text: &str| guard(text).is_ok();
        assert!(depth(&"[a.b.c]\nx = [[1.5, 2.5], { a.b = 1 }]\n".repeat(100)));
        assert!(depth(&format!("a = [{}]", "1.5, ".repeat(1000))));
        assert!(depth(&format!("a = '{}'", "[.".repeat(1000))));
        assert!(depth(&format!("# {}", "[.".repeat(1000))));
        assert!(depth(&format!("a = {}{}", "[".repeat(40), "]".repeat(40))));
        assert!(!depth(&format!("a = {}{}", "[".repeat(41), "]".repeat(41))));
        assert!(!depth(&format!("a{} = 1", ".a".repeat(41))));
        assert!(!depth(&format!("a{} = {}", ".a".repeat(20), "{ a.a = ".repeat(11))));
    }
}
