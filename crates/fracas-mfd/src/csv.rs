//! CSV as spreadsheets write it, with every cell's place (F-6..F-8); its
//! columns are those of [`crate::sheet`].
//!
//! Our own reader, because all mistakes of a file are told in one go, and a
//! blank next to a quote is one of them.

use std::ops::Range;

/// A record of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// As a spreadsheet counts: the header is row 1.
    pub row: usize,
    /// Its cells, as far as any file may have them.
    pub cells: Vec<Cell>,
    /// How many cells it has.
    pub width: usize,
    /// Where it stands.
    pub span: Range<usize>,
}

/// A cell, trimmed and without its quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// What it holds.
    pub text: String,
    /// Where that stands, quotes included.
    pub span: Range<usize>,
}

/// A mistake of the quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// In which row.
    pub row: usize,
    /// In which cell, counted from 0.
    pub cell: usize,
    /// Where.
    pub span: Range<usize>,
    /// What.
    pub what: Slip,
}

/// What can be wrong with quotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slip {
    /// A blank next to a quote.
    Blank,
    /// A quote that is never closed, or a line break within quotes.
    Open,
    /// A quote inside a cell that does not begin with one.
    Stray,
}

/// So many records are read: more than a side may have fighters.
const MOST_RECORDS: usize = 10_010;
/// So many cells of a record are kept: more than a header may have.
const MOST_CELLS: usize = 512;
/// So many mistakes of quotes are kept: more than anybody reads.
const MOST_FAULTS: usize = 1_000;

/// Reads a file: its records, those of nothing but empty cells left out but
/// counted, and what is wrong with its quotes. What is past all limits (F-24)
/// is not read, so that no file takes much more memory than it is long.
///
/// ```
/// let (records, faults) = fracas_mfd::csv::read("Name,Who\r\nTom,\"Ann,Bob\"\n", ',');
/// assert!(faults.is_empty());
/// assert_eq!(records[1].cells[1].text, "Ann,Bob");
/// assert_eq!(records[1].row, 2);
/// ```
pub fn read(text: &str, separator: char) -> (Vec<Record>, Vec<Fault>) {
    let bom = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut records = Vec::new();
    let mut faults = Vec::new();
    let mut start = bom;
    let mut row = 0;
    while start < text.len() && records.len() < MOST_RECORDS {
        row += 1;
        let end = text[start..].find(['\n', '\r']).map_or(text.len(), |length| start + length);
        let record = read_line(text, start..end, separator, row, &mut faults);
        if record.cells.iter().any(|cell| !cell.text.is_empty()) {
            records.push(record);
        }
        start = end + if text[end..].starts_with("\r\n") { 2 } else { 1 };
    }
    (records, faults)
}

fn read_line(
    text: &str,
    line: Range<usize>,
    separator: char,
    row: usize,
    faults: &mut Vec<Fault>,
) -> Record {
    let mut cells = Vec::new();
    let mut width = 0;
    let mut at = line.start;
    loop {
        let (cell, next) = read_cell(text, at..line.end, separator, (row, width), faults);
        width += 1;
        if cells.len() < MOST_CELLS {
            cells.push(cell);
        }
        match next {
            Some(next) => at = next,
            None => return Record { row, cells, width, span: line },
        }
    }
}

/// One cell, and where the next begins.
fn read_cell(
    text: &str,
    rest: Range<usize>,
    separator: char,
    (row, cell): (usize, usize),
    faults: &mut Vec<Fault>,
) -> (Cell, Option<usize>) {
    let here = &text[rest.clone()];
    let is_blank = |sign: char| matches!(sign, ' ' | '\t') && sign != separator;
    let blanks = here.len() - here.trim_start_matches(is_blank).len();
    let mut fault = |span: Range<usize>, what| {
        if faults.len() < MOST_FAULTS {
            faults.push(Fault { row, cell, span, what });
        }
    };
    if !here[blanks..].starts_with('"') {
        let end = here.find(separator).unwrap_or(here.len());
        let raw = &here[..end];
        if let Some(quote) = raw.find('"') {
            let quote = rest.start + quote;
            fault(quote..quote + 1, Slip::Stray);
        }
        let next = (end < here.len()).then(|| rest.start + end + 1);
        return (trimmed(raw, rest.start), next);
    }
    let open = rest.start + blanks;
    if blanks > 0 {
        fault(rest.start..open, Slip::Blank);
    }
    let (inner, close) = unquote(&text[open + 1..rest.end]);
    let Some(close) = close else {
        fault(open..open + 1, Slip::Open);
        return (Cell { text: inner.trim().to_owned(), span: open..rest.end }, None);
    };
    let after = open + 1 + close + 1;
    let tail = &text[after..rest.end];
    let end = tail.find(separator).unwrap_or(tail.len());
    if end > 0 {
        let what = if tail[..end].trim().is_empty() { Slip::Blank } else { Slip::Stray };
        fault(after..after + end, what);
    }
    let next = (end < tail.len()).then(|| after + end + 1);
    (Cell { text: inner.trim().to_owned(), span: open..after }, next)
}

