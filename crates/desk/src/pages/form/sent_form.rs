//! A form that was sent: taken from this browser's own pages alone, read strictly, and done once.

use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::languages::Words;
use crate::pages::chosen_file::{ChosenFile, Content, has_files};
use crate::pages::field::Field;
use crate::pages::form::{Draft, FORM_FROM_ELSEWHERE, FormToken, KEY, TOKEN};
use crate::values::error::Error;
use crate::values::random;
use crate::values::validation::{Faults, ValueError};
use crate::web::body;
use crate::web::commands::ExecutedFor;
use crate::web::idempotency::Request;

/// A form that was sent.
#[derive(Clone)]
pub(crate) struct Form {
    content: Content,
    key: String,
    request: Request,
}

impl FromRequest for Form {
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Error>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let content = Content::typed(request, payload);
        let request = request.clone();
        Box::pin(async move {
            refuse_other_sites(&request)?;
            Form::of(&request, content.await?)
        })
    }
}

fn elsewhere() -> Error {
    FORM_FROM_ELSEWHERE
        .problem("The form was not sent from a page that this browser was shown.")
        .into()
}

/// Whether it is a command, which was judged where it was given.
fn was_judged_before(request: &HttpRequest) -> bool {
    request.extensions().contains::<ExecutedFor>()
}

/// Whether a form was sent from a page of this service. Browsers say from which site one comes (Fetch Metadata, or the origin alone
/// where the connection is not secure); what says nothing of it is no browser's.
pub(crate) fn is_from_here(request: &HttpRequest) -> bool {
    if was_judged_before(request) {
        return true;
    }
    let told = |name: &str| request.headers().get(name).and_then(|value| value.to_str().ok());
    match (told("sec-fetch-site"), told("origin")) {
        (Some(site), _) => site == "same-origin",
        (None, Some(origin)) => {
            let host = told(header::HOST.as_str()).unwrap_or_default();
            origin.split_once("://").is_some_and(|(_, from)| from == host)
        }
        (None, None) => false,
    }
}

/// Whether another site's page has led here, as browsers say.
pub(crate) fn is_from_elsewhere(request: &HttpRequest) -> bool {
    let site = request.headers().get("sec-fetch-site");
    site.is_some_and(|site| site == "cross-site" || site == "same-site")
}

/// Refuses what another site sends in a visitor's name.
fn refuse_other_sites(request: &HttpRequest) -> Result<(), Error> {
    if is_from_here(request) {
        Ok(())
    } else {
        Err(elsewhere())
    }
}

impl Form {
    /// Reads a form in which somebody who may send it may have chosen files.
    pub(crate) fn with_files(
        request: &HttpRequest,
        payload: &mut Payload,
    ) -> impl Future<Output = Result<Form, Error>> + use<> {
        let files = has_files(request).then(|| Content::with_files(request, payload));
        let typed = files.is_none().then(|| Content::typed(request, payload));
        let request = request.clone();
        async move {
            refuse_other_sites(&request)?;
            let content = match (files, typed) {
                (Some(files), _) => files.await?,
                (None, Some(typed)) => typed.await?,
                (None, None) => Content::default(),
            };
            Form::of(&request, content)
        }
    }

    fn of(request: &HttpRequest, mut content: Content) -> Result<Form, Error> {
        let pairs = &mut content.pairs;
        let mut take = |name: &str| {
            let place = pairs.iter().position(|(field, _)| field == name)?;
            Some(pairs.remove(place).1)
        };
        let (key, token) = (take(KEY), take(TOKEN));
        let is_own = match FormToken::expected(request) {
            Some(own) => token.map(FormToken) == Some(own),
            None => was_judged_before(request),
        };
        if !is_own {
            return Err(elsewhere());
        }
        let key = key.filter(|key| !key.is_empty()).unwrap_or_else(random::secret);
        Ok(Form {
            request: Request::of_form(request, &key, &(&content.pairs, content.digests()))?,
            content,
            key,
        })
    }

    /// The file that was chosen in the field of that name, if one was.
    pub(crate) fn file(&self, name: &str) -> Option<&ChosenFile> {
        self.content.files.iter().find(|file| file.field == name)
    }

    /// The marks by which it is done once.
    pub(crate) fn request(&self) -> Request {
        self.request.clone()
    }

    /// The text in the field of that name; nothing if there is none.
    pub(crate) fn text(&self, name: &str) -> &str {
        let field = self.content.pairs.iter().find(|(field, _)| field == name);
        field.map(|(_, text)| text.trim()).unwrap_or_default()
    }

