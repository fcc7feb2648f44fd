//! Signing in and out with a browser.
//!
//! A session that ends while somebody types loses nothing: what was sent is kept in the page that asks to sign in again, shown once
//! the same person has signed in, and sent on from there. What did not come from a page of that session is forgotten.

use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::web::{Data, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, Responder, get, post};
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::caller::{Anyone, LONGEST, SignedIn, cookie, device, marked, named, session_cookie};
use crate::accounts::passwords::hasher::Hasher;
use crate::accounts::sessions;
use crate::accounts::tokens::limiter::SignInLimiter;
use crate::accounts::tokens::sign_in::{Credentials, sign_in};
use crate::accounts::tokens::{BROWSER_DAYS, Client};
use crate::federation;
use crate::federation::FederationSettings;
use crate::languages::{Language, Words, say};
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Form, FormToken, Search, is_from_here};
use crate::pages::frame::{Page, Visit};
use crate::values::error::Error;
use crate::values::validation::Limited;
use crate::web::response::{local_path, see_other};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(show_sign_in)
        .service(send_sign_in)
        .service(send_sign_out);
}

/// The name of the field with the path to which somebody goes on.
const TO: &str = "to";
/// The beginning of the names of fields that are kept for the form that was interrupted.
const KEPT: &str = "kept.";

fn fields(words: Words) -> [Field; 3] {
    [
        Field::new("email", say!(words, "e-mail-address"), FieldKind::Email).filled_with("username"),
        Field::new("password", say!(words, "password"), FieldKind::Password).filled_with("current-password"),
        Field::new("code", say!(words, "authenticator-code"), FieldKind::Code)
            .optional()
            .filled_with("one-time-code"),
    ]
}

/// A path of this service, to which somebody goes on after signing in; an address elsewhere is not followed.
fn local(to: &str) -> &str {
    local_path(to).unwrap_or("/account")
}

/// A form whose session ended before it was sent.
#[derive(Default)]
pub(crate) struct Kept {
    to: String,
    pairs: Vec<(String, String)>,
}

impl Kept {
    /// The form that was sent, if it came from a page of the session that was this browser's last; a password is not kept.
    pub(crate) fn of(request: &HttpRequest, body: &[u8]) -> Option<Kept> {
        let last = LastSession::of(request).filter(|_| is_from_here(request))?;
        let (marks, pairs): (Vec<_>, Vec<_>) = form_urlencoded::parse(body)
            .into_owned()
            .partition(|(name, _)| Draft::is_mark(name));
        let is_its_own = marks.iter().any(|(_, mark)| *mark == last.mark);
        is_its_own.then(|| Kept {
            to: request.path().to_owned(),
            pairs: pairs
                .into_iter()
                .filter(|(name, _)| !name.contains("password"))
                .collect(),
        })
    }

    /// The page to which somebody goes back who has sent what is too long to be kept.
    pub(crate) fn nothing_for(to: &str) -> Kept {
        Kept {
            to: to.to_owned(),
            pairs: Vec::new(),
        }
    }

    /// The form that the page to sign in has kept.
    fn within(form: &Form) -> Kept {
        let kept = form.pairs().iter();
        let kept = kept.filter_map(|(name, text)| Some((name.strip_prefix(KEPT)?.to_owned(), text.clone())));
        Kept {
            to: local(form.text(TO)).to_owned(),
            pairs: kept.collect(),
        }
    }

    fn hidden(&self) -> Markup {
        html! {
            input type="hidden" name=(TO) value=(local(&self.to));
            @for (name, text) in &self.pairs { input type="hidden" name={ (KEPT) (name) } value=(text); }
        }
    }

    /// The fields that somebody has filled in, as they can be read, each with its text.
    fn typed(&self) -> impl Iterator<Item = (String, &str)> {
        let typed = self
            .pairs
            .iter()
            .filter(|(name, text)| !Draft::is_hidden(name) && !text.is_empty());
        typed.map(|(name, text)| (readable(name), text.as_str()))
    }

