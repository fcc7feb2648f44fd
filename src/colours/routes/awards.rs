//! Awards over HTTP: as everyone may read them, and as those who look after them do.

use std::collections::HashMap;

use actix_web::get;
use actix_web::web::{Data, Path};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::accounts::caller::{Anyone, Coordinator};
use crate::certificate_codes::{self, CodeView, Subject};
use crate::colours::routes::{find, holder, particulars};
use crate::colours::store::{self, Audience, Filter};
use crate::colours::views::{ColoursView, ParticularsView};
use crate::colours::{Award, Level, State};
use crate::db::{Conn, Database};
use crate::players::registrations::Division;
use crate::players::{self, Player, of_age_if_born_by};
use crate::values::clock::Clock;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::gaming_year::GamingYear;
use crate::values::id::Id;
use crate::values::validation::Word;
use crate::web::body::Query;
use crate::web::pagination::{Limit, Page, after};
use crate::web::response::Reply;

/// Which colours to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListColours {
    /// Only those of this gaming year.
    #[param(value_type = Option<i32>, example = 2027)]
    year: Option<GamingYear>,
    /// Only those of this level.
    #[param(inline, example = "provincial")]
    level: Option<Level>,
    /// Only those of this division.
    #[param(inline, example = "senior")]
    division: Option<Division>,
    /// Only those of this province.
    #[param(value_type = Option<String>, example = "ZA-NW")]
    province: Option<Word>,
    /// Only those of this player.
    #[param(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: Option<Id>,
    /// How many items a page holds.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: Limit,
    /// `next_cursor` of the page before.
    #[param(example = "IjAxOWFhMGUwLTFhMmItN2MzZC04ZTRmLTVhNmI3YzhkOWUwZiI")]
    cursor: Option<String>,
}

/// Awards, each with its player.
fn with_players<T>(c: &mut Conn, awards: &[Award], view: impl Fn(&Award, &Player) -> T) -> Result<Vec<T>, Error> {
    let ids: Vec<Id> = awards.iter().map(|award| award.player).collect();
    let players: HashMap<Id, Player> = players::store::find_all(c, &ids)?;
    let view = |award: &Award| {
        let player = players.get(&award.player);
        let player = player.ok_or_else(|| Error::Internal(format!("colours {}: the player", award.id)))?;
        Ok(view(award, player))
    };
    awards.iter().map(view).collect()
}

