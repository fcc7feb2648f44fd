//! The rows of lists in the database.

use std::collections::HashMap;

use chrono::NaiveDate;
use diesel::dsl::not;
use diesel::prelude::*;
use diesel::sql_types::Date;

use crate::db::keyset::beyond;
use crate::db::schema::{players, ranking_rows, rankings};
use crate::db::{BATCH, Conn};
use crate::on_either;
use crate::players::Sex;
use crate::players::merger::Erasure;
use crate::players::registrations::Division;
use crate::rankings::figures::Figure;
use crate::rankings::methods::{Contribution, Method};
use crate::rankings::rows::{NewRow, RankingRow, RegisterFacts};
use crate::rankings::store::is_replaced;
use crate::values::error::Error;
use crate::values::id::{ClubId, PlayerId, RankingId};
use crate::values::sql_types::Uid;

#[derive(Insertable)]
#[diesel(table_name = ranking_rows, treat_none_as_default_value = false)]
struct NewStoredRow {
    ranking_id: RankingId,
    player_id: PlayerId,
    ordinal: i64,
    rank: i64,
    shared: i64,
    figure: i64,
    deviation: Option<i64>,
    province_code: String,
    club_id: ClubId,
    division: Option<String>,
    sex: Option<String>,
    previous_rank: Option<i64>,
    contributions: String,
}

/// A row without what its figure is the sum of.
#[derive(Queryable, Selectable)]
#[diesel(table_name = ranking_rows)]
struct StoredRow {
    player_id: PlayerId,
    ordinal: i64,
    rank: i64,
    shared: i64,
    figure: i64,
    deviation: Option<i64>,
    province_code: String,
    club_id: ClubId,
    division: Option<String>,
    sex: Option<String>,
    previous_rank: Option<i64>,
}

impl TryFrom<StoredRow> for RankingRow {
    type Error = Error;

    fn try_from(row: StoredRow) -> Result<RankingRow, Error> {
        let wrong = |what: &str| Error::Internal(format!("ranked player {}: the {what}", row.player_id));
        let division = row
            .division
            .as_deref()
            .map(|word| Division::from_word(word).ok_or_else(|| wrong("division")));
        let sex = row
            .sex
            .as_deref()
            .map(|word| Sex::from_word(word).ok_or_else(|| wrong("sex")));
        let particulars = RegisterFacts {
            division: division.transpose()?,
            sex: sex.transpose()?,
            province: row.province_code,
            club: row.club_id,
        };
        Ok(RankingRow {
            player: row.player_id,
            ordinal: row.ordinal,
            rank: row.rank,
            shared: row.shared != 0,
            figure: Figure::hundredths(row.figure),
            deviation: row.deviation.map(Figure::hundredths),
            particulars,
            previous_rank: row.previous_rank,
        })
    }
}

/// Keeps the rows of a new list.
pub fn insert(c: &mut Conn, ranking: RankingId, rows: &[NewRow]) -> Result<(), Error> {
    for rows in rows.chunks(BATCH) {
        let stored: Result<Vec<NewStoredRow>, Error> = rows.iter().map(|row| stored(ranking, row)).collect();
        let stored = stored?;
        on_either!(&mut *c, c => diesel::insert_into(ranking_rows::table).values(&stored).execute(c))?;
    }
    Ok(())
}

fn stored(ranking: RankingId, (row, contributions): &NewRow) -> Result<NewStoredRow, Error> {
    Ok(NewStoredRow {
        ranking_id: ranking,
        player_id: row.player,
        ordinal: row.ordinal,
        rank: row.rank,
        shared: i64::from(row.shared),
        figure: row.figure.stored(),
        deviation: row.deviation.map(Figure::stored),
        province_code: row.particulars.province.clone(),
        club_id: row.particulars.club,
        division: row.particulars.division.map(|division| division.as_str().to_owned()),
        sex: row.particulars.sex.map(|sex| sex.as_str().to_owned()),
        previous_rank: row.previous_rank,
        contributions: serde_json::to_string(contributions).map_err(|error| Error::Internal(error.to_string()))?,
    })
}

/// A selection of the rows of a list.
#[derive(Debug, Clone, Default)]
pub struct RowSelection {
    pub province: Option<String>,
    pub club: Option<ClubId>,
    pub division: Option<Division>,
    pub sex: Option<Sex>,
}

type Selected<'a> = ranking_rows::BoxedQuery<'a, <Conn as Connection>::Backend>;

impl RowSelection {
    /// The rows of the list that are selected, in no order.
    fn of(&self, ranking: RankingId) -> Selected<'static> {
        let mut query = ranking_rows::table
            .filter(ranking_rows::ranking_id.eq(ranking))
            .into_boxed();
        if let Some(province) = &self.province {
            query = query.filter(ranking_rows::province_code.eq(province.clone()));
        }
        if let Some(club) = self.club {
            query = query.filter(ranking_rows::club_id.eq(club));
        }
        if let Some(division) = self.division {
            query = query.filter(ranking_rows::division.eq(division.as_str()));
        }
        if let Some(sex) = self.sex {
            query = query.filter(ranking_rows::sex.eq(sex.as_str()));
        }
        query
    }
}

