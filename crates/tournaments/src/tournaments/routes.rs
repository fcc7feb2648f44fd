//! Tournaments over HTTP.

use actix_web::web::Path;
use actix_web::{get, patch, post};
use chrono::NaiveDate;
use morabaraba_rules::RuleSet;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::caller::{Anyone, Coordinator};
use crate::federation::{
    self,
    readings::{ByeValue, Readings},
};
use crate::players::registrations::Division;
use crate::tournaments::model::{
    Tournament, TournamentLevel, TournamentPlan, TournamentStage, TournamentState, TournamentSystem,
};
use crate::tournaments::plans::TournamentView;
use crate::tournaments::store::TournamentFilter;
use crate::tournaments::use_cases::{self, NewTournament};
use crate::tournaments::{
    appeals, appointments, archives, byes, calendar, check_ins, entrants, entries, entry_batches, entry_removals,
    equipment_specifications, matches, membership_withdrawals, pairing_bar_changes, ratification, report, rounds,
    sheets, standings, store, teams, visitors,
};
use crate::values::clock::Timestamp;
use crate::values::country::Country;
use crate::values::error::Error;
use crate::values::id::TournamentId;
use crate::values::names::Search;
use crate::values::validation::{Day, Faults, Word, text};
use crate::web::body::{Body, NoBody, Query};
use crate::web::idempotency::Creation;
use crate::web::merge_patch::MergePatch;
use crate::web::openapi::Routes;
use crate::web::pagination::{Page, PageSize, after};
use crate::web::response::{Response, StoredResponse};

/// Adds the routes.
pub fn configure(config: &mut impl Routes) {
    config
        .service(create_tournament)
        .service(list_tournaments)
        .service(read_tournament)
        .service(update_tournament)
        .service(create_tournament_opening)
        .service(create_tournament_cancellation);
    appeals::routes::configure(config);
    appointments::routes::configure(config);
    entries::routes::configure(config);
    entry_batches::routes::configure(config);
    entry_removals::routes::configure(config);
    equipment_specifications::routes::configure(config);
    entrants::routes::configure(config);
    rounds::routes::configure(config);
    pairing_bar_changes::routes::configure(config);
    membership_withdrawals::routes::configure(config);
    matches::routes::configure(config);
    archives::routes::configure(config);
    standings::routes::configure(config);
    report::routes::configure(config);
    calendar::routes::configure(config);
    sheets::routes::configure(config);
    ratification::routes::configure(config);
    byes::routes::configure(config);
    check_ins::routes::configure(config);
    teams::routes::configure(config);
    visitors::routes::configure(config);
}

/// A tournament as it is asked for.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateTournament {
    /// An id of your choice; the service makes one if absent.
    #[schema(example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    id: Option<TournamentId>,
    /// The code of the province that runs it.
    #[schema(value_type = String, example = "ZA-NW", min_length = 1, max_length = 64)]
    province: Word,
    /// The name of the tournament.
    #[schema(example = "North West Championship 2027", min_length = 1, max_length = 120)]
    name: String,
    /// The sort of tournament that it is.
    level: TournamentLevel,
    /// The first day.
    #[schema(value_type = NaiveDate, example = "2027-04-17")]
    starts_on: Day,
    /// The last day.
    #[schema(value_type = NaiveDate, example = "2027-04-18")]
    ends_on: Day,
    /// The country where it is held; home if absent. Only continental, world and friendly events are held abroad.
    #[schema(value_type = Option<Country>, example = "ZA")]
    country: Option<Country>,
    /// The place where it is played.
    #[schema(example = "Mmabatho High School, Mahikeng", min_length = 1, max_length = 200)]
    venue: String,
    /// The rules of the game, by name.
    #[serde(default = "default_rule_set")]
    #[schema(example = "mssa-gar", min_length = 1, max_length = 64)]
    rule_set: String,
    /// The system by which the rounds are drawn.
    #[serde(default = "like_championship::system")]
    system: TournamentSystem,
    /// The number of rounds, if it is not everyone against everyone.
    #[serde(default = "like_championship::rounds")]
    #[schema(minimum = 1, maximum = 30, example = 6)]
    rounds: i64,
    /// The number of games in a match; the players start them in turn.
    #[serde(default = "like_championship::games")]
    #[schema(minimum = 1, maximum = 12, example = 6)]
    games: i64,
    /// The side of the board in millimetres: 490, or 305 for schools, clubs and friendly play.
    #[serde(default = "like_championship::board")]
    #[schema(minimum = 305, maximum = 490, example = 490)]
    board: i64,
    /// The number of first rounds in which club mates are not drawn against each other where that is possible.
    #[serde(default = "like_championship::club_rounds")]
    #[schema(minimum = 0, maximum = 30, example = 3)]
    club_rounds: i64,
    /// The points that a bye counts; those that the federation has set if absent.
    bye_value: Option<ByeValue>,
    /// The only division that may enter; everyone if absent.
    division: Option<Division>,
    /// The stage that a championship of schools or universities is, of a school or student event alone. Of the province or
    /// the nation it is entered and confirmed like a championship, and scholars or students earn colours in it as in one.
    stage: Option<TournamentStage>,
    /// The number of a team's members whose points count, in a championship of teams; none if it is not one.
    #[schema(minimum = 1, maximum = 20, example = 4)]
    team_size: Option<i64>,
    /// The last day on which clubs enter and withdraw players by themselves, not after the first day; left open if absent.
    #[schema(value_type = Option<NaiveDate>, example = "2027-04-10")]
    entries_close_on: Option<Day>,
}

