//! Rulesets, and what can be done with a scenario without fighting it.

use fracas::core::document::Severity;
use fracas::{Capability, Diagnostics, NewValue, Registry, Rules, Scenario, ScenarioError};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::engine::Answer;
use crate::source::Source;

/// Everything that is known of the rulesets.
pub fn rulesets(registry: &Registry) -> Vec<Value> {
    registry.iter().map(ruleset).collect()
}

fn ruleset(rules: &Rules) -> Value {
    let endings = rules.endings();
    let outcome = |(place, name): (usize, &&'static str)| {
        let side = endings.get(place).and_then(|ending| ending.side);
        json!({ "name": name, "words": rules.ending(name), "side": side })
    };
    let template = |(kind, text): (&str, &str)| json!({ "kind": kind, "text": text });
    let has = Capability::ALL.into_iter().filter(|capability| rules.has(*capability));
    json!({
        "name": rules.name,
        "version": rules.version,
        "outcomes": rules.outcomes.iter().enumerate().map(outcome).collect::<Vec<_>>(),
        "templates": rules.templates().map(template).collect::<Vec<_>>(),
        "capabilities": has.map(|had| format!("{had:?}").to_lowercase()).collect::<Vec<_>>(),
        "observers": rules.observers(),
        "schema": fracas::schema(rules),
    })
}

/// What is wrong with a scenario, and what it is if nothing is.
pub fn check(registry: &Registry, source: &Source) -> Value {
    let found = registry.battle(&source.scenario());
    let (wrong, battle) = match &found {
        Ok(battle) => {
            let told = json!({
                "name": battle.name(),
                "ruleset": battle.rules().name,
                "seed": battle.seed(),
                "measures": battle.measures(),
                "deciders": battle.deciders(),
            });
            (Some(battle.warnings()), told)
        }
        Err(ScenarioError::Wrong(wrong)) => (Some(&**wrong), Value::Null),
        Err(ScenarioError::Unreadable { .. }) => (None, Value::Null),
    };
    json!({
        "errors": wrong.map_or(1, Diagnostics::errors),
        "warnings": wrong.map_or(0, Diagnostics::warnings),
        "diagnostics": wrong.map(diagnostics).unwrap_or_default(),
        "ruleset": source.ruleset_of(registry),
        "battle": battle,
    })
}

/// Each with its place in the units of JavaScript's strings.
fn diagnostics(wrong: &Diagnostics) -> Vec<Value> {
    let told = wrong.iter().map(|found| {
        let file = wrong.source(found.place.source);
        let scenario = found.place.source == fracas::core::document::SourceId::SCENARIO;
        let units = |byte: usize| {
            let before = file.text.char_indices().take_while(|(place, _)| *place < byte);
            before.map(|(_, sign)| sign.len_utf16()).sum::<usize>()
        };
        let span = found.place.span.unwrap_or_default();
        let start = found.place.span.map(|span| file.position(span.start));
        json!({
            "severity": match found.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            "code": found.code,
            "file": (!scenario).then_some(&file.name),
            "from": units(span.start),
            "to": units(span.end),
            "line": start.map_or(0, |start| start.line),
            "column": start.map_or(0, |start| start.column),
            "path": found.place.path,
            "message": found.message,
            "help": found.help,
        })
    });
    told.collect()
}

/// Changes by path, in order.
#[derive(Deserialize)]
pub struct Edit {
    source: Source,
    changes: Vec<Change>,
}

/// One of the three, and for the first two the value: a truth, a number, or a
/// text, which is TOML if it can be.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Change {
    set: Option<String>,
    push: Option<String>,
    remove: Option<String>,
    value: Value,
}

#[derive(Serialize)]
pub struct Edited {
    text: String,
    refused: Vec<Refused>,
}

#[derive(Serialize)]
struct Refused {
    change: usize,
    why: String,
}

pub fn edit(Edit { source, changes }: Edit) -> Edited {
    let mut scenario = source.scenario();
    let mut refused = Vec::new();
    for (change, wanted) in changes.into_iter().enumerate() {
        let made = wanted.make(&mut scenario);
        if let Err(why) = made {
            refused.push(Refused { change, why });
        }
    }
    Edited { text: scenario.text().to_owned(), refused }
}

fn told<T, E: ToString>(result: Result<T, E>) -> Answer<T> {
    result.map_err(|why| why.to_string())
}

impl Change {
    fn make(&self, scenario: &mut Scenario) -> Answer<()> {
        match (&self.set, &self.push, &self.remove) {
            (Some(path), None, None) => told(scenario.set(path, self.value()?)),
            (None, Some(path), None) => told(scenario.push(path, self.value()?)),
            (None, None, Some(path)) => told(scenario.remove(path).map(|_| ())),
            _ => Err("a change is one of set, push and remove".to_owned()),
        }
    }

