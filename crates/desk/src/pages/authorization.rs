//! The page on which somebody is asked whether an application may act for them, and the applications that do.
//!
//! An answer is a page that leads back to the application, not a redirect: a browser that sends a form follows one only to
//! where the policy of the form's page lets it, and applications lead on from there to wherever they like (RFC 6749, 1.7 leaves the
//! manner open).

use actix_web::web::{Data, ServiceConfig};
use actix_web::{get, post};
use maud::{Markup, html};

use crate::accounts::authorizations::use_cases::{allow, consider};
use crate::accounts::authorizations::{AuthorizationRequest, Question, WayBack};
use crate::accounts::caller::SignedIn;
use crate::accounts::keys::Keyring;
use crate::accounts::oauth::OauthRefusal;
use crate::accounts::sessions::SessionRecord;
use crate::accounts::{self, Account, Caller};
use crate::db::Conn;
use crate::federation::{self, FederationSettings};
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Form, Search};
use crate::pages::frame::{Head, Page, Visit};
use crate::tournaments::sheets::frame::moment;
use crate::values::error::Error;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_authorization).service(send_authorization);
}

const PATH: &str = "/oauth/authorize";

/// The name of the buttons, and what each of them says.
const ANSWER: &str = "answer";
const ALLOW: &str = "allow";
const DECLINE: &str = "decline";

/// The name of the field with the account that was asked: whoever has signed in in between is asked anew.
const ACCOUNT: &str = "account";

/// The question as the form sends it once more.
fn fields() -> [Field; 7] {
    [
        "response_type",
        "client_id",
        "redirect_uri",
        "scope",
        "state",
        "code_challenge",
        "code_challenge_method",
    ]
    .map(|name| Field::new(name, name, FieldKind::Text).optional())
}

/// The stand of a request: somebody is to be asked, or led back with a code or without.
enum Stand {
    Question(Box<Question>),
    Over(WayBack, Result<String, OauthRefusal>),
}

/// All that stands on the page.
struct Authorization {
    federation: FederationSettings,
    account: Account,
    stand: Stand,
}

/// The question, answered by those words if they are an answer.
fn read(c: &mut Conn, by: &Caller, asked: &AuthorizationRequest, answer: &str) -> Result<Authorization, Error> {
    let stand = match consider(c, by.now, asked)? {
        Err((back, refusal)) => Stand::Over(back, Err(refusal)),
        Ok(question) if answer == ALLOW => {
            let code = allow(c, by, &question)?;
            Stand::Over(question.back, Ok(code))
        }
        Ok(question) if answer == DECLINE => Stand::Over(question.back, Err(OauthRefusal::AccessDenied)),
        Ok(question) => Stand::Question(Box::new(question)),
    };
    Ok(Authorization {
        federation: federation::store::settings(c, by.today())?,
        account: accounts::use_cases::own(c, by)?,
        stand,
    })
}

fn page(visit: &Visit, asked: &AuthorizationRequest, authorization: &Authorization, issuer: &str) -> Page {
    let (title, more, body) = match &authorization.stand {
        Stand::Question(question) => {
            let title = format!("Let {} act for you?", question.application.name);
            let body = asking(visit, asked, question, &authorization.account);
            (title, html! {}, body)
        }
        Stand::Over(back, outcome) => {
            let to = match outcome {
                Ok(code) => back.with_code(code, issuer),
                Err(refusal) => back.with_refusal(*refusal, issuer),
            };
            let more = html! { meta http-equiv="refresh" content={ "0; url=" (to) }; };
            ("Back to the application".to_owned(), more, leading_back(back, &to))
        }
    };
    let head = Head {
        more,
        ..Head::of(title)
    };
    visit.page_with(&authorization.federation, &head, &body).unlisted()
}

fn asking(visit: &Visit, asked: &AuthorizationRequest, question: &Question, account: &Account) -> Markup {
    let name = &question.application.name;
    html! {
        h1 { "Let " (name) " act for you?" }
        p { "You are signed in as " b { (account.name) } ", " (account.email.as_str()) "." }
        p { b { (name) } " is an application that was made by " b { (question.maker) } ". It leads you back to " b { (question.back.host()) } "." }
        section {
            h2 { "What it could do, as far as you may" }
            ul { @for scope in question.scopes.clone().into_vec() { li { (scope.about()) } } }
            p.quiet { "It never learns your password, and changes neither that nor roles. Whatever it does stands in the trail of changes under your name and its own." }
            p.quiet { "It may until you end it on your account page, and no longer than 90 days." }
        }
        form method="post" action=(PATH) {
            (Draft::default().hidden(visit.token()))
            input type="hidden" name=(ACCOUNT) value=(account.id);
            @for (name, value) in asked.pairs() { input type="hidden" name=(name) value=(value); }
            div.beside {
                button name=(ANSWER) value=(ALLOW) { "Allow" }
                button.second name=(ANSWER) value=(DECLINE) { "Not now" }
            }
        }
    }
}

fn leading_back(back: &WayBack, to: &str) -> Markup {
    html! {
        h1 { "Back to the application" }
        p { "Your browser goes on to " b { (back.host()) } " by itself." }
        p { a.button href=(to) rel="noreferrer" { "Go on" } }
    }
}

#[get("/oauth/authorize")]
async fn show_authorization(
    caller: SignedIn,
    visit: Visit,
    Search(asked): Search<AuthorizationRequest>,
    keys: Data<Keyring>,
) -> Result<Page, Error> {
    let question = asked.clone();
    let read = caller.read(move |c, by| read(c, by, &question, "")).await?;
    Ok(page(&visit, &asked, &read, keys.keys().issuer()))
}

#[post("/oauth/authorize")]
async fn send_authorization(caller: SignedIn, visit: Visit, form: Form, keys: Data<Keyring>) -> Result<Page, Error> {
    let asked: AuthorizationRequest = form.read(&fields())?;
    let is_same = form.text(ACCOUNT) == caller.account().to_string();
    let (question, answer) = (asked.clone(), form.text(ANSWER).to_owned());
    let answered = caller.write(move |c, by| read(c, by, &question, if is_same { &answer } else { "" }));
    Ok(page(&visit, &asked, &answered.await?, keys.keys().issuer()))
}

/// The applications that act for somebody, each with what ends it.
pub(super) fn acting(sessions: &[SessionRecord], end: impl Fn(&SessionRecord) -> Markup) -> Markup {
    let acting = || {
        sessions
            .iter()
            .rev()
            .filter_map(|record| Some((record, record.application.as_ref()?)))
    };
    html! {
        @if acting().next().is_none() { p { "None." } }
        ul.things {
            @for (record, application) in acting() {
                li {
                    b { (application.name) }
                    p.quiet { "Since " (moment(record.session.started_at)) ", at the latest until " (moment(record.session.expires_at())) }
                    p.quiet { @for scope in record.session.scopes().into_vec() { (scope.about()) " " } }
                    (end(record))
                }
            }
        }
    }
}
