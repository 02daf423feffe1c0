//! Jobs in the store, and what is counted of them.

use std::collections::HashMap;
use std::ops::Range;

use fracas::core::procedure::{Found, Piece, Progress, Work};
use rusqlite::{OptionalExtension, params};
use serde_json::Value;

use super::{FAILED, Status};
use crate::store::{Store, StoreError, now};

/// So many finished jobs are remembered.
const MOST_FINISHED: i64 = 10_000;

/// What came of some trials; of none where every branch was followed.
type Part = (Option<Range<u64>>, Found);

/// What is counted of a job already.
#[derive(Default)]
pub struct Known {
    /// By what was to be done, without the trials.
    found: HashMap<String, Vec<Part>>,
    next: u64,
}

impl Known {
    fn add(&mut self, number: u64, piece: &Piece, found: Found) {
        let (name, trials) = name_of(piece);
        self.found.entry(name).or_default().push((trials, found));
        self.next = self.next.max(number);
    }

    /// The last number that was given.
    pub fn next(&self) -> u64 {
        self.next
    }

    /// What is known of a piece, or of a part of it; each is told once.
    pub fn of(&mut self, piece: &Piece) -> Option<Found> {
        let (name, trials) = name_of(piece);
        let all = self.found.get_mut(&name)?;
        let touches = |known: &Option<Range<u64>>| match (known, &trials) {
            (Some(known), Some(wanted)) => known.start < wanted.end && wanted.start < known.end,
            _ => true,
        };
        let place = all.iter().position(|(known, _)| touches(known))?;
        Some(all.swap_remove(place).1)
    }
}

/// What a piece is about, and which trials of it.
fn name_of(piece: &Piece) -> (String, Option<Range<u64>>) {
    let mut about = piece.clone();
    let trials = match &mut about.work {
        Work::Trials { trials, .. } | Work::Journal { trials, .. } | Work::Pairs { trials, .. } => {
            Some(std::mem::take(trials))
        }
        Work::Exact { .. } => None,
    };
    // Plain data always serialises.
    (serde_json::to_string(&about).unwrap_or_default(), trials)
}

/// Keeps a job that begins.
pub fn begin(store: &Store, id: &str, question: &Value, client: &str) -> Result<(), StoreError> {
    let (id, question, client) = (id.to_owned(), question.to_string(), client.to_owned());
    store.write(move |db| {
        let text = "INSERT INTO job (id, question, state, client, created, changed)
            VALUES (?1, ?2, 'running', ?3, ?4, ?4)";
        db.prepare_cached(text)?.execute(params![id, question, client, now()])?;
        let old = "DELETE FROM job WHERE state <> 'running' AND id NOT IN
            (SELECT id FROM job WHERE state <> 'running' ORDER BY created DESC LIMIT ?1)";
        let count: i64 = db.query_row("SELECT count(*) FROM job", [], |row| row.get(0))?;
        if count > MOST_FINISHED + MOST_FINISHED / 10 {
            db.execute(old, [MOST_FINISHED])?;
        }
        Ok(())
    })
}

/// Keeps what came of a piece.
pub fn keep(
    store: &Store,
    id: &str,
    number: u64,
    piece: &Piece,
    found: &Found,
) -> Result<(), StoreError> {
    let plain = |why: serde_json::Error| StoreError::Sqlite(why.to_string());
    let piece = serde_json::to_string(piece).map_err(plain)?;
    let found = serde_json::to_string(found).map_err(plain)?;
    let (id, number) = (id.to_owned(), i64::try_from(number).unwrap_or(i64::MAX));
    store.write(move |db| {
        let text =
            "INSERT OR REPLACE INTO piece (job, number, piece, found) VALUES (?1, ?2, ?3, ?4)";
        db.prepare_cached(text)?.execute(params![id, number, piece, found]).map(|_| ())
    })
}

/// Keeps how a job ended and how far it had come; its pieces are not needed
/// any more.
pub fn finish(
    store: &Store,
    id: &str,
    state: &'static str,
    answer: &Value,
    progress: Progress,
) -> Result<(), StoreError> {
    let (id, answer) = (id.to_owned(), answer.to_string());
    // Trials stay far below what a number holds.
    let (done, planned) = (progress.done as i64, progress.planned as i64);
    store.write(move |db| {
        let text = "UPDATE job SET state = ?2, answer = ?3, done = ?4, planned = ?5, changed = ?6
            WHERE id = ?1";
        db.prepare_cached(text)?.execute(params![id, state, answer, done, planned, now()])?;
        db.prepare_cached("DELETE FROM piece WHERE job = ?1")?.execute([&id]).map(|_| ())
    })
}

/// Forgets a job that is not under way; false if there is none.
pub fn forget(store: &Store, id: &str) -> Result<bool, StoreError> {
    let id = id.to_owned();
    store.write(move |db| {
        let text = "DELETE FROM job WHERE id = ?1 AND state <> 'running'";
        db.prepare_cached(text)?.execute([&id]).map(|gone| gone > 0)
    })
}

/// Jobs that are not finished: name, question, client.
pub fn unfinished(store: &Store) -> Result<Vec<(String, String, String)>, StoreError> {
    store.read(|db| {
        let text = "SELECT id, question, client FROM job WHERE state = 'running' ORDER BY created";
        let mut found = db.prepare(text)?;
        let rows = found.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        rows.collect()
    })
}

/// What is counted of a job. What cannot be read is fought again.
pub fn pieces(store: &Store, id: &str) -> Result<Known, StoreError> {
    store.read(|db| {
        let mut rows = db.prepare("SELECT number, piece, found FROM piece WHERE job = ?1")?;
        let mut known = Known::default();
        let mut rows = rows.query([id])?;
        while let Some(row) = rows.next()? {
            let (number, piece, found): (i64, String, String) =
                (row.get(0)?, row.get(1)?, row.get(2)?);
            if let (Ok(piece), Ok(found)) =
                (serde_json::from_str(&piece), serde_json::from_str(&found))
            {
                known.add(number.unsigned_abs(), &piece, found);
            }
        }
        Ok(known)
    })
}

/// A job that is not under way.
pub fn status(store: &Store, id: &str) -> Result<Option<Status>, StoreError> {
    store.read(|db| {
        let text = "SELECT state, answer, done, planned FROM job WHERE id = ?1";
        let row = |row: &rusqlite::Row<'_>| {
            Ok((row.get(0)?, row.get(1)?, row.get::<_, i64>(2)?, row.get::<_, i64>(3)?))
        };
        let found: Option<(String, Option<String>, i64, i64)> =
            db.prepare_cached(text)?.query_row([id], row).optional()?;
        Ok(found.map(|(state, answer, done, planned)| {
            let answer = answer.and_then(|answer| serde_json::from_str::<Value>(&answer).ok());
            let failed = state == FAILED;
            let why = answer.clone().filter(|_| failed);
            Status {
                id: id.to_owned(),
                done: done.unsigned_abs(),
                planned: planned.unsigned_abs(),
                answer: answer.filter(|answer| !failed && !answer.is_null()),
                why: why.and_then(|why| why.as_str().map(str::to_owned)),
                state,
            }
        }))
    })
}
