//! Selections over HTTP.

use actix_web::web::Path;
use actix_web::{get, post};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::caller::Coordinator;
use crate::colours::LONGEST_REASON;
use crate::colours::criteria::rules::Team;
use crate::colours::selections::store::SelectionFilter;
use crate::colours::selections::{NewSelection, Selection, SelectionRole, use_cases};
use crate::colours::views::SelectionView;
use crate::federation;
use crate::players::Player;
use crate::players::registrations::Division;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{PlayerId, SelectionId};
use crate::values::validation::{Day, Faults, Word, text};
use crate::web::body::{Body, Query};
use crate::web::idempotency::Creation;
use crate::web::openapi::Routes;
use crate::web::pagination::{Page, PageSize, after};
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_selection)
        .service(list_selections)
        .service(read_selection)
        .service(create_selection_withdrawal);
}

/// A selection as it is recorded.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateSelection {
    /// An id of your choice; the service makes one if absent.
    #[schema(example = "019aa0e2-3c4d-7e5f-8071-82a3b4c5d6e7")]
    id: Option<SelectionId>,
    /// The id of the player who is selected.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: PlayerId,
    /// The role in which the player is selected.
    role: SelectionRole,
    /// The team for which the player is selected. Only administrators select for the whole country.
    team: Team,
    /// The international event, of an international team alone.
    #[schema(example = "African championship 2027", min_length = 1, max_length = 120)]
    event: Option<String>,
    /// The code of the province, of a province's team or squad alone.
    #[schema(value_type = Option<String>, example = "ZA-NW", min_length = 1, max_length = 64)]
    province: Option<Word>,
    /// The code of the region, of a region's team or squad alone.
    #[schema(value_type = Option<String>, example = "DC38", min_length = 1, max_length = 64)]
    region: Option<Word>,
    /// The division of the selection, in which the player is registered.
    division: Division,
    /// The gaming year of the selection.
    #[schema(example = 2027)]
    year: GamingYear,
    /// The day of the selection: today or earlier. The place where the player lives on that day counts.
    #[schema(value_type = NaiveDate, example = "2027-03-06")]
    selected_on: Day,
    /// The reference to where it is written.
    #[schema(example = "Minutes of 6 March 2027, item 4", min_length = 1, max_length = 200)]
    reference: String,
}

impl From<CreateSelection> for NewSelection {
    fn from(asked: CreateSelection) -> NewSelection {
        NewSelection {
            player: asked.player_id,
            role: asked.role,
            team: asked.team,
            event: asked.event,
            province: asked.province.map(String::from),
            region: asked.region.map(String::from),
            division: asked.division,
            year: asked.year,
            selected_on: asked.selected_on.into(),
            reference: asked.reference,
        }
    }
}

/// The answer to what was done to a selection: it, at its own address.
fn reply((selection, player): &(Selection, Player)) -> Response<SelectionView> {
    let path = format!("/v1/selections/{}", selection.id);
    let view = SelectionView::of(selection, player);
    Response::private(view).created_at(path.clone()).read_at(path)
}

/// Record a selection
///
/// For the team or the squad of a province, or of a region in it, by who looks after the province; for the national squad and for international events by an
/// administrator. Sent again with the same id and content, it answers as the first time.
#[utoipa::path(
    tag = "colours",
    request_body = CreateSelection,
    responses(
        (status = 201, description = "The selection.", body = SelectionView),
        (status = 409, description = "In this order: `id-taken`: the id is another selection's. `not-registered`: the player is not registered in the division for the year. `not-accredited`: an umpire has no accreditation that is valid on the day. `already-selected`: the player is selected for this already."),
        (status = 410, description = "`erased`: the person's data was erased."),
        (status = 422, description = "In this order: `unknown-province`, `unknown-region`, `unknown-player`: there is no such province, region or player."),
    ),
)]
#[post("/v1/selections")]
pub(crate) async fn create_selection(
    caller: Coordinator,
    Body(asked, request): Body<CreateSelection>,
) -> Result<StoredResponse, Error> {
    let creation = Creation::of(asked.id, &asked, caller.now())?;
    let calendar = caller.clone().read(|c, _| federation::store::calendar(c)).await?;
    let new = NewSelection::from(asked).parse(&calendar, caller.today())?;
    caller
        .write_once(request, move |c, by| {
            Ok(reply(&use_cases::select(c, by, &creation, &new)?))
        })
        .await
}

