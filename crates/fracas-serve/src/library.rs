//! What is kept in the library: scenarios, battles, sweeps, reports.

use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::store::{Store, StoreError, now};

/// The shelves of the library.
pub const KINDS: &[&str] = &["scenarios", "battles", "plays", "sweeps", "reports"];

/// How long a deleted item can be brought back: thirty days.
const KEPT: i64 = 30 * 24 * 3600;

/// Something in the library.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Item {
    /// Its shelf: `scenarios`, `battles`, `plays`, `sweeps` or `reports`.
    pub kind: String,
    /// What it is found by there.
    pub key: String,
    /// What it is called.
    pub name: String,
    /// When it was last changed, in seconds since 1970.
    pub changed: i64,
    /// When it was deleted; it can be brought back for thirty days.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deleted: Option<i64>,
    /// The thing itself.
    #[schema(value_type = Object)]
    pub body: Value,
}

/// What is looked for.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Wanted {
    /// On this shelf.
    pub kind: Option<String>,
    /// With all of these words, somewhere.
    pub search: Option<String>,
    /// Among what was deleted.
    #[serde(default)]
    pub deleted: bool,
    /// So many at most.
    pub limit: Option<u32>,
    /// After so many.
    pub offset: Option<u32>,
}

/// So many items are told at once.
const MOST: u32 = 1000;
/// So much of them is told at once.
const MOST_BYTES: usize = 64 << 20;

const COLUMNS: &str = "kind, key, name, changed, deleted, body";

fn item(row: &Row<'_>) -> rusqlite::Result<Item> {
    let body: String = row.get(5)?;
    Ok(Item {
        kind: row.get(0)?,
        key: row.get(1)?,
        name: row.get(2)?,
        changed: row.get(3)?,
        deleted: row.get(4)?,
        // What was put in was JSON.
        body: serde_json::from_str(&body).unwrap_or_default(),
    })
}

/// What a thing is called: by itself, or by its key.
fn name_of(key: &str, body: &Value) -> String {
    body["name"].as_str().filter(|name| !name.is_empty()).unwrap_or(key).to_owned()
}

/// One item, deleted ones left out.
pub fn get(store: &Store, kind: &str, key: &str) -> Result<Option<Item>, StoreError> {
    let text =
        format!("SELECT {COLUMNS} FROM item WHERE kind = ?1 AND key = ?2 AND deleted IS NULL");
    store.read(|db| db.prepare_cached(&text)?.query_row([kind, key], item).optional())
}

/// Items that would be too much at once.
#[derive(Debug, PartialEq, Eq)]
pub struct TooMuch {
    /// So many of them are not.
    pub fit: usize,
}

/// The items that are wanted, last changed first.
pub fn list(store: &Store, wanted: &Wanted) -> Result<Result<Vec<Item>, TooMuch>, StoreError> {
    list_within(store, wanted, MOST_BYTES)
}

fn list_within(
    store: &Store,
    wanted: &Wanted,
    most: usize,
) -> Result<Result<Vec<Item>, TooMuch>, StoreError> {
    let escaped = |word: &str| {
        let word = word.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
        format!("%{word}%")
    };
    let search = wanted.search.as_deref().unwrap_or_default();
    let words: Vec<String> = search.split_whitespace().take(16).map(escaped).collect();
    let mut text = format!("SELECT {COLUMNS} FROM item WHERE (?1 IS NULL OR kind = ?1)");
    text.push_str(if wanted.deleted { " AND deleted IS NOT NULL" } else { " AND deleted IS NULL" });
    for place in 0..words.len() {
        let place = place + 4;
        text.push_str(&format!(
            " AND (name LIKE ?{place} ESCAPE '\\' OR body LIKE ?{place} ESCAPE '\\')"
        ));
    }
    text.push_str(" ORDER BY changed DESC, kind, key LIMIT ?2 OFFSET ?3");
    let limit = wanted.limit.unwrap_or(MOST).min(MOST);
    let offset = wanted.offset.unwrap_or(0);
    store.read(|db| {
        let mut found = db.prepare(&text)?;
        found.raw_bind_parameter(1, &wanted.kind)?;
        found.raw_bind_parameter(2, limit)?;
        found.raw_bind_parameter(3, offset)?;
        for (place, word) in words.iter().enumerate() {
            found.raw_bind_parameter(place + 4, word)?;
        }
        let (mut rows, mut told, mut bytes) = (found.raw_query(), Vec::new(), 0);
        while let Some(row) = rows.next()? {
            bytes += row.get_ref(5)?.as_str()?.len();
            if bytes > most {
                return Ok(Err(TooMuch { fit: told.len() }));
            }
            told.push(item(row)?);
        }
        Ok(Ok(told))
    })
}

