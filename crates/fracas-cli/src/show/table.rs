//! The tables of `inspect`.

use fracas::Table;
use serde_json::Value;

use super::grid::{Column, Grid};
use super::numbers::{plain, whole};
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
        let numbers = !table.rows.is_empty() && cells.all(Value::is_number);
        if numbers { Column::number(head) } else { Column::text(head) }
    };
    let mut grid = Grid::new(table.columns.iter().enumerate().map(column).collect());
    let mut above: Option<&Vec<Value>> = None;
    for row in &table.rows {
        let mut same = true;
        let cell = |(place, value): (usize, &Value)| {
            let owner = OWNERS.contains(&table.columns[place].as_str());
            same &= owner && above.is_some_and(|above| above[place] == *value);
            if same { String::new() } else { as_text(value) }
        };
        grid.row(row.iter().enumerate().map(cell).collect());
        above = Some(row);
    }
    let mut text = format!("{}\n", paint.bold(&in_words(&table.title)));
    text.push_str(&grid.show(paint));
    if let Some(note) = &table.note {
        text.push_str(&paragraph(note, paint));
    }
    text
}

fn as_text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::String(text) => text.clone(),
        Value::Number(number) => match number.as_i64() {
            Some(number) => whole(number.into()),
            None => number.as_f64().map_or_else(|| number.to_string(), plain),
        },
        Value::Array(_) | Value::Object(_) => value.to_string(),
    }
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
    }
}
