//! The schema says what the reader does.

use fracas::{Registry, Rules, Scenario, reference, schema};
use jsonschema::Validator;
use serde_json::{Map, Value};
use toml_edit::{Document, Item, TableLike};

use crate::{battle_of, examples_of, project, read, rulesets};

/// A ruleset's schema, ready to judge.
fn judge(rules: &Rules) -> Validator {
    let schema = schema(rules);
    assert!(jsonschema::meta::is_valid(&schema), "{}: {schema:#}", rules.name);
    jsonschema::draft202012::new(&schema).unwrap()
}

fn json_of(scenario: &str) -> Value {
    let document = Document::parse(scenario).unwrap();
    table(document.as_table())
}

fn table(table: &dyn TableLike) -> Value {
    let entries = table.iter().map(|(key, item)| (key.to_owned(), item_of(item)));
    Value::Object(entries.collect::<Map<_, _>>())
}

fn item_of(item: &Item) -> Value {
    match item {
        Item::None => Value::Null,
        Item::Value(value) => value_of(value),
        Item::Table(inner) => table(inner),
        Item::ArrayOfTables(tables) => tables.iter().map(|inner| table(inner)).collect(),
    }
}

fn value_of(value: &toml_edit::Value) -> Value {
    match value {
        toml_edit::Value::String(text) => text.value().as_str().into(),
        toml_edit::Value::Integer(number) => (*number.value()).into(),
        toml_edit::Value::Float(number) => (*number.value()).into(),
        toml_edit::Value::Boolean(flag) => (*flag.value()).into(),
        toml_edit::Value::Datetime(date) => date.value().to_string().into(),
        toml_edit::Value::Array(list) => list.iter().map(value_of).collect(),
        toml_edit::Value::InlineTable(inner) => table(inner),
    }
}

fn assert_fits(judge: &Validator, scenario: &str, name: &str) {
    let faults: Vec<String> =
        judge.iter_errors(&json_of(scenario)).map(|fault| format!("{fault}")).collect();
    assert!(faults.is_empty(), "{name}\n{}", faults.join("\n"));
}

#[test]
fn every_template_example_and_aftermath_fits() {
    for rules in rulesets() {
        let judge = judge(rules);
        assert_fits(&judge, rules.template(), "the template");
        for path in examples_of(rules.name) {
            let name = path.display().to_string();
            assert_fits(&judge, &read(&path), &name);
            let loaded = battle_of(&path);
            for trial in 0..3 {
                let fought = loaded.run(0, trial, None);
                assert_fits(&judge, &fought.aftermath, &format!("aftermath {trial} of {name}"));
            }
        }
    }
}

/// A template with a wrong line put on top of it, which neither the schema
/// nor the reader may take.
#[test]
fn what_is_wrong_for_every_ruleset_does_not_fit() {
    for rules in rulesets() {
        let judge = judge(rules);
        let template = without_key(rules.template(), "name");
        for wrong in ["nmae = \"X\"", "seed = -1", "seed = \"5\"", "name = 5", "name = \"a\\nb\""] {
            let text = format!("{wrong}\n{template}");
            assert!(!judge.is_valid(&json_of(&text)), "{}: {wrong}", rules.name);
            assert!(Scenario::new("x.toml", text).battle().is_err(), "{}: {wrong}", rules.name);
        }
        let nameless = without_key(rules.template(), "ruleset");
        assert!(!judge.is_valid(&json_of(&nameless)), "{}", rules.name);
    }
}

fn without_key(scenario: &str, key: &str) -> String {
    let kept = scenario.lines().filter(|line| line.split('=').next().unwrap().trim() != key);
    kept.flat_map(|line| [line, "\n"]).collect()
}

#[test]
fn wrong_battles_of_olympia_do_not_fit() {
    let judge = judge(Registry::standard().rules("olympia").unwrap());
    let units = |first: &str, second: &str| {
        format!(
            "ruleset = \"olympia\"\n[[attacker.stack]]\n{first}\n[[defender.stack]]\n{second}\n"
        )
    };
    let fine = "noble = \"B\"";
    let fits = |text: &str| {
        let read = Scenario::new("x.toml", text).battle().is_ok();
        let fit = judge.is_valid(&json_of(text));
        assert_eq!(fit, read, "{text}");
        fit
    };
    assert!(fits(&units("noble = \"A\"\nmen = { pikeman = 3 }\nhealth = 1", fine)));
    for wrong in [
        "men = { pikeman = 3 }",
        "noble = \"A\"\nbehind = 10",
        "noble = \"A\"\nbehind = 0.5",
        "noble = \"A\"\nhealth = 0",
        "noble = \"A\"\nill = \"yes\"",
        "noble = \"A\"\nmen = { pikeman = -3 }",
        "noble = \"A\"\nmen = 3",
        "noble = \"A\"\nitems = [ { attack = 3 } ]",
        "noble = \"A\"\nprisoners = [ { noble = \"C\", behind = 1 } ]",
        "noble = \"A\"\n[place]\nterrain = \"moon\"",
        "noble = \"A\"\n[place]\nweather = [\"wind\", \"hail\"]",
        "noble = \"A\"\n[defender]\nstructure = { defense = 3 }",
        "noble = \"A\"\n[kinds.orc]\nattack = 3",
    ] {
        assert!(!fits(&units(wrong, fine)), "{wrong}");
    }
}

/// With `FRACAS_BLESS=1` the page is written anew.
#[test]
fn the_page_of_scenario_files_is_up_to_date() {
    let path = project().join("docs/scenarios.md");
    let page = reference(rulesets());
    if std::env::var_os("FRACAS_BLESS").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    assert!(
        read(&path) == page,
        "docs/scenarios.md is old: cargo run -- schema --markdown > docs/scenarios.md"
    );
}

/// Every key is documented, so that the page and the schema explain it.
#[test]
fn every_key_and_table_has_a_sentence() {
    fn undocumented(value: &Value, path: &str, found: &mut Vec<String>) {
        if let Some(properties) = value.get("properties").and_then(Value::as_object) {
            for (key, property) in properties {
                if property.get("description").is_none() {
                    found.push(format!("{path}.{key}"));
                }
            }
            if value.get("description").is_none() {
                found.push(path.to_owned());
            }
        }
    }
    let mut found = Vec::new();
    for rules in rulesets() {
        let schema = schema(rules);
        undocumented(&schema, rules.name, &mut found);
        for (name, table) in schema["$defs"].as_object().unwrap() {
            undocumented(table, &format!("{}: {name}", rules.name), &mut found);
        }
    }
    assert!(found.is_empty(), "without a sentence: {found:?}");
}
