//! The reference of scenario files, in Markdown.

use std::fmt::Write;

use fracas_core::document::{COMMON, Field, Shape, TableShape};

use super::tables::Tables;
use crate::registry::Rules;

/// Every key of the scenario files of these rulesets, as a Markdown page.
///
/// ```
/// let page = fracas::reference(fracas::Registry::standard().iter());
/// assert!(page.starts_with("# Scenario files\n"));
/// ```
pub fn reference<'a>(rulesets: impl IntoIterator<Item = &'a Rules>) -> String {
    let mut page = String::from(OPENING);
    keys(&mut page, COMMON, "", None);
    for rules in rulesets {
        ruleset(&mut page, rules);
    }
    page
}

const OPENING: &str = "\
# Scenario files

A scenario is a TOML file that describes one battle. Its ruleset decides which
keys it may have. This page is printed by `fracas schema --markdown`, from the
same description that files are checked against; `fracas schema RULESET` prints
it as a JSON schema for editors. `fracas new RULESET` prints a commented file to
start from.

Numbers such as O-52 are rules of the rulebooks in [rules/](rules/).

## Every scenario

";

fn ruleset(page: &mut String, rules: &Rules) {
    let tables = Tables::within(rules.shape());
    let mut section = |heading: String, table: &TableShape| {
        let gap = if table.doc.is_empty() { "" } else { "\n\n" };
        let _ = write!(page, "\n{heading}\n\n{}{gap}", table.doc);
        keys(page, table.fields, rules.name, Some(&tables));
    };
    section(format!("## {}", rules.name), rules.shape());
    for (table, name) in tables.iter() {
        section(format!("### {}: {name}", rules.name), table);
    }
}

fn keys(page: &mut String, fields: &'static [Field], ruleset: &str, tables: Option<&Tables>) {
    page.push_str("| key | value | if left out | meaning |\n|---|---|---|---|\n");
    for field in fields {
        let missing = if field.required { "**must be there**" } else { field.default };
        let _ = writeln!(
            page,
            "| `{}` | {} | {} | {} |",
            field.key,
            cell(&describe(&field.shape, ruleset, tables)),
            cell(missing),
            cell(field.doc),
        );
    }
}

/// A sign that ends a cell is written as a sign.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

fn describe(shape: &'static Shape, ruleset: &str, tables: Option<&Tables>) -> String {
    let inner = |shape| describe(shape, ruleset, tables);
    match shape {
        Shape::Whole { min, max } => format!("whole number, {min} to {max}"),
        Shape::Decimal { min, max, places } => {
            format!("number, {min} to {max}, up to {places} decimal places")
        }
        Shape::Text { max_chars: usize::MAX, .. } => "text".to_owned(),
        Shape::Text { max_chars, lines } => {
            let kind = if *lines { "text of several lines" } else { "text" };
            format!("{kind}, up to {max_chars} characters")
        }
        Shape::Flag => "`true` or `false`".to_owned(),
        Shape::Word(words) => {
            let words: Vec<String> = words.iter().map(|word| format!("`\"{word}\"`")).collect();
            words.join(", ")
        }
        Shape::Table(table) => {
            let name = tables.map_or(table.name, |tables| tables.name_of(table));
            format!("table [{name}](#{ruleset}-{name})")
        }
        Shape::Paths(table) => {
            let name = tables.map_or(table.name, |tables| tables.name_of(table));
            format!("table [{name}](#{ruleset}-{name}), also by paths in quotes")
        }
        Shape::List { of, min, max } if min == max => format!("list of {max}: {}", inner(of)),
        Shape::List { of, max: usize::MAX, .. } => format!("list: {}", inner(of)),
        Shape::List { of, min: 0, max } => format!("list of up to {max}: {}", inner(of)),
        Shape::List { of, min, max } => format!("list of {min} to {max}: {}", inner(of)),
        Shape::Map { value, max: usize::MAX } => format!("table of names: {}", inner(value)),
        Shape::Map { value, max } => format!("table of up to {max} names: {}", inner(value)),
        Shape::OneOf(shapes) => {
            let shapes: Vec<String> = shapes.iter().map(inner).collect();
            shapes.join("; or ")
        }
    }
}
