//! What a scenario says, however it is written.

use super::Parsed;
use super::parse::{Node, Table, Tree};

impl Parsed {
    /// All keys and values, without comments, blanks and the choices of form
    /// that TOML leaves. Keys keep their order, which may matter to the rules.
    ///
    /// ```
    /// use fracas_core::document::{Diagnostics, Source, parse};
    /// let canonical = |text: &str| {
    ///     parse(&mut Diagnostics::new(Source::new("duel.toml", text))).unwrap().canonical()
    /// };
    /// let form = canonical("men = { knight = 1_0 } # few\nname = 'A'");
    /// assert_eq!(form, canonical("men.knight = 10\n\nname = \"A\"\n"));
    /// assert_ne!(form, canonical("men.knight = 11\nname = \"A\"\n"));
    /// ```
    pub fn canonical(&self) -> String {
        let mut text = String::new();
        write_table(&self.root, &mut text);
        text
    }
}

fn write_table(table: &Table, text: &mut String) {
    text.push('{');
    for entry in &table.entries {
        text.push_str(&format!("{:?}=", entry.key));
        write_node(&entry.node, text);
        text.push(';');
    }
    text.push('}');
}

/// How deep values lie within each other is bounded by the parser.
fn write_node(node: &Node, text: &mut String) {
    match &node.value {
        Tree::Text(word) => text.push_str(&format!("{word:?}")),
        Tree::Whole(Some(number)) => text.push_str(&number.to_string()),
        Tree::Float(number) => text.push_str(number),
        Tree::Flag(flag) => text.push_str(if *flag { "true" } else { "false" }),
        // No scenario that can be fought has either.
        Tree::Whole(None) | Tree::Date => text.push('?'),
        Tree::List(nodes) => {
            text.push('[');
            for node in nodes {
                write_node(node, text);
                text.push(';');
            }
            text.push(']');
        }
        Tree::Table(table) => write_table(table, text),
    }
}
