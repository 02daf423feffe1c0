//! What may stand behind `?` in an address: what the document tells of it, and
//! nothing else.

use std::collections::HashMap;
use std::sync::LazyLock;

use axum::extract::{MatchedPath, Query, Request};
use axum::http::Uri;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use fracas::core::document::suggestion;
use utoipa::OpenApi;
use utoipa::openapi::path::ParameterIn;

use super::documents::{Document, operations};
use super::problem::Problem;

/// Names of parameters, by method and address.
type Known = HashMap<(String, String), Vec<String>>;

static KNOWN: LazyLock<Known> = LazyLock::new(|| {
    let mut document = Document::openapi();
    let mut known = Known::new();
    for (path, method, asked) in operations(&mut document) {
        let parameters = asked.parameters.iter().flatten();
        let of_query = parameters.filter(|one| one.parameter_in == ParameterIn::Query);
        known.insert(
            (method.to_string(), path.clone()),
            of_query.map(|one| one.name.clone()).collect(),
        );
    }
    known
});

/// Refuses what is not known there.
pub async fn only_known_parameters(at: MatchedPath, request: Request, next: Next) -> Response {
    let place = (request.method().to_string(), at.as_str().to_owned());
    let known = KNOWN.get(&place).map_or(&[][..], Vec::as_slice);
    match unknown(request.uri(), known) {
        Some(why) => Problem::no_request(why).into_response(),
        None => next.run(request).await,
    }
}

fn unknown(uri: &Uri, known: &[String]) -> Option<String> {
    let Query(found) = Query::<Vec<(String, String)>>::try_from_uri(uri).ok()?;
    let (name, _) = found.into_iter().find(|(name, _)| !known.contains(name))?;
    let help = match known {
        [] => "there is none here".to_owned(),
        known => suggestion(&name, known.iter().map(String::as_str)),
    };
    Some(format!("{name}: no such parameter of the address; {help}"))
}
