//! Answers that many addresses have, as the document tells them. Refusals, and a
//! disk that is full, are added to all of them in `documents.rs`.

use std::collections::BTreeMap;

use utoipa::IntoResponses;
use utoipa::openapi::schema::{Object, Schema, Type};
use utoipa::openapi::{Content, Ref, RefOr, Response, ResponseBuilder, Responses};

/// What a long question is answered with: its answer, or a job.
pub struct OfQuestion;

/// What a seat is answered with who asks.
pub struct OfSeat;

/// What a seat is answered with who changes something.
pub struct OfChange;

/// What is told bit by bit.
pub struct OfEvents;

fn told(words: &str, kind: &str, schema: impl Into<RefOr<Schema>>) -> Response {
    let content = Content::new(Some(schema));
    ResponseBuilder::new().description(words).content(kind, content).build()
}

fn json(words: &str, schema: impl Into<RefOr<Schema>>) -> Response {
    told(words, "application/json", schema)
}

fn object() -> Schema {
    Schema::Object(Object::new())
}

/// Why something is not done, for whatever reason.
pub fn refused() -> Response {
    json("why not", Ref::from_schema_name("ProblemTold"))
}

/// Why something was not kept.
pub fn full() -> Response {
    json("the disk is full", Ref::from_schema_name("ProblemTold"))
}

type Told = BTreeMap<String, RefOr<Response>>;

impl IntoResponses for OfQuestion {
    fn responses() -> Told {
        let job = json("it takes longer: a job", Ref::from_schema_name("Status"));
        Responses::from_iter([("200", json("the answer", object())), ("202", job)]).into()
    }
}

impl IntoResponses for OfSeat {
    fn responses() -> Told {
        Responses::from_iter([("200", json("the answer", object()))]).into()
    }
}

impl IntoResponses for OfChange {
    fn responses() -> Told {
        Responses::from_iter([("200", json("what the seat sees then", object()))]).into()
    }
}

impl IntoResponses for OfEvents {
    fn responses() -> Told {
        let text = Schema::Object(Object::with_type(Type::String));
        Responses::from_iter([("200", told("events", "text/event-stream", text))]).into()
    }
}