/// List colours
///
/// The awards that hold, the latest first. A player under 18 is in no list, unless a guardian has consented to the name's
/// being public.
#[utoipa::path(
    tag = "colours",
    params(ListColours),
    responses((status = 200, description = "A page of colours.", body = Page<ColoursView>)),
    security(()),
)]
#[get("/v1/colours")]
pub(crate) async fn list_colours(
    _caller: Anyone,
    Query(query): Query<ListColours>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<Page<ColoursView>>, Error> {
    let today = clock.now().day();
    let ListColours {
        year,
        level,
        division,
        province,
        player_id,
        limit,
        cursor,
    } = query;
    let (audience, after) = (Audience::Public(of_age_if_born_by(today)), after(cursor.as_deref())?);
    let views = database
        .read(move |c| {
            let players = player_id.map(|player| players::store::entries(c, player)).transpose()?;
            let (province, state) = (province.map(String::from), None);
            let filter = Filter {
                audience,
                year,
                level,
                division,
                state,
                province,
                players,
                after,
            };
            let found = store::list(c, filter, limit.rows())?;
            with_players(c, &found, |award, player| ColoursView::of(award, player, today))
        })
        .await?;
    Ok(Reply::public_page(Page::of(views, limit, |view| view.id, |view| view)?))
}

/// Read colours
///
/// An award that holds, of a player who may be named.
#[utoipa::path(
    tag = "colours",
    params(("id" = Id, Path, description = "The award's id.", example = "019aa0e0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")),
    responses((status = 200, description = "The colours.", body = ColoursView)),
    security(()),
)]
#[get("/v1/colours/{id}")]
pub(crate) async fn read_colours(
    _caller: Anyone,
    id: Path<Id>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<ColoursView>, Error> {
    let (id, today) = (id.into_inner(), clock.now().day());
    let view = database
        .read(move |c| {
            let award = find(c, id)?;
            let player = holder(c, &award)?;
            if award.state != State::Approved || player.name_is_withheld(today) {
                return Err(NOT_FOUND.problem("There are no colours with this id.").into());
            }
            Ok(ColoursView::of(&award, &player, today))
        })
        .await?;
    Ok(Reply::public(view))
}

/// Which awards and proposals to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListColoursParticulars {
    /// Only those of this gaming year.
    #[param(value_type = Option<i32>, example = 2027)]
    year: Option<GamingYear>,
    /// Only those of this level.
    #[param(inline, example = "provincial")]
    level: Option<Level>,
    /// Only those of this division.
    #[param(inline, example = "senior")]
    division: Option<Division>,
    /// Only those that stand so.
    #[param(inline, example = "proposed")]
    state: Option<State>,
    /// Only those of this province.
    #[param(value_type = Option<String>, example = "ZA-NW")]
    province: Option<Word>,
    /// Only those of this player.
    #[param(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: Option<Id>,
    /// How many items a page holds.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: Limit,
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
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province" }))),
)]
#[get("/v1/colours-particulars")]
pub(crate) async fn list_colours_particulars(
    caller: Coordinator,
    Query(query): Query<ListColoursParticulars>,
    database: Data<Database>,
) -> Result<Reply<Page<ParticularsView>>, Error> {
    let ListColoursParticulars {
        year,
        level,
        division,
        state,
        province,
        player_id,
        limit,
        cursor,
    } = query;
    let (audience, after) = (Audience::Within(caller.reach().clone()), after(cursor.as_deref())?);
    let views = database
        .read(move |c| {
            let players = player_id.map(|player| players::store::entries(c, player)).transpose()?;
            let province = province.map(String::from);
            let filter = Filter {
                audience,
                year,
                level,
                division,
                state,
                province,
                players,
                after,
            };
            let found = store::list(c, filter, limit.rows())?;
            with_players(c, &found, ParticularsView::of)
        })
        .await?;
    Ok(Reply::private_page(Page::of(
        views,
        limit,
        |view| view.id,
        |view| view,
    )?))
}

/// Read an award or a proposal
///
/// With what it rests on, and what became of it.
#[utoipa::path(
    tag = "colours",
    params(("id" = Id, Path, description = "The award's id.", example = "019aa0e0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")),
    responses((status = 200, description = "The award or the proposal.", body = ParticularsView)),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province" }))),
)]
#[get("/v1/colours/{id}/particulars")]
pub(crate) async fn read_colours_particulars(
    caller: Coordinator,
    id: Path<Id>,
    database: Data<Database>,
) -> Result<Reply<ParticularsView>, Error> {
    let (id, reach) = (id.into_inner(), caller.reach().clone());
    let view = database
        .read(move |c| {
            let award = find(c, id)?.within(&reach)?;
            particulars(c, &award)
        })
        .await?;
    Ok(Reply::private(view))
}

/// Read the code of an award
///
/// For whoever hands the certificate out. There is one from the approval on.
#[utoipa::path(
    tag = "colours",
    params(("id" = Id, Path, description = "The award's id.", example = "019aa0e0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")),
    responses((status = 200, description = "The code.", body = CodeView)),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province" }))),
)]
#[get("/v1/colours/{id}/code")]
pub(crate) async fn read_colours_code(
    caller: Coordinator,
    id: Path<Id>,
    database: Data<Database>,
) -> Result<Reply<CodeView>, Error> {
    let (id, reach) = (id.into_inner(), caller.reach().clone());
    let code = database
        .read(move |c| {
            find(c, id)?.within(&reach)?;
            let code = certificate_codes::store::find(c, Subject::Colours(id))?;
            Ok(code.ok_or_else(|| NOT_FOUND.problem("The award was never approved, and has no code."))?)
        })
        .await?;
    Ok(Reply::private(CodeView::from(code)))
}
