//! What is sent, within bounds, and work that must not hold others up.

use axum::body::{Bytes, to_bytes};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use serde::de::DeserializeOwned;

use super::problem::Problem;

/// No body is larger.
pub const MOST_BYTES: usize = 16 << 20;

/// A body that has to be JSON.
pub struct Sent<T>(pub T);

impl<S: Sync, T: DeserializeOwned> FromRequest<S> for Sent<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        let kind = request.headers().get(header::CONTENT_TYPE);
        let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        if !kind.trim_start().to_ascii_lowercase().starts_with("application/json") {
            let message = "send JSON, with the header `content-type: application/json`";
            return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "no_json", message));
        }
        let bytes = body(request).await?;
        serde_json::from_slice(&bytes)
            .map(Self)
            .map_err(|why| Problem::new(StatusCode::BAD_REQUEST, "no_request", why.to_string()))
    }
}

/// The body of a request, within bounds.
pub async fn body(request: Request) -> Result<Bytes, Problem> {
    to_bytes(request.into_body(), MOST_BYTES).await.map_err(|_| {
        let message =
            format!("more than {} MB were sent, or the sending broke off", MOST_BYTES >> 20);
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message)
    })
}

/// A part of the address.
pub struct At<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for At<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let found = Path::<T>::from_request_parts(parts, state).await;
        found.map(|Path(at)| Self(at)).map_err(|why| Problem::unknown(why.body_text()))
    }
}

/// What stands behind `?` in the address.
pub struct Asked<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let found = Query::<T>::from_request_parts(parts, state).await;
        found
            .map(|Query(asked)| Self(asked))
            .map_err(|why| Problem::new(StatusCode::BAD_REQUEST, "no_request", why.body_text()))
    }
}

/// The secret of a seat: `authorization: Seat …`.
pub struct Secret(pub String);

impl<S: Sync> FromRequestParts<S> for Secret {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let header = parts.headers.get(header::AUTHORIZATION);
        let secret = header.and_then(|text| text.to_str().ok()?.strip_prefix("Seat "));
        let missing = || {
            let message = "this needs the secret of a seat: the header `authorization: Seat …`";
            Problem::new(StatusCode::UNAUTHORIZED, "no_seat", message)
        };
        secret.map(|secret| Self(secret.trim().to_owned())).ok_or_else(missing)
    }
}

/// Does work that takes its time where it holds nobody up. If it panics it
/// fails alone.
pub async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(_) => Err(Problem::broken("the engine gave up on this: it is more than it can do")),
    }
}
