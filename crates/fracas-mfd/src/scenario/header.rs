//! The header of a CSV file (F-2..F-5).

use fracas_core::document::{Diagnostics, Place, SourceId, Span, nearest};

use crate::csv::{BASE, BUFF, Record};
use crate::rules::limits;

/// Where each column of F-2 stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Per cell of the nine: its place in [`BASE`].
    pub columns: [usize; 9],
    /// How many buff groups follow.
    pub groups: usize,
}

impl Header {
    /// How many cells a full row has.
    pub fn width(&self) -> usize {
        BASE.len() + BUFF.len() * self.groups
    }
}

struct Reader<'a> {
    file: &'a str,
    source: SourceId,
    out: &'a mut Diagnostics,
}

/// Reads the header; none if something is wrong with it.
pub fn read(
    record: &Record,
    file: &str,
    source: SourceId,
    out: &mut Diagnostics,
) -> Option<Header> {
    let errors = out.errors();
    let mut reader = Reader { file, source, out };
    let mut columns: Vec<usize> = Vec::new();
    let mut buffs = 0;
    for (place, cell) in record.cells.iter().enumerate() {
        let span = cell.span.clone().into();
        if let Some(known) = BASE.iter().position(|name| *name == cell.text) {
            reader.base_column(known, place, buffs, &mut columns, span);
        } else if BUFF.contains(&cell.text.as_str()) {
            let expected = BUFF[buffs % BUFF.len()];
            if cell.text != expected {
                reader.wrong_group(place, span, &format!("{} where {expected} belongs", cell.text));
            }
            buffs += 1;
        } else {
            reader.unknown(&cell.text, place, span);
        }
    }
    let end: Span = record.span.clone().into();
    for (known, name) in BASE.iter().enumerate() {
        if !columns.contains(&known) {
            reader.error(
                "E-4",
                end,
                &format!("column {name}: it is missing; all nine base columns must be there"),
            );
        }
    }
    if buffs % BUFF.len() != 0 && reader.out.errors() == errors {
        let wrong = format!("the last of {} buff groups is cut off", buffs.div_ceil(BUFF.len()));
        reader.wrong_group(record.cells.len() - 1, end, &wrong);
    }
    let groups = buffs / BUFF.len();
    if groups > limits::GROUPS {
        let wrong = format!(
            "column BuffName: there are {groups} buff groups; the limit is {}",
            limits::GROUPS
        );
        reader.error("E-19", end, &wrong);
    }
    if reader.out.errors() > errors {
        return None;
    }
    Some(Header { columns: columns.try_into().ok()?, groups })
}

impl Reader<'_> {
    fn error(&mut self, code: &'static str, span: Span, wrong: &str) {
        let place = Place::of(self.source, "row 1", Some(span));
        self.out.error(code, &place, format!("{}: row 1, {wrong}", self.file));
    }

    fn base_column(
        &mut self,
        known: usize,
        place: usize,
        buffs: usize,
        columns: &mut Vec<usize>,
        span: Span,
    ) {
        let name = BASE[known];
        if columns.contains(&known) {
            self.error("E-4", span, &format!("column {name}: it is there twice; remove one"));
            return;
        }
        if buffs > 0 {
            self.wrong_group(place, span, &format!("{name} stands after a buff column"));
        }
        columns.push(known);
    }

    fn wrong_group(&mut self, place: usize, span: Span, wrong: &str) {
        let message = format!(
            "cell {}: {wrong}; after the nine base columns come groups of {} in this order",
            place + 1,
            BUFF.join(", ")
        );
        self.error("E-5", span, &message);
    }

    fn unknown(&mut self, name: &str, place: usize, span: Span) {
        let advice = match nearest(name, BASE.into_iter().chain(BUFF)) {
            Some(near) => format!("did you mean {near}?"),
            None => format!("known are {} and {}", BASE.join(", "), BUFF.join(", ")),
        };
        let called = if name.is_empty() { "without a name".to_owned() } else { name.to_owned() };
        let wrong = format!("column {called}: cell {} is no known column; {advice}", place + 1);
        self.error("E-4", span, &wrong);
    }
}
