//! The calendar of tournaments over HTTP: as JSON, and as a file to which calendars of other programs subscribe.

use actix_web::web::Data;
use actix_web::{Either, HttpRequest, get};
use chrono::{Days, NaiveDate, TimeDelta};
use icalendar::{Calendar, Component, Event, EventLike, EventStatus};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::caller::Anyone;
use crate::tournaments::calendar::store::{self, Announced, CalendarFilter};
use crate::tournaments::calendar::use_cases;
use crate::tournaments::closing::in_words;
use crate::tournaments::model::{Tournament, TournamentLevel, TournamentStage, TournamentState};
use crate::values::country::Country;
use crate::values::error::Error;
use crate::values::id::TournamentId;
use crate::values::public_url::PublicUrl;
use crate::values::validation::{Day, Word};
use crate::web::body::Query;
use crate::web::openapi::Routes;
use crate::web::pagination::{Page, PageSize, after};
use crate::web::response::{Response, Text, preferred};

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(read_calendar).service(read_calendar_file);
}

/// The media type of a calendar.
const ICALENDAR: &str = "text/calendar; charset=utf-8";

/// The time after which other programs should look again whether something is new.
const EVERY: TimeDelta = TimeDelta::hours(6);

/// The tournaments to list in the calendar.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ReadCalendarFile {
    /// Lists only tournaments that this province runs.
    #[param(value_type = Option<String>, example = "ZA-NW", min_length = 1, max_length = 64)]
    province: Option<Word>,
    /// Lists only tournaments of this level.
    #[param(inline, example = "provincial")]
    level: Option<TournamentLevel>,
    /// Lists only school and student events that are this stage.
    #[param(inline, example = "provincial")]
    stage: Option<TournamentStage>,
    /// Lists only tournaments that are not over before this day; today if absent.
    #[param(value_type = Option<NaiveDate>, example = "2027-01-01")]
    from: Option<Day>,
    /// Lists only tournaments that begin on this day or before.
    #[param(value_type = Option<NaiveDate>, example = "2027-12-31")]
    until: Option<Day>,
}

impl ReadCalendarFile {
    fn filter(self, today: NaiveDate) -> CalendarFilter {
        CalendarFilter {
            province: self.province.map(String::from),
            level: self.level,
            stage: self.stage,
            from: self.from.map_or(today, NaiveDate::from),
            until: self.until.map(NaiveDate::from),
            after: None,
        }
    }
}

/// The tournaments to list in the calendar, by page.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ReadCalendar {
    /// Lists only tournaments that this province runs.
    #[param(value_type = Option<String>, example = "ZA-NW", min_length = 1, max_length = 64)]
    province: Option<Word>,
    /// Lists only tournaments of this level.
    #[param(inline, example = "provincial")]
    level: Option<TournamentLevel>,
    /// Lists only school and student events that are this stage.
    #[param(inline, example = "provincial")]
    stage: Option<TournamentStage>,
    /// Lists only tournaments that are not over before this day; today if absent.
    #[param(value_type = Option<NaiveDate>, example = "2027-01-01")]
    from: Option<Day>,
    /// Lists only tournaments that begin on this day or before.
    #[param(value_type = Option<NaiveDate>, example = "2027-12-31")]
    until: Option<Day>,
    /// The number of items on a page.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: PageSize,
    /// `next_cursor` of the page before.
    #[param(example = "WyIyMDI3LTA0LTE3IiwiMDE5YWEwZDAtMWEyYi03YzNkLThlNGYtNWE2YjdjOGQ5ZTBmIl0")]
    cursor: Option<String>,
}

impl ReadCalendar {
    fn filter(self, today: NaiveDate) -> CalendarFilter {
        let of_file = ReadCalendarFile {
            province: self.province,
            level: self.level,
            stage: self.stage,
            from: self.from,
            until: self.until,
        };
        of_file.filter(today)
    }
}

/// A tournament in the calendar.
#[derive(Serialize, ToSchema)]
struct CalendarItem {
    /// The tournament's id.
    #[schema(example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    id: TournamentId,
    /// The name of the tournament.
    #[schema(example = "North West Championship 2027")]
    name: String,
    /// The sort of tournament that it is.
    level: TournamentLevel,
    /// The stage that a championship of schools or universities is.
    stage: Option<TournamentStage>,
    /// The first day.
    #[schema(example = "2027-04-17")]
    starts_on: NaiveDate,
    /// The last day.
    #[schema(example = "2027-04-18")]
    ends_on: NaiveDate,
    /// The last day on which clubs enter and withdraw players by themselves; none if that is left open.
    #[schema(example = "2027-04-10")]
    entries_close_on: Option<NaiveDate>,
    /// The place where it is played.
    #[schema(example = "Mmabatho High School, Mahikeng")]
    venue: String,
    /// The country where it is held.
    #[schema(value_type = Country, example = "ZA")]
    country: Country,
    /// The code of the province that runs it.
    #[schema(example = "ZA-NW")]
    province: String,
    /// The state that it has reached.
    state: TournamentState,
    /// The page on which people follow it.
    #[schema(example = "https://records.example/tournaments/019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    link: String,
}

