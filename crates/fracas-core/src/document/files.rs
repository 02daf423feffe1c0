//! Files that a scenario refers to.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::MAX_BYTES;
use super::encoding::sheet;

/// Whoever hands out the files that a scenario names. A scenario that came
/// over a wire has nobody, and can name none.
///
/// ```
/// use std::sync::Arc;
/// use fracas_core::document::{
///     Diagnostics, Field, FileError, Shape, Shelf, Source, TableShape, check_part, parse_file,
/// };
///
/// static KINDS: TableShape = TableShape {
///     name: "kinds",
///     doc: "What there is.",
///     fields: &[Field::new("knight", Shape::whole(0, 99), "how good a knight is")],
///     unknown_key: "",
/// };
///
/// let shelf: Shelf = [("kinds.toml", "knight = 45\n")].into_iter().collect();
/// let scenario = Source::new("siege.toml", "data = \"kinds.toml\"\n");
/// let mut out = Diagnostics::new(scenario).with_files(Arc::new(shelf));
/// let file = out.open("kinds.toml")?;
/// let kinds = check_part(&parse_file(file, &mut out).unwrap(), &KINDS, &mut out);
/// assert_eq!(kinds.whole("knight"), Some(45));
/// assert_eq!(out.open("items.toml"), Err(FileError::Nowhere));
/// # Ok::<(), FileError>(())
/// ```
pub trait Files: std::fmt::Debug + Send + Sync {
    /// The text of a file, or why it cannot be had.
    fn read(&self, name: &str) -> Result<String, FileError>;

    /// The text of a spreadsheet, which other programs save in other encodings
    /// than UTF-8.
    fn read_sheet(&self, name: &str) -> Result<String, FileError> {
        self.read(name)
    }

    /// Whether complaints about a file may quote it.
    fn may_be_quoted(&self, _name: &str) -> bool {
        true
    }
}

/// Why a file that a scenario names cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FileError {
    /// There is none of that name.
    #[error("there is no such file")]
    Nowhere,
    /// A folder, a pipe, a device: reading it might never end.
    #[error("it is not a plain file")]
    NotPlain,
    /// It alone is too large.
    #[error("it is larger than {} MiB", MAX_BYTES >> 20)]
    TooLarge,
    /// It is too large together with all others.
    #[error(
        "all files that the scenario names, each as often as it is named, are larger than {} MiB or have more than {MOST_SIGNS} values",
        MOST_BYTES >> 20
    )]
    TooMuch,
    /// It is not text.
    #[error("line {line} is not UTF-8 text")]
    NotText {
        /// The first such line, counted from 1.
        line: usize,
    },
    /// A spreadsheet in the form of its own program.
    #[error("it is a workbook; save it as CSV from the program that made it")]
    Workbook,
    /// The scenario came alone.
    #[error("this scenario came without files and cannot name any")]
    NoFiles,
    /// The machine refused.
    #[error("{0}")]
    Refused(String),
}

/// What all files that a scenario names may have together, each counted as
/// often as it is named: a ruleset makes something of it every time.
pub(super) const MOST_BYTES: usize = 32 << 20;

/// The same for the signs that part one value from the next, which is what
/// the memory of a parsed file goes by.
pub(super) const MOST_SIGNS: usize = 1 << 20;

/// How many signs of a text part values.
pub(super) fn signs(text: &str) -> usize {
    text.bytes().filter(|byte| matches!(byte, b',' | b':' | b'=' | b'[' | b'{' | b'\n')).count()
}

/// How many signs of a spreadsheet part cells.
pub(super) fn sheet_signs(text: &str) -> usize {
    signs(text) + text.bytes().filter(|byte| matches!(byte, b';' | b'\t')).count()
}

/// Text of bytes; else the first line, from 1, that is not UTF-8.
///
/// ```
/// use fracas_core::document::utf8;
/// assert_eq!(utf8(b"seed = 7".to_vec()), Ok("seed = 7".to_owned()));
/// assert_eq!(utf8(b"seed = 7\nname = \xff".to_vec()), Err(2));
/// ```
pub fn utf8(bytes: Vec<u8>) -> Result<String, usize> {
    String::from_utf8(bytes).map_err(|error| {
        let text = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        text.iter().filter(|&&byte| byte == b'\n').count() + 1
    })
}

