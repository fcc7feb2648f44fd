//! One account: what it may do, its password, its second factor and its devices.

use actix_web::web::{Data, Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use chrono::NaiveDate;
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::caller::Administrator;
use crate::accounts::grants::{self, Grant};
use crate::accounts::sessions::{self, Session, SessionRecord};
use crate::accounts::use_cases::AccountRecord;
use crate::accounts::{self, Caller, Role, UNKNOWN_CLUB, passwords, second_factors};
use crate::clubs::{self, Club};
use crate::db::{ALL, Conn};
use crate::pages::authorization::acting;
use crate::pages::federation_desk::accounts::path;
use crate::pages::federation_desk::{OfFederation, part, step};
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Form};
use crate::pages::frame::{Page, Visit};
use crate::pages::public::{day, province};
use crate::pages::sent::Sent;
use crate::provinces::{self, Province};
use crate::tournaments::sheets::frame::moment;
use crate::values::error::Error;
use crate::values::id::{AccountId, ClubId, GrantId, SessionId};
use crate::values::public_url::PublicUrl;
use crate::values::validation::{Day, Word};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(show_account_of)
        .service(send_grant)
        .service(send_grant_revocation)
        .service(send_password_code)
        .service(send_deactivation)
        .service(send_reactivation)
        .service(send_second_factor_removal)
        .service(send_session_ending_of);
}

/// All that stands on the page.
struct AccountCare {
    record: AccountRecord,
    sessions: Vec<SessionRecord>,
    provinces: Vec<Province>,
    /// The clubs for which it has grants.
    clubs: Vec<Club>,
    today: NaiveDate,
}

fn read(c: &mut Conn, by: &Caller, id: AccountId) -> Result<OfFederation<AccountCare>, Error> {
    let record = accounts::use_cases::read(c, by, id)?;
    let of_grants: Vec<ClubId> = record.grants.iter().filter_map(|grant| grant.club).collect();
    let care = AccountCare {
        sessions: sessions::use_cases::list(c, by, id, None, ALL)?,
        provinces: provinces::store::list(c)?,
        clubs: clubs::store::find_all(c, &[], &of_grants)?,
        today: by.today(),
        record,
    };
    OfFederation::read(c, by, care)
}

fn page(desk: &OfFederation<AccountCare>, visit: &Visit, draft: &Draft) -> Page {
    let care = &desk.content;
    let account = &care.record.account;
    let fields = grant_fields(&care.provinces);
    let own = path(account.id);
    let body = html! {
        p.way { a href="/desk/accounts" { "Accounts" } }
        h1 { (account.name) }
        p { (account.email.as_str()) }
        @if let Some(since) = account.deactivated_at {
            p { b { "Out of use since " (moment(since)) "." } " Nobody signs in with it, and its roles are worth nothing." }
        }
        (draft.refusal(&fields))
        section {
            h2 { "Roles" }
            @if care.record.grants.is_empty() { p { "None yet." } }
            ul.things { @for grant in care.record.grants.iter().rev() { (care.grant(grant, visit)) } }
            h3 { "Give a role" }
            (part(visit, draft, &format!("{own}/grants"), &fields, "Give the role"))
        }
        (care.password(visit))
        section {
            h2 { "Devices on which it is signed in" }
            @let devices = || care.sessions.iter().rev().filter(|record| record.session.application.is_none());
            @if devices().next().is_none() { p { "None." } }
            ul.things { @for record in devices() { (device(account.id, &record.session, visit)) } }
        }
        section {
            h2 { "Applications that act for it" }
            (acting(&care.sessions, |record| step(visit, &ending(account.id, &record.session), "End it")))
        }
        section {
            h2 { "In use or not" }
            @if account.deactivated_at.is_some() {
                p { "It signs in again with the password that it had, and may do what its roles say." }
                (step(visit, &format!("{own}/reactivation"), "Take it into use again"))
            } @else {
                p { "Out of use it is signed out everywhere. Nothing of what it did is lost, and it can be taken into use again." }
                (step(visit, &format!("{own}/deactivation"), "Take it out of use"))
            }
        }
        p { a href={ "/desk/trail?subject=account&subject_id=" (account.id) } { "What was changed of the account" } }
    };
    desk.page(visit, draft, &account.name, &body)
}