    /// The value as a form has it.
    fn value(&self) -> Answer<NewValue> {
        match &self.value {
            Value::Bool(truth) => told(NewValue::read(if *truth { "true" } else { "false" })),
            Value::Number(number) => match number.as_i64() {
                Some(whole) => Ok(whole.into()),
                None => told(NewValue::read(&number.to_string())),
            },
            Value::String(text) => told(NewValue::read(text)),
            _ => Err("a value is a truth, a number or a text".to_owned()),
        }
    }
}

/// Values as they are written.
#[derive(Deserialize)]
pub struct Get {
    source: Source,
    paths: Vec<String>,
}

pub fn get(Get { source, paths }: Get) -> Answer<Vec<Option<String>>> {
    let scenario = source.scenario();
    paths.iter().map(|path| told(scenario.get(path))).collect()
}

/// What the rules make of a scenario: as the command line has it, and as
/// tables for eyes.
pub fn inspect(registry: &Registry, source: &Source) -> Answer<Value> {
    let report = source.battle_by(registry)?.inspect();
    let mut told = match serde_json::to_value(&report) {
        Ok(Value::Object(told)) => told,
        _ => Map::new(),
    };
    let tables = report.tables.iter().map(|table| {
        let row = |row: &Vec<fracas::Cell>| row.iter().map(fracas::Cell::words).collect();
        let rows: Vec<Vec<String>> = table.rows.iter().map(row).collect();
        json!({ "title": table.title, "columns": table.columns, "rows": rows, "note": table.note })
    });
    told.insert("tables".to_owned(), tables.collect());
    Ok(Value::Object(told))
}

/// The names that conditions may use.
pub fn conditions(source: &Source) -> Answer<Value> {
    let battle = source.battle()?;
    Ok(json!({ "outcomes": battle.rules().outcomes, "measures": battle.measures() }))
}

#[derive(Deserialize)]
pub struct Written {
    source: Source,
    text: String,
    kind: Kind,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Condition,
    Claim,
    Aim,
}

/// What is wrong with a condition, a claim or an aim; none if nothing is.
pub fn check_condition(written: Written) -> Answer<Option<String>> {
    let battle = written.source.battle()?;
    Ok(match written.kind {
        Kind::Condition => told(battle.condition(&written.text)).err(),
        Kind::Claim => told(battle.claim(&written.text)).err(),
        Kind::Aim => told(battle.aim(&written.text)).err(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> Source {
        Source { text: text.to_owned(), ..Source::default() }
    }

    #[test]
    fn places_count_as_javascript_does() {
        // A letter outside the basic plane is two units there and four bytes here.
        let found = check(
            Registry::standard(),
            &source("ruleset = \"olympia\"\nname = \"𝔄\"\nspeed = 3\n"),
        );
        let wrong = found["diagnostics"].as_array().unwrap();
        let speed = wrong.iter().find(|wrong| wrong["path"] == "speed").unwrap();
        let text: Vec<u16> =
            "ruleset = \"olympia\"\nname = \"𝔄\"\nspeed = 3\n".encode_utf16().collect();
        let at = |key: &str| usize::try_from(speed[key].as_u64().unwrap()).unwrap();
        assert_eq!(String::from_utf16(&text[at("from")..at("to")]).unwrap(), "speed");
        assert_eq!((at("line"), at("column")), (3, 1));
        assert_eq!((found["ruleset"].as_str(), found["battle"].is_null()), (Some("olympia"), true));
    }

    #[test]
    fn a_change_that_cannot_be_made_leaves_the_others() {
        let text = "ruleset = \"olympia\" # the old one\n";
        let set =
            |path: &str, value| Change { set: Some(path.to_owned()), value, ..Change::default() };
        let edited = edit(Edit {
            source: source(text),
            changes: vec![
                set("name", json!("Two words")),
                set("a[7].b", json!(3)),
                set("x", json!(0.5)),
            ],
        });
        assert!(edited.text.starts_with(text) && edited.text.contains("name = \"Two words\""));
        assert!(edited.text.contains("x = 0.5"));
        assert_eq!(edited.refused.len(), 1);
        assert_eq!(edited.refused[0].change, 1);
        let both = Change { remove: Some("x".to_owned()), ..set("x", json!(1)) };
        for wrong in [both, Change::default(), set("x", json!([1]))] {
            let edited = edit(Edit { source: source(text), changes: vec![wrong] });
            assert_eq!((edited.text.as_str(), edited.refused.len()), (text, 1));
        }
    }

    #[test]
    fn all_rulesets_are_told() {
        let known = rulesets(Registry::standard());
        assert_eq!(known.len(), 5);
        for ruleset in known {
            for template in ruleset["templates"].as_array().unwrap() {
                let checked =
                    check(Registry::standard(), &source(template["text"].as_str().unwrap()));
                assert_eq!(checked["errors"], 0);
                assert_eq!(checked["battle"]["ruleset"], ruleset["name"]);
            }
            assert!(ruleset["outcomes"][0]["words"].is_string());
        }
    }
}
