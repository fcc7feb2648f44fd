//! Players' particulars over HTTP: for those who look after the players.

use actix_web::{get, patch};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::accounts::caller::ClubSecretary;
use crate::clubs::expansion::{Expansion, PageWithClubs};
use crate::federation;
use crate::players::particulars::store::{self, ParticularsFilter, ParticularsOrder};
use crate::players::particulars::views::UpdateParticulars;
use crate::players::particulars::{ParticularsSort, use_cases};
use crate::players::registrations::MembershipState;
use crate::players::use_cases::{PlayerPath, find_within};
use crate::players::{Particulars, Player, of_age_if_born_by};
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{ClubId, PlayerId};
use crate::values::names::Search;
use crate::values::validation::Word;
use crate::web::body::Query;
use crate::web::merge_patch::MergePatch;
use crate::web::openapi::Routes;
use crate::web::pagination::{Page, PageSize, after};
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(read_player_particulars)
        .service(update_player_particulars)
        .service(list_particulars);
}

/// Read a player's particulars
///
/// Everything that the federation keeps, for those who look after the player's club.
#[utoipa::path(
    tag = "players",
    responses((status = 200, description = "The particulars.", body = Particulars)),
)]
#[get("/v1/players/{id}/particulars")]
pub(crate) async fn read_player_particulars(
    caller: ClubSecretary,
    path: PlayerPath,
) -> Result<Response<Particulars>, Error> {
    let player = caller.read(move |c, by| find_within(c, by, &path)).await?;
    Ok(Response::private(player.particulars()?))
}

/// Change a player's particulars
///
/// By a JSON Merge Patch: what is sent is changed, and nothing else.
#[utoipa::path(
    tag = "players",
    request_body(content = UpdateParticulars, content_type = "application/merge-patch+json"),
    responses((status = 200, description = "The particulars as they are now.", body = Particulars)),
)]
#[patch("/v1/players/{id}/particulars")]
pub(crate) async fn update_player_particulars(
    caller: ClubSecretary,
    path: PlayerPath,
    MergePatch(change, request): MergePatch,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| {
            let particulars = use_cases::update(c, by, &path, |present| {
                let form = change.applied_to(present, &UpdateParticulars::from(present))?;
                Ok(form.person(by.today())?)
            })?;
            Ok(Response::private(particulars))
        })
        .await
}

/// The players to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListParticulars {
    /// Lists only players who live in this province.
    #[param(value_type = Option<String>, example = "ZA-NW", min_length = 1, max_length = 64)]
    province: Option<Word>,
    /// Lists only members of this club.
    #[param(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: Option<ClubId>,
    /// Lists only players whose names have words that begin with these, or whose number this is, in any spelling and without
    /// its last letter too; case and accents do not matter.
    #[param(value_type = Option<String>, example = "mok thandi", min_length = 0, max_length = 400)]
    q: Option<Search>,
    /// Lists only players under 18 whose guardians have not consented to their name's being public (`true`).
    #[serde(default)]
    #[param(value_type = Option<bool>, example = true)]
    consent_missing: bool,
    /// Lists only players whose membership is in this state in `year`.
    #[param(inline, example = "unpaid")]
    registration: Option<MembershipState>,
    /// The gaming year that `registration` is about; the present one if absent.
    #[param(value_type = Option<i32>, minimum = 1990, maximum = 2100, example = 2027)]
    year: Option<GamingYear>,
    /// The order of the list; by number if absent.
    #[param(inline, example = "name")]
    sort: Option<ParticularsSort>,
    /// Brings the clubs that the items name, in `clubs`, each once.
    #[param(inline, example = "club")]
    expand: Option<Expansion>,
    /// The number of items on a page.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: PageSize,
    /// `next_cursor` of the page before, in the same order.
    #[param(example = "NDIxNw")]
    cursor: Option<String>,
}

/// List players' particulars
///
/// For the members of the clubs that you look after, by number or by name; with `registration=unpaid` who has not paid, with
/// `consent_missing=true` whose guardians are to be asked.
#[utoipa::path(
    tag = "players",
    params(ListParticulars),
    responses((status = 200, description = "A page of particulars.", body = PageWithClubs<Particulars>)),
)]
#[get("/v1/particulars")]
pub(crate) async fn list_particulars(
    caller: ClubSecretary,
    Query(query): Query<ListParticulars>,
) -> Result<Response<PageWithClubs<Particulars>>, Error> {
    let (limit, cursor) = (query.limit, query.cursor.as_deref());
    let sort = query.sort.unwrap_or(ParticularsSort::Number);
    let calendar = caller.clone().read(|c, _| federation::store::calendar(c)).await?;
    let year = query.year.unwrap_or_else(|| calendar.year_of(caller.today()));
    let filter = ParticularsFilter {
        province: query.province.map(String::from),
        club: query.club_id,
        search: query.q.map(String::from),
        unconsented: query.consent_missing.then(|| of_age_if_born_by(caller.today())),
        registration: query.registration.map(|state| (state, year)),
        order: match sort {
            ParticularsSort::Number => ParticularsOrder::Number { after: after(cursor)? },
            ParticularsSort::Name => ParticularsOrder::Name { after: after(cursor)? },
        },
    };
    let page = caller.read(move |c, by| {
        let players = store::list(c, filter, &by.reach, Some(limit.rows()))?;
        let particulars = players.iter().map(Player::particulars).collect::<Result<_, _>>()?;
        let page = match sort {
            ParticularsSort::Number => Page::of(particulars, limit, Particulars::number_key, |one| one),
            ParticularsSort::Name => Page::of(particulars, limit, Particulars::name_key, |one| one),
        };
        PageWithClubs::of(c, page?, query.expand)
    });
    Ok(page.await?.private())
}