/// The selections to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListSelections {
    /// Lists only selections for this gaming year.
    #[param(value_type = Option<i32>, minimum = 1990, maximum = 2100, example = 2027)]
    year: Option<GamingYear>,
    /// Lists only selections for a team of this kind.
    #[param(inline, example = "province")]
    team: Option<Team>,
    /// Lists only selections of this player.
    #[param(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: Option<PlayerId>,
    /// The number of items on a page.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: PageSize,
    /// `next_cursor` of the page before.
    #[param(example = "IjAxOWFhMGUyLTNjNGQtN2U1Zi04MDcxLTgyYTNiNGM1ZDZlNyI")]
    cursor: Option<String>,
}

/// List selections
///
/// For the teams that you look after, the latest first.
#[utoipa::path(
    tag = "colours",
    params(ListSelections),
    responses((status = 200, description = "A page of selections.", body = Page<SelectionView>)),
)]
#[get("/v1/selections")]
pub(crate) async fn list_selections(
    caller: Coordinator,
    Query(query): Query<ListSelections>,
) -> Result<Response<Page<SelectionView>>, Error> {
    let limit = query.limit;
    let filter = SelectionFilter {
        year: query.year,
        team: query.team,
        player: query.player_id,
        after: after(query.cursor.as_deref())?,
    };
    let selections = caller
        .read(move |c, by| use_cases::list(c, by, &filter, limit.rows()))
        .await?;
    Ok(Response::private_page(Page::of(
        selections,
        limit,
        |(selection, _)| selection.id,
        |(selection, player)| SelectionView::of(&selection, &player),
    )?))
}

/// Read a selection
#[utoipa::path(
    tag = "colours",
    responses((status = 200, description = "The selection.", body = SelectionView)),
)]
#[get("/v1/selections/{id}")]
pub(crate) async fn read_selection(
    caller: Coordinator,
    id: Path<SelectionId>,
) -> Result<Response<SelectionView>, Error> {
    let (selection, player) = caller.read(move |c, by| use_cases::read(c, by, *id)).await?;
    Ok(Response::private(SelectionView::of(&selection, &player)))
}

/// The withdrawal of a selection, with the reason for it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateSelectionWithdrawal {
    /// The reason, which the public does not read.
    #[schema(example = "Is ill.", min_length = 1, max_length = 400)]
    reason: String,
}

/// Withdraw a selection
///
/// It is no evidence any more. Awards that rest on it stay what they are.
#[utoipa::path(
    tag = "colours",
    request_body = CreateSelectionWithdrawal,
    responses(
        (status = 201, description = "The selection, withdrawn.", body = SelectionView),
        (status = 409, description = "`selection-withdrawn`: it was withdrawn before."),
    ),
)]
#[post("/v1/selections/{id}/withdrawals")]
pub(crate) async fn create_selection_withdrawal(
    caller: Coordinator,
    id: Path<SelectionId>,
    Body(asked, request): Body<CreateSelectionWithdrawal>,
) -> Result<StoredResponse, Error> {
    let mut faults = Faults::default();
    let reason = faults
        .check("/reason", text(&asked.reason, LONGEST_REASON))
        .ok_or(faults)?;
    caller
        .write_once(request, move |c, by| {
            Ok(reply(&use_cases::withdraw(c, by, *id, &reason)?))
        })
        .await
}
