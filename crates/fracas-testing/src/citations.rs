//! Which rules a rulebook gives, and which of them tests cite. A rule that no
//! test cites is a rule that nobody proves.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A rule, a vector or a bad input, such as `O-12`.
pub type Number = (char, u32);

/// The rulebook of a ruleset, found from any crate of the project.
pub fn rulebook(ruleset: &str) -> String {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    read(&project.join(format!("docs/rules/{ruleset}.md")))
}

/// The numbers that a rulebook gives: in bold at the start of a paragraph or
/// list entry, or alone in the first cell of a table's row.
pub fn given(book: &str) -> BTreeSet<Number> {
    let mut numbers = BTreeSet::new();
    for line in book.lines() {
        let line = line.trim_start();
        let entry = line.strip_prefix("- ").unwrap_or(line);
        if let Some(bold) = entry.strip_prefix("**") {
            numbers.extend(number_at(bold).map(|(number, _)| number));
        } else if let Some(row) = line.strip_prefix("| ")
            && let Some((number, rest)) = number_at(row)
            && rest.starts_with(" |")
        {
            numbers.insert(number);
        }
    }
    numbers
}

/// The number at the start of a text, and what follows it.
pub fn number_at(text: &str) -> Option<(Number, &str)> {
    let letter = text.chars().next().filter(char::is_ascii_alphabetic)?;
    let rest = text[1..].strip_prefix(['-', '_'])?;
    let digits = rest.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(rest.len());
    let number = rest[..digits].parse().ok()?;
    Some(((letter.to_ascii_uppercase(), number), &rest[digits..]))
}

/// The numbers that a text names: `O-12`, a function `o_12_…`, and whatever
/// lies in the ranges `O-10..O-14`, `O-10..14` and `O-10 to O-14`.
pub fn cited(text: &str) -> BTreeSet<Number> {
    let all = |((letter, first), (_, last)): (Number, Number)| {
        (first..=last).map(move |number| (letter, number))
    };
    ranges(text).into_iter().flat_map(all).collect()
}

/// First and last of every range that a text names; a number by itself is both.
pub fn ranges(text: &str) -> Vec<(Number, Number)> {
    let mut found = Vec::new();
    let mut before = ' ';
    for (place, sign) in text.char_indices() {
        let apart = !before.is_ascii_alphanumeric();
        before = sign;
        if !apart || !sign.is_ascii_alphabetic() {
            continue;
        }
        if let Some(((letter, first), rest)) = number_at(&text[place..]) {
            let last = range_end(letter, rest).unwrap_or(first);
            found.push(((letter, first), (letter, last.max(first))));
        }
    }
    found
}

/// The last number of a range whose first has just been read.
fn range_end(letter: char, rest: &str) -> Option<u32> {
    let end = rest.strip_prefix("..").or_else(|| rest.strip_prefix(" to "))?;
    if let Some(((other, last), _)) = number_at(end) {
        return (other == letter).then_some(last);
    }
    let digits = end.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(end.len());
    end[..digits].parse().ok()
}

/// All test code of a crate: its tests, and those beside its rules.
pub fn tests_of(krate: &Path) -> String {
    let mut text = String::new();
    for path in files(&krate.join("tests"), "rs") {
        // A list of rules to be cited cites none.
        if !path.ends_with("citations.rs") && !path.ends_with("checklist.rs") {
            text.push_str(&read(&path));
        }
    }
    for path in files(&krate.join("src"), "rs") {
        text.push_str(test_part(&path, &read(&path)));
    }
    text
}

/// The part of a source file that is tests: all of it if it is named so, else
/// what follows the mark of a test module.
fn test_part<'a>(path: &Path, text: &'a str) -> &'a str {
    let named_so = path
        .components()
        .any(|part| matches!(part.as_os_str().to_str(), Some("tests" | "tests.rs")));
    match text.find("#[cfg(test)]") {
        _ if named_so => text,
        Some(start) => &text[start..],
        None => "",
    }
}

/// Numbers as the rulebooks write them.
pub fn written<'a>(numbers: impl IntoIterator<Item = &'a Number>) -> String {
    let written = numbers.into_iter().map(|(letter, number)| format!("{letter}-{number}"));
    written.collect::<Vec<_>>().join(", ")
}

/// All files below a folder whose names end so, in order. A folder that is
/// not there has none.
pub fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let Ok(entries) = fs::read_dir(folder) else { return found };
    for entry in entries {
        let path = entry.expect("a file").path();
        if path.is_dir() {
            found.append(&mut files(&path, ending));
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The text of a file.
pub fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_where_books_give_them() {
        let book = "- **O-1 [seed]** One.\n**A-2** two\n| E-3 | three |\n| 90 | 45 |\n\
            see O-4 and **O-5**\n  - **C-6** six\n| T-7 and more | x |\n**[decided]** no\n";
        assert_eq!(written(&given(book)), "A-2, C-6, E-3, O-1");
    }

    #[test]
    fn numbers_are_found_where_tests_cite_them() {
        let test =
            "// O-1, O-3..O-5 and E-7 to E-8; M-99..101\nfn f_12_holds() {} FOO-20 é-3 O-9..E-12";
        let numbers = written(&cited(test));
        assert_eq!(numbers, "E-7, E-8, E-12, F-12, M-99, M-100, M-101, O-1, O-3, O-4, O-5, O-9");
        assert_eq!(ranges("B-3..5"), [(('B', 3), ('B', 5))]);
    }
}