impl AccountCare {
    /// A grant in words, with the button that takes it back while it holds.
    fn grant(&self, grant: &Grant, visit: &Visit) -> Markup {
        let club = grant.club.and_then(|id| self.clubs.iter().find(|club| club.id == id));
        html! {
            li {
                b { (grant.role.in_words()) }
                @if let Some(code) = &grant.province { ", " (province(&self.provinces, code)) }
                @if let Some(club) = club { ", " (club.name) }
                p.quiet {
                    "From " (day(grant.valid_from))
                    @if let Some(until) = grant.valid_until { " to " (day(until)) }
                    @if let Some(at) = grant.revoked_at { ". Taken back " (moment(at)) }
                    @else if grant.valid_until.is_some_and(|until| until < self.today) { ". Over" }
                }
                @if grant.revoked_at.is_none() {
                    (step(visit, &format!("/desk/grants/{}/revocation", grant.id), "Take it back"))
                }
            }
        }
    }

    fn password(&self, visit: &Visit) -> Markup {
        let (own, record) = (path(self.record.account.id), &self.record);
        html! {
            section {
                h2 { "Password" }
                @if record.has_password {
                    p { "If it is forgotten, a code sets another one. It is good for 30 minutes." }
                } @else {
                    p { "Not set yet. A code invites the owner to set one. It is good for seven days." }
                }
                (step(visit, &format!("{own}/password-code"), "Make a code"))
                h3 { "Second factor" }
                @if record.has_second_factor {
                    p { "Set up. Take it away only if its owner has lost the telephone and the recovery codes too: they are signed out, and set up another." }
                    (step(visit, &format!("{own}/second-factor-removal"), "Take the second factor away"))
                } @else { p { "None. Its owner sets one up." } }
            }
        }
    }
}

fn device(account: AccountId, session: &Session, visit: &Visit) -> Markup {
    html! {
        li {
            b { @if session.is_of_browser() { "A browser" } @else { "A program" } }
            p.quiet {
                "Since " (moment(session.started_at))
                @if let Some(network) = &session.network { ", from " (network) }
            }
            (step(visit, &ending(account, session), "Sign it out"))
        }
    }
}

/// The path at which a session is ended.
fn ending(account: AccountId, session: &Session) -> String {
    format!("{}/sessions/{}/ending", path(account), session.id)
}

fn grant_fields(provinces: &[Province]) -> [Field; 5] {
    let roles = Role::ALL
        .iter()
        .map(|role| (role.as_str().to_owned(), role.in_words().to_owned()));
    let provinces = provinces
        .iter()
        .map(|province| (province.code.clone(), province.name.clone()));
    [
        Field::new("role", "Role", FieldKind::Choice(roles.collect())),
        Field::new("province", "Province", FieldKind::Choice(provinces.collect()))
            .optional()
            .with_hint("Of a coordinator."),
        Field::new("club_id", "Club, by its code", FieldKind::Text)
            .optional()
            .with_hint("Of a club secretary: DIT."),
        Field::new("valid_from", "First day", FieldKind::Day)
            .optional()
            .with_hint("Today if you leave it empty."),
        Field::new("valid_until", "Last day", FieldKind::Day)
            .optional()
            .with_hint("Until it is taken back if you leave it empty."),
    ]
}

/// A grant as it is typed: the club by its code.
#[derive(Deserialize)]
struct TypedGrant {
    role: Role,
    province: Option<Word>,
    club_id: Option<Word>,
    valid_from: Option<Day>,
    valid_until: Option<Day>,
}

impl TypedGrant {
    fn parse(self, c: &mut Conn, account: AccountId, by: &Caller) -> Result<Grant, Error> {
        let club = self.club_id.map(|code| club_of(c, code.as_str())).transpose()?;
        let days = (
            self.valid_from.map(NaiveDate::from),
            self.valid_until.map(NaiveDate::from),
        );
        let scope = (self.province.map(String::from), club);
        Ok(Grant::parse(account, self.role, scope, days, by.now)?)
    }
}

