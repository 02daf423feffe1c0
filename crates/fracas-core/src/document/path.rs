//! Paths to values: `attacker.stack[1].men."Old Guard"`.

use thiserror::Error;

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Into a table, by key.
    Key(String),
    /// Into a list, counted from 0.
    Index(usize),
    /// Into a list, to the entry that is called so.
    Name(String),
}

/// Paths longer than this lead nowhere.
const MAX_STEPS: usize = 32;

/// Why a text is no path.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadPath {
    /// One of its steps is none.
    #[error("path `{path}`: {why}")]
    Step {
        /// The text.
        path: String,
        /// What is wrong with the step.
        #[source]
        why: BadStep,
    },
    /// It has too many steps.
    #[error("a path has at most {MAX_STEPS} steps")]
    TooLong,
}

/// Why a part of a text is no step of a path.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadStep {
    /// There is no key where one must be.
    #[error("a key is missing; write keys with a dot between, as in place.terrain")]
    NoKey,
    /// A key holds this sign and is not in quotes.
    #[error("a key with `{0}` needs quotes, as in goods.\"war horse\"")]
    NeedsQuotes(char),
    /// A key begins with a quote and does not end with one.
    #[error("a quote is never closed")]
    OpenQuote,
    /// There is no `]` after a `[`.
    #[error("`[` is never closed; write stack[0]")]
    OpenBracket,
    /// There is nothing in brackets.
    #[error("[] names no entry; the first is [0], and path+=value adds one")]
    NoEntry,
    /// This number in brackets is that of no entry.
    #[error("[{0}] is no number of an entry; the first is [0]")]
    NoIndex(String),
    /// This follows a step without `.` or `[`.
    #[error("expected `.` or `[` before `{0}`, as in stack[0].men")]
    NoSeparator(String),
}

/// Reads a path such as `attacker.stack[0].men.knight`. Keys with other signs
/// than letters, digits, `_` and `-` are put in quotes: `rules."tu.walk"`. An
/// entry may be named instead of counted: `stack[Osswid]`, or `stack["7"]`.
///
/// ```
/// use fracas_core::document::{Step, parse_path, path_text};
/// let path = parse_path("stack[1].noble")?;
/// assert_eq!(path, [Step::Key("stack".into()), Step::Index(1), Step::Key("noble".into())]);
/// assert_eq!(path_text(&path), "stack[1].noble");
/// # Ok::<(), fracas_core::document::BadPath>(())
/// ```
pub fn parse_path(path: &str) -> Result<Vec<Step>, BadPath> {
    let bad = |why: BadStep| BadPath::Step { path: path.to_owned(), why };
    let mut steps = Vec::new();
    let mut rest = path.trim();
    loop {
        let (key, after) = take_key(rest).map_err(bad)?;
        steps.push(Step::Key(key));
        rest = after;
        while let Some(inside) = rest.strip_prefix('[') {
            let (step, after) = take_entry(inside).map_err(bad)?;
            steps.push(step);
            rest = after;
        }
        if steps.len() > MAX_STEPS {
            return Err(BadPath::TooLong);
        }
        if rest.is_empty() {
            return Ok(steps);
        }
        rest = rest.strip_prefix('.').ok_or_else(|| bad(BadStep::NoSeparator(rest.to_owned())))?;
    }
}

/// What stands within brackets and what follows them.
fn take_entry(inside: &str) -> Result<(Step, &str), BadStep> {
    for quote in ['"', '\''] {
        if let Some(quoted) = inside.strip_prefix(quote) {
            let (name, after) = quoted.split_once(quote).ok_or(BadStep::OpenQuote)?;
            let after = after.strip_prefix(']').ok_or(BadStep::OpenBracket)?;
            return Ok((Step::Name(name.to_owned()), after));
        }
    }
    let (entry, after) = inside.split_once(']').ok_or(BadStep::OpenBracket)?;
    let entry = entry.trim();
    let step = match (entry.parse(), entry.parse::<f64>()) {
        (Ok(index), _) => Step::Index(index),
        (_, Ok(_)) => {
            return Err(BadStep::NoIndex(entry.to_owned()));
        }
        _ if entry.is_empty() => {
            return Err(BadStep::NoEntry);
        }
        _ => Step::Name(entry.to_owned()),
    };
    Ok((step, after))
}

