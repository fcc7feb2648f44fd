//! The criteria over HTTP.

use actix_web::get;
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::caller::Anyone;
use crate::colours::criteria::rules::{Among, Criteria, Rule, Team};
use crate::colours::{ColoursBasis, ColoursLevel, store};
use crate::players::registrations::Division;
use crate::tournaments;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::web::body::Query;
use crate::web::openapi::Routes;
use crate::web::response::Response;

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(list_colours_criteria);
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
    events: Vec<tournaments::TournamentLevel>,
    /// The players among whom places are counted.
    among: Among,
    /// The number of places that count.
    #[schema(example = 3)]
    places: Option<u32>,
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
    security(()),
)]
#[get("/v1/colours-criteria")]
pub(crate) async fn list_colours_criteria(
    caller: Anyone,
    Query(query): Query<ListCriteria>,
) -> Result<Response<CriteriaView>, Error> {
    let year = query.year.unwrap_or_else(|| GamingYear::of(caller.today()));
    let criteria = caller.read(move |c| store::criteria(c, year)).await?;
    Ok(Response::public(CriteriaView::of(criteria, year)))
}
