//! Cells of a CSV file that the scenario changes (F-81).

use fracas_core::order::Ordered;
use std::collections::HashSet;

use fracas_core::document::{Checked, Place, nearest};

use super::origin::{Column, Findings};
use crate::battle::SideId;
use crate::sheet::{BASE, BUFF, DEAD, Head, Layout, known};

/// A cell that has another value than the file says.
pub struct Change {
    /// Whose row.
    pub name: String,
    /// Which cell.
    pub target: Target,
    /// What counts instead.
    pub value: String,
    /// Where the scenario says so.
    pub place: Place,
    name_place: Place,
    label: String,
}

/// A cell of a row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// A value of the rules.
    Column(Column),
    /// What marks the dead.
    Dead,
}

/// Reads the changes to a file of these columns.
pub fn read(
    table: &Checked,
    side: SideId,
    file: &str,
    layout: &Layout,
    findings: &mut Findings<'_>,
) -> Vec<Change> {
    let mut changes = Vec::new();
    for (index, entry) in table.tables("cells").iter().enumerate() {
        let text = |key| entry.text(key).map(|text| text.trim().to_owned());
        // A key that is missing was told already.
        let (Some(name), Some(column), Some(value)) = (text("name"), text("column"), text("value"))
        else {
            continue;
        };
        let label = format!("{}, cells {}", side.key(), index + 1);
        match target(&column, layout) {
            Ok(target) => changes.push(Change {
                name,
                target,
                value,
                place: entry.place("value"),
                name_place: entry.place("name"),
                label,
            }),
            Err(advice) => {
                let message = format!("{label}: {file} has no column {column}; {advice}");
                findings.out.error("E-4", &entry.place("column"), message);
            }
        }
    }
    changes
}

/// E-23: a change to somebody who is not in the file.
pub fn check_names(
    changes: &[Change],
    file: &str,
    names: &HashSet<&str>,
    findings: &mut Findings<'_>,
) {
    for change in changes.iter().filter(|change| !names.contains(change.name.as_str())) {
        let Change { name, label, name_place, .. } = change;
        let mut known: Vec<&str> = names.iter().copied().collect();
        // Thousands compared with thousands would take minutes.
        if known.len() * changes.len() > 100_000 {
            known.clear();
        }
        known.put_in_order();
        let advice = match nearest(name, known) {
            Some(near) => format!("did you mean {near}?"),
            None => "write a name of that file".to_owned(),
        };
        let message = format!("{label}: nobody in {file} is called {name}; {advice}");
        findings.out.error("E-23", name_place, message);
    }
}

/// The cell of a column by its name. A number behind the name of a buff column
/// is that of its group, of which the first needs none.
fn target(column: &str, layout: &Layout) -> Result<Target, String> {
    match known(column) {
        Some((Head::Base(place), _)) => Ok(Target::Column(Column::Base(place))),
        Some((Head::Dead, _)) => Ok(Target::Dead),
        Some((Head::Buff(_, place), number)) => {
            match number.unwrap_or(1).checked_sub(1).filter(|group| *group < layout.groups) {
                Some(group) => Ok(Target::Column(Column::Buff(group, place))),
                None => Err(format!("its buff groups are {}", layout.groups)),
            }
        }
        _ => Err(match nearest(column, BASE.into_iter().chain(BUFF).chain([DEAD])) {
            Some(near) => format!("did you mean {near}?"),
            None => format!("known are {}, {DEAD} and {}", BASE.join(", "), BUFF.join(", ")),
        }),
    }
}
