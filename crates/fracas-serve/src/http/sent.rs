//! What is sent, within bounds, and work that must not hold others up.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream::StreamExt;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::App;
use super::clients::{Bound, Clients, Holds};
use super::listen::Peer;
use super::problem::Problem;

/// No body is larger.
const MOST_BYTES: usize = 16 << 20;
/// Of bodies larger than this a client has few at once.
const LARGE: usize = 64 << 10;

/// A body that has to be JSON, all of whose fields have to be known.
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
        let sent =
            serde_json::from_slice(&bytes).map_err(|why| Problem::no_request(why.to_string()))?;
        read(sent).map(Self)
    }
}

/// What was sent, all of whose fields have to be known.
pub fn read<T: DeserializeOwned>(sent: Value) -> Result<T, Problem> {
    fracas_requests::read(sent).map_err(|why| Problem::no_request(why.to_string()))
}

/// The body of a request, within bounds.
pub async fn body(request: Request) -> Result<Vec<u8>, Problem> {
    let too_large = || {
        let message = format!("more than {} MB were sent", MOST_BYTES >> 20);
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message)
    };
    let broken = |_| Problem::no_request("the sending broke off");
    let holds = request.extensions().get::<Holds>().cloned();
    let mut parts = request.into_body().into_data_stream();
    let (mut sent, mut is_large) = (Vec::new(), false);
    while let Some(part) = parts.next().await {
        let part = part.map_err(broken)?;
        if sent.len() + part.len() > MOST_BYTES {
            return Err(too_large());
        }
        if !is_large && sent.len() + part.len() > LARGE {
            is_large = true;
            holds.as_ref().map_or(Ok(()), Holds::large_body)?;
        }
        sent.extend_from_slice(&part);
    }
    Ok(sent)
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
        found.map(|Query(asked)| Self(asked)).map_err(|why| Problem::no_request(why.body_text()))
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

/// Who asks for work of the engine.
pub struct Worker {
    clients: Arc<Clients>,
    client: IpAddr,
}

impl FromRequestParts<Arc<App>> for Worker {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Response> {
        let found = ConnectInfo::<Peer>::from_request_parts(parts, app).await;
        let ConnectInfo(Peer(client)) = found.map_err(IntoResponse::into_response)?;
        Ok(Self { clients: app.clients.clone(), client })
    }
}

impl Worker {
    /// Does work that nobody can stop. It counts as his until it is done, whether
    /// he waits for it or not.
    pub async fn work<T: Send + 'static>(
        self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let slot = self.clients.let_in(self.client, Bound::Work)?;
        aside(move || {
            let done = work();
            drop(slot);
            done
        })
        .await
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
