//! Tournaments by their days.

use chrono::NaiveDate;
use diesel::prelude::*;
use diesel::sql_types::Date;

use crate::db::Conn;
use crate::db::keyset::beyond;
use crate::db::schema::tournaments;
use crate::tournaments::{Tournament, TournamentLevel, TournamentStage};
use crate::values::error::Error;
use crate::values::id::TournamentId;
use crate::values::sql_types::Uid;

/// The tournaments to list in a calendar.
#[derive(Debug)]
pub(crate) struct CalendarFilter {
    pub(crate) province: Option<String>,
    pub(crate) level: Option<TournamentLevel>,
    pub(crate) stage: Option<TournamentStage>,
    /// Those that end on that day or later.
    pub(crate) from: NaiveDate,
    /// Those that start on that day or earlier.
    pub(crate) until: Option<NaiveDate>,
    /// The first day and the id after which to begin.
    pub(crate) after: Option<(NaiveDate, TournamentId)>,
}

/// The first so many of them, the soonest first.
pub(crate) fn list(c: &mut Conn, filter: CalendarFilter, most: i64) -> Result<Vec<Tournament>, Error> {
    let order = (tournaments::starts_on.asc(), tournaments::id.asc());
    let mut query = tournaments::table
        .select(Tournament::as_select())
        .filter(tournaments::ends_on.ge(filter.from))
        .order(order)
        .limit(most)
        .into_boxed();
    if let Some(province) = filter.province {
        query = query.filter(tournaments::province_code.eq(province));
    }
    if let Some(level) = filter.level {
        query = query.filter(tournaments::level.eq(level));
    }
    if let Some(stage) = filter.stage {
        query = query.filter(tournaments::stage.eq(stage));
    }
    if let Some(until) = filter.until {
        query = query.filter(tournaments::starts_on.le(until));
    }
    if let Some((day, id)) = filter.after {
        query = query.filter(beyond!(
            "(tournaments.starts_on, tournaments.id) >",
            Date = day,
            Uid = id
        ));
    }
    Ok(query.load(c)?)
}
