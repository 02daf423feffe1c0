//! What is wrong with a file, all of it in one go.

use crate::order::Ordered;
use std::sync::Arc;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use super::files::{FileError, Files, MOST_BYTES, MOST_SIGNS, sheet_signs, signs};
use super::source::{Place, Position, Source, SourceId};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// No battle can be fought.
    Error,
    /// A battle can be fought, but perhaps not the one that was meant.
    Warning,
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// The rulebook's number for it, such as `E-4`.
    pub code: Option<&'static str>,
    /// Where it is.
    pub place: Place,
    /// What is wrong and what is allowed.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A diagnostic; a code of "" is none.
    pub fn new(
        severity: Severity,
        code: &'static str,
        place: Place,
        message: impl Into<String>,
    ) -> Self {
        Self {
            severity,
            code: (!code.is_empty()).then_some(code),
            place,
            message: message.into(),
            help: None,
        }
    }

    /// Adds what to do about it.
    pub fn help(&mut self, help: impl Into<String>) -> &mut Self {
        self.help = Some(help.into());
        self
    }
}

/// What is said of a file that is not quoted.
const HIDDEN: &str =
    "this is not as it must be; the file is not quoted, for it is not in the scenario's folder";

/// As many of each severity are kept; the rest is only counted.
pub const MAX_KEPT: usize = 200;

/// The files that were read and what is wrong with them.
///
/// ```
/// use fracas_core::document::{Diagnostics, Place, Source};
/// let mut out = Diagnostics::new(Source::new("siege.toml", "behind = 12\n"));
/// let place = Place::new("behind", Some((9..11).into()));
/// out.error("E-4", &place, "behind is 12; allowed are 0 to 9")
///     .help("0 is the foremost row");
/// out.warning("", &Place::default(), "nobody is in the first row");
/// assert!(out.has_errors() && !out.is_empty());
/// assert_eq!((out.errors(), out.warnings(), out.left_out()), (1, 1, 0));
/// assert_eq!(out.iter().next().and_then(|found| found.code), Some("E-4"));
/// assert!(out.render(false).contains("siege.toml:1:10"));
/// assert_eq!(out.to_json()["errors"], 1);
///
/// let more = out.add_source(Source::new("kinds.toml", ""));
/// assert_eq!(out.source(more).name, "kinds.toml");
/// assert_eq!(out.sources().count(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Diagnostics {
    sources: Vec<Arc<Source>>,
    kept: Vec<Diagnostic>,
    errors: usize,
    warnings: usize,
    /// Where those go that are only counted.
    dropped: Diagnostic,
    /// Whoever has the files that the scenario names.
    files: Option<Arc<dyn Files>>,
    /// Bytes and signs of the files opened so far, each as often as it was.
    opened: (usize, usize),
}

impl Diagnostics {
    /// Nothing wrong yet with a scenario file.
    pub fn new(source: Source) -> Self {
        Self {
            sources: vec![Arc::new(source)],
            kept: Vec::new(),
            errors: 0,
            warnings: 0,
            dropped: Diagnostic::new(Severity::Error, "", Place::default(), ""),
            files: None,
            opened: (0, 0),
        }
    }

    /// The same, for a scenario that may name files.
    pub fn with_files(self, files: Arc<dyn Files>) -> Self {
        Self { files: Some(files), ..self }
    }

    /// Reads a file that the scenario names and adds it; else says why it
    /// cannot be had. A file is read once, however often it is named.
    pub fn open(&mut self, name: &str) -> Result<SourceId, FileError> {
        self.open_as(name, |files| files.read(name), signs)
    }

    /// The same of a spreadsheet, in whatever encoding it was saved.
    pub fn open_sheet(&mut self, name: &str) -> Result<SourceId, FileError> {
        self.open_as(name, |files| files.read_sheet(name), sheet_signs)
    }

    fn open_as(
        &mut self,
        name: &str,
        read: impl FnOnce(&dyn Files) -> Result<String, FileError>,
        signs: fn(&str) -> usize,
    ) -> Result<SourceId, FileError> {
        let Some(files) = &self.files else { return Err(FileError::NoFiles) };
        let fits = |opened: (usize, usize)| opened.0 <= MOST_BYTES && opened.1 <= MOST_SIGNS;
        if !fits(self.opened) {
            return Err(FileError::TooMuch);
        }
        let known = self.sources.iter().skip(1).position(|source| source.name == name);
        let new = match known {
            Some(_) => None,
            None => {
                let hidden = !files.may_be_quoted(name);
                Some(Source { hidden, ..Source::new(name, read(files.as_ref())?) })
            }
        };
        // The scenario itself stands before all others.
        let id = SourceId(known.map_or(self.sources.len(), |place| place + 1));
        let text = new.as_ref().map_or_else(|| &self.source(id).text, |new| &new.text);
        self.opened = (self.opened.0 + text.len(), self.opened.1 + signs(text));
        if !fits(self.opened) {
            return Err(FileError::TooMuch);
        }
        Ok(new.map_or(id, |new| self.add_source(new)))
    }

