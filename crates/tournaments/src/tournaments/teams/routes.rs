//! Teams over HTTP, and their standings: as JSON, and as a file for a spreadsheet.

use std::collections::HashSet;

use actix_web::web::Path;
use actix_web::{Either, HttpRequest, get, post};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::{Anyone, ClubSecretaryOrUmpire};
use crate::tournaments::standings::ReadStandings;
use crate::tournaments::teams::use_cases::{self, NewTeam, TeamWithEntries};
use crate::tournaments::teams::views::{TeamStandingsView, TeamView, Teams};
use crate::tournaments::teams::{LONGEST_NAME, MOST_MEMBERS};
use crate::values::error::Error;
use crate::values::id::{ClubId, EntryId, TeamId, TournamentId};
use crate::values::validation::{Faults, ValueError, text};
use crate::web::body::{Body, NoBody, Query};
use crate::web::idempotency::Creation;
use crate::web::list::List;
use crate::web::openapi::Routes;
use crate::web::response::{Response, StoredResponse, Text, preferred};
use crate::web::spreadsheet::CSV;

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_team)
        .service(list_teams)
        .service(read_team)
        .service(create_team_line_up)
        .service(create_team_withdrawal)
        .service(read_team_standings);
}

/// A team as it is asked for.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateTeam {
    /// An id of your choice; the service makes one if absent.
    #[schema(example = "019aa0d2-3c4d-7e5f-8a6b-7c8d9e0f1a2b")]
    id: Option<TeamId>,
    /// The name, which no other team of the tournament has.
    #[schema(example = "North West A", min_length = 1, max_length = 80)]
    name: String,
    /// The club, school or university that all its members represent; none if they represent several.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: Option<ClubId>,
    /// The entries of its members in the order of the boards: those that count first, and then the reserves.
    #[schema(value_type = Vec<EntryId>, min_items = 1, max_items = 40, example = json!(["019aa0d1-2b3c-7d4e-8f5a-6b7c8d9e0f1a"]))]
    entry_ids: List<EntryId, 1, MOST_MEMBERS>,
}

/// The members of a team.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateTeamLineUp {
    /// The entries of its members in the order of the boards: those that count first, and then the reserves.
    #[schema(value_type = Vec<EntryId>, min_items = 1, max_items = 40, example = json!(["019aa0d1-2b3c-7d4e-8f5a-6b7c8d9e0f1a"]))]
    entry_ids: List<EntryId, 1, MOST_MEMBERS>,
}

/// The members in their order, each of them once.
fn members(entries: &[EntryId]) -> Result<Vec<EntryId>, Faults> {
    let mut named = HashSet::new();
    match entries.iter().position(|entry| !named.insert(*entry)) {
        Some(index) => {
            let twice = ValueError::new("duplicate", "Is there twice.");
            Err(Faults::of(&format!("/entry_ids/{index}"), twice))
        }
        None => Ok(entries.to_vec()),
    }
}

/// The answer to what makes a team or changes it: the team, at its own address.
fn stepped((team, entries): TeamWithEntries, today: NaiveDate) -> Response<TeamView> {
    let location = format!("/v1/teams/{}", team.id);
    Response::public(TeamView::of(team, &entries, today)).created_at(location)
}

/// Set up a team
///
/// By those who run the tournament, or look after the club for which the team plays, while the tournament takes entries: the
/// players are entered first. Those of one team are kept apart in the first rounds, as those of one club are. In a
/// championship of teams a team has as many members as count, and at most as many reserves.
#[utoipa::path(
    tag = "tournaments",
    request_body = CreateTeam,
    responses(
        (status = 201, description = "The team.", body = TeamView),
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament takes no entries, or its first round is published. `not-of-club`: a member represents another club than the team. `team-name-taken`: another team has the name. `in-another-team`: a member plays for another team. `id-taken`: the id is another team's."),
        (status = 422, description = "`not-entered`: a member is not entered in the tournament. `team-size`: the team has too few members or too many."),
    ),
)]
#[post("/v1/tournaments/{id}/teams")]
async fn create_team(
    caller: ClubSecretaryOrUmpire,
    tournament: Path<TournamentId>,
    Body(asked, request): Body<CreateTeam>,
) -> Result<StoredResponse, Error> {
    let creation = Creation::of(asked.id, &asked, caller.now())?;
    let mut faults = Faults::default();
    let name = faults.check("/name", text(&asked.name, LONGEST_NAME)).ok_or(faults)?;
    let new = NewTeam {
        creation,
        tournament: *tournament,
        name,
        club: asked.club_id,
        members: members(&asked.entry_ids)?,
    };
    caller
        .write_once(request, move |c, by| {
            Ok(stepped(use_cases::create(c, by, &new)?, by.today()))
        })
        .await
}

