//! Accounts: found, and made for those who are invited.

use actix_web::web::ServiceConfig;
use actix_web::{HttpRequest, HttpResponse, get, post};
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::caller::Administrator;
use crate::accounts::use_cases::{self, AccountRecord};
use crate::accounts::{Account, Caller, NewAccount};
use crate::db::Conn;
use crate::languages::Words;
use crate::pages::federation_desk::{OfFederation, way_back};
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Search};
use crate::pages::frame::{Page, Visit};
use crate::pages::public::next_page;
use crate::pages::sent::Sent;
use crate::values::error::Error;
use crate::values::id::AccountId;
use crate::values::names;
use crate::web::pagination::{self, PageSize, after};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(list_accounts_page)
        .service(show_invitation)
        .service(send_invitation);
}

/// The path of an account's page.
pub(super) fn path(id: AccountId) -> String {
    format!("/desk/accounts/{id}")
}

/// The accounts to show.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListAccounts {
    /// A part of the address or the name.
    q: Option<names::Search>,
    cursor: Option<String>,
}

#[get("/desk/accounts")]
async fn list_accounts_page(
    caller: Administrator,
    visit: Visit,
    Search(query): Search<ListAccounts>,
    request: HttpRequest,
) -> Result<Page, Error> {
    let (limit, after) = (PageSize::default(), after(query.cursor.as_deref())?);
    let asked = query.q.map(String::from).unwrap_or_default();
    let search = asked.clone();
    let today = caller.today();
    let desk = caller
        .read(move |c, by| {
            let accounts = use_cases::list(c, Some(&search), after, limit.rows())?;
            OfFederation::read(c, by, accounts)
        })
        .await?;
    let OfFederation { federation, content } = desk;
    let key = |record: &AccountRecord| (record.account.email.key(), record.account.id);
    let (accounts, next) = pagination::Page::of(content, limit, key, |record| record)?.into_parts();
    let roles = |record: &AccountRecord| {
        let holding = record.grants.iter().filter_map(|grant| grant.authority_on(today));
        let mut roles: Vec<&str> = holding.map(|authority| authority.role().in_words()).collect();
        roles.dedup();
        roles.join(", ")
    };
    let body = html! {
        (way_back())
        h1 { "Accounts" }
        p { a.button href="/desk/invitation" { "Invite somebody" } }
        form.line action="/desk/accounts" role="search" {
            label for="q" { "Name or e-mail address" }
            input #q name="q" type="search" maxlength="200" value=(asked);
            button { "Search" }
        }
        @if accounts.is_empty() { p { "Nobody is found." } }
        ul.things {
            @for record in &accounts {
                li {
                    a href=(path(record.account.id)) { (record.account.name) }
                    p.quiet { (record.account.email.as_str()) " · " (roles_in_words(&roles(record))) (state(record)) }
                }
            }
        }
        (next_page(Words::ENGLISH, &request, next.as_deref()))
    };
    Ok(visit.page(&federation, "Accounts", &body))
}

fn roles_in_words(roles: &str) -> &str {
    if roles.is_empty() { "no role today" } else { roles }
}

/// The reason that keeps somebody from signing in.
fn state(record: &AccountRecord) -> Markup {
    html! {
        @if record.account.deactivated_at.is_some() { " · out of use" }
        @else if !record.has_password { " · has not set a password yet" }
    }
}

fn fields() -> [Field; 2] {
    [
        Field::new("name", "Name", FieldKind::Text).with_hint("As people call them: Nomsa Dlamini."),
        Field::new("email", "E-mail address", FieldKind::Email)
            .with_hint("They sign in with it. No two accounts share one."),
    ]
}

fn invitation(desk: &OfFederation<()>, visit: &Visit, draft: &Draft) -> Page {
    let body = html! {
        p.way { a href="/desk/accounts" { "Accounts" } }
        h1 { "Invite somebody" }
        p { "The account can do nothing until you give it a role, and nobody signs in to it until its owner has set a password: both come next." }
        (draft.form("/desk/invitation", visit.token(), &fields(), "Make the account"))
    };
    desk.page(visit, draft, "Invite somebody", &body)
}

fn read(c: &mut Conn, by: &Caller) -> Result<OfFederation<()>, Error> {
    OfFederation::read(c, by, ())
}

#[get("/desk/invitation")]
async fn show_invitation(caller: Administrator, visit: Visit) -> Result<Page, Error> {
    let desk = caller.read(read).await?;
    Ok(invitation(&desk, &visit, &Draft::default()))
}

#[post("/desk/invitation")]
async fn send_invitation(sent: Sent<Administrator>) -> Result<HttpResponse, Error> {
    sent.carry_out(
        |c, by, form| {
            let NewAccount { email, name, .. } = NewAccount::parse(form.text("email"), form.text("name"), None)?;
            let account = Account::new(email, name, by.now);
            use_cases::create(c, by.now, &by.actor, &account, None)?;
            Ok(path(account.id))
        },
        read,
        invitation,
    )
    .await
}
