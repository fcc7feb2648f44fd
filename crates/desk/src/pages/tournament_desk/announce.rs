//! A tournament announced, and opened for entries.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use maud::html;

use crate::accounts::Caller;
use crate::accounts::caller::Coordinator;
use crate::db::Conn;
use crate::federation;
use crate::federation::FederationSettings;
use crate::languages::Words;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::Draft;
use crate::pages::frame::{Page, Visit};
use crate::pages::sent::Sent;
use crate::pages::tournament_desk::change::closing_field;
use crate::pages::tournament_desk::{TournamentDesk, overview, path};
use crate::players::registrations::Division;
use crate::provinces::{self, Province};
use crate::tournaments::model::TournamentLevel;
use crate::tournaments::routes::CreateTournament;
use crate::tournaments::sheets::papers::{division, level};
use crate::tournaments::use_cases;
use crate::values::error::Error;
use crate::values::id::TournamentId;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(show_announcement)
        .service(send_announcement)
        .service(send_opening);
}

/// The parts from which the form is made.
struct Announcement {
    federation: FederationSettings,
    provinces: Vec<Province>,
}

impl Announcement {
    fn read(c: &mut Conn, by: &Caller) -> Result<Announcement, Error> {
        let mut provinces = provinces::store::list(c)?;
        provinces.retain(|province| by.reach.covers_province(&province.code));
        Ok(Announcement {
            federation: federation::store::settings(c, by.today())?,
            provinces,
        })
    }

    fn fields(&self) -> Vec<Field> {
        let provinces = self
            .provinces
            .iter()
            .map(|province| (province.code.clone(), province.name.clone()));
        fields(provinces.collect())
    }

    fn page(&self, visit: &Visit, draft: &Draft) -> Page {
        let body = html! {
            p.way { a href="/desk/tournaments" { "Your tournaments" } }
            h1 { "Announce a tournament" }
            p { "Six rounds by the modified Swiss system, six games a match, unless you say otherwise." }
            (draft.form("/desk/announcement", visit.token(), &self.fields(), "Announce it"))
        };
        visit
            .page(&self.federation, "Announce a tournament", &body)
            .with_status(draft.status())
    }
}

fn fields(provinces: Vec<(String, String)>) -> Vec<Field> {
    let levels = TournamentLevel::ALL
        .iter()
        .map(|one| (one.as_str().to_owned(), level(Words::ENGLISH, *one)));
    let divisions = Division::ALL.iter().map(|one| {
        (
            one.as_str().to_owned(),
            format!("only {}", division(Words::ENGLISH, *one)),
        )
    });
    vec![
        Field::new("name", "Name", FieldKind::Text).with_hint("As in North West Championship 2027."),
        Field::new("province", "Province that runs it", FieldKind::Choice(provinces)),
        Field::new("level", "Level", FieldKind::Choice(levels.collect())),
        Field::new("starts_on", "First day", FieldKind::Day),
        Field::new("ends_on", "Last day", FieldKind::Day),
        closing_field(),
        Field::new("venue", "Where it is played", FieldKind::Text),
        Field::new("division", "Who may enter", FieldKind::Choice(divisions.collect())).optional(),
        Field::new("rounds", "Rounds", FieldKind::Number)
            .optional()
            .with_hint("Six if you leave it empty."),
    ]
}

#[get("/desk/announcement")]
async fn show_announcement(caller: Coordinator, visit: Visit) -> Result<Page, Error> {
    let announcement = caller.read(Announcement::read).await?;
    Ok(announcement.page(&visit, &Draft::default()))
}

#[post("/desk/announcement")]
async fn send_announcement(sent: Sent<Coordinator>) -> Result<HttpResponse, Error> {
    sent.carry_out(
        |c, by, form| {
            let asked: CreateTournament = form.read(&fields(Vec::new()))?;
            let readings = federation::store::settings(c, by.today())?.readings;
            Ok(path(use_cases::announce(c, by, &asked.parsed(readings, by.now)?)?.id))
        },
        Announcement::read,
        Announcement::page,
    )
    .await
}

#[post("/desk/tournaments/{id}/opening")]
async fn send_opening(sent: Sent<Coordinator>, id: Path<TournamentId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, _| Ok(path(use_cases::open(c, by, id)?.id)),
        move |c, by| TournamentDesk::read(c, by, id),
        overview::page,
    )
    .await
}
