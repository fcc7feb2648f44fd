//! Reading a request strictly: its JSON body and its query, each fault told with its place.

use std::future::{Future, Ready, ready};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::web::{Bytes, Data};
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::Value;
use serde_json::error::Category;

use crate::db::command::Command;
use crate::values::error::{
    BODY_TOO_LARGE, BODY_TOO_SLOW, Error, INVALID_QUERY, MALFORMED_JSON, Problem, UNSUPPORTED_MEDIA_TYPE, sentence,
};
use crate::values::validation::{Faults, ParameterError, TOO_LONG, ValueError};
use crate::web::connections::ConnectionLimits;
use crate::web::idempotency::Request;
use crate::web::list::{OUT_OF_BOUNDS, TOO_MANY};
use crate::web::room;

/// The largest body that is read.
pub const MOST_BYTES: usize = 256 * 1024;

/// The JSON body of a request, of the form of `T`: unknown fields are refused where `T` says so. With it comes what tells
/// the request from others.
pub struct Body<T>(pub T, pub Request);

impl<T: DeserializeOwned + 'static> FromRequest for Body<T> {
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Error>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let bytes = read(request, payload, &["application/json"]);
        let request = request.clone();
        Box::pin(async move {
            let bytes = bytes.await?;
            Ok(Body(parse(&bytes)?, Request::new(&request, &bytes)?))
        })
    }
}

/// A body as [`Body`], which may have 10 MiB and take two minutes.
pub struct LargeBody<T>(pub T, pub Request);

impl<T: DeserializeOwned + 'static> FromRequest for LargeBody<T> {
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Error>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        const MOST: Bounds = Bounds {
            bytes: 10 * 1024 * 1024,
            patience: Duration::from_mins(2),
        };
        let bytes = read_within(MOST, request, payload, &["application/json"]);
        let request = request.clone();
        Box::pin(async move {
            let bytes = bytes.await?;
            Ok(LargeBody(parse(&bytes)?, Request::new(&request, &bytes)?))
        })
    }
}

/// The content of a body in one of two forms.
pub enum JsonOrCsv<T> {
    Json(T),
    /// Comma-separated values, which nobody has read yet.
    Csv(Bytes),
}

/// A body as [`Body`], or a file of comma-separated values of the same size.
pub struct BodyOrCsv<T>(pub JsonOrCsv<T>, pub Request);

impl<T: DeserializeOwned + 'static> FromRequest for BodyOrCsv<T> {
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Error>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let bytes = read(request, payload, &["application/json", "text/csv"]);
        let request = request.clone();
        Box::pin(async move {
            let bytes = bytes.await?;
            let marks = Request::new(&request, &bytes)?;
            let written = if request.content_type().eq_ignore_ascii_case("text/csv") {
                JsonOrCsv::Csv(bytes)
            } else {
                JsonOrCsv::Json(parse(&bytes)?)
            };
            Ok(BodyOrCsv(written, marks))
        })
    }
}

/// The fields of a form as OAuth sends them; none if they cannot be read. Fields that are not known are ignored (RFC 6749,
/// 3.2), and none may be there twice.
pub struct FormBody<T>(pub Option<T>);

impl<T: DeserializeOwned + 'static> FromRequest for FormBody<T> {
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Error>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let bytes = read(request, payload, &["application/x-www-form-urlencoded"]);
        Box::pin(async move { Ok(FormBody(serde_urlencoded::from_bytes(&bytes.await?).ok())) })
    }
}

/// A picture as it was sent: a PNG, of which only the size is judged here.
pub struct Png<const MOST: usize>(pub Bytes);

impl<const MOST: usize> FromRequest for Png<MOST> {
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Error>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let most = Bounds {
            bytes: MOST,
            patience: Duration::from_mins(1),
        };
        let bytes = read_within(most, request, payload, &["image/png"]);
        Box::pin(async move { Ok(Png(bytes.await?)) })
    }
}

/// Bounds on how much is read of a body, and for how long.
#[derive(Clone, Copy)]
struct Bounds {
    bytes: usize,
    patience: Duration,
}

/// The bytes of a body of one of these media types.
pub fn read(
    request: &HttpRequest,
    payload: &mut Payload,
    media_types: &[&str],
) -> impl Future<Output = Result<Bytes, Error>> + use<> {
    let limits = request.app_data::<Data<ConnectionLimits>>();
    let most = Bounds {
        bytes: MOST_BYTES,
        patience: limits.map_or_else(ConnectionLimits::default, |limits| ***limits).body,
    };
    read_within(most, request, payload, media_types)
}