    /// The text in the field of that name as it was typed, spaces too.
    pub(crate) fn secret(&self, name: &str) -> &str {
        let field = self.content.pairs.iter().find(|(field, _)| field == name);
        field.map(|(_, text)| text.as_str()).unwrap_or_default()
    }

    /// The fields with their texts, in the order of the form.
    pub(crate) fn pairs(&self) -> &[(String, String)] {
        &self.content.pairs
    }

    /// The form as it was sent, to be sent once more.
    pub(crate) fn again(&self) -> Draft {
        Draft {
            key: self.key.clone(),
            ..Draft::of(self.content.pairs.clone())
        }
    }

    /// The texts in those fields as the body of the operation that does the same.
    ///
    /// # Errors
    /// Fields that are empty and must not be, or have not the form of their members, all at once; other faults are the
    /// operation's own.
    pub(crate) fn read<T: DeserializeOwned>(&self, fields: &[Field]) -> Result<T, Error> {
        let (mut faults, mut body) = (Faults::default(), Map::new());
        for field in fields {
            let pointer = format!("/{}", field.name);
            if field.kind.is_file() {
                if field.required && self.file(&field.name).is_none() {
                    faults.check::<()>(&pointer, Err(ValueError::new("required", "Choose a file.")));
                }
                continue;
            }
            let value = faults.check(&pointer, field.value(self.text(&field.name)));
            if let Some(Some(value)) = value {
                insert(&mut body, &field.name, value);
            }
        }
        if !faults.is_empty() {
            return Err(faults.into());
        }
        body::from_value(Value::Object(body))
    }

    /// The texts in those fields as a JSON Merge Patch: what was left empty, and may be, is taken away.
    ///
    /// # Errors
    /// Fields that are empty and must not be, or have not the form of their members, all at once.
    pub(crate) fn patch(&self, fields: &[Field]) -> Result<Map<String, Value>, Error> {
        let (mut faults, mut patch) = (Faults::default(), Map::new());
        for field in fields {
            if let Some(value) = faults.check(&format!("/{}", field.name), field.value(self.text(&field.name))) {
                insert(&mut patch, &field.name, value.unwrap_or_default());
            }
        }
        if faults.is_empty() {
            Ok(patch)
        } else {
            Err(faults.into())
        }
    }

    /// The form to be shown again, with what is wrong; what is no fault of what was typed is passed on.
    pub(crate) fn refused(self, error: Error) -> Result<Draft, Error> {
        // Whoever may not do it at all has nothing to mend.
        if matches!(error.kind().status, 401 | 403 | 404 | 410) {
            return Err(error);
        }
        self.refused_at_the_door(error)
    }

    /// The form to be shown again where what it asks for may be refused to its sender alone, who may read the page all the same.
    pub(crate) fn refused_on_its_page(self, error: Error) -> Result<Draft, Error> {
        if error.kind().status == 401 {
            return Err(error);
        }
        self.refused_at_the_door(error)
    }

    /// The form to be shown again to somebody who was not let in.
    pub(crate) fn refused_at_the_door(self, error: Error) -> Result<Draft, Error> {
        match error {
            Error::Refused(problem) => Ok(Draft {
                pairs: self.content.pairs,
                had_files: !self.content.files.is_empty(),
                key: self.key,
                refusal: Some(problem),
                words: Words::ENGLISH,
            }),
            error => Err(error),
        }
    }
}

/// Puts a value where its name says: `a/b` is the member `b` of the member `a`.
fn insert(body: &mut Map<String, Value>, name: &str, value: Value) {
    match name.split_once('/') {
        None => {
            body.insert(name.to_owned(), value);
        }
        Some((above, below)) => {
            let inner = body.entry(above).or_insert_with(|| Value::Object(Map::new()));
            if let Value::Object(inner) = inner {
                insert(inner, below, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::pages::form::sent_form::*;

    #[test]
    fn a_name_says_where_the_value_stands() {
        let mut body = Map::new();
        insert(&mut body, "name", "A".into());
        insert(&mut body, "home/province", "ZA-NW".into());
        insert(&mut body, "home/region", "DC38".into());
        let told = serde_json::json!({ "name": "A", "home": { "province": "ZA-NW", "region": "DC38" } });
        assert_eq!(Value::Object(body), told);
    }
}
