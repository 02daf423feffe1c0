//! Diagnostics for eyes: the line, a caret under the value, what to do.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::diagnostics::{Diagnostic, Diagnostics, Severity};
use super::source::{Source, Span};

/// Lines are kept within so many columns.
const COLUMNS: usize = 80;

const RED: &str = "\u{1b}[1;31m";
const YELLOW: &str = "\u{1b}[1;33m";
const BLUE: &str = "\u{1b}[34m";
const PLAIN: &str = "\u{1b}[0m";

/// Everything that was found and, last, how much it is.
pub(super) fn render(out: &Diagnostics, colour: bool) -> String {
    if out.is_empty() {
        return String::new();
    }
    let mut page = Page { text: String::new(), colour };
    for diagnostic in out.iter() {
        page.diagnostic(diagnostic, out.source(diagnostic.place.source));
        page.text.push('\n');
    }
    match out.left_out() {
        0 => {}
        more => page.text.push_str(&format!("… and {more} more\n")),
    }
    let mut counts = Vec::new();
    for (count, one, many) in
        [(out.errors(), "error", "errors"), (out.warnings(), "warning", "warnings")]
    {
        match count {
            0 => {}
            1 => counts.push(format!("1 {one}")),
            _ => counts.push(format!("{count} {many}")),
        }
    }
    page.text.push_str(&counts.join(", "));
    page.text.push('\n');
    page.text
}

struct Page {
    text: String,
    colour: bool,
}

impl Page {
    fn diagnostic(&mut self, diagnostic: &Diagnostic, source: &Source) {
        let (word, tone) = match diagnostic.severity {
            Severity::Error => ("error", RED),
            Severity::Warning => ("warning", YELLOW),
        };
        match diagnostic.code {
            Some(code) => self.paint(tone, &format!("{word}[{code}]")),
            None => self.paint(tone, word),
        }
        self.text.push_str(&format!(": {}\n", clean(&diagnostic.message)));

        let name = clean(&source.name);
        let margin = match diagnostic.place.span {
            None => {
                self.gutter(1, "--> ");
                self.text.push_str(&format!("{name}\n"));
                1
            }
            Some(span) => {
                let position = source.position(span.start);
                let margin = position.line.to_string().len();
                self.gutter(margin, "--> ");
                self.text.push_str(&format!("{name}:{}:{}\n", position.line, position.column));
                if !source.hidden {
                    self.snippet(source, span, margin, tone);
                }
                margin
            }
        };
        if let Some(help) = &diagnostic.help {
            let head = "= help: ";
            let indent = margin + 1 + head.len();
            for (index, line) in wrap(&clean(help), COLUMNS - indent).iter().enumerate() {
                match index {
                    0 => self.gutter(margin + 1, head),
                    _ => self.text.push_str(&" ".repeat(indent)),
                }
                self.text.push_str(line);
                self.text.push('\n');
            }
        }
    }

    /// The line the span begins in, and carets below it.
    fn snippet(&mut self, source: &Source, span: Span, margin: usize, tone: &str) {
        let line = source.line_at(span.start);
        let from = count_chars(line.text, span.start.saturating_sub(line.start));
        let to = count_chars(line.text, span.end.saturating_sub(line.start));
        let shown = Window::new(line.text, from, to, COLUMNS - margin - 3);

        self.gutter(margin + 1, "|\n");
        self.gutter(0, &format!("{} | ", line.number));
        self.text.push_str(&format!("{}\n", shown.text));
        self.gutter(margin + 1, "| ");
        self.text.push_str(&" ".repeat(shown.before));
        self.paint(tone, &"^".repeat(shown.under));
        self.text.push('\n');
    }

    fn gutter(&mut self, indent: usize, sign: &str) {
        self.text.push_str(&" ".repeat(indent));
        self.paint(BLUE, sign);
    }

