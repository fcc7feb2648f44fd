//! Colours over HTTP: proposals and awards, as everyone may read them and as those who look after them do.

use std::collections::HashSet;

use actix_web::web::Path;
use actix_web::{get, post};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::caller::{Anyone, Coordinator};
use crate::certificate_codes::CodeView;
use crate::colours::store::{Audience, AwardFilter};
use crate::colours::views::{ColoursView, ParticularsView};
use crate::colours::{
    Award, ColoursBasis, ColoursLevel, ColoursState, LONGEST_REASON, Proposal, candidates, criteria, decisions,
    selections, use_cases,
};
use crate::players::registrations::Division;
use crate::players::{Player, of_age_if_born_by};
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{AwardId, PlayerId};
use crate::values::validation::{Faults, ValueError, Word, text};
use crate::web::body::{Body, Query};
use crate::web::idempotency::Creation;
use crate::web::openapi::Routes;
use crate::web::pagination::{Page, PageSize, after};
use crate::web::response::{Response, StoredResponse};

/// Adds the routes.
pub fn configure(config: &mut impl Routes) {
    criteria::routes::configure(config);
    selections::routes::configure(config);
    candidates::routes::configure(config);
    config
        .service(create_colours)
        .service(list_colours)
        .service(read_colours)
        .service(list_colours_particulars)
        .service(read_colours_particulars)
        .service(read_colours_code);
    decisions::routes::configure(config);
}

/// Colours as they are proposed.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateColours {
    /// An id of your choice; the service makes one if absent.
    #[schema(example = "019aa0e0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    id: Option<AwardId>,
    /// The id of the player.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: PlayerId,
    /// The level of the colours.
    level: ColoursLevel,
    /// The division of the colours.
    division: Division,
    /// The gaming year of the colours: this one or an earlier one.
    #[schema(example = 2027)]
    year: GamingYear,
    /// The basis on which they rest. The evidence is put together by the service.
    basis: ColoursBasis,
    /// The reason for which the board uses its discretion. Required with the basis `discretion`, and refused with any
    /// other. Private.
    #[schema(example = "Has taught the game in twelve schools.", min_length = 1, max_length = 400)]
    reason: Option<String>,
}

impl CreateColours {
    fn parse(self) -> Result<Proposal, Faults> {
        let mut faults = Faults::default();
        let reason = match (self.reason, self.basis == ColoursBasis::Discretion) {
            (None, true) => Err(ValueError::new("required", "Discretion has a reason.")),
            (Some(_), false) => Err(ValueError::new(
                "not-for-this-basis",
                "Only discretion has a reason of its own.",
            )),
            (reason, _) => reason.map(|reason| text(&reason, LONGEST_REASON)).transpose(),
        };
        match faults.check("/reason", reason) {
            Some(reason) if faults.is_empty() => Ok(Proposal {
                player: self.player_id,
                level: self.level,
                division: self.division,
                year: self.year,
                basis: self.basis,
                reason,
            }),
            _ => Err(faults),
        }
    }
}

/// Propose colours
///
/// On a rule that is met, which is looked at in the moment of the proposal; or at the discretion of the board, with a reason.
/// The colours are of the province in which the player lived on the day, and proposed by who looks after that. A second person
/// approves. Colours of the country are for its nationals, whatever they rest on. Sent again with the same id and content, it
/// answers as the first time.
#[utoipa::path(
    tag = "colours",
    request_body = CreateColours,
    responses(
        (status = 201, description = "The proposal.", body = ParticularsView),
        (status = 409, description = "In this order: `id-taken`: the id is another proposal's. `not-eligible`: the federation does not admit the player. `not-national`: the colours are of the country, and the player is none of its nationals on record. `not-earned`: the rule is not met. `already-awarded`: the player has such colours for the year, or is proposed for them."),
        (status = 410, description = "`erased`: the person's data was erased."),
        (status = 422, description = "`unknown-player`: there is no such player. `no-such-rule`: no rule of that basis gives these colours."),
    ),
)]
#[post("/v1/colours")]
async fn create_colours(
    caller: Coordinator,
    Body(asked, request): Body<CreateColours>,
) -> Result<StoredResponse, Error> {
    let creation = Creation::of(asked.id, &asked, caller.now())?;
    let proposal = asked.parse()?;
    caller
        .write_once(request, move |c, by| {
            let proposed = use_cases::propose(c, by, &creation, &proposal)?;
            Ok(recorded(&proposed, &use_cases::fallen(c)?))
        })
        .await
}

/// The colours to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListColours {
    /// Lists only colours of this gaming year.
    #[param(value_type = Option<i32>, minimum = 1990, maximum = 2100, example = 2027)]
    year: Option<GamingYear>,
    /// Lists only colours of this level.
    #[param(inline, example = "provincial")]
    level: Option<ColoursLevel>,
    /// Lists only colours of this division.
    #[param(inline, example = "senior")]
    division: Option<Division>,
    /// Lists only colours of this province.
    #[param(value_type = Option<String>, example = "ZA-NW", min_length = 1, max_length = 64)]
    province: Option<Word>,
    /// Lists only colours of this player.
    #[param(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: Option<PlayerId>,
    /// The number of items on a page.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: PageSize,
    /// `next_cursor` of the page before.
    #[param(example = "IjAxOWFhMGUwLTFhMmItN2MzZC04ZTRmLTVhNmI3YzhkOWUwZiI")]
    cursor: Option<String>,
}

