//! Reading a request: its JSON body and its query, each fault told with its place.

use std::future::{Future, Ready, ready};
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::web::Bytes;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use serde::de::DeserializeOwned;
use serde_json::error::Category;

use crate::error::{
    BODY_TOO_LARGE, Error, INVALID_INPUT, INVALID_QUERY, Kind, MALFORMED_JSON, Problem, UNSUPPORTED_MEDIA_TYPE,
};

/// The largest body that is read.
pub(crate) const MOST_BYTES: usize = 256 * 1024;

/// The JSON body of a request, of the form of `T`: unknown fields are refused where `T` says so.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned + 'static> FromRequest for Body<T> {
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Error>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        if request.content_type() != "application/json" {
            let sent = match request.content_type() {
                "" => "no media type".to_owned(),
                _ => "another media type".to_owned(),
            };
            let problem = UNSUPPORTED_MEDIA_TYPE.problem(format!("The body was sent with {sent}."));
            return Box::pin(ready(Err(problem.into())));
        }
        let announced = request
            .headers()
            .get(header::CONTENT_LENGTH)
            .and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
        if announced.is_some_and(|length| length > MOST_BYTES) {
            return Box::pin(ready(Err(too_large())));
        }
        let payload = actix_web::web::Payload::from_request(request, payload);
        Box::pin(async move {
            let payload = payload.await.map_err(|error| Error::Internal(error.to_string()))?;
            let bytes: Bytes = match payload.to_bytes_limited(MOST_BYTES).await {
                Err(_) => return Err(too_large()),
                Ok(Err(_)) => return Err(MALFORMED_JSON.problem("The body broke off.").into()),
                Ok(Ok(bytes)) => bytes,
            };
            parse(&bytes).map(Body)
        })
    }
}

fn too_large() -> Error {
    BODY_TOO_LARGE.problem(format!("The body has more than {MOST_BYTES} bytes.")).into()
}

/// Reads JSON; a fault of form is told with a JSON pointer.
fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Error> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let pointer = pointer(error.path());
        let error = error.into_inner();
        let place = format!("line {}, column {}", error.line(), error.column());
        match error.classify() {
            Category::Data => {
                let message = without_place(&error.to_string());
                Error::from(INVALID_INPUT.at(&pointer, format!("{message} ({place})")))
            }
            Category::Syntax | Category::Eof | Category::Io => {
                MALFORMED_JSON.problem(format!("{} ({place}).", without_place(&error.to_string()))).into()
            }
        }
    })?;
    json.end().map_err(|error| MALFORMED_JSON.problem(error.to_string()))?;
    Ok(value)
}

fn without_place(message: &str) -> String {
    message.split(" at line ").next().unwrap_or(message).to_owned()
}

fn pointer(path: &serde_path_to_error::Path) -> String {
    use serde_path_to_error::Segment;
    path.iter()
        .map(|segment| match segment {
            Segment::Seq { index } => format!("/{index}"),
            Segment::Map { key } => format!("/{}", key.replace('~', "~0").replace('/', "~1")),
            Segment::Enum { variant } => format!("/{variant}"),
            Segment::Unknown => String::new(),
        })
        .collect()
}

/// The query of a request, of the form of `T`.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest for Query<T> {
    type Error = Error;
    type Future = Ready<Result<Self, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let pairs = serde_urlencoded::Deserializer::new(form(request.query_string()));
        ready(serde_path_to_error::deserialize(pairs).map(Query).map_err(|error| {
            let name = error.path().to_string();
            let message = error.into_inner().to_string();
            let detail = if name == "." || name == "?" { message } else { format!("{name}: {message}") };
            query_problem(&INVALID_QUERY, detail)
        }))
    }
}

fn form(query: &str) -> form_urlencoded::Parse<'_> {
    form_urlencoded::parse(query.as_bytes())
}

fn query_problem(kind: &'static Kind, detail: String) -> Error {
    let problem: Problem = kind.problem(detail);
    problem.into()
}
