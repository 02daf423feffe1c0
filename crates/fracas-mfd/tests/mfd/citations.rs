//! Every number of the rulebook is cited by a test or by a line here that says
//! who proves it.

use std::collections::BTreeSet;
use std::path::Path;

/// Proved by tests of the command line (`crates/fracas-cli/tests/cli/mfd.rs`).
const COMMAND_LINE: &[&str] =
    &["F-59", "F-62", "F-67", "F-68", "F-69", "F-71", "F-79", "E-1", "E-18", "E-21"];

fn numbers(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut rest = text;
    while let Some(at) = rest.find(['F', 'X', 'C', 'T', 'E', 'f', 'x', 'c', 't', 'e']) {
        let letter = rest[at..at + 1].to_uppercase();
        let before = rest[..at].chars().next_back();
        let after = &rest[at + 1..];
        let digits: String = after.chars().skip(1).take_while(char::is_ascii_digit).collect();
        let alone = before.is_none_or(|sign| !sign.is_ascii_alphanumeric());
        if alone && after.starts_with(['-', '_']) && !digits.is_empty() {
            found.insert(format!("{letter}-{digits}"));
        }
        rest = after;
    }
    found
}

/// Numbers that head a rule or a row of a table.
fn rules() -> BTreeSet<String> {
    let book = include_str!("../../../../docs/rules/mfd.md");
    let heads = book.lines().filter_map(|line| {
        line.strip_prefix("- **")
            .or_else(|| line.strip_prefix("| "))
            .and_then(|rest| rest.split([' ', '*', '|']).next())
    });
    heads.flat_map(numbers).collect()
}

/// All text of tests, with ranges such as `t_1_to_t_3` written out.
fn cited() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for folder in ["tests/mfd", "src", "src/scenario", "src/rules"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.extension().is_none_or(|ending| ending != "rs")
                || path.ends_with("citations.rs")
            {
                continue;
            }
            let text = std::fs::read_to_string(path).expect("a file");
            for line in text.lines().filter(|line| line.trim_start().starts_with("fn ")) {
                found.extend(numbers(line));
                if let Some((from, to)) = line.split_once("_to_") {
                    found.extend(range(from, to));
                }
            }
        }
    }
    found
}

/// `t_1` and `t_3_…`: all numbers from one to the other.
fn range(from: &str, to: &str) -> Vec<String> {
    let mut ends = from.rsplit('_');
    let (Some(first), Some(letter)) = (ends.next(), ends.next()) else { return Vec::new() };
    let last: String = to.chars().skip(2).take_while(char::is_ascii_digit).collect();
    let letter = letter.rsplit(' ').next().unwrap_or(letter).to_uppercase();
    match (first.parse::<u32>(), last.parse::<u32>()) {
        (Ok(first), Ok(last)) => {
            (first..=last).map(|number| format!("{letter}-{number}")).collect()
        }
        _ => Vec::new(),
    }
}

#[test]
fn every_rule_is_cited_by_a_test() {
    let cited = cited();
    let proved =
        |number: &&String| cited.contains(*number) || COMMAND_LINE.contains(&number.as_str());
    let rules = rules();
    assert!(rules.len() > 150, "{rules:?}");
    let missing: Vec<&String> = rules.iter().filter(|number| !proved(number)).collect();
    assert!(missing.is_empty(), "no test cites {missing:?}");
}