/// List colours
///
/// The awards that hold, the latest first. A player under 18 is in no list, unless a guardian has consented to the name's
/// being public.
#[utoipa::path(
    tag = "colours",
    params(ListColours),
    responses((status = 200, description = "A page of colours.", body = Page<ColoursView>)),
)]
#[get("/v1/colours")]
async fn list_colours(caller: Anyone, Query(query): Query<ListColours>) -> Result<Response<Page<ColoursView>>, Error> {
    let (today, limit) = (caller.today(), query.limit);
    let filter = AwardFilter {
        audience: Audience::Public(of_age_if_born_by(today)),
        year: query.year,
        level: query.level,
        division: query.division,
        state: None,
        province: query.province.map(String::from),
        evidence_fell: None,
        player: query.player_id,
        after: after(query.cursor.as_deref())?,
    };
    let awards = caller.read(move |c| use_cases::list(c, filter, limit.rows())).await?;
    Ok(Response::public_page(Page::of(
        awards,
        limit,
        |(award, _)| award.id,
        |(award, player)| ColoursView::of(&award, &player, today),
    )?))
}

/// Read colours
///
/// An award that holds, of a player who may be named.
#[utoipa::path(
    tag = "colours",
    responses((status = 200, description = "The colours.", body = ColoursView)),
)]
#[get("/v1/colours/{id}")]
async fn read_colours(caller: Anyone, id: Path<AwardId>) -> Result<Response<ColoursView>, Error> {
    let today = caller.today();
    let (award, player) = caller.read(move |c| use_cases::find_public(c, *id, today)).await?;
    Ok(Response::public(ColoursView::of(&award, &player, today)))
}

/// The awards and proposals to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListColoursParticulars {
    /// Lists only awards and proposals of this gaming year.
    #[param(value_type = Option<i32>, minimum = 1990, maximum = 2100, example = 2027)]
    year: Option<GamingYear>,
    /// Lists only awards and proposals of this level.
    #[param(inline, example = "provincial")]
    level: Option<ColoursLevel>,
    /// Lists only awards and proposals of this division.
    #[param(inline, example = "senior")]
    division: Option<Division>,
    /// Lists only awards and proposals that rest on a tournament which is under review, or only others.
    #[param(example = true)]
    evidence_fell: Option<bool>,
    /// Lists only awards and proposals in this state.
    #[param(inline, example = "proposed")]
    state: Option<ColoursState>,
    /// Lists only awards and proposals of this province.
    #[param(value_type = Option<String>, example = "ZA-NW", min_length = 1, max_length = 64)]
    province: Option<Word>,
    /// Lists only awards and proposals of this player.
    #[param(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: Option<PlayerId>,
    /// The number of items on a page.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: PageSize,
    /// `next_cursor` of the page before.
    #[param(example = "IjAxOWFhMGUwLTFhMmItN2MzZC04ZTRmLTVhNmI3YzhkOWUwZiI")]
    cursor: Option<String>,
}

/// List awards and proposals
///
/// Those of your provinces, the latest first, with what they rest on and what became of them.
#[utoipa::path(
    tag = "colours",
    params(ListColoursParticulars),
    responses((status = 200, description = "A page of awards and proposals.", body = Page<ParticularsView>)),
)]
#[get("/v1/colours-particulars")]
async fn list_colours_particulars(
    caller: Coordinator,
    Query(query): Query<ListColoursParticulars>,
) -> Result<Response<Page<ParticularsView>>, Error> {
    let limit = query.limit;
    let filter = AwardFilter {
        audience: Audience::Within(caller.reach().clone()),
        year: query.year,
        level: query.level,
        division: query.division,
        state: query.state,
        province: query.province.map(String::from),
        evidence_fell: query.evidence_fell,
        player: query.player_id,
        after: after(query.cursor.as_deref())?,
    };
    let (awards, fallen) = caller
        .read(move |c, _| Ok((use_cases::list(c, filter, limit.rows())?, use_cases::fallen(c)?)))
        .await?;
    Ok(Response::private_page(Page::of(
        awards,
        limit,
        |(award, _)| award.id,
        |(award, player)| ParticularsView::of(&award, &player, &fallen),
    )?))
}

/// Read an award or a proposal
///
/// With what it rests on, and what became of it.
#[utoipa::path(
    tag = "colours",
    responses((status = 200, description = "The award or the proposal.", body = ParticularsView)),
)]
#[get("/v1/colours/{id}/particulars")]
async fn read_colours_particulars(caller: Coordinator, id: Path<AwardId>) -> Result<Response<ParticularsView>, Error> {
    let ((award, player), fallen) = caller
        .read(move |c, by| Ok((use_cases::find_within(c, by, *id)?, use_cases::fallen(c)?)))
        .await?;
    Ok(Response::private(ParticularsView::of(&award, &player, &fallen)))
}

/// Read the code of an award
///
/// For whoever hands the certificate out. There is one from the approval on.
#[utoipa::path(
    tag = "colours",
    responses((status = 200, description = "The code.", body = CodeView)),
)]
#[get("/v1/colours/{id}/code")]
async fn read_colours_code(caller: Coordinator, id: Path<AwardId>) -> Result<Response<CodeView>, Error> {
    let code = caller.read(move |c, by| use_cases::find_code(c, by, *id)).await?;
    Ok(Response::private(CodeView::from(code)))
}

/// The answer to what was done to an award: its particulars, at an address of their own.
pub fn recorded((award, player): &(Award, Player), fallen: &HashSet<AwardId>) -> Response<ParticularsView> {
    let path = format!("/v1/colours/{}", award.id);
    let read_at = format!("{path}/particulars");
    let view = ParticularsView::of(award, player, fallen);
    Response::private(view).created_at(path).read_at(read_at)
}