    /// The form, to be sent on in the session of that visit; its key goes with it, so that it is done once.
    fn onward(&self, visit: &Visit) -> Markup {
        let words = visit.words();
        html! {
            h1 { (say!(words, "you-are-signed-in")) }
            p { (say!(words, "typed-is-still-here")) }
            dl.facts {
                @for (name, text) in self.typed() {
                    dt lang=[words.unless(Language::English)] { (name) }
                    dd { (text) }
                }
            }
            p.quiet { "→ " code { (self.to) } }
            form method="post" action=(self.to) {
                @for (name, text) in &self.pairs {
                    input type="hidden" name=(name) value=(text);
                }
                (Draft::mark(visit.token()))
                button autofocus { (say!(words, "send-it-now")) }
            }
            p { a href="/account" { (say!(words, "do-not-send-it")) } }
        }
    }
}

/// The name of a field as people read it: `starts_on` is "Starts on".
fn readable(name: &str) -> String {
    let words = name.replace(['_', '-', '/'], " ");
    let mut letters = words.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// The page to sign in, above what is kept.
fn body(draft: &Draft, kept: &Kept, visit: &Visit) -> Markup {
    let words = visit.words();
    let fields = fields(words);
    html! {
        h1 { (say!(words, "sign-in")) }
        @if !kept.pairs.is_empty() { p { (say!(words, "your-session-has-ended")) } }
        form method="post" action="/sign-in" {
            (draft.refusal(&fields))
            (draft.hidden(visit.token()))
            (kept.hidden())
            @for field in &fields { (draft.field(field)) }
            button { (say!(words, "sign-in")) }
        }
        @if visit.is_at_venue() { p { (say!(words, "code-for-this-venue")) } }
        @else { p { a href="/password" { (say!(words, "invited-or-forgotten")) } } }
        p.quiet { (say!(words, "accounts-are-for")) }
    }
}

/// The page on which somebody signs in again whose form was interrupted.
pub(crate) fn interrupted(request: &HttpRequest, kept: &Kept) -> HttpResponse {
    let visit = Visit::of(request);
    let (draft, title) = (Draft::default().in_words(visit.words()), say!(visit.words(), "sign-in"));
    let page = visit.bare_page(&title, &body(&draft, kept, &visit));
    page.with_status(401).marked_by(&visit).respond_to(request)
}

/// The path to which somebody goes on: the longest is that of the question whether an application may act for them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShowSignIn {
    to: Option<Limited<6144>>,
}

#[get("/sign-in")]
async fn show_sign_in(caller: Anyone, visit: Visit, Search(query): Search<ShowSignIn>) -> Result<Page, Error> {
    let to = query.to.map(String::from).unwrap_or_default();
    let kept = Kept {
        to: local(&to).to_owned(),
        pairs: Vec::new(),
    };
    let federation = federation_of(&caller).await?;
    let (draft, title) = (Draft::default().in_words(visit.words()), say!(visit.words(), "sign-in"));
    let page = visit.page_in_words(&federation, &title, &body(&draft, &kept, &visit));
    Ok(page.marked_by(&visit))
}

async fn federation_of(caller: &Anyone) -> Result<FederationSettings, Error> {
    let today = caller.today();
    caller
        .clone()
        .read(move |c| federation::store::settings(c, today))
        .await
}

