//! Errors as callers are told of them: RFC 9457 problem details.

use std::borrow::Cow;

use actix_web::http::{StatusCode, header};
use actix_web::{HttpResponse, ResponseError};
use serde::Serialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use crate::languages::Language;
use crate::values::error::Error;
use crate::values::validation::{FieldError, ParameterError};
use crate::web::{language, telemetry};

/// A fault, at its place in what was sent.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum Fault<'a> {
    /// A field of the body.
    Field(&'a FieldError),
    /// A parameter of the query.
    Parameter(&'a ParameterError),
}

/// The body of every answer that is not what was asked for (RFC 9457), `application/problem+json`.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Problem)]
pub struct ProblemBody<'a> {
    /// The place where the kind of problem is explained.
    #[serde(rename = "type")]
    #[schema(example = "/v1/problems/invalid-input", format = "uri-reference")]
    kind: String,
    /// The kind of problem in a few words, in the language of whoever reads.
    #[schema(example = "Some fields are wrong")]
    title: Cow<'static, str>,
    /// The HTTP status.
    #[schema(minimum = 300, maximum = 599, example = 422)]
    status: u16,
    /// The explanation of this particular problem, for a person.
    #[schema(example = "1 field is wrong.")]
    detail: &'a str,
    /// The request's id, also in the header `X-Request-Id` and in the log.
    #[schema(example = "019aa0c8-5b1f-7a52-9d0e-7f3b1c2a4d5e")]
    instance: String,
    /// The kind of problem for a program; never changes.
    #[schema(example = "invalid-input")]
    code: &'a str,
    /// The fields of the body, or the parameters of the query, that are wrong, and what is wrong with each, where that is the
    /// matter.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, inline)]
    errors: Vec<Fault<'a>>,
    #[serde(flatten)]
    #[schema(ignore)]
    facts: &'a Map<String, Value>,
}

impl Error {
    /// The refusal of something that stands further down in the body.
    pub fn below(mut self, pointer: &str) -> Error {
        if let Error::Refused(problem) = &mut self {
            for fault in &mut problem.errors {
                fault.pointer.insert_str(0, pointer);
            }
        }
        self
    }

    /// The body of the answer, as JSON.
    pub fn body(&self) -> String {
        let kind = self.kind();
        let nothing = Map::new();
        let (detail, facts) = match self {
            Error::Refused(problem) => (problem.detail.as_str(), &problem.facts),
            // What broke inside is for the log, not for the caller.
            _ => (kind.about, &nothing),
        };
        let errors = match self {
            Error::Refused(problem) => {
                let parameters = problem.parameters.iter().map(Fault::Parameter);
                problem.errors.iter().map(Fault::Field).chain(parameters).collect()
            }
            _ => Vec::new(),
        };
        let body = ProblemBody {
            kind: format!("/v1/problems/{}", kind.code),
            title: language::words().title_of(kind),
            status: kind.status,
            detail,
            instance: telemetry::request_id(),
            code: kind.code,
            errors,
            facts,
        };
        serde_json::to_string(&body).unwrap_or_else(|_| json!({ "code": kind.code }).to_string())
    }
}

impl ResponseError for Error {
    fn status_code(&self) -> StatusCode {
        StatusCode::from_u16(self.kind().status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    fn error_response(&self) -> HttpResponse {
        let kind = self.kind();
        let mut response = HttpResponse::build(self.status_code());
        if kind.status == 401 {
            // RFC 9110, 11.6.1: every 401 says how to sign in.
            response.insert_header((header::WWW_AUTHENTICATE, "Bearer"));
        }
        if let Error::Refused(problem) = self {
            for (name, value) in &problem.headers {
                response.insert_header((*name, value.as_str()));
            }
        }
        if let Some(seconds) = self.retry_after() {
            response.insert_header((header::RETRY_AFTER, seconds));
        }
        let read = language::words().language();
        if read != Language::English {
            // The title is in that language, and all else in English.
            let both = format!("{}, {}", read.tag(), Language::English.tag());
            response.insert_header((header::CONTENT_LANGUAGE, both));
        }
        let body = self.body();
        response
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .content_type("application/problem+json")
            .body(body)
    }
}