fn club_of(c: &mut Conn, code: &str) -> Result<ClubId, Error> {
    let code = code.to_uppercase();
    let found = clubs::store::find_all(c, &[&code], &[])?;
    let unknown = || UNKNOWN_CLUB.at("/club_id", format!("There is no club with the code {code}."));
    Ok(found.first().ok_or_else(unknown)?.id)
}

#[get("/desk/accounts/{id}")]
async fn show_account_of(caller: Administrator, visit: Visit, id: Path<AccountId>) -> Result<Page, Error> {
    let desk = caller.read(move |c, by| read(c, by, *id)).await?;
    Ok(page(&desk, &visit, &Draft::default()))
}

#[post("/desk/accounts/{id}/grants")]
async fn send_grant(sent: Sent<Administrator>, id: Path<AccountId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            let asked: TypedGrant = form.read(&grant_fields(&[]))?;
            let grant = asked.parse(c, id, by)?;
            grants::use_cases::create(c, by, &grant)?;
            Ok(path(id))
        },
        move |c, by| read(c, by, id),
        page,
    )
    .await
}

#[post("/desk/grants/{id}/revocation")]
async fn send_grant_revocation(sent: Sent<Administrator>, id: Path<GrantId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, _| Ok(path(grants::use_cases::revoke(c, by, id)?.account)),
        move |c, by| {
            let account = grants::use_cases::read(c, id)?.account;
            read(c, by, account)
        },
        page,
    )
    .await
}

/// Makes a code, and shows it: nothing keeps it, so that there is no page to go on to.
#[post("/desk/accounts/{id}/password-code")]
async fn send_password_code(
    caller: Administrator,
    visit: Visit,
    _form: Form,
    id: Path<AccountId>,
    url: Data<PublicUrl>,
) -> Result<Page, Error> {
    let id = *id;
    let (code, desk) = caller
        .write(move |c, by| {
            let code = passwords::use_cases::create_code(c, by.now, &by.actor, id)?;
            Ok((code, OfFederation::read(c, by, ())?))
        })
        .await?;
    let body = html! {
        p.way { a href=(path(id)) { (code.account.name) } }
        h1 { "A code for " (code.account.name) }
        p { "It is shown this once. Hand it to its owner, and to nobody else: by telephone, or in a message to them alone." }
        p.code { (code.code) }
        p { "Its owner types it at " b { (url.as_str()) "/password" } ", and chooses a password. It is good once, until " (moment(code.expires_at)) "; another code takes its place." }
        p { a href=(path(id)) { "I have written it down" } }
    };
    Ok(desk.page(&visit, &Draft::default(), "A code to set a password", &body))
}

#[post("/desk/accounts/{id}/deactivation")]
async fn send_deactivation(sent: Sent<Administrator>, id: Path<AccountId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, _| Ok(path(accounts::use_cases::deactivate(c, by, id)?.account.id)),
        move |c, by| read(c, by, id),
        page,
    )
    .await
}

#[post("/desk/accounts/{id}/reactivation")]
async fn send_reactivation(sent: Sent<Administrator>, id: Path<AccountId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, _| Ok(path(accounts::use_cases::reactivate(c, by, id)?.account.id)),
        move |c, by| read(c, by, id),
        page,
    )
    .await
}

#[post("/desk/accounts/{id}/second-factor-removal")]
async fn send_second_factor_removal(sent: Sent<Administrator>, id: Path<AccountId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, _| {
            second_factors::use_cases::remove_of(c, by.now, &by.actor, id)?;
            Ok(path(id))
        },
        move |c, by| read(c, by, id),
        page,
    )
    .await
}

#[post("/desk/accounts/{account}/sessions/{id}/ending")]
async fn send_session_ending_of(
    sent: Sent<Administrator>,
    ids: Path<(AccountId, SessionId)>,
) -> Result<HttpResponse, Error> {
    let (account, id) = ids.into_inner();
    sent.carry_out(
        move |c, by, _| Ok(path(sessions::use_cases::end(c, by, id)?.session.account)),
        move |c, by| read(c, by, account),
        page,
    )
    .await
}
