//! Files as they are uploaded: the parts of `multipart/form-data` (RFC 7578).

use std::future::{Future, ready};
use std::pin::Pin;
use std::time::Duration;

use actix_multipart::{Multipart, MultipartError};
use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use futures_util::StreamExt;

use crate::values::error::{BODY_TOO_SLOW, Error};
use crate::web::body::{announced_length, refusal, too_large};
use crate::web::idempotency::Key;
use crate::web::room;

/// The most bytes that the parts may hold together.
const MOST_BYTES: usize = 10 * 1024 * 1024;

/// The most bytes that are read: what is too large is read on to here, so that its sender, who reads no answer before
/// the end, is told so.
const MOST_READ: usize = 4 * MOST_BYTES;

/// More than any upload has.
const MOST_PARTS: usize = 16;

/// The time that the sender may take: 10 MiB pass in it at 90 kB a second.
const PATIENCE: Duration = Duration::from_mins(2);

crate::problem_kinds! {
    MALFORMED_MULTIPART = 400 "malformed-multipart", "The body is not multipart/form-data",
        "The parts of the body could not be told apart. Most HTTP clients write such a body by themselves: `curl -F clubs=@clubs.csv`.";
}

/// The parts of an upload, and the key that it must have: the bytes of its body are other ones each time it is sent, so
/// its content is what tells it from others.
pub struct Upload {
    pub key: Key,
    pub parts: Vec<Part>,
}

/// A part of a form.
pub struct Part {
    pub name: String,
    /// The name that a file has where it was chosen; none of what was typed.
    pub file_name: Option<String>,
    pub content: Vec<u8>,
}

impl FromRequest for Upload {
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Error>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let key = match Key::required(request) {
            Ok(key) => key,
            Err(error) => return Box::pin(ready(Err(error))),
        };
        let parts = parts(MOST_PARTS, request, payload);
        Box::pin(async move {
            Ok(Upload {
                key,
                parts: parts.await?,
            })
        })
    }
}

/// The parts of a body, of which there may be so many.
pub fn parts(
    most: usize,
    request: &HttpRequest,
    payload: &mut Payload,
) -> impl Future<Output = Result<Vec<Part>, Error>> + use<> {
    let too_long = announced_length(request).is_some_and(|length| length > MOST_READ);
    let refusal = refusal(request, &["multipart/form-data"]).or_else(|| too_long.then(|| too_large(MOST_BYTES)));
    let room = match &refusal {
        None => room::take_for_body(request, announced_length(request), MOST_BYTES),
        Some(_) => Ok(()),
    };
    let multipart = Multipart::from_request(request, payload).into_inner();
    async move {
        if let Some(refusal) = refusal {
            return Err(refusal);
        }
        room?;
        let multipart = multipart.map_err(|error| MALFORMED_MULTIPART.problem(format!("{error}.")))?;
        let parts = tokio::time::timeout(PATIENCE, read(most, multipart)).await;
        parts.map_err(|_| BODY_TOO_SLOW.problem("The body did not come to an end."))?
    }
}

async fn read(most: usize, mut multipart: Multipart) -> Result<Vec<Part>, Error> {
    let malformed = |error: MultipartError| Error::from(MALFORMED_MULTIPART.problem(format!("{error}.")));
    let (mut parts, mut bytes) = (Vec::new(), 0);
    while let Some(field) = multipart.next().await {
        let mut field = field.map_err(malformed)?;
        if parts.len() == most {
            let detail = format!("The body has more than {most} parts.");
            return Err(MALFORMED_MULTIPART.problem(detail).into());
        }
        let short = |name: &str| name.chars().take(64).collect::<String>();
        let name = short(field.name().unwrap_or_default());
        let file_name = field.content_disposition().and_then(|told| told.get_filename());
        let file_name = file_name.map(short);
        let mut content = Vec::new();
        while let Some(chunk) = field.next().await {
            let chunk = chunk.map_err(malformed)?;
            bytes += chunk.len();
            if bytes > MOST_READ {
                return Err(too_large(MOST_BYTES));
            }
            if bytes <= MOST_BYTES {
                content.extend_from_slice(&chunk);
            }
        }
        parts.push(Part {
            name,
            file_name,
            content,
        });
    }
    if bytes > MOST_BYTES {
        Err(too_large(MOST_BYTES))
    } else {
        Ok(parts)
    }
}
