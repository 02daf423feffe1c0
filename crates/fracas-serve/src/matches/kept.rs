//! Matches in the store.

use fracas_requests::Source;
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::de::DeserializeOwned;

use super::terms::Terms;
use crate::store::{Store, StoreError, now};

/// A match as it is kept, but for what is long: enough for a list.
pub struct Game {
    pub terms: Terms,
    pub secret: String,
    pub spectator: Option<String>,
    pub state: String,
    /// The name of the side that is to act.
    pub to_act: Option<String>,
    pub outcome: Option<String>,
    pub note: Option<String>,
    pub deadline: Option<i64>,
    pub rematch: Option<String>,
    pub seats: Vec<Seat>,
}

/// The rest of a match.
pub struct Rest {
    pub source: Source,
    /// Of each seat, where they are sealed.
    pub set_ups: Vec<Option<String>>,
    pub report: Option<String>,
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
    /// Whether its set-up is in, where they are sealed.
    pub handed_in: bool,
}

/// A place as SQLite counts: there are never so many that it matters.
fn number(place: usize) -> i64 {
    i64::try_from(place).unwrap_or(i64::MAX)
}

/// A match that was just made.
pub struct NewGame {
    pub id: String,
    pub terms: Terms,
    pub source: Source,
    pub secret: String,
    /// Sums of the secrets of its seats.
    pub seats: Vec<String>,
    pub spectator: Option<String>,
}

/// Keeps a match that was just made.
pub fn insert(store: &Store, new: NewGame) -> Result<(), StoreError> {
    let plain = |why: serde_json::Error| StoreError::Sqlite(why.to_string());
    let terms = serde_json::to_string(&new.terms).map_err(plain)?;
    let source = serde_json::to_string(&new.source).map_err(plain)?;
    store.write(move |db| {
        let NewGame { id, secret, seats, spectator, .. } = &new;
        let text =
            "INSERT INTO game (id, terms, source, secret, spectator, state, created, changed)
            VALUES (?1, ?2, ?3, ?4, ?5, 'waiting', ?6, ?6)";
        let values = params![id, terms, source, secret, spectator, now()];
        db.prepare_cached(text)?.execute(values)?;
        for (place, seat) in seats.iter().enumerate() {
            let text = "INSERT INTO seat (game, seat, secret, name) VALUES (?1, ?2, ?3, '')";
            db.prepare_cached(text)?.execute(params![id, number(place), seat])?;
        }
        Ok(())
    })
}

const COLUMNS: &str =
    "id, terms, secret, spectator, state, to_act, outcome, note, deadline, rematch";

/// What is JSON in the store.
fn json<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    let text = row.get_ref(column)?.as_str()?;
    serde_json::from_str(text).map_err(|why| {
        rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Text, why.into())
    })
}

/// A match and its name; its seats are looked for besides.
fn game(db: &Connection, row: &Row<'_>) -> rusqlite::Result<(String, Game)> {
    let id: String = row.get(0)?;
    let text = "SELECT secret, name, number, gone, set_up IS NOT NULL FROM seat
        WHERE game = ?1 ORDER BY seat";
    let seat = |row: &Row<'_>| {
        Ok(Seat {
            secret: row.get(0)?,
            name: row.get(1)?,
            number: row.get::<_, Option<i64>>(2)?.map(i64::unsigned_abs),
            gone: row.get(3)?,
            handed_in: row.get(4)?,
        })
    };
    let seats = db.prepare_cached(text)?.query_map([&id], seat)?.collect::<Result<_, _>>()?;
    let game = Game {
        terms: json(row, 1)?,
        secret: row.get(2)?,
        spectator: row.get(3)?,
        state: row.get(4)?,
        to_act: row.get(5)?,
        outcome: row.get(6)?,
        note: row.get(7)?,
        deadline: row.get(8)?,
        rematch: row.get(9)?,
        seats,
    };
    Ok((id, game))
}

/// A match, if there is one of this name.
pub fn get(store: &Store, id: &str) -> Result<Option<Game>, StoreError> {
    let text = format!("SELECT {COLUMNS} FROM game WHERE id = ?1");
    store.read(|db| {
        let found = db.prepare_cached(&text)?.query_row([id], |row| game(db, row)).optional()?;
        Ok(found.map(|(_, game)| game))
    })
}

