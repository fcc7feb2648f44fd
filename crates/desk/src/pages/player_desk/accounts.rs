//! Accounts that hold for a player: the player, or a parent or guardian, is invited to one.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, Responder, get, post};
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::caller::ClubSecretary;
use crate::accounts::passwords::PasswordCode;
use crate::accounts::{Caller, NewAccount};
use crate::db::Conn;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Form};
use crate::pages::frame::{Page, Visit};
use crate::pages::player_desk::words::relation;
use crate::pages::player_desk::{PlayerDesk, at, path};
use crate::pages::sent::Sent;
use crate::players::consents::ConsentRelation;
use crate::players::player_accounts::Invitation;
use crate::players::player_accounts::use_cases::{self, TiedAccount};
use crate::tournaments::sheets::frame::moment;
use crate::values::error::Error;
use crate::values::id::{PlayerAccountId, PlayerId};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(show_accounts)
        .service(send_invitation)
        .service(send_code)
        .service(send_account_withdrawal);
}

/// The fields, with those who may hold an account for a player of that age.
fn fields(is_minor: bool) -> [Field; 3] {
    let relations = ConsentRelation::ALL.iter().filter(|one| one.decides_for(is_minor));
    let relations = relations.map(|one| (one.as_str().to_owned(), relation(*one).to_owned()));
    [
        Field::new("relation", "Who signs in", FieldKind::Choice(relations.collect())),
        Field::new("name", "Name of that person", FieldKind::Text),
        Field::new("email", "E-mail address of that person", FieldKind::Email),
    ]
}

/// Somebody to be invited, as typed.
#[derive(Deserialize)]
struct TypedInvitation {
    relation: ConsentRelation,
    name: String,
    email: String,
}

type Known = (PlayerDesk, Vec<TiedAccount>);

fn read(c: &mut Conn, by: &Caller, id: PlayerId) -> Result<Known, Error> {
    Ok((PlayerDesk::read(c, by, id)?, use_cases::list(c, by, &at(id))?))
}

fn page((desk, accounts): &Known, visit: &Visit, draft: &Draft) -> Page {
    let own = of(desk.player.id);
    let body = html! {
        p { "Such an account reads all that is on record of the player, gives and withdraws consents, and disputes results. "
            @if desk.is_minor() { "A parent or guardian holds it until the player is 18." }
            @else { "A player who is of age holds it alone." } }
        section {
            h2 { "On record" }
            @if accounts.is_empty() { p { "None." } }
            ul.things { @for tied in accounts { (line(desk, visit, &own, tied)) } }
        }
        section {
            h2 { "Invite somebody" }
            (draft.form(&own, visit.token(), &fields(desk.is_minor()), "Invite"))
        }
    };
    desk.page(visit, draft, "Accounts", &body)
}

fn line(desk: &PlayerDesk, visit: &Visit, own: &str, tied: &TiedAccount) -> Markup {
    let email = tied.account.email.as_str();
    let step = |path: &str, words: &str| {
        html! {
            form method="post" action={ (own) "/" (tied.tie.id) "/" (path) } {
                (Draft::default().hidden(visit.token()))
                button.second aria-label={ (words) ": " (email) } { (words) }
            }
        }
    };
    html! {
        li {
            b { (email) }
            p.quiet { (relation(tied.tie.relation)) " · since " (moment(tied.tie.created_at)) }
            @if let Some(at) = tied.tie.withdrawn_at { p.quiet { "Withdrawn, " (moment(at)) } }
            @else if tied.tie.holds(&tied.player, desk.today) {
                (step("code", "Make a code to begin with"))
                (step("withdrawal", "Withdraw the account"))
            }
            @else { p.quiet { "It holds no more: the player is of age." } }
        }
    }
}

fn of(player: PlayerId) -> String {
    format!("{}/accounts", path(player))
}

#[get("/desk/players/{id}/accounts")]
async fn show_accounts(caller: ClubSecretary, visit: Visit, id: Path<PlayerId>) -> Result<Page, Error> {
    let known = caller.read(move |c, by| read(c, by, *id)).await?;
    Ok(page(&known, &visit, &Draft::default()))
}

#[post("/desk/players/{id}/accounts")]
async fn send_invitation(sent: Sent<ClubSecretary>, id: Path<PlayerId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            let typed: TypedInvitation = form.read(&fields(false))?;
            let NewAccount { email, name, .. } = NewAccount::parse(&typed.email, &typed.name, None)?;
            let invitation = Invitation {
                email,
                name,
                relation: typed.relation,
            };
            Ok(of(use_cases::invite(c, by, &at(id), &invitation)?.player.id))
        },
        move |c, by| read(c, by, id),
        page,
    )
    .await
}

/// The page with a code, which is nowhere kept and is not shown again.
fn code_page(desk: &PlayerDesk, visit: &Visit, code: &PasswordCode) -> Page {
    let body = html! {
        p { "Hand this code to the owner of " b { (code.account.email.as_str()) } ", and to nobody else. It is not shown again." }
        p.code { code { (code.code) } }
        p { "With it they set a password of their own, from the page on which everybody signs in: once, by " (moment(code.expires_at)) ". A new code takes the place of this one." }
        p { a href=(of(desk.player.id)) { "I have handed it over" } }
    };
    desk.page(visit, &Draft::default(), "A code to begin with", &body)
}

/// Makes a code. It is not kept with the answers to what was sent: sent again, the form makes another one.
#[post("/desk/players/{id}/accounts/{account}/code")]
async fn send_code(
    caller: ClubSecretary,
    visit: Visit,
    form: Form,
    ids: Path<(PlayerId, PlayerAccountId)>,
    request: HttpRequest,
) -> Result<HttpResponse, Error> {
    let (id, account) = *ids;
    let made = caller
        .clone()
        .write(move |c, by| use_cases::create_code(c, by, account));
    let (made, known) = (made.await, caller.read(move |c, by| read(c, by, id)).await?);
    let page = match made {
        Ok(code) => code_page(&known.0, &visit, &code),
        Err(error) => page(&known, &visit, &form.refused(error)?),
    };
    Ok(page.respond_to(&request))
}

#[post("/desk/players/{id}/accounts/{account}/withdrawal")]
async fn send_account_withdrawal(
    sent: Sent<ClubSecretary>,
    ids: Path<(PlayerId, PlayerAccountId)>,
) -> Result<HttpResponse, Error> {
    let (id, account) = *ids;
    sent.carry_out(
        move |c, by, _| Ok(of(use_cases::withdraw(c, by, account)?.player.id)),
        move |c, by| read(c, by, id),
        page,
    )
    .await
}
