//! The best decisions on one page.

use fracas::core::decide::{Condition, Row, Valued};
use fracas::{DecideReport, Decisions};

use super::grid::{Column, Grid};
use super::numbers::{percent, whole};
use super::words::{Paint, in_words, paragraph, title};

/// Places of exact percentages.
const PLACES: usize = 3;
/// What is lost counts as nothing if it is less than this share.
const NOTHING: f64 = 1e-9;

/// What is decided, what it is worth, and what to do when.
pub fn show(report: &DecideReport, paint: Paint) -> String {
    let found = &report.decisions;
    let mut text = title(&report.heading, paint);
    let who = format!("{} may {}; for {}", found.decider, found.decides, found.goal);
    text.push_str(&paragraph(&who, paint));
    text.push('\n');
    text.push_str(&worths(found, paint));
    text.push('\n');
    text.push_str(&table(found, paint));
    text.push('\n');
    text.push_str(&paragraph(&remarks(found), paint));
    text
}

/// What each policy is worth.
fn worths(found: &Decisions, paint: Paint) -> String {
    let mut columns = vec![Column::text("")];
    if !found.is_probability {
        columns.push(Column::number("worth"));
    }
    let names = found.best.outcomes.iter().map(|(name, _)| format!("{} %", in_words(name)));
    columns.extend(names.map(Column::number));
    let mut grid = Grid::new(columns);
    let mut add = |name: String, valued: &Valued| {
        let mut cells = vec![name];
        if !found.is_probability {
            cells.push(format!("{:.4}", valued.worth));
        }
        cells.extend(valued.outcomes.iter().map(|(_, p)| percent(*p, PLACES)));
        grid.row(cells);
    };
    add("policy of the file".to_owned(), &found.file);
    if let Some(line) = &found.line {
        add(line.write.clone(), &line.valued);
    }
    add("the table below".to_owned(), &found.table);
    add("the best decisions".to_owned(), &found.best);
    grid.show(paint)
}

/// What to do when.
fn table(found: &Decisions, paint: Paint) -> String {
    let used: Vec<&String> = found
        .facts
        .iter()
        .filter(|fact| found.rows.iter().any(|row| of(row, fact).is_some()))
        .collect();
    let mut columns: Vec<Column> = used.iter().map(|fact| Column::text(fact.as_str())).collect();
    columns.extend([Column::text("what to do"), Column::number("times")]);
    let mut grid = Grid::new(columns);
    for row in &found.rows {
        let mut cells: Vec<String> =
            used.iter().map(|fact| of(row, fact).map_or_else(|| "any".to_owned(), range)).collect();
        cells.extend([row.choice.clone(), times(row.visits)]);
        grid.row(cells);
    }
    grid.show(paint)
}

/// What a row asks of a fact.
fn of<'a>(row: &'a Row, fact: &str) -> Option<&'a Condition> {
    row.when.iter().find(|condition| condition.fact == fact)
}

fn range(condition: &Condition) -> String {
    match (condition.least, condition.most) {
        (Some(least), Some(most)) if least == most => whole(least.into()),
        (Some(least), Some(most)) => format!("{} to {}", whole(least.into()), whole(most.into())),
        (Some(least), None) => format!("{} or more", whole(least.into())),
        (None, Some(most)) => format!("{} or less", whole(most.into())),
        (None, None) => "any".to_owned(),
    }
}

/// A small number that is not nothing.
fn few(number: f64) -> String {
    if number < 0.00005 { "less than 0.0001".to_owned() } else { format!("{number:.4}") }
}

/// How often in a battle.
fn times(visits: f64) -> String {
    match visits {
        0.0 => "never".to_owned(),
        visits if visits < 0.001 => "<0.001".to_owned(),
        visits => format!("{visits:.3}"),
    }
}

/// How good the table is, and where it comes from.
fn remarks(found: &Decisions) -> String {
    let lost = found.best.worth - found.table.worth;
    let scale = found.best.worth.abs().max(1.0);
    let good = if lost <= NOTHING * scale {
        "the table is as good as the best decisions".to_owned()
    } else if found.is_probability {
        format!(
            "the table loses {} points to the best decisions; --all tells more",
            few(100.0 * lost)
        )
    } else {
        format!("the table loses {} to the best decisions; --all tells more", few(lost))
    };
    let line = match &found.line {
        Some(line) => format!("; {} is the best that the file can say", line.write),
        None => String::new(),
    };
    let otherwise = match found.otherwise.as_slice() {
        [] => String::new(),
        list => format!(". Where a row cannot be done: {}", list.join(", else ")),
    };
    format!(
        "exact: {good}{line}{otherwise}. times: how often a row comes up in a battle; rows are made \
         for states that come up at least once in {} battles. {} states, {} of them with something \
         to decide, {} branches",
        whole((1.0 / found.reached).round() as i128),
        whole(found.states.into()),
        whole(found.decisions.into()),
        whole(found.branches.into()),
    )
}
