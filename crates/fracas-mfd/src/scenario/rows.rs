//! Rows of a CSV file (F-6..F-12).

use std::collections::HashSet;

use fracas_core::document::{Checked, Place, SourceId};

use super::cells::{self, Change, Target};
use super::checks::Entry;
use super::header::{self, Header};
use super::numbers::{self, NoNumber};
use super::origin::{Column, Findings, Origin};
use crate::battle::{Buff, Constants, Row, SideId};
use crate::csv::{self, Fault, Record, Slip};
use crate::rate::Rate;
use crate::rules::limits;
use crate::sheet::{self, BASE, BUFF, Head, Layout};

/// A file: what it looks like and its fighters.
pub struct Sheet {
    pub layout: Layout,
    pub entries: Vec<Entry>,
    /// Whether every row could be read.
    pub whole: bool,
}

/// Reads the file that a table names, with the changes that it makes. None if
/// there is nothing to be read in it; without living fighters only if it
/// `may_be_empty`.
pub fn read(
    table: &Checked,
    side: SideId,
    (file, source): (&str, SourceId),
    constants: &Constants,
    may_be_empty: bool,
    findings: &mut Findings<'_>,
) -> Option<Sheet> {
    let text = &findings.out.source(source).text;
    let (separator, mark) = (sheet::separator(text), text.starts_with('\u{feff}'));
    let (records, faults) = csv::read(text, separator);
    for fault in &faults {
        tell_slip(file, source, &records, fault, findings);
    }
    let Some((first, rest)) = records.split_first() else {
        let place = Place::of(source, "", None);
        findings.out.error("E-1", &place, format!("{file}: the file is empty"));
        return None;
    };
    let Header { heads, groups } = header::read(first, file, source, findings)?;
    let mut layout = Layout { heads, groups, separator, mark, comma: false };
    let changes = cells::read(table, side, file, &layout, findings);
    let errors = findings.out.errors();
    let mut reader = Reader {
        file,
        source,
        layout: &layout,
        changes: &changes,
        constants,
        findings,
        comma: false,
    };
    let mut entries = Vec::new();
    let open = faults.iter().filter(|fault| fault.what == Slip::Open).map(|fault| fault.row);
    let open: HashSet<usize> = open.collect();
    for record in rest.iter().take(limits::FIGHTERS + 1) {
        if !open.contains(&record.row) {
            entries.extend(reader.row(record));
        }
    }
    layout.comma = reader.comma;
    let whole = findings.out.errors() == errors && faults.is_empty();
    if whole {
        let names = entries.iter().map(|entry| entry.read_as.as_str()).collect();
        cells::check_names(&changes, file, &names, findings);
    }
    // E-6: nobody is there, or nobody who lives (F-63).
    let wrong = if rest.is_empty() {
        Some("no fighters in the file; add a row for each fighter")
    } else if whole && entries.iter().all(|entry| !entry.row.dead.is_empty()) {
        Some("everybody in the file is dead; empty the cell Dead of those who fight")
    } else {
        None
    };
    if let Some(wrong) = wrong.filter(|_| !may_be_empty) {
        let place = Place::of(source, "row 1", Some(first.span.clone().into()));
        findings.out.error("E-6", &place, format!("{file}: row 1: {wrong}"));
    }
    Some(Sheet { layout, entries, whole })
}

fn tell_slip(
    file: &str,
    source: SourceId,
    records: &[Record],
    fault: &Fault,
    findings: &mut Findings<'_>,
) {
    // The name over the cell, if it has one.
    let head = records.first().and_then(|head| head.cells.get(fault.cell));
    let column = match head {
        Some(cell) if fault.row > 1 => cell.text.clone(),
        _ => format!("number {}", fault.cell + 1),
    };
    let (code, wrong) = match fault.what {
        Slip::Blank => (
            "E-2",
            "there is a blank between quote and separator; remove the blank next to the quote",
        ),
        Slip::Open => ("E-3", "a quote is never closed in its row; close it"),
        Slip::Stray => {
            ("E-3", "a stray quote; put quotes around the whole cell and double those within it")
        }
    };
    let place = format!("row {}, column {column}", fault.row);
    let message = format!("{file}: {place}: {wrong}");
    let place = Place::of(source, place, Some(fault.span.clone().into()));
    findings.out.error(code, &place, message);
}

struct Reader<'a, 'f> {
    file: &'a str,
    source: SourceId,
    layout: &'a Layout,
    changes: &'a [Change],
    constants: &'a Constants,
    findings: &'a mut Findings<'f>,
    /// Whether any decimal has a comma.
    comma: bool,
}