/// The figures of a championship, as serde asks for them.
mod like_championship {
    use crate::tournaments::model::TournamentSystem;
    use crate::tournaments::plans::championship;

    pub(super) fn system() -> TournamentSystem {
        championship::SYSTEM
    }

    pub(super) fn rounds() -> i64 {
        championship::ROUNDS
    }

    pub(super) fn games() -> i64 {
        championship::GAMES
    }

    pub(super) fn board() -> i64 {
        championship::BOARD
    }

    pub(super) fn club_rounds() -> i64 {
        championship::CLUB_ROUNDS
    }
}

fn default_rule_set() -> String {
    RuleSet::default().name().to_owned()
}

impl CreateTournament {
    /// The tournament, if the plan is in order; the federation's readings of the day go with it.
    pub fn parsed(self, readings: Readings, now: Timestamp) -> Result<NewTournament, Error> {
        Ok(NewTournament {
            creation: Creation::of(self.id, &self, now)?,
            province: self.province.as_str().to_owned(),
            plan: self.plan(readings)?,
            readings,
        })
    }

    fn plan(self, readings: Readings) -> Result<TournamentPlan, Error> {
        let plan = TournamentPlan {
            name: self.name,
            level: self.level,
            starts_on: self.starts_on.into(),
            ends_on: self.ends_on.into(),
            country: self.country.unwrap_or_default(),
            venue: self.venue,
            rule_set: self.rule_set,
            system: self.system,
            rounds: self.rounds,
            games: self.games,
            board: self.board,
            club_rounds: self.club_rounds,
            bye_value: self.bye_value.unwrap_or(readings.bye_value),
            division: self.division,
            stage: self.stage,
            team_size: self.team_size,
            entries_close_on: self.entries_close_on.map(NaiveDate::from),
        };
        plan.parse()
    }
}

/// The answer to what makes a tournament or takes it a step on: the tournament, at its own address.
fn stepped(tournament: Tournament) -> Response<TournamentView> {
    let location = format!("/v1/tournaments/{}", tournament.id);
    Response::public(TournamentView::from(tournament)).created_at(location)
}

/// Announce a tournament
///
/// Without more it is as in a championship: six rounds by the modified Swiss system, on the large board.
#[utoipa::path(
    tag = "tournaments",
    request_body = CreateTournament,
    responses(
        (status = 201, description = "The tournament.", body = TournamentView),
        (status = 409, description = "`id-taken`: the id is another tournament's."),
        (status = 422, description = "`unknown-rule-set`, `unknown-province`: there is no such rule set or province."),
    ),
)]
#[post("/v1/tournaments")]
async fn create_tournament(
    caller: Coordinator,
    Body(asked, request): Body<CreateTournament>,
) -> Result<StoredResponse, Error> {
    let today = caller.today();
    let settings = caller.clone().read(move |c, _| federation::store::settings(c, today));
    let new = asked.parsed(settings.await?.readings, caller.now())?;
    caller
        .write_once(request, move |c, by| Ok(stepped(use_cases::announce(c, by, &new)?)))
        .await
}

/// The tournaments to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListTournaments {
    /// Lists only tournaments that this province runs.
    #[param(value_type = Option<String>, example = "ZA-NW", min_length = 1, max_length = 64)]
    province: Option<Word>,
    /// Lists only tournaments of this level.
    #[param(inline, example = "provincial")]
    level: Option<TournamentLevel>,
    /// Lists only school and student events that are this stage.
    #[param(inline, example = "provincial")]
    stage: Option<TournamentStage>,
    /// Lists only tournaments in this state.
    #[param(inline, example = "open")]
    state: Option<TournamentState>,
    /// Lists only tournaments that are not over before this day.
    #[param(value_type = Option<NaiveDate>, example = "2027-01-01")]
    from: Option<Day>,
    /// Lists only tournaments that begin on this day or before.
    #[param(value_type = Option<NaiveDate>, example = "2027-12-31")]
    until: Option<Day>,
    /// Lists only tournaments that are under review, or only those that are not.
    #[param(example = true)]
    under_review: Option<bool>,
    /// Lists only tournaments whose name has words that begin with these; case and accents do not matter.
    #[param(value_type = Option<String>, example = "north champ", min_length = 0, max_length = 400)]
    q: Option<Search>,
    /// The number of items on a page.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: PageSize,
    /// `next_cursor` of the page before.
    #[param(example = "WyIyMDI3LTA0LTE3IiwiMDE5YWEwZDAtMWEyYi03YzNkLThlNGYtNWE2YjdjOGQ5ZTBmIl0")]
    cursor: Option<String>,
}

