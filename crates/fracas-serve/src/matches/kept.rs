//! Matches in the store.

use rusqlite::{Connection, OptionalExtension, params};

use super::terms::Terms;
use crate::store::{Store, StoreError, now};

/// A match as it is kept.
pub struct Game {
    pub terms: Terms,
    pub secret: String,
    pub spectator: Option<String>,
    pub state: String,
    pub outcome: Option<String>,
    pub note: Option<String>,
    pub report: Option<String>,
    pub deadline: Option<i64>,
    pub rematch: Option<String>,
    pub seats: Vec<Seat>,
    /// Side and order.
    pub lines: Vec<(usize, String)>,
}

/// A seat as it is kept.
#[derive(Clone, Debug)]
pub struct Seat {
    pub secret: String,
    pub name: String,
    pub number: Option<u64>,
    pub gone: bool,
    pub set_up: Option<String>,
}

/// A place as SQLite counts: there are never so many that it matters.
fn number(place: usize) -> i64 {
    i64::try_from(place).unwrap_or(i64::MAX)
}

/// Keeps a match that was just made.
pub fn insert(
    store: &Store,
    id: &str,
    terms: &Terms,
    secret: &str,
    seats: &[String],
    spectator: Option<String>,
) -> Result<(), StoreError> {
    let terms = serde_json::to_string(terms).map_err(|why| StoreError::Sqlite(why.to_string()))?;
    let (id, secret, seats) = (id.to_owned(), secret.to_owned(), seats.to_vec());
    store.write(move |db| {
        let text = "INSERT INTO game (id, terms, secret, spectator, state, created, changed)
            VALUES (?1, ?2, ?3, ?4, 'waiting', ?5, ?5)";
        db.prepare_cached(text)?.execute(params![id, terms, secret, spectator, now()])?;
        for (place, seat) in seats.iter().enumerate() {
            let text = "INSERT INTO seat (game, seat, secret, name) VALUES (?1, ?2, ?3, '')";
            db.prepare_cached(text)?.execute(params![id, number(place), seat])?;
        }
        Ok(())
    })
}

/// A match, if there is one of this name.
pub fn load(store: &Store, id: &str) -> Result<Option<Game>, StoreError> {
    store.read(|db| {
        let text =
            "SELECT terms, secret, spectator, state, outcome, note, report, deadline, rematch
            FROM game WHERE id = ?1";
        let game = db.prepare_cached(text)?.query_row([id], |row| {
            let terms: String = row.get(0)?;
            let terms = serde_json::from_str(&terms).map_err(|why| {
                rusqlite::Error::FromSqlConversionFailure(
                    0,
                    rusqlite::types::Type::Text,
                    why.into(),
                )
            })?;
            Ok(Game {
                terms,
                secret: row.get(1)?,
                spectator: row.get(2)?,
                state: row.get(3)?,
                outcome: row.get(4)?,
                note: row.get(5)?,
                report: row.get(6)?,
                deadline: row.get(7)?,
                rematch: row.get(8)?,
                seats: Vec::new(),
                lines: Vec::new(),
            })
        });
        let Some(mut game) = game.optional()? else { return Ok(None) };
        let text =
            "SELECT secret, name, number, gone, set_up FROM seat WHERE game = ?1 ORDER BY seat";
        let mut seats = db.prepare_cached(text)?;
        let seat = |row: &rusqlite::Row<'_>| {
            Ok(Seat {
                secret: row.get(0)?,
                name: row.get(1)?,
                number: row.get::<_, Option<i64>>(2)?.map(i64::unsigned_abs),
                gone: row.get(3)?,
                set_up: row.get(4)?,
            })
        };
        game.seats = seats.query_map([id], seat)?.collect::<Result<_, _>>()?;
        let text = "SELECT side, line FROM line WHERE game = ?1 ORDER BY number";
        let mut lines = db.prepare_cached(text)?;
        let line = |row: &rusqlite::Row<'_>| Ok((row.get::<_, u32>(0)? as usize, row.get(1)?));
        let rows = lines.query_map([id], line)?;
        game.lines = rows.collect::<Result<_, _>>()?;
        Ok(Some(game))
    })
}

/// What changes in a match, all of it or nothing.
#[derive(Clone, Debug, Default)]
pub struct Change {
    /// Orders behind those that there are: number, side, line.
    pub lines: Vec<(usize, usize, String)>,
    /// Orders from this number on are taken back.
    pub take_back: Option<usize>,
    pub state: Option<&'static str>,
    pub outcome: Option<String>,
    /// Empty for none.
    pub note: Option<String>,
    pub report: Option<String>,
    /// When somebody's time is up; no longer at all.
    pub deadline: Option<Option<i64>>,
    pub rematch: Option<String>,
    /// The seats as they are then.
    pub seats: Option<Vec<Seat>>,
}

/// Keeps a change.
pub fn change(store: &Store, id: &str, change: Change) -> Result<(), StoreError> {
    let id = id.to_owned();
    store.write(move |db| {
        write_lines(db, &id, &change)?;
        let text = "UPDATE game SET changed = ?2, state = coalesce(?3, state),
            outcome = coalesce(?4, outcome), note = coalesce(?5, note),
            report = coalesce(?6, report), rematch = coalesce(?7, rematch) WHERE id = ?1";
        let Change { state, outcome, note, report, rematch, .. } = &change;
        let values = params![id, now(), state, outcome, note, report, rematch];
        db.prepare_cached(text)?.execute(values)?;
        if let Some(deadline) = change.deadline {
            let text = "UPDATE game SET deadline = ?2 WHERE id = ?1";
            db.prepare_cached(text)?.execute(params![id, deadline])?;
        }
        for (place, seat) in change.seats.iter().flatten().enumerate() {
            let text = "UPDATE seat SET name = ?3, number = ?4, gone = ?5, set_up = ?6
                WHERE game = ?1 AND seat = ?2";
            // Numbers are below 2^53.
            let added = seat.number.map(|number| number as i64);
            let values = params![id, number(place), seat.name, added, seat.gone, seat.set_up];
            db.prepare_cached(text)?.execute(values)?;
        }
        Ok(())
    })
}

fn write_lines(db: &Connection, id: &str, change: &Change) -> rusqlite::Result<()> {
    if let Some(from) = change.take_back {
        let text = "DELETE FROM line WHERE game = ?1 AND number >= ?2";
        db.prepare_cached(text)?.execute(params![id, number(from)])?;
    }
    for (place, side, line) in &change.lines {
        let text = "INSERT INTO line (game, number, side, line, at) VALUES (?1, ?2, ?3, ?4, ?5)";
        db.prepare_cached(text)?.execute(params![
            id,
            number(*place),
            number(*side),
            line,
            now()
        ])?;
    }
    Ok(())
}

/// The names of the last matches.
pub fn newest(store: &Store, limit: u32) -> Result<Vec<String>, StoreError> {
    store.read(|db| {
        let text = "SELECT id FROM game ORDER BY created DESC, id LIMIT ?1";
        db.prepare_cached(text)?.query_map([limit], |row| row.get(0))?.collect()
    })
}

/// Matches in which somebody's time is up.
pub fn due(store: &Store, at: i64) -> Result<Vec<String>, StoreError> {
    store.read(|db| {
        let text = "SELECT id FROM game WHERE deadline IS NOT NULL AND deadline <= ?1";
        db.prepare_cached(text)?.query_map([at], |row| row.get(0))?.collect()
    })
}
