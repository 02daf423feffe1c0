//! Rows of a CSV file (F-6..F-12).

use std::collections::HashSet;

use fracas_core::document::{Place, SourceId};

use super::checks::Entry;
use super::header::{self, Header};
use super::numbers::{self, NoNumber};
use super::origin::{Column, Findings, Origin};
use crate::battle::{Buff, Constants, Row};
use crate::csv::{self, BASE, BUFF, Fault, Record, Slip};
use crate::rate::Rate;
use crate::rules::limits;

/// A file: its header and its fighters.
pub struct Sheet {
    pub header: Header,
    pub entries: Vec<Entry>,
    /// Whether every row could be read.
    pub whole: bool,
}

/// Reads a file. None if there is nothing to be read in it; without fighters
/// only if it `may_be_empty`.
pub fn read(
    file: &str,
    source: SourceId,
    constants: &Constants,
    may_be_empty: bool,
    findings: &mut Findings<'_>,
) -> Option<Sheet> {
    let (records, faults) = csv::read(&findings.out.source(source).text);
    for fault in &faults {
        tell_slip(file, source, &records, fault, findings);
    }
    let Some((first, rest)) = records.split_first() else {
        let place = Place::of(source, "", None);
        findings.out.error("E-1", &place, format!("{file}: the file is empty"));
        return None;
    };
    let header = header::read(first, file, source, findings.out)?;
    if rest.is_empty() && !may_be_empty {
        let place = Place::of(source, "row 1", Some(first.span.clone().into()));
        let message = format!("{file}: row 1: no fighters in the file; add a row for each fighter");
        findings.out.error("E-6", &place, message);
    }
    let errors = findings.out.errors();
    let mut reader = Reader { file, source, header: &header, constants, findings };
    let mut entries = Vec::new();
    let open = faults.iter().filter(|fault| fault.what == Slip::Open).map(|fault| fault.row);
    let open: HashSet<usize> = open.collect();
    for record in rest.iter().take(limits::FIGHTERS + 1) {
        if !open.contains(&record.row) {
            entries.extend(reader.row(record));
        }
    }
    let whole = findings.out.errors() == errors && faults.is_empty();
    Some(Sheet { header, entries, whole })
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
        Slip::Blank => {
            ("E-2", "there is a blank between quote and comma; remove the blank next to the quote")
        }
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
    header: &'a Header,
    constants: &'a Constants,
    findings: &'a mut Findings<'f>,
}

impl Reader<'_, '_> {
    fn row(&mut self, record: &Record) -> Option<Entry> {
        if !self.has_right_width(record) {
            return None;
        }
        // By column in the order of F-2.
        let mut cells = vec![String::new(); self.header.width()];
        let mut spans = vec![(record.span.end as u32, record.span.end as u32); cells.len()];
        for (place, cell) in record.cells.iter().enumerate() {
            let column = self.header.columns.get(place).copied().unwrap_or(place);
            cells[column] = cell.text.clone();
            spans[column] = (cell.span.start as u32, cell.span.end as u32);
        }
        let origin = Origin::row(self.file, self.source, record.row, spans);
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
        };
        let mut groups = Vec::new();
        for group in 0..self.header.groups {
            if let Some(buff) = self.buff(&cells, &origin, group) {
                row.buffs.push(buff);
                groups.push(group);
            }
        }
        row.cells = Some(cells);
        let readable = self.findings.out.errors() == errors;
        Some(Entry { row, origin, groups, readable })
    }

    /// F-9: only whole trailing buff groups may be left out.
    fn has_right_width(&mut self, record: &Record) -> bool {
        let (cells, full) = (record.width, self.header.width());
        let cut = cells.saturating_sub(BASE.len()) % BUFF.len();
        let (code, column, wrong) = if cells > full {
            let wrong = format!(
                "{cells} cells, but the header has {full}; put the names in double quotes if a \
                 list of names was meant"
            );
            ("E-14", full, wrong)
        } else if cells < BASE.len() {
            let wrong = format!("{cells} cells, but nine base cells are needed");
            ("E-16", cells - 1, wrong)
        } else if cells < full && cut > 0 {
            let group = (cells - BASE.len()) / BUFF.len() + 1;
            let wrong = format!(
                "buff group {group} is cut off after {cut} of its four cells; complete it or \
                 leave all four out"
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
        let (code, wrong, advice) = match numbers::whole(text) {
            Ok(number) => return number,
            Err(NoNumber::Fraction) => {
                ("E-13", format!("{text} is not whole"), "write a whole number".to_owned())
            }
            Err(NoNumber::Malformed(meant)) => {
                let code = if column == Column::XP { "E-9" } else { "E-13" };
                let advice = match meant {
                    Some(meant) if text.contains([',', '\'', '_', ' ']) => {
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
        match numbers::rate(text) {
            Ok((rate, rounded)) => {
                if rounded {
                    let detail = format!("{text} has more than six decimals and counts as {rate}");
                    self.findings.warning("F-11", origin, column, ROUNDED, &detail);
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

/// F-11: the kind of warning.
pub const ROUNDED: &str = "rates rounded to six decimals";
