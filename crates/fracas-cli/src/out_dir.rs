//! Files of results, complete or not there.

use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::failure::Failure;

/// Files that are written aside and take their names all at the end.
pub struct OutDir {
    drafts: Vec<Draft>,
}

/// A file that has no name yet.
pub struct Draft {
    file: BufWriter<NamedTempFile>,
    target: PathBuf,
}

impl OutDir {
    /// Makes the directory if it is missing and begins files of these names.
    /// A directory that takes no files is found out here, before anything is
    /// fought.
    pub fn open(dir: &Path, names: &[&str]) -> Result<Self, Failure> {
        fs::create_dir_all(dir).map_err(|error| refused(dir, &error))?;
        let mut drafts = Vec::new();
        for name in names {
            let target = dir.join(name);
            if target.is_dir() {
                return Err(Failure::Machine(format!("{} is a directory", target.display())));
            }
            let file = temporary(dir).map_err(|error| refused(dir, &error))?;
            drafts.push(Draft { file: BufWriter::new(file), target });
        }
        Ok(Self { drafts })
    }

    /// Where the files will be.
    pub fn targets(&self) -> impl Iterator<Item = &Path> {
        self.drafts.iter().map(|draft| draft.target.as_path())
    }

    /// Begins one file, in a folder that is there.
    pub fn file(target: &Path) -> Result<Self, Failure> {
        if target.is_dir() {
            return Err(Failure::Machine(format!("{} is a directory", target.display())));
        }
        let folder = match target.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        let file = temporary(folder).map_err(|error| refused(target, &error))?;
        let draft = Draft { file: BufWriter::new(file), target: target.to_owned() };
        Ok(Self { drafts: vec![draft] })
    }

    /// Fills one file that was begun alone, and gives it its name.
    pub fn fill(mut self, text: &str) -> Result<Vec<PathBuf>, Failure> {
        for draft in &mut self.drafts {
            draft.text(text)?;
        }
        self.finish()
    }

    /// The files in the order they were begun.
    pub fn drafts(&mut self) -> &mut [Draft] {
        &mut self.drafts
    }

    /// Gives every file its name. Returns what was written.
    pub fn finish(self) -> Result<Vec<PathBuf>, Failure> {
        // All contents are safe before the first name is given.
        let mut ready = Vec::new();
        for Draft { file, target } in self.drafts {
            let file = file.into_inner().map_err(|error| refused(&target, error.error()))?;
            file.as_file().sync_all().map_err(|error| refused(&target, &error))?;
            ready.push((file, target));
        }
        let mut written = Vec::new();
        for (file, target) in ready {
            file.persist(&target).map_err(|error| refused(&target, &error.error))?;
            written.push(target);
        }
        Ok(written)
    }
}

impl Draft {
    /// Adds text.
    pub fn text(&mut self, text: &str) -> Result<(), Failure> {
        self.file.write_all(text.as_bytes()).map_err(|error| refused(&self.target, &error))
    }
}

fn refused(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Machine(format!("cannot write {}: {error}", path.display()))
}

/// A temporary file with the rights of an ordinary one.
fn temporary(dir: &Path) -> std::io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".fracas-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(dir)
}
