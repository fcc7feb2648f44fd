//! The account page: who has signed in, with what right, on which devices, and the password.

use actix_web::web::{Data, Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, Responder, get, post};
use chrono::TimeDelta;
use maud::{Markup, html};

use crate::accounts::applications::{self, Application};
use crate::accounts::caller::SignedIn;
use crate::accounts::notices::{self, Notice, SignInChange};
use crate::accounts::passwords::hasher::Hasher;
use crate::accounts::personal_tokens::PersonalToken;
use crate::accounts::sessions::{self, Session, SessionRecord};
use crate::accounts::tokens::limiter::SignInLimiter;
use crate::accounts::use_cases::AccountRecord;
use crate::accounts::{self, passwords, personal_tokens};
use crate::db::ALL;
use crate::federation;
use crate::federation::FederationSettings;
use crate::pages::authorization::acting;
use crate::pages::desk::Way;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Form, FormToken};
use crate::pages::frame::{Page, Visit};
use crate::pages::personal_tokens::section;
use crate::pages::{own_record, second_factor};
use crate::tournaments::sheets::frame::moment;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::SessionId;
use crate::web::response::see_other;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(show_account)
        .service(send_password)
        .service(send_session_ending);
}

fn password_fields() -> [Field; 2] {
    [
        Field::new("current_password", "Password until now", FieldKind::Password).filled_with("current-password"),
        Field::new("password", "New password", FieldKind::Password)
            .with_hint("Twelve characters or more: some words that only you put together.")
            .filled_with("new-password"),
    ]
}

/// All that stands on the page.
pub(super) struct OwnAccount {
    federation: FederationSettings,
    record: AccountRecord,
    sessions: Vec<SessionRecord>,
    tokens: Vec<PersonalToken>,
    current: SessionId,
    /// The changes of how they sign in, the newest first.
    notices: Vec<Notice>,
    /// The programs that sign in as themselves, and for which they answer.
    applications: Vec<Application>,
    now: Timestamp,
    /// The ways to those for whom the account holds.
    players: Vec<Way>,
}

/// The forms of the page, as far as they are on their way.
#[derive(Default)]
pub(super) struct OwnDrafts {
    pub(super) password: Draft,
    pub(super) token: Draft,
}

impl OwnDrafts {
    fn status(&self) -> u16 {
        self.password.status().max(self.token.status())
    }
}

pub(super) async fn read(caller: SignedIn) -> Result<OwnAccount, Error> {
    let current = caller.session()?;
    caller
        .read(move |c, by| {
            Ok(OwnAccount {
                federation: federation::store::settings(c, by.today())?,
                record: accounts::use_cases::read(c, by, by.account)?,
                sessions: sessions::use_cases::list(c, by, by.account, None, ALL)?,
                tokens: personal_tokens::use_cases::list(c, by, by.account, None, ALL)?,
                current,
                notices: notices::own(c, by)?,
                applications: applications::store::list(c, by.account, None, ALL)?,
                now: by.now,
                players: own_record::ways(c, by)?,
            })
        })
        .await
}

pub(super) fn page(visit: &Visit, own: &OwnAccount, drafts: &OwnDrafts) -> Page {
    let account = &own.record.account;
    let body = html! {
        h1 { (account.name) }
        p { (account.email.as_str()) }
        form method="post" action="/sign-out" { (Draft::default().hidden(visit.token())) button.second { "Sign out" } }
        (notice(own))
        @if !own.players.is_empty() {
            section {
                h2 { "You, and your children" }
                ul.things {
                    @for way in &own.players { li { a href=(way.path) { (way.label) } p.quiet { (way.about) } } }
                }
            }
        }
        section {
            h2 { "Your roles" }
            @let roles = own.record.grants.iter().filter(|grant| grant.revoked_at.is_none());
            @let roles: Vec<_> = roles.map(|grant| grant.role.in_words()).collect();
            @if roles.is_empty() { p { "None yet." } } @else { ul { @for role in roles { li { (role) } } } }
        }
        section {
            h2 { "Devices on which you are signed in" }
            @let devices = own.sessions.iter().rev().filter(|record| record.session.application.is_none());
            ul.things { @for record in devices { (device(&record.session, own.current, visit.token())) } }
        }
        section {
            h2 { "Applications that act for you" }
            (acting(&own.sessions, |record| ending(&record.session, "End it", visit.token())))
        }
        section {
            h2 { "A code besides the password" }
            p { @if own.record.has_second_factor { "Signing in asks for a code of your authenticator." } @else { "None: the password alone lets you in." } }
            p { a href=(second_factor::PATH) { @if own.record.has_second_factor { "Take it away" } @else { "Set it up" } } }
        }
        section {
            h2 { "What has changed in how you sign in" }
            (changes(&own.notices))
        }
        section {
            h2 { "Another password" }
            p { "Your other devices are signed out by it, no application acts for you any more, and your tokens are revoked." }
            (drafts.password.form_of(account.email.as_str(), "/account/password", visit.token(), &password_fields(), "Change the password"))
        }
        (section(&own.tokens, visit, &drafts.token))
    };
    visit
        .page(&own.federation, "Your account", &body)
        .with_status(drafts.status())
}

