//! The best decisions.

use fracas::core::decide::{Condition, Row, Valued};
use fracas::{DecideReport, Decisions, Heading, Rules, Table};
use serde_json::json;

use super::{LabAnswer, quoted, ranked, ranked_row};
use crate::chart::{Chart, Tone};
use crate::clean::in_words;
use crate::estimate::brief;
use crate::numbers::{percent, rounded, whole};
use fracas::lab::Estimate;

/// Places of exact percentages.
const PLACES: usize = 3;
/// What is lost counts as nothing if it is less than this share.
const NOTHING: f64 = 1e-9;

impl LabAnswer for DecideReport {
    fn heading(&self) -> Heading {
        self.heading.clone()
    }

    fn sentence(&self) -> String {
        let found = &self.decisions;
        let told = |valued: &Valued| match found.is_probability {
            true => brief(&Estimate::exactly(valued.worth), true),
            false => rounded(valued.worth),
        };
        let (best, file) = (told(&found.best), told(&found.file));
        if found.best.worth - found.file.worth <= NOTHING * found.best.worth.abs().max(1.0) {
            return format!("the policy of the file is the best for {}: {file}", found.goal);
        }
        format!("the best decisions bring {} to {best}, the policy of the file {file}", found.goal)
    }

    fn is_provisional(&self) -> bool {
        false
    }

    fn tables(&self, _most: usize) -> Vec<Table> {
        vec![worths(&self.decisions), rows(&self.decisions)]
    }

    fn how(&self) -> String {
        remarks(&self.decisions)
    }

    fn charts(&self, _rules: &Rules) -> Vec<(String, Box<dyn Chart>)> {
        let found = &self.decisions;
        let rows = policies(found).into_iter().map(|(name, valued)| {
            ranked_row(&name, Tone::First, &Estimate::exactly(valued.worth), found.is_probability)
        });
        let chart = ranked(&found.goal, "worth", found.is_probability, rows.collect());
        vec![("What decisions are worth".to_owned(), Box::new(chart))]
    }

    /// What to do when; an empty cell asks nothing.
    fn csv(&self) -> Option<String> {
        let found = &self.decisions;
        let heads = found
            .facts
            .iter()
            .flat_map(|fact| ["least", "most"].map(|end| quoted(&format!("{fact} {end}")) + ","));
        let mut text: String = heads.collect();
        text.push_str("do,times\n");
        let number = |end: Option<i64>| end.map_or_else(String::new, |end| end.to_string());
        for row in &found.rows {
            for fact in &found.facts {
                let (least, most) = of(row, fact).map_or((None, None), |c| (c.least, c.most));
                text.push_str(&format!("{},{},", number(least), number(most)));
            }
            text.push_str(&format!("{},{}\n", quoted(&row.choice), row.visits));
        }
        Some(text)
    }
}

fn policies(found: &Decisions) -> Vec<(String, &Valued)> {
    let mut policies = vec![("policy of the file".to_owned(), &found.file)];
    if let Some(line) = &found.line {
        policies.push((line.write.clone(), &line.valued));
    }
    policies.push(("the table below".to_owned(), &found.table));
    policies.push(("the best decisions".to_owned(), &found.best));
    policies
}

/// What each policy is worth.
fn worths(found: &Decisions) -> Table {
    let mut heads = vec![String::new()];
    if !found.is_probability {
        heads.push("worth".to_owned());
    }
    heads.extend(found.best.outcomes.iter().map(|(name, _)| format!("{} %", in_words(name))));
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let mut table = Table::new("what it is worth", &heads);
    for (name, valued) in policies(found) {
        let mut cells = vec![json!(name)];
        if !found.is_probability {
            cells.push(json!(format!("{:.4}", valued.worth)));
        }
        cells.extend(valued.outcomes.iter().map(|(_, p)| json!(percent(*p, PLACES))));
        table.row(cells);
    }
    table
}

/// What to do when.
fn rows(found: &Decisions) -> Table {
    let used: Vec<&str> = found
        .facts
        .iter()
        .map(String::as_str)
        .filter(|fact| found.rows.iter().any(|row| of(row, fact).is_some()))
        .collect();
    let mut heads = used.clone();
    heads.extend(["what to do", "times"]);
    let mut table = Table::new("what to do when", &heads);
    for row in &found.rows {
        let asked = |fact: &&str| of(row, fact).map_or_else(|| "any".to_owned(), range);
        let mut cells: Vec<_> = used.iter().map(|fact| json!(asked(fact))).collect();
        cells.extend([json!(row.choice), json!(times(row.visits))]);
        table.row(cells);
    }
    table
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
        "{} may {}. Exact: {good}{line}{otherwise}. times: how often a row comes up in a battle; \
         rows are made for situations that come up at least once in {} battles. {} situations, {} \
         of them with something to decide",
        found.decider,
        found.decides,
        whole((1.0 / found.reached).round() as i128),
        whole(found.states.into()),
        whole(found.decisions.into()),
    )
}
