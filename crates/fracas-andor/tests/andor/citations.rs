//! Every rule of the rulebook is cited by a test.

use std::path::Path;

use fracas_testing::citations::{cited, given, rulebook, tests_of, written};

/// The bad inputs of section 11, which the book counts without a letter.
const BAD_INPUTS: u32 = 17;

#[test]
fn every_rule_and_every_bad_input_is_cited() {
    let mut rules = given(&rulebook("andor"));
    assert!(rules.len() > 80, "{}", written(&rules));
    rules.extend((1..=BAD_INPUTS).map(|number| ('E', number)));
    let cited = cited(&tests_of(Path::new(env!("CARGO_MANIFEST_DIR"))));
    let uncited = written(rules.difference(&cited));
    assert!(uncited.is_empty(), "no test cites {uncited}");
}
