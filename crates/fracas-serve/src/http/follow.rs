//! Answers that are told bit by bit: server-sent events.

use std::convert::Infallible;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{StreamExt, unfold};
use serde_json::Value;

use super::App;
use super::clients::Bound;
use super::listen::Peer;
use super::problem::Problem;

/// How often a silent line is kept alive.
const PULSE: Duration = Duration::from_secs(15);

/// An event of this name.
pub fn say(name: &str, body: &Value) -> Event {
    Event::default().event(name).data(body.to_string())
}

/// Tells what `next` gives until it gives nothing more, or the server stops. As
/// long as that takes it counts as a request of the client.
pub fn follow<S, F>(
    app: &Arc<App>,
    Peer(client): Peer,
    first: S,
    next: impl Fn(S) -> F + Send + 'static,
) -> Result<Response, Problem>
where
    S: Send + 'static,
    F: Future<Output = Option<(Event, S)>> + Send + 'static,
{
    let slot = app.clients.let_in(client, Bound::Requests)?;
    let told = unfold((first, slot, next), |(now, slot, next)| async move {
        let (event, then) = next(now).await?;
        Some((Ok::<Event, Infallible>(event), (then, slot, next)))
    });
    let mut stopping = app.stopping.subscribe();
    let told =
        told.take_until(async move { stopping.wait_for(|stopping| *stopping).await.is_ok() });
    let alive = KeepAlive::new().interval(PULSE);
    Ok(Sse::new(told).keep_alive(alive).into_response())
}
