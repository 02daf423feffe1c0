//! The library over HTTP.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::Value;
use utoipa::IntoParams;

use super::App;
use super::problem::Problem;
use super::sent::{Asked, At, Sent, aside};
use crate::library::{self, Item, KINDS, TooMuch, Wanted};

/// A key is not longer.
const LONGEST_KEY: usize = 200;

/// What is looked for.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Search {
    /// On this shelf: `scenarios`, `battles`, `plays`, `sweeps`, `reports`.
    kind: Option<String>,
    /// With all of these words, somewhere.
    search: Option<String>,
    /// Among what was deleted.
    #[serde(default)]
    deleted: bool,
    /// So many at most; never more than 1000.
    #[param(value_type = Option<u64>, maximum = 4294967295_i64)]
    limit: Option<u32>,
    /// After so many.
    #[param(value_type = Option<u64>, maximum = 4294967295_i64)]
    offset: Option<u32>,
}

fn no_such_item() -> Problem {
    Problem::unknown("there is no such item in the library")
}

fn is_place(kind: &str, key: &str) -> Result<(), Problem> {
    if !KINDS.contains(&kind) {
        return Err(Problem::unknown(format!("`{kind}` is no shelf: {}", KINDS.join(", "))));
    }
    if key.is_empty() || key.len() > LONGEST_KEY {
        return Err(Problem::wrong(format!("a key has 1 to {LONGEST_KEY} letters")));
    }
    Ok(())
}

/// What is in the library, last changed first.
#[utoipa::path(get, path = "/api/v1/library", tag = "library", params(Search),
    responses((status = 200, body = Vec<Item>)))]
pub async fn list(
    State(app): State<Arc<App>>,
    Asked(search): Asked<Search>,
) -> Result<Json<Vec<Item>>, Problem> {
    let Search { kind, search, deleted, limit, offset } = search;
    let wanted = Wanted { kind, search, deleted, limit, offset };
    aside(move || {
        library::list(&app.store, &wanted)?.map(Json).map_err(|TooMuch { fit }| {
            Problem::wrong(format!("that is too much at once: ask with `limit={fit}` and `offset`"))
        })
    })
    .await
}

/// One item.
#[utoipa::path(get, path = "/api/v1/library/{kind}/{key}", tag = "library",
    params(("kind" = String, Path), ("key" = String, Path)),
    responses((status = 200, body = Item)))]
pub async fn get(
    State(app): State<Arc<App>>,
    At((kind, key)): At<(String, String)>,
) -> Result<Json<Item>, Problem> {
    is_place(&kind, &key)?;
    aside(move || library::get(&app.store, &kind, &key)?.map(Json).ok_or_else(no_such_item)).await
}

/// Puts something into the library, in place of what was there.
#[utoipa::path(put, path = "/api/v1/library/{kind}/{key}", tag = "library",
    params(("kind" = String, Path), ("key" = String, Path)), request_body = Object,
    responses((status = 200, body = Item)))]
pub async fn put(
    State(app): State<Arc<App>>,
    At((kind, key)): At<(String, String)>,
    Sent(body): Sent<Value>,
) -> Result<Json<Item>, Problem> {
    is_place(&kind, &key)?;
    aside(move || Ok(Json(library::put(&app.store, &kind, &key, body)?))).await
}

/// Deletes an item. It can be brought back for thirty days.
#[utoipa::path(delete, path = "/api/v1/library/{kind}/{key}", tag = "library",
    params(("kind" = String, Path), ("key" = String, Path)),
    responses((status = 204)))]
pub async fn delete(
    State(app): State<Arc<App>>,
    At((kind, key)): At<(String, String)>,
) -> Result<StatusCode, Problem> {
    is_place(&kind, &key)?;
    match aside(move || Ok(library::delete(&app.store, &kind, &key)?)).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(no_such_item()),
    }
}

/// Brings a deleted item back.
#[utoipa::path(post, path = "/api/v1/library/{kind}/{key}/restore", tag = "library",
    params(("kind" = String, Path), ("key" = String, Path)),
    responses((status = 200, body = Item)))]
pub async fn restore(
    State(app): State<Arc<App>>,
    At((kind, key)): At<(String, String)>,
) -> Result<Json<Item>, Problem> {
    is_place(&kind, &key)?;
    aside(move || {
        if !library::restore(&app.store, &kind, &key)? {
            return Err(no_such_item());
        }
        library::get(&app.store, &kind, &key)?.map(Json).ok_or_else(no_such_item)
    })
    .await
}