    /// Adds a file that the scenario refers to.
    pub fn add_source(&mut self, source: Source) -> SourceId {
        self.sources.push(Arc::new(source));
        SourceId(self.sources.len() - 1)
    }

    /// One of the files.
    pub fn source(&self, id: SourceId) -> &Source {
        // Identifiers are only made by `add_source`; one of another set of
        // files falls back to the scenario, which is always there.
        self.sources.get(id.0).unwrap_or(&self.sources[0])
    }

    /// All files that were read, the scenario first.
    pub fn sources(&self) -> impl Iterator<Item = &Source> {
        self.sources.iter().map(AsRef::as_ref)
    }

    /// One of the files, to be kept while others are added.
    pub(super) fn shared(&self, id: SourceId) -> Arc<Source> {
        Arc::clone(self.sources.get(id.0).unwrap_or(&self.sources[0]))
    }

    /// The same files with nothing wrong yet, to try something out.
    pub(super) fn afresh(&self) -> Self {
        Self {
            sources: self.sources.clone(),
            kept: Vec::new(),
            errors: 0,
            warnings: 0,
            dropped: self.dropped.clone(),
            files: self.files.clone(),
            opened: self.opened,
        }
    }

    /// Takes over what was found in a trial.
    pub(super) fn absorb(&mut self, trial: Self) {
        for diagnostic in trial.kept {
            self.add(diagnostic);
        }
    }

    /// Does something that may find much to warn of. More than `few` warnings
    /// become one, which is told how many they were.
    pub fn summing_up<T>(
        &mut self,
        few: usize,
        work: impl FnOnce(&mut Self) -> T,
        sum: impl FnOnce(usize) -> Diagnostic,
    ) -> T {
        let mut trial = self.afresh();
        let done = work(&mut trial);
        let count = trial.warnings;
        if count > few {
            trial.kept.retain(|found| found.severity == Severity::Error);
        }
        self.absorb(trial);
        if count > few {
            self.add(sum(count));
        }
        done
    }

    /// Notes an error. A code of "" is none.
    pub fn error(
        &mut self,
        code: &'static str,
        place: &Place,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        self.add(Diagnostic::new(Severity::Error, code, place.clone(), message))
    }

    /// Notes a warning. A code of "" is none.
    pub fn warning(
        &mut self,
        code: &'static str,
        place: &Place,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        self.add(Diagnostic::new(Severity::Warning, code, place.clone(), message))
    }

    /// Notes what was found elsewhere.
    pub fn add(&mut self, diagnostic: Diagnostic) -> &mut Diagnostic {
        let count = match diagnostic.severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
        };
        *count += 1;
        if *count > MAX_KEPT {
            self.dropped = diagnostic;
            return &mut self.dropped;
        }
        if self.source(diagnostic.place.source).hidden {
            // The place and no more: messages and help quote what they are about.
            self.kept.push(Diagnostic { message: HIDDEN.to_owned(), help: None, ..diagnostic });
            return &mut self.dropped;
        }
        self.kept.push(diagnostic);
        let last = self.kept.len() - 1;
        &mut self.kept[last]
    }

    /// Counts an error if it is one too many to be kept, and says so: it need
    /// not be put into words then, nor a nearest word be looked for.
    pub fn is_one_too_many(&mut self) -> bool {
        let full = self.errors >= MAX_KEPT;
        self.errors += usize::from(full);
        full
    }

    /// Whether no battle can be fought.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Whether nothing at all was found.
    pub fn is_empty(&self) -> bool {
        self.errors + self.warnings == 0
    }

    /// How many errors there are, kept or not.
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// How many warnings there are, kept or not.
    pub fn warnings(&self) -> usize {
        self.warnings
    }

    /// How many are only counted.
    pub fn left_out(&self) -> usize {
        self.errors + self.warnings - self.kept.len()
    }

    /// All that were kept, in the order they stand in the files.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        let mut sorted: Vec<&Diagnostic> = self.kept.iter().collect();
        sorted.put_in_order_by_key(|diagnostic| {
            let place = &diagnostic.place;
            let start = place.span.map_or(usize::MAX, |span| span.start);
            (place.source, start)
        });
        sorted.into_iter()
    }

    /// For eyes: every diagnostic with its line and a caret under the value,
    /// then how many there are. Nothing if there are none.
    pub fn render(&self, colour: bool) -> String {
        super::render::render(self, colour)
    }

    /// For machines: counts, and a list with file, line and column.
    pub fn to_json(&self) -> serde_json::Value {
        // Plain strings and numbers under string keys always serialise.
        serde_json::to_value(self).unwrap_or_default()
    }

    fn finding<'a>(&'a self, diagnostic: &'a Diagnostic) -> Finding<'a> {
        let source = self.source(diagnostic.place.source);
        let span = diagnostic.place.span;
        let start = span.map(|span| source.position(span.start));
        let end = span.map(|span| source.position(span.end));
        Finding {
            severity: diagnostic.severity,
            code: diagnostic.code,
            file: &source.name,
            start,
            end,
            path: &diagnostic.place.path,
            message: &diagnostic.message,
            help: diagnostic.help.as_deref(),
        }
    }
}

