//! The tables, version after version.
//!
//! | table | a row is |
//! |---|---|
//! | `item` | something in the library: a scenario, a battle, a sweep, a report |
//! | `job` | a question that is being answered, or was |
//! | `piece` | what is counted of a job that is not finished |
//! | `game` | a match |
//! | `seat` | a seat of a match |
//! | `line` | an order of a match that is played |

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use super::StoreError;

/// SQLite's `application_id` of a library: "frlb".
const APPLICATION: i64 = 0x6672_6c62;

/// What makes each version of the one before. They are never changed: a new
/// version is a new entry.
const MIGRATIONS: &[&str] = &["
    CREATE TABLE item (
        kind TEXT NOT NULL, key TEXT NOT NULL, name TEXT NOT NULL, body TEXT NOT NULL,
        changed INTEGER NOT NULL, deleted INTEGER, PRIMARY KEY (kind, key)) WITHOUT ROWID;
    CREATE INDEX item_deleted ON item (deleted) WHERE deleted IS NOT NULL;
    CREATE TABLE job (
        id TEXT PRIMARY KEY, question TEXT NOT NULL, state TEXT NOT NULL, answer TEXT,
        client TEXT NOT NULL, created INTEGER NOT NULL, changed INTEGER NOT NULL) WITHOUT ROWID;
    CREATE INDEX job_state ON job (state, created);
    CREATE TABLE piece (
        job TEXT NOT NULL, number INTEGER NOT NULL, piece TEXT NOT NULL, found TEXT NOT NULL,
        PRIMARY KEY (job, number)) WITHOUT ROWID;
    CREATE TABLE game (
        id TEXT PRIMARY KEY, terms TEXT NOT NULL, secret TEXT NOT NULL, spectator TEXT,
        state TEXT NOT NULL, outcome TEXT, note TEXT, report TEXT, deadline INTEGER,
        rematch TEXT, created INTEGER NOT NULL, changed INTEGER NOT NULL) WITHOUT ROWID;
    CREATE INDEX game_deadline ON game (deadline) WHERE deadline IS NOT NULL;
    CREATE INDEX game_created ON game (created);
    CREATE TABLE seat (
        game TEXT NOT NULL, seat INTEGER NOT NULL, secret TEXT NOT NULL, name TEXT NOT NULL,
        number INTEGER, gone INTEGER NOT NULL DEFAULT 0, set_up TEXT,
        PRIMARY KEY (game, seat)) WITHOUT ROWID;
    CREATE TABLE line (
        game TEXT NOT NULL, number INTEGER NOT NULL, side INTEGER NOT NULL, line TEXT NOT NULL,
        at INTEGER NOT NULL, PRIMARY KEY (game, number)) WITHOUT ROWID;
", "
    ALTER TABLE game ADD COLUMN source TEXT NOT NULL DEFAULT '{\"text\": \"\"}';
    ALTER TABLE game ADD COLUMN to_act TEXT;
    UPDATE game SET source = json_extract(terms, '$.source'), terms = json_remove(terms, '$.source');
", "
    ALTER TABLE job ADD COLUMN done INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE job ADD COLUMN planned INTEGER NOT NULL DEFAULT 0;
"];

/// The version of the tables, if they are ours and known.
pub fn check(db: &Connection, file: &Path) -> Result<usize, StoreError> {
    let number =
        |name: &str| db.query_row(&format!("PRAGMA {name}"), [], |row| row.get::<_, i64>(0));
    let (application, version) = (number("application_id")?, number("user_version")?);
    let tables: i64 = db.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0))?;
    if application != APPLICATION && tables > 0 {
        return Err(StoreError::Foreign(file.to_owned()));
    }
    match usize::try_from(version).unwrap_or(usize::MAX) {
        found if found > MIGRATIONS.len() => {
            Err(StoreError::Newer { found, known: MIGRATIONS.len() })
        }
        found => Ok(found),
    }
}

/// Makes the tables, or changes those of an earlier version.
pub fn bring_up_to_date(db: &mut Connection, file: &Path) -> Result<(), StoreError> {
    let found = check(db, file)?;
    // Written ahead, and on the disk before anybody is told.
    db.query_row("PRAGMA journal_mode = WAL", [], |row| row.get::<_, String>(0))?;
    db.pragma_update(None, "synchronous", "FULL")?;
    for (place, change) in MIGRATIONS.iter().enumerate().skip(found) {
        let transaction = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction.execute_batch(change)?;
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        // A few versions: never near the end of what a number holds.
        transaction.pragma_update(None, "user_version", (place + 1) as i64)?;
        transaction.commit()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::store::Store;

    fn file(dir: &tempfile::TempDir) -> PathBuf {
        dir.path().join("fracas.db")
    }

    /// A library of the first version, with a match in it.
    #[test]
    fn a_library_of_an_earlier_version_is_brought_up_to_date() {
        let dir = tempfile::tempdir().unwrap();
        let db = Connection::open(file(&dir)).unwrap();
        db.execute_batch(MIGRATIONS[0]).unwrap();
        db.pragma_update(None, "application_id", APPLICATION).unwrap();
        db.pragma_update(None, "user_version", 1).unwrap();
        let text = "INSERT INTO game (id, terms, secret, state, created, changed)
            VALUES ('m1', '{\"name\": \"Old\", \"source\": {\"text\": \"x\"}}', 's', 'waiting', 1, 1)";
        db.execute(text, []).unwrap();
        drop(db);
        let store = Store::open(dir.path()).unwrap();
        let found: (String, String) = store
            .read(|db| {
                let text = "SELECT terms, source FROM game WHERE id = 'm1'";
                db.query_row(text, [], |row| Ok((row.get(0)?, row.get(1)?)))
            })
            .unwrap();
        assert_eq!(found, ("{\"name\":\"Old\"}".to_owned(), "{\"text\":\"x\"}".to_owned()));
        assert_eq!(store.read(|db| Ok(check(db, &file(&dir)))).unwrap().unwrap(), MIGRATIONS.len());
    }

    #[test]
    fn what_is_newer_or_somebody_elses_is_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        Store::open(dir.path()).unwrap().close();
        let db = Connection::open(file(&dir)).unwrap();
        db.pragma_update(None, "user_version", 99).unwrap();
        drop(db);
        let newer = Store::open(dir.path()).err().unwrap();
        assert!(matches!(newer, StoreError::Newer { found: 99, .. }), "{newer}");

        let dir = tempfile::tempdir().unwrap();
        Connection::open(file(&dir)).unwrap().execute_batch("CREATE TABLE theirs (a)").unwrap();
        let foreign = Store::open(dir.path()).err().unwrap();
        assert!(matches!(foreign, StoreError::Foreign(_)), "{foreign}");
    }
}