/// The first key of a path and what follows it.
fn take_key(rest: &str) -> Result<(String, &str), BadStep> {
    for quote in ['"', '\''] {
        if let Some(inside) = rest.strip_prefix(quote) {
            let (key, after) = inside.split_once(quote).ok_or(BadStep::OpenQuote)?;
            return Ok((key.to_owned(), after));
        }
    }
    let end = rest.find(['.', '[']).unwrap_or(rest.len());
    let (key, after) = rest.split_at(end);
    if key.is_empty() {
        return Err(BadStep::NoKey);
    }
    if let Some(odd) = key.chars().find(|&sign| !is_bare(sign) && !sign.is_alphanumeric()) {
        return Err(BadStep::NeedsQuotes(odd));
    }
    Ok((key.to_owned(), after))
}

/// Writes a path as users do.
pub fn path_text(steps: &[Step]) -> String {
    steps.iter().fold(String::new(), |path, step| join(&path, step))
}

/// A path and one step more.
pub(super) fn join(path: &str, step: &Step) -> String {
    match step {
        Step::Index(index) => format!("{path}[{index}]"),
        Step::Name(name) if name.parse::<f64>().is_ok() || name.contains([']', '"', '\'']) => {
            let quote = if name.contains('"') { '\'' } else { '"' };
            format!("{path}[{quote}{name}{quote}]")
        }
        Step::Name(name) => format!("{path}[{name}]"),
        Step::Key(key) if path.is_empty() => key_text(key),
        Step::Key(key) => format!("{path}.{}", key_text(key)),
    }
}

/// A key as it is written, in quotes where it needs them.
pub(super) fn key_text(key: &str) -> String {
    if !key.is_empty() && key.chars().all(is_bare) {
        key.to_owned()
    } else if key.contains('"') {
        format!("'{key}'")
    } else {
        format!("\"{key}\"")
    }
}

fn is_bare(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || sign == '_' || sign == '-'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_read_and_written_alike() {
        for path in [
            "a",
            "a.b",
            "a[0]",
            "a[0][12].b",
            "a.\"b c\".d",
            "rules.\"tu.walk\"",
            "a.'say \"x\"'",
            "a[Mr. Smith].b",
            "a[\"7\"]",
            "a[\"x]y\"][0]",
            "a['say \"x\"']",
        ] {
            assert_eq!(path_text(&parse_path(path).unwrap()), path);
        }
    }

    #[test]
    fn bad_paths_say_why() {
        let why = |path: &str| parse_path(path).unwrap_err().to_string();
        let missing = "a key is missing; write keys with a dot between, as in place.terrain";
        assert_eq!(why(""), format!("path ``: {missing}"));
        assert_eq!(why("a..b"), format!("path `a..b`: {missing}"));
        assert_eq!(why("a[1"), "path `a[1`: `[` is never closed; write stack[0]");
        assert_eq!(why("a[-1]"), "path `a[-1]`: [-1] is no number of an entry; the first is [0]");
        assert_eq!(
            why("a[]"),
            "path `a[]`: [] names no entry; the first is [0], and path+=value adds one"
        );
        assert_eq!(
            why("a[0]b"),
            "path `a[0]b`: expected `.` or `[` before `b`, as in stack[0].men"
        );
        assert_eq!(why("a.\"b"), "path `a.\"b`: a quote is never closed");
        assert_eq!(why("a[\"b]"), "path `a[\"b]`: a quote is never closed");
        assert_eq!(
            why("a b"),
            "path `a b`: a key with ` ` needs quotes, as in goods.\"war horse\""
        );
        assert_eq!(why(&"a.".repeat(99)), "a path has at most 32 steps");
    }

    #[test]
    fn letters_of_any_language_need_no_quotes_on_the_command_line() {
        assert_eq!(parse_path("männer").unwrap(), [Step::Key("männer".into())]);
    }
}
