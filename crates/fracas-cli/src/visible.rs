//! Text from files, names and tapes, made safe to be printed: whatever could
//! speak to a terminal is shown instead.

use std::borrow::Cow;

/// The colours that this program itself paints with.
const TONES: [&str; 9] = [
    "\u{1b}[0m",
    "\u{1b}[1m",
    "\u{1b}[2m",
    "\u{1b}[32m",
    "\u{1b}[33m",
    "\u{1b}[34m",
    "\u{1b}[36m",
    "\u{1b}[1;31m",
    "\u{1b}[1;33m",
];

/// A text with nothing in it that a terminal would obey but ends of lines,
/// tabs and, if they are wanted, the program's own colours.
pub fn visible(text: &str, colour: bool) -> Cow<'_, str> {
    let tone = |rest: &str| TONES.into_iter().find(|tone| colour && rest.starts_with(tone));
    escaped(text, tone, |sign| sign.escape_unicode().to_string())
}

/// The same for JSON, whose strings have escapes of their own.
pub fn visible_json(text: &str) -> Cow<'_, str> {
    escaped(text, |_| None, |sign| format!("\\u{:04x}", u32::from(sign)))
}

/// Replaces signs that must not be printed, but not where `allowed` finds a
/// text that may be.
fn escaped<'t>(
    text: &'t str,
    allowed: impl Fn(&str) -> Option<&'static str>,
    escape: impl Fn(char) -> String,
) -> Cow<'t, str> {
    if !text.contains(is_odd) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(place) = rest.find(is_odd) {
        shown.push_str(&rest[..place]);
        rest = &rest[place..];
        if let Some(own) = allowed(rest) {
            shown.push_str(own);
            rest = &rest[own.len()..];
            continue;
        }
        let mut signs = rest.chars();
        shown.extend(signs.next().map(&escape));
        rest = signs.as_str();
    }
    shown.push_str(rest);
    Cow::Owned(shown)
}

/// Control signs, and those that turn the direction of writing.
fn is_odd(sign: char) -> bool {
    match sign {
        '\n' | '\t' => false,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        sign => sign.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::Paint;

    #[test]
    fn control_signs_are_shown_and_not_obeyed() {
        assert_eq!(visible("Osswid\tthe Keen\n", false), "Osswid\tthe Keen\n");
        assert_eq!(visible("a\u{1b}]0;x\u{7}b", true), "a\\u{1b}]0;x\\u{7}b");
        assert_eq!(visible("\u{9b}2J\r\u{7f}", true), "\\u{9b}2J\\u{d}\\u{7f}");
        assert_eq!(visible("\u{202e}live", true), "\\u{202e}live");
        let bold = "\u{1b}[1mTower\u{1b}[0m";
        assert_eq!(visible(bold, true), bold);
        assert_eq!(visible(bold, false), "\\u{1b}[1mTower\\u{1b}[0m");
        assert_eq!(visible("\u{1b}[31m", true), "\\u{1b}[31m");
    }

    #[test]
    fn own_colours_are_obeyed() {
        let paint = Paint { colour: true, ..Paint::PLAIN };
        let all = [
            Paint::bold,
            Paint::faint,
            Paint::bright,
            Paint::marked,
            Paint::warning,
            Paint::danger,
        ];
        for text in all.map(|tone| tone(paint, "Tower")) {
            assert_eq!(visible(&text, true), text);
        }
    }

    #[test]
    fn json_stays_json() {
        let json = serde_json::to_string("\u{9b}2J \u{7f} \u{202e} ä\u{1b}").unwrap();
        let shown = visible_json(&json);
        assert_eq!(shown, "\"\\u009b2J \\u007f \\u202e ä\\u001b\"");
        assert_eq!(serde_json::from_str::<String>(&shown).unwrap().chars().last(), Some('\u{1b}'));
    }
}
