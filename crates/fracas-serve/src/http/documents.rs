//! The document of the API, made from what stands beside each answer.

use std::collections::BTreeSet;

use axum::Json;
use axum::http::Method;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::{AdditionalProperties, Components, Schema};
use utoipa::openapi::security::{
    ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme,
};
use utoipa::openapi::{OpenApi as Told, RefOr};
use utoipa::{Modify, OpenApi};

use super::answers::{full, refused};
use super::guard::is_open;
use super::problem::ProblemTold;
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
    components(schemas(ProblemTold)),
    modifiers(&Secrets, &Refusals, &Fields, &Names)
)]
pub struct Document;

/// Everything that can be asked for: where, how, and what is told of it.
pub fn operations(document: &mut Told) -> impl Iterator<Item = (&String, Method, &mut Operation)> {
    document.paths.paths.iter_mut().flat_map(|(path, item)| {
        let all = [
            (Method::GET, &mut item.get),
            (Method::PUT, &mut item.put),
            (Method::POST, &mut item.post),
            (Method::DELETE, &mut item.delete),
        ];
        all.into_iter().filter_map(move |(method, asked)| Some((path, method, asked.as_mut()?)))
    })
}

/// How secrets are shown.
struct Secrets;

impl Modify for Secrets {
    fn modify(&self, document: &mut Told) {
        let components = document.components.get_or_insert_default();
        let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
        components.add_security_scheme("token", SecurityScheme::Http(bearer));
        let about = "the word `Seat`, a blank, and the secret of a seat";
        let seat = ApiKey::Header(ApiKeyValue::with_description("authorization", about));
        components.add_security_scheme("seat", SecurityScheme::ApiKey(seat));
        for (path, method, asked) in operations(document) {
            if !is_open(&method, path) {
                let token = SecurityRequirement::new::<_, _, &str>("token", []);
                // Or none: on this machine alone no token is asked for.
                asked.security = Some(vec![token, SecurityRequirement::default()]);
            }
        }
    }
}

/// Whoever asks under a wrong name, from elsewhere or too often is refused
/// everywhere, and whoever wants something kept may find the disk full.
struct Refusals;

impl Modify for Refusals {
    fn modify(&self, document: &mut Told) {
        for (_, method, asked) in operations(document) {
            let keeps = asked.tags.iter().flatten().any(|room| room != "engine");
            let responses = &mut asked.responses.responses;
            responses.insert("4XX".to_owned(), RefOr::T(refused()));
            if keeps && method != Method::GET {
                responses.insert("507".to_owned(), RefOr::T(full()));
            }
        }
    }
}

/// What is sent has the fields that are told, and no others.
struct Fields;

impl Modify for Fields {
    fn modify(&self, document: &mut Told) {
        let mut named = BTreeSet::new();
        for (_, _, asked) in operations(document) {
            names_in(&asked.request_body, &mut named);
        }
        let Some(Components { schemas, .. }) = &mut document.components else { return };
        let mut closed = BTreeSet::new();
        while let Some(name) = named.pop_first() {
            if !closed.insert(name.clone()) {
                continue;
            }
            let Some(RefOr::T(schema)) = schemas.get_mut(&name) else { continue };
            names_in(schema, &mut named);
            if let Schema::Object(object) = schema
                && !object.properties.is_empty()
            {
                let none = AdditionalProperties::FreeForm(false);
                object.additional_properties = Some(Box::new(none));
            }
        }
    }
}

/// The schemas that are referred to somewhere inside.
fn names_in<T: Serialize>(told: &T, names: &mut BTreeSet<String>) {
    let mut waiting = vec![json!(told)];
    while let Some(value) = waiting.pop() {
        match value {
            Value::Array(items) => waiting.extend(items),
            Value::Object(fields) => waiting.extend(fields.into_iter().map(|(_, value)| value)),
            Value::String(text) => {
                names.extend(text.strip_prefix("#/components/schemas/").map(str::to_owned));
            }
            _ => {}
        }
    }
}

/// What can be asked for has a name of its own: the room, and what is done there.
struct Names;

impl Modify for Names {
    fn modify(&self, document: &mut Told) {
        for (_, _, asked) in operations(document) {
            let room = asked.tags.iter().flatten().next();
            if let (Some(room), Some(name)) = (room, &mut asked.operation_id) {
                *name = format!("{room}_{name}");
            }
        }
    }
}

/// The document of the API.
pub async fn openapi() -> Json<Told> {
    Json(Document::openapi())
}
