//! Personal tokens on the account page: listed, made and revoked. A token is shown once, on a page of its own.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, Responder, post};
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::caller::SignedIn;
use crate::accounts::personal_tokens::{PersonalToken, use_cases};
use crate::federation;
use crate::operations::Scope;
use crate::pages::account::{self, OwnDrafts};
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Form};
use crate::pages::frame::{Page, Visit};
use crate::pages::public::day;
use crate::pages::ticks::{tick, ticked};
use crate::tournaments::sheets::frame::moment;
use crate::values::error::Error;
use crate::values::id::PersonalTokenId;
use crate::values::validation::{Day, Faults, ValueError};
use crate::web::response::see_other;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(send_personal_token).service(send_revocation);
}

/// A token as the form asks for it, but for what is ticked.
#[derive(Deserialize)]
struct Asked {
    name: String,
    expires_on: Day,
}

fn fields() -> [Field; 2] {
    [
        Field::new("name", "What it is for", FieldKind::Text).with_hint("As you tell it from others: a nightly list."),
        Field::new("expires_on", "Good until", FieldKind::Day).with_hint("Within a year."),
    ]
}

/// The name by which the ticks are told that one is missing.
const SCOPES: &str = "scopes";

/// The section of the account page.
pub(crate) fn section(tokens: &[PersonalToken], visit: &Visit, draft: &Draft) -> Markup {
    let good = tokens.iter().filter(|token| token.revoked_at.is_none());
    let fields = fields();
    html! {
        section {
            h2 { "Tokens for your own scripts" }
            p { "A script calls with one as you, within what you tick, and changes neither your password nor roles." }
            ul.things { @for token in good.rev() { (line(token, visit)) } }
            form method="post" action="/account/tokens" {
                (draft.refusal(&fields))
                (draft.hidden(visit.token()))
                @for field in &fields { (draft.field(field)) }
                fieldset id=(SCOPES) {
                    legend { "What it is let in to" }
                    @if let Some(fault) = draft.fault(SCOPES) { p.fault { (fault) } }
                    @for scope in Scope::ALL { (tick(draft, scope.as_str(), scope.about())) }
                }
                button { "Make a token" }
            }
        }
    }
}

fn line(token: &PersonalToken, visit: &Visit) -> Markup {
    html! {
        li {
            b { (token.name) }
            p.quiet {
                "Until " (day(token.expires_on))
                @match token.last_used_at {
                    Some(used) => { ", last used " (moment(used)) }
                    None => ", not used yet",
                }
            }
            p.quiet { @for scope in token.scopes().into_vec() { (scope.about()) " " } }
            form method="post" action={ "/account/tokens/" (token.id) "/revocation" } {
                (Draft::default().hidden(visit.token()))
                button.second { "Revoke it" }
            }
        }
    }
}

/// The token that the form asks for, kept, and what it is.
async fn make(caller: &SignedIn, form: &Form) -> Result<String, Error> {
    let asked: Asked = form.read(&fields())?;
    let words: Vec<String> = ticked(form);
    let scopes: Vec<Scope> = words.iter().filter_map(|word| Scope::from_word(word)).collect();
    if scopes.is_empty() {
        let missing = ValueError::new("required", "Tick what it is let in to.");
        return Err(Faults::of(&format!("/{SCOPES}"), missing).into());
    }
    let (told, hash) = use_cases::fresh();
    let named = (asked.name.as_str(), &*scopes);
    let token = PersonalToken::parse(caller.account(), hash, named, asked.expires_on.into(), caller.now())?;
    caller
        .clone()
        .write(move |c, by| use_cases::create(c, by, &token))
        .await?;
    Ok(told)
}

/// The page with the token, this once.
async fn shown(caller: SignedIn, visit: &Visit, told: &str) -> Result<Page, Error> {
    let title = "Your token";
    let body = html! {
        p.way { a href="/account" { "Your account" } }
        h1 { (title) }
        p { "A script sends it as " code { "Authorization: Bearer" } ", with a blank and this behind it:" }
        p { code.secret { (told) } }
        p.quiet { "It is shown this once." }
        p { a.button href="/account" { "I have kept it" } }
    };
    let settings = caller.read(|c, by| federation::store::settings(c, by.today())).await?;
    Ok(visit.page(&settings, title, &body))
}

#[post("/account/tokens")]
async fn send_personal_token(
    caller: SignedIn,
    visit: Visit,
    form: Form,
    request: HttpRequest,
) -> Result<HttpResponse, Error> {
    let page = match make(&caller, &form).await {
        Ok(told) => shown(caller, &visit, &told).await?,
        Err(error) => {
            let drafts = OwnDrafts {
                token: form.refused(error)?,
                ..OwnDrafts::default()
            };
            account::page(&visit, &account::read(caller).await?, &drafts)
        }
    };
    Ok(page.respond_to(&request))
}

#[post("/account/tokens/{id}/revocation")]
async fn send_revocation(caller: SignedIn, _form: Form, id: Path<PersonalTokenId>) -> Result<HttpResponse, Error> {
    caller.write(move |c, by| use_cases::revoke(c, by, *id)).await?;
    Ok(see_other("/account"))
}
