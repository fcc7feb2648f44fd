//! Forms: what was typed is read strictly and done once; what is refused is shown again, with what is wrong beside its field.
//!
//! A form is a list of [`Field`]s, named as the members of the JSON body of the operation that does the same. So what was
//! typed is read as that body, and a fault of it stands at the field of its pointer.

use std::future::{Future, Ready, ready};
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::{FromRequest, HttpRequest};
use maud::{Markup, html};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::accounts::caller::session_secret;
use crate::languages::{Language, Words, say};
use crate::pages::chosen_file::{ChosenFile, Content, WITH_FILES, has_files};
use crate::pages::field::{Field, FieldKind};
use crate::pages::frame::EMBED;
use crate::values::digest::sha256;
use crate::values::error::{Error, Problem};
use crate::values::random;
use crate::values::validation::{Faults, ValueError};
use crate::web::body;
use crate::web::idempotency::Request;

crate::problem_kinds! {
    FORM_FROM_ELSEWHERE = 403 "form-from-elsewhere", "The form was sent from elsewhere",
        "A form is sent from the page that shows it, within the session that opened the page. Open the page again, and send it once more.";
}

/// The name of the hidden field with the form's own key: what was sent twice is done once.
const KEY: &str = "form_key";
/// The name of the hidden field with the session's mark.
const TOKEN: &str = "form_token";

/// The query of a page, as a form sends it: a field that was left empty is as one that is not there.
pub(crate) struct Search<T>(pub(crate) T);

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

/// The mark of a session's forms, which no other site can know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FormToken(String);

impl FormToken {
    /// The mark of the session with that secret, which it does not tell.
    pub(crate) fn of(secret: &str) -> FormToken {
        FormToken(sha256(format!("form {secret}")))
    }
}

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
        .problem("The form was not sent from a page of this session.")
        .into()
}

/// Refuses what another site sends in a visitor's name. Browsers say from which site a form comes (Fetch Metadata, or the
/// origin alone where the connection is not secure).
fn refuse_other_sites(request: &HttpRequest) -> Result<(), Error> {
    let told = |name: &str| request.headers().get(name).and_then(|value| value.to_str().ok());
    let is_own = match (told("sec-fetch-site"), told("origin")) {
        (Some(site), _) => site == "same-origin",
        (None, Some(origin)) => {
            let host = told(header::HOST.as_str()).unwrap_or_default();
            origin.split_once("://").is_some_and(|(_, from)| from == host)
        }
        (None, None) => true,
    };
    if is_own { Ok(()) } else { Err(elsewhere()) }
}