fn link(tournament: &Tournament, url: &PublicUrl) -> String {
    format!("{}/tournaments/{}", url.as_str(), tournament.id)
}

impl CalendarItem {
    fn of(tournament: Tournament, url: &PublicUrl) -> CalendarItem {
        let (link, plan) = (link(&tournament, url), tournament.plan);
        CalendarItem {
            id: tournament.id,
            name: plan.name,
            level: plan.level,
            stage: plan.stage,
            starts_on: plan.starts_on,
            ends_on: plan.ends_on,
            entries_close_on: plan.entries_close_on,
            venue: plan.venue,
            country: plan.country,
            province: tournament.province,
            state: tournament.state,
            link,
        }
    }
}

/// Read the calendar
///
/// The tournaments to come, cancelled ones too, the soonest first. `Accept: text/calendar` gives what `GET /calendar.ics`
/// gives, whole.
#[utoipa::path(
    tag = "tournaments",
    params(ReadCalendar),
    responses((status = 200, description = "A page of the calendar.", content(
        (Page<CalendarItem> = "application/json"),
        (String = "text/calendar", example = "BEGIN:VCALENDAR\r\n…"),
    ))),
)]
#[get("/v1/calendar")]
pub(crate) async fn read_calendar(
    caller: Anyone,
    Query(query): Query<ReadCalendar>,
    request: HttpRequest,
    url: Data<PublicUrl>,
) -> Result<Either<Response<Page<CalendarItem>>, Response<Text>>, Error> {
    let (today, limit) = (caller.today(), query.limit);
    let after = after(query.cursor.as_deref())?;
    let filter = query.filter(today);
    if preferred(&request, &["application/json", ICALENDAR]) == ICALENDAR {
        let (tournaments, federation) = caller.read(move |c| use_cases::read_file(c, filter, today)).await?;
        return Ok(Either::Right(
            Response::public(file(&tournaments, &federation, &url)).negotiated(),
        ));
    }
    let filter = CalendarFilter { after, ..filter };
    let tournaments = caller.read(move |c| store::list(c, filter, limit.rows())).await?;
    let key = |tournament: &Tournament| (tournament.plan.starts_on, tournament.id);
    let page = Page::of(tournaments, limit, key, |tournament| CalendarItem::of(tournament, &url))?;
    Ok(Either::Left(Response::public_page(page).negotiated()))
}

/// Subscribe to the calendar
///
/// The tournaments to come in the form of RFC 5545: give a calendar program this URL, with the filters that you want, and
/// it follows what is announced, moved and cancelled.
#[utoipa::path(
    tag = "tournaments",
    params(ReadCalendarFile),
    responses((status = 200, description = "The calendar.", content_type = "text/calendar", body = String, example = "BEGIN:VCALENDAR\r\n…")),
)]
#[get("/calendar.ics")]
pub(crate) async fn read_calendar_file(
    caller: Anyone,
    Query(query): Query<ReadCalendarFile>,
    url: Data<PublicUrl>,
) -> Result<Response<Text>, Error> {
    let (filter, today) = (query.filter(caller.today()), caller.today());
    let (tournaments, federation) = caller.read(move |c| use_cases::read_file(c, filter, today)).await?;
    Ok(Response::public(file(&tournaments, &federation, &url)))
}

fn file(tournaments: &[Announced], federation: &str, url: &PublicUrl) -> Text {
    let mut calendar = Calendar::empty();
    calendar
        .append_property(("VERSION", "2.0"))
        .append_property(("PRODID", "-//Federation records//Tournaments//EN"))
        .append_property(("CALSCALE", "GREGORIAN"))
        .name(&format!("Tournaments of the {federation}"))
        .ttl(&EVERY);
    calendar.extend(tournaments.iter().map(|announced| event(announced, url)));
    Text {
        media_type: ICALENDAR,
        body: calendar.to_string(),
    }
}

/// The tournament as an event of whole days. Whatever the clock says, it stays the same until the tournament changes.
fn event(announced: &Announced, url: &PublicUrl) -> Event {
    let tournament = &announced.tournament;
    let plan = &tournament.plan;
    let is_cancelled = tournament.state == TournamentState::Cancelled;
    let mut event = Event::new();
    event
        .uid(&tournament.id.to_string())
        .timestamp(announced.since().utc())
        .last_modified(announced.since().utc())
        // Who has the event already takes only what comes later in the sequence.
        .sequence(announced.sequence())
        .summary(&plan.name)
        .location(&plan.place())
        .url(&link(tournament, url))
        .starts(plan.starts_on)
        // The day on which it is over.
        .ends(plan.ends_on.checked_add_days(Days::new(1)).unwrap_or(plan.ends_on))
        .status(if is_cancelled {
            EventStatus::Cancelled
        } else {
            EventStatus::Confirmed
        })
        // Nobody is busy because a tournament takes place.
        .add_property("TRANSP", "TRANSPARENT");
    // The words do not depend on the clock, as the event does not.
    if let Some(day) = plan.entries_close_on {
        event.description(&format!("Entries until {}.", in_words(day)));
    }
    if let Some(reason) = &tournament.reason {
        event.description(&format!("Cancelled: {reason}"));
    }
    event.done()
}
