//! Umpires over HTTP.

use actix_web::web::Path;
use actix_web::{get, post};
use chrono::{Days, NaiveDate};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::caller::{Administrator, Anyone, Coordinator};
use crate::certificate_codes::{Code, CodeView};
use crate::players::{Player, PlayerName};
use crate::umpires::store::AccreditationFilter;
use crate::umpires::views::AccreditationParticulars;
use crate::umpires::{
    Accreditation, AccreditationState, NewAccreditation, UmpireLevel, courses, renewals, sanctions, use_cases,
};
use crate::values::error::Error;
use crate::values::id::{AccountId, AccreditationId, PlayerId, UmpireCourseId};
use crate::values::random;
use crate::values::validation::{Day, Word};
use crate::web::body::{Body, Query};
use crate::web::idempotency::Creation;
use crate::web::openapi::Routes;
use crate::web::pagination::{Page, PageSize, after};
use crate::web::response::{Response, StoredResponse};

/// Adds the routes.
pub fn configure(config: &mut impl Routes) {
    // Before the accreditation of an id: `due` is none.
    renewals::routes::configure(config);
    config
        .service(create_accreditation)
        .service(list_accreditations)
        .service(read_accreditation)
        .service(read_accreditation_particulars)
        .service(read_accreditation_code);
    sanctions::routes::configure(config);
    courses::routes::configure(config);
}

/// An accreditation, as everyone may see it.
#[derive(Serialize, ToSchema)]
#[schema(as = Accreditation)]
struct AccreditationView {
    /// Its id.
    #[schema(example = "019aa0d0-1c2d-7e3f-8a4b-5c6d7e8f9a0b")]
    id: AccreditationId,
    /// The umpire.
    umpire: PlayerName,
    /// The level for which the umpire is accredited.
    level: UmpireLevel,
    /// The first day.
    #[schema(example = "2026-11-20")]
    valid_from: NaiveDate,
    /// The last day of the term.
    #[schema(example = "2029-11-19")]
    valid_until: NaiveDate,
    /// The state on the day that was asked about, which is today if none was.
    state: AccreditationState,
}

impl AccreditationView {
    /// The accreditation as it stands on that day, with the umpire as everyone may see them today.
    fn of(accreditation: &Accreditation, umpire: &Player, on: NaiveDate, today: NaiveDate) -> AccreditationView {
        AccreditationView {
            id: accreditation.id,
            umpire: umpire.named(today),
            level: accreditation.level,
            valid_from: accreditation.valid_from,
            valid_until: accreditation.valid_until,
            state: accreditation.state_on(on),
        }
    }
}

/// An accreditation as it is asked for.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateAccreditation {
    /// An id of your choice; the service makes one if absent.
    #[schema(example = "019aa0d0-1c2d-7e3f-8a4b-5c6d7e8f9a0b")]
    id: Option<AccreditationId>,
    /// The player who is to be the umpire.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: PlayerId,
    /// The account with which the umpire signs in, if there is one.
    #[schema(example = "019aa0c8-5b1f-7a52-9d0e-7f3b1c2a4d5e")]
    account_id: Option<AccountId>,
    /// The level for which the umpire is accredited.
    level: UmpireLevel,
    /// The first day.
    #[schema(value_type = NaiveDate, example = "2026-11-20")]
    valid_from: Day,
    /// The last day, if it is to be earlier than that of a full term: international accreditations last a year, others as
    /// long as the federation has set, three years if it has not.
    #[schema(value_type = Option<NaiveDate>, example = "2029-11-19")]
    valid_until: Option<Day>,
    /// The course that the player has passed. Either this is given, or `without_course`.
    #[schema(example = "019aa0cf-8b9c-7d0e-9f1a-2b3c4d5e6f70")]
    course_id: Option<UmpireCourseId>,
    /// The reason why no course is on record, of one who was examined before courses were.
    #[schema(
        example = "Examined in 2019, before courses were recorded.",
        min_length = 1,
        max_length = 400
    )]
    without_course: Option<String>,
    /// The place where it is written who has nominated the umpire: of the international level, and of no other.
    #[schema(example = "Minutes of 6 March 2027, item 4", min_length = 1, max_length = 200)]
    nomination: Option<String>,
}

