//! A rule that no test cites is a rule that nobody proves.

use fracas_testing::citations::{cited, files, given, read, rulebook, tests_of, written};

use crate::{project, rulesets};

/// Every number that a rulebook gives to a rule, a vector or a bad input is
/// cited by a test of its ruleset.
#[test]
fn every_rule_is_cited_by_a_test() {
    let mut uncited = Vec::new();
    for rules in rulesets() {
        let given = given(&rulebook(rules.name));
        assert!(!given.is_empty(), "docs/rules/{}.md has no numbered rules", rules.name);
        let missing = written(given.difference(&cited(&all_tests_of(rules.name))));
        if !missing.is_empty() {
            uncited.push(format!("{}: {missing}", rules.name));
        }
    }
    assert!(uncited.is_empty(), "no test cites these rules\n{}", uncited.join("\n"));
}

/// All test code of a ruleset: that of its crate, and that of the command line
/// that is named after it.
fn all_tests_of(ruleset: &str) -> String {
    let mut text = tests_of(&project().join(format!("crates/fracas-{ruleset}")));
    for path in files(&project().join("crates/fracas-cli/tests"), "rs") {
        if path.file_stem().is_some_and(|stem| stem == ruleset) {
            text.push_str(&read(&path));
        }
    }
    text
}