/// The cells of a row, by what they are.
struct Cells {
    /// In the order of F-2.
    known: Vec<String>,
    spans: Vec<(u32, u32)>,
    others: Vec<(String, String)>,
    dead: String,
}

impl Reader<'_, '_> {
    fn row(&mut self, record: &Record) -> Option<Entry> {
        if !self.has_right_width(record) {
            return None;
        }
        let mut cells = self.cells(record);
        let read_as = cells.known[0].clone();
        let mut changed = Vec::new();
        // The last of several changes to a cell counts.
        for change in self.changes.iter().filter(|change| change.name == read_as) {
            match change.target {
                Target::Dead => cells.dead.clone_from(&change.value),
                Target::Column(column) => {
                    cells.known[column.index()].clone_from(&change.value);
                    changed.push((column, change.place.clone()));
                }
            }
        }
        let Cells { known: cells, spans, others, dead } = cells;
        let dead = if is_no(&dead) { String::new() } else { dead };
        let origin = Origin::row(self.file, self.source, record.row, spans).with_changed(changed);
        let errors = self.findings.out.errors();
        let mut row = Row {
            name: cells[0].clone(),
            xp: self.whole(&cells, &origin, Column::XP, None),
            bonus_xp: self.whole(&cells, &origin, Column::BONUS_XP, Some(0)),
            bonus_hp: self.whole(&cells, &origin, Column::BONUS_HP, Some(0)),
            bonus_to_hit: self.rate(&cells, &origin, Column::BONUS_TO_HIT),
            bonus_to_defend: self.rate(&cells, &origin, Column::BONUS_TO_DEFEND),
            aoe: self.whole(&cells, &origin, Column::AOE, Some(self.constants.base_aoe)),
            bodyguard_for: cells[Column::BODYGUARD_FOR.index()].clone(),
            linked_to: cells[Column::LINKED_TO.index()].clone(),
            buffs: Vec::new(),
            cells: None,
            others,
            dead,
        };
        let mut groups = Vec::new();
        for group in 0..self.layout.groups {
            if let Some(buff) = self.buff(&cells, &origin, group) {
                row.buffs.push(buff);
                groups.push(group);
            }
        }
        row.cells = Some(cells);
        let readable = self.findings.out.errors() == errors;
        Some(Entry { row, read_as, origin, groups, readable })
    }

    fn cells(&self, record: &Record) -> Cells {
        let width = BASE.len() + BUFF.len() * self.layout.groups;
        let end = record.span.end as u32;
        let mut cells = Cells {
            known: vec![String::new(); width],
            spans: vec![(end, end); width],
            others: Vec::new(),
            dead: String::new(),
        };
        for (cell, head) in record.cells.iter().zip(&self.layout.heads) {
            let column = match head {
                Head::Base(place) => Column::Base(*place),
                Head::Buff(group, place) => Column::Buff(*group, *place),
                Head::Dead => {
                    cells.dead.clone_from(&cell.text);
                    continue;
                }
                Head::Other(name) => {
                    if !name.is_empty() && !cell.text.is_empty() {
                        cells.others.push((name.clone(), cell.text.clone()));
                    }
                    continue;
                }
            };
            cells.known[column.index()].clone_from(&cell.text);
            cells.spans[column.index()] = (cell.span.start as u32, cell.span.end as u32);
        }
        cells
    }

    /// F-9: only whole trailing buff groups, and columns of the user's own,
    /// may be left out; only empty cells may be too many.
    fn has_right_width(&mut self, record: &Record) -> bool {
        let heads = &self.layout.heads;
        let (cells, full) = (record.width, heads.len());
        let missing = heads.get(cells..).unwrap_or_default();
        let filled =
            |place: usize| record.cells.get(place).is_none_or(|cell| !cell.text.is_empty());
        let nameless = |place: &usize| heads.get(*place) == Some(&Head::Other(String::new()));
        let beyond = (0..cells).find(|place| (*place >= full || nameless(place)) && filled(*place));
        let (code, column, wrong) = if let Some(place) = beyond {
            let wrong = format!(
                "{cells} cells, but the header has {full}; put the names in double quotes if a \
                 list of names was meant"
            );
            let unnamed = format!(
                "cell {} stands in a column without a name; name it in row 1, or put the names \
                 in double quotes if a list of names was meant",
                place + 1
            );
            ("E-14", place, if place < full { unnamed } else { wrong })
        } else if missing.iter().any(|head| matches!(head, Head::Base(_))) {
            let wrong = format!("{cells} cells, but nine base cells are needed");
            ("E-16", cells - 1, wrong)
        } else if let Some((group, cut)) = cut_group(&heads[..cells.min(full)], missing) {
            let wrong = format!(
                "buff group {} is cut off after {cut} of its four cells; complete it or leave \
                 all four out",
                group + 1
            );
            ("E-15", cells - 1, wrong)
        } else {
            return true;
        };
        let span = record.cells.get(column).map_or(record.span.clone(), |cell| cell.span.clone());
        let path = format!("row {}", record.row);
        let place = Place::of(self.source, path, Some(span.into()));
        self.findings.out.error(
            code,
            &place,
            format!("{}: row {}: {wrong}", self.file, record.row),
        );
        false
    }

