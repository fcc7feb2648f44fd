//! The rows of a list over HTTP: by pages as JSON, or all of them as a file for a spreadsheet.

use std::borrow::Cow;
use std::collections::HashMap;

use actix_web::web::Path;
use actix_web::{Either, HttpRequest, get};
use chrono::NaiveDate;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::accounts::caller::Anyone;
use crate::clubs::Club;
use crate::clubs::expansion::{Expansion, PageWithClubs};
use crate::players::Sex;
use crate::players::registrations::Division;
use crate::rankings::rows::store::RowSelection;
use crate::rankings::rows::{ListedRow, use_cases};
use crate::rankings::views::RowView;
use crate::values::error::Error;
use crate::values::id::{ClubId, RankingId};
use crate::values::validation::Word;
use crate::web::body::Query;
use crate::web::openapi::Routes;
use crate::web::pagination::{Page, PageSize, after};
use crate::web::response::{Response, Text, preferred};
use crate::web::spreadsheet::{self, CSV};

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(list_ranking_rows);
}

/// The rows to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListRankingRows {
    /// Lists only players who lived in this province on the list's day.
    #[param(value_type = Option<String>, example = "ZA-NW", min_length = 1, max_length = 64)]
    province: Option<Word>,
    /// Lists only players of this club on the list's day.
    #[param(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: Option<ClubId>,
    /// Lists only players who were registered in this division on the list's day.
    #[param(inline, example = "senior")]
    division: Option<Division>,
    /// Lists only the ladies, or only the men.
    #[param(inline, example = "female")]
    sex: Option<Sex>,
    /// Brings the clubs that the items name, in `clubs`, each once.
    #[param(inline, example = "club")]
    expand: Option<Expansion>,
    /// The number of items on a page.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: PageSize,
    /// `next_cursor` of the page before.
    #[param(example = "MjU")]
    cursor: Option<String>,
}

/// List who is in a list
///
/// In order; those who share a rank by their numbers. Province, club, division and sex are those of the list's day. The
/// filters can be combined, and each row has its rank among all and its rank among those who were asked for.
/// `Accept: text/csv` gives all of them in a file for a spreadsheet.
#[utoipa::path(
    tag = "rankings",
    params(ListRankingRows),
    responses((status = 200, description = "A page of rows.", content(
        (PageWithClubs<RowView> = "application/json"),
        (String = "text/csv", example = "rank,rank_in_selection,number,name\r\n1,1,M-0004217-K,Thandiwe Mokoena\r\n"),
    ))),
)]
#[get("/v1/rankings/{id}/rows")]
pub(crate) async fn list_ranking_rows(
    caller: Anyone,
    id: Path<RankingId>,
    Query(query): Query<ListRankingRows>,
    request: HttpRequest,
) -> Result<Either<Response<PageWithClubs<RowView>>, Response<Text>>, Error> {
    let (today, limit) = (caller.today(), query.limit);
    let after = after::<i64>(query.cursor.as_deref())?.unwrap_or_default();
    let selection = RowSelection {
        province: query.province.map(String::from),
        club: query.club_id,
        division: query.division,
        sex: query.sex,
    };
    if preferred(&request, &["application/json", CSV]) == CSV {
        let (rows, clubs) = caller
            .read(move |c| use_cases::list_with_clubs(c, *id, &selection))
            .await?;
        let sheet = Response::public(sheet(rows, &clubs, today)?);
        return Ok(Either::Right(sheet.negotiated().kept_as("ranking.csv")));
    }
    let page = caller.read(move |c| {
        let rows = use_cases::list(c, *id, &selection, after, Some(limit.rows()))?;
        let key = |listed: &ListedRow| listed.row.ordinal;
        let page = Page::of(rows, limit, key, |listed| RowView::of(listed, today))?;
        PageWithClubs::of(c, page, query.expand)
    });
    Ok(Either::Left(page.await?.public().negotiated()))
}

/// Rows for a spreadsheet.
fn sheet(rows: Vec<ListedRow>, clubs: &HashMap<ClubId, Club>, today: NaiveDate) -> Result<Text, Error> {
    const COLUMNS: [&str; 14] = [
        "rank",
        "shared",
        "rank_in_selection",
        "number",
        "name",
        "figure",
        "figure_fraction",
        "deviation",
        "previous_rank",
        "province",
        "club",
        "club_name",
        "division",
        "player_id",
    ];
    let views: Vec<RowView> = rows.into_iter().map(|listed| RowView::of(listed, today)).collect();
    let cells = views.iter().map(|row| {
        let number = |number: Option<f64>| number.map_or_else(String::new, |number| number.to_string());
        let club = clubs.get(&row.club_id);
        let cells: [Cow<'_, str>; 14] = [
            row.rank.to_string().into(),
            row.shared.to_string().into(),
            row.rank_in_selection.to_string().into(),
            row.player.number.to_string().into(),
            row.player.name.as_str().into(),
            row.figure.to_string().into(),
            row.figure_fraction.as_str().into(),
            number(row.deviation).into(),
            row.movement
                .as_ref()
                .map_or_else(String::new, |movement| movement.previous_rank.to_string())
                .into(),
            row.province.as_str().into(),
            club.map_or_else(String::new, |club| club.code.to_string()).into(),
            club.map_or("", |club| club.name.as_str()).into(),
            row.division.map_or("", Division::as_str).into(),
            row.player.id.to_string().into(),
        ];
        cells.to_vec()
    });
    spreadsheet::write(std::iter::once(COLUMNS.map(Cow::from).to_vec()).chain(cells))
}
