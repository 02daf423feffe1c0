//! From paths as users write them to what is there: `stack[Osswid]` is the
//! entry of that name, `squad.0` the first of the squad.

use toml_edit::{Item, Value};

use super::nearest::nearest;
use super::path::{Step, path_text};

/// Keys that say what an entry of a list is called, the most telling first.
const NAMES: [&str; 8] = ["id", "name", "noble", "unit", "monster", "class", "kind", "item"];

/// So many names are told to whoever has named none of them.
const MOST_TOLD: usize = 10;

/// The same way by keys and numbers alone.
pub(super) fn resolve(root: &Item, steps: &[Step]) -> Result<Vec<Step>, String> {
    let mut found: Vec<Step> = Vec::with_capacity(steps.len());
    let mut here = Some(root);
    for step in steps {
        let length = here.and_then(length);
        let next = match (step, here, length) {
            (Step::Key(key), _, Some(_)) => key.parse().map_or_else(|_| step.clone(), Step::Index),
            (Step::Name(name), Some(list), Some(length)) => {
                Step::Index(entry(list, length, name, &path_text(&found))?)
            }
            (Step::Name(name), _, _) => return Err(no_list(here, name, &path_text(&found))),
            _ => step.clone(),
        };
        here = here.and_then(|item| below(item, &next));
        found.push(next);
    }
    Ok(found)
}

/// What a step leads to.
pub(super) fn below<'a>(item: &'a Item, step: &Step) -> Option<&'a Item> {
    match step {
        Step::Key(key) => item.get(key.as_str()),
        Step::Index(index) => item.get(*index),
        Step::Name(_) => None,
    }
}

/// How many entries a list has; none of what is no list.
pub(super) fn length(item: &Item) -> Option<usize> {
    match item {
        Item::ArrayOfTables(tables) => Some(tables.len()),
        Item::Value(Value::Array(list)) => Some(list.len()),
        _ => None,
    }
}

/// The number of the one entry that is called so.
fn entry(list: &Item, length: usize, name: &str, path: &str) -> Result<usize, String> {
    let called = |index: usize, key: &str| list.get(index)?.get(key)?.as_str();
    let alone = |index: usize| list.get(index)?.as_str();
    for key in NAMES.map(Some).into_iter().chain([None]) {
        let is_it = |index: &usize| {
            key.map_or_else(|| alone(*index), |key| called(*index, key)) == Some(name)
        };
        let mut fitting = (0..length).filter(is_it);
        match (fitting.next(), fitting.next()) {
            (Some(index), None) => return Ok(index),
            (Some(first), Some(_)) => {
                return Err(format!(
                    "several entries of {path} are called `{name}`: say which by its number, \
                     such as {path}[{first}]"
                ));
            }
            _ => {}
        }
    }
    let first_name =
        |index| alone(index).or_else(|| NAMES.into_iter().find_map(|key| called(index, key)));
    let names: Vec<&str> = (0..length).filter_map(first_name).collect();
    let hint = match nearest(name, names.iter().copied()) {
        Some(near) => format!("did you mean {path}[{near}]?"),
        None if names.is_empty() => format!("say which by its number, such as {path}[0]"),
        None => format!("there are: {}", names[..names.len().min(MOST_TOLD)].join(", ")),
    };
    Err(format!("no entry of {path} is called `{name}`; {hint}"))
}

fn no_list(item: Option<&Item>, name: &str, path: &str) -> String {
    match item {
        None => format!("there is no {path}, so nothing in it is called `{name}`"),
        Some(item) if item.is_table_like() => {
            let key = path_text(&[Step::Key(name.to_owned())]);
            format!("{path} is a table, not a list: write {path}.{key}")
        }
        Some(_) => format!("{path} is one value, not a list: write {path}=value"),
    }
}
