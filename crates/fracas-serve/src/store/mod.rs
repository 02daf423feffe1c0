//! Everything that is kept, in one SQLite file of the data directory.
//!
//! One thread writes. It takes whatever waits into one transaction, commits, and
//! only then says so: who is told that something was kept can rely on it, and a
//! hundred matches at once cost hardly more than one. Readers have connections of
//! their own and wait for nobody (WAL).

mod migrations;
mod private;

use std::fs::{File, TryLockError};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, ErrorCode};
use thiserror::Error;
use tracing::warn;

/// The file in the data directory.
const FILE: &str = "fracas.db";
/// The file that a running server holds locked.
const LOCK: &str = "serve.lock";
/// So many writes share a transaction.
const MOST_AT_ONCE: usize = 256;
/// So many connections wait for readers.
const MOST_READERS: usize = 16;
/// So many kB of the file each connection remembers; the system remembers the rest.
const CACHE: i64 = 512;
/// How long a reader waits where SQLite has to.
const PATIENCE: Duration = Duration::from_secs(10);

/// Why something is not kept, or cannot be read.
#[derive(Clone, Debug, Error)]
pub enum StoreError {
    /// There is no room.
    #[error("the disk is full: this was not kept, and nothing was changed")]
    Full,
    /// Another server is at work there.
    #[error("another fracas server uses the data directory {0}: one is enough")]
    InUse(PathBuf),
    /// Of a later version.
    #[error(
        "the library is of format {found}; this program knows up to {known}: take a newer fracas"
    )]
    Newer {
        /// Its format.
        found: usize,
        /// The last that is known here.
        known: usize,
    },
    /// It is a database of somebody else.
    #[error("{0} is a database, but no library of fracas")]
    Foreign(PathBuf),
    /// The directory cannot be used.
    #[error("{path}: {why}")]
    Directory {
        /// Which.
        path: PathBuf,
        /// Why.
        why: String,
    },
    /// SQLite cannot.
    #[error("the library cannot do that now: {0}")]
    Sqlite(String),
}

impl From<rusqlite::Error> for StoreError {
    fn from(why: rusqlite::Error) -> Self {
        match why.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::Full,
            // A write that finds no room may also be told as one that failed.
            Some(ErrorCode::SystemIoFailure) => Self::Full,
            _ => Self::Sqlite(why.to_string()),
        }
    }
}

/// What is said to somebody once it is known whether his write was kept.
type Finish = Box<dyn FnOnce(Result<(), StoreError>) + Send>;
/// A write: whether it can stay, and whom to tell.
type Write = Box<dyn FnOnce(&Connection) -> (bool, Finish) + Send>;

/// The file, its writer and its readers.
pub struct Store {
    file: PathBuf,
    writer: Mutex<Option<Sender<Write>>>,
    thread: Mutex<Option<thread::JoinHandle<()>>>,
    readers: Mutex<Vec<Connection>>,
    /// Held as long as this lives; none for who only reads.
    _lock: Option<File>,
}

