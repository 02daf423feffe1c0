//! Every rule of the rulebook is cited by a test.

use std::fs;
use std::path::Path;

/// The numbers that stand in a text behind a mark, such as `A-12`.
fn numbers(text: &str, mark: &str, end: impl Fn(&str) -> bool) -> Vec<u32> {
    let mut found = Vec::new();
    for (place, _) in text.match_indices(mark) {
        let rest = &text[place + mark.len()..];
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        if let Ok(number) = digits.parse()
            && end(&rest[digits.len()..])
        {
            found.push(number);
        }
    }
    found
}

fn sources(folder: &Path, into: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            // Of the code only its tests.
            let tests = text.find("#[cfg(test)]").unwrap_or(text.len());
            let from = if folder.to_string_lossy().contains("tests") { 0 } else { tests };
            into.push_str(&text[from..]);
        }
    }
}

#[test]
fn every_rule_is_proved_by_a_test_that_names_it() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let book = fs::read_to_string(home.join("../../docs/rules/andor.md")).unwrap();
    let mut tests = String::new();
    sources(&home.join("tests"), &mut tests);
    sources(&home.join("src"), &mut tests);
    let mut rules = numbers(&book, "**A-", |rest| rest.starts_with("**") || rest.starts_with(" ["));
    rules.sort_unstable();
    rules.dedup();
    assert!(rules.len() > 80, "{rules:?}");
    let mut cited = numbers(&tests, "a_", |_| true);
    cited.extend(numbers(&tests, "A-", |_| true));
    rules.retain(|rule| !cited.contains(rule));
    assert!(rules.is_empty(), "no test names {rules:?}");
    let errors = numbers(&tests, "e_", |_| true);
    let missing: Vec<u32> = (1..=17).filter(|number| !errors.contains(number)).collect();
    assert!(missing.is_empty(), "no test names bad input {missing:?}");
}
