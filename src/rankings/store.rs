//! Rankings in the database.

use std::collections::HashMap;

use chrono::NaiveDate;
use diesel::dsl::not;
use diesel::prelude::*;

use crate::db::schema::rankings;
use crate::db::{Conn, OnConflict};
use crate::players;
use crate::players::registrations::Basis;
use crate::rankings::events::Event;
use crate::rankings::methods::{Method, Ranked, Window};
use crate::rankings::rows::{self, NewRow, Particulars};
use crate::rankings::{NewRanking, Published, Ranking, Refusal};
use crate::tournaments;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::Id;

#[derive(Queryable, Insertable)]
#[diesel(table_name = rankings)]
struct Row {
    id: Id,
    method: String,
    version: i64,
    months: i64,
    ends_on: NaiveDate,
    begins_on: NaiveDate,
    published_at: Timestamp,
    published_by: Id,
    previous_id: Option<Id>,
    replaces_id: Option<Id>,
    reason: Option<String>,
    players: i64,
    fingerprint: String,
}

/// The lists of the rows, in the same order.
fn rankings_of(c: &mut Conn, rows: Vec<Row>) -> Result<Vec<Ranking>, Error> {
    let ids: Vec<Id> = rows.iter().map(|row| row.id).collect();
    let successors: Vec<(Option<Id>, Id)> = rankings::table
        .filter(rankings::replaces_id.eq_any(ids))
        .select((rankings::replaces_id, rankings::id))
        .load(c)?;
    let successors: HashMap<Id, Id> = successors.into_iter().filter_map(|(of, id)| Some((of?, id))).collect();
    rows.into_iter()
        .map(|row| {
            let method = Method::from_word(&row.method);
            Ok(Ranking {
                id: row.id,
                method: method.ok_or_else(|| Error::Internal(format!("ranking {}: its method", row.id)))?,
                version: row.version,
                months: row.months,
                window: Window {
                    from: row.begins_on,
                    until: row.ends_on,
                },
                published_at: row.published_at,
                published_by: row.published_by,
                previous: row.previous_id,
                replaces: row.replaces_id.zip(row.reason),
                replaced_by: successors.get(&row.id).copied(),
                players: row.players,
            })
        })
        .collect()
}

/// Keeps a new list.
pub(crate) fn insert(c: &mut Conn, ranking: &Ranking, fingerprint: &str, rows: &[NewRow]) -> Result<(), Error> {
    let (replaces_id, reason) = ranking.replaces.clone().unzip();
    let row = Row {
        id: ranking.id,
        method: ranking.method.word().to_owned(),
        version: ranking.version,
        months: ranking.months,
        ends_on: ranking.window.until,
        begins_on: ranking.window.from,
        published_at: ranking.published_at,
        published_by: ranking.published_by,
        previous_id: ranking.previous,
        replaces_id,
        reason,
        players: ranking.players,
        fingerprint: fingerprint.to_owned(),
    };
    diesel::insert_into(rankings::table)
        .values(&row)
        .execute(c)
        .on_conflict("rankings_method_ends_on_key", Refusal::AlreadyPublished)?;
    rows::store::insert(c, ranking.id, rows)
}

pub(crate) fn find(c: &mut Conn, id: Id) -> Result<Option<Ranking>, Error> {
    Ok(find_with_fingerprint(c, id)?.map(|(ranking, _)| ranking))
}

/// The list, and what it was created from.
pub(crate) fn find_with_fingerprint(c: &mut Conn, id: Id) -> Result<Option<(Ranking, String)>, Error> {
    let row: Option<Row> = rankings::table.find(id).first(c).optional()?;
    let Some(row) = row else { return Ok(None) };
    let fingerprint = row.fingerprint.clone();
    Ok(rankings_of(c, vec![row])?.pop().map(|ranking| (ranking, fingerprint)))
}

/// Whether the list of a row was replaced.
macro_rules! is_replaced {
    () => {{
        let later = diesel::alias!(rankings as later);
        diesel::dsl::exists(later.filter(later.field(rankings::replaces_id).eq(rankings::id.nullable())))
    }};
}
pub(crate) use is_replaced;

