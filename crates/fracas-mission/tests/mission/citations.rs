//! Every rule of the rulebook is cited by a test.

use std::path::Path;

use fracas_testing::citations::{cited, given, rulebook, tests_of, written};

#[test]
fn every_rule_is_cited_by_a_test() {
    let cited = cited(&tests_of(Path::new(env!("CARGO_MANIFEST_DIR"))));
    let uncited = written(given(&rulebook("mission")).difference(&cited));
    assert!(uncited.is_empty(), "no test cites {uncited}");
}
