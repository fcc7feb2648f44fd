//! Answers: JSON with an entity tag, a cache policy, and the links that go with it.

use std::borrow::Cow;

use actix_web::body::BoxBody;
use actix_web::http::header::{self, Accept, Header, Quality};
use actix_web::{HttpRequest, HttpResponse, Responder, ResponseError};
use serde::{Deserialize, Serialize};

use crate::db::audit;
use crate::languages::{Language, Words};
use crate::values::error::Error;
use crate::web::entity_tag::{entity_tag, unchanged};
use crate::web::language;
use crate::web::log_entry::LOG_ENTRY;
use crate::web::pagination::Page;

/// A good answer with a body.
///
/// Its entity tag is taken from the body itself, so it changes exactly when what the caller would read changes: also
/// when a name is hidden that stands in a thing which did not change.
pub struct Response<T> {
    body: T,
    cache: &'static str,
    location: Option<String>,
    arrival: Arrival,
    content_location: Option<String>,
    next_cursor: Option<String>,
    negotiated: bool,
    /// The language of the body, where another reader may get it in another.
    language: Option<Language>,
    /// The note that the body is a file, and what is done with it.
    disposition: Option<String>,
    /// The answer that is given the first time in its place.
    first: Option<Box<StoredResponse>>,
}

/// The way in which an answer leads to its location.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Arrival {
    /// The thing was created there.
    #[default]
    Created,
    /// The thing there is still to come.
    Awaited,
    /// A browser is to go on there.
    Onward,
}

/// The rule for answers that anyone may keep, and must ask about before showing them again.
pub(crate) const PUBLIC: &str = "public, no-cache";
/// The rule for answers that have something private in them.
pub const PRIVATE: &str = "private, no-store";

impl<T: Content> Response<T> {
    /// An answer for everyone's eyes.
    pub fn public(body: T) -> Response<T> {
        Response {
            body,
            cache: PUBLIC,
            location: None,
            arrival: Arrival::default(),
            content_location: None,
            next_cursor: None,
            negotiated: false,
            language: None,
            disposition: None,
            first: None,
        }
    }

    /// The body is in the words of whoever asks for it.
    pub fn said_in(self, words: Words) -> Response<T> {
        Response {
            language: Some(words.language()),
            ..self
        }
    }

    /// Another caller may get another media type at the same path.
    pub fn negotiated(mut self) -> Response<T> {
        self.negotiated = true;
        self
    }

    /// An answer for the caller's eyes only.
    pub fn private(body: T) -> Response<T> {
        Response {
            cache: PRIVATE,
            ..Response::public(body)
        }
    }

    /// The thing was created, and is found at that path.
    pub fn created_at(mut self, location: String) -> Response<T> {
        self.location = Some(location);
        self
    }

    /// The work was begun; how it goes is found at that path.
    pub fn accepted_at(self, location: String) -> Response<T> {
        Response {
            arrival: Arrival::Awaited,
            ..self.created_at(location)
        }
    }

    /// The answer to a form that was done: the browser goes on to that path.
    pub fn onward_to(self, location: String) -> Response<T> {
        Response {
            arrival: Arrival::Onward,
            ..self.created_at(location)
        }
    }

    /// The body is a file to be kept under that name.
    pub fn kept_as(self, file_name: &str) -> Response<T> {
        Response {
            disposition: Some(format!("attachment; filename=\"{file_name}\"")),
            ..self
        }
    }

    /// The body is a file to be shown, and kept under that name by whoever keeps it.
    pub fn shown_as(self, file_name: &str) -> Response<T> {
        Response {
            disposition: Some(format!("inline; filename=\"{file_name}\"")),
            ..self
        }
    }

    /// Gives another answer the first time, with secrets that are not kept.
    pub fn given_first_as<U: Content>(self, first: Response<U>) -> Result<Response<T>, Error> {
        Ok(Response {
            first: Some(Box::new(first.rendered()?)),
            ..self
        })
    }

    /// The body is a page, and this is the cursor of the next one.
    pub fn followed_by(self, next_cursor: Option<String>) -> Response<T> {
        Response { next_cursor, ..self }
    }

    /// The body is what a `GET` of that path answers.
    pub fn read_at(mut self, location: String) -> Response<T> {
        self.content_location = Some(location);
        self
    }
}

impl<T: Serialize> Response<Page<T>> {
    /// A page of a list that everyone may read.
    pub fn public_page(page: Page<T>) -> Response<Page<T>> {
        let next_cursor = page.next_cursor().map(str::to_owned);
        Response::public(page).followed_by(next_cursor)
    }

