//! Every rule of the rulebook is cited by a test.

use std::collections::BTreeSet;
use std::path::Path;

/// All text below a folder.
fn all_text(folder: &Path, text: &mut String) {
    let mut entries: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            all_text(&path, text);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let file = std::fs::read_to_string(&path).unwrap();
            // Of the sources only the tests count.
            let tests = match file.split_once("#[cfg(test)]") {
                Some((_, tests)) => tests,
                None if path.components().any(|part| part.as_os_str() == "tests") => &file,
                None => "",
            };
            text.push_str(tests);
        }
    }
}

fn numbers(text: &str) -> BTreeSet<u32> {
    let after = text.split("M-").skip(1);
    after
        .filter_map(|rest| {
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            digits.parse().ok()
        })
        .collect()
}

#[test]
fn every_rule_is_cited_by_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let book = std::fs::read_to_string(root.join("../../docs/rules/mission.md")).unwrap();
    let rules = book.split("\n- **M-").skip(1).filter_map(|rest| {
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok()
    });
    let mut text = String::new();
    all_text(&root.join("tests"), &mut text);
    all_text(&root.join("src"), &mut text);
    let cited = numbers(&text);
    let uncited: Vec<u32> = rules.filter(|rule| !cited.contains(rule)).collect();
    assert!(uncited.is_empty(), "no test cites {uncited:?}");
}