/// List tournaments
///
/// The latest first.
#[utoipa::path(
    tag = "tournaments",
    params(ListTournaments),
    responses((status = 200, description = "A page of tournaments.", body = Page<TournamentView>)),
)]
#[get("/v1/tournaments")]
async fn list_tournaments(
    caller: Anyone,
    Query(query): Query<ListTournaments>,
) -> Result<Response<Page<TournamentView>>, Error> {
    let (limit, after) = (query.limit, after::<(Day, TournamentId)>(query.cursor.as_deref())?);
    let filter = TournamentFilter {
        province: query.province.map(String::from),
        within: None,
        level: query.level,
        stage: query.stage,
        state: query.state,
        from: query.from.map(NaiveDate::from),
        until: query.until.map(NaiveDate::from),
        under_review: query.under_review,
        search: query.q.map(String::from),
        after: after.map(|(day, id)| (day.into(), id)),
    };
    let tournaments = caller.read(move |c| store::list(c, filter, limit.rows())).await?;
    Ok(Response::public_page(Page::of(
        tournaments,
        limit,
        |tournament| (tournament.plan.starts_on, tournament.id),
        TournamentView::from,
    )?))
}

/// Read a tournament
#[utoipa::path(
    tag = "tournaments",
    responses((status = 200, description = "The tournament.", body = TournamentView)),
)]
#[get("/v1/tournaments/{id}")]
async fn read_tournament(caller: Anyone, id: Path<TournamentId>) -> Result<Response<TournamentView>, Error> {
    let tournament = caller.read(move |c| use_cases::read(c, *id)).await?;
    Ok(Response::public(tournament.into()))
}

/// Change a tournament
///
/// By a JSON Merge Patch, until it runs.
#[utoipa::path(
    tag = "tournaments",
    request_body(content = TournamentPlan, content_type = "application/merge-patch+json"),
    responses(
        (status = 200, description = "The tournament as it is now.", body = TournamentView),
        (status = 409, description = "In this order: `wrong-state`: it runs, or is over. `has-entries`: the level, the stage, the division or the system cannot change any more. `has-teams`: the size of teams cannot change while there are some."),
        (status = 422, description = "`unknown-rule-set`: there is no such rule set."),
    ),
)]
#[patch("/v1/tournaments/{id}")]
async fn update_tournament(
    caller: Coordinator,
    id: Path<TournamentId>,
    MergePatch(change, request): MergePatch,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| {
            let tournament = use_cases::update(c, by, *id, |tournament| {
                change.applied_to(&TournamentView::from(tournament.clone()), &tournament.plan)
            })?;
            Ok(Response::public(TournamentView::from(tournament)))
        })
        .await
}

/// Open a tournament for entries
#[utoipa::path(
    tag = "tournaments",
    responses(
        (status = 201, description = "The tournament, open.", body = TournamentView),
        (status = 409, description = "`wrong-state`: it is open, or over."),
    ),
)]
#[post("/v1/tournaments/{id}/openings")]
async fn create_tournament_opening(
    caller: Coordinator,
    id: Path<TournamentId>,
    NoBody(request): NoBody,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| Ok(stepped(use_cases::open(c, by, *id)?)))
        .await
}

/// The cancellation of a tournament, and the reason for it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateTournamentCancellation {
    /// The reason, which everyone reads.
    #[schema(example = "The hall was flooded.", min_length = 1, max_length = 400)]
    reason: String,
}

/// Cancel a tournament
///
/// For good, with a reason.
#[utoipa::path(
    tag = "tournaments",
    request_body = CreateTournamentCancellation,
    responses(
        (status = 201, description = "The tournament, cancelled.", body = TournamentView),
        (status = 409, description = "`wrong-state`: it is over."),
    ),
)]
#[post("/v1/tournaments/{id}/cancellations")]
async fn create_tournament_cancellation(
    caller: Coordinator,
    id: Path<TournamentId>,
    Body(asked, request): Body<CreateTournamentCancellation>,
) -> Result<StoredResponse, Error> {
    let mut faults = Faults::default();
    let reason = faults.check("/reason", text(&asked.reason, 400)).ok_or(faults)?;
    caller
        .write_once(request, move |c, by| {
            Ok(stepped(use_cases::cancel(c, by, *id, &reason)?))
        })
        .await
}
