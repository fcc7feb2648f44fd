//! What a list changes of the one that it replaces.

use actix_web::get;
use actix_web::web::{Data, Path};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::caller::Anyone;
use crate::db::{Conn, Database};
use crate::players::registrations::Division;
use crate::players::{self, PlayerName};
use crate::rankings::figures::Figure;
use crate::rankings::routes::find;
use crate::rankings::rows::{Difference, Row, differences};
use crate::rankings::views::named;
use crate::values::clock::Clock;
use crate::values::error::Error;
use crate::values::id::Id;
use crate::web::body::Query;
use crate::web::openapi::Routes;
use crate::web::pagination::{Limit, Page, after};
use crate::web::response::Reply;

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(list_ranking_changes);
}

/// A row as it was, or as it is now.
#[derive(Serialize, ToSchema)]
struct RankingRowVersion {
    /// The place in the whole list.
    #[schema(example = 3)]
    place: i64,
    /// Whether the place is shared.
    #[schema(example = false)]
    shared: bool,
    /// By what the player is ranked.
    #[schema(example = 28.5)]
    figure: f64,
    /// The same as a fraction.
    #[schema(example = "57/2")]
    figure_fraction: String,
    /// How uncertain a rating is.
    #[schema(example = 87.25)]
    deviation: Option<f64>,
    /// The code of the province in which the player lived on the list's day.
    #[schema(example = "ZA-NW")]
    province: String,
    /// The club through which the player was registered on the list's day.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: Id,
    /// The division in which the player was registered.
    division: Option<Division>,
}

impl From<Row> for RankingRowVersion {
    fn from(row: Row) -> RankingRowVersion {
        RankingRowVersion {
            place: row.place,
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
    /// Whose.
    player: PlayerName,
    /// The row in the list that was replaced; none if the player was not in it.
    before: Option<RankingRowVersion>,
    /// The row in the list; none if the player is not in it.
    after: Option<RankingRowVersion>,
}

/// Which changes to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListRankingChanges {
    /// How many items a page holds.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: Limit,
    /// `next_cursor` of the page before.
    #[param(example = "W2ZhbHNlLDI1XQ")]
    cursor: Option<String>,
}

/// List what a list changes
///
/// The rows that are other ones than in the list that it replaces, and nothing else; none, if it replaces none.
#[utoipa::path(
    tag = "rankings",
    params(
        ("id" = Id, Path, description = "The list's id.", example = "019aa0e1-3a4b-7c5d-8e6f-7a8b9c0d1e2f"),
        ListRankingChanges,
    ),
    responses((status = 200, description = "A page of changed rows.", body = Page<RankingChange>)),
    security(()),
)]
#[get("/v1/rankings/{id}/changes")]
pub(crate) async fn list_ranking_changes(
    _caller: Anyone,
    id: Path<Id>,
    Query(query): Query<ListRankingChanges>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<Page<RankingChange>>, Error> {
    let (id, today) = (id.into_inner(), clock.now().day());
    let (after, limit) = (after::<(bool, i64)>(query.cursor.as_deref())?, query.limit);
    let changes = database.read(move |c| changes(c, id, after, (limit, today))).await?;
    Ok(Reply::public_page(Page::of(
        changes,
        limit,
        |(key, _)| *key,
        |(_, change)| change,
    )?))
}

type Keyed = ((bool, i64), RankingChange);

fn changes(
    c: &mut Conn,
    id: Id,
    after: Option<(bool, i64)>,
    (limit, today): (Limit, NaiveDate),
) -> Result<Vec<Keyed>, Error> {
    let Some((replaced, _)) = find(c, id)?.replaces else {
        return Ok(Vec::new());
    };
    let (before, present) = (
        crate::rankings::rows::store::all(c, replaced)?,
        crate::rankings::rows::store::all(c, id)?,
    );
    let rows = usize::try_from(limit.rows()).unwrap_or(usize::MAX);
    let differences: Vec<Difference> = differences(before, present)
        .into_iter()
        .filter(|difference| after.is_none_or(|after| difference.key() > after))
        .take(rows)
        .collect();
    let ids: Vec<Id> = differences.iter().filter_map(Difference::player).collect();
    let players = players::store::find_many(c, &ids)?;
    let keyed = differences.into_iter().zip(ids).map(|(difference, player)| {
        let key = difference.key();
        let Difference { before, after } = difference;
        let player = named(player, &players, today)?;
        Ok((
            key,
            RankingChange {
                player,
                before: before.map(Into::into),
                after: after.map(Into::into),
            },
        ))
    });
    keyed.collect()
}