    /// A whole number; `empty` is what an empty cell counts as.
    fn whole(
        &mut self,
        cells: &[String],
        origin: &Origin,
        column: Column,
        empty: Option<i64>,
    ) -> i64 {
        let text = cells[column.index()].as_str();
        // What an error stands for passes every later check.
        let instead = if column == Column::AOE || column == Column::XP { 1 } else { 0 };
        if text.is_empty() {
            if let Some(empty) = empty {
                return empty;
            }
            self.findings.error("E-9", origin, column, "it is empty", "write a whole number");
            return instead;
        }
        let (code, wrong, advice) = match numbers::whole_cell(text) {
            Ok(number) => return number,
            Err(NoNumber::Fraction) => {
                ("E-13", format!("{text} is not whole"), "write a whole number".to_owned())
            }
            Err(NoNumber::Malformed(meant)) => {
                let code = if column == Column::XP { "E-9" } else { "E-13" };
                let advice = match meant {
                    Some(meant) if text.contains(numbers::is_separator) => {
                        format!("write it without separators: {meant}")
                    }
                    _ => "write a whole number in digits only".to_owned(),
                };
                (code, format!("`{text}` is not a number"), advice)
            }
        };
        self.findings.error(code, origin, column, &wrong, &advice);
        instead
    }

    fn rate(&mut self, cells: &[String], origin: &Origin, column: Column) -> Rate {
        let text = cells[column.index()].as_str();
        if text.is_empty() {
            return Rate::ZERO;
        }
        match numbers::rate_cell(text, self.layout.separator != ',') {
            Ok(numbers::RateCell { rate, rounded, comma }) => {
                self.comma |= comma;
                if rounded {
                    let detail = format!("{text} has more than six decimals and counts as {rate}");
                    self.findings.warning("F-11", (origin, column), ROUNDED, text, &detail);
                }
                rate
            }
            Err(no_number) => {
                let advice = match no_number {
                    NoNumber::Malformed(Some(meant)) => format!("write {meant}"),
                    _ => "write a decimal number such as 0.1".to_owned(),
                };
                let wrong = format!("`{text}` is not a decimal number");
                self.findings.error("E-12", origin, column, &wrong, &advice);
                Rate::ZERO
            }
        }
    }

    /// F-18: a group of empty cells is no buff.
    fn buff(&mut self, cells: &[String], origin: &Origin, group: usize) -> Option<Buff> {
        let cell = |place| cells[Column::Buff(group, place).index()].as_str();
        if (0..BUFF.len()).all(|place| cell(place).is_empty()) {
            return None;
        }
        let who = cell(1);
        let who =
            if who.is_empty() { Vec::new() } else { who.split(',').map(str::to_owned).collect() };
        Some(Buff {
            name: cell(0).to_owned(),
            who,
            offense: self.rate(cells, origin, Column::Buff(group, 2)),
            defense: self.rate(cells, origin, Column::Buff(group, 3)),
        })
    }
}

/// F-63: whether a mark of the dead says that somebody lives.
fn is_no(mark: &str) -> bool {
    ["no", "false", "0", "-"].iter().any(|no| mark.eq_ignore_ascii_case(no))
}

/// The group of which some cells are there and some missing, and how many are
/// there.
fn cut_group(there: &[Head], missing: &[Head]) -> Option<(usize, usize)> {
    let group = missing.iter().find_map(|head| match head {
        Head::Buff(group, _) => Some(*group),
        _ => None,
    })?;
    let of_group = |head: &&Head| matches!(head, Head::Buff(of, _) if *of == group);
    let cut = there.iter().filter(of_group).count();
    (cut > 0).then_some((group, cut))
}

/// F-11: the kind of warning.
pub const ROUNDED: &str = "rates rounded to six decimals";