impl From<CreateAccreditation> for NewAccreditation {
    fn from(asked: CreateAccreditation) -> NewAccreditation {
        NewAccreditation {
            player: asked.player_id,
            account: asked.account_id,
            level: asked.level,
            valid_from: asked.valid_from.into(),
            valid_until: asked.valid_until.map(NaiveDate::from),
            course: asked.course_id,
            without_course: asked.without_course,
            nomination: asked.nomination,
        }
    }
}

/// Accredit an umpire
///
/// A player who is old enough, registered for the gaming year in which the accreditation begins, and has passed a course;
/// of an examination before courses were on record, a reason says so. National umpires have, or had, level 1; international
/// ones national level, and are nominated. It lasts a full term unless it is to end earlier. Sent again with the same id
/// and content, it answers as the first time.
#[utoipa::path(
    tag = "umpires",
    request_body = CreateAccreditation,
    responses(
        (status = 201, description = "The accreditation.", body = AccreditationParticulars),
        (status = 409, description = "`id-taken`: the id is another accreditation's. `not-eligible`: the federation does not admit the player. `not-registered`: the player is not registered as a member for the gaming year of the first day. `fee-unpaid`: that registration is not paid. `course-not-passed`: the player has not passed the course. `level-before-missing`: the player has had no accreditation for the level before, or it was revoked. `already-accredited`: the player has one of this level whose term overlaps."),
        (status = 410, description = "`erased`: the person's data was erased."),
        (status = 422, description = "`unknown-player`, `unknown-account`, `unknown-course`: there is no such player, account or course. `too-young`: the player is younger than the federation asks for on the first day: 18 if it has set no other age."),
    ),
)]
#[post("/v1/accreditations")]
async fn create_accreditation(
    caller: Administrator,
    Body(asked, request): Body<CreateAccreditation>,
) -> Result<StoredResponse, Error> {
    let creation = Creation::of(asked.id, &asked, caller.now())?;
    let new = NewAccreditation::from(asked);
    let code = Code::of(random::bytes());
    caller
        .write_once(request, move |c, by| {
            Ok(kept(use_cases::accredit(c, by, &creation, &new, &code)?))
        })
        .await
}

/// The accreditations to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListAccreditations {
    /// The day to ask about; today if absent.
    #[param(value_type = Option<NaiveDate>, example = "2026-11-20")]
    on: Option<Day>,
    /// Lists only accreditations in this state on that day; the valid ones if absent.
    #[param(inline, example = "valid")]
    state: Option<AccreditationState>,
    /// Lists only accreditations for this level.
    #[param(inline, example = "national")]
    level: Option<UmpireLevel>,
    /// Lists only accreditations whose term ends on that day, or within so many days after it.
    #[param(minimum = 0, maximum = 65535, example = 60)]
    lapses_within: Option<u16>,
    /// Lists only accreditations of this player.
    #[param(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: Option<PlayerId>,
    /// Lists only accreditations of umpires who live in this province.
    #[param(value_type = Option<String>, example = "ZA-NW", min_length = 1, max_length = 64)]
    province: Option<Word>,
    /// The number of items on a page.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: PageSize,
    /// `next_cursor` of the page before.
    #[param(example = "WyIyMDI5LTExLTE5IiwiMDE5YWEwZDAtMWMyZC03ZTNmLThhNGItNWM2ZDdlOGY5YTBiIl0")]
    cursor: Option<String>,
}

