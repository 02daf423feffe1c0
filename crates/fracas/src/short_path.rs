//! Paths that leave out their beginning: `men.knight` for
//! `attacker.stack[0].men.knight`, where one place alone is meant.

use fracas_core::document::{Shape, Step, TableShape, parse_path};
use thiserror::Error;

use crate::registry::Rules;
use crate::scenario::Scenario;

/// Several places may be meant.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{path}` may be {}; write one of them", .places.join(" or "))]
pub struct AmbiguousPath {
    /// What was written.
    pub path: String,
    /// The first places that end so.
    pub places: Vec<String>,
}

/// Tables within tables, and entries of a list, that are looked into.
const DEPTH: usize = 6;
const ENTRIES: usize = 64;
/// Places that are named in an error.
const NAMED: usize = 3;

/// The whole path that somebody means. Of several places those under one of
/// the preferred keys are meant; what is found nowhere is left as it is, and
/// will be an error of its own.
pub(crate) fn whole_path(
    scenario: &Scenario,
    rules: &Rules,
    path: &str,
    preferred: &[&str],
) -> Result<String, AmbiguousPath> {
    let steps = parse_path(path).unwrap_or_default();
    let Some(Step::Key(key)) = steps.first() else { return Ok(path.to_owned()) };
    let on_top = scenario.get(key).is_ok_and(|found| found.is_some());
    if on_top || rules.shape().field(key).is_some() {
        return Ok(path.to_owned());
    }
    let mut tables = Vec::new();
    look(scenario, rules.shape(), "", key, DEPTH, &mut tables);
    let mut places: Vec<String> =
        tables.iter().map(|table| format!("{table}.{}", path.trim())).collect();
    let under = |place: &String| {
        preferred
            .iter()
            .any(|key| place.strip_prefix(key).is_some_and(|rest| rest.starts_with(['.', '['])))
    };
    if places.iter().any(under) {
        places.retain(under);
    }
    match places.as_slice() {
        [] => Ok(path.to_owned()),
        [one] => Ok(one.clone()),
        _ => {
            places.truncate(NAMED);
            Err(AmbiguousPath { path: path.to_owned(), places })
        }
    }
}

/// Collects the tables of the scenario that may have a key.
fn look(
    scenario: &Scenario,
    shape: &TableShape,
    path: &str,
    key: &str,
    depth: usize,
    found: &mut Vec<String>,
) {
    if depth == 0 || found.len() >= ENTRIES {
        return;
    }
    if !path.is_empty() && shape.field(key).is_some() {
        found.push(path.to_owned());
        return;
    }
    for field in shape.fields {
        let below =
            if path.is_empty() { field.key.to_owned() } else { format!("{path}.{}", field.key) };
        look_into(scenario, &field.shape, &below, key, depth - 1, found);
    }
}

fn look_into(
    scenario: &Scenario,
    shape: &Shape,
    path: &str,
    key: &str,
    depth: usize,
    found: &mut Vec<String>,
) {
    let there = |path: &str| scenario.get(path).is_ok_and(|value| value.is_some());
    match shape {
        Shape::Table(table) | Shape::Paths(table) if there(path) => {
            look(scenario, table, path, key, depth, found);
        }
        Shape::List { of, .. } => {
            for entry in 0..ENTRIES {
                let path = format!("{path}[{entry}]");
                if !there(&path) {
                    break;
                }
                look_into(scenario, of, &path, key, depth, found);
            }
        }
        Shape::OneOf(shapes) => {
            for shape in *shapes {
                look_into(scenario, shape, path, key, depth, found);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Registry;

    const FORD: &str = "ruleset = 'olympia'\n[[attacker.stack]]\nnoble = 'A'\n\
        [[defender.stack]]\nnoble = 'D'\n[[defender.stack]]\nnoble = 'E'\nmen.knight = 3\n";

    #[test]
    fn a_short_path_is_found_where_one_place_is_meant() {
        let rules = Registry::standard().rules("olympia").unwrap();
        let ford = Scenario::new("ford.toml", FORD);
        let whole = |path: &str, preferred: &[&str]| whole_path(&ford, rules, path, preferred);
        assert_eq!(whole("men.knight", &["attacker"]).unwrap(), "attacker.stack[0].men.knight");
        assert_eq!(whole("place.terrain", &[]).unwrap(), "place.terrain");
        assert_eq!(whole("nothing.like", &[]).unwrap(), "nothing.like");
        let several = whole("men.knight", &["defender"]).unwrap_err().to_string();
        let both = "defender.stack[0].men.knight or defender.stack[1].men.knight";
        assert_eq!(several, format!("`men.knight` may be {both}; write one of them"));
    }
}