/// Files by their path from a folder, usually that of the scenario.
///
/// A scenario may name files elsewhere, but complaints do not quote them:
/// whoever reads the complaint need not be whoever may read the file.
///
/// ```
/// use fracas_core::document::{Files, Folder, FileError};
/// let camp = Folder::of("camp/siege.toml").with_named(["../kinds.toml".to_owned()]);
/// assert_eq!(camp.read("no such file"), Err(FileError::Nowhere));
/// assert!(camp.may_be_quoted("../kinds.toml") && !camp.may_be_quoted("../other.toml"));
/// assert_eq!(Folder::new("camp").read("no such file"), Err(FileError::Nowhere));
/// ```
#[derive(Clone, Debug)]
pub struct Folder {
    folder: PathBuf,
    /// Files that the user named himself, wherever they are.
    named: Vec<String>,
}

impl Folder {
    /// Names are paths from this folder.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), named: Vec::new() }
    }

    /// Names are paths from the folder that holds this file.
    pub fn of(file: &str) -> Self {
        Self::new(Path::new(file).parent().unwrap_or(Path::new("")))
    }

    /// The same, where the user named these files himself.
    pub fn with_named(self, named: impl IntoIterator<Item = String>) -> Self {
        Self { named: named.into_iter().collect(), ..self }
    }

    /// Whether a file really lies in the folder, all links followed.
    fn holds(&self, name: &str) -> bool {
        let folder = Path::new(".").join(&self.folder);
        let real = |path: &Path| path.canonicalize().ok();
        match (real(&folder), real(&folder.join(name))) {
            (Some(folder), Some(file)) => file.starts_with(folder),
            _ => false,
        }
    }
}

/// Files that are nowhere but here, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shelf(pub BTreeMap<String, String>);

impl<N: Into<String>, T: Into<String>> FromIterator<(N, T)> for Shelf {
    fn from_iter<I: IntoIterator<Item = (N, T)>>(files: I) -> Self {
        Self(files.into_iter().map(|(name, text)| (name.into(), text.into())).collect())
    }
}

impl Files for Shelf {
    fn read(&self, name: &str) -> Result<String, FileError> {
        self.0.get(name).cloned().ok_or(FileError::Nowhere)
    }
}

/// Whether the system makes a file up while it is read, and may take for ever:
/// `/proc/kmsg` calls itself a plain file.
fn is_made_up(path: &Path) -> bool {
    let real = path.canonicalize();
    cfg!(target_os = "linux")
        && real.is_ok_and(|real| ["/proc", "/sys"].iter().any(|made_up| real.starts_with(made_up)))
}

impl Folder {
    fn bytes(&self, name: &str) -> Result<Vec<u8>, FileError> {
        let path = self.folder.join(name);
        let said = |error: std::io::Error| match error.kind() {
            std::io::ErrorKind::NotFound => FileError::Nowhere,
            _ => FileError::Refused(error.to_string()),
        };
        // Asked before it is opened: opening a pipe would wait for a writer.
        if !std::fs::metadata(&path).map_err(said)?.is_file() || is_made_up(&path) {
            return Err(FileError::NotPlain);
        }
        let file = std::fs::File::open(path).map_err(said)?;
        let mut bytes = Vec::new();
        file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(said)?;
        if bytes.len() > MAX_BYTES {
            return Err(FileError::TooLarge);
        }
        Ok(bytes)
    }
}

impl Files for Folder {
    fn read(&self, name: &str) -> Result<String, FileError> {
        utf8(self.bytes(name)?).map_err(|line| FileError::NotText { line })
    }

    fn read_sheet(&self, name: &str) -> Result<String, FileError> {
        sheet(self.bytes(name)?)
    }

    fn may_be_quoted(&self, name: &str) -> bool {
        self.named.iter().any(|named| named == name) || self.holds(name)
    }
}