impl Form {
    /// Reads a form in which somebody who may send it may have chosen files.
    pub(super) fn with_files(
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
        let own = session_secret(request).map(|secret| FormToken::of(&secret));
        if own.is_some() && own != token.map(FormToken) {
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

/// The manner in which a form with these fields is sent, where it is not the usual one.
pub(crate) fn enctype(fields: &[Field]) -> Option<&'static str> {
    fields.iter().any(|field| field.kind.is_file()).then_some(WITH_FILES)
}

/// Whether what is at that pointer is the field of that name, or a whole of which it is a part.
fn is_about(pointer: &str, name: &str) -> bool {
    let rest = pointer.strip_prefix('/').and_then(|whole| name.strip_prefix(whole));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// A form on its way: empty, filled with what is on record, or with what was typed and why it was refused.
pub(crate) struct Draft {
    pairs: Vec<(String, String)>,
    /// Whether files had been chosen: a browser does not keep which ones.
    had_files: bool,
    key: String,
    refusal: Option<Box<Problem>>,
    /// The words of the page on which it stands.
    words: Words,
}

impl Default for Draft {
    fn default() -> Draft {
        Draft::of(Vec::new())
    }
}

impl Draft {
    /// A form with those texts in its fields.
    pub(crate) fn of(pairs: Vec<(String, String)>) -> Draft {
        Draft {
            pairs,
            had_files: false,
            key: random::secret(),
            refusal: None,
            words: Words::ENGLISH,
        }
    }

    /// The form on a page in those words; the sentences of a refusal stay in English.
    pub(crate) fn in_words(self, words: Words) -> Draft {
        Draft { words, ..self }
    }

    /// The status of the page that shows it.
    pub(crate) fn status(&self) -> u16 {
        self.refusal.as_ref().map_or(200, |problem| problem.kind.status)
    }

    /// The text in the field of that name; nothing if there is none.
    pub(crate) fn text(&self, name: &str) -> &str {
        let field = self.pairs.iter().find(|(field, _)| field == name);
        field.map(|(_, text)| text.as_str()).unwrap_or_default()
    }

    /// The fault of the field of that name, or of the whole of which it is a part.
    pub(crate) fn fault(&self, name: &str) -> Option<&str> {
        let faults = &self.refusal.as_ref()?.errors;
        let fault = faults.iter().find(|fault| is_about(&fault.pointer, name))?;
        Some(&fault.message)
    }

    /// The reason why it was refused, if it was.
    pub(crate) fn into_refusal(self) -> Option<Box<Problem>> {
        self.refusal
    }

    /// The form, sent to that path by a button with those words.
    pub(crate) fn form(&self, action: &str, token: Option<&FormToken>, fields: &[Field], button: &str) -> Markup {
        html! {
            form method="post" action=(action) enctype=[enctype(fields)] {
                (self.refusal(fields))
                (self.hidden(token))
                @for field in fields { (self.field(field)) }
                button { (button) }
            }
        }
    }

    /// The form as [`Draft::form`], which asks for the password of that account.
    pub(crate) fn form_of(
        &self,
        account: &str,
        action: &str,
        token: Option<&FormToken>,
        fields: &[Field],
        button: &str,
    ) -> Markup {
        html! {
            form method="post" action=(action) {
                // Whoever keeps passwords for people is told whose this is.
                input type="email" value=(account) autocomplete="username" aria-label="E-mail address" readonly hidden;
                (self.refusal(fields))
                (self.hidden(token))
                @for field in fields { (self.field(field)) }
                button { (button) }
            }
        }
    }

    /// The hidden fields of a form: its key, and the session's mark.
    pub(crate) fn hidden(&self, token: Option<&FormToken>) -> Markup {
        html! {
            input type="hidden" name=(KEY) value=(self.key);
            @if let Some(token) = token { (Draft::mark(token)) }
        }
    }

    /// The hidden field with a session's mark.
    pub(crate) fn mark(FormToken(token): &FormToken) -> Markup {
        html! { input type="hidden" name=(TOKEN) value=(token); }
    }

    /// Whether a field of that name is one that nobody has typed.
    pub(crate) fn is_hidden(name: &str) -> bool {
        name == KEY || Draft::is_mark(name)
    }

    /// Whether a field of that name has a session's mark.
    pub(crate) fn is_mark(name: &str) -> bool {
        name == TOKEN
    }

    /// The reason why it was refused, with the way to each field that is wrong.
    pub(crate) fn refusal(&self, fields: &[Field]) -> Markup {
        let Some(problem) = &self.refusal else {
            return html! {};
        };
        let other = self.words.unless(Language::English);
        let label = |pointer: &str| fields.iter().find(|field| is_about(pointer, &field.name));
        html! {
            div.refusal role="alert" tabindex="-1" autofocus {
                p { b { (self.words.title_of(problem.kind)) } }
                @if problem.errors.is_empty() { p lang=[other] { (problem.detail) } }
                @else {
                    ul {
                        @for fault in &problem.errors {
                            li {
                                @match label(&fault.pointer) {
                                    Some(field) => a href={ "#" (field.id()) } { (field.label) ": " (self.fault_in_english(&fault.message)) },
                                    None => (self.fault_in_english(&fault.message)),
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// The sentence about a fault, which is marked as English on a page that is not.
    fn fault_in_english(&self, message: &str) -> Markup {
        html! {
            @if let Some(tag) = self.words.unless(Language::English) { span lang=(tag) { (message) } } @else { (message) }
        }
    }

    /// A field with its label, its hint, and what is wrong with it.
    pub(crate) fn field(&self, field: &Field) -> Markup {
        let (id, fault) = (field.id(), self.fault(&field.name));
        let (hint_id, fault_id) = (format!("{id}-hint"), format!("{id}-fault"));
        let described = match (&field.hint, fault) {
            (None, None) => None,
            (Some(_), None) => Some(hint_id.clone()),
            (None, Some(_)) => Some(fault_id.clone()),
            (Some(_), Some(_)) => Some(format!("{hint_id} {fault_id}")),
        };
        let text = if field.kind.is_secret() {
            ""
        } else {
            self.text(&field.name)
        };
        html! {
            div.field.wrong[fault.is_some()] {
                label for=(id) { (field.label) @if !field.required { span.optional { " " (say!(self.words, "if-any")) } } }
                @if let Some(hint) = &field.hint { p.hint id=(hint_id) { (hint) } }
                @if let Some(fault) = fault { p.fault id=(fault_id) { (self.fault_in_english(fault)) } }
                @match &field.kind {
                    FieldKind::Choice(choices) => {
                        select id=(id) name=(field.name) required[field.required] aria-describedby=[described] {
                            @if !field.required || text.is_empty() { option value="" { } }
                            @for (value, words) in choices { option value=(value) selected[value == text] { (words) } }
                        }
                    }
                    FieldKind::YesNo => {
                        select id=(id) name=(field.name) required[field.required] aria-describedby=[described] {
                            option value="" { }
                            option value="yes" selected[text == "yes"] { (say!(self.words, "yes")) }
                            option value="no" selected[text == "no"] { (say!(self.words, "no")) }
                        }
                    }
                    FieldKind::Long => {
                        textarea id=(id) name=(field.name) rows="4" required[field.required] aria-describedby=[described] { (text) }
                    }
                    FieldKind::File(kinds) => {
                        @if self.had_files && fault.is_none() { p.fault { "Choose the file again: it was not kept." } }
                        input id=(id) name=(field.name) type="file" accept=(kinds) required[field.required]
                            aria-describedby=[described] aria-invalid=[fault.map(|_| "true")];
                    }
                    kind => {
                        input id=(id) name=(field.name) type=(kind.input_type()) value=(text) required[field.required]
                            autocomplete=(field.autocomplete) inputmode=[kind.input_mode()] aria-describedby=[described]
                            aria-invalid=[fault.map(|_| "true")];
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::pages::form::*;

    #[test]
    fn a_name_says_where_the_value_stands() {
        let mut body = Map::new();
        insert(&mut body, "name", "A".into());
        insert(&mut body, "home/province", "ZA-NW".into());
        insert(&mut body, "home/region", "DC38".into());
        let told = serde_json::json!({ "name": "A", "home": { "province": "ZA-NW", "region": "DC38" } });
        assert_eq!(Value::Object(body), told);
    }

    #[test]
    fn a_fault_of_a_whole_stands_at_its_parts() {
        assert!(is_about("/name", "name") && is_about("/divisions/student", "divisions/student/oldest"));
        assert!(!is_about("/name", "names") && !is_about("/student/oldest", "student") && !is_about("name", "name"));
    }

    #[test]
    fn the_mark_of_a_form_does_not_tell_the_secret() {
        let token = FormToken::of("a secret");
        assert!(!token.0.contains("secret") && token != FormToken::of("another"));
    }

    #[test]
    fn a_file_has_to_be_chosen_again() {
        let fields = [Field::new("paper", "Paper", FieldKind::File(".csv"))];
        let draft = Draft::default();
        let empty = draft.form("/", None, &fields, "Send").into_string();
        assert!(empty.contains("enctype=\"multipart/form-data\"") && empty.contains("type=\"file\" accept=\".csv\""));
        assert!(!empty.contains("Choose the file again"));
        let refused = Draft {
            had_files: true,
            ..draft
        };
        let refused = refused.form("/", None, &fields, "Send").into_string();
        assert!(refused.contains("Choose the file again"));
        let plain = Draft::default().form("/", None, &[], "Send").into_string();
        assert!(!plain.contains("enctype"));
    }
}