fn read(rows: Vec<StoredRow>) -> Result<Vec<RankingRow>, Error> {
    rows.into_iter().map(RankingRow::try_from).collect()
}

/// The selected rows after that number, in order; all of them without a limit.
pub(crate) fn list(
    c: &mut Conn,
    ranking: RankingId,
    selection: &RowSelection,
    after: i64,
    rows: Option<i64>,
) -> Result<Vec<RankingRow>, Error> {
    let mut query = selection
        .of(ranking)
        .filter(ranking_rows::ordinal.gt(after))
        .order(ranking_rows::ordinal.asc());
    if let Some(rows) = rows {
        query = query.limit(rows);
    }
    read(query.select(StoredRow::as_select()).load(c)?)
}

/// The number of the selected rows before that one, and of those among them that have a better rank.
pub fn ahead(
    c: &mut Conn,
    ranking: RankingId,
    selection: &RowSelection,
    row: &RankingRow,
) -> Result<(i64, i64), Error> {
    let before = selection
        .of(ranking)
        .filter(ranking_rows::ordinal.lt(row.ordinal))
        .count()
        .get_result(c)?;
    let better = selection
        .of(ranking)
        .filter(ranking_rows::rank.lt(row.rank))
        .count()
        .get_result(c)?;
    Ok((before, better))
}

/// The clubs of those who are in a list.
pub fn clubs(c: &mut Conn, ranking: RankingId) -> Result<Vec<ClubId>, Error> {
    let rows = ranking_rows::table.filter(ranking_rows::ranking_id.eq(ranking));
    Ok(rows.select(ranking_rows::club_id).distinct().load(c)?)
}

/// All rows of a list, in order.
pub(crate) fn all(c: &mut Conn, ranking: RankingId) -> Result<Vec<RankingRow>, Error> {
    list(c, ranking, &RowSelection::default(), 0, None)
}

/// The row of a player, and what its figure is the sum of.
pub fn find(
    c: &mut Conn,
    ranking: RankingId,
    player: PlayerId,
) -> Result<Option<(RankingRow, Vec<Contribution>)>, Error> {
    let row: Option<(StoredRow, String)> = ranking_rows::table
        .find((ranking, player))
        .select((StoredRow::as_select(), ranking_rows::contributions))
        .first(c)
        .optional()?;
    row.map(|(row, contributions)| {
        let contributions = serde_json::from_str(&contributions);
        Ok((
            RankingRow::try_from(row)?,
            contributions.map_err(|error| Error::Internal(error.to_string()))?,
        ))
    })
    .transpose()
}

/// The rank of a player in a list.
#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = ranking_rows)]
pub struct RowPlace {
    player_id: PlayerId,
    /// The row's number.
    pub(crate) ordinal: i64,
    /// The rank.
    pub rank: i64,
}

/// The ranks of all in a list; those who were merged since stand for the entry that stays.
pub fn standings(c: &mut Conn, ranking: RankingId) -> Result<HashMap<PlayerId, RowPlace>, Error> {
    let rows: Vec<(RowPlace, Option<PlayerId>)> = ranking_rows::table
        .inner_join(players::table.on(players::id.eq(ranking_rows::player_id)))
        .filter(ranking_rows::ranking_id.eq(ranking))
        // The best of a person comes last, and so counts.
        .order(ranking_rows::ordinal.desc())
        .select((RowPlace::as_select(), players::merged_into_id))
        .load(c)?;
    let by_stays = |(standing, stays): (RowPlace, Option<PlayerId>)| (stays.unwrap_or(standing.player_id), standing);
    Ok(rows.into_iter().map(by_stays).collect())
}

/// The rows of these entries, which are one person's, in the lists of a method that were not replaced; the oldest first, after
/// a list of that day and id. Of each list the best row is the first.
pub fn history(
    c: &mut Conn,
    entries: &[PlayerId],
    method: Method,
    after: Option<(NaiveDate, RankingId)>,
    rows: i64,
) -> Result<Vec<(RankingId, RankingRow)>, Error> {
    let mut query = ranking_rows::table
        .inner_join(rankings::table.on(rankings::id.eq(ranking_rows::ranking_id)))
        .filter(ranking_rows::player_id.eq_any(entries))
        .filter(rankings::method.eq(method.as_str()))
        .filter(not(is_replaced!()))
        .order((rankings::ends_on.asc(), rankings::id.asc(), ranking_rows::ordinal.asc()))
        .select((rankings::id, StoredRow::as_select()))
        .limit(rows)
        .into_boxed();
    if let Some((day, id)) = after {
        query = query.filter(beyond!("(rankings.ends_on, rankings.id) >", Date = day, Uid = id));
    }
    let rows: Vec<(RankingId, StoredRow)> = query.load(c)?;
    rows.into_iter()
        .map(|(id, row)| Ok((id, RankingRow::try_from(row)?)))
        .collect()
}

/// Empties the sex of the person in all lists. The rank is what the pseudonym has done; whether it stands in the ladies'
/// list too is not told any more.
pub fn erase(c: &mut Conn, erasure: &Erasure<'_>) -> Result<(), Error> {
    diesel::update(ranking_rows::table.filter(ranking_rows::player_id.eq_any(erasure.entries)))
        .set(ranking_rows::sex.eq(None::<String>))
        .execute(c)?;
    Ok(())
}
