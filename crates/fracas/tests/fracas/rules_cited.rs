//! A rule that no test cites is a rule that nobody proves.

use std::collections::BTreeSet;
use std::path::Path;

use crate::{files, project, read, rulesets};

/// A rule's number, such as `O-12`.
type Number = (char, u32);

/// Every number that a rulebook gives to a rule, a vector or a bad input is
/// cited by a test of its ruleset.
#[test]
fn every_rule_is_cited_by_a_test() {
    let mut uncited = Vec::new();
    for rules in rulesets() {
        let book = read(&project().join(format!("docs/rules/{}.md", rules.name)));
        let given = given(&book);
        assert!(!given.is_empty(), "docs/rules/{}.md has no numbered rules", rules.name);
        let cited = cited(&tests_of(rules.name));
        let missing: Vec<String> =
            given.difference(&cited).map(|(letter, number)| format!("{letter}-{number}")).collect();
        if !missing.is_empty() {
            uncited.push(format!("{}: {}", rules.name, missing.join(", ")));
        }
    }
    assert!(uncited.is_empty(), "no test cites these rules\n{}", uncited.join("\n"));
}

/// The numbers that a rulebook gives: in bold at the start of a paragraph or
/// list entry, or alone in the first cell of a table's row.
fn given(book: &str) -> BTreeSet<Number> {
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
fn number_at(text: &str) -> Option<(Number, &str)> {
    let letter = text.chars().next().filter(char::is_ascii_alphabetic)?;
    let rest = text[1..].strip_prefix(['-', '_'])?;
    let digits = rest.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(rest.len());
    let number = rest[..digits].parse().ok()?;
    Some(((letter.to_ascii_uppercase(), number), &rest[digits..]))
}

/// The numbers that a text names: `O-12`, a function `o_12_…`, and the ranges
/// `O-10..O-14`, `O-10..14` and `O-10 to O-14`.
fn cited(text: &str) -> BTreeSet<Number> {
    let mut numbers = BTreeSet::new();
    let mut before = ' ';
    for (place, sign) in text.char_indices() {
        let apart = !before.is_ascii_alphanumeric();
        before = sign;
        if !apart || !sign.is_ascii_alphabetic() {
            continue;
        }
        if let Some(((letter, first), rest)) = number_at(&text[place..]) {
            let last = range_end(letter, rest).unwrap_or(first);
            numbers.extend((first..=last.max(first)).map(|number| (letter, number)));
        }
    }
    numbers
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

/// All test code of a ruleset: its own tests, those beside its rules, and
/// those of the command line that are named after it.
fn tests_of(ruleset: &str) -> String {
    let krate = project().join(format!("crates/fracas-{ruleset}"));
    let mut text = String::new();
    for path in files(&krate.join("tests"), "rs") {
        // A list of rules to be cited cites none.
        if !path.ends_with("citations.rs") {
            text.push_str(&read(&path));
        }
    }
    for path in files(&krate.join("src"), "rs") {
        text.push_str(test_part(&path, &read(&path)));
    }
    for path in files(&project().join("crates/fracas-cli/tests"), "rs") {
        if path.file_stem().is_some_and(|stem| stem == ruleset) {
            text.push_str(&read(&path));
        }
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

#[test]
fn numbers_are_found_where_books_give_them() {
    let book = "- **O-1 [seed]** One.\n**A-2** two\n| E-3 | three |\n| 90 | 45 |\n\
        see O-4 and **O-5**\n  - **C-6** six\n| T-7 and more | x |\n**[decided]** no\n";
    let numbers: Vec<Number> = given(book).into_iter().collect();
    assert_eq!(numbers, [('A', 2), ('C', 6), ('E', 3), ('O', 1)]);
}

#[test]
fn numbers_are_found_where_tests_cite_them() {
    let test =
        "// O-1, O-3..O-5 and E-7 to E-8; M-99..101\nfn f_12_holds() {} FOO-20 é-3 O-9..E-12";
    let numbers: Vec<Number> = cited(test).into_iter().collect();
    let ranges = [('E', 7), ('E', 8), ('E', 12), ('F', 12), ('M', 99), ('M', 100), ('M', 101)];
    let o = [('O', 1), ('O', 3), ('O', 4), ('O', 5), ('O', 9)];
    assert_eq!(numbers, [ranges.as_slice(), &o].concat());
}