    fn paint(&mut self, tone: &str, text: &str) {
        if self.colour {
            self.text.push_str(&format!("{tone}{text}{PLAIN}"));
        } else {
            self.text.push_str(text);
        }
    }
}

/// How many characters start within the first `bytes` bytes.
fn count_chars(text: &str, bytes: usize) -> usize {
    text.char_indices().take_while(|&(at, _)| at < bytes).count()
}

/// A line as it is shown, cut to fit around what is marked.
struct Window {
    text: String,
    /// Columns before the first caret.
    before: usize,
    /// Columns with a caret.
    under: usize,
}

impl Window {
    /// Marks the characters `from..to`.
    fn new(line: &str, from: usize, to: usize, columns: usize) -> Self {
        let signs: Vec<char> = line.chars().map(visible).collect();
        let from = from.min(signs.len());
        let to = to.clamp(from, signs.len());

        let mut start = 0;
        let mut end = signs.len();
        if room(&signs) > columns {
            // A third of the room goes to what stands before the mark, and a
            // column at either end to the sign that something is left out.
            let before = signs[..from].iter().rev();
            start = from - fitting(before, columns / 3);
            end = start + fitting(signs[start..].iter(), columns - 2);
        }
        let to = to.min(end);

        let mut text = String::new();
        if start > 0 {
            text.push('…');
        }
        let before = usize::from(start > 0) + width(&signs[start..from]);
        text.extend(&signs[start..end]);
        if end < signs.len() {
            text.push('…');
        }
        Self { text, before, under: width(&signs[from..to]).max(1) }
    }
}

fn width(signs: &[char]) -> usize {
    signs.iter().map(|sign| sign.width().unwrap_or(0)).sum()
}

/// What a sign counts when a line is cut: signs without width of their own
/// count too, or a line of them would never end.
fn room_of(sign: &char) -> usize {
    sign.width().unwrap_or(0).max(1)
}

fn room(signs: &[char]) -> usize {
    signs.iter().map(room_of).sum()
}

/// How many signs fit into so many columns.
fn fitting<'a>(signs: impl Iterator<Item = &'a char>, columns: usize) -> usize {
    let mut used = 0;
    signs
        .take_while(|sign| {
            used += room_of(sign);
            used <= columns
        })
        .count()
}

/// A character that cannot harm a terminal: tabs are blanks; control signs
/// and those that turn the direction of writing are shown as unprintable.
fn visible(sign: char) -> char {
    match sign {
        '\t' => ' ',
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => char::REPLACEMENT_CHARACTER,
        sign if sign.is_control() => char::REPLACEMENT_CHARACTER,
        sign => sign,
    }
}

fn clean(text: &str) -> String {
    text.chars().map(visible).collect()
}

