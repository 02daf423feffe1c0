//! Small pieces of text.

use fracas::Heading;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::COLUMNS;

/// How text is painted, if at all.
#[derive(Clone, Copy)]
pub struct Paint {
    /// Whether it is.
    pub colour: bool,
}

impl Paint {
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

    /// What must not be overlooked.
    pub fn warning(self, text: &str) -> String {
        self.with("33", text)
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
    let name = cut(&heading.name, COLUMNS - heading.ruleset.width() - 2);
    let gap = COLUMNS - heading.ruleset.width() - name.width();
    format!("{}{}{}\n", paint.bold(&name), " ".repeat(gap), paint.faint(heading.ruleset))
}

/// A name as JSON has it, in words: `attacker_lost.soldier` is
/// "attacker lost: soldier".
pub fn in_words(name: &str) -> String {
    name.replacen('.', ": ", 1).replace(['_', '.'], " ")
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

/// A text in lines, all indented by two.
pub fn paragraph(text: &str, paint: Paint) -> String {
    let lines = wrap(text, COLUMNS - 2);
    lines.iter().map(|line| format!("  {}\n", paint.faint(line))).collect()
}

/// The same, for what nobody should overlook.
pub fn caution(text: &str, paint: Paint) -> String {
    let lines = wrap(text, COLUMNS - 2);
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
