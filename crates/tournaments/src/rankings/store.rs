//! Rankings in the database.

use std::collections::HashMap;

use chrono::NaiveDate;
use diesel::dsl::{not, sql};
use diesel::prelude::*;
use diesel::sql_types::{Bool, Date};

use crate::db::keyset::beyond;
use crate::db::schema::{matches, rankings, results, rounds, tournaments};
use crate::db::{Conn, OnConflict};
use crate::federation::ranking::RankingSettings;
use crate::rankings::methods::Method;
use crate::rankings::rows::{self, NewRow};
use crate::rankings::{NewRanking, PublishedLists, Ranking, RankingRefusal, ResultCorrection};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, RankingId};
use crate::values::sql_types::{Json, Uid};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = rankings)]
struct StoredRanking {
    id: RankingId,
    method: String,
    version: i64,
    months: i64,
    ends_on: NaiveDate,
    begins_on: NaiveDate,
    published_at: Timestamp,
    published_by: AccountId,
    previous_id: Option<RankingId>,
    replaces_id: Option<RankingId>,
    reason: Option<String>,
    players: i64,
    settings: Json<RankingSettings>,
}

/// The lists of the rows, in the same order.
fn rankings_of(c: &mut Conn, rows: Vec<StoredRanking>) -> Result<Vec<Ranking>, Error> {
    let ids: Vec<RankingId> = rows.iter().map(|row| row.id).collect();
    let successors: Vec<(Option<RankingId>, RankingId)> = rankings::table
        .filter(rankings::replaces_id.eq_any(ids))
        .select((rankings::replaces_id, rankings::id))
        .load(c)?;
    let successors: HashMap<RankingId, RankingId> =
        successors.into_iter().filter_map(|(of, id)| Some((of?, id))).collect();
    let first = rows.iter().map(|row| row.published_at).min();
    let corrections = first.map_or_else(|| Ok(Vec::new()), |first| corrections_since(c, first))?;
    rows.into_iter()
        .map(|row| {
            let method = Method::from_word(&row.method);
            let method = method.ok_or_else(|| Error::Internal(format!("ranking {}: its method", row.id)))?;
            let ranking = Ranking {
                id: row.id,
                method,
                version: row.version,
                parameters: method.parameters(&row.settings.0, row.months),
                on: row.ends_on,
                from: row.begins_on,
                until: row.ends_on,
                players: row.players,
                previous_id: row.previous_id,
                replaces_id: row.replaces_id,
                reason: row.reason,
                replaced_by_id: successors.get(&row.id).copied(),
                result_corrected_at: None,
                published_at: row.published_at,
                published_by: row.published_by,
                months: row.months,
                settings: row.settings.0,
            };
            Ok(ranking.with_corrections(&corrections))
        })
        .collect()
}

/// The results of ratified tournaments, to be narrowed.
#[diesel::dsl::auto_type(no_type_alias)]
fn of_ratified() -> _ {
    results::table
        .inner_join(matches::table.on(matches::id.eq(results::match_id)))
        .inner_join(rounds::table.on(rounds::id.eq(matches::round_id)))
        .inner_join(tournaments::table.on(tournaments::id.eq(rounds::tournament_id)))
        .filter(tournaments::ratified_at.is_not_null())
}

/// The results of ratified tournaments that were corrected, or taken back, after that moment.
fn corrections_since(c: &mut Conn, moment: Timestamp) -> Result<Vec<ResultCorrection>, Error> {
    let ratified_at = tournaments::ratified_at.assume_not_null();
    let undone_at = results::undone_at.assume_not_null();
    // Written out, since a partial index has no other results.
    let is_correction = sql::<Bool>("results.version > 1");
    let mut rows: Vec<(NaiveDate, Timestamp, Timestamp)> = of_ratified()
        .filter(is_correction)
        .filter(results::entered_at.gt(moment))
        .filter(results::entered_at.gt(ratified_at))
        .select((tournaments::ends_on, ratified_at, results::entered_at))
        .load(c)?;
    let undone = of_ratified()
        .filter(results::undone_at.is_not_null())
        .filter(undone_at.gt(moment))
        .filter(undone_at.gt(ratified_at))
        .select((tournaments::ends_on, ratified_at, undone_at));
    rows.extend(undone.load::<(NaiveDate, Timestamp, Timestamp)>(c)?);
    let correction = |(ended_on, ratified_at, at)| ResultCorrection {
        ended_on,
        ratified_at,
        at,
    };
    Ok(rows.into_iter().map(correction).collect())
}