/// The text up to the closing quote, and where that is.
fn unquote(text: &str) -> (String, Option<usize>) {
    let mut inner = String::new();
    let mut signs = text.char_indices().peekable();
    while let Some((at, sign)) = signs.next() {
        if sign != '"' {
            inner.push(sign);
        } else if signs.next_if(|(_, next)| *next == '"').is_some() {
            inner.push('"');
        } else {
            return (inner, Some(at));
        }
    }
    (inner, None)
}

fn trimmed(raw: &str, start: usize) -> Cell {
    let before = raw.len() - raw.trim_start().len();
    let text = raw.trim();
    let start = start + before;
    Cell { text: text.to_owned(), span: start..start + text.len() }
}

/// A cell as it is written, in quotes where it needs them.
pub fn write(cell: &str, separator: char) -> String {
    if cell.contains([separator, '"']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<Vec<String>> {
        let (records, faults) = read(text, ',');
        assert_eq!(faults, []);
        records.iter().map(|r| r.cells.iter().map(|cell| cell.text.clone()).collect()).collect()
    }

    fn slips(text: &str) -> Vec<(usize, usize, Range<usize>, Slip)> {
        read(text, ',').1.into_iter().map(|f| (f.row, f.cell, f.span, f.what)).collect()
    }

    /// F-6, F-7: quotes, doubled quotes, blanks outside and inside of quotes.
    #[test]
    fn f_6_f_7_quotes_and_blanks() {
        assert_eq!(texts("a , b,\" c,d \",\"say \"\"x\"\"\"\n"), [["a", "b", "c,d", "say \"x\""]]);
        assert_eq!(texts("\"\",x"), [["", "x"]]);
    }

    /// F-8: any line end, a byte order mark, empty records counted.
    #[test]
    fn f_8_line_ends_and_empty_records() {
        assert_eq!(
            texts("\u{feff}a,b\r\nc,d\re,f\n,\n\ng,h"),
            [["a", "b"], ["c", "d"], ["e", "f"], ["g", "h"]]
        );
        let (records, _) = read("a\n,,\n\nb", ',');
        assert_eq!(records.iter().map(|record| record.row).collect::<Vec<_>>(), [1, 4]);
        assert_eq!(read("", ',').0, []);
        assert_eq!(read("\n,,,\n\r\n", ',').0, []);
    }

    /// E-2, E-3: the place of a slip of quotes.
    #[test]
    fn e_2_e_3_slips_of_quotes() {
        assert_eq!(slips("a\nb,  \"c,d\",e"), [(2, 1, 4..6, Slip::Blank)]);
        assert_eq!(slips("\"c,d\"  ,e"), [(1, 0, 5..7, Slip::Blank)]);
        assert_eq!(slips("a,\"b,c\nd,e"), [(1, 1, 2..3, Slip::Open)]);
        assert_eq!(slips("a,b\"c\",d"), [(1, 1, 3..4, Slip::Stray)]);
        assert_eq!(slips("a,\"b\"c,d"), [(1, 1, 5..6, Slip::Stray)]);
    }

    #[test]
    fn cells_are_quoted_where_they_need_it() {
        assert_eq!(write("Tom", ','), "Tom");
        assert_eq!(write("Tom,Ann", ','), "\"Tom,Ann\"");
        assert_eq!(write("Tom,Ann", ';'), "Tom,Ann");
        assert_eq!(write("a;b", ';'), "\"a;b\"");
        assert_eq!(write("a\"b", ','), "\"a\"\"b\"");
    }

    /// F-6: the separator is what the file has; others are plain signs.
    #[test]
    fn f_6_other_separators() {
        for separator in [';', '\t'] {
            let text = "a| b c |\"d|e\"|0,1||".replace('|', &separator.to_string());
            let (records, faults) = read(&text, separator);
            assert_eq!(faults, []);
            let texts: Vec<&str> = records[0].cells.iter().map(|cell| &*cell.text).collect();
            assert_eq!(texts, ["a", "b c", &format!("d{separator}e"), "0,1", "", ""]);
        }
    }
}