/// The last day that is so many days later, as far as days are kept.
pub fn later(day: NaiveDate, days: u16) -> NaiveDate {
    let end = NaiveDate::from_ymd_opt(9999, 12, 31).unwrap_or(day);
    day.checked_add_days(Days::new(days.into())).unwrap_or(end).min(end)
}

/// List accreditations
///
/// The umpires of a day, those whose term ends first in front; with `lapses_within` those who should renew.
#[utoipa::path(
    tag = "umpires",
    params(ListAccreditations),
    responses((status = 200, description = "A page of accreditations.", body = Page<AccreditationView>)),
)]
#[get("/v1/accreditations")]
async fn list_accreditations(
    caller: Anyone,
    Query(query): Query<ListAccreditations>,
) -> Result<Response<Page<AccreditationView>>, Error> {
    let (today, limit) = (caller.today(), query.limit);
    let after: Option<(Day, AccreditationId)> = after(query.cursor.as_deref())?;
    let on = query.on.map_or(today, NaiveDate::from);
    let filter = AccreditationFilter {
        state: query.state.unwrap_or(AccreditationState::Valid),
        on,
        level: query.level,
        lapses_by: query.lapses_within.map(|days| later(on, days)),
        player: query.player_id,
        province: query.province.map(String::from),
        after: after.map(|(day, id)| (day.into(), id)),
    };
    let accreditations = caller.read(move |c| use_cases::list(c, filter, limit.rows())).await?;
    Ok(Response::public_page(Page::of(
        accreditations,
        limit,
        |(accreditation, _)| (accreditation.valid_until, accreditation.id),
        |(accreditation, umpire)| AccreditationView::of(&accreditation, &umpire, on, today),
    )?))
}

/// Read an accreditation
///
/// The umpire, the level, the first and the last day, and whether it is valid today: all that everyone may see.
#[utoipa::path(
    tag = "umpires",
    responses((status = 200, description = "The accreditation.", body = AccreditationView)),
)]
#[get("/v1/accreditations/{id}")]
async fn read_accreditation(caller: Anyone, id: Path<AccreditationId>) -> Result<Response<AccreditationView>, Error> {
    let today = caller.today();
    let (accreditation, umpire) = caller.read(move |c| use_cases::read(c, *id)).await?;
    Ok(Response::public(AccreditationView::of(
        &accreditation,
        &umpire,
        today,
        today,
    )))
}

/// Read an accreditation's particulars
///
/// With the course and, for those who look after its province, what the umpire has shown in it; the umpire's account, and
/// why the accreditation was suspended or revoked.
#[utoipa::path(
    tag = "umpires",
    responses(
        (status = 200, description = "The particulars.", body = AccreditationParticulars),
        (status = 410, description = "`erased`: the person's data was erased."),
    ),
)]
#[get("/v1/accreditations/{id}/particulars")]
async fn read_accreditation_particulars(
    caller: Coordinator,
    id: Path<AccreditationId>,
) -> Result<Response<AccreditationParticulars>, Error> {
    let particulars = caller
        .read(move |c, by| use_cases::read_particulars(c, by, *id))
        .await?;
    Ok(Response::private(particulars))
}

/// Read the code of an accreditation
///
/// For whoever hands the certificate out.
#[utoipa::path(
    tag = "umpires",
    responses((status = 200, description = "The code.", body = CodeView)),
)]
#[get("/v1/accreditations/{id}/code")]
async fn read_accreditation_code(caller: Coordinator, id: Path<AccreditationId>) -> Result<Response<CodeView>, Error> {
    let code = caller.read(move |c, _| use_cases::read_code(c, *id)).await?;
    Ok(Response::private(CodeView::from(code)))
}

/// The answer to what was done to an accreditation.
pub fn kept(particulars: AccreditationParticulars) -> Response<AccreditationParticulars> {
    let path = format!("/v1/accreditations/{}", particulars.id);
    let read_at = format!("{path}/particulars");
    Response::private(particulars).created_at(path).read_at(read_at)
}
