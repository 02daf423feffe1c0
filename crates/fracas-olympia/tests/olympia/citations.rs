//! A rule that no test cites is a rule that nobody proves.

use std::collections::BTreeSet;
use std::path::Path;

use fracas_testing::citations::{Number, cited, given, ranges, rulebook, tests_of, written};

/// Every rule of the rulebook is cited by these tests, and they cite no other.
#[test]
fn every_rule_and_every_bad_input_is_cited() {
    let rules = given(&rulebook("olympia"));
    assert_eq!(rules.iter().filter(|(letter, _)| *letter == 'E').count(), 20);

    let tests = tests_of(Path::new(env!("CARGO_MANIFEST_DIR")));
    let unproved = written(rules.difference(&cited(&tests)));
    assert!(unproved.is_empty(), "no test cites {unproved}");

    // Gaps in the numbering are intended, also inside a range.
    let named: BTreeSet<Number> = ranges(&tests)
        .into_iter()
        .flat_map(|(first, last)| [first, last])
        .filter(|(letter, _)| matches!(letter, 'O' | 'E'))
        .collect();
    let unknown = written(named.difference(&rules));
    assert!(unknown.is_empty(), "the rulebook has no {unknown}");
}
