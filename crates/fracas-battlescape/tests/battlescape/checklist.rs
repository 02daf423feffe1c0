//! §26: the checklist of the rulebook names rules for every line of the seed,
//! and every rule and vector it names is cited by a test.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// A rule, a vector or a decision: `B-76`, `V-49`, `C-1`.
type Number = (char, u32);

/// The seed's last line.
const LAST: u32 = 652;

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

fn home() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The number at the start of a text, and what follows it.
fn number_at(text: &str) -> Option<(Number, &str)> {
    let letter = text.chars().next()?.to_ascii_uppercase();
    let rest = text.get(1..)?.strip_prefix(['-', '_'])?;
    let digits = rest.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(rest.len());
    let number = rest[..digits].parse().ok()?;
    "BVC".contains(letter).then_some(((letter, number), &rest[digits..]))
}

/// All numbers of a text, ranges such as `B-40..B-43` in full.
fn numbers(text: &str) -> BTreeSet<Number> {
    let mut found = BTreeSet::new();
    let mut before = ' ';
    for (place, sign) in text.char_indices() {
        let apart = !before.is_ascii_alphanumeric();
        before = sign;
        if let Some(((letter, first), rest)) = number_at(&text[place..]).filter(|_| apart) {
            let end = rest.strip_prefix("..").and_then(number_at);
            let last = end.map_or(first, |((_, last), _)| last);
            found.extend((first..=last).map(|number| (letter, number)));
        }
    }
    found
}

/// The rows of the checklist: ranges of lines, and the rules named for them.
fn rows(book: &str) -> Vec<(Vec<(u32, u32)>, String)> {
    let (_, list) = book.split_once("## 26.").expect("a checklist");
    let mut rows = Vec::new();
    for line in list.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [lines, _, rules] = cells[..] else { panic!("{line}") };
        if !lines.starts_with(|sign: char| sign.is_ascii_digit()) {
            continue;
        }
        let ranges = lines.split(", ").map(|range| {
            let (first, last) = range.split_once('–').unwrap_or((range, range));
            (first.parse().expect(range), last.parse().expect(range))
        });
        rows.push((ranges.collect(), rules.to_owned()));
    }
    rows
}

/// The numbers that a book gives, in bold at the start of an entry.
fn given(book: &str) -> BTreeSet<Number> {
    let entry = |line: &str| {
        let line = line.trim_start();
        let bold = line.strip_prefix("- ").unwrap_or(line).strip_prefix("**")?;
        Some(number_at(bold)?.0)
    };
    book.lines().filter_map(entry).collect()
}

/// All that tests of this crate cite.
fn cited() -> BTreeSet<Number> {
    let mut found = BTreeSet::new();
    let folder = home().join("tests/battlescape");
    for entry in fs::read_dir(&folder).expect("the tests") {
        let path = entry.expect("a file").path();
        let is_list = path.file_stem().is_some_and(|stem| stem == "checklist" || stem == "main");
        if path.extension().is_some_and(|end| end == "rs") && !is_list {
            found.extend(numbers(&read(&path)));
        }
    }
    found
}

fn book() -> String {
    read(&home().join("../../docs/rules/battlescape.md"))
}

/// Every line of the seed but blank ones and rules between chapters has its
/// row, in order; the rules it names exist and a test cites each of them.
#[test]
fn every_line_of_the_seed_is_proved() {
    let book = book();
    let (rows, given, cited) = (rows(&book), given(&book), cited());
    assert!(rows.len() > 50, "{}", rows.len());
    let mut next = 1;
    for (first, last) in rows.iter().flat_map(|(ranges, _)| ranges.iter().copied()) {
        assert!(next <= first && first <= next + 6 && first <= last, "{first} after {next}");
        next = last + 1;
    }
    assert_eq!(next, LAST + 1);
    for (ranges, rules) in &rows {
        let named = numbers(rules);
        let in_words = ["intro", "whole", "§20"].iter().any(|word| rules.contains(word));
        assert!(!named.is_empty() || in_words, "{ranges:?} name no rule: {rules}");
        // Gaps in the numbering are intended, also inside a range.
        let proved = |number: &Number| cited.contains(number) || !given.contains(number);
        let missing: Vec<Number> = named.into_iter().filter(|number| !proved(number)).collect();
        assert!(missing.is_empty(), "{ranges:?}: no test cites {missing:?}");
        let unknown = |number: &Number| !given.contains(number);
        let firsts = rules.split(", ").filter_map(|rule| Some(number_at(rule)?.0));
        let unknown: Vec<Number> = firsts.filter(unknown).collect();
        assert!(unknown.is_empty(), "{ranges:?}: there is no {unknown:?}");
    }
}
