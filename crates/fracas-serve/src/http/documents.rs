//! The document of the API, made from what stands beside each answer.

use axum::Json;
use axum::http::Method;
use utoipa::openapi::RefOr;
use utoipa::openapi::security::{
    ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme,
};
use utoipa::{Modify, OpenApi};

use super::answers::refused;
use super::guard::is_open;
use super::{engine, jobs, library, matches, metrics};

/// Everything that can be asked for.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "fracas",
        description = "Battles fought, weighed and played. Scenarios are sent as text with the files \
            they name; no file of the server is ever opened for one."
    ),
    paths(
        metrics::healthz, metrics::metrics,
        engine::rulesets, engine::check, engine::inspect, engine::run, engine::replay,
        jobs::odds, jobs::sweep, jobs::solve, jobs::compare, jobs::matrix, jobs::best,
        jobs::status, jobs::cancel, jobs::events,
        library::list, library::get, library::put, library::delete, library::restore,
        matches::list, matches::make, matches::public, matches::view, matches::events,
        matches::join, matches::order, matches::undo, matches::query, matches::advice,
        matches::hand_in, matches::leave, matches::come_back, matches::rematch, matches::replay,
    ),
    modifiers(&Secrets, &Names)
)]
pub struct Document;

/// How secrets are shown.
struct Secrets;

impl Modify for Secrets {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let components = document.components.get_or_insert_default();
        let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        components.add_security_scheme("token", SecurityScheme::Http(bearer));
        let about = "the word `Seat`, a blank, and the secret of a seat";
        let seat = ApiKey::Header(ApiKeyValue::with_description("authorization", about));
        components.add_security_scheme("seat", SecurityScheme::ApiKey(seat));
        for (path, item) in &mut document.paths.paths {
            let all = [
                (Method::GET, &mut item.get),
                (Method::PUT, &mut item.put),
                (Method::POST, &mut item.post),
                (Method::DELETE, &mut item.delete),
            ];
            for (method, asked) in all {
                let Some(asked) = asked else { continue };
                // Whoever asks under a wrong name, from elsewhere or too often is refused
                // everywhere.
                let (status, told) = refused();
                asked.responses.responses.entry(status).or_insert(RefOr::T(told));
                if !is_open(&method, path) {
                    let token = SecurityRequirement::new::<_, _, &str>("token", []);
                    // Or none: on this machine alone no token is asked for.
                    asked.security = Some(vec![token, SecurityRequirement::default()]);
                }
            }
        }
    }
}

/// What can be asked for has a name of its own: the room, and what is done there.
struct Names;

impl Modify for Names {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        for item in document.paths.paths.values_mut() {
            let all = [&mut item.get, &mut item.put, &mut item.post, &mut item.delete];
            for asked in all.into_iter().flatten() {
                let room = asked.tags.iter().flatten().next();
                if let (Some(room), Some(name)) = (room, &mut asked.operation_id) {
                    *name = format!("{room}_{name}");
                }
            }
        }
    }
}

/// The document of the API.
pub async fn openapi() -> Json<utoipa::openapi::OpenApi> {
    Json(Document::openapi())
}
