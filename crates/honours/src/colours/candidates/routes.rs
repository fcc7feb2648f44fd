//! Candidates over HTTP.

use actix_web::get;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::caller::{ClubSecretary, Coordinator};
use crate::colours::candidates::use_cases::{self, CandidateSearch};
use crate::colours::candidates::{Candidacy, ColoursCandidate, Merit};
use crate::colours::{Award, ColoursLevel, ColoursState};
use crate::federation;
use crate::players::registrations::Division;
use crate::players::use_cases::{PlayerPath, find_within};
use crate::players::{Player, PlayerName};
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{AwardId, PlayerId};
use crate::values::validation::Word;
use crate::web::body::Query;
use crate::web::openapi::Routes;
use crate::web::pagination::{Page, PageSize, after};
use crate::web::response::Response;

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(list_colours_candidates).service(read_colours_candidacy);
}

/// A player who has earned colours.
#[derive(Serialize, ToSchema)]
#[schema(as = ColoursCandidate)]
struct CandidateView {
    /// The player, whose name is never withheld.
    player: PlayerName,
    /// The division of the colours.
    division: Division,
    /// The code of the province in which the player lived on the day.
    #[schema(example = "ZA-NW")]
    province: String,
    /// The code of the region, if that is known.
    #[schema(example = "DC38")]
    region: Option<String>,
    /// The rules that are met.
    merits: Vec<Merit>,
    /// The award or the proposal that there is already.
    #[schema(example = "019aa0e0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    colours_id: Option<AwardId>,
    /// The state of that award or proposal.
    state: Option<ColoursState>,
}

impl CandidateView {
    fn of(candidate: ColoursCandidate, award: Option<Award>, player: &Player) -> CandidateView {
        CandidateView {
            player: player.named_in_full(),
            division: candidate.division,
            province: candidate.home.province,
            region: candidate.home.region,
            merits: candidate.merits,
            colours_id: award.as_ref().map(|award| award.id),
            state: award.map(|award| award.state),
        }
    }
}

/// The candidates to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListCandidates {
    /// The gaming year of the colours.
    #[param(value_type = i32, minimum = 1990, maximum = 2100, example = 2027)]
    year: GamingYear,
    /// The level of the colours.
    #[param(inline, example = "provincial")]
    level: ColoursLevel,
    /// Lists only candidates in this division.
    #[param(inline, example = "senior")]
    division: Option<Division>,
    /// Lists only candidates who lived in this province on the day.
    #[param(value_type = Option<String>, example = "ZA-NW", min_length = 1, max_length = 64)]
    province: Option<Word>,
    /// The number of items on a page.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: PageSize,
    /// `next_cursor` of the page before.
    #[param(example = "WyIwMTlhYTBjYS0zYTJiLTdjNGQtOGU1Zi02YTdiOGM5ZDBlMWYiLDBd")]
    cursor: Option<String>,
}

/// List the candidates for colours
///
/// Players who have met a rule in the year, with what shows it: those who lived in your provinces on the day that counts.
#[utoipa::path(
    tag = "colours",
    params(ListCandidates),
    responses((status = 200, description = "A page of candidates.", body = Page<CandidateView>)),
)]
#[get("/v1/colours-candidates")]
pub(crate) async fn list_colours_candidates(
    caller: Coordinator,
    Query(query): Query<ListCandidates>,
) -> Result<Response<Page<CandidateView>>, Error> {
    let limit = query.limit;
    let search = CandidateSearch {
        year: query.year,
        level: query.level,
        division: query.division,
        province: query.province.map(String::from),
        after: after(query.cursor.as_deref())?,
    };
    let candidates = caller
        .read(move |c, by| use_cases::list(c, by, &search, limit.rows()))
        .await?;
    Ok(Response::private_page(Page::of(
        candidates,
        limit,
        |(candidate, ..)| candidate.key,
        |(candidate, award, player)| CandidateView::of(candidate, award, &player),
    )?))
}

/// The colours to look at.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ReadCandidacy {
    /// The gaming year of the colours; this one if absent.
    #[param(value_type = Option<i32>, minimum = 1990, maximum = 2100, example = 2027)]
    year: Option<GamingYear>,
    /// Looks only at colours of this level.
    #[param(inline, example = "provincial")]
    level: Option<ColoursLevel>,
}

/// Read what a player lacks for colours
///
/// Rule by rule what is met, and by what, or what is missing.
#[utoipa::path(
    tag = "colours",
    params(ReadCandidacy),
    responses((status = 200, description = "The rules.", body = Candidacy)),
)]
#[get("/v1/players/{id}/colours-candidacy")]
pub(crate) async fn read_colours_candidacy(
    caller: ClubSecretary,
    path: PlayerPath,
    Query(query): Query<ReadCandidacy>,
) -> Result<Response<Candidacy>, Error> {
    let levels = query
        .level
        .map_or_else(|| ColoursLevel::ALL.to_vec(), |level| vec![level]);
    let candidacy = caller
        .read(move |c, by| {
            let player = find_within(c, by, &path)?;
            let calendar = federation::store::calendar(c)?;
            let year = query.year.unwrap_or_else(|| calendar.year_of(by.today()));
            use_cases::read(c, player.id, year, &levels)
        })
        .await?;
    Ok(Response::private(candidacy))
}
