//! Relatives of a player, who are never drawn against them.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use maud::{Markup, html};

use crate::accounts::Caller;
use crate::accounts::caller::{ClubSecretary, Coordinator};
use crate::db::Conn;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::Draft;
use crate::pages::frame::{Page, Visit};
use crate::pages::player_desk::words::tie;
use crate::pages::player_desk::{PlayerDesk, at, path};
use crate::pages::sent::Sent;
use crate::pages::tournament_desk::player_of;
use crate::players::pairing_bars::use_cases::{self, NewPairingBar};
use crate::players::pairing_bars::{PairingBar, PairingBarRelation};
use crate::players::use_cases::find_within;
use crate::players::{Player, reason};
use crate::tournaments::sheets::frame::moment;
use crate::values::error::Error;
use crate::values::id::{PairingBarId, PlayerId};
use crate::values::validation::{Faults, ValueError};
use crate::web::idempotency::Creation;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(show_relatives)
        .service(send_relative)
        .service(show_relative)
        .service(send_relative_withdrawal);
}

/// The fields; ties of other sorts are for an administrator to declare.
fn fields(is_everywhere: bool) -> [Field; 2] {
    let ties = PairingBarRelation::ALL
        .iter()
        .filter(|one| is_everywhere || **one != PairingBarRelation::Declared);
    let ties = ties.map(|one| (one.as_str().to_owned(), tie(*one).to_owned()));
    [
        Field::new("number", "Number of the other player", FieldKind::Text).with_hint("As on the card, M-0004217-K."),
        Field::new("relation", "The two are", FieldKind::Choice(ties.collect()))
            .with_hint("Nobody reads this but those who look after one of them."),
    ]
}

fn because() -> [Field; 1] {
    [Field::new("reason", "Why they may meet after all", FieldKind::Text)]
}

/// The player, and the bars between them and others, withdrawn ones too.
type Known = (PlayerDesk, Vec<(PairingBar, [Player; 2])>);

fn read(c: &mut Conn, by: &Caller, id: PlayerId) -> Result<Known, Error> {
    Ok((PlayerDesk::read(c, by, id)?, use_cases::list(c, by, &at(id))?))
}

/// The other one of the two.
fn other<'a>(desk: &PlayerDesk, pair: &'a [Player; 2]) -> &'a Player {
    let [first, second] = pair;
    if first.id == desk.player.id { second } else { first }
}

fn page((desk, bars): &Known, visit: &Visit, draft: &Draft) -> Page {
    let own = format!("{}/relatives", desk.path());
    let body = html! {
        p { "Relatives of the first degree are never drawn against each other." }
        section {
            h2 { "On record" }
            @if bars.is_empty() { p { "Nobody." } }
            ul.things { @for (bar, pair) in bars { (line(desk, &own, bar, other(desk, pair))) } }
        }
        section {
            h2 { "Record a relative" }
            (draft.form(&own, visit.token(), &fields(desk.is_everywhere), "Never draw the two against each other"))
        }
    };
    desk.page(visit, draft, "Relatives", &body)
}

fn line(desk: &PlayerDesk, own: &str, bar: &PairingBar, other: &Player) -> Markup {
    html! {
        li {
            a href={ "/players/" (other.id) } { (other.public_name(desk.today)) }
            p.quiet { (other.number) " · " (tie(bar.relation)) }
            @match (bar.withdrawn_at, &bar.withdrawn_because) {
                (Some(at), because) => p.quiet { "Withdrawn, " (moment(at)) @if let Some(because) = because { ": " (because) } },
                (None, _) => @if desk.is_coordinated { p { a href={ (own) "/" (bar.id) } { "They may meet after all" } } },
            }
        }
    }
}

fn of(player: PlayerId) -> String {
    format!("{}/relatives", path(player))
}

#[get("/desk/players/{id}/relatives")]
async fn show_relatives(caller: ClubSecretary, visit: Visit, id: Path<PlayerId>) -> Result<Page, Error> {
    let known = caller.read(move |c, by| read(c, by, *id)).await?;
    Ok(page(&known, &visit, &Draft::default()))
}

#[post("/desk/players/{id}/relatives")]
async fn send_relative(sent: Sent<ClubSecretary>, id: Path<PlayerId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            find_within(c, by, &at(id))?;
            let mut faults = Faults::default();
            let relation = PairingBarRelation::from_word(form.text("relation"));
            let relation = relation.ok_or_else(|| ValueError::new("required", "Must be given."));
            let relation = faults.check("/relation", relation).ok_or(faults)?;
            let players = [id, player_of(c, form, "number")?];
            let new = NewPairingBar {
                creation: Creation::of(None, &(players, relation), by.now)?,
                players,
                relation,
            };
            use_cases::bar(c, by, &new)?;
            Ok(of(id))
        },
        move |c, by| read(c, by, id),
        page,
    )
    .await
}

/// The player, and one bar.
type One = (PlayerDesk, PairingBar, [Player; 2]);

fn read_one(c: &mut Conn, by: &Caller, (player, id): (PlayerId, PairingBarId)) -> Result<One, Error> {
    let desk = PlayerDesk::read(c, by, player)?;
    let (bar, pair) = use_cases::find(c, by, id)?;
    Ok((desk, bar, pair))
}

fn one_page((desk, bar, pair): &One, visit: &Visit, draft: &Draft) -> Page {
    let other = other(desk, pair);
    let action = format!("{}/{}/withdrawal", of(desk.player.id), bar.id);
    let body = html! {
        p { "With " (other.public_name(desk.today)) ", " (other.number) ": " (tie(bar.relation)) "." }
        @if bar.withdrawn_at.is_some() { p { "It was withdrawn: the two may meet." } }
        @else { (draft.form(&action, visit.token(), &because(), "Let the two be drawn against each other")) }
    };
    desk.page(visit, draft, "They may meet after all", &body)
}

#[get("/desk/players/{id}/relatives/{bar}")]
async fn show_relative(caller: Coordinator, visit: Visit, ids: Path<(PlayerId, PairingBarId)>) -> Result<Page, Error> {
    let one = caller.read(move |c, by| read_one(c, by, *ids)).await?;
    Ok(one_page(&one, &visit, &Draft::default()))
}

#[post("/desk/players/{id}/relatives/{bar}/withdrawal")]
async fn send_relative_withdrawal(
    sent: Sent<Coordinator>,
    ids: Path<(PlayerId, PairingBarId)>,
) -> Result<HttpResponse, Error> {
    let (id, bar) = *ids;
    sent.carry_out(
        move |c, by, form| {
            use_cases::withdraw(c, by, bar, &reason(form.text("reason"))?)?;
            Ok(of(id))
        },
        move |c, by| read_one(c, by, (id, bar)),
        one_page,
    )
    .await
}