impl Serialize for Diagnostics {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let findings: Vec<Finding<'_>> = self.iter().map(|found| self.finding(found)).collect();
        let mut object = serializer.serialize_struct("Diagnostics", 3)?;
        object.serialize_field("errors", &self.errors)?;
        object.serialize_field("warnings", &self.warnings)?;
        object.serialize_field("diagnostics", &findings)?;
        object.end()
    }
}

/// A diagnostic as machines read it.
#[derive(Serialize)]
struct Finding<'a> {
    severity: Severity,
    code: Option<&'static str>,
    file: &'a str,
    start: Option<Position>,
    end: Option<Position>,
    path: &'a str,
    message: &'a str,
    help: Option<&'a str>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Span;
    use serde_json::json;

    fn place(start: usize) -> Place {
        Place::new("a", Some(Span { start, end: start + 1 }))
    }

    #[test]
    fn many_warnings_become_one() {
        let mut out = Diagnostics::new(Source::new("a.toml", "x = 1"));
        let sum = |count: usize| {
            Diagnostic::new(Severity::Warning, "", Place::default(), format!("{count} of them"))
        };
        let warn = |count: usize| {
            move |out: &mut Diagnostics| {
                for _ in 0..count {
                    out.warning("", &Place::default(), "odd");
                }
                out.error("E-1", &Place::default(), "wrong");
            }
        };
        out.summing_up(3, warn(3), sum);
        assert_eq!((out.errors(), out.warnings()), (1, 3));
        out.summing_up(3, warn(85), sum);
        assert_eq!((out.errors(), out.warnings()), (2, 4));
        assert!(out.iter().any(|found| found.message == "85 of them"));
    }

    #[test]
    fn diagnostics_come_in_the_order_of_the_file() {
        let mut out = Diagnostics::new(Source::new("f", "abc"));
        let csv = out.add_source(Source::new("Heroes.csv", "Name"));
        out.error("", &Place::of(csv, "row 1", None), "in the other file");
        out.error("", &Place::new("", None), "nowhere");
        out.warning("", &place(2), "later");
        out.error("", &place(1), "earlier");
        let messages: Vec<&str> = out.iter().map(|found| found.message.as_str()).collect();
        assert_eq!(messages, ["earlier", "later", "nowhere", "in the other file"]);
    }

    #[test]
    fn too_many_are_counted_and_not_kept() {
        let mut out = Diagnostics::new(Source::new("f", "abc"));
        for _ in 0..MAX_KEPT + 5 {
            out.warning("", &place(0), "again").help("not kept for the last five");
        }
        assert!(!out.has_errors());
        out.error("E-1", &place(0), "an error is kept beside any number of warnings");
        assert!(out.has_errors());
        assert_eq!((out.errors(), out.warnings(), out.left_out()), (1, MAX_KEPT + 5, 5));
        assert_eq!(out.iter().count(), MAX_KEPT + 1);
    }

    #[test]
    fn machines_read_json() {
        let mut out = Diagnostics::new(Source::new("siege.toml", "x = 1\nbehind = 12\n"));
        assert!(out.is_empty());
        let behind = Place::new("behind", Some(Span { start: 15, end: 17 }));
        out.error("E-4", &behind, "behind is 12").help("0 to 9");
        out.warning("", &Place::new("name", None), "no name");
        assert_eq!(
            out.to_json(),
            json!({
                "errors": 1,
                "warnings": 1,
                "diagnostics": [
                    { "severity": "error", "code": "E-4", "file": "siege.toml",
                      "start": { "line": 2, "column": 10 }, "end": { "line": 2, "column": 12 },
                      "path": "behind", "message": "behind is 12", "help": "0 to 9" },
                    { "severity": "warning", "code": null, "file": "siege.toml",
                      "start": null, "end": null,
                      "path": "name", "message": "no name", "help": null },
                ],
            })
        );
    }
}
