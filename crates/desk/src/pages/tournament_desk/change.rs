//! The announcement of a tournament, changed until it runs.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::caller::Coordinator;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Form};
use crate::pages::frame::{Page, Visit};
use crate::pages::sent::Sent;
use crate::pages::tournament_desk::{TournamentDesk, path};
use crate::tournaments::model::{Tournament, TournamentAction, TournamentPlan};
use crate::tournaments::use_cases;
use crate::values::error::Error;
use crate::values::id::TournamentId;
use crate::values::validation::Day;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_change).service(send_change);
}

/// The field for the last day on which clubs enter players.
pub(super) fn closing_field() -> Field {
    Field::new(
        "entries_close_on",
        "Last day on which clubs enter players",
        FieldKind::Day,
    )
    .optional()
    .with_hint("After it they ask you or the umpire. Left empty, they enter players until round 1 is drawn.")
}

/// The parts of the plan that are changed here.
#[derive(Deserialize)]
struct Changed {
    name: String,
    starts_on: Day,
    ends_on: Day,
    entries_close_on: Option<Day>,
    venue: String,
    rounds: i64,
}

impl Changed {
    fn of(self, before: &Tournament) -> TournamentPlan {
        TournamentPlan {
            name: self.name,
            starts_on: self.starts_on.into(),
            ends_on: self.ends_on.into(),
            entries_close_on: self.entries_close_on.map(Into::into),
            venue: self.venue,
            rounds: self.rounds,
            ..before.plan.clone()
        }
    }
}

fn fields() -> [Field; 6] {
    [
        Field::new("name", "Name", FieldKind::Text),
        Field::new("starts_on", "First day", FieldKind::Day),
        Field::new("ends_on", "Last day", FieldKind::Day),
        closing_field(),
        Field::new("venue", "Where it is played", FieldKind::Text),
        Field::new("rounds", "Rounds", FieldKind::Number),
    ]
}

fn change_path(id: TournamentId) -> String {
    format!("{}/change", path(id))
}

fn is_changeable(desk: &TournamentDesk) -> bool {
    desk.allows(TournamentAction::ChangePlan)
}

/// The way to the page, for those who may change what was announced.
pub(super) fn way(desk: &TournamentDesk) -> Markup {
    html! {
        @if desk.is_coordinated && is_changeable(desk) {
            p { a href=(change_path(desk.id())) { "Change its name, days, closing date of entries or place" } }
        }
    }
}

fn as_announced(plan: &TournamentPlan) -> Draft {
    let texts = [
        ("name", plan.name.clone()),
        ("starts_on", plan.starts_on.to_string()),
        ("ends_on", plan.ends_on.to_string()),
        (
            "entries_close_on",
            plan.entries_close_on.map(|day| day.to_string()).unwrap_or_default(),
        ),
        ("venue", plan.venue.clone()),
        ("rounds", plan.rounds.to_string()),
    ];
    Draft::of(texts.map(|(field, text)| (field.to_owned(), text)).to_vec())
}

fn page(desk: &TournamentDesk, visit: &Visit, draft: &Draft) -> Page {
    let body = html! {
        (desk.way_back())
        h1 { "Change what was announced" }
        @if is_changeable(desk) {
            (draft.form(&change_path(desk.id()), visit.token(), &fields(), "Save it"))
        } @else {
            (draft.refusal(&fields()))
            (desk.no_form("Once the first round is published, the tournament stays as it was announced."))
        }
    };
    visit
        .page(&desk.federation, "Change what was announced", &body)
        .with_status(draft.status())
}

#[get("/desk/tournaments/{id}/change")]
async fn show_change(caller: Coordinator, visit: Visit, id: Path<TournamentId>) -> Result<Page, Error> {
    let desk = caller.read(move |c, by| TournamentDesk::read(c, by, *id)).await?;
    let draft = as_announced(&desk.papers.snapshot.tournament.plan);
    Ok(page(&desk, &visit, &draft))
}

#[post("/desk/tournaments/{id}/change")]
async fn send_change(sent: Sent<Coordinator>, id: Path<TournamentId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form: &Form| {
            let changed: Changed = form.read(&fields())?;
            use_cases::update(c, by, id, |before| Ok(changed.of(before)))?;
            Ok(path(id))
        },
        move |c, by| TournamentDesk::read(c, by, id),
        page,
    )
    .await
}
