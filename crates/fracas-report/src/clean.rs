//! Text from files, made fit to be shown.

use std::borrow::Cow;

/// A text in which control signs, and signs that turn the direction of writing,
/// are shown instead of obeyed; XML does not even allow most of them. Marks of
/// HTML are escaped where it is written.
///
/// ```
/// use fracas_report::clean;
/// assert_eq!(clean("Osswid <the Keen>"), "Osswid <the Keen>");
/// assert_eq!(clean("a\u{1b}b\u{202e}c"), "a\\u{1b}b\\u{202e}c");
/// ```
pub fn clean(text: &str) -> Cow<'_, str> {
    if !text.contains(is_odd) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for sign in text.chars() {
        if is_odd(sign) {
            shown.extend(sign.escape_unicode());
        } else {
            shown.push(sign);
        }
    }
    Cow::Owned(shown)
}

fn is_odd(sign: char) -> bool {
    match sign {
        '\n' | '\t' => false,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}' => true,
        sign => sign.is_control(),
    }
}

/// A text of at most so many signs.
pub(crate) fn cut(text: &str, most: usize) -> String {
    let text = clean(text);
    if text.chars().count() <= most {
        return text.into_owned();
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// A name of a measure or outcome in words: `attacker_lost.knight` is
/// `attacker lost: knight`.
pub(crate) fn in_words(name: &str) -> String {
    let (head, tail) = name.split_once('.').unwrap_or((name, ""));
    let head = head.replace('_', " ");
    if tail.is_empty() { head } else { format!("{head}: {tail}") }
}

/// A sentence begins with a capital.
pub(crate) fn capital(words: &str) -> String {
    let mut signs = words.chars();
    let first = signs.next().map(|sign| sign.to_uppercase().to_string());
    first.unwrap_or_default() + signs.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_cut() {
        assert_eq!(cut("Osswid", 6), "Osswid");
        assert_eq!(cut("Osswid the Keen", 8), "Osswid…");
        assert_eq!(cut("", 8), "");
    }

    #[test]
    fn names_become_words() {
        assert_eq!(in_words("attacker_lost.knight"), "attacker lost: knight");
        assert_eq!(in_words("rounds"), "rounds");
        assert_eq!(capital("the attacker wins"), "The attacker wins");
    }
}