#[post("/sign-in")]
async fn send_sign_in(
    caller: Anyone,
    visit: Visit,
    form: Form,
    request: HttpRequest,
    hasher: Data<Hasher>,
    limiter: Data<SignInLimiter>,
) -> Result<HttpResponse, Error> {
    let code = form.text("code");
    let credentials = Credentials {
        email: form.text("email").to_owned(),
        password: form.secret("password").to_owned(),
        code: Some(code.to_owned()).filter(|code| !code.is_empty()),
        client: Client::Browser,
        device: device(&request),
    };
    let mut kept = Kept::within(&form);
    let federation = federation_of(&caller).await?;
    let (session, mark) = match sign_in(&caller, credentials, &hasher, &limiter).await {
        Ok(begun) => (begun.session, begun.device),
        Err(error) => {
            let draft = form.refused_at_the_door(error)?.in_words(visit.words());
            let page = visit.page_in_words(
                &federation,
                &say!(visit.words(), "sign-in"),
                &body(&draft, &kept, &visit),
            );
            return Ok(page.with_status(draft.status()).marked_by(&visit).respond_to(&request));
        }
    };
    let own = LastSession {
        mark: FormToken::of(&session.secret).into_text(),
        account: session.bearer.account.to_string(),
    };
    // Nobody sends what somebody else has typed.
    if !kept.pairs.is_empty() && LastSession::of(&request).is_none_or(|last| last.account != own.account) {
        kept = Kept::default();
    }
    let cookies = [
        cookie_of_session(&request, session.secret.clone()),
        own.cookie(&request),
        marked(&request, mark),
    ];
    let mut response = if kept.pairs.is_empty() {
        see_other(local(&kept.to))
    } else {
        let visit = visit.signed_in(&session.secret);
        let body = kept.onward(&visit);
        visit
            .page_in_words(&federation, &say!(visit.words(), "signed-in"), &body)
            .respond_to(&request)
    };
    for cookie in &cookies {
        response
            .add_cookie(cookie)
            .map_err(|error| Error::Internal(error.to_string()))?;
    }
    Ok(response)
}

/// The session that was a browser's last: the mark of its forms and its account, kept in a cookie that outlives it and opens nothing.
struct LastSession {
    mark: String,
    account: String,
}

/// The name of the cookie with the session that was a browser's last.
const LAST: &str = "last";

impl LastSession {
    fn of(request: &HttpRequest) -> Option<LastSession> {
        let cookie = request.cookie(&named(request, LAST))?;
        let (mark, account) = cookie.value().split_once('.')?;
        Some(LastSession {
            mark: mark.to_owned(),
            account: account.to_owned(),
        })
    }

    fn cookie(&self, request: &HttpRequest) -> Cookie<'static> {
        let value = format!("{}.{}", self.mark, self.account);
        let cookie = cookie(named(request, LAST), value, SameSite::Strict);
        cookie.max_age(LONGEST).finish()
    }
}

fn cookie_of_session(request: &HttpRequest, secret: String) -> Cookie<'static> {
    let cookie = cookie(session_cookie(request).to_owned(), secret, SameSite::Lax);
    cookie.max_age(Duration::seconds(BROWSER_DAYS.num_seconds())).finish()
}

#[post("/sign-out")]
async fn send_sign_out(caller: SignedIn, _form: Form, request: HttpRequest) -> Result<HttpResponse, Error> {
    let session = caller.session()?;
    caller
        .write(move |c, by| sessions::use_cases::end(c, by, session))
        .await?;
    let mut gone = cookie_of_session(&request, String::new());
    gone.make_removal();
    let mut response = see_other("/");
    response
        .add_cookie(&gone)
        .map_err(|error| Error::Internal(error.to_string()))?;
    Ok(response)
}

#[cfg(test)]
mod tests {
    use crate::pages::sign_in::{local, readable};

    #[test]
    fn the_name_of_a_field_is_readable() {
        assert_eq!(readable("starts_on"), "Starts on");
        assert_eq!(readable("board-3"), "Board 3");
        assert_eq!(readable("home/region"), "Home region");
    }

    #[test]
    fn nobody_is_led_elsewhere() {
        for (to, told) in [
            ("/account", "/account"),
            ("/tournaments?level=national", "/tournaments?level=national"),
            ("", "/account"),
            ("https://elsewhere.example", "/account"),
            ("//elsewhere.example", "/account"),
            ("/\\elsewhere.example", "/account"),
            ("/a\nb", "/account"),
        ] {
            assert_eq!(local(to), told);
        }
    }
}
