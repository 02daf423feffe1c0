//! Files that are looked at before they are replaced: nobody replaces them in
//! between who asks for the same.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// No file of ours is longer; of others this much tells that they differ.
const MOST_BYTES: u64 = (64 << 20) + 1;

/// What a file holds, and the right to replace it.
pub struct Held {
    bytes: Vec<u8>,
    _lock: Option<File>,
}

impl Held {
    /// Looks at a file; none if there is nothing.
    pub fn of(path: &Path) -> io::Result<Option<Self>> {
        match path.metadata() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
            Ok(found) if !found.is_file() => {
                return Err(io::Error::other("it is not a plain file"));
            }
            Ok(_) => {}
        }
        let lock = lock(path);
        let mut bytes = Vec::new();
        match File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            opened => opened?.take(MOST_BYTES).read_to_end(&mut bytes)?,
        };
        Ok(Some(Self { bytes, _lock: lock }))
    }

    /// What it holds.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// The right to replace a file, for as long as this is kept. None if there is no
/// such file, or where the system knows of no such thing: then nobody has it.
#[cfg(unix)]
pub fn lock(path: &Path) -> Option<File> {
    use std::fs::TryLockError;
    use std::thread;
    use std::time::Duration;

    /// Whoever has a file for half a second is not about to replace it.
    const TRIES: u32 = 100;
    const PAUSE: Duration = Duration::from_millis(5);

    for _ in 0..TRIES {
        if !path.metadata().ok()?.is_file() {
            return None;
        }
        let file = File::open(path).ok()?;
        match file.try_lock() {
            // Who waited may have that of a file that was replaced meanwhile.
            Ok(()) if is_same(&file, path) => return Some(file),
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
            Err(TryLockError::Error(_)) => return None,
        }
    }
    None
}

#[cfg(not(unix))]
pub fn lock(_: &Path) -> Option<File> {
    None
}

#[cfg(unix)]
fn is_same(file: &File, path: &Path) -> bool {
    use std::fs::Metadata;
    use std::os::unix::fs::MetadataExt;

    let place = |found: Metadata| (found.dev(), found.ino());
    let [here, there] = [file.metadata(), path.metadata()].map(|found| found.ok().map(place));
    here.is_some() && here == there
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn one_has_the_right_to_replace_a_file() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("saved");
        assert!(Held::of(&path).unwrap().is_none() && lock(&path).is_none());
        std::fs::write(&path, "one").unwrap();
        let held = Held::of(&path).unwrap().unwrap();
        assert_eq!(held.bytes(), b"one");
        assert!(lock(&path).is_none());
        drop(held);
        assert!(lock(&path).is_some());
        assert!(Held::of(dir.path()).is_err());
    }

    /// Whoever waited for a file that is replaced has the right to the new one.
    #[test]
    fn a_replaced_file_is_another() {
        let dir = tempfile::tempdir().unwrap();
        let [path, other] = ["saved", "other"].map(|name| dir.path().join(name));
        std::fs::write(&path, "one").unwrap();
        std::fs::write(&other, "two").unwrap();
        let old = lock(&path).unwrap();
        std::fs::rename(&other, &path).unwrap();
        assert!(!is_same(&old, &path));
        assert_eq!(Held::of(&path).unwrap().unwrap().bytes(), b"two");
    }
}
