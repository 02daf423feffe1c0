//! What the program tells about itself: schema, completions, manual.

use std::fs;

use crate::{answer, call, json};

#[test]
fn every_ruleset_has_a_schema_and_a_page() {
    let list = answer(&["schema"]);
    assert_eq!(list, answer(&["new"]));
    let all = answer(&["schema", "--markdown"]);
    for line in list.lines() {
        let name = line.split_whitespace().next().unwrap();
        let schema = json(&["schema", name]);
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
        assert_eq!(schema["properties"]["ruleset"]["const"], name);
        let page = answer(&["schema", name, "--markdown"]);
        assert!(page.contains(&format!("\n## {name}\n")));
        assert!(all.contains(page.split_once(&format!("\n## {name}\n")).unwrap().1));
    }
}

#[test]
fn a_schema_of_nothing_is_refused() {
    let refused = call(&["schema", "olimpia"]);
    assert_eq!((refused.code, refused.out.as_str()), (Some(2), ""));
    assert!(refused.err.contains("did you mean `olympia`?"), "{}", refused.err);
}

#[test]
fn completions_know_every_verb() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = answer(&["completions", shell]);
        for verb in ["inspect", "odds", "completions"] {
            assert!(script.contains(verb), "{shell} {verb}");
        }
    }
    assert_eq!(call(&["completions", "abacus"]).code, Some(2));
}

#[test]
fn every_verb_has_a_manual_page() {
    let page = answer(&["man"]);
    assert!(page.contains(".TH fracas 1") && page.contains("fracas\\-odds(1)"), "{page}");

    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().to_str().unwrap();
    let told = answer(&["man", "--out-dir", out]);
    assert!(told.contains(&format!("wrote {out}/fracas-odds.1\n")), "{told}");
    assert_eq!(fs::read_to_string(dir.path().join("fracas.1")).unwrap(), page);
    let odds = fs::read_to_string(dir.path().join("fracas-odds.1")).unwrap();
    assert!(odds.contains("\\-\\-trials") && odds.contains("fracas 0"), "{odds}");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), told.lines().count());
}
