//! The twins of the fuzzers in `fuzz/`, which always run: good texts with
//! pieces cut out, doubled and put in, and every text that once did harm.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use fracas_crosscheck::hostile::{TARGETS, seeds, try_on};
use proptest::prelude::*;
use proptest::sample::Index;

/// Good texts for every target; some take a battle to make.
static SEEDS: LazyLock<Vec<(&str, Vec<String>)>> =
    LazyLock::new(|| TARGETS.iter().map(|(target, _)| (*target, seeds(target))).collect());

/// Every file of `tests/found/TARGET` was once too much for that target.
#[test]
fn what_was_found_once_does_no_harm() {
    let found = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/found");
    for (target, _) in TARGETS {
        // Most targets have none.
        let Ok(files) = fs::read_dir(found.join(target)) else { continue };
        for file in files {
            let path = file.expect("a folder of files").path();
            let bytes = fs::read(&path).expect("a file that can be read");
            try_on(target, &String::from_utf8_lossy(&bytes));
        }
    }
}

#[test]
fn good_texts_do_no_harm() {
    for (target, seeds) in SEEDS.iter() {
        assert!(!seeds.is_empty(), "{target} has no seeds");
        seeds.iter().for_each(|text| try_on(target, text));
    }
}

/// A change to a text: where, how many signs go, and what comes instead.
type Change = (Index, usize, String);

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let new = prop_oneof![
        ".{0,3}",
        "[\\[\\]{}=.,:\"'0-9eE \n#&<>-]{1,4}",
        Just("9223372036854775807".to_owned()),
        Just("-1e308".to_owned()),
        Just("nan".to_owned()),
        Just("\u{0}\u{7f}\u{2028}é".to_owned()),
    ];
    prop::collection::vec((any::<Index>(), 0usize..12, new), 1..6)
}

fn changed(text: &str, changes: &[Change]) -> String {
    let mut signs: Vec<char> = text.chars().collect();
    for (start, len, new) in changes {
        let start = start.index(signs.len() + 1);
        let end = (start + len).min(signs.len());
        signs.splice(start..end, new.chars());
    }
    signs.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn changed_texts_do_no_harm(changes in changes(), which in any::<Index>()) {
        for (target, seeds) in SEEDS.iter() {
            try_on(target, &changed(&seeds[which.index(seeds.len())], &changes));
        }
    }

    #[test]
    fn shuffled_lines_do_no_harm(order in prop::collection::vec(any::<Index>(), 1..30), which in any::<Index>()) {
        for (target, seeds) in SEEDS.iter() {
            let lines: Vec<&str> = seeds[which.index(seeds.len())].lines().collect();
            let text: Vec<&str> = order.iter().map(|line| lines[line.index(lines.len())]).collect();
            try_on(target, &text.join("\n"));
        }
    }

    #[test]
    fn any_signs_do_no_harm(text in "\\PC{0,80}") {
        for (target, _) in TARGETS {
            try_on(target, &text);
        }
    }
}
