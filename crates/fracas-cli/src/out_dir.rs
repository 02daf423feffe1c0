//! Files of results, complete or not there.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempPath};

use crate::failure::Failure;
use crate::heard::Kept;
use crate::held::{self, Held};
use crate::made::Made;
use crate::signals::{forget, make_temporary, temporary};

/// Files that are written aside and take their names all at the end.
#[derive(Default)]
pub struct OutDir {
    drafts: Vec<Draft>,
    /// Kept until the files have their names: nobody else takes their number.
    reserved: Option<Reserved>,
    /// Goes after all that lies in it.
    made: Made,
}

/// A file that has no name yet.
pub struct Draft {
    file: BufWriter<File>,
    /// What the user calls it.
    target: PathBuf,
    end: End,
    /// It is written whether anybody reads the answer or not.
    _kept: Kept,
}

/// What becomes of a draft that is complete.
enum End {
    /// It takes the place of a plain file, or one that is not there yet.
    Renamed { from: TempPath, to: PathBuf },
    /// What is no plain file is never replaced: it is written into.
    Written(File),
}

impl OutDir {
    /// Makes the directory if it is missing and begins files of these names.
    /// A directory that takes no files is found out here, before anything is
    /// fought. One that was made here goes again if no files come.
    pub fn open(dir: &Path, names: &[&str]) -> Result<Self, Failure> {
        let made = Made::folder(dir).map_err(|error| refused(dir, &error))?;
        let begin = |name: &&str| Draft::begin(&dir.join(name));
        let drafts = names.iter().map(begin).collect::<Result<_, _>>()?;
        Ok(Self { drafts, reserved: None, made })
    }

    /// The same with the first number in all names, `BattleLog-3.txt`, that
    /// none of them has in this directory and nobody else is about to give.
    pub fn open_numbered(dir: &Path, names: &[&str]) -> Result<Self, Failure> {
        let made = Made::folder(dir).map_err(|error| refused(dir, &error))?;
        let mut number = 1;
        loop {
            if let Some(reserved) = reserve(dir, number).map_err(|error| refused(dir, &error))? {
                let names: Vec<String> = names.iter().map(|name| numbered(name, number)).collect();
                let taken = |name: &String| dir.join(name).symlink_metadata().is_ok();
                if !names.iter().any(taken) {
                    let names: Vec<&str> = names.iter().map(String::as_str).collect();
                    let reserved = Some(reserved);
                    return Ok(Self { reserved, made, ..Self::open(dir, &names)? });
                }
            }
            number += 1;
        }
    }

    /// Where the files will be.
    pub fn targets(&self) -> impl Iterator<Item = &Path> {
        self.drafts.iter().map(|draft| draft.target.as_path())
    }

    /// Begins one file, in a folder that is there.
    pub fn file(target: &Path) -> Result<Self, Failure> {
        Ok(Self { drafts: vec![Draft::begin(target)?], ..Self::default() })
    }

    /// Fills one file that was begun alone, and gives it its name.
    pub fn fill(self, text: &str) -> Result<Vec<PathBuf>, Failure> {
        self.filled(text)?.finish()
    }

    /// Fills one file that was begun alone.
    pub fn filled(mut self, text: &str) -> Result<Self, Failure> {
        for draft in &mut self.drafts {
            draft.text(text)?;
        }
        Ok(self)
    }

    /// Further files, to be given their names together with these.
    pub fn add(&mut self, other: Self) {
        self.drafts.extend(other.drafts);
        self.reserved = self.reserved.take().or(other.reserved);
        self.made.add(other.made);
    }

    /// The files in the order they were begun.
    pub fn drafts(&mut self) -> &mut [Draft] {
        &mut self.drafts
    }

    /// Gives every file its name, all of them or none. Returns what was
    /// written.
    pub fn finish(mut self) -> Result<Vec<PathBuf>, Failure> {
        // All contents are safe before the first name is given.
        let mut written = Vec::new();
        let mut ready = Vec::new();
        for Draft { file, target, end, .. } in self.drafts {
            let mut file = file.into_inner().map_err(|error| refused(&target, error.error()))?;
            let done = match end {
                End::Renamed { from, to } => {
                    ready.push((from, to, target.clone()));
                    file.sync_all()
                }
                End::Written(mut into) => {
                    file.rewind().and_then(|()| io::copy(&mut file, &mut into)).map(drop)
                }
            };
            done.map_err(|error| refused(&target, &error))?;
            written.push(target);
        }
        rename_all(ready)?;
        self.made.keep();
        Ok(written)
    }

