//! Umpires over HTTP.

use std::collections::HashMap;

use actix_web::web::{Data, Path};
use actix_web::{get, post};
use chrono::{Days, NaiveDate};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts;
use crate::accounts::caller::{Administrator, Anyone, Coordinator};
use crate::certificate_codes::{self, Code, CodeView, Subject};
use crate::db::audit::{self, Change};
use crate::db::{Conn, Database};
use crate::players::registrations::Basis;
use crate::players::{self, Player};
pub(crate) use crate::umpires::views::{AccreditationView, ParticularsView};
use crate::umpires::{Accreditation, Course, Known, Level, NewAccreditation, State, renewals, sanctions, store, term};
use crate::values::clock::Clock;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::gaming_year::GamingYear;
use crate::values::id::Id;
use crate::values::policy::Terms;
use crate::values::random;
use crate::values::validation::{Day, Faults, Word, whole};
use crate::web::body::{Body, Query};
use crate::web::idempotency::{earlier, fingerprint};
use crate::web::openapi::Routes;
use crate::web::pagination::{Limit, Page, after};
use crate::web::response::{Answer, Reply};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_accreditation)
        .service(list_accreditations)
        .service(read_accreditation)
        .service(read_accreditation_particulars)
        .service(read_accreditation_code);
    sanctions::routes::configure(config);
    renewals::routes::configure(config);
}

/// The course that an accreditation rests on, as it is told.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CreateCourse {
    /// The day of the examination: today or earlier.
    #[schema(value_type = NaiveDate, example = "2026-10-17")]
    held_on: Day,
    /// Where it was held.
    #[schema(example = "Mahikeng", min_length = 1, max_length = 120)]
    place: String,
    /// The marks for the federation's constitution and regulations, out of a hundred.
    #[serde(deserialize_with = "whole")]
    #[schema(example = 84, minimum = 0, maximum = 100)]
    marks_regulations: i64,
    /// The marks for the rules of the discipline, out of a hundred.
    #[serde(deserialize_with = "whole")]
    #[schema(example = 91, minimum = 0, maximum = 100)]
    marks_rules: i64,
}

impl From<CreateCourse> for Course {
    fn from(course: CreateCourse) -> Course {
        let CreateCourse {
            held_on,
            place,
            marks_regulations,
            marks_rules,
        } = course;
        Course {
            held_on: held_on.into(),
            place,
            marks_regulations,
            marks_rules,
        }
    }
}

/// An accreditation as it is asked for.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateAccreditation {
    /// An id of your choice; the service makes one if absent.
    #[schema(example = "019aa0d0-1c2d-7e3f-8a4b-5c6d7e8f9a0b")]
    id: Option<Id>,
    /// Who is to be the umpire.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: Id,
    /// The account with which the umpire signs in, if there is one.
    #[schema(example = "019aa0c8-5b1f-7a52-9d0e-7f3b1c2a4d5e")]
    account_id: Option<Id>,
    /// For which level.
    level: Level,
    /// The first day.
    #[schema(value_type = NaiveDate, example = "2026-11-20")]
    valid_from: Day,
    /// The last day, if it is to be earlier than that of a full term: international accreditations last a year, others as
    /// long as the federation has set, three years if it has not.
    #[schema(value_type = Option<NaiveDate>, example = "2029-11-19")]
    valid_until: Option<Day>,
    /// The course.
    course: CreateCourse,
}

impl CreateAccreditation {
    /// Reads what was asked for: all faults at once.
    fn parse(self, terms: Terms, today: NaiveDate) -> Result<NewAccreditation, Faults> {
        let CreateAccreditation {
            player_id,
            account_id,
            level,
            valid_from,
            valid_until,
            course,
            ..
        } = self;
        let mut faults = Faults::default();
        let days = (valid_from.into(), valid_until.map(NaiveDate::from));
        let term = term(level, days, terms, &mut faults);
        match (term, Course::from(course).parse(today, &mut faults)) {
            (Some((valid_from, valid_until)), Some(course)) => Ok(NewAccreditation {
                player: player_id,
                account: account_id,
                level,
                valid_from,
                valid_until,
                course,
            }),
            _ => Err(faults),
        }
    }
}

pub(crate) fn find(c: &mut Conn, id: Id) -> Result<Accreditation, Error> {
    Ok(store::find(c, id)?.ok_or_else(|| NOT_FOUND.problem("There is no accreditation with this id."))?)
}

/// The umpire of an accreditation.
fn umpire<'a>(players: &'a HashMap<Id, Player>, accreditation: &Accreditation) -> Result<&'a Player, Error> {
    let player = players.get(&accreditation.player);
    player.ok_or_else(|| Error::Internal(format!("accreditation {}: its player", accreditation.id)))
}

