//! Short questions: what is wrong with a scenario, what the rules make of it,
//! one battle, one replay. The answers are those of the command line.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use fracas_requests as requests;
use fracas_requests::Source;
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::App;
use super::problem::Problem;
use super::sent::{Sent, Worker, aside};

/// A battle to be fought.
#[derive(Deserialize, ToSchema)]
pub struct Run {
    /// The scenario.
    source: Source,
    /// The seed of its dice, 0 to 2^53-1; that of the scenario, or 0.
    #[schema(maximum = 9007199254740991_i64)]
    seed: Option<u64>,
    /// Which battle of that seed.
    #[serde(default)]
    #[schema(maximum = 9007199254740991_i64)]
    trial: u64,
}

/// A battle in a file.
#[derive(Deserialize, ToSchema)]
pub struct ReplayFile {
    /// The text of the file, as `fracas run --save` or a match writes it.
    replay: String,
}

/// The rulesets there are, with their templates and schemas.
#[utoipa::path(get, path = "/api/v1/rulesets", tag = "engine",
    responses((status = 200, body = Vec<Object>)))]
pub async fn rulesets(State(app): State<Arc<App>>) -> Result<Json<Vec<Value>>, Problem> {
    aside(move || Ok(Json(requests::rulesets(&app.registry)))).await
}

/// What is wrong with a scenario, as `fracas check`.
#[utoipa::path(post, path = "/api/v1/check", tag = "engine", request_body = Source,
    responses((status = 200, body = Object)))]
pub async fn check(
    State(app): State<Arc<App>>,
    worker: Worker,
    Sent(source): Sent<Source>,
) -> Result<Json<Value>, Problem> {
    worker.work(move || Ok(Json(requests::check(&app.registry, &source)))).await
}

/// What the rules make of a scenario, as `fracas inspect --json`.
#[utoipa::path(post, path = "/api/v1/inspect", tag = "engine", request_body = Source,
    responses((status = 200, body = Object)))]
pub async fn inspect(
    State(app): State<Arc<App>>,
    worker: Worker,
    Sent(source): Sent<Source>,
) -> Result<Json<Value>, Problem> {
    worker
        .work(move || requests::inspect(&app.registry, &source).map(Json).map_err(Problem::wrong))
        .await
}

/// Fights a battle, as `fracas run --json`.
#[utoipa::path(post, path = "/api/v1/run", tag = "engine", request_body = Run,
    responses((status = 200, body = Object)))]
pub async fn run(
    State(app): State<Arc<App>>,
    worker: Worker,
    Sent(run): Sent<Run>,
) -> Result<Json<Value>, Problem> {
    worker
        .work(move || {
            let own = run.source.battle_by(&app.registry).map_err(Problem::wrong)?.seed();
            let (seed, trial) = (run.seed.or(own).unwrap_or(0), run.trial);
            if seed > fracas::MAX_SEED || trial > fracas::MAX_SEED {
                let most = fracas::MAX_SEED;
                return Err(Problem::wrong(format!("seeds and trials are 0 to {most}")));
            }
            let named = requests::Named { source: run.source, seed, trial };
            requests::run(&app.registry, &named).map(Json).map_err(Problem::wrong)
        })
        .await
}

/// Fights a replay again and checks every event and its dice, as `fracas replay`.
#[utoipa::path(post, path = "/api/v1/replay", tag = "engine", request_body = ReplayFile,
    responses((status = 200, body = Object)))]
pub async fn replay(
    State(app): State<Arc<App>>,
    worker: Worker,
    Sent(file): Sent<ReplayFile>,
) -> Result<Json<Value>, Problem> {
    worker
        .work(move || {
            requests::replay(&app.registry, &file.replay).map(Json).map_err(Problem::wrong)
        })
        .await
}
