//! What is said when something cannot be done.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::jobs::NotBegun;
use crate::matches::MatchError;
use crate::store::StoreError;

/// An answer that says why there is no other.
#[derive(Debug)]
pub struct Problem {
    status: StatusCode,
    code: &'static str,
    message: String,
}

/// The JSON of a [`Problem`].
#[derive(Debug, Serialize, ToSchema)]
pub struct ProblemTold {
    /// What is wrong.
    pub error: ProblemBody,
}

/// What is wrong.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProblemBody {
    /// A word for programs.
    pub code: String,
    /// A sentence for people.
    pub message: String,
}

impl Problem {
    /// A problem of this kind.
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self { status, code, message: message.into() }
    }

    /// What was sent makes no sense.
    pub fn wrong(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "wrong", message)
    }

    /// What was sent cannot be read.
    pub fn no_request(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "no_request", message)
    }

    /// There is no such thing.
    pub fn unknown(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "unknown", message)
    }

    /// Something in the server failed.
    pub fn broken(message: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "broken", message)
    }

    /// More than a client may have.
    pub fn too_many(message: impl Into<String>) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many", message)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = ProblemBody { code: self.code.to_owned(), message: self.message };
        (self.status, Json(ProblemTold { error: body })).into_response()
    }
}

impl From<StoreError> for Problem {
    fn from(why: StoreError) -> Self {
        let message = why.to_string();
        match why {
            StoreError::Full => Self::new(StatusCode::INSUFFICIENT_STORAGE, "full", message),
            _ => Self::broken(message),
        }
    }
}

impl From<MatchError> for Problem {
    fn from(why: MatchError) -> Self {
        let message = why.to_string();
        match why {
            MatchError::Unknown => Self::unknown(message),
            MatchError::Wrong(_) => Self::wrong(message),
            MatchError::NotNow(_) => Self::new(StatusCode::CONFLICT, "not_now", message),
            MatchError::Refused(_) => {
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, "refused", message)
            }
            MatchError::Store(why) => why.into(),
        }
    }
}

impl From<NotBegun> for Problem {
    fn from(why: NotBegun) -> Self {
        match why {
            NotBegun::Wrong(message) => Self::wrong(message),
            NotBegun::TooMany(message) => Self::too_many(message),
            NotBegun::Store(why) => why.into(),
        }
    }
}

/// What is said to who asks for what there is not.
pub async fn no_such_path() -> Problem {
    Problem::unknown("there is nothing at this address; /api/v1/openapi.json tells what there is")
}

/// What is said to who asks in another way.
pub async fn no_such_method() -> Problem {
    let message = "this address is asked in another way; /api/v1/openapi.json tells how";
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method", message)
}