    /// Gives one file that was begun alone its name, if what has that name now
    /// may go: the bytes of a file, or nothing. Nobody comes in between who
    /// writes files this way.
    pub fn finish_if(
        mut self,
        may_go: impl Fn(Option<&[u8]>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let Some(Draft { file, target, end, .. }) = self.drafts.pop() else { return Ok(()) };
        let failed = |error: &io::Error| refused(&target, error);
        let End::Renamed { mut from, to } = end else {
            return Err(failed(&io::Error::other("it is not a plain file")));
        };
        let file = file.into_inner().map_err(|error| failed(error.error()))?;
        file.sync_all().map_err(|error| failed(&error))?;
        loop {
            let held = Held::of(&to).map_err(|error| failed(&error))?;
            may_go(held.as_ref().map(Held::bytes))?;
            let mut list = temporary();
            let temporary = from.to_path_buf();
            let done = match held {
                Some(_) => from.persist(&to),
                None => from.persist_noclobber(&to),
            };
            match done {
                Ok(()) => {
                    forget(&mut list, &temporary);
                    return Ok(());
                }
                // Somebody was quicker: it is looked at again.
                Err(error) if held.is_none() && to.exists() => from = error.path,
                // Not all file systems can refuse to replace anything.
                Err(error) if held.is_none() => {
                    error.path.persist(&to).map_err(|error| failed(&error.error))?;
                    forget(&mut list, &temporary);
                    return Ok(());
                }
                Err(error) => return Err(failed(&error.error)),
            }
        }
    }
}

impl Draft {
    fn begin(target: &Path) -> Result<Self, Failure> {
        let failed = |error: io::Error| refused(target, &error);
        if target.is_dir() {
            return Err(Failure::Machine(format!("{} is a directory", target.display())));
        }
        let to = followed(target).map_err(failed)?;
        if is_plain(&to) {
            let from = make_temporary(|| beside(&to)).map_err(failed)?;
            let (file, from) = from.into_parts();
            let end = End::Renamed { from, to };
            return Ok(Self::of(file, target, end));
        }
        let into = OpenOptions::new().write(true).open(target).map_err(failed)?;
        let file = tempfile::tempfile().map_err(failed)?;
        Ok(Self::of(file, target, End::Written(into)))
    }

    fn of(file: File, target: &Path, end: End) -> Self {
        let (file, target) = (BufWriter::new(file), target.to_owned());
        Self { file, target, end, _kept: Kept::begin() }
    }

    /// Adds text.
    pub fn text(&mut self, text: &str) -> Result<(), Failure> {
        self.file.write_all(text.as_bytes()).map_err(|error| refused(&self.target, &error))
    }
}

/// Where a path leads when all links are followed; nothing need be there.
fn followed(target: &Path) -> io::Result<PathBuf> {
    /// As many as systems follow.
    const MOST_LINKS: usize = 40;
    let mut path = target.to_owned();
    for _ in 0..MOST_LINKS {
        if is_of_the_system(&path) || !path.is_symlink() {
            return Ok(path);
        }
        let link = fs::read_link(&path)?;
        path = path.parent().unwrap_or(Path::new("")).join(link);
    }
    Err(io::Error::other("too many links"))
}

/// Whether a file may take the place of what is here, if anything is.
fn is_plain(path: &Path) -> bool {
    let is_file = |found: fs::Metadata| found.is_file();
    !is_of_the_system(path) && path.symlink_metadata().map_or(true, is_file)
}

/// Names of devices and of files that are open already, such as `/dev/stdout`.
fn is_of_the_system(path: &Path) -> bool {
    path.starts_with("/dev") || path.starts_with("/proc")
}

/// Renames files, all of them or none. No signal comes in between.
fn rename_all(ready: Vec<(TempPath, PathBuf, PathBuf)>) -> Result<(), Failure> {
    let mut list = temporary();
    let single = ready.len() == 1;
    let mut renamed: Vec<(PathBuf, Option<TempPath>)> = Vec::new();
    for (from, to, target) in ready {
        forget(&mut list, &from);
        // Nobody who has just looked at what is there comes in between.
        let _held = held::lock(&to);
        // A single file needs no way back.
        let before = if single { Ok(None) } else { kept(&to) };
        let done = before.and_then(|before| {
            from.persist(&to).map_err(|error| error.error)?;
            renamed.push((to, before));
            Ok(())
        });
        if let Err(error) = done {
            for (to, before) in renamed.into_iter().rev() {
                // What cannot be undone either is left as it is.
                let _ = match before {
                    Some(before) => before.persist(&to).map_err(|error| error.error),
                    None => fs::remove_file(&to),
                };
            }
            return Err(refused(&target, &error));
        }
    }
    Ok(())
}

/// Another name for a file that is about to be replaced, or a copy of it; none
/// if there is none.
fn kept(path: &Path) -> io::Result<Option<TempPath>> {
    if !path.is_file() {
        return Ok(None);
    }
    let keep = |to: &Path| match fs::hard_link(path, to) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            fs::copy(path, to).map(|_| ())
        }
        done => done,
    };
    let kept = tempfile::Builder::new().prefix(PREFIX).make_in(folder(path), keep)?;
    Ok(Some(kept.into_temp_path()))
}

