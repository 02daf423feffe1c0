//! Matches over HTTP. Who plays shows the secret of his seat with each request,
//! in a header: links hold it in their fragment, which no browser sends.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::Json;
use axum::extract::{ConnectInfo, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::{IntoParams, ToSchema};

use super::App;
use super::answers::{OfChange, OfEvents, OfSeat};
use super::follow::{follow, say};
use super::listen::Peer;
use super::problem::Problem;
use super::sent::{Asked, At, Secret, Sent, aside};
use crate::matches::{Made, MatchError, NOTHING, NewMatch, SetUp, Table, Viewer};

/// So many matches are listed.
const MOST_LISTED: u32 = 100;

/// A match that was made.
#[derive(Serialize, ToSchema)]
pub struct MadeTold {
    /// Its name.
    id: String,
    /// A secret for each seat, in their order. They are told this once.
    seats: Vec<SeatTold>,
    /// A secret for spectators.
    spectator: Option<SeatTold>,
    /// What is public of it.
    #[serde(rename = "match")]
    #[schema(value_type = Object)]
    public: Value,
}

/// A seat with its link.
#[derive(Serialize, ToSchema)]
pub struct SeatTold {
    /// The secret, for the header `authorization: Seat …`.
    secret: String,
    /// The address in the page, behind that of the server.
    link: String,
}

/// Somebody takes a seat.
#[derive(Deserialize, ToSchema)]
pub struct Join {
    /// What he is called.
    #[serde(default)]
    name: String,
    /// His number for the dice, 0 to 2^53-1.
    #[schema(maximum = 9007199254740991_i64)]
    number: u64,
}

/// An order.
#[derive(Deserialize, ToSchema)]
pub struct Order {
    /// Such as `Vega: move 7,3`, or `end phase`.
    order: String,
}

/// A question before an order.
#[derive(Deserialize, ToSchema)]
pub struct Query {
    /// Such as `reach Vega run`; see the page of battlescape.
    question: String,
}

/// From where on what was heard is told.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct From {
    /// The line, 0 for all.
    #[serde(default)]
    #[param(value_type = u64, maximum = 4294967295_i64)]
    from: u32,
}

fn told(made: Made) -> MadeTold {
    let seat = |secret: String| SeatTold { link: format!("/#/match/{}/{secret}", made.id), secret };
    MadeTold {
        seats: made.seats.into_iter().map(seat).collect(),
        spectator: made.spectator.map(seat),
        id: made.id.clone(),
        public: made.public,
    }
}

/// The matches there are, the last first, without secrets.
#[utoipa::path(get, path = "/api/v1/matches", tag = "matches",
    responses((status = 200, body = Vec<Object>)))]
pub async fn list(State(app): State<Arc<App>>) -> Result<Json<Vec<Value>>, Problem> {
    aside(move || Ok(Json(app.matches.list(MOST_LISTED)?))).await
}

/// Makes a match. The answer is the only one that holds its secrets.
#[utoipa::path(post, path = "/api/v1/matches", tag = "matches", request_body = NewMatch,
    responses((status = 201, body = MadeTold)))]
pub async fn make(
    State(app): State<Arc<App>>,
    Sent(new): Sent<NewMatch>,
) -> Result<Response, Problem> {
    let made = aside(move || Ok(told(app.matches.make(new)?))).await?;
    Ok((StatusCode::CREATED, Json(made)).into_response())
}

/// What is public of a match: who sits where, whose turn it is, the commitment
/// to its dice.
#[utoipa::path(get, path = "/api/v1/matches/{id}", tag = "matches", params(("id" = String, Path)),
    responses((status = 200, body = Object)))]
pub async fn public(
    State(app): State<Arc<App>>,
    At(id): At<String>,
) -> Result<Json<Value>, Problem> {
    aside(move || Ok(Json(app.matches.public(&id)?))).await
}

/// Does something as a seat.
async fn as_seat<T: Send + 'static>(
    app: Arc<App>,
    id: String,
    Secret(secret): Secret,
    act: impl FnOnce(&Table, usize) -> Result<T, MatchError> + Send + 'static,
) -> Result<Json<T>, Problem> {
    aside(move || {
        let (table, viewer) = app.matches.enter(&id, &secret)?;
        let Viewer::Seat(seat) = viewer else { return Err(MatchError::Unknown.into()) };
        Ok(Json(act(&table, seat)?))
    })
    .await
}

/// Changes something as a seat and answers with what it sees then.
async fn change(
    app: Arc<App>,
    id: String,
    secret: Secret,
    change: impl FnOnce(&Table, usize) -> Result<(), MatchError> + Send + 'static,
) -> Result<Json<Value>, Problem> {
    let change = move |table: &Table, seat: usize| {
        change(table, seat)?;
        Ok(table.view(Viewer::Seat(seat), NOTHING))
    };
    as_seat(app, id, secret, change).await
}

/// What whoever has this secret sees.
#[utoipa::path(get, path = "/api/v1/matches/{id}/view", tag = "matches", params(("id" = String, Path), From),
    security(("seat" = [])), responses(OfSeat))]
pub async fn view(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    Asked(From { from }): Asked<From>,
    Secret(secret): Secret,
) -> Result<Json<Value>, Problem> {
    aside(move || {
        let (table, viewer) = app.matches.enter(&id, &secret)?;
        Ok(Json(table.view(viewer, from as usize)))
    })
    .await
}

/// Server-sent events named `changed` whenever something has changed for whoever
/// has this secret; then `view` tells what.
#[utoipa::path(get, path = "/api/v1/matches/{id}/events", tag = "matches", params(("id" = String, Path)),
    security(("seat" = [])),
    responses(OfEvents))]
