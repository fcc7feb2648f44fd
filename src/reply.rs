//! Answers: JSON with an entity tag, a cache policy, and the links that go with it.

use actix_web::body::BoxBody;
use actix_web::http::header::{self, Accept, EntityTag, Header, IfNoneMatch};
use actix_web::{HttpRequest, HttpResponse, Responder, ResponseError};
use serde::Serialize;

use crate::digest::sha256;
use crate::error::Error;
use crate::page::Page;

/// A good answer with a body.
///
/// Its entity tag is taken from the body itself, so it changes exactly when what the caller would read changes: also
/// when a name is hidden that stands in a thing which did not change.
pub(crate) struct Reply<T> {
    body: T,
    cache: &'static str,
    location: Option<String>,
    content_location: Option<String>,
    next_cursor: Option<String>,
    negotiated: bool,
}

/// Anyone may keep it, and must ask whether it is still so before showing it again.
const PUBLIC: &str = "public, no-cache";
/// It has something private in it.
const PRIVATE: &str = "private, no-store";

impl<T: Content> Reply<T> {
    /// For everyone's eyes.
    pub(crate) fn public(body: T) -> Reply<T> {
        Reply { body, cache: PUBLIC, location: None, content_location: None, next_cursor: None, negotiated: false }
    }

    /// Another caller may get another media type at the same path.
    pub(crate) fn negotiated(mut self) -> Reply<T> {
        self.negotiated = true;
        self
    }

    /// For the caller's eyes only.
    pub(crate) fn private(body: T) -> Reply<T> {
        Reply { cache: PRIVATE, ..Reply::public(body) }
    }

    /// The thing was created, and is found at that path.
    pub(crate) fn created_at(mut self, location: String) -> Reply<T> {
        self.location = Some(location);
        self
    }

    /// The body is what a `GET` of that path answers.
    pub(crate) fn read_at(mut self, location: String) -> Reply<T> {
        self.content_location = Some(location);
        self
    }
}

impl<T: Serialize> Reply<Page<T>> {
    /// A page of a list that everyone may read.
    pub(crate) fn public_page(page: Page<T>) -> Reply<Page<T>> {
        let next_cursor = page.next_cursor().map(str::to_owned);
        Reply { next_cursor, ..Reply::public(page) }
    }

    /// A page of a list for the caller's eyes only.
    pub(crate) fn private_page(page: Page<T>) -> Reply<Page<T>> {
        Reply { cache: PRIVATE, ..Reply::public_page(page) }
    }
}

/// What can be the body of an answer.
pub(crate) trait Content {
    /// Its bytes, and their media type.
    fn render(self) -> Result<(Vec<u8>, &'static str), Error>;
}

impl<T: Serialize> Content for T {
    fn render(self) -> Result<(Vec<u8>, &'static str), Error> {
        let body = serde_json::to_vec(&self).map_err(|error| Error::Internal(error.to_string()))?;
        Ok((body, "application/json"))
    }
}

/// A body that is not JSON.
pub(crate) struct Text {
    pub(crate) media_type: &'static str,
    pub(crate) body: String,
}

impl Content for Text {
    fn render(self) -> Result<(Vec<u8>, &'static str), Error> {
        Ok((self.body.into_bytes(), self.media_type))
    }
}

/// Which of the media types the caller would rather have; the first if it is all the same, or none will do.
pub(crate) fn preferred(request: &HttpRequest, offered: &[&'static str]) -> &'static str {
    let ranked = Accept::parse(request).map(|accept| accept.ranked()).unwrap_or_default();
    let fits = |range: &mime::Mime, offer: &str| {
        let (kind, subtype) = offer.split(';').next().unwrap_or(offer).split_once('/').unwrap_or((offer, ""));
        (range.type_() == mime::STAR || range.type_() == kind)
            && (range.subtype() == mime::STAR || range.essence_str() == format!("{kind}/{subtype}"))
    };
    let chosen = ranked.iter().find_map(|range| offered.iter().find(|offer| fits(range, offer)));
    chosen.or(offered.first()).copied().unwrap_or_default()
}

impl<T: Content> Responder for Reply<T> {
    type Body = BoxBody;

    fn respond_to(self, request: &HttpRequest) -> HttpResponse {
        let (body, media_type) = match self.body.render() {
            Ok(rendered) => rendered,
            Err(error) => return error.error_response(),
        };
        let tag = entity_tag(&body);
        let mut response = match &self.location {
            Some(location) => {
                let mut response = HttpResponse::Created();
                response.insert_header((header::LOCATION, location.as_str()));
                response
            }
            None if already_has(request, &tag) => HttpResponse::NotModified(),
            None => HttpResponse::Ok(),
        };
        response.insert_header((header::CACHE_CONTROL, self.cache)).insert_header((header::ETAG, tag.to_string()));
        if let Some(location) = &self.content_location {
            response.insert_header((header::CONTENT_LOCATION, location.as_str()));
        }
        if let Some(cursor) = &self.next_cursor {
            response.insert_header((header::LINK, format!("<{}>; rel=\"next\"", with_cursor(request, cursor))));
        }
        if self.negotiated {
            response.append_header((header::VARY, "accept"));
        }
        let mut response = response.content_type(media_type).body(body);
        if response.status() == actix_web::http::StatusCode::NOT_MODIFIED {
            response.headers_mut().remove(header::CONTENT_TYPE);
            response = response.set_body(BoxBody::new(())).map_into_boxed_body();
        }
        response
    }
}

fn entity_tag(body: &[u8]) -> EntityTag {
    // 128 bits: no two bodies of one resource will ever share a tag.
    let mut tag = sha256(body);
    tag.truncate(32);
    EntityTag::new_strong(tag)
}

fn already_has(request: &HttpRequest, tag: &EntityTag) -> bool {
    if !request.headers().contains_key(header::IF_NONE_MATCH) {
        return false;
    }
    match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => true,
        Ok(IfNoneMatch::Items(tags)) => tags.iter().any(|theirs| theirs.weak_eq(tag)),
        Err(_) => false,
    }
}

/// The path and query of the request, with the cursor of the next page.
fn with_cursor(request: &HttpRequest, cursor: &str) -> String {
    let query = form_urlencoded::parse(request.query_string().as_bytes()).filter(|(name, _)| name != "cursor");
    let query =
        form_urlencoded::Serializer::new(String::new()).extend_pairs(query).append_pair("cursor", cursor).finish();
    format!("{}?{query}", request.path())
}
