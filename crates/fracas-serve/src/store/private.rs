//! Files for their owner alone. What is there already keeps the rights that
//! somebody gave it.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::path::Path;

/// Makes a directory, and those above it, if there is none.
pub fn make_directory(path: &Path) -> io::Result<()> {
    let mut make = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut make, 0o700);
    make.recursive(true).create(path)
}

/// Opens a file to write, and makes it if there is none.
pub fn open(path: &Path) -> io::Result<File> {
    let mut open = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut open, 0o600);
    open.create(true).truncate(false).write(true).open(path)
}

/// Whether others than the owner may read a file.
#[cfg(unix)]
pub fn is_open_to_others(file: &File) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|known| known.permissions().mode() & 0o044 != 0)
}

/// Elsewhere a user's folder is his own.
#[cfg(not(unix))]
pub fn is_open_to_others(_: &File) -> bool {
    false
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use crate::store::Store;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn what_is_made_is_for_its_owner() {
        let dir = tempfile::tempdir().unwrap();
        let data = dir.path().join("share/fracas");
        let store = Store::open(&data).unwrap();
        store.write(|db| db.execute("DELETE FROM item", []).map(|_| ())).unwrap();
        assert_eq!((mode(&data), mode(&dir.path().join("share"))), (0o700, 0o700));
        for file in ["serve.lock", "fracas.db", "fracas.db-wal", "fracas.db-shm"] {
            assert_eq!(mode(&data.join(file)), 0o600, "{file}");
        }
    }

    #[test]
    fn what_is_there_is_left_as_it_is() {
        let dir = tempfile::tempdir().unwrap();
        let data = dir.path().join("fracas");
        drop(Store::open(&data).unwrap());
        let file = data.join("fracas.db");
        assert!(!is_open_to_others(&open(&file).unwrap()));
        for path in [&data, &file] {
            fs::set_permissions(path, Permissions::from_mode(0o755)).unwrap();
        }
        drop(Store::open(&data).unwrap());
        assert_eq!((mode(&data), mode(&file)), (0o755, 0o755));
        assert!(is_open_to_others(&open(&file).unwrap()));
    }
}