fn read_within(
    most: Bounds,
    request: &HttpRequest,
    payload: &mut Payload,
    media_types: &[&str],
) -> impl Future<Output = Result<Bytes, Error>> + use<> {
    let too_long = announced_length(request).is_some_and(|length| length > most.bytes);
    let refusal = refusal(request, media_types).or_else(|| too_long.then(|| too_large(most.bytes)));
    let room = match &refusal {
        None => room::take_for_body(request, announced_length(request), most.bytes),
        Some(_) => Ok(()),
    };
    let command = request.extensions().get::<Arc<Command>>().cloned();
    let payload = actix_web::web::Payload::from_request(request, payload);
    async move {
        if let Some(refusal) = refusal {
            return Err(refusal);
        }
        room?;
        let payload = payload.await.map_err(|error| Error::Internal(error.to_string()))?;
        match tokio::time::timeout(most.patience, payload.to_bytes_limited(most.bytes)).await {
            Err(_) => Err(BODY_TOO_SLOW.problem("The body did not come to an end.").into()),
            Ok(Err(_)) => Err(too_large(most.bytes)),
            Ok(Ok(Err(_))) => Err(MALFORMED_JSON.problem("The body broke off.").into()),
            Ok(Ok(Ok(bytes))) => {
                if let Some(command) = command {
                    command.keep_body(&bytes);
                }
                Ok(bytes)
            }
        }
    }
}

/// The reason why a body that should have one of these media types is not read.
pub fn refusal(request: &HttpRequest, media_types: &[&str]) -> Option<Error> {
    let sent = request.content_type();
    if !media_types.iter().any(|taken| taken.eq_ignore_ascii_case(sent)) {
        let sent = if sent.is_empty() {
            "no media type"
        } else {
            "another media type"
        };
        Some(
            UNSUPPORTED_MEDIA_TYPE
                .problem(format!("The body was sent with {sent}."))
                .into(),
        )
    } else if request
        .headers()
        .get(header::CONTENT_ENCODING)
        .is_some_and(|coding| coding != "identity")
    {
        Some(
            UNSUPPORTED_MEDIA_TYPE
                .problem("The body was sent compressed; send it as it is.")
                .into(),
        )
    } else {
        None
    }
}

/// The number of bytes that the body has, if the sender says so.
pub fn announced_length(request: &HttpRequest) -> Option<usize> {
    request
        .headers()
        .get(header::CONTENT_LENGTH)?
        .to_str()
        .ok()?
        .parse()
        .ok()
}

/// The refusal of a body above that many bytes.
pub fn too_large(most: usize) -> Error {
    BODY_TOO_LARGE
        .problem(format!("The body has more than {most} bytes."))
        .into()
}

/// Reads JSON; a fault of form is told with a JSON pointer.
pub fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Error> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    // The library would take a list of a struct's fields for the struct.
    if bytes.trim_ascii_start().first().is_some_and(|first| *first != b'{') {
        serde_json::from_slice::<IgnoredAny>(bytes).map_err(|error| malformed(&error))?;
        return Err(Faults::of("", ValueError::new("invalid-value", "Expected an object.")).into());
    }
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let pointer = pointer(error.path());
        let error = error.into_inner();
        match error.classify() {
            Category::Data => fault(&pointer, &error.to_string()).into(),
            Category::Syntax | Category::Eof | Category::Io => malformed(&error),
        }
    })?;
    json.end().map_err(|error| malformed(&error))?;
    Ok(value)
}

/// Reads what has the form of JSON already.
pub fn from_value<T: DeserializeOwned>(value: Value) -> Result<T, Error> {
    serde_path_to_error::deserialize(value)
        .map_err(|error| fault(&pointer(error.path()), &error.into_inner().to_string()).into())
}

fn malformed(error: &serde_json::Error) -> Error {
    MALFORMED_JSON
        .problem(format!(
            "Line {}, column {}: {}.",
            error.line(),
            error.column(),
            without_place(error)
        ))
        .into()
}

fn without_place(error: &serde_json::Error) -> String {
    let message = error.to_string();
    message.split(" at line ").next().unwrap_or_default().to_owned()
}

/// The words for a member that was there before, if the fault is at that member. Where serde says so of a struct's
/// field, the fault stands beside it and names it.
pub const DUPLICATE_MEMBER: &str = "duplicate member";

