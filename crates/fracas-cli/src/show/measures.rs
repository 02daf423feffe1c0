//! The measures of odds, in tables.
//!
//! Most measures are rows of one table. Those of many alike, such as
//! `noble.Osswid.hit`, are a table of their own with a row for each; those
//! that are 0 or 1 say how often; those that never vary are told in a line.

use fracas::MeasureOdds;

use super::grid::{Column, Grid};
use super::numbers::{frequency, rounded, whole};
use super::words::{Paint, in_words, paragraph, parts_of};

/// Tables of many alike are cut after so many rows.
const MOST_ROWS: usize = 40;

/// All measures.
pub fn show(measures: &[MeasureOdds], paint: Paint) -> String {
    let mut parts = Vec::new();
    let (alike, single): (Vec<_>, Vec<_>) =
        measures.iter().partition(|measure| parts_of(&measure.name).is_some());
    let (steady, varying): (Vec<_>, Vec<_>) =
        single.into_iter().partition(|measure| is_steady(measure));
    if !varying.is_empty() {
        parts.push(rows(&varying, paint));
    }
    parts.extend(groups(&alike).iter().map(|group| group.show(paint)));
    if !steady.is_empty() {
        let each = steady.iter().map(|measure| {
            let value = measure.min.map_or_else(String::new, |value| whole(value.into()));
            format!("{} {value}", label(measure))
        });
        let list = each.collect::<Vec<_>>().join(", ");
        parts.push(paragraph(&format!("the same in every battle: {list}"), paint));
    }
    parts.join("\n")
}

fn rows(measures: &[&MeasureOdds], paint: Paint) -> String {
    let heads = ["mean", "sd", "5 %", "half", "95 %", "most"];
    let columns = [Column::text("")].into_iter().chain(heads.map(Column::number));
    let mut grid = Grid::new(columns.collect());
    for measure in measures {
        let mut cells = vec![label(measure)];
        if is_flag(measure) {
            cells.push(measure.mean.map_or_else(unknown, frequency));
            cells.resize(1 + heads.len(), String::new());
        } else {
            let value = |value: Option<i64>| value.map_or_else(unknown, |v| whole(v.into()));
            cells.extend([measure.mean, measure.sd].map(|v| v.map_or_else(unknown, rounded)));
            cells.extend([measure.p5, measure.p50, measure.p95, measure.max].map(value));
        }
        grid.row(cells);
    }
    grid.show(paint)
}

fn unknown() -> String {
    "–".to_owned()
}

fn label(measure: &MeasureOdds) -> String {
    match &measure.given {
        Some(given) => format!("{} given {given}", in_words(&measure.name)),
        None => in_words(&measure.name),
    }
}

/// Whether it says how often something happens.
fn is_flag(measure: &MeasureOdds) -> bool {
    measure.min.is_some_and(|min| min >= 0) && measure.max.is_some_and(|max| max <= 1)
}

fn is_steady(measure: &MeasureOdds) -> bool {
    measure.min.is_some() && measure.min == measure.max
}

/// Measures of many alike.
struct Group<'a> {
    kind: &'a str,
    /// What is measured of each.
    heads: Vec<&'a str>,
    /// Who, and one measure a head.
    rows: Vec<(&'a str, Vec<Option<&'a MeasureOdds>>)>,
}

fn groups<'a>(measures: &[&'a MeasureOdds]) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    for measure in measures {
        let Some((kind, who, what)) = parts_of(&measure.name) else { continue };
        let group = find(
            &mut groups,
            |group| group.kind == kind,
            || Group { kind, heads: Vec::new(), rows: Vec::new() },
        );
        let head = group.heads.iter().position(|head| *head == what).unwrap_or_else(|| {
            group.heads.push(what);
            group.heads.len() - 1
        });
        // Those of one come one after the other, so the search is short.
        let (_, row) = find(&mut group.rows, |(name, _)| *name == who, || (who, Vec::new()));
        row.resize(row.len().max(head + 1), None);
        row[head] = Some(measure);
    }
    groups
}