/// What a new list depends on.
pub(crate) fn published(c: &mut Conn, new: &NewRanking) -> Result<Published, Error> {
    let of_method = || rankings::table.filter(rankings::method.eq(new.method.word()));
    let same: i64 = of_method().filter(rankings::ends_on.eq(new.on)).count().get_result(c)?;
    let replaced_one = new.replaces.as_ref().map(|(id, _)| find(c, *id)).transpose()?.flatten();
    let previous: Option<Id> = of_method()
        .filter(rankings::ends_on.lt(new.on))
        .filter(not(is_replaced!()))
        .order(rankings::ends_on.desc())
        .select(rankings::id)
        .first(c)
        .optional()?;
    Ok(Published {
        same: same > 0,
        replaced: replaced_one,
        previous,
    })
}

/// Which lists to list.
#[derive(Debug, Default)]
pub(crate) struct Filter {
    pub(crate) method: Option<Method>,
    /// Only those that were not replaced, or only those that were.
    pub(crate) current: Option<bool>,
    /// The day and the id after which to begin.
    pub(crate) after: Option<(NaiveDate, Id)>,
}

/// Lists, those for the latest day first.
pub(crate) fn list(c: &mut Conn, filter: &Filter, rows: i64) -> Result<Vec<Ranking>, Error> {
    let order = (rankings::ends_on.desc(), rankings::id.desc());
    let mut query = rankings::table.order(order).limit(rows).into_boxed();
    if let Some(method) = filter.method {
        query = query.filter(rankings::method.eq(method.word()));
    }
    match filter.current {
        Some(true) => query = query.filter(not(is_replaced!())),
        Some(false) => query = query.filter(is_replaced!()),
        None => {}
    }
    if let Some((day, id)) = filter.after {
        let same = rankings::ends_on.eq(day).and(rankings::id.lt(id));
        query = query.filter(rankings::ends_on.lt(day).or(same));
    }
    let rows: Vec<Row> = query.load(c)?;
    rankings_of(c, rows)
}

/// The lists with these ids, as far as there are any.
pub(crate) fn find_all(c: &mut Conn, ids: &[Id]) -> Result<HashMap<Id, Ranking>, Error> {
    let rows: Vec<Row> = rankings::table.filter(rankings::id.eq_any(ids)).load(c)?;
    Ok(rankings_of(c, rows)?
        .into_iter()
        .map(|ranking| (ranking.id, ranking))
        .collect())
}

/// All lists, the oldest first.
pub(crate) fn all(c: &mut Conn) -> Result<Vec<Ranking>, Error> {
    let rows: Vec<Row> = rankings::table.order((rankings::published_at, rankings::id)).load(c)?;
    rankings_of(c, rows)
}

/// What a method makes of all that was on record at a moment. One tournament is in memory at a time.
pub(crate) fn compute(
    c: &mut Conn,
    (method, window): (Method, Window),
    moment: Timestamp,
) -> Result<Vec<Ranked>, Error> {
    let days = (method.begins(window), window.until);
    let mut tally = method.tally(window);
    for tournament in tournaments::ratification::store::ratified::list(c, days, moment)? {
        tally.take(&event(c, tournament, moment)?);
    }
    Ok(tally.ranked())
}

/// The event of a tournament, as it was on record at a moment.
pub(crate) fn event(c: &mut Conn, tournament: tournaments::Tournament, moment: Timestamp) -> Result<Event, Error> {
    let (proceedings, players) = tournaments::ratification::store::ratified::results(c, tournament, moment)?;
    Event::of(&proceedings, &players).map_err(|error| Error::Internal(error.to_string()))
}

/// What the register says of these players on that day, with their numbers.
pub(crate) fn register(c: &mut Conn, ranked: &[Id], day: NaiveDate) -> Result<HashMap<Id, (i64, Particulars)>, Error> {
    let mut homes = players::residences::store::homes(c, ranked, day)?;
    let year = GamingYear::of(day);
    let members = players::registrations::store::find_of_all(c, ranked)?;
    let members = members
        .into_iter()
        .filter(|one| one.year == year && one.basis == Basis::Member);
    let members: HashMap<Id, _> = members.map(|one| (one.player, (one.club, one.division))).collect();
    let players = players::store::find_many(c, ranked)?;
    let particulars = players.into_iter().map(|(id, player)| {
        let (number, registered) = (players::store::key(&player), members.get(&id).copied());
        let particulars = Particulars {
            province: homes.remove(&id).map_or(player.home.province, |home| home.province),
            club: registered.map_or(player.club, |(club, _)| club),
            division: registered.map(|(_, division)| division),
            sex: player.person.map(|person| person.sex),
        };
        (id, (number, particulars))
    });
    Ok(particulars.collect())
}
