//! Byes: rounds that players rest, given before the round is published, and taken back.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::TournamentOfficial;
use crate::db::Conn;
use crate::federation::readings::ByeValue;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::Draft;
use crate::pages::frame::{Page, Visit};
use crate::pages::sent::Sent;
use crate::pages::tournament_desk::{TournamentDesk, path};
use crate::tournaments::byes::{NewBye, use_cases};
use crate::tournaments::entries;
use crate::tournaments::model::{Bye, ByeKind, TournamentState, TournamentSystem};
use crate::values::error::Error;
use crate::values::id::{ByeId, EntryId, TournamentId};
use crate::values::number::RoundNumber;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_byes).service(send_bye).service(send_withdrawal);
}

/// The path of the page.
fn byes_path(tournament: TournamentId) -> String {
    format!("{}/byes", path(tournament))
}

/// The origin of a bye, as people say it.
fn kind(kind: ByeKind) -> &'static str {
    match kind {
        ByeKind::Allocated => "by the draw",
        ByeKind::Requested => "as asked",
    }
}

/// The bye that is given.
#[derive(Deserialize)]
struct GiveBye {
    entry: EntryId,
    round: String,
    value: ByeValue,
}

/// Whether byes can be given or taken back, and for which rounds.
fn open_rounds(desk: &TournamentDesk) -> Vec<i64> {
    let tournament = &desk.papers.snapshot.tournament;
    let takes = matches!(tournament.state, TournamentState::Open | TournamentState::Running) && desk.is_changed_here();
    if !takes || tournament.plan.system == TournamentSystem::RoundRobin {
        return Vec::new();
    }
    (desk.papers.snapshot.next_round().get()..=tournament.plan.rounds).collect()
}

fn fields(desk: &TournamentDesk) -> [Field; 3] {
    let entries = desk
        .papers
        .snapshot
        .entries
        .iter()
        .filter(|entry| !entry.is_withdrawn());
    let players = entries.map(|entry| (entry.id.to_string(), desk.papers.name(entry)));
    let rounds = open_rounds(desk)
        .into_iter()
        .map(|round| (round.to_string(), format!("Round {round}")));
    let values = [ByeValue::Zero, ByeValue::Half, ByeValue::Full, ByeValue::Average];
    let values = values.map(|one| (one.as_str().to_owned(), one.in_words().to_owned()));
    [
        Field::new("entry", "Player who rests", FieldKind::Choice(players.collect())),
        Field::new("round", "In which round", FieldKind::Choice(rounds.collect())),
        Field::new("value", "What it counts", FieldKind::Choice(values.to_vec()))
            .with_hint("A bye that the player asks for counts nothing, unless you give it more."),
    ]
}

#[get("/desk/tournaments/{id}/byes")]
async fn show_byes(caller: TournamentOfficial, visit: Visit, id: Path<TournamentId>) -> Result<Page, Error> {
    let desk = caller.read(move |c, by| TournamentDesk::read(c, by, *id)).await?;
    Ok(page(&desk, &visit, &Draft::default()))
}

fn page(desk: &TournamentDesk, visit: &Visit, draft: &Draft) -> Page {
    let byes = &desk.papers.snapshot.byes;
    let body = html! {
        (desk.way_back())
        h1 { "Byes" }
        @if byes.is_empty() { p { "Nobody has one yet. Where the players are odd in number, the draw gives one." } }
        ul.things { @for bye in byes { (line(desk, visit, bye)) } }
        @if open_rounds(desk).is_empty() {
            (draft.refusal(&fields(desk)))
            (desk.no_form("No round is left for which a bye could be given."))
        } @else {
            section {
                h2 { "Give a bye" }
                p { "The player is not drawn in that round. It does not count against a bye that the draw gives." }
                (draft.form(&byes_path(desk.id()), visit.token(), &fields(desk), "Give the bye"))
            }
        }
    };
    visit.page(&desk.federation, "Byes", &body).with_status(draft.status())
}

fn line(desk: &TournamentDesk, visit: &Visit, bye: &Bye) -> Markup {
    let is_open = open_rounds(desk).contains(&bye.round.get());
    html! {
        li {
            (desk.entry(bye.entry))
            p.quiet { "Round " (bye.round) ", " (kind(bye.kind)) "; counts " (bye.value.in_words()) "." }
            @if bye.kind == ByeKind::Requested && is_open {
                form method="post" action={ "/desk/byes/" (bye.id) "/withdrawal" } {
                    (Draft::default().hidden(visit.token()))
                    button.second { "Take it back" }
                }
            }
        }
    }
}

#[post("/desk/tournaments/{id}/byes")]
async fn send_bye(sent: Sent<TournamentOfficial>, id: Path<TournamentId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            let desk = TournamentDesk::read(c, by, id)?;
            let asked: GiveBye = form.read(&fields(&desk))?;
            let new = NewBye {
                entry: asked.entry,
                round: RoundNumber::new(asked.round.parse().unwrap_or_default()),
                value: asked.value,
            };
            use_cases::ask(c, by, &new)?;
            Ok(byes_path(id))
        },
        move |c, by| TournamentDesk::read(c, by, id),
        page,
    )
    .await
}

/// The desk of a bye's tournament.
fn of_bye(c: &mut Conn, by: &Caller, id: ByeId) -> Result<TournamentDesk, Error> {
    let entry = use_cases::read(c, id)?.entry;
    let tournament = entries::use_cases::read(c, entry)?.tournament;
    TournamentDesk::read(c, by, tournament)
}

#[post("/desk/byes/{id}/withdrawal")]
async fn send_withdrawal(sent: Sent<TournamentOfficial>, id: Path<ByeId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, _| Ok(byes_path(use_cases::take_back(c, by, id)?.1.tournament)),
        move |c, by| of_bye(c, by, id),
        page,
    )
    .await
}