/// List the teams of a tournament
#[utoipa::path(
    tag = "tournaments",
    responses((status = 200, description = "The teams.", body = Teams)),
)]
#[get("/v1/tournaments/{id}/teams")]
async fn list_teams(caller: Anyone, tournament: Path<TournamentId>) -> Result<Response<Teams>, Error> {
    let today = caller.today();
    let (teams, entries) = caller.read(move |c| use_cases::list(c, *tournament)).await?;
    Ok(Response::public(Teams::of(teams, &entries, today)))
}

/// Read a team
#[utoipa::path(
    tag = "tournaments",
    responses((status = 200, description = "The team.", body = TeamView)),
)]
#[get("/v1/teams/{id}")]
async fn read_team(caller: Anyone, id: Path<TeamId>) -> Result<Response<TeamView>, Error> {
    let today = caller.today();
    let (team, entries) = caller.read(move |c| use_cases::read(c, *id)).await?;
    Ok(Response::public(TeamView::of(team, &entries, today)))
}

/// Line up a team
///
/// Its members and their order, all at once, until the first round is published. Later nobody joins or leaves a team; who
/// withdraws stays in it with what was won until then.
#[utoipa::path(
    tag = "tournaments",
    request_body = CreateTeamLineUp,
    responses(
        (status = 201, description = "The team.", body = TeamView),
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the first round is published. `not-of-club`: a member represents another club than the team. `in-another-team`: a member plays for another team."),
        (status = 422, description = "`not-entered`: a member is not entered in the tournament. `team-size`: the team has too few members or too many."),
    ),
)]
#[post("/v1/teams/{id}/line-ups")]
async fn create_team_line_up(
    caller: ClubSecretaryOrUmpire,
    id: Path<TeamId>,
    Body(asked, request): Body<CreateTeamLineUp>,
) -> Result<StoredResponse, Error> {
    let members = members(&asked.entry_ids)?;
    caller
        .write_once(request, move |c, by| {
            Ok(stepped(use_cases::line_up(c, by, *id, &members)?, by.today()))
        })
        .await
}

/// Take a team back
///
/// Until the first round is published. Its members stay entered, each for themselves.
#[utoipa::path(
    tag = "tournaments",
    responses(
        (status = 201, description = "The team that was taken back.", body = TeamView),
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the first round is published."),
    ),
)]
#[post("/v1/teams/{id}/withdrawals")]
async fn create_team_withdrawal(
    caller: ClubSecretaryOrUmpire,
    id: Path<TeamId>,
    NoBody(request): NoBody,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| {
            Ok(stepped(use_cases::withdraw(c, by, *id)?, by.today()))
        })
        .await
}

/// Read the standings of the teams of a tournament
///
/// At every moment, with the results that are known, beside the standings of the players. A team's total is the points of its
/// first members who were there in round 1, as many as `team_size` says; reserves after them do not count. Among equal totals
/// the sum of the opponents' points decides, and otherwise the place is shared. `Accept: text/csv` gives a file for a
/// spreadsheet.
#[utoipa::path(
    tag = "tournaments",
    params(ReadStandings),
    responses((status = 200, description = "The standings.", content(
        (TeamStandingsView = "application/json"),
        (String = "text/csv", example = "rank,team,points\r\n1,North West A,71.4\r\n"),
    ))),
)]
#[get("/v1/tournaments/{id}/team-standings")]
async fn read_team_standings(
    caller: Anyone,
    tournament: Path<TournamentId>,
    Query(query): Query<ReadStandings>,
    request: HttpRequest,
) -> Result<Either<Response<TeamStandingsView>, Response<Text>>, Error> {
    let today = caller.today();
    let view = caller.read(move |c| {
        let (table, snapshot) = use_cases::standings(c, *tournament, query.after_round())?;
        Ok(TeamStandingsView::of(&table, &snapshot, today))
    });
    let view = view.await?;
    if preferred(&request, &["application/json", CSV]) == CSV {
        let sheet = view.sheet()?;
        Ok(Either::Right(
            Response::public(sheet).negotiated().kept_as("team-standings.csv"),
        ))
    } else {
        Ok(Either::Left(Response::public(view).negotiated()))
    }
}
