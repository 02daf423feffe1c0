//! Matches: battles between people.
//!
//! | room | what is in it |
//! |---|---|
//! | `terms.rs` | what a match is about: scenario, seats, clock, spectators |
//! | `kept.rs` | matches in the store |
//! | `table.rs` | a match in memory: who sits there, and what everybody may see |
//! | `play.rs` | matches of orders, side against side through fog |
//! | `sealed.rs` | matches of set-ups that nobody sees before all are in |
//! | `clock.rs` | what happens when somebody takes too long |
//!
//! Whatever is acknowledged is in the store before. A match that is not in memory
//! is made again from there: the same scenario, the same dice, the same orders.

mod clock;
mod kept;
mod play;
mod sealed;
mod table;
mod terms;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use serde_json::Value;
use thiserror::Error;

use crate::chance;
use crate::store::{Store, StoreError, now};
pub use play::NOTHING;
pub use table::{Table, Viewer};
use terms::Terms;
pub use terms::{NewMatch, SetUp};

/// So many matches stay in memory; others are made again when they are asked
/// for.
const MOST_IN_MEMORY: usize = 256;
/// So many matches may be open.
const MOST_OPEN: i64 = 10_000;

/// Why something cannot be done in a match. Nothing has changed.
#[derive(Debug, Error)]
pub enum MatchError {
    /// There is no such match, or it is not for him.
    #[error("there is no such match, or this is not the secret of one of its seats")]
    Unknown,
    /// What was sent makes no sense.
    #[error("{0}")]
    Wrong(String),
    /// Not now.
    #[error("{0}")]
    NotNow(String),
    /// The rules refuse it.
    #[error("{0}")]
    Refused(String),
    /// It could not be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<chance::NoChance> for MatchError {
    fn from(why: chance::NoChance) -> Self {
        Self::NotNow(format!("there is no chance here: {why}"))
    }
}

/// A match that was just made: the only time its secrets are told.
pub struct Made {
    /// Its name.
    pub id: String,
    /// The secret of each seat.
    pub seats: Vec<String>,
    /// The secret of spectators, where there may be any.
    pub spectator: Option<String>,
    /// What is public of it.
    pub public: Value,
}

/// All matches.
pub struct Matches {
    store: Arc<Store>,
    tables: Mutex<HashMap<String, (Arc<Table>, Instant)>>,
}

impl Matches {
    /// The matches of a store.
    pub fn new(store: Arc<Store>) -> Self {
        Self { store, tables: Mutex::new(HashMap::new()) }
    }

    /// Makes a match.
    pub fn make(&self, new: NewMatch) -> Result<Made, MatchError> {
        let terms = Terms::read(new).map_err(MatchError::Wrong)?;
        let open = self.store.read(|db| {
            let text = "SELECT count(*) FROM game WHERE state <> 'over'";
            db.query_row(text, [], |row| row.get::<_, i64>(0))
        })?;
        if open >= MOST_OPEN {
            return Err(MatchError::NotNow(format!(
                "{MOST_OPEN} matches are open: no more fit in"
            )));
        }
        let seats =
            terms.seats.iter().map(|_| chance::secret(16)).collect::<Result<Vec<_>, _>>()?;
        let spectator = terms.spectators.map(|_| chance::secret(16)).transpose()?;
        let hashes: Vec<String> = seats.iter().map(|seat| fracas::commitment(seat)).collect();
        let watcher = spectator.as_deref().map(fracas::commitment);
        let id = self.keep_new(&terms, &hashes, watcher)?;
        let public = self.open(&id)?.public();
        Ok(Made { id, seats, spectator, public })
    }

    fn keep_new(
        &self,
        terms: &Terms,
        seats: &[String],
        spectator: Option<String>,
    ) -> Result<String, MatchError> {
        let id = format!("m{}", chance::secret(8)?);
        let secret = chance::secret(32)?;
        kept::insert(&self.store, &id, terms, &secret, seats, spectator)?;
        Ok(id)
    }

    /// The match of this name.
    pub fn open(&self, id: &str) -> Result<Arc<Table>, MatchError> {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((table, used)) = tables.get_mut(id) {
            *used = Instant::now();
            return Ok(table.clone());
        }
        drop(tables);
        let table = Arc::new(Table::load(self.store.clone(), id)?.ok_or(MatchError::Unknown)?);
        tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever was first stays: there is one table for a match.
        let (table, _) =
            tables.entry(id.to_owned()).or_insert_with(|| (table, Instant::now())).clone();
        if tables.len() > MOST_IN_MEMORY {
            let mut idle: Vec<(Instant, String)> = tables
                .iter()
                .filter(|(name, (table, _))| Arc::strong_count(table) == 1 && *name != id)
                .map(|(name, (_, used))| (*used, name.clone()))
                .collect();
            idle.sort();
            for (_, name) in idle.iter().take(MOST_IN_MEMORY / 4) {
                tables.remove(name);
            }
        }
        Ok(table)
    }

    /// The match of this name, and who has this secret there.
    pub fn enter(&self, id: &str, secret: &str) -> Result<(Arc<Table>, Viewer), MatchError> {
        let table = self.open(id)?;
        let viewer = table.viewer(secret).ok_or(MatchError::Unknown)?;
        Ok((table, viewer))
    }

    /// A match of the same seats with sides changed. There is one; whoever asks
    /// later gets the same.
    pub fn rematch(&self, table: &Table) -> Result<String, MatchError> {
        let (terms, seats, spectator) = table.for_rematch()?;
        if let Some(there) = table.rematch() {
            return Ok(there);
        }
        let id = self.keep_new(&terms, &seats, spectator)?;
        table.set_rematch(&id)
    }

    /// The matches there are, the last first.
    pub fn list(&self, limit: u32) -> Result<Vec<Value>, MatchError> {
        let ids = kept::newest(&self.store, limit)?;
        ids.iter().map(|id| Ok(self.open(id)?.public())).collect()
    }

    /// How many there are in memory.
    pub fn in_memory(&self) -> usize {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Does what has to be done where somebody's time is up.
    pub fn look_at_the_clock(&self) -> Result<(), MatchError> {
        for id in kept::due(&self.store, now())? {
            // Somebody may have been quicker.
            let _ = self.open(&id)?.time_is_up();
        }
        Ok(())
    }
}