/// Says what serde says, without what was sent: that may be a password, or very long.
fn fault(pointer: &str, message: &str) -> Faults {
    let quoted = message.split('`').nth(1).unwrap_or_default();
    let expected = message
        .split_once("expected ")
        .map(|(_, expected)| expected.split(" at line ").next());
    let expected = expected.flatten().unwrap_or("another value");
    if message.starts_with("missing field") {
        Faults::of(
            &format!("{pointer}/{quoted}"),
            ValueError::new("required", "Must be given."),
        )
    } else if message.starts_with("unknown field") {
        Faults::of(
            pointer,
            ValueError::new("unknown-field", format!("There is no such field; expected {expected}.")),
        )
    } else if message.starts_with("duplicate field") {
        Faults::of(
            &format!("{pointer}/{quoted}"),
            ValueError::new("duplicate-field", "Was given twice."),
        )
    } else if message.starts_with(DUPLICATE_MEMBER) {
        Faults::of(pointer, ValueError::new("duplicate-field", "Was given twice."))
    } else if message.starts_with(TOO_MANY) {
        Faults::of(
            pointer,
            ValueError::new("too-many", format!("May have {expected} items.")),
        )
    } else if message.starts_with(OUT_OF_BOUNDS) {
        Faults::of(
            pointer,
            ValueError::new("out-of-bounds", format!("Must have {expected} items.")),
        )
    } else if message.starts_with(TOO_LONG) {
        Faults::of(
            pointer,
            ValueError::new("too-long", format!("May have {expected} characters.")),
        )
    } else {
        Faults::of(
            pointer,
            ValueError::new("invalid-value", format!("Expected {expected}.")),
        )
    }
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

/// A request without a body.
pub struct NoBody(pub Request);

impl FromRequest for NoBody {
    type Error = Error;
    type Future = Ready<Result<Self, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Request::new(request, &[]).map(NoBody))
    }
}

/// The query of a request, of the form of `T`.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned> FromRequest for Query<T> {
    type Error = Error;
    type Future = Ready<Result<Self, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(read_query(request.query_string()).map(Query))
    }
}

/// The most faults of a query that are told.
pub const MOST_FAULTS: usize = 20;

/// Reads a query; its faults are told with the names of their parameters.
pub fn read_query<T: DeserializeOwned>(query: &str) -> Result<T, Error> {
    let (mut left, mut details, mut faults) = (query.to_owned(), Vec::new(), Vec::<ParameterError>::new());
    while faults.len() < MOST_FAULTS {
        let wrong = match read_parameters::<T>(&left) {
            Ok(value) if faults.is_empty() => return Ok(value),
            Ok(_) => break,
            Err(wrong) => wrong,
        };
        // What was refused before is missing now, and nothing that stands behind it is told.
        if faults.iter().any(|fault| fault.parameter == wrong.fault.parameter) {
            break;
        }
        let others = form_urlencoded::parse(left.as_bytes()).filter(|(name, _)| *name != wrong.fault.parameter);
        left = form_urlencoded::Serializer::new(String::new())
            .extend_pairs(others)
            .finish();
        details.push(wrong.detail);
        faults.push(wrong.fault);
    }
    Err(Problem {
        parameters: faults.into(),
        // What was sent comes back in part: it may be very long.
        ..INVALID_QUERY.problem(shortened(&details.join("; ")))
    }
    .into())
}

/// A parameter that cannot be read, and the words for that.
struct WrongParameter {
    detail: String,
    fault: ParameterError,
}

/// Reads the parameters as far as one that is wrong.
fn read_parameters<T: DeserializeOwned>(query: &str) -> Result<T, WrongParameter> {
    let pairs = serde_urlencoded::Deserializer::new(form_urlencoded::parse(query.as_bytes()));
    serde_path_to_error::deserialize(pairs).map_err(|error| {
        let name = error.path().to_string();
        let message = error.into_inner().to_string();
        let message = in_words(&message).map_or(message.clone(), str::to_owned);
        let quoted = message.split('`').nth(1).unwrap_or_default();
        let expected = message.split_once("expected ").map(|(_, expected)| expected);
        let (name, fault) = if message.starts_with("unknown field") {
            let there_are = expected.map_or_else(String::new, |names| format!("; expected {names}"));
            let words = format!("There is no such parameter{there_are}.");
            (quoted, ValueError::new("unknown-parameter", words))
        } else if message.starts_with("duplicate field") {
            (quoted, ValueError::new("duplicate-parameter", "Was given twice."))
        } else if message.starts_with("missing field") {
            (quoted, ValueError::new("required", "Must be given."))
        } else {
            let words = expected.map_or_else(|| sentence(&message), |expected| format!("Expected {expected}."));
            (name.as_str(), ValueError::new("invalid-value", shortened(&words)))
        };
        let is_told = message.contains(&format!("`{name}`"));
        let detail = if is_told {
            message.clone()
        } else {
            format!("{name}: {message}")
        };
        WrongParameter {
            fault: ParameterError::of(&shortened(name), fault),
            detail,
        }
    })
}

/// The first words of a text that may be very long.
pub fn shortened(text: &str) -> String {
    text.chars().take(300).collect()
}

/// Plain words for what the standard library says of a number, or of a yes or no, that it cannot read.
fn in_words(message: &str) -> Option<&'static str> {
    Some(match message {
        "invalid digit found in string" | "cannot parse integer from empty string" => {
            "expected a whole number, in digits alone"
        }
        "number too large to fit in target type" => "expected a smaller number",
        "number too small to fit in target type" => "expected a larger number",
        "provided string was not `true` or `false`" => "expected `true` or `false`",
        _ => return None,
    })
}
