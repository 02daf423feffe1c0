//! Points of sweeps in a SQLite file: what is finished stays finished.
//!
//! | table | a row is |
//! |---|---|
//! | `meta` | what the store is about: ruleset, versions, scenario |
//! | `question` | a seed and a way to find odds |
//! | `point` | changes to the scenario, whether they are done, who works at them |
//! | `answer` | the counts of a finished point, or its exact odds, in JSON |
//! | `part` | counts of a point that is not finished yet |
//!
//! Several processes may share a store. Each claims points in the name of a
//! file beside the store that it holds locked: when it ends, however it does,
//! the lock is gone and others take its points over.

use fracas_core::order::Ordered;
use std::collections::HashSet;
use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::time::Duration;

use fracas_core::odds::{Goal, Tally, USUAL_ERROR, Way};
use fracas_core::procedure::Weighed;
use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};
use thiserror::Error;

use super::sweep::Sweep;

/// The version of the tables, SQLite's `user_version`.
pub const STORE_FORMAT: i64 = 1;

/// SQLite's `application_id` of our files: "frac".
const APPLICATION: i64 = 0x6672_6163;

/// How long another process is waited for that writes.
const PATIENCE: Duration = Duration::from_secs(30);

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS question (
        id INTEGER PRIMARY KEY, seed INTEGER NOT NULL, way TEXT NOT NULL, UNIQUE (seed, way));
    CREATE TABLE IF NOT EXISTS point (
        id INTEGER PRIMARY KEY, question INTEGER NOT NULL REFERENCES question,
        changes TEXT NOT NULL, done INTEGER NOT NULL DEFAULT 0, owner TEXT,
        UNIQUE (question, changes));
    CREATE TABLE IF NOT EXISTS answer (point INTEGER PRIMARY KEY REFERENCES point, found TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS part (
        point INTEGER NOT NULL REFERENCES point, first INTEGER NOT NULL, tally TEXT NOT NULL,
        PRIMARY KEY (point, first));";

/// Finished points of a sweep, kept in a file.
#[derive(Debug)]
pub struct Store {
    db: Connection,
    question: i64,
    /// Questions with the same dice that count the same: other errors, other
    /// numbers of trials.
    alike: Vec<i64>,
    owner: Owner,
}

/// Why a store cannot be used.
#[derive(Debug, Error)]
pub enum StoreError {
    /// SQLite cannot.
    #[error("{0}")]
    Sqlite(#[from] rusqlite::Error),
    /// The file beside it cannot be written.
    #[error("{0}")]
    File(#[from] std::io::Error),
    /// It is a database of somebody else.
    #[error("this is a database, but no store of fracas")]
    Foreign,
    /// Its tables are of another version.
    #[error("a store of format {0}; this program knows format {STORE_FORMAT}")]
    Format(i64),
    /// It is about something else.
    #[error("the store is of {what} {stored}, this sweep of {what} {ours}; take another file")]
    Other {
        /// What differs.
        what: String,
        /// What the store says.
        stored: String,
        /// What it is here.
        ours: String,
    },
    /// Something in it cannot be read.
    #[error("the store holds an answer that cannot be read: {0}")]
    Broken(#[from] serde_json::Error),
}

/// What comes of claiming a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    /// It is ours to fight.
    Ours,
    /// It is finished.
    Done,
    /// Another process fights it.
    Elsewhere,
}

impl Store {
    /// Opens or makes the store of a sweep. One of another scenario, ruleset or
    /// version is refused.
    pub fn open(file: impl AsRef<Path>, sweep: &Sweep) -> Result<Self, StoreError> {
        let file = file.as_ref();
        let mut db = Connection::open(file)?;
        db.busy_timeout(PATIENCE)?;
        // Both at one moment: another process may be making the store just now.
        let look = db.transaction()?;
        let application: i64 = look.query_row("PRAGMA application_id", [], |row| row.get(0))?;
        let tables: i64 =
            look.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0))?;
        look.commit()?;
        if application != APPLICATION && tables > 0 {
            return Err(StoreError::Foreign);
        }
        if application != APPLICATION {
            // In this order: whoever is killed between the two begins again.
            db.pragma_update(None, "user_version", STORE_FORMAT)?;
            db.pragma_update(None, "application_id", APPLICATION)?;
        }
        let format: i64 = db.query_row("PRAGMA user_version", [], |row| row.get(0))?;
        if format != STORE_FORMAT {
            return Err(StoreError::Format(format));
        }
        // Written ahead: a process that is killed leaves whole transactions.
        db.query_row("PRAGMA journal_mode = WAL", [], |row| row.get::<_, String>(0))?;
        db.pragma_update(None, "synchronous", "NORMAL")?;
        let (question, alike) = prepare(&mut db, sweep)?;
        let store = Self { db, question, alike, owner: Owner::new(file)? };
        store.free_the_dead()?;
        Ok(store)
    }

    /// The changes of all finished points.
    pub(super) fn finished(&self) -> Result<HashSet<String>, StoreError> {
        let text = "SELECT changes FROM point WHERE question = ?1 AND done = 1";
        let mut found = self.db.prepare_cached(text)?;
        let names = found.query_map([self.question], |row| row.get(0))?;
        Ok(names.collect::<Result<_, _>>()?)
    }

    /// How many points of this question are finished.
    pub fn count(&self) -> Result<u64, StoreError> {
        let text = "SELECT count(*) FROM point WHERE question = ?1 AND done = 1";
        let count: i64 = self.db.query_row(text, [self.question], |row| row.get(0))?;
        Ok(count.unsigned_abs())
    }

    /// Claims points in the order given until so many are ours.
    pub(super) fn claim(
        &mut self,
        names: impl Iterator<Item = String>,
        most: usize,
    ) -> Result<Vec<Claim>, StoreError> {
        let transaction = self.db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut claims = Vec::new();
        {
            let mut claim = transaction.prepare_cached(
                "INSERT INTO point (question, changes, owner) VALUES (?1, ?2, ?3)
                 ON CONFLICT (question, changes) DO UPDATE SET owner = ?3
                 WHERE done = 0 AND (owner IS NULL OR owner = ?3)",
            )?;
            let mut done = transaction
                .prepare_cached("SELECT done FROM point WHERE question = ?1 AND changes = ?2")?;
            let mut ours = 0;
            for name in names {
                if ours == most {
                    break;
                }
                if claim.execute(params![self.question, name, self.owner.name])? == 1 {
                    ours += 1;
                    claims.push(Claim::Ours);
                    continue;
                }
                let done: bool = done.query_row(params![self.question, name], |row| row.get(0))?;
                claims.push(if done { Claim::Done } else { Claim::Elsewhere });
            }
        }
        transaction.commit()?;
        Ok(claims)
    }

    /// Keeps the answer of a point.
    pub(super) fn save(&mut self, name: &str, answer: &Weighed) -> Result<(), StoreError> {
        let found = serde_json::to_string(answer)?;
        let transaction = self.db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        {
            let text = "INSERT INTO point (question, changes, done) VALUES (?1, ?2, 1)
                ON CONFLICT (question, changes) DO UPDATE SET done = 1, owner = NULL RETURNING id";
            let mut finish = transaction.prepare_cached(text)?;
            let point: i64 = finish.query_row(params![self.question, name], |row| row.get(0))?;
            let text = "INSERT OR REPLACE INTO answer (point, found) VALUES (?1, ?2)";
            transaction.prepare_cached(text)?.execute(params![point, found])?;
            transaction.prepare_cached("DELETE FROM part WHERE point = ?1")?.execute([point])?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// The answer of a finished point.
    pub(super) fn load(&self, name: &str) -> Result<Option<Weighed>, StoreError> {
        self.answer_to(self.question, name)
    }

    fn answer_to(&self, question: i64, name: &str) -> Result<Option<Weighed>, StoreError> {
        let text = "SELECT found FROM answer JOIN point ON point.id = answer.point
            WHERE question = ?1 AND changes = ?2 AND done = 1";
        let mut load = self.db.prepare_cached(text)?;
        let found: Option<String> =
            load.query_row(params![question, name], |row| row.get(0)).optional()?;
        Ok(found.map(|found| serde_json::from_str(&found)).transpose()?)
    }

    /// Keeps counts of a point that is not finished.
    pub(super) fn save_part(&mut self, name: &str, tally: &Tally) -> Result<(), StoreError> {
        let Some(first) = tally.trials().stretches().next() else { return Ok(()) };
        let text = "INSERT OR REPLACE INTO part (point, first, tally)
            SELECT id, ?3, ?4 FROM point WHERE question = ?1 AND changes = ?2 AND done = 0";
        let mut save = self.db.prepare_cached(text)?;
        let tally = serde_json::to_string(tally)?;
        // Trials are numbered below 2^53.
        save.execute(params![self.question, name, first.start as i64, tally])?;
        Ok(())
    }

    /// What was counted of a point before: for this question, or for the answer
    /// to one that asked for more or less of the same, the most of it first.
    pub(super) fn parts(&self, name: &str) -> Result<Vec<Tally>, StoreError> {
        let text = "SELECT tally FROM part JOIN point ON point.id = part.point
            WHERE question = ?1 AND changes = ?2 AND done = 0 ORDER BY first";
        let mut load = self.db.prepare_cached(text)?;
        let mut rows = load.query(params![self.question, name])?;
        let mut parts = Vec::new();
        while let Some(row) = rows.next()? {
            parts.push(serde_json::from_str(&row.get::<_, String>(0)?)?);
        }
        let mut answers = Vec::new();
        for question in &self.alike {
            if let Some(Weighed::Sampled(answer)) = self.answer_to(*question, name)? {
                answers.push(answer.tally);
            }
        }
        answers.put_in_order_by_key(|tally| std::cmp::Reverse(tally.trials().count()));
        parts.extend(answers);
        Ok(parts)
    }

    /// Gives up what other processes claimed that are no more.
    pub(super) fn free_the_dead(&self) -> Result<(), StoreError> {
        let text = "SELECT DISTINCT owner FROM point WHERE done = 0 AND owner IS NOT NULL";
        let mut owners = self.db.prepare_cached(text)?;
        let owners: Vec<String> =
            owners.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
        for owner in owners.iter().filter(|owner| self.owner.is_dead(owner)) {
            let text = "UPDATE point SET owner = NULL WHERE owner = ?1 AND done = 0";
            self.db.prepare_cached(text)?.execute([owner])?;
        }
        Ok(())
    }

    /// Gives up what we claimed and did not finish.
    pub(super) fn release(&mut self) -> Result<(), StoreError> {
        let text = "UPDATE point SET owner = NULL WHERE owner = ?1 AND done = 0";
        self.db.execute(text, [&self.owner.name])?;
        Ok(())
    }
}

/// Makes the tables, compares what the store is about, and finds the question
/// and those that count the same.
fn prepare(db: &mut Connection, sweep: &Sweep) -> Result<(i64, Vec<i64>), StoreError> {
    let transaction = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.execute_batch(TABLES)?;
    let (base, versions) = (sweep.base(), sweep.base().versions());
    for (what, ours) in [
        ("ruleset", base.rules().name.to_owned()),
        ("rules version", versions.rules.to_string()),
        ("stream version", versions.stream.to_string()),
        ("scenario", base.fingerprint.to_string()),
    ] {
        let text = "INSERT OR IGNORE INTO meta (key, value) VALUES (?1, ?2)";
        transaction.execute(text, params![what, ours])?;
        let text = "SELECT value FROM meta WHERE key = ?1";
        let stored: String = transaction.query_row(text, [what], |row| row.get(0))?;
        if stored != ours {
            return Err(StoreError::Other { what: what.to_owned(), stored, ours });
        }
    }
    let text = "INSERT OR IGNORE INTO question (seed, way) VALUES (?1, ?2)";
    // Seeds are below 2^53.
    let (seed, way) = (sweep.seed() as i64, words(sweep));
    transaction.execute(text, params![seed, way])?;
    let text = "SELECT id FROM question WHERE seed = ?1 AND way = ?2";
    let question = transaction.query_row(text, params![seed, way], |row| row.get(0))?;
    let mut alike = Vec::new();
    {
        let text = "SELECT id, way FROM question WHERE seed = ?1 AND id != ?2";
        let mut others = transaction.prepare(text)?;
        let mut rows = others.query(params![seed, question])?;
        while let Some(row) = rows.next()? {
            let other: String = row.get(1)?;
            if conditions(&other) == conditions(&way) {
                alike.push(row.get(0)?);
            }
        }
    }
    transaction.commit()?;
    Ok((question, alike))
}

/// Stands before each condition in the words of a question.
const THAT: &str = "; that ";

/// The conditions in the words of a question: what is counted besides the
/// usual.
fn conditions(words: &str) -> &str {
    words.find(THAT).map_or("", |place| &words[place..])
}

/// How odds are found, with all that decides the answer.
fn words(sweep: &Sweep) -> String {
    let goal = |goal: &Goal| match goal {
        Goal::Usual => {
            format!("error {USUAL_ERROR} within {} draws", sweep.base().rules.most_draws)
        }
        Goal::Error(error) => format!("error {error}"),
        Goal::Trials(trials) => format!("{trials} trials"),
    };
    let that: String = sweep.battles.that.iter().map(|that| format!("{THAT}{that}")).collect();
    let way = match sweep.way() {
        Way::Planned(to) => format!("planned to {}", goal(to)),
        Way::Best(budget) => format!("exact within {}, else {}", budget.0, goal(&Goal::Usual)),
        Way::Exact(budget) => format!("exact within {}", budget.0),
        Way::Sampled(to) => format!("sampled to {}", goal(to)),
        Way::Trials(trials) => format!("trials {} to {}", trials.start, trials.end),
    };
    way + &that
}

/// A process that works at a store: a file beside it that is locked as long
/// as the process lives.
#[derive(Debug)]
struct Owner {
    name: String,
    store: PathBuf,
    lock: File,
}

impl Owner {
    fn new(store: &Path) -> Result<Self, StoreError> {
        // A name that nobody else has; the standard library's keys are random.
        let name = format!("{:016x}", RandomState::new().hash_one(std::process::id()));
        let lock = File::create(lock_of(store, &name))?;
        lock.try_lock().map_err(std::io::Error::other)?;
        Ok(Self { name, store: store.to_owned(), lock })
    }

    /// Whether another owner is no more; what it left is removed.
    fn is_dead(&self, other: &str) -> bool {
        if other == self.name {
            return false;
        }
        let file = lock_of(&self.store, other);
        match File::open(&file) {
            Ok(lock) if lock.try_lock().is_err() => false,
            Ok(_) => {
                // Somebody else may have removed it already.
                let _ = fs::remove_file(&file);
                true
            }
            Err(_) => true,
        }
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        let _ = self.lock.unlock();
        let _ = fs::remove_file(lock_of(&self.store, &self.name));
    }
}

fn lock_of(store: &Path, owner: &str) -> PathBuf {
    let mut name = store.as_os_str().to_owned();
    name.push(format!("-{owner}.lock"));
    name.into()
}
