//! The tables of `inspect`.

use fracas::Table;
use fracas::core::table::Cell;

use super::grid::{Column, Grid};
use super::words::{Paint, in_words, paragraph};

/// Columns that say to whom a row belongs. What they have in common with the
/// row above is not said again.
const OWNERS: [&str; 2] = ["side", "unit"];

/// Several tables, an empty line between them.
pub fn show_all(tables: &[Table], paint: Paint) -> String {
    tables.iter().map(|table| show(table, paint)).collect::<Vec<_>>().join("\n")
}

/// Title, rows and remark.
pub fn show(table: &Table, paint: Paint) -> String {
    let column = |(place, head): (usize, &String)| {
        let mut cells = table.rows.iter().map(|row| &row[place]).filter(|cell| !cell.is_null());
        let numbers = !table.rows.is_empty() && cells.all(|cell| cell.is_number());
        if numbers { Column::number(head) } else { Column::text(head) }
    };
    let mut grid = Grid::new(table.columns.iter().enumerate().map(column).collect());
    let mut above: Option<&Vec<Cell>> = None;
    for row in &table.rows {
        let mut same = true;
        let cell = |(place, value): (usize, &Cell)| {
            let owner = OWNERS.contains(&table.columns[place].as_str());
            same &= owner && above.is_some_and(|above| above[place] == *value);
            if same { String::new() } else { value.words() }
        };
        grid.row(row.iter().enumerate().map(cell).collect());
        above = Some(row);
    }
    let mut text = format!("{}\n", paint.bold(&in_words(&table.title)));
    match table.rows.is_empty() {
        true => text.push_str(&paragraph("none", paint)),
        false => text.push_str(&grid.show(paint)),
    }
    if let Some(note) = &table.note {
        text.push_str(&paragraph(note, paint));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn owners_are_named_once() {
        let mut table = Table::new("hit_chances", &["side", "unit", "who", "%", "ill"]);
        table.row(vec![json!("attacker"), json!("A"), json!("x"), json!(1500), json!(true)]);
        table.row(vec![json!("attacker"), json!("A"), json!("x"), json!(2.5), json!(false)]);
        table.row(vec![json!("defender"), json!("A"), json!("y"), json!(null), json!(null)]);
        table.note = Some("a remark".to_owned());
        let expected = "\
hit chances
  side      unit  who      %  ill
  attacker  A     x    1,500  yes
                  x      2.5  no
  defender  A     y
  a remark
";
        assert_eq!(show(&table, Paint::PLAIN), expected);
        let empty = Table::new("outliers", &["monster", "why"]);
        assert_eq!(show(&empty, Paint::PLAIN), "outliers\n  none\n");
    }
}
