//! Files that a scenario refers to.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::MAX_BYTES;

/// Whoever hands out the files that a scenario names. A scenario that came
/// over a wire has nobody, and can name none.
pub trait Files: std::fmt::Debug + Send + Sync {
    /// The text of a file, or why it cannot be had.
    fn read(&self, name: &str) -> Result<String, String>;
}

/// Files by their path from a folder, usually that of the scenario.
#[derive(Clone, Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// Names are paths from this folder.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self(folder.into())
    }

    /// Names are paths from the folder that holds this file.
    pub fn of(file: &str) -> Self {
        Self::new(Path::new(file).parent().unwrap_or(Path::new("")))
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
    fn read(&self, name: &str) -> Result<String, String> {
        self.0.get(name).cloned().ok_or_else(|| NOWHERE.to_owned())
    }
}

/// What is said of a file that is not there.
const NOWHERE: &str = "there is no such file";

impl Files for Folder {
    fn read(&self, name: &str) -> Result<String, String> {
        let path = self.0.join(name);
        let said = |error: std::io::Error| match error.kind() {
            std::io::ErrorKind::NotFound => NOWHERE.to_owned(),
            _ => error.to_string(),
        };
        let file = std::fs::File::open(path).map_err(said)?;
        let mut bytes = Vec::new();
        file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(said)?;
        if bytes.len() > MAX_BYTES {
            return Err(format!("it is larger than {} MiB", MAX_BYTES >> 20));
        }
        String::from_utf8(bytes)
            .map_err(|error| format!("byte {} is not UTF-8 text", error.utf8_error().valid_up_to()))
    }
}