/// Breaks a text between words. A longer word has a line of its own.
fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        if !line.is_empty() && line.width() + 1 + word.width() > columns {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Place;

    fn rendered(text: &str, span: std::ops::Range<usize>, message: &str) -> String {
        let mut out = Diagnostics::new(Source::new("siege.toml", text));
        out.error("E-4", &Place::new("", Some(span.into())), message);
        out.render(false)
    }

    #[test]
    fn the_line_the_caret_and_the_help_are_shown() {
        let text = format!("{}behind = 12\n", "\n".repeat(13));
        let mut out = Diagnostics::new(Source::new("siege.toml", text));
        let place = Place::new("", Some((22..24).into()));
        out.error("E-4", &place, "attacker.stack[1].behind is 12; allowed are 0 to 9")
            .help("0 is the foremost row");
        out.warning("", &Place::new("", None), "nobody moves");
        let expected = "\
error[E-4]: attacker.stack[1].behind is 12; allowed are 0 to 9
  --> siege.toml:14:10
   |
14 | behind = 12
   |          ^^
   = help: 0 is the foremost row

warning: nobody moves
 --> siege.toml

1 error, 1 warning
";
        assert_eq!(out.render(false), expected);
    }

    #[test]
    fn colour_is_only_there_when_asked_for() {
        let mut out = Diagnostics::new(Source::new("f", "a = 1"));
        out.error("E-1", &Place::new("", Some((4..5).into())), "no");
        out.warning("", &Place::new("", None), "hm");
        assert!(!out.render(false).contains('\u{1b}'));
        let colourful = out.render(true);
        assert!(colourful.starts_with("\u{1b}[1;31merror[E-1]\u{1b}[0m: no\n"));
        assert!(colourful.contains("\u{1b}[1;33mwarning\u{1b}[0m: hm\n"));
        assert!(colourful.contains("\u{1b}[34m--> \u{1b}[0mf:1:5\n"));
    }

    #[test]
    fn nothing_wrong_is_nothing_said() {
        assert_eq!(Diagnostics::new(Source::new("f", "")).render(false), "");
    }

    #[test]
    fn wide_characters_and_tabs_keep_the_caret_in_place() {
        let text = "\tname = \"城壁\" # \u{1b}[31m";
        let start = text.find('"').unwrap();
        let shown = rendered(text, start..start + 8, "x");
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines[3], "1 |  name = \"城壁\" # \u{fffd}[31m");
        assert_eq!(lines[4], "  |         ^^^^^^");
    }

    #[test]
    fn long_lines_are_cut_around_the_caret() {
        let text = format!("a = [{}999999, {}]", "1, ".repeat(300), "2, ".repeat(300));
        let start = text.find("999999").unwrap();
        let shown = rendered(&text, start..start + 6, "x");
        let lines: Vec<&str> = shown.lines().collect();
        assert!(lines[3].starts_with("1 | …"), "{}", lines[3]);
        assert!(lines[3].ends_with('…'));
        assert!(lines[3].chars().count() <= COLUMNS);
        let caret = lines[4].find('^').unwrap();
        let under: String = lines[3].chars().skip(caret).take(6).collect();
        assert_eq!(under, "999999");
        assert_eq!(lines[4].matches('^').count(), 6);
    }

    #[test]
    fn a_line_of_signs_without_width_is_cut_too() {
        let text = format!("a = \"{}\" # end", "\u{301}".repeat(100_000));
        let shown = rendered(&text, text.len() - 3..text.len(), "x");
        assert!(shown.chars().count() < 300);
        assert!(shown.contains("# end\n"));
    }

    #[test]
    fn a_mark_longer_than_the_line_ends_with_it() {
        let shown = rendered("rows = \"\"\"\nab\n\"\"\"\n", 7..17, "x");
        assert!(shown.contains("1 | rows = \"\"\"\n  |        ^^^\n"), "{shown}");
        let long = format!("a = \"{}\"", "x".repeat(500));
        let shown = rendered(&long, 4..506, "x");
        assert!(shown.lines().all(|line| line.chars().count() <= COLUMNS), "{shown}");
    }

    #[test]
    fn the_end_of_a_file_can_be_marked() {
        assert!(rendered("", 0..0, "x").contains("siege.toml:1:1\n  |\n1 | \n  | ^\n"));
        assert!(rendered("a = 1\n", 6..6, "x").contains("siege.toml:2:1\n  |\n2 | \n  | ^\n"));
    }

    #[test]
    fn long_help_is_wrapped() {
        let mut out = Diagnostics::new(Source::new("f", "a = 1"));
        let words = vec!["catapult"; 20].join(", ");
        out.error("", &Place::new("", Some((0..1).into())), "x").help(words);
        let shown = out.render(false);
        assert!(shown.lines().all(|line| line.chars().count() <= COLUMNS), "{shown}");
        assert!(shown.contains("\n          catapult"), "{shown}");
    }

    #[test]
    fn those_left_out_are_counted() {
        let mut out = Diagnostics::new(Source::new("f", "a = 1"));
        for _ in 0..203 {
            out.error("", &Place::new("", None), "x");
        }
        assert!(out.render(false).ends_with("… and 3 more\n203 errors\n"));
    }
}
