//! The criteria over HTTP.

use actix_web::{get, post};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::caller::{Administrator, Anyone};
use crate::colours::criteria::forms::CreateCriteria;
use crate::colours::criteria::rules::{Among, Criteria, Rule, Team};
use crate::colours::criteria::{store, use_cases};
use crate::colours::{ColoursBasis, ColoursLevel};
use crate::federation;
use crate::players::registrations::Division;
use crate::tournaments::model::TournamentLevel;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::web::body::{Body, Query};
use crate::web::openapi::Routes;
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(list_colours_criteria)
        .service(list_colours_criteria_versions)
        .service(create_colours_criteria);
}

/// The year that is asked for.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListCriteria {
    /// The gaming year; this one if absent.
    #[param(value_type = Option<i32>, minimum = 1990, maximum = 2100, example = 2027)]
    year: Option<GamingYear>,
}

/// A rule by which colours are earned.
#[derive(Serialize, ToSchema)]
#[schema(as = ColoursRule)]
struct RuleView {
    /// The level of the colours that it gives.
    level: ColoursLevel,
    /// The divisions whose players can earn them.
    divisions: Vec<Division>,
    /// The basis on which the colours then rest.
    basis: ColoursBasis,
    /// The rule in a sentence.
    #[schema(example = "All rounds of a provincial championship won. Byes and forfeits do not count as won.")]
    sentence: String,
    /// The levels of the events that count.
    events: Vec<TournamentLevel>,
    /// The players among whom places are counted.
    among: Among,
    /// The number of places that count.
    #[schema(example = 3)]
    places: Option<u32>,
    /// The least number of players, or of teams, among whom places are counted.
    #[schema(example = 4)]
    entrants: Option<u32>,
    /// The most byes in six rounds that leave all won.
    #[schema(example = 1)]
    byes: Option<u32>,
    /// The team of the selection that is required.
    team: Option<Team>,
}

impl From<Rule> for RuleView {
    fn from(rule: Rule) -> RuleView {
        RuleView {
            sentence: rule.sentence(),
            basis: rule.condition.basis(),
            events: rule.condition.events(),
            places: rule.condition.places(),
            entrants: rule.condition.entrants(),
            byes: rule.condition.byes(),
            team: rule.condition.team(),
            level: rule.level,
            divisions: rule.divisions,
            among: rule.among,
        }
    }
}

/// The criteria of colours for a gaming year.
#[derive(Serialize, ToSchema)]
#[schema(as = ColoursCriteria)]
struct CriteriaView {
    /// The gaming year.
    #[schema(example = 2027)]
    year: GamingYear,
    /// Their version.
    #[schema(example = 1)]
    version: i64,
    /// The name of the criteria.
    #[schema(example = "Preset")]
    name: String,
    /// The day from which on they are in force; those of the first day of a gaming year are that year's.
    #[schema(example = "1989-11-01")]
    valid_from: NaiveDate,
    /// The rules: to meet one of those for the level and the division is enough.
    items: Vec<RuleView>,
}

impl CriteriaView {
    fn of(criteria: Criteria, year: GamingYear) -> CriteriaView {
        CriteriaView {
            year,
            version: criteria.version,
            name: criteria.name,
            valid_from: criteria.valid_from,
            items: criteria.rules.0.into_iter().map(RuleView::from).collect(),
        }
    }
}

/// List the criteria of colours
///
/// The rules of a gaming year, each in a sentence. Only ratified tournaments count. Where a player lives is where they lived
/// on the last day of the event, or on the day of the selection: colours follow that, and not the club or the venue.
#[utoipa::path(
    tag = "colours",
    params(ListCriteria),
    responses((status = 200, description = "The criteria.", body = CriteriaView)),
)]
#[get("/v1/colours-criteria")]
pub(crate) async fn list_colours_criteria(
    caller: Anyone,
    Query(query): Query<ListCriteria>,
) -> Result<Response<CriteriaView>, Error> {
    let today = caller.today();
    let view = caller.read(move |c| {
        let calendar = federation::store::calendar(c)?;
        let year = query.year.unwrap_or_else(|| calendar.year_of(today));
        Ok(CriteriaView::of(store::of_year(c, year)?, year))
    });
    Ok(Response::public(view.await?))
}

/// All criteria that were ever set.
#[derive(Serialize, ToSchema)]
struct CriteriaVersions {
    /// The criteria, the oldest first; each for the gaming year of its first day, and those after it until the next one's.
    items: Vec<CriteriaView>,
}

/// List versions of the criteria of colours
///
/// The history: those that were in force, are, and will be.
#[utoipa::path(
    tag = "colours",
    responses((status = 200, description = "All criteria.", body = CriteriaVersions)),
)]
#[get("/v1/colours-criteria/versions")]
async fn list_colours_criteria_versions(caller: Anyone) -> Result<Response<CriteriaVersions>, Error> {
    let both = caller.read(|c| Ok((federation::store::calendar(c)?, store::list(c)?)));
    let (calendar, all) = both.await?;
    let items = all.into_iter().map(|criteria| {
        let year = criteria.first_year(&calendar);
        CriteriaView::of(criteria, year)
    });
    Ok(Response::public(CriteriaVersions { items: items.collect() }))
}

/// Set the criteria of colours
///
/// From a gaming year on, this one or a later one. Until colours are proposed by them they can be set anew. Colours that
/// were awarded before keep the criteria by which they were.
#[utoipa::path(
    tag = "colours",
    request_body = CreateCriteria,
    responses(
        (status = 201, description = "The criteria.", body = CriteriaView),
        (status = 409, description = "`criteria-in-use`: colours were proposed by those of the year."),
        (status = 422, description = "`criteria-in-past`: the year is over."),
    ),
)]
#[post("/v1/colours-criteria")]
async fn create_colours_criteria(
    caller: Administrator,
    Body(asked, request): Body<CreateCriteria>,
) -> Result<StoredResponse, Error> {
    let new = asked.parse()?;
    caller
        .write_once(request, move |c, by| {
            let criteria = use_cases::set(c, by, new.clone())?;
            let (year, location) = (new.year, format!("/v1/colours-criteria?year={}", new.year.number()));
            Ok(Response::public(CriteriaView::of(criteria, year)).created_at(location))
        })
        .await
}