pub(crate) fn particulars(
    c: &mut Conn,
    accreditation: &Accreditation,
    today: NaiveDate,
) -> Result<ParticularsView, Error> {
    let players = players::store::find_all(c, &[accreditation.player])?;
    Ok(ParticularsView::of(
        accreditation,
        umpire(&players, accreditation)?,
        today,
    )?)
}

/// The answer to what was done to an accreditation.
pub(crate) fn told(particulars: ParticularsView) -> Reply<ParticularsView> {
    let path = format!("/v1/accreditations/{}", particulars.id);
    let read_at = format!("{path}/particulars");
    Reply::private(particulars).created_at(path).read_at(read_at)
}

/// What is known of those whom the accreditation is about.
pub(crate) fn known(c: &mut Conn, new: &NewAccreditation) -> Result<Known, Error> {
    let account = new
        .account
        .map(|account| accounts::store::find(c, account))
        .transpose()?
        .flatten();
    let Some(player) = players::store::find_all(c, &[new.player])?.remove(&new.player) else {
        return Ok(Known {
            account,
            ..Known::default()
        });
    };
    let year = GamingYear::of(new.valid_from);
    let registered = players::registrations::store::find_of(c, player.id, year, Basis::Member)?.is_some();
    let others = store::of_player(c, player.id)?;
    Ok(Known {
        player: Some(player),
        account,
        registered,
        others,
    })
}

/// Accredit an umpire
///
/// A player who is of age, and registered for the gaming year in which the accreditation begins. It lasts a full term
/// unless it is to end earlier. Sent again with the same id and content, it answers as the first time.
#[utoipa::path(
    tag = "umpires",
    request_body = CreateAccreditation,
    responses(
        (status = 201, description = "The accreditation.", body = ParticularsView),
        (status = 409, description = "`id-taken`: the id is another accreditation's. `not-registered`: the player is not registered as a member for the gaming year of the first day. `already-accredited`: the player has one of this level whose term overlaps."),
        (status = 410, description = "`erased`: the person's data was erased."),
        (status = 422, description = "`unknown-player`, `unknown-account`: there is no such player or account. `too-young`: the player is under 18 on the first day."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any" }))),
)]
#[post("/v1/accreditations")]
async fn create_accreditation(
    caller: Administrator,
    Body(asked, request): Body<CreateAccreditation>,
    database: Data<Database>,
    clock: Data<Clock>,
    terms: Data<Terms>,
) -> Result<Answer, Error> {
    let (fingerprint, now) = (fingerprint(&asked)?, clock.now());
    let id = asked.id.unwrap_or_else(|| Id::new(now));
    let new = asked.parse(**terms, now.day())?;
    let (actor, code) = (caller.actor().clone(), Code::of(random::bytes()));
    request
        .once(&database, caller.account(), now, move |c| {
            if let Some(accreditation) = earlier(store::find_with_fingerprint(c, id)?, &fingerprint)? {
                return Ok(told(particulars(c, &accreditation, now.day())?));
            }
            let known = known(c, &new)?;
            let accreditation = Accreditation::admit(new.clone(), id, known, now)?;
            store::insert(c, &accreditation, &code, &fingerprint)?;
            let view = particulars(c, &accreditation, now.day())?;
            audit::append(
                c,
                now,
                &actor,
                Change::created("create_accreditation", "accreditation", id, &view)?,
            )?;
            Ok(told(view))
        })
        .await
}

/// Which accreditations to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListAccreditations {
    /// The day to ask about; today if absent.
    #[param(value_type = Option<NaiveDate>, example = "2026-11-20")]
    on: Option<Day>,
    /// Only those that stand so on that day; the valid ones if absent.
    #[param(inline, example = "valid")]
    state: Option<State>,
    /// Only those for this level.
    #[param(inline, example = "national")]
    level: Option<Level>,
    /// Only those whose term ends on that day, or within so many days after it.
    #[param(example = 60)]
    lapses_within: Option<u16>,
    /// Only those of this player.
    #[param(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: Option<Id>,
    /// Only those of umpires who live in this province.
    #[param(value_type = Option<String>, example = "ZA-NW")]
    province: Option<Word>,
    /// How many items a page holds.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: Limit,
    /// `next_cursor` of the page before.
    #[param(example = "WyIyMDI5LTExLTE5IiwiMDE5YWEwZDAtMWMyZC03ZTNmLThhNGItNWM2ZDdlOGY5YTBiIl0")]
    cursor: Option<String>,
}

/// The last day that is so many days later, as far as days are kept.
fn later(day: NaiveDate, days: u16) -> NaiveDate {
    let end = NaiveDate::from_ymd_opt(9999, 12, 31).unwrap_or(day);
    day.checked_add_days(Days::new(days.into())).unwrap_or(end).min(end)
}