/// Puts something into the library, in place of what was there.
pub fn put(store: &Store, kind: &str, key: &str, body: Value) -> Result<Item, StoreError> {
    let put = Item {
        kind: kind.to_owned(),
        key: key.to_owned(),
        name: name_of(key, &body),
        changed: now(),
        deleted: None,
        body,
    };
    let kept = put.clone();
    store.write(move |db| insert(db, &kept))?;
    Ok(put)
}

fn insert(db: &Connection, item: &Item) -> rusqlite::Result<()> {
    let text = "INSERT OR REPLACE INTO item (kind, key, name, body, changed, deleted)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let body = item.body.to_string();
    let values = params![item.kind, item.key, item.name, body, item.changed, item.deleted];
    db.prepare_cached(text)?.execute(values).map(|_| ())
}

/// Deletes an item; false if there is none. It can be brought back.
pub fn delete(store: &Store, kind: &str, key: &str) -> Result<bool, StoreError> {
    let text = "UPDATE item SET deleted = ?3 WHERE kind = ?1 AND key = ?2 AND deleted IS NULL";
    change(store, text, kind, key, now())
}

/// Brings a deleted item back; false if there is none.
pub fn restore(store: &Store, kind: &str, key: &str) -> Result<bool, StoreError> {
    let text = "UPDATE item SET deleted = NULL, changed = ?3
        WHERE kind = ?1 AND key = ?2 AND deleted IS NOT NULL";
    change(store, text, kind, key, now())
}

fn change(
    store: &Store,
    text: &'static str,
    kind: &str,
    key: &str,
    at: i64,
) -> Result<bool, StoreError> {
    let (kind, key) = (kind.to_owned(), key.to_owned());
    store.write(move |db| Ok(db.execute(text, params![kind, key, at])? == 1))
}

/// Forgets what was deleted long ago.
pub fn forget_old(store: &Store) -> Result<(), StoreError> {
    let before = now() - KEPT;
    store.write(move |db| db.execute("DELETE FROM item WHERE deleted < ?1", [before]).map(|_| ()))
}

/// The whole library as one value.
#[derive(Debug, Serialize, Deserialize)]
pub struct Export {
    /// The version of this form.
    pub library: u32,
    /// The program that wrote it.
    pub fracas: String,
    /// Everything, deleted items too.
    pub items: Vec<Item>,
}

/// The version of [`Export`].
pub const EXPORT_FORMAT: u32 = 1;

/// Everything that is in the library.
pub fn export(store: &Store) -> Result<Export, StoreError> {
    let text = format!("SELECT {COLUMNS} FROM item ORDER BY kind, key");
    let items = store.read(|db| db.prepare(&text)?.query_map([], item)?.collect())?;
    Ok(Export { library: EXPORT_FORMAT, fracas: fracas::VERSION.to_owned(), items })
}

/// Puts everything in: what is there under the same key and was changed later
/// stays. Comes back with how many were put in.
pub fn import(store: &Store, all: Export) -> Result<usize, StoreError> {
    store.write(move |db| {
        let mut put = 0;
        for item in &all.items {
            let text = "SELECT changed FROM item WHERE kind = ?1 AND key = ?2";
            let there: Option<i64> = db
                .prepare_cached(text)?
                .query_row([&item.kind, &item.key], |row| row.get(0))
                .optional()?;
            if there.is_none_or(|there| there < item.changed) {
                insert(db, item)?;
                put += 1;
            }
        }
        Ok(put)
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn no_more_is_listed_than_fits() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path()).unwrap();
        for key in ["a", "b", "c"] {
            put(&store, "scenarios", key, json!({ "text": "x".repeat(100) })).unwrap();
        }
        let listed = |limit: Option<u32>| {
            let wanted = Wanted { limit, ..Wanted::default() };
            list_within(&store, &wanted, 250).unwrap().map(|items| items.len())
        };
        assert_eq!(listed(None), Err(TooMuch { fit: 2 }));
        assert_eq!(listed(Some(2)), Ok(2));
    }
}