/// The last entry that fits, put there if there is none.
fn find<T>(list: &mut Vec<T>, fits: impl Fn(&T) -> bool, new: impl FnOnce() -> T) -> &mut T {
    let place = list.iter().rposition(fits).unwrap_or_else(|| {
        list.push(new());
        list.len() - 1
    });
    &mut list[place]
}

impl Group<'_> {
    fn show(&self, paint: Paint) -> String {
        let heads = self.heads.iter().map(|head| Column::number(in_words(head)));
        let columns = [Column::text(in_words(self.kind))].into_iter().chain(heads);
        let mut grid = Grid::new(columns.collect());
        let cell = |row: &[Option<&MeasureOdds>], head: usize| {
            let measure = row.get(head).copied().flatten();
            let Some(mean) = measure.and_then(|measure| measure.mean) else { return unknown() };
            if self.is_flag(head) { frequency(mean) } else { rounded(mean) }
        };
        for (who, row) in self.rows.iter().take(MOST_ROWS) {
            let cells = (0..self.heads.len()).map(|head| cell(row, head));
            grid.row([(*who).to_owned()].into_iter().chain(cells).collect());
        }
        let mut text = grid.show(paint);
        if self.rows.len() > MOST_ROWS {
            let more = whole((self.rows.len() - MOST_ROWS) as i128);
            text.push_str(&paragraph(&format!("and {more} more; --json has all"), paint));
        }
        text
    }

    /// Whether a column says how often, for all of them.
    fn is_flag(&self, head: usize) -> bool {
        let measures = self.rows.iter().filter_map(|(_, row)| row.get(head).copied().flatten());
        measures.into_iter().all(is_flag)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measure(name: &str, mean: f64, min: i64, max: i64) -> MeasureOdds {
        MeasureOdds {
            name: name.to_owned(),
            mean: Some(mean),
            sd: Some(1.5),
            min: Some(min),
            p5: Some(min),
            p50: Some(min),
            p95: Some(max),
            max: Some(max),
            ..MeasureOdds::default()
        }
    }

    #[test]
    fn measures_are_sorted_into_tables() {
        let mut given = measure("hp", 12.0, 3, 40);
        given.given = Some("win".to_owned());
        let mut exact = measure("turns", 7.5, 0, 0);
        (exact.min, exact.p5, exact.p50, exact.p95, exact.max) = (None, None, None, None, None);
        let measures = [
            measure("attacks", 1412.7, 90, 12_901),
            measure("noble.St. Ives.hit", 0.25, 0, 1),
            measure("noble.St. Ives.health", 93.0, 0, 100),
            measure("wall_collapsed", 0.31, 0, 1),
            measure("noble.Bo.hit", 0.0, 0, 0),
            measure("loot.gold", 500.0, 500, 500),
            given,
            exact,
            measure("noble.Bo.health", 100.0, 100, 100),
        ];
        let expected = "
                    mean    sd  5 %  half    95 %    most
  attacks          1,413  1.50   90    90  12,901  12,901
  wall collapsed  31.0 %
  hp given win      12.0  1.50    3     3      40      40
  turns             7.50  1.50    –     –       –       –

  noble        hit  health
  St. Ives  25.0 %    93.0
  Bo           0 %   100.0

  the same in every battle: loot: gold 500
";
        assert_eq!(format!("\n{}", show(&measures, Paint::PLAIN)), expected);
    }

    #[test]
    fn long_tables_are_cut() {
        let name = |number| format!("unit.{number}.alive");
        let measures: Vec<_> = (0..1000).map(|n| measure(&name(n), 0.5, 0, 1)).collect();
        let shown = show(&measures, Paint::PLAIN);
        assert_eq!(shown.lines().count(), 42);
        assert!(shown.ends_with("and 960 more; --json has all\n"));
    }
}
