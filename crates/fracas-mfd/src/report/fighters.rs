//! The report by fighter (F-76), as a table.

use crate::battle::Battle;
use crate::facts::cause;
use crate::state::{Count, State};

/// The table, for everybody who was on the field.
pub fn table(b: &Battle, st: &State) -> String {
    let heads = [
        "",
        "rounds",
        "attacks",
        "hits",
        "dealt",
        "kills",
        "attacked",
        "blocks",
        "taken",
        "stepped in",
        "guarded",
        "HP",
        "death",
    ];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    for (who, record) in st.ledger.iter().enumerate() {
        if record.counts[Count::Rounds as usize] == 0 {
            continue;
        }
        let mut row = vec![b.fighters[who].called.clone()];
        row.extend(record.counts.iter().map(i64::to_string));
        row.push(st.hp[who].to_string());
        row.push(match record.death {
            Some(death) => format!("round {}: {}", death.round, cause(b, death.cause)),
            None => String::new(),
        });
        rows.push(row);
    }
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..heads.len()).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::from("\nReport by fighter\n");
    for row in &rows {
        let mut line = String::from(" ");
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let gap = width - cell.chars().count();
            // Names and deaths on the left of their column, numbers on the right.
            let words = column == 0 || column == heads.len() - 1;
            let (before, after) = if words { (0, gap) } else { (gap, 0) };
            line.push_str(&format!(" {}{cell}{} ", " ".repeat(before), " ".repeat(after)));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