/// Keeps a new list.
pub fn insert(c: &mut Conn, ranking: &Ranking, rows: &[NewRow]) -> Result<(), Error> {
    let row = StoredRanking {
        id: ranking.id,
        method: ranking.method.as_str().to_owned(),
        version: ranking.version,
        months: ranking.months,
        ends_on: ranking.until,
        begins_on: ranking.from,
        published_at: ranking.published_at,
        published_by: ranking.published_by,
        previous_id: ranking.previous_id,
        replaces_id: ranking.replaces_id,
        reason: ranking.reason.clone(),
        players: ranking.players,
        settings: Json(ranking.settings),
    };
    diesel::insert_into(rankings::table)
        .values(&row)
        .execute(c)
        .on_conflict("rankings_method_ends_on_key", RankingRefusal::AlreadyPublished)?;
    rows::store::insert(c, ranking.id, rows)
}

/// The list of that id.
pub fn find(c: &mut Conn, id: RankingId) -> Result<Option<Ranking>, Error> {
    Ok(find_all(c, &[id])?.remove(&id))
}

/// Whether the list of a row was replaced.
macro_rules! is_replaced {
    () => {{
        let later = diesel::alias!(rankings as later);
        diesel::dsl::exists(later.filter(later.field(rankings::replaces_id).eq(rankings::id.nullable())))
    }};
}
pub(crate) use is_replaced;

/// The newest list of a method that is not of a later day and was not replaced, and its day.
pub fn newest(c: &mut Conn, method: Method, today: NaiveDate) -> Result<Option<(RankingId, NaiveDate)>, Error> {
    let of_method = rankings::table
        .filter(rankings::method.eq(method.as_str()))
        .filter(rankings::ends_on.le(today))
        .filter(not(is_replaced!()))
        .order((rankings::ends_on.desc(), rankings::published_at.desc()));
    Ok(of_method
        .select((rankings::id, rankings::ends_on))
        .first(c)
        .optional()?)
}

/// The lists on record on which a new list depends.
pub fn published(c: &mut Conn, new: &NewRanking) -> Result<PublishedLists, Error> {
    let of_method = || rankings::table.filter(rankings::method.eq(new.method.as_str()));
    let same: i64 = of_method().filter(rankings::ends_on.eq(new.on)).count().get_result(c)?;
    let replaced_one = new.replaces.as_ref().map(|(id, _)| find(c, *id)).transpose()?.flatten();
    let previous: Option<RankingId> = of_method()
        .filter(rankings::ends_on.lt(new.on))
        .filter(not(is_replaced!()))
        .order(rankings::ends_on.desc())
        .select(rankings::id)
        .first(c)
        .optional()?;
    Ok(PublishedLists {
        same: same > 0,
        replaced: replaced_one,
        previous,
    })
}

/// The lists to find.
#[derive(Debug, Default)]
pub struct RankingFilter {
    pub method: Option<Method>,
    /// Finds only lists that were not replaced, or only those that were.
    pub current: Option<bool>,
    /// The day and the id after which to begin.
    pub after: Option<(NaiveDate, RankingId)>,
}

/// Lists, those for the latest day first.
pub fn list(c: &mut Conn, filter: &RankingFilter, rows: i64) -> Result<Vec<Ranking>, Error> {
    let order = (rankings::ends_on.desc(), rankings::id.desc());
    let mut query = rankings::table.order(order).limit(rows).into_boxed();
    if let Some(method) = filter.method {
        query = query.filter(rankings::method.eq(method.as_str()));
    }
    match filter.current {
        Some(true) => query = query.filter(not(is_replaced!())),
        Some(false) => query = query.filter(is_replaced!()),
        None => {}
    }
    if let Some((day, id)) = filter.after {
        query = query.filter(beyond!("(rankings.ends_on, rankings.id) <", Date = day, Uid = id));
    }
    let rows = query.select(StoredRanking::as_select()).load(c)?;
    rankings_of(c, rows)
}

/// The lists with these ids, as far as there are any.
pub fn find_all(c: &mut Conn, ids: &[RankingId]) -> Result<HashMap<RankingId, Ranking>, Error> {
    let with_ids = rankings::table.filter(rankings::id.eq_any(ids));
    let rows = with_ids.select(StoredRanking::as_select()).load(c)?;
    Ok(rankings_of(c, rows)?
        .into_iter()
        .map(|ranking| (ranking.id, ranking))
        .collect())
}

/// All lists, the oldest first.
pub(crate) fn all(c: &mut Conn) -> Result<Vec<Ranking>, Error> {
    let oldest_first = rankings::table.order((rankings::published_at, rankings::id));
    let rows = oldest_first.select(StoredRanking::as_select()).load(c)?;
    rankings_of(c, rows)
}
