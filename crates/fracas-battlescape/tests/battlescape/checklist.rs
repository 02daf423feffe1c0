//! §26: the checklist of the rulebook names rules for every line of the seed,
//! and every rule and vector it names is cited by a test.

use std::path::Path;

use fracas_testing::citations::{Number, cited, given, number_at, rulebook, tests_of};

/// The seed's last line.
const LAST: u32 = 652;

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

/// Every line of the seed but blank ones and rules between chapters has its
/// row, in order; the rules it names exist and a test cites each of them.
#[test]
fn every_line_of_the_seed_is_proved() {
    let book = rulebook("battlescape");
    let tests = cited(&tests_of(Path::new(env!("CARGO_MANIFEST_DIR"))));
    let (rows, given) = (rows(&book), given(&book));
    assert!(rows.len() > 50, "{}", rows.len());
    let mut next = 1;
    for (first, last) in rows.iter().flat_map(|(ranges, _)| ranges.iter().copied()) {
        assert!(next <= first && first <= next + 6 && first <= last, "{first} after {next}");
        next = last + 1;
    }
    assert_eq!(next, LAST + 1);
    for (ranges, rules) in &rows {
        let named = cited(rules);
        let in_words = ["intro", "whole", "§20"].iter().any(|word| rules.contains(word));
        assert!(!named.is_empty() || in_words, "{ranges:?} name no rule: {rules}");
        // Gaps in the numbering are intended, also inside a range.
        let proved = |number: &Number| tests.contains(number) || !given.contains(number);
        let missing: Vec<Number> = named.into_iter().filter(|number| !proved(number)).collect();
        assert!(missing.is_empty(), "{ranges:?}: no test cites {missing:?}");
        let unknown = |number: &Number| !given.contains(number);
        let firsts = rules.split(", ").filter_map(|rule| Some(number_at(rule)?.0));
        let unknown: Vec<Number> = firsts.filter(unknown).collect();
        assert!(unknown.is_empty(), "{ranges:?}: there is no {unknown:?}");
    }
}