/// Takes a number in a directory for as long as the path is kept; none if
/// somebody else has it.
fn reserve(dir: &Path, number: u32) -> io::Result<Option<Reserved>> {
    let mut list = temporary();
    let path = dir.join(format!("{PREFIX}number-{number}"));
    match OpenOptions::new().write(true).create_new(true).open(&path) {
        Ok(_) => {
            list.push(path.clone());
            Ok(Some(Reserved(path)))
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(None),
        Err(error) => Err(error),
    }
}

/// The file that says that a number is taken.
struct Reserved(PathBuf);

impl Drop for Reserved {
    fn drop(&mut self) {
        forget(&mut temporary(), &self.0);
        // If it cannot be removed the number stays taken, which harms nobody.
        let _ = fs::remove_file(&self.0);
    }
}

fn numbered(name: &str, number: u32) -> String {
    match name.rsplit_once('.') {
        Some((stem, ending)) => format!("{stem}-{number}.{ending}"),
        None => format!("{name}-{number}"),
    }
}

/// Whether a name is another one with a number.
pub fn is_numbered(found: &str, name: &str) -> bool {
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    let inside = found.strip_prefix(stem).and_then(|rest| rest.strip_suffix(ending));
    let number = inside.and_then(|inside| inside.strip_prefix('-'));
    number.is_some_and(|number| number.trim_end_matches('.').parse::<u32>().is_ok())
}

fn refused(path: &Path, error: &io::Error) -> Failure {
    Failure::Machine(format!("cannot write {}: {error}", path.display()))
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// How the names of temporary files begin.
const PREFIX: &str = ".fracas-";

/// A temporary file beside another, with the rights of an ordinary one.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A directory is changed as a whole or not at all.
    #[test]
    fn what_cannot_be_finished_changes_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let dir = dir.path();
        fs::write(dir.join("old"), "before").unwrap();
        let mut out = OutDir::open(dir, &["old", "new", "last"]).unwrap();
        for draft in out.drafts() {
            draft.text("after").unwrap();
        }
        fs::create_dir(dir.join("last")).unwrap();
        assert!(matches!(out.finish(), Err(Failure::Machine(_))));
        assert_eq!(fs::read_to_string(dir.join("old")).unwrap(), "before");
        let mut left: Vec<_> =
            fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, ["last", "old"]);

        fs::remove_dir(dir.join("last")).unwrap();
        let out = OutDir::open(dir, &["old", "new", "last"]).unwrap();
        assert_eq!(out.filled("after").unwrap().finish().unwrap().len(), 3);
        assert_eq!(fs::read_to_string(dir.join("old")).unwrap(), "after");
        assert_eq!(fs::read_dir(dir).unwrap().count(), 3);
    }

    #[test]
    fn numbered_names_are_told() {
        for found in ["a-1.csv", "a-20.csv"] {
            assert!(is_numbered(found, "a.csv"), "{found}");
        }
        for found in ["a.csv", "a-.csv", "a-x.csv", "b-1.csv", "a-1.txt", "a-1"] {
            assert!(!is_numbered(found, "a.csv"), "{found}");
        }
        assert_eq!((numbered("a", 3), is_numbered("a-3", "a")), ("a-3".to_owned(), true));
    }

    #[test]
    fn a_number_belongs_to_one() {
        let dir = tempfile::tempdir().unwrap();
        let dir = dir.path();
        fs::write(dir.join("b-2.csv"), "").unwrap();
        let first = OutDir::open_numbered(dir, &["a.txt", "b.csv"]).unwrap();
        let second = OutDir::open_numbered(dir, &["a.txt", "b.csv"]).unwrap();
        let names = |out: &OutDir| out.targets().map(Path::to_owned).collect::<Vec<_>>();
        assert_eq!(names(&first), [dir.join("a-1.txt"), dir.join("b-1.csv")]);
        assert_eq!(names(&second), [dir.join("a-3.txt"), dir.join("b-3.csv")]);
        drop(first);
        let third = OutDir::open_numbered(dir, &["a.txt", "b.csv"]).unwrap();
        assert_eq!(names(&third)[0], dir.join("a-1.txt"));
        drop((second, third));
        assert_eq!(fs::read_dir(dir).unwrap().count(), 1);
    }
}