impl Store {
    /// Opens or makes the store of a data directory, alone.
    pub fn open(directory: &Path) -> Result<Self, StoreError> {
        let unusable = |why: std::io::Error| StoreError::Directory {
            path: directory.to_owned(),
            why: why.to_string(),
        };
        private::make_directory(directory).map_err(unusable)?;
        let mut lock = private::open(&directory.join(LOCK)).map_err(unusable)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StoreError::InUse(directory.to_owned())),
            Err(TryLockError::Error(why)) => return Err(unusable(why)),
        }
        // For people who wonder; whether it is written does not matter.
        let _ = lock.set_len(0).and_then(|()| writeln!(lock, "{}", std::process::id()));
        let file = directory.join(FILE);
        // SQLite gives the files beside it the same rights. It is closed again before SQLite opens
        // it, whose locks would go with it.
        let is_open = private::open(&file).map(|made| private::is_open_to_others(&made));
        if is_open.map_err(unusable)? {
            let file = file.display();
            warn!(%file, "others of this machine can read what is kept: `chmod 600` ends that");
        }
        let mut db = connect(&file)?;
        migrations::bring_up_to_date(&mut db, &file)?;
        let (send, receive) = channel();
        let thread = thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || write_all(&db, &receive))
            .map_err(unusable)?;
        Ok(Self {
            file,
            writer: Mutex::new(Some(send)),
            thread: Mutex::new(Some(thread)),
            readers: Mutex::new(Vec::new()),
            _lock: Some(lock),
        })
    }

    /// Opens the store of a data directory to read, whoever else is at work
    /// there.
    pub fn open_to_read(directory: &Path) -> Result<Self, StoreError> {
        let file = directory.join(FILE);
        if !file.is_file() {
            let why = "there is no library here".to_owned();
            return Err(StoreError::Directory { path: directory.to_owned(), why });
        }
        migrations::check(&connect(&file)?, &file)?;
        Ok(Self {
            file,
            writer: Mutex::new(None),
            thread: Mutex::new(None),
            readers: Mutex::new(Vec::new()),
            _lock: None,
        })
    }

    /// Writes, and comes back when it is on the disk.
    pub fn write<T: Send + 'static>(
        &self,
        act: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (tell, told) = sync_channel(1);
        let write: Write = Box::new(move |db| {
            let done = act(db).map_err(StoreError::from);
            let stays = done.is_ok();
            // Whoever asked may be gone.
            let finish: Finish =
                Box::new(move |kept| drop(tell.send(done.and_then(|done| kept.map(|()| done)))));
            (stays, finish)
        });
        let closed = || StoreError::Sqlite("the server is being stopped".to_owned());
        let sent = match &*self.writer.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(writer) => writer.send(write).is_ok(),
            None => false,
        };
        if !sent {
            return Err(closed());
        }
        told.recv().unwrap_or_else(|_| Err(closed()))
    }

    /// Reads.
    pub fn read<T>(
        &self,
        act: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let idle = self.readers.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let db = match idle {
            Some(db) => db,
            None => connect(&self.file)?,
        };
        let found = act(&db);
        let mut readers = self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        if readers.len() < MOST_READERS {
            readers.push(db);
        }
        Ok(found?)
    }

    /// Finishes what is being written; from now on nothing is kept.
    pub fn close(&self) {
        drop(self.writer.lock().unwrap_or_else(PoisonError::into_inner).take());
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        // A writer that panicked has written nothing half.
        thread.map(thread::JoinHandle::join);
    }
}

fn connect(file: &Path) -> Result<Connection, StoreError> {
    let db = Connection::open(file)?;
    db.busy_timeout(PATIENCE)?;
    db.set_prepared_statement_cache_capacity(64);
    db.pragma_update(None, "cache_size", -CACHE)?;
    Ok(db)
}

/// Writes whatever comes, in as few transactions as possible.
fn write_all(db: &Connection, writes: &Receiver<Write>) {
    while let Ok(first) = writes.recv() {
        let more = writes.try_iter().take(MOST_AT_ONCE - 1);
        let batch: Vec<Write> = std::iter::once(first).chain(more).collect();
        let began = db.execute_batch("BEGIN IMMEDIATE").map_err(StoreError::from);
        let mut waiting = Vec::new();
        for write in batch {
            let marked = began.is_ok() && db.execute_batch("SAVEPOINT one").is_ok();
            let (stays, finish) = write(db);
            if marked && !stays {
                // Where even that fails the whole is rolled back below.
                let _ = db.execute_batch("ROLLBACK TO one");
            }
            if marked {
                let _ = db.execute_batch("RELEASE one");
            }
            waiting.push(finish);
        }
        let kept = began.and_then(|()| db.execute_batch("COMMIT").map_err(StoreError::from));
        if kept.is_err() && !db.is_autocommit() {
            let _ = db.execute_batch("ROLLBACK");
        }
        for finish in waiting {
            finish(kept.clone());
        }
    }
}

/// Seconds since 1970.
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}
