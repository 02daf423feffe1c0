//! Answers that many addresses have, as the document tells them.

use std::collections::BTreeMap;

use utoipa::IntoResponses;
use utoipa::openapi::schema::{Object, Schema};
use utoipa::openapi::{Content, Ref, RefOr, Response, ResponseBuilder, Responses};

/// What a long question is answered with: its answer, or a job.
pub struct OfQuestion;

/// What a seat is answered with who asks.
pub struct OfSeat;

/// What a seat is answered with who changes something.
pub struct OfChange;

fn told(status: &str, words: &str, schema: impl Into<RefOr<Schema>>) -> (String, Response) {
    let content = Content::new(Some(schema));
    let told = ResponseBuilder::new().description(words).content("application/json", content);
    (status.to_owned(), told.build())
}

fn object() -> Schema {
    Schema::Object(Object::new())
}

fn problem(status: &str, words: &str) -> (String, Response) {
    told(status, words, Ref::from_schema_name("ProblemTold"))
}

/// Why something is not done, for whatever reason.
pub fn refused() -> (String, Response) {
    problem("4XX", "why not")
}

type Told = BTreeMap<String, RefOr<Response>>;

impl IntoResponses for OfQuestion {
    fn responses() -> Told {
        let job = told("202", "it takes longer: a job", Ref::from_schema_name("Status"));
        let all = [told("200", "the answer", object()), job, refused()];
        Responses::from_iter(all).into()
    }
}

impl IntoResponses for OfSeat {
    fn responses() -> Told {
        Responses::from_iter([told("200", "the answer", object()), refused()]).into()
    }
}

impl IntoResponses for OfChange {
    fn responses() -> Told {
        let full = problem("507", "the disk is full");
        let all = [told("200", "what the seat sees then", object()), refused(), full];
        Responses::from_iter(all).into()
    }
}
