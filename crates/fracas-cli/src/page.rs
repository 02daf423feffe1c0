//! Standard output.

use std::env;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

use serde::Serialize;
use terminal_size::{Height, Width, terminal_size_of};

use crate::failure::Failure;
use crate::show::Paint;
use crate::visible::{visible, visible_json};

/// Where answers are written.
pub struct Page {
    out: BufWriter<Stdout>,
    terminal: bool,
    colour: bool,
    columns: usize,
    rows: usize,
}

impl Page {
    /// Standard output.
    pub fn stdout() -> Self {
        let out = io::stdout();
        let terminal = out.is_terminal();
        let colour = terminal && colour_wanted();
        Self { out: BufWriter::new(out), terminal, colour, columns: columns(), rows: rows() }
    }

    /// Whether somebody watches.
    pub fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// How text is painted here.
    pub fn paint(&self) -> Paint {
        Paint { colour: self.colour, columns: self.columns, rows: self.rows }
    }

    /// Writes a text. Whatever names in it may hold, a terminal obeys none of
    /// it.
    pub fn text(&mut self, text: &str) -> Result<(), Failure> {
        self.out.write_all(visible(text, self.colour).as_bytes()).map_err(failed)
    }

    /// Writes a line.
    pub fn line(&mut self, line: &str) -> Result<(), Failure> {
        self.text(line)?;
        self.text("\n")
    }

    /// Writes a text that on a terminal is to be seen at once.
    pub fn told(&mut self, text: &str) -> Result<(), Failure> {
        self.text(text)?;
        if self.terminal { self.flush() } else { Ok(()) }
    }

    /// Writes a text that took long to find, or before what takes long: whoever
    /// reads a pipe has it at once, too.
    pub fn found(&mut self, text: &str) -> Result<(), Failure> {
        self.text(text)?;
        self.flush()
    }

    /// Writes JSON that is nice to read.
    pub fn json(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        self.json_text(serde_json::to_string_pretty(value))
    }

    /// Writes JSON on one line.
    pub fn json_line(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        self.json_text(serde_json::to_string(value))
    }

    fn json_text(&mut self, json: serde_json::Result<String>) -> Result<(), Failure> {
        let json = json.map_err(|error| failed(error.into()))?;
        self.line(&visible_json(&json))
    }

    /// Sees to it that everything is written.
    pub fn flush(&mut self) -> Result<(), Failure> {
        self.out.flush().map_err(failed)
    }
}

fn failed(error: io::Error) -> Failure {
    Failure::writing("the answer", &error)
}

/// Whether user and terminal have nothing against colour.
pub fn colour_wanted() -> bool {
    env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()) && !is_dumb()
}

/// Whether the terminal can do nothing but print.
pub fn is_dumb() -> bool {
    env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// How wide lines may be: what the user says in COLUMNS, else the terminal's
/// width, else that of a printed page.
fn columns() -> usize {
    let said: Option<usize> = env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
    let terminal = || terminal_size_of(io::stdout()).map(|(Width(columns), _)| columns.into());
    let columns = said.filter(|&columns| columns > 0).or_else(terminal);
    columns.map_or(Paint::PLAIN.columns, |columns| columns.clamp(NARROWEST, WIDEST))
}

/// How many lines are seen at once: what the user says in LINES, else the
/// terminal's height, else that of an old terminal.
fn rows() -> usize {
    let said: Option<usize> = env::var("LINES").ok().and_then(|text| text.parse().ok());
    let terminal = || terminal_size_of(io::stdout()).map(|(_, Height(rows))| rows.into());
    let rows = said.filter(|&rows| rows > 0).or_else(terminal);
    rows.map_or(Paint::PLAIN.rows, |rows| rows.clamp(Paint::PLAIN.rows, TALLEST))
}

/// More lines than this are not seen at once.
const TALLEST: usize = 200;
/// Nothing can be told on lines narrower than this.
const NARROWEST: usize = 40;
/// Nobody can follow lines wider than this.
const WIDEST: usize = 240;
