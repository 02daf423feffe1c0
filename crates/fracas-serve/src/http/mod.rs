//! HTTP: who is let in, what can be asked, how it is told.

mod answers;
mod clients;
pub mod documents;
pub mod engine;
mod follow;
mod guard;
mod jobs;
mod known;
mod library;
mod listen;
mod matches;
mod metrics;
mod page;
mod problem;
mod sent;

use std::sync::Arc;

use axum::Router;
use axum::middleware;
use axum::routing::{get, post};
use fracas::Registry;
use tokio::sync::watch;

use crate::jobs::Jobs;
use crate::matches::Matches;
use crate::store::Store;
pub use clients::Clients;
pub use guard::Access;
pub use listen::{Listener, Peer};
pub use metrics::Metrics;

/// What every answer may need.
pub struct App {
    pub registry: Arc<Registry>,
    pub store: Arc<Store>,
    pub jobs: Arc<Jobs>,
    pub matches: Arc<Matches>,
    pub access: Access,
    pub clients: Arc<Clients>,
    pub metrics: Metrics,
    /// Set when the server stops: what would never end ends then.
    pub stopping: watch::Sender<bool>,
}

/// Everything that can be asked for.
pub fn router(app: Arc<App>) -> Router {
    let api = Router::new()
        .route("/openapi.json", get(documents::openapi))
        .route("/rulesets", get(engine::rulesets))
        .route("/check", post(engine::check))
        .route("/inspect", post(engine::inspect))
        .route("/run", post(engine::run))
        .route("/replay", post(engine::replay))
        .route("/odds", post(jobs::odds))
        .route("/sweep", post(jobs::sweep))
        .route("/solve", post(jobs::solve))
        .route("/compare", post(jobs::compare))
        .route("/matrix", post(jobs::matrix))
        .route("/best", post(jobs::best))
        .route("/jobs/{id}", get(jobs::status).delete(jobs::cancel))
        .route("/jobs/{id}/events", get(jobs::events))
        .route("/library", get(library::list))
        .route("/library/{kind}/{key}", get(library::get).put(library::put).delete(library::delete))
        .route("/library/{kind}/{key}/restore", post(library::restore))
        .route("/matches", get(matches::list).post(matches::make))
        .route("/matches/{id}", get(matches::public))
        .route("/matches/{id}/view", get(matches::view))
        .route("/matches/{id}/events", get(matches::events))
        .route("/matches/{id}/join", post(matches::join))
        .route("/matches/{id}/orders", post(matches::order))
        .route("/matches/{id}/undo", post(matches::undo))
        .route("/matches/{id}/query", post(matches::query))
        .route("/matches/{id}/advice", post(matches::advice))
        .route("/matches/{id}/set-up", post(matches::hand_in))
        .route("/matches/{id}/leave", post(matches::leave))
        .route("/matches/{id}/return", post(matches::come_back))
        .route("/matches/{id}/rematch", post(matches::rematch))
        .route("/matches/{id}/replay", get(matches::replay))
        .route_layer(middleware::from_fn(known::only_known_parameters))
        .fallback(problem::no_such_path)
        .method_not_allowed_fallback(problem::no_such_method);
    Router::new()
        .nest("/api/v1", api)
        .route("/healthz", get(metrics::healthz))
        .route("/metrics", get(metrics::metrics))
        .route(page::LOGIN, get(page::login).post(page::logged_in))
        .fallback(page::file)
        .layer(middleware::from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}