    /// A page of a list for the caller's eyes only.
    pub fn private_page(page: Page<T>) -> Response<Page<T>> {
        Response {
            cache: PRIVATE,
            ..Response::public_page(page)
        }
    }
}

/// A value that can be the body of an answer.
pub trait Content {
    /// Its bytes, and its media type.
    fn render(self) -> Result<(Vec<u8>, &'static str), Error>;
}

impl<T: Serialize> Content for T {
    fn render(self) -> Result<(Vec<u8>, &'static str), Error> {
        let body = serde_json::to_vec(&self).map_err(|error| Error::Internal(error.to_string()))?;
        Ok((body, "application/json"))
    }
}

/// A body that is not JSON.
pub struct Text {
    pub media_type: &'static str,
    pub body: String,
}

impl Content for Text {
    fn render(self) -> Result<(Vec<u8>, &'static str), Error> {
        Ok((self.body.into_bytes(), self.media_type))
    }
}

/// A body that is no text.
pub struct File {
    pub media_type: &'static str,
    pub body: Vec<u8>,
}

/// A string of format `binary` in the document.
impl utoipa::PartialSchema for File {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, SchemaFormat, Type};
        let format = SchemaFormat::KnownFormat(KnownFormat::Binary);
        ObjectBuilder::new()
            .schema_type(Type::String)
            .format(Some(format))
            .into()
    }
}

impl utoipa::ToSchema for File {}

impl Content for File {
    fn render(self) -> Result<(Vec<u8>, &'static str), Error> {
        Ok((self.body, self.media_type))
    }
}

/// A path of this service, as somebody has sent it; an address elsewhere is none.
pub fn local_path(to: &str) -> Option<&str> {
    let is_local = to.starts_with('/') && !to.starts_with("//") && !to.contains('\\') && !to.contains(char::is_control);
    is_local.then_some(to)
}

/// An answer that sends a browser on to that path.
pub fn see_other(path: &str) -> HttpResponse {
    HttpResponse::SeeOther()
        .insert_header((header::LOCATION, path))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .finish()
}