/// The time for which a change of how somebody signs in stands at the top of the page.
const NEWS: TimeDelta = TimeDelta::days(14);

/// The latest change of how they sign in, as long as it is news, and what to do if it was not theirs.
fn notice(own: &OwnAccount) -> Markup {
    let latest = own.notices.first().filter(|latest| own.now < latest.at.after(NEWS));
    let applications = || own.applications.iter().filter(|one| one.revoked_at.is_none());
    html! {
        @if let Some(latest) = latest {
            section.next {
                h2 { (line(latest)) }
                p {
                    "Whatever was signed in before has ended since: other devices, applications that acted for you, and your tokens. "
                    "If that was not you, ask an administrator of the federation for a code, and set another password with it."
                }
                @if applications().next().is_some() {
                    p { "These applications sign in by themselves, and go on. Have those revoked that are not yours:" }
                    ul { @for one in applications() { li { (one.name) ", made " (moment(one.created_at)) } } }
                }
            }
        }
    }
}

fn changes(notices: &[Notice]) -> Markup {
    html! {
        @if notices.is_empty() { p { "Nothing yet." } }
        ul { @for notice in notices { li { (line(notice)) } } }
    }
}

fn line(notice: &Notice) -> Markup {
    let what = match notice.change {
        SignInChange::PasswordSet => "The password was set by a code",
        SignInChange::PasswordChanged => "The password was changed",
        SignInChange::FactorConfirmed => "A code besides the password was set up",
        SignInChange::FactorRemoved => "The code besides the password was taken away",
        SignInChange::FactorRemovedByOthers => "An administrator took the code besides the password away",
    };
    html! {
        (what) " " (moment(notice.at))
        @if let Some(address) = &notice.address { ", from " (address) }
    }
}

fn device(session: &Session, current: SessionId, token: &FormToken) -> Markup {
    html! {
        li {
            b { @if session.is_of_browser() { "A browser" } @else { "A program" } }
            @if session.id == current { ", this one" }
            p.quiet {
                "Since " (moment(session.started_at))
                @if let Some(network) = &session.network { ", from " (network) }
            }
            @if session.id != current { (ending(session, "Sign it out", token)) }
        }
    }
}

fn ending(session: &Session, words: &str, token: &FormToken) -> Markup {
    html! {
        form method="post" action={ "/account/sessions/" (session.id) "/ending" } {
            (Draft::default().hidden(token))
            button.second { (words) }
        }
    }
}

#[get("/account")]
async fn show_account(caller: SignedIn, visit: Visit) -> Result<Page, Error> {
    let own = read(caller).await?;
    Ok(page(&visit, &own, &OwnDrafts::default()))
}

#[post("/account/password")]
async fn send_password(
    caller: SignedIn,
    visit: Visit,
    form: Form,
    request: HttpRequest,
    hasher: Data<Hasher>,
    limiter: Data<SignInLimiter>,
) -> Result<HttpResponse, Error> {
    let (current, new) = (form.secret("current_password"), form.secret("password"));
    let changed = passwords::change::change(&caller, current.to_owned(), new, &hasher, &limiter).await;
    let Err(error) = changed else {
        return Ok(see_other("/account"));
    };
    let own = read(caller).await?;
    let drafts = OwnDrafts {
        password: form.refused(error)?,
        ..OwnDrafts::default()
    };
    Ok(page(&visit, &own, &drafts).respond_to(&request))
}

#[post("/account/sessions/{id}/ending")]
async fn send_session_ending(caller: SignedIn, _form: Form, id: Path<SessionId>) -> Result<HttpResponse, Error> {
    caller.write(move |c, by| sessions::use_cases::end(c, by, *id)).await?;
    Ok(see_other("/account"))
}
