//! The changes that a list makes to the one that it replaces.

use actix_web::get;
use actix_web::web::Path;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::caller::Anyone;
use crate::players::registrations::Division;
use crate::players::{Player, PlayerName};
use crate::rankings::changes::use_cases;
use crate::rankings::figures::Figure;
use crate::rankings::rows::{RankingDifference, RankingRow};
use crate::values::error::Error;
use crate::values::id::{ClubId, RankingId};
use crate::web::body::Query;
use crate::web::openapi::Routes;
use crate::web::pagination::{Page, PageQuery};
use crate::web::response::Response;

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(list_ranking_changes);
}

/// A row as it was, or as it is now.
#[derive(Serialize, ToSchema)]
struct RankingRowVersion {
    /// The rank in the whole list.
    #[schema(example = 3)]
    rank: i64,
    /// Whether the rank is shared.
    #[schema(example = false)]
    shared: bool,
    /// The figure by which the player is ranked.
    #[schema(example = 28.5)]
    figure: f64,
    /// The figure as a fraction.
    #[schema(example = "57/2")]
    figure_fraction: String,
    /// The uncertainty of a rating.
    #[schema(example = 87.25)]
    deviation: Option<f64>,
    /// The code of the province in which the player lived on the list's day.
    #[schema(example = "ZA-NW")]
    province: String,
    /// The club through which the player was registered on the list's day.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: ClubId,
    /// The division in which the player was registered.
    division: Option<Division>,
}

impl From<RankingRow> for RankingRowVersion {
    fn from(row: RankingRow) -> RankingRowVersion {
        RankingRowVersion {
            rank: row.rank,
            shared: row.shared,
            figure: row.figure.decimal(),
            figure_fraction: row.figure.fraction(),
            deviation: row.deviation.map(Figure::decimal),
            province: row.particulars.province,
            club_id: row.particulars.club,
            division: row.particulars.division,
        }
    }
}

/// A row that a list has changed.
#[derive(Serialize, ToSchema)]
pub(crate) struct RankingChange {
    /// The player whose row it is.
    player: PlayerName,
    /// The row in the list that was replaced; none if the player was not in it.
    before: Option<RankingRowVersion>,
    /// The row in the list; none if the player is not in it.
    after: Option<RankingRowVersion>,
}

/// List what a list changes
///
/// The rows that are other ones than in the list that it replaces, and nothing else; none, if it replaces none.
#[utoipa::path(
    tag = "rankings",
    params(PageQuery),
    responses((status = 200, description = "A page of changed rows.", body = Page<RankingChange>)),
)]
#[get("/v1/rankings/{id}/changes")]
pub(crate) async fn list_ranking_changes(
    caller: Anyone,
    id: Path<RankingId>,
    Query(query): Query<PageQuery>,
) -> Result<Response<Page<RankingChange>>, Error> {
    let (today, limit) = (caller.today(), query.limit);
    let after = query.after::<(bool, i64)>()?;
    let changes = caller
        .read(move |c| use_cases::list(c, *id, after, limit.rows()))
        .await?;
    let key = |(difference, _): &(RankingDifference, Player)| difference.key();
    let page = Page::of(changes, limit, key, |(difference, player)| RankingChange {
        player: player.named(today),
        before: difference.before.map(Into::into),
        after: difference.after.map(Into::into),
    })?;
    Ok(Response::public_page(page))
}
