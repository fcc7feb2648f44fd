//! The language of a request: the one that was chosen and is kept in a cookie, else the one that the browser asks for.

use std::future::{Ready, ready};

use actix_web::body::MessageBody;
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderMap, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{FromRequest, HttpRequest};

use crate::languages::{Language, Words};
use crate::values::error::Error;

/// The name of the cookie with the language that somebody has chosen.
pub const COOKIE: &str = "language";

tokio::task_local! {
    /// It is no argument, since refusals are put into words long after the handler that knew the language.
    static LANGUAGE: Language;
}

/// The words in which the request that is being answered is answered; English outside of one.
pub(crate) fn words() -> Words {
    LANGUAGE
        .try_with(|language| Words::of(*language))
        .unwrap_or(Words::ENGLISH)
}

/// The cookies that were sent, each with its name and value; what is no cookie has no name.
fn cookies(headers: &HeaderMap) -> impl Iterator<Item = (&str, &str)> {
    let sent = headers.get_all(header::COOKIE).map(|sent| sent.to_str().unwrap_or("?"));
    let cookies = sent.flat_map(|sent| sent.split(';')).map(str::trim);
    let cookies = cookies.filter(|cookie| !cookie.is_empty());
    cookies.map(|cookie| cookie.split_once('=').unwrap_or(("", cookie)))
}

/// Whether no cookie was sent but the one with the language, which tells nobody apart.
pub fn has_no_other_cookie(headers: &HeaderMap) -> bool {
    cookies(headers).all(|(name, _)| name == COOKIE)
}

/// The language in which whoever sends these headers reads.
pub fn language_of(headers: &HeaderMap) -> Language {
    let chosen = cookies(headers).find(|(name, _)| *name == COOKIE);
    if let Some(language) = chosen.and_then(|(_, word)| Language::from_word(word)) {
        return language;
    }
    let accepted: Vec<_> = headers
        .get_all(header::ACCEPT_LANGUAGE)
        .filter_map(|header| header.to_str().ok())
        .collect();
    Language::accepted(&accepted.join(","))
}

impl FromRequest for Words {
    type Error = Error;
    type Future = Ready<Result<Self, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Words::of(language_of(request.headers()))))
    }
}

/// Tells all that answers the request its language, for refusals above all, which know of no request.
pub async fn tell(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    let language = language_of(request.headers());
    LANGUAGE.scope(language, next.call(request)).await
}

/// Says in which language an answer is, and that another reader may get it in another.
pub fn mark(headers: &mut HeaderMap, language: Language) {
    headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(language.tag()));
    headers.append(header::VARY, HeaderValue::from_static("accept-language, cookie"));
}
