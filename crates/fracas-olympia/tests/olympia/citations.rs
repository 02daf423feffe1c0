//! A rule that no test cites is a rule that nobody proves.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const HERE: &str = env!("CARGO_MANIFEST_DIR");

/// The numbers `O-1`, `E-20` in a text, written so or as `o_1`, `e_20`.
fn numbers(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let bytes = text.as_bytes();
    for (place, pair) in bytes.windows(2).enumerate() {
        let letter = pair[0].to_ascii_uppercase() as char;
        let apart = place == 0 || !bytes[place - 1].is_ascii_alphanumeric();
        if apart && matches!(letter, 'O' | 'E') && matches!(pair[1], b'-' | b'_') {
            let digits: String =
                text[place + 2..].chars().take_while(char::is_ascii_digit).collect();
            if !digits.is_empty() {
                found.insert(format!("{letter}-{digits}"));
            }
        }
    }
    found
}

/// Every rule of the rulebook is cited by these tests, and they cite no other.
#[test]
fn every_rule_and_every_bad_input_is_cited() {
    let book = Path::new(HERE).join("../../docs/rules/olympia.md");
    let book = fs::read_to_string(book).expect("the rulebook");
    let rules: BTreeSet<String> = book
        .lines()
        .filter(|line| line.starts_with("- **O-") || line.starts_with("| E-"))
        .filter_map(|line| {
            numbers(line.trim_start_matches("- **")).into_iter().find(|number| {
                line.starts_with(&format!("- **{number} "))
                    || line.starts_with(&format!("| {number} "))
            })
        })
        .collect();
    assert_eq!(rules.iter().filter(|rule| rule.starts_with('E')).count(), 20);

    let mut cited = BTreeSet::new();
    for file in fs::read_dir(Path::new(HERE).join("tests/olympia")).expect("the tests") {
        let path = file.expect("a file").path();
        if path.extension().is_some_and(|extension| extension == "rs")
            && !path.ends_with("citations.rs")
        {
            cited.append(&mut numbers(&fs::read_to_string(path).expect("a test")));
        }
    }
    let unproved: Vec<_> = rules.difference(&cited).collect();
    assert!(unproved.is_empty(), "no test cites {unproved:?}");
    let unknown: Vec<_> = cited.difference(&rules).collect();
    assert!(unknown.is_empty(), "the rulebook has no {unknown:?}");
}
