//! Small pieces of text.

use fracas::Heading;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// How text is painted, if at all, and on what.
#[derive(Clone, Copy)]
pub struct Paint {
    /// Whether it is.
    pub colour: bool,
    /// Lines are kept within so many columns.
    pub columns: usize,
    /// What is to be seen at once has no more lines than this.
    pub rows: usize,
}

impl Paint {
    /// What is no terminal.
    pub const PLAIN: Self = Self { colour: false, columns: 80, rows: 24 };

    /// What a page begins with.
    pub fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    /// What may be overlooked.
    pub fn faint(self, text: &str) -> String {
        self.with("2", text)
    }

    /// What catches the eye.
    pub fn bright(self, text: &str) -> String {
        self.with("36", text)
    }

    /// A place that matters.
    pub fn marked(self, text: &str) -> String {
        self.with("32", text)
    }

    /// What must not be overlooked.
    pub fn warning(self, text: &str) -> String {
        self.with("33", text)
    }

    /// What may hurt.
    pub fn danger(self, text: &str) -> String {
        self.with("1;31", text)
    }

    fn with(self, code: &str, text: &str) -> String {
        if self.colour && !text.is_empty() {
            format!("\u{1b}[{code}m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }
}

/// The battle on the left, its rules on the right.
pub fn title(heading: &Heading, paint: Paint) -> String {
    let room = paint.columns.saturating_sub(heading.ruleset.width());
    let name = cut(&heading.called(), room.saturating_sub(2));
    let gap = room.saturating_sub(name.width());
    format!("{}{}{}\n", paint.bold(&name), " ".repeat(gap), paint.faint(heading.ruleset))
}

/// A name as JSON has it, in words: `attacker_lost.war_horse` is
/// "attacker lost: war_horse". What a scenario calls its own is left whole.
pub fn in_words(name: &str) -> String {
    let words = |key: &str| key.replace('_', " ");
    match (parts_of(name), name.split_once('.')) {
        (Some((kind, who, what)), _) => format!("{}: {who} {}", words(kind), words(what)),
        (None, Some((kind, who))) => format!("{}: {who}", words(kind)),
        (None, None) => words(name),
    }
}

/// The parts of a name such as `noble.Osswid.hit`. The middle one is a user's
/// own and may hold dots itself: what is measured is a word of the rules.
pub fn parts_of(name: &str) -> Option<(&str, &str, &str)> {
    let (kind, rest) = name.split_once('.')?;
    let (who, what) = rest.rsplit_once('.')?;
    let is_word = |sign: char| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == '_';
    (!what.is_empty() && what.chars().all(is_word)).then_some((kind, who, what))
}

/// A text of at most so many columns, `…` standing for what is left out.
pub fn cut(text: &str, columns: usize) -> String {
    if text.width() <= columns {
        return text.to_owned();
    }
    let mut short = String::new();
    let mut used = 1;
    for sign in text.chars() {
        used += sign.width().unwrap_or(0);
        if used > columns {
            break;
        }
        short.push(sign);
    }
    short + "…"
}

/// A text in lines of at most so many columns. Longer words are cut.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let word = cut(word, columns);
        let mut line = lines.pop().unwrap_or_default();
        if line.is_empty() {
            line = word;
        } else if line.width() + 1 + word.width() <= columns {
            line = format!("{line} {word}");
        } else {
            lines.push(line);
            line = word;
        }
        lines.push(line);
    }
    lines
}

/// A text in lines, neither indented nor faint.
pub fn plain_paragraph(text: &str, paint: Paint) -> String {
    wrap(text, paint.columns).iter().map(|line| format!("{line}\n")).collect()
}

/// A text in lines, all indented by two.
pub fn paragraph(text: &str, paint: Paint) -> String {
    let lines = wrap(text, paint.columns - 2);
    lines.iter().map(|line| format!("  {}\n", paint.faint(line))).collect()
}

/// The same, for what nobody should overlook.
pub fn caution(text: &str, paint: Paint) -> String {
    let lines = wrap(text, paint.columns - 2);
    lines.iter().map(|line| format!("  {}\n", paint.warning(line))).collect()
}

/// A word as a shell takes it.
pub fn shell_word(word: &str) -> String {
    let plain = |sign: char| sign.is_ascii_alphanumeric() || "-_./=:,@%+".contains(sign);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_put_in_words() {
        assert_eq!(in_words("attacker_lost.soldier"), "attacker lost: soldier");
        assert_eq!(in_words("loot.gold"), "loot: gold");
        assert_eq!(in_words("structure_collapsed"), "structure collapsed");
        assert_eq!(in_words("noble.Mr. Smith.times_hit"), "noble: Mr. Smith times hit");
        assert_eq!(in_words("killed_by.Mr. Smith"), "killed by: Mr. Smith");
        assert_eq!(in_words("unit.sectoid_1.alive"), "unit: sectoid_1 alive");
    }

    #[test]
    fn text_is_cut_and_wrapped_by_its_width() {
        assert_eq!(cut("Castle", 6), "Castle");
        assert_eq!(cut("Castle", 5), "Cast…");
        assert_eq!(cut("城城城", 5), "城城…");
        assert_eq!(wrap("a bb  ccc dddd", 4), ["a bb", "ccc", "dddd"]);
        assert_eq!(wrap("abcdefgh", 4), ["abc…"]);
        assert_eq!(wrap("", 4), [""]);
    }

    #[test]
    fn shell_words_are_quoted_where_they_must_be() {
        assert_eq!(shell_word("siege.toml"), "siege.toml");
        assert_eq!(shell_word("stack[0].men=3"), "'stack[0].men=3'");
        assert_eq!(shell_word("it's"), "'it'\\''s'");
        assert_eq!(shell_word(""), "''");
    }
}
