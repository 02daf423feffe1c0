//! Long questions, as jobs.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{ConnectInfo, FromRequest, Request, State};
use axum::http::StatusCode;
use axum::response::sse::Event;
use axum::response::{IntoResponse, Response};
use fracas_requests::{ASK, Best, Compare, Matrix, Odds, Question, Solve, Sweep};
use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::IntoParams;

use super::answers::{OfEvents, OfQuestion};
use super::follow::{follow, say};
use super::listen::Peer;
use super::problem::Problem;
use super::sent::{Asked, At, Sent, aside};
use super::{App, sent};
use crate::jobs::Status;

/// How long an answer is waited for.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Patience {
    /// So many seconds, 0 to 30; 10 if nothing is said.
    #[param(maximum = 30)]
    wait: Option<u8>,
}

const USUAL_PATIENCE: u8 = 10;
const MOST_PATIENCE: u8 = 30;
/// No sample is larger.
const MOST_TRIALS: u64 = 1_000_000_000;

fn no_such_job() -> Problem {
    Problem::unknown("there is no such job")
}

/// A long question: who asks it, how long he waits, and what stands in it. The
/// address says what is asked.
pub struct Asks {
    app: Arc<App>,
    client: IpAddr,
    patience: Patience,
    fields: Map<String, Value>,
}

impl FromRequest<Arc<App>> for Asks {
    type Rejection = Response;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Response> {
        type All = (ConnectInfo<Peer>, Asked<Patience>, Sent<Map<String, Value>>);
        let all = All::from_request(request, app).await?;
        let (ConnectInfo(Peer(client)), Asked(patience), Sent(fields)) = all;
        Ok(Self { app: app.clone(), client, patience, fields })
    }
}

impl Asks {
    /// Begins a job and waits a while for its end.
    async fn answer(self, verb: &str) -> Result<Response, Problem> {
        let Self { app, client, patience, mut fields } = self;
        if fields.insert(ASK.to_owned(), Value::from(verb)).is_some() {
            let why = format!("{ASK}: no such field; the address says that this is {verb}");
            return Err(Problem::no_request(why));
        }
        let wait = patience.wait.unwrap_or(USUAL_PATIENCE);
        if wait > MOST_PATIENCE {
            return Err(Problem::no_request(format!(
                "wait: 0 to {MOST_PATIENCE} seconds, not {wait}"
            )));
        }
        let asked = Value::Object(fields);
        let question: Question = sent::read(asked.clone())?;
        if let Some(trials) = asked["trials"].as_u64().filter(|trials| *trials > MOST_TRIALS) {
            return Err(Problem::wrong(format!("{trials} trials are more than {MOST_TRIALS}")));
        }
        if let Some(seed) = asked["seed"].as_u64().filter(|seed| *seed > fracas::MAX_SEED) {
            let most = fracas::MAX_SEED;
            return Err(Problem::wrong(format!("the seed {seed} is more than {most}")));
        }
        let jobs = app.jobs.clone();
        let begin = move || Ok(jobs.begin(&question, &asked, &client.to_string())?);
        let id = aside(begin).await?;
        if let Some(mut told) = app.jobs.follow(&id) {
            let end = told.wait_for(Status::is_final);
            // Whether it ends in time shows below.
            let _ = tokio::time::timeout(Duration::from_secs(wait.into()), end).await;
        }
        let status = status_of(&app, id).await?;
        Ok(match (status.state.as_str(), status.answer.clone(), status.why.clone()) {
            ("done", Some(answer), _) => Json(answer).into_response(),
            ("failed", _, why) => Problem::wrong(why.unwrap_or_default()).into_response(),
            _ => (StatusCode::ACCEPTED, Json(status)).into_response(),
        })
    }
}

async fn status_of(app: &Arc<App>, id: String) -> Result<Status, Problem> {
    let jobs = app.jobs.clone();
    aside(move || jobs.status(&id)?.ok_or_else(no_such_job)).await
}

/// How a battle ends, as `fracas odds --json`.
#[utoipa::path(post, path = "/api/v1/odds", tag = "questions", params(Patience),
    request_body = Odds, responses(OfQuestion))]
pub async fn odds(asks: Asks) -> Result<Response, Problem> {
    asks.answer("odds").await
}

/// The odds of many variants, as `fracas sweep --json`.
#[utoipa::path(post, path = "/api/v1/sweep", tag = "questions", params(Patience),
    request_body = Sweep, responses(OfQuestion))]
pub async fn sweep(asks: Asks) -> Result<Response, Problem> {
    asks.answer("sweep").await
}

/// The smallest value that does it, as `fracas solve --json`.
#[utoipa::path(post, path = "/api/v1/solve", tag = "questions", params(Patience),
    request_body = Solve, responses(OfQuestion))]
pub async fn solve(asks: Asks) -> Result<Response, Problem> {
    asks.answer("solve").await
}

/// Scenarios fought with the same dice, as `fracas compare --json`.
#[utoipa::path(post, path = "/api/v1/compare", tag = "questions", params(Patience),
    request_body = Compare, responses(OfQuestion))]
pub async fn compare(asks: Asks) -> Result<Response, Problem> {
    asks.answer("compare").await
}

/// Everybody against everybody, as `fracas matrix --json`.
#[utoipa::path(post, path = "/api/v1/matrix", tag = "questions", params(Patience),
    request_body = Matrix, responses(OfQuestion))]
pub async fn matrix(asks: Asks) -> Result<Response, Problem> {
    asks.answer("matrix").await
}

/// The best army for the money, as `fracas best --json`.
#[utoipa::path(post, path = "/api/v1/best", tag = "questions", params(Patience),
    request_body = Best, responses(OfQuestion))]
pub async fn best(asks: Asks) -> Result<Response, Problem> {
    asks.answer("best").await
}

/// How far a job has come.
#[utoipa::path(get, path = "/api/v1/jobs/{id}", tag = "jobs", params(("id" = String, Path)),
    responses((status = 200, body = Status)))]
pub async fn status(
    State(app): State<Arc<App>>,
    At(id): At<String>,
) -> Result<Json<Status>, Problem> {
    status_of(&app, id).await.map(Json)
}

/// Ends a job before its time, or forgets one that has ended.
#[utoipa::path(delete, path = "/api/v1/jobs/{id}", tag = "jobs", params(("id" = String, Path)),
    responses((status = 204)))]
pub async fn cancel(
    State(app): State<Arc<App>>,
    At(id): At<String>,
) -> Result<StatusCode, Problem> {
    let jobs = app.jobs.clone();
    match aside(move || Ok(jobs.cancel(&id)?)).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(no_such_job()),
    }
}

/// How a job fares, as server-sent events named `status`, up to its end.
#[utoipa::path(get, path = "/api/v1/jobs/{id}/events", tag = "jobs", params(("id" = String, Path)),
    responses(OfEvents))]
pub async fn events(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<Peer>,
    At(id): At<String>,
) -> Result<Response, Problem> {
    let event = |status: &Status| say("status", &serde_json::json!(status));
    let Some(mut told) = app.jobs.follow(&id) else {
        let status = status_of(&app, id).await?;
        return follow(&app, peer, Some(event(&status)), |last| async move {
            last.map(|last| (last, None))
        });
    };
    told.mark_changed();
    follow(&app, peer, Some(told), move |told| async move {
        let mut told = told?;
        told.changed().await.ok()?;
        let status = told.borrow_and_update().clone();
        let next: Event = event(&status);
        Some((next, (!status.is_final()).then_some(told)))
    })
}