/// The last matches, with their names.
pub fn newest(store: &Store, limit: u32) -> Result<Vec<(String, Game)>, StoreError> {
    let text = format!("SELECT {COLUMNS} FROM game ORDER BY created DESC, id LIMIT ?1");
    store.read(|db| db.prepare_cached(&text)?.query_map([limit], |row| game(db, row))?.collect())
}

/// The rest of a match.
pub fn rest(store: &Store, id: &str) -> Result<Rest, StoreError> {
    store.read(|db| {
        let text = "SELECT side, line FROM line WHERE game = ?1 ORDER BY number";
        let line = |row: &Row<'_>| Ok((row.get::<_, u32>(0)? as usize, row.get(1)?));
        let lines = db.prepare_cached(text)?.query_map([id], line)?.collect::<Result<_, _>>()?;
        let text = "SELECT set_up FROM seat WHERE game = ?1 ORDER BY seat";
        let set_up = |row: &Row<'_>| row.get(0);
        let set_ups =
            db.prepare_cached(text)?.query_map([id], set_up)?.collect::<Result<_, _>>()?;
        let text = "SELECT source, report FROM game WHERE id = ?1";
        db.prepare_cached(text)?.query_row([id], |row| {
            Ok(Rest { source: json(row, 0)?, set_ups, report: row.get(1)?, lines })
        })
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
    /// The name of the side that is to act then.
    pub to_act: Option<&'static str>,
    pub outcome: Option<String>,
    /// Empty for none.
    pub note: Option<String>,
    pub report: Option<String>,
    /// When somebody's time is up; no longer at all.
    pub deadline: Option<Option<i64>>,
    pub rematch: Option<String>,
    /// The seats as they are then.
    pub seats: Option<Vec<Seat>>,
    /// The set-ups as they are then.
    pub set_ups: Option<Vec<Option<String>>>,
}

/// Keeps a change.
pub fn change(store: &Store, id: &str, change: Change) -> Result<(), StoreError> {
    let id = id.to_owned();
    store.write(move |db| {
        write_lines(db, &id, &change)?;
        let text = "UPDATE game SET changed = ?2, state = coalesce(?3, state),
            outcome = coalesce(?4, outcome), note = coalesce(?5, note),
            report = coalesce(?6, report), rematch = coalesce(?7, rematch), to_act = ?8
            WHERE id = ?1";
        let Change { state, outcome, note, report, rematch, to_act, .. } = &change;
        let values = params![id, now(), state, outcome, note, report, rematch, to_act];
        db.prepare_cached(text)?.execute(values)?;
        if let Some(deadline) = change.deadline {
            let text = "UPDATE game SET deadline = ?2 WHERE id = ?1";
            db.prepare_cached(text)?.execute(params![id, deadline])?;
        }
        for (place, seat) in change.seats.iter().flatten().enumerate() {
            let text = "UPDATE seat SET name = ?3, number = ?4, gone = ?5
                WHERE game = ?1 AND seat = ?2";
            // Numbers are below 2^53.
            let added = seat.number.map(|number| number as i64);
            let values = params![id, number(place), seat.name, added, seat.gone];
            db.prepare_cached(text)?.execute(values)?;
        }
        for (place, set_up) in change.set_ups.iter().flatten().enumerate() {
            let text = "UPDATE seat SET set_up = ?3 WHERE game = ?1 AND seat = ?2";
            db.prepare_cached(text)?.execute(params![id, number(place), set_up])?;
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

/// Matches in which somebody's time is up.
pub fn due(store: &Store, at: i64) -> Result<Vec<String>, StoreError> {
    store.read(|db| {
        let text = "SELECT id FROM game WHERE deadline IS NOT NULL AND deadline <= ?1";
        db.prepare_cached(text)?.query_map([at], |row| row.get(0))?.collect()
    })
}

/// Matches of set-ups all of which are in, and that were not fought to the end.
pub fn ready(store: &Store) -> Result<Vec<String>, StoreError> {
    store.read(|db| {
        let text = "SELECT id FROM game WHERE state = 'playing'
            AND EXISTS (SELECT 1 FROM seat WHERE game = id AND set_up IS NOT NULL)
            AND NOT EXISTS (SELECT 1 FROM seat WHERE game = id AND set_up IS NULL AND NOT gone)";
        db.prepare_cached(text)?.query_map([], |row| row.get(0))?.collect()
    })
}
