//! Forms: what was typed is read strictly and done once; what is refused is shown again, with what is wrong beside its field.
//!
//! A form is a list of `Field`s, named as the members of the JSON body of the operation that does the same. So what was
//! typed is read as that body, and a fault of it stands at the field of its pointer.
//!
//! A `Form` is what was sent, a `Draft` what is shown: empty, filled, or refused.

mod draft;
mod sent_form;

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use serde::de::DeserializeOwned;

pub(crate) use draft::Draft;
pub(crate) use sent_form::{Form, is_from_elsewhere, is_from_here};

use crate::accounts::caller::session_secret;
use crate::pages::chosen_file::WITH_FILES;
use crate::pages::cookies::visitor_secret;
use crate::pages::field::Field;
use crate::pages::frame::EMBED;
use crate::values::digest::sha256;
use crate::values::error::Error;
use crate::web::body;

crate::problem_kinds! {
    FORM_FROM_ELSEWHERE = 403 "form-from-elsewhere", "The form was sent from elsewhere",
        "A form is sent from the page that shows it, in the browser and the session that opened the page, which keeps the page's cookie. Open the page again, and send it once more.";
}

/// The name of the hidden field with the form's own key: what was sent twice is done once.
const KEY: &str = "form_key";
/// The name of the hidden field with the browser's mark.
const TOKEN: &str = "form_token";

/// The query of a page, as a form sends it: a field that was left empty is as one that is not there.
pub struct Search<T>(pub T);

impl<T: DeserializeOwned> FromRequest for Search<T> {
    type Error = Error;
    type Future = Ready<Result<Self, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let pairs = form_urlencoded::parse(request.query_string().as_bytes())
            .filter(|(name, text)| name != EMBED && !text.trim().is_empty());
        let query = form_urlencoded::Serializer::new(String::new())
            .extend_pairs(pairs)
            .finish();
        ready(body::read_query(&query).map(Search))
    }
}

/// The mark of a browser's forms, which no other site can know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FormToken(String);

impl FormToken {
    /// The mark of forms sent by this browser: its session's, or its visit's.
    pub(crate) fn expected(request: &HttpRequest) -> Option<FormToken> {
        let secret = session_secret(request).or_else(|| visitor_secret(request));
        secret.map(|secret| FormToken::of(&secret))
    }

    /// The mark of the session or visit with that secret, which stays hidden.
    pub(crate) fn of(secret: &str) -> FormToken {
        FormToken(sha256(format!("form {secret}")))
    }

    /// The mark as it is kept beside a session, of which it tells nothing.
    pub(crate) fn into_text(self) -> String {
        self.0
    }
}

/// The manner in which a form with these fields is sent, where it is not the usual one.
pub(crate) fn enctype(fields: &[Field]) -> Option<&'static str> {
    fields.iter().any(|field| field.kind.is_file()).then_some(WITH_FILES)
}

#[cfg(test)]
mod tests {
    use crate::pages::form::*;

    #[test]
    fn the_mark_of_a_form_does_not_tell_the_secret() {
        let token = FormToken::of("a secret");
        assert!(!token.0.contains("secret") && token != FormToken::of("another"));
    }
}