/// List accreditations
///
/// Who may umpire on a day, those whose term ends first in front; with `lapses_within` who should renew.
#[utoipa::path(
    tag = "umpires",
    params(ListAccreditations),
    responses((status = 200, description = "A page of accreditations.", body = Page<AccreditationView>)),
    security(()),
)]
#[get("/v1/accreditations")]
async fn list_accreditations(
    _caller: Anyone,
    Query(query): Query<ListAccreditations>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<Page<AccreditationView>>, Error> {
    let today = clock.now().day();
    let after: Option<(Day, Id)> = after(query.cursor.as_deref())?;
    let after = after.map(|(day, id)| (day.into(), id));
    let ListAccreditations {
        on,
        state,
        level,
        lapses_within,
        player_id,
        province,
        limit,
        ..
    } = query;
    let on = on.map_or(today, NaiveDate::from);
    let state = (state.unwrap_or(State::Valid), on);
    let ends = lapses_within.map(|days| (on, later(on, days)));
    let (found, players) = database
        .read(move |c| {
            let players = player_id.map(|player| players::store::entries(c, player)).transpose()?;
            let filter = store::Filter {
                state,
                level,
                ends,
                players,
                province: province.map(String::from),
                after,
            };
            let found = store::list(c, filter, limit.rows())?;
            let players: Vec<Id> = found.iter().map(|accreditation| accreditation.player).collect();
            Ok((found, players::store::find_all(c, &players)?))
        })
        .await?;
    let view = |one: &Accreditation| Ok(AccreditationView::of(one, umpire(&players, one)?, on, today));
    let views = found.iter().map(view).collect::<Result<Vec<_>, Error>>()?;
    Ok(Reply::public_page(Page::of(
        views,
        limit,
        AccreditationView::key,
        |view| view,
    )?))
}

/// Read an accreditation
///
/// What everyone may see: who, for which level, from when until when, and whether it is valid today.
#[utoipa::path(
    tag = "umpires",
    params(("id" = Id, Path, description = "The accreditation's id.", example = "019aa0d0-1c2d-7e3f-8a4b-5c6d7e8f9a0b")),
    responses((status = 200, description = "The accreditation.", body = AccreditationView)),
    security(()),
)]
#[get("/v1/accreditations/{id}")]
async fn read_accreditation(
    _caller: Anyone,
    id: Path<Id>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<AccreditationView>, Error> {
    let (id, today) = (id.into_inner(), clock.now().day());
    let view = database
        .read(move |c| {
            let accreditation = find(c, id)?;
            let players = players::store::find_all(c, &[accreditation.player])?;
            Ok(AccreditationView::of(
                &accreditation,
                umpire(&players, &accreditation)?,
                today,
                today,
            ))
        })
        .await?;
    Ok(Reply::public(view))
}

/// Read an accreditation's particulars
///
/// With the course and its marks, the umpire's account, and why the accreditation was suspended or revoked.
#[utoipa::path(
    tag = "umpires",
    params(("id" = Id, Path, description = "The accreditation's id.", example = "019aa0d0-1c2d-7e3f-8a4b-5c6d7e8f9a0b")),
    responses(
        (status = 200, description = "The particulars.", body = ParticularsView),
        (status = 410, description = "`erased`: the person's data was erased."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "any" }))),
)]
#[get("/v1/accreditations/{id}/particulars")]
async fn read_accreditation_particulars(
    _caller: Coordinator,
    id: Path<Id>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<ParticularsView>, Error> {
    let (id, today) = (id.into_inner(), clock.now().day());
    let view = database
        .read(move |c| {
            let accreditation = find(c, id)?;
            particulars(c, &accreditation, today)
        })
        .await?;
    Ok(Reply::private(view))
}

/// Read the code of an accreditation
///
/// For whoever hands the certificate out.
#[utoipa::path(
    tag = "umpires",
    params(("id" = Id, Path, description = "The accreditation's id.", example = "019aa0d0-1c2d-7e3f-8a4b-5c6d7e8f9a0b")),
    responses((status = 200, description = "The code.", body = CodeView)),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "any" }))),
)]
#[get("/v1/accreditations/{id}/code")]
async fn read_accreditation_code(
    _caller: Coordinator,
    id: Path<Id>,
    database: Data<Database>,
) -> Result<Reply<CodeView>, Error> {
    let id = id.into_inner();
    let code = database
        .read(move |c| {
            find(c, id)?;
            certificate_codes::store::find(c, Subject::Accreditation(id))?
                .ok_or_else(|| Error::Internal(format!("accreditation {id}: its code")))
        })
        .await?;
    Ok(Reply::private(CodeView::from(code)))
}