/// The media type, of those offered, that the caller would rather have; the first if it is all the same, or none will
/// do.
pub fn preferred(request: &HttpRequest, offered: &[&'static str]) -> &'static str {
    let accept = Accept::parse(request).unwrap_or(Accept(Vec::new()));
    let refused: Vec<_> = accept.0.iter().filter(|range| range.quality == Quality::ZERO).collect();
    let ranked = accept.ranked();
    let is_of = |offer: &str, range: &mime::Mime| {
        let essence = offer.split(';').next().unwrap_or(offer);
        let kind = essence.split('/').next().unwrap_or(essence);
        let same_kind = range.type_() == mime::STAR || range.type_() == kind;
        same_kind && (range.subtype() == mime::STAR || range.essence_str() == essence)
    };
    let taken = || {
        offered.iter().filter(|offer| {
            // A type that is refused by name is not let in by a range that holds it.
            !refused
                .iter()
                .any(|range| is_of(offer, &range.item) && range.item.subtype() != mime::STAR)
        })
    };
    let chosen = ranked
        .iter()
        .find_map(|range| taken().find(|offer| is_of(offer, range)));
    chosen
        .or_else(|| taken().next())
        .or(offered.first())
        .copied()
        .unwrap_or_default()
}

/// An answer as it is sent, and as it is kept for a request that may be sent again.
#[derive(Debug, Serialize, Deserialize)]
pub struct StoredResponse {
    #[serde(with = "as_text")]
    body: Vec<u8>,
    media_type: Cow<'static, str>,
    cache: Cow<'static, str>,
    location: Option<String>,
    #[serde(default)]
    arrival: Arrival,
    content_location: Option<String>,
    next_cursor: Option<String>,
    negotiated: bool,
    /// The language, if it is said in the words of its reader: nothing of that kind is kept.
    #[serde(skip)]
    language: Option<Language>,
    disposition: Option<String>,
    /// The answer in its place the first time, which is not kept.
    #[serde(skip)]
    first: Option<Box<StoredResponse>>,
    /// The last entry of the audit trail that was written for it.
    #[serde(default)]
    log_entry: Option<i64>,
    /// Whether it was given before.
    #[serde(skip)]
    replayed: bool,
}

/// Bodies are kept as text: no request that may be sent again is answered with anything else.
mod as_text {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, ser};

    pub(super) fn serialize<S: Serializer>(body: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        std::str::from_utf8(body)
            .map_err(ser::Error::custom)?
            .serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        String::deserialize(deserializer).map(String::into_bytes)
    }
}

impl StoredResponse {
    /// The answer, which names the last entry that the transaction has written.
    pub fn naming_what_was_written(self) -> StoredResponse {
        let log_entry = audit::written().map(|entry| entry.0);
        let first = self.first.map(|first| StoredResponse { log_entry, ..*first });
        StoredResponse {
            log_entry,
            first: first.map(Box::new),
            ..self
        }
    }

    /// Whether it was given before.
    pub fn is_replayed(&self) -> bool {
        self.replayed
    }

    /// The text as which it is kept.
    pub fn stored(&self) -> Result<String, Error> {
        serde_json::to_string(self).map_err(|error| Error::Internal(error.to_string()))
    }

    /// The answer that was kept: to be given again.
    pub fn restored(stored: &str) -> Result<StoredResponse, Error> {
        let answer: StoredResponse =
            serde_json::from_str(stored).map_err(|error| Error::Internal(error.to_string()))?;
        Ok(StoredResponse {
            replayed: true,
            ..answer
        })
    }
}

impl<T: Content> Response<T> {
    /// The answer with its body rendered.
    pub fn rendered(self) -> Result<StoredResponse, Error> {
        let Response {
            body,
            cache,
            location,
            arrival,
            content_location,
            next_cursor,
            negotiated,
            language,
            disposition,
            first,
        } = self;
        let (body, media_type) = body.render()?;
        let (cache, media_type) = (cache.into(), media_type.into());
        Ok(StoredResponse {
            body,
            media_type,
            cache,
            location,
            arrival,
            content_location,
            next_cursor,
            negotiated,
            language,
            disposition,
            first,
            log_entry: None,
            replayed: false,
        })
    }
}

impl<T: Content> Responder for Response<T> {
    type Body = BoxBody;

    fn respond_to(self, request: &HttpRequest) -> HttpResponse {
        match self.rendered() {
            Ok(answer) => answer.respond_to(request),
            Err(error) => error.error_response(),
        }
    }
}

impl Responder for StoredResponse {
    type Body = BoxBody;

    fn respond_to(self, request: &HttpRequest) -> HttpResponse {
        if let Some(first) = self.first {
            return first.respond_to(request);
        }
        let tag = entity_tag(&self.body);
        let unchanged = unchanged(request, &tag).filter(|_| self.location.is_none());
        let mut response = match &self.location {
            Some(location) => {
                let mut response = match self.arrival {
                    Arrival::Created => HttpResponse::Created(),
                    Arrival::Awaited => HttpResponse::Accepted(),
                    Arrival::Onward => HttpResponse::SeeOther(),
                };
                response.insert_header((header::LOCATION, location.as_str()));
                response
            }
            None if unchanged.is_some() => HttpResponse::NotModified(),
            None => HttpResponse::Ok(),
        };
        response
            .insert_header((header::CACHE_CONTROL, self.cache.as_ref()))
            .insert_header((header::ETAG, unchanged.as_ref().unwrap_or(&tag).to_string()));
        if let Some(location) = &self.content_location {
            response.insert_header((header::CONTENT_LOCATION, location.as_str()));
        }
        if let Some(cursor) = &self.next_cursor {
            response.insert_header((
                header::LINK,
                format!("<{}>; rel=\"next\"", with_cursor(request, cursor)),
            ));
        }
        if let Some(disposition) = &self.disposition {
            response.insert_header((header::CONTENT_DISPOSITION, disposition.as_str()));
        }
        if self.negotiated {
            response.append_header((header::VARY, "accept"));
        }
        if let Some(entry) = self.log_entry {
            response.insert_header((LOG_ENTRY, entry));
        }
        if self.replayed {
            response.insert_header(("idempotency-replayed", "true"));
        }
        let mut response = match unchanged {
            Some(_) => response.finish(),
            None => response.content_type(self.media_type.as_ref()).body(self.body),
        };
        if let Some(language) = self.language {
            language::mark(response.headers_mut(), language);
        }
        response
    }
}

/// The path and query of the request, with the cursor of the next page.
pub fn with_cursor(request: &HttpRequest, cursor: &str) -> String {
    let query = form_urlencoded::parse(request.query_string().as_bytes()).filter(|(name, _)| name != "cursor");
    let query = form_urlencoded::Serializer::new(String::new())
        .extend_pairs(query)
        .append_pair("cursor", cursor)
        .finish();
    format!("{}?{query}", request.path())
}
