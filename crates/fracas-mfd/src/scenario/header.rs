//! The header of a CSV file (F-2..F-5).

use fracas_core::document::{Place, SourceId, Span, nearest};

use super::origin::{Findings, Oddity};
use crate::csv::Record;
use crate::rules::limits;
use crate::sheet::{BASE, BUFF, Head, known};

/// The columns of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// What each cell of a row is.
    pub heads: Vec<Head>,
    /// How many buff groups there are.
    pub groups: usize,
}

struct Reader<'a, 'f> {
    file: &'a str,
    source: SourceId,
    findings: &'a mut Findings<'f>,
    /// The columns so far.
    heads: Vec<Head>,
    /// How many of them are buff columns.
    buffs: usize,
    /// Those that are not known, by place.
    unknown: Vec<usize>,
}

/// Reads the header; none if something is wrong with it.
pub fn read(
    record: &Record,
    file: &str,
    source: SourceId,
    findings: &mut Findings<'_>,
) -> Option<Header> {
    let errors = findings.out.errors();
    let (heads, unknown) = (Vec::new(), Vec::new());
    let mut reader = Reader { file, source, findings, heads, buffs: 0, unknown };
    let whole: Span = record.span.clone().into();
    if !record.cells.iter().any(|cell| known(&cell.text).is_some()) {
        let wrong = format!(
            "the first row is no header; it names the columns: {} and, for buffs, {}, with \
             commas, semicolons or tabs between them",
            BASE.join(", "),
            BUFF.join(", ")
        );
        reader.error("E-4", whole, &wrong);
        return None;
    }
    for (place, cell) in record.cells.iter().enumerate() {
        reader.column(&cell.text, place, cell.span.clone().into());
    }
    reader.look_at_unknown(record, whole);
    if !reader.buffs.is_multiple_of(BUFF.len()) && reader.findings.out.errors() == errors {
        let wrong =
            format!("the last of {} buff groups is cut off", reader.buffs.div_ceil(BUFF.len()));
        reader.wrong_group(record.cells.len() - 1, whole, &wrong);
    }
    let groups = reader.buffs / BUFF.len();
    if groups > limits::GROUPS {
        let wrong = format!(
            "column BuffName: there are {groups} buff groups; the limit is {}",
            limits::GROUPS
        );
        reader.error("E-19", whole, &wrong);
    }
    if record.width > record.cells.len() {
        let wrong = format!(
            "there are {} columns; the most that are read is {}",
            record.width,
            record.cells.len()
        );
        reader.error("E-19", whole, &wrong);
    }
    let heads = reader.heads;
    (findings.out.errors() == errors).then_some(Header { heads, groups })
}

impl Reader<'_, '_> {
    fn error(&mut self, code: &'static str, span: Span, wrong: &str) {
        let place = Place::of(self.source, "row 1", Some(span));
        self.findings.out.error(code, &place, format!("{}: row 1, {wrong}", self.file));
    }

    fn column(&mut self, name: &str, place: usize, span: Span) {
        let head = match known(name) {
            Some((Head::Buff(_, of_buff), _)) => self.buff_column(of_buff, place, span),
            Some((head, _)) => head,
            None => {
                self.unknown.push(place);
                Head::Other(name.to_owned())
            }
        };
        // A column without a name may be there any number of times: spreadsheets
        // leave empty ones behind.
        if self.heads.contains(&head) && !name.is_empty() {
            let wrong = format!("column {}: it is there twice; remove one", head.name());
            self.error("E-4", span, &wrong);
        } else if let Head::Base(base) = head
            && self.buffs > 0
        {
            let wrong = format!("{} stands after a buff column", BASE[base]);
            self.wrong_group(place, span, &wrong);
        }
        self.heads.push(head);
    }

    fn buff_column(&mut self, of_buff: usize, place: usize, span: Span) -> Head {
        let (group, expected) = (self.buffs / BUFF.len(), self.buffs % BUFF.len());
        if of_buff != expected {
            let wrong = format!("{} where {} belongs", BUFF[of_buff], BUFF[expected]);
            self.wrong_group(place, span, &wrong);
        }
        self.buffs += 1;
        Head::Buff(group, expected)
    }

    fn wrong_group(&mut self, place: usize, span: Span, wrong: &str) {
        let message = format!(
            "cell {}: {wrong}; after the nine base columns come groups of {} in this order",
            place + 1,
            BUFF.join(", ")
        );
        self.error("E-5", span, &message);
    }

    /// F-3: what is not known is the user's own, unless it may be a column of
    /// the rules that was misspelt: one that is missing, or one of a buff.
    fn look_at_unknown(&mut self, record: &Record, whole: Span) {
        let missing: Vec<&str> = (0..BASE.len())
            .filter(|base| !self.heads.contains(&Head::Base(*base)))
            .map(|base| BASE[base])
            .collect();
        let mut own = Vec::new();
        for place in std::mem::take(&mut self.unknown) {
            let cell = &record.cells[place];
            let meant = nearest(&cell.text, missing.iter().copied().chain(BUFF));
            match meant.filter(|meant| missing.contains(meant) || is_of_buff(&cell.text)) {
                Some(meant) => {
                    let wrong = format!(
                        "column {}: cell {} is no known column; did you mean {meant}?",
                        cell.text,
                        place + 1
                    );
                    self.error("E-4", cell.span.clone().into(), &wrong);
                }
                None if cell.text.is_empty() => {}
                None => own.push(place),
            }
        }
        if !missing.is_empty() {
            let own: Vec<&str> = own.iter().map(|place| &*record.cells[*place].text).collect();
            let (columns, they) = match missing.len() {
                1 => ("column", "it is"),
                _ => ("columns", "they are"),
            };
            let unknown = match own.as_slice() {
                [] => String::new(),
                own => format!("; not known: {}", own.join(", ")),
            };
            let missing = missing.join(", ");
            let wrong = format!(
                "{columns} {missing}: {they} missing; all nine base columns must be there{unknown}"
            );
            self.error("E-4", whole, &wrong);
            return;
        }
        for place in own {
            let cell = &record.cells[place];
            let span = cell.span.clone().into();
            self.findings.odd(Oddity {
                code: "F-3",
                file: self.file.to_owned(),
                row: "row 1".to_owned(),
                place: Place::of(self.source, "row 1", Some(span)),
                kind: "columns that are not known and count for nothing; final files keep them",
                about: cell.text.clone(),
                detail: format!(
                    "{}: row 1, column {}: it is not known and counts for nothing; final files \
                     keep it",
                    self.file, cell.text
                ),
            });
        }
    }
}

/// Whether a column that is not known looks like one of a buff.
fn is_of_buff(name: &str) -> bool {
    name.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("buf"))
}
