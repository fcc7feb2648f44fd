//! All that the federation keeps of one person, as one answer.

use actix_web::get;
use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::caller::{ClubSecretary, SignedIn};
use crate::colours::views::{ParticularsView as ColoursView, SelectionView};
use crate::games::views::GameSummary;
use crate::persons::data::players::PlayerData;
use crate::persons::data::use_cases::{self, PersonRecord};
use crate::players::use_cases::PlayerPath;
use crate::tournaments::appeals::views::AppealView;
use crate::tournaments::appointments::PublicAppointment;
use crate::tournaments::entries::PublicEntry;
use crate::umpires::courses::Course;
use crate::umpires::courses::candidates::Candidate;
use crate::umpires::views::{AccreditationParticulars, CourseTaken};
use crate::values::error::Error;
use crate::values::id::PlayerId;
use crate::web::openapi::Routes;
use crate::web::response::Response;

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(read_player_export).service(read_own_export);
}

/// Everything on record of one person.
#[derive(Serialize, ToSchema)]
pub(crate) struct PlayerExport {
    /// The record of the person as a player.
    player: PlayerData,
    /// The accreditations as an umpire.
    accreditations: Vec<AccreditationParticulars>,
    /// The courses for umpires that the person has taken, with the results.
    umpire_courses: Vec<CourseTaken>,
    /// The appointments to tournaments, as an umpire.
    appointments: Vec<PublicAppointment>,
    /// The entries in tournaments, as a player.
    entries: Vec<PublicEntry>,
    /// The appeals, the latest first.
    appeals: Vec<AppealView>,
    /// The games, the latest first.
    games: Vec<GameSummary>,
    /// Selections for teams, the latest first.
    selections: Vec<SelectionView>,
    /// Colours, awarded or proposed, the latest first.
    colours: Vec<ColoursView>,
}

impl PlayerExport {
    fn of(record: PersonRecord, today: NaiveDate) -> Result<PlayerExport, Error> {
        let player = record.player;
        let accreditations = record.accreditations.iter();
        let accreditations =
            accreditations.map(|(one, record)| AccreditationParticulars::of(one, &player, record, today));
        let taken = |(course, candidate): &(Course, Candidate)| CourseTaken::of(course, candidate, &player);
        let umpire_courses = record.courses.iter().map(taken).collect();
        let appointments = record.appointments.iter().map(|one| one.public(today));
        let entries = record.entries.iter().map(|entry| entry.public(today));
        let games = record.games.iter().map(|game| GameSummary::new(game, today));
        let selections = record.selections.iter().map(|one| SelectionView::of(one, &player));
        let colours = record
            .awards
            .iter()
            .map(|award| ColoursView::of(award, &player, &record.fallen));
        Ok(PlayerExport {
            player: PlayerData::of(record.as_player, &player, today)?,
            accreditations: accreditations.collect::<Result<_, _>>()?,
            umpire_courses,
            appointments: appointments.collect(),
            entries: entries.collect(),
            appeals: record.appeals.into_iter().map(AppealView::from).collect(),
            games: games.collect(),
            selections: selections.collect(),
            colours: colours.collect(),
        })
    }
}

/// Export a person's own data
///
/// All that is on record of the person, private and public, to be handed to them: their own name stands in it in full. What
/// concerns another person is told as everyone may see it.
#[utoipa::path(
    tag = "exports",
    params(("id" = PlayerId, Path, description = "The player's id.", example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")),
    responses((status = 200, description = "The data.", body = PlayerExport)),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "club_secretary": "club" }))),
)]
#[get("/v1/players/{id}/export")]
pub(crate) async fn read_player_export(
    caller: ClubSecretary,
    path: PlayerPath,
) -> Result<Response<PlayerExport>, Error> {
    let today = caller.today();
    let record = caller.read(move |c, by| use_cases::read(c, by, &path)).await?;
    Ok(Response::private(PlayerExport::of(record, today)?).kept_as(&format!("player-{today}.json")))
}

/// Export your own data, or your child's
///
/// All that is on record of a player for whom your account holds, private and public. What concerns another person is told
/// as everyone may see it.
#[utoipa::path(
    tag = "exports",
    params(("id" = PlayerId, Path, description = "The player's id.", example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")),
    responses((status = 200, description = "The data.", body = PlayerExport)),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "own", "account": "own" }))),
)]
#[get("/v1/me/players/{id}/export")]
pub(crate) async fn read_own_export(caller: SignedIn, path: PlayerPath) -> Result<Response<PlayerExport>, Error> {
    let today = caller.today();
    let record = caller.read(move |c, by| use_cases::read_own(c, by, &path)).await?;
    Ok(Response::private(PlayerExport::of(record, today)?).kept_as(&format!("player-{today}.json")))
}
