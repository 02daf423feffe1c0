//! Folders that are made for files to come, and go again if none come.

use std::fs;
use std::io;
use std::mem;
use std::path::{Path, PathBuf};

use crate::signals::{forget, temporary};

/// Folders that were made by this call, each before what lies in it.
#[derive(Default)]
pub struct Made(Vec<PathBuf>);

impl Made {
    /// Makes a folder, and those that it lies in, as far as they are missing.
    pub fn folder(dir: &Path) -> io::Result<Self> {
        let is_missing = |dir: &&Path| !dir.as_os_str().is_empty() && !dir.exists();
        let missing: Vec<&Path> = dir.ancestors().take_while(is_missing).collect();
        let mut made = Self::default();
        let mut list = temporary();
        for dir in missing.into_iter().rev() {
            match fs::create_dir(dir) {
                Ok(()) => {
                    list.push(dir.to_owned());
                    made.0.push(dir.to_owned());
                }
                // Somebody else was quicker, or it is a way back such as `..`.
                Err(_) if dir.is_dir() => {}
                Err(error) => return Err(error),
            }
        }
        drop(list);
        // What is there already may be no folder.
        fs::create_dir_all(dir)?;
        Ok(made)
    }

    /// Further folders, to be kept together with these.
    pub fn add(&mut self, mut other: Self) {
        self.0.append(&mut other.0);
    }

    /// Files have come: the folders stay.
    pub fn keep(&mut self) {
        let mut list = temporary();
        for dir in mem::take(&mut self.0) {
            forget(&mut list, &dir);
        }
    }
}

impl Drop for Made {
    fn drop(&mut self) {
        for dir in mem::take(&mut self.0).into_iter().rev() {
            forget(&mut temporary(), &dir);
            // One that somebody has put anything into stays.
            let _ = fs::remove_dir(dir);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_made_for_nothing_goes_again() {
        let dir = tempfile::tempdir().unwrap();
        let deep = dir.path().join("one/two/../three");
        drop(Made::folder(&deep).unwrap());
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);

        // What somebody else has put there stays.
        let made = Made::folder(&deep).unwrap();
        fs::write(dir.path().join("one/note"), "mine").unwrap();
        drop(made);
        assert_eq!(fs::read_dir(dir.path().join("one")).unwrap().count(), 1);

        Made::folder(&deep).unwrap().keep();
        assert!(deep.is_dir());
        assert!(Made::folder(&dir.path().join("one/note")).is_err());
        assert!(Made::folder(&dir.path().join("one/note/more")).is_err());
    }
}
