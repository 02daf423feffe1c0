//! The examples are what a newcomer reads first.

use crate::{battle_of, examples_of, read, rulesets};

#[test]
fn every_example_opens_with_a_sentence_and_can_be_fought() {
    for rules in rulesets() {
        let examples = examples_of(rules.name);
        assert!(!examples.is_empty(), "{} has no examples", rules.name);
        for path in examples {
            let name = path.display().to_string();
            assert!(read(&path).starts_with("# "), "{name}");
            let loaded = battle_of(&path);
            assert_eq!(loaded.rules().name, rules.name, "{name}");
            assert_eq!(loaded.warnings().render(false), "", "{name}");
            let fought = loaded.run(0, 0, None);
            assert!(rules.outcomes.contains(&fought.outcome), "{name}");
        }
    }
}

#[test]
fn no_two_examples_have_the_same_name() {
    for rules in rulesets() {
        let mut names: Vec<String> = Vec::new();
        for path in examples_of(rules.name) {
            let loaded = battle_of(&path);
            assert!(!names.iter().any(|name| name == loaded.name()), "{}", loaded.name());
            names.push(loaded.name().to_owned());
        }
    }
}