pub async fn events(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<Peer>,
    At(id): At<String>,
    Secret(secret): Secret,
) -> Result<Response, Problem> {
    let matches = app.matches.clone();
    let (table, viewer) = aside(move || Ok(matches.enter(&id, &secret)?)).await?;
    let mut ticks = table.follow();
    ticks.mark_changed();
    follow(&app, peer, (table, ticks, String::new()), move |(table, mut ticks, seen)| async move {
        loop {
            ticks.changed().await.ok()?;
            // Whoever orders holds the match until it is kept: that is waited for aside.
            let looked = table.clone();
            let version = aside(move || Ok(looked.version(viewer))).await.ok()?;
            if version != seen {
                let event = say("changed", &json!({ "version": version }));
                return Some((event, (table, ticks, version)));
            }
        }
    })
}

/// Takes a seat. The match begins with the last of them.
#[utoipa::path(post, path = "/api/v1/matches/{id}/join", tag = "matches", params(("id" = String, Path)),
    security(("seat" = [])), request_body = Join, responses(OfChange))]
pub async fn join(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    secret: Secret,
    Sent(join): Sent<Join>,
) -> Result<Json<Value>, Problem> {
    change(app, id, secret, move |table, seat| table.join(seat, &join.name, join.number)).await
}

/// Gives an order. When it is answered it is kept.
#[utoipa::path(post, path = "/api/v1/matches/{id}/orders", tag = "matches", params(("id" = String, Path)),
    security(("seat" = [])), request_body = Order, responses(OfChange))]
pub async fn order(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    secret: Secret,
    Sent(Order { order }): Sent<Order>,
) -> Result<Json<Value>, Problem> {
    let seen =
        change(app.clone(), id, secret, move |table, seat| table.order(seat, &order)).await?;
    app.metrics.orders.fetch_add(1, Ordering::Relaxed);
    Ok(seen)
}

/// Takes the last order of the side back, where the rules allow it.
#[utoipa::path(post, path = "/api/v1/matches/{id}/undo", tag = "matches", params(("id" = String, Path)),
    security(("seat" = [])), responses(OfChange))]
pub async fn undo(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    secret: Secret,
) -> Result<Json<Value>, Problem> {
    change(app, id, secret, |table, seat| table.undo(seat)).await
}

/// What a player asks before he orders.
#[utoipa::path(post, path = "/api/v1/matches/{id}/query", tag = "matches", params(("id" = String, Path)),
    security(("seat" = [])), request_body = Query, responses(OfSeat))]
pub async fn query(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    secret: Secret,
    Sent(Query { question }): Sent<Query>,
) -> Result<Json<Value>, Problem> {
    as_seat(app, id, secret, move |table, seat| table.query(seat, &question)).await
}

/// What the game's own policy would order now.
#[utoipa::path(post, path = "/api/v1/matches/{id}/advice", tag = "matches", params(("id" = String, Path)),
    security(("seat" = [])), responses(OfSeat))]
pub async fn advice(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    secret: Secret,
) -> Result<Json<Value>, Problem> {
    let advice = |table: &Table, seat: usize| Ok(json!({ "order": table.advice(seat)? }));
    as_seat(app, id, secret, advice).await
}

/// Hands a set-up in, where they are sealed. With the last one the battle is
/// fought.
#[utoipa::path(post, path = "/api/v1/matches/{id}/set-up", tag = "matches", params(("id" = String, Path)),
    security(("seat" = [])), request_body = SetUp, responses(OfChange))]
pub async fn hand_in(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    secret: Secret,
    Sent(set_up): Sent<SetUp>,
) -> Result<Json<Value>, Problem> {
    change(app, id, secret, move |table, seat| table.hand_in(seat, &set_up)).await
}

/// Leaves a seat. Once nobody sits on a side the AI has it.
#[utoipa::path(post, path = "/api/v1/matches/{id}/leave", tag = "matches", params(("id" = String, Path)),
    security(("seat" = [])), responses(OfChange))]
pub async fn leave(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    secret: Secret,
) -> Result<Json<Value>, Problem> {
    change(app, id, secret, |table, seat| table.leave(seat)).await
}

/// Takes a seat back that was left. A side that the AI has is commanded again
/// from its next phase on.
#[utoipa::path(post, path = "/api/v1/matches/{id}/return", tag = "matches", params(("id" = String, Path)),
    security(("seat" = [])), responses(OfChange))]
pub async fn come_back(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    secret: Secret,
) -> Result<Json<Value>, Problem> {
    change(app, id, secret, |table, seat| table.come_back(seat)).await
}

/// The same seats once more, with sides changed and the same secrets.
#[utoipa::path(post, path = "/api/v1/matches/{id}/rematch", tag = "matches", params(("id" = String, Path)),
    security(("seat" = [])), responses(OfSeat))]
pub async fn rematch(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    secret: Secret,
) -> Result<Json<Value>, Problem> {
    let matches = app.matches.clone();
    let made = move |table: &Table, _: usize| Ok(json!({ "id": matches.rematch(table)? }));
    as_seat(app, id, secret, made).await
}

/// The whole battle in a file for `fracas replay`, once it is over.
#[utoipa::path(get, path = "/api/v1/matches/{id}/replay", tag = "matches", params(("id" = String, Path)),
    security(("seat" = [])), responses(OfSeat))]
pub async fn replay(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    Secret(secret): Secret,
) -> Result<Response, Problem> {
    let text = aside(move || {
        let (table, _) = app.matches.enter(&id, &secret)?;
        Ok(table.replay()?)
    });
    Ok(([(header::CONTENT_TYPE, "application/json")], text.await?).into_response())
}
